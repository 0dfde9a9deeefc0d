/// The cells of a comparison. Each is a scene, a query, an algorithm and an amount of work. Cells are passed on
/// unchanged to `cdbench run` of each side, and only that side reports what is wrong with them.
#ifndef CD_BENCH_COMPARE_WORKLOAD_H
#define CD_BENCH_COMPARE_WORKLOAD_H

#include "base/options.h"
#include "base/status.h"

/// One cell. Its texts belong to the caller or to the file that was read.
struct cd_workload {
    const char *scene;
    const char *query; ///< "any", "bodies", "pairs" or "contacts"
    const char *algo;  ///< NAME[:key=value...]; NULL if the sides name it
    struct cd_number frames, seed;
    unsigned threads;  ///< at least 1
    bool allow_large;  ///< see scene.h
    double hang_after; ///< seconds; 0: as the side has it
};

/// Any number of cells; zeroed before the first use.
struct cd_workloads {
    size_t count, capacity;
    struct cd_workload *items;
    struct cd_yaml *file; ///< the file they were read from, or NULL
};

/// Adds a cell, unless the same cell is already in the list.
void cd_workloads_add(struct cd_workloads *workloads, const struct cd_workload *workload);
void cd_workloads_release(struct cd_workloads *workloads);

/// Reads the cells of a YAML file:
///
///     cells:
///       - {scene: bunny.obj, query: pairs, algo: obb8, frames: 200}
///       - {scene: hall.yaml, query: contacts, algo: "saabb:broad=grid", threads: 2, seed: 7}
///
/// When left out, `query` is pairs and `threads` is 1. When the sides name the algorithm, the algorithms in the file do
/// not count, and each scene and query is one cell. CD_IO when the file cannot be read; CD_DATA with file and line when
/// it is wrong.
enum cd_code cd_workloads_read(const char *path, bool sides_name_it, struct cd_workloads *workloads,
                               struct cd_status *status);

/// Writes the name that people read: "obb8 on bunny.obj, pairs, 200 frames, seed 7, 2 threads". Without an algorithm
/// that part is missing. The name is cut when there is no room.
void cd_workload_name(const struct cd_workload *workload, char *name, size_t bytes);

#endif
