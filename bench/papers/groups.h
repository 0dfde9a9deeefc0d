/// The work of an experiment: its points, which are all combinations of the values of its variables, the first
/// one varying slowest; a cell for each series at a point; and groups of cells that are measured together.
#ifndef CD_BENCH_PAPERS_GROUPS_H
#define CD_BENCH_PAPERS_GROUPS_H

#include "base/hash.h"
#include "base/options.h"
#include "bench/papers/paper.h"

/// How many points there are; SIZE_MAX when there are more than it can hold.
size_t cd_point_count(const struct cd_experiment *experiment, enum cd_size size);

/// The value of each variable at a point.
void cd_point_values(const struct cd_experiment *experiment, enum cd_size size, size_t point,
                     const char **values);

/// True where a size has rows of the series: all of them but the paper's, which has none of ours but added ones.
bool cd_series_is_run(const struct cd_experiment *experiment, const struct cd_series *series,
                      enum cd_size size);

/// True where a variable is larger than the `max` of a series, which is not run there.
bool cd_point_is_beyond(const struct cd_experiment *experiment, const struct cd_series *series,
                        const char *const *values);

/// One row to be: a series at a point.
struct cd_group_cell {
    size_t point, series;
    size_t row;  ///< of the experiment on a scene: by point and series
    size_t text; ///< which of the group's algorithms
};

/// Cells of one scene and query, or one run of a program, whose cells are all of its series.
struct cd_group {
    char *scene; ///< the specification; NULL for a program
    enum cd_query query;
    struct cd_texts texts; ///< the algorithms, each once; or the program's arguments
    size_t cell_count;
    struct cd_group_cell *cells; ///< by point and series
    struct cd_hash hash;         ///< of all that its rows depend on, the program that measures apart
};

struct cd_groups {
    const struct cd_experiment *experiment;
    enum cd_size size;
    size_t count, cell_count;
    struct cd_group *groups; ///< by the first of their cells
};

struct cd_groups cd_groups_make(const struct cd_experiment *experiment, enum cd_size size);
void cd_groups_release(struct cd_groups *groups);

/// How many rows of algorithms or programs an experiment has: points times series that are run, less those beyond
/// `max`; 0 for one of ours at the paper's size.
size_t cd_experiment_cells(const struct cd_experiment *experiment, enum cd_size size);

/// The hash of everything the experiment's measurements depend on, the program that measures apart.
struct cd_hash cd_groups_hash(const struct cd_groups *groups);

/// The same of the experiment as the paper's file has it, without added series.
struct cd_hash cd_experiment_digest(const struct cd_experiment *experiment, enum cd_size size);

/// Calls `tell` with a line for each series that stops before the largest values.
void cd_groups_tell_beyond(const struct cd_groups *groups, void (*tell)(void *user, const char *line),
                           void *user);

#endif
