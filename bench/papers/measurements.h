/// The files that an experiment leaves, and reading them.
#ifndef CD_BENCH_PAPERS_MEASUREMENTS_H
#define CD_BENCH_PAPERS_MEASUREMENTS_H

#include "bench/papers/paper.h"
#include "bench/record/dataset.h"

#include <limits.h>

/// "quick" or "full".
const char *cd_size_name(enum cd_size size);

/// Writes `<folder>/<key>/<experiment>`; CD_IO when that is too long.
enum cd_code cd_experiment_folder(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment, char path[PATH_MAX],
                                  struct cd_status *status);

/// Sets the columns of the experiment's formulas; CD_DATA names the paper's file.
enum cd_code cd_compute_formulas(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                 struct cd_dataset *cells, struct cd_status *status);

/// True when an experiment's folder holds all of what this digest of its text and this program measure.
bool cd_measurements_are(const char *folder, const char *digest, const char *program);

/// Measurements of an experiment as they are on disk.
struct cd_measurements {
    struct cd_dataset *cells, *samples; ///< with the formulas' columns; NULL when there are none
    enum cd_size size;
    bool stale; ///< measured by another text of the experiment than the paper has now
};

/// Loads what a results folder has of an experiment; both NULL, and CD_OK, when it has nothing.
enum cd_code cd_measurements_load(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment,
                                  struct cd_measurements *measurements, struct cd_status *status);
void cd_measurements_release(struct cd_measurements *measurements);

#endif
