/// The columns that rows of an experiment have.
#ifndef CD_BENCH_PAPERS_COLUMNS_H
#define CD_BENCH_PAPERS_COLUMNS_H

#include "bench/harness/cell.h"
#include "bench/papers/paper.h"

/// Most variables and formulas of an experiment.
#define CD_VARIABLES_MAX 16
#define CD_FORMULAS_MAX  64
#define CD_COLUMNS_MAX   (CD_VARIABLES_MAX + 1 + CD_CELL_FIELDS + CD_FORMULAS_MAX)

/// How a column of summary.csv is called in the rows of the experiment: by its own name unless a variable has
/// that; where `triangles` is a variable, the number that was found in the scene is `measured_triangles`. The
/// text is static.
const char *cd_measured_column(const struct cd_experiment *experiment, const char *name);

/// True for columns of summary.csv that no variable may be called, since they are results.
bool cd_is_result_column(const char *name);

/// Fills in the columns in their order: variables, `series`, those of summary.csv, formulas; returns how many
/// there are. Of an experiment with a program the columns of summary.csv, and the program's own, are left
/// out.
size_t cd_experiment_columns(const struct cd_experiment *experiment, const char *columns[CD_COLUMNS_MAX]);

#endif
