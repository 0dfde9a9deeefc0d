/// The work of an experiment. Its points are all combinations of the values of its variables; the first variable varies
/// slowest. There is a cell for each series at a point, and cells that are measured together form a group.
#ifndef CD_BENCH_PAPERS_GROUPS_H
#define CD_BENCH_PAPERS_GROUPS_H

#include "base/hash.h"
#include "base/options.h"
#include "bench/papers/paper.h"

/// The number of points; SIZE_MAX when there are more than a size_t can count.
size_t cd_point_count(const struct cd_experiment *experiment, enum cd_size size);

/// The value of each variable at a point.
void cd_point_values(const struct cd_experiment *experiment, enum cd_size size, size_t point,
                     const char **values);

/// True when a size has rows of the series. Every size has all series, except that the paper's size has none of ours
/// but the added ones.
bool cd_series_is_run(const struct cd_experiment *experiment, const struct cd_series *series,
                      enum cd_size size);

/// True when a variable is larger than the `max` of a series; the series is not run at this point.
bool cd_point_is_beyond(const struct cd_experiment *experiment, const struct cd_series *series,
                        const char *const *values);

/// One future row: a series at a point.
struct cd_group_cell {
    size_t point, series;
    size_t row;  ///< its number in an experiment on a scene, by point and series
    size_t text; ///< which of the group's algorithms
};

/// The cells of one scene and query, or one run of a program, which has a cell for each of its series.
struct cd_group {
    char *scene; ///< the specification; NULL for a program
    enum cd_query query;
    struct cd_texts texts; ///< the algorithms, each once; or the program's arguments
    size_t cell_count;
    struct cd_group_cell *cells; ///< by point and series
    struct cd_hash hash;         ///< of everything its rows depend on except the program that measures
};

struct cd_groups {
    const struct cd_experiment *experiment;
    enum cd_size size;
    size_t count, cell_count;
    struct cd_group *groups; ///< in the order of their first cells
};

struct cd_groups cd_groups_make(const struct cd_experiment *experiment, enum cd_size size);
void cd_groups_release(struct cd_groups *groups);

/// The number of rows of algorithms or programs in an experiment: points times series that are run, minus those beyond
/// `max`. 0 for an experiment of ours at the paper's size.
size_t cd_experiment_cells(const struct cd_experiment *experiment, enum cd_size size);

/// The hash of everything that the experiment's measurements depend on, except the program that measures.
struct cd_hash cd_groups_hash(const struct cd_groups *groups);

/// The same hash for the experiment as the paper's file describes it, without added series.
struct cd_hash cd_experiment_digest(const struct cd_experiment *experiment, enum cd_size size);

/// Calls `tell` with a line for each series that stops before the largest values.
void cd_groups_tell_beyond(const struct cd_groups *groups, void (*tell)(void *user, const char *line),
                           void *user);

#endif
