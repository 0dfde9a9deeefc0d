/// The history of a machine: a CSV file with a row for every run and cell, kept in the source tree.
#ifndef CD_BENCH_HISTORY_ROWS_H
#define CD_BENCH_HISTORY_ROWS_H

#include "base/table.h"

#include <limits.h>

/// What appending came to.
struct cd_history_growth {
    char file[PATH_MAX];      ///< `folder/<machine>.csv`
    uint64_t added, repeated; ///< rows; those that were there already are left alone
    uint64_t without_times;   ///< cells that have none to tell
};

/// Appends the cells of a run, which is a folder that `cdbench run` left or its run.json, to the file of the
/// machine that it was measured on. Rows: date, run, revision, scene, query, algo, settings, frames, threads,
/// scene_hash, fps, fps_low, fps_high, fps_confidence, cpu_ms_median, samples, machine and fingerprint. The
/// fingerprint is a hash of what times depend on besides the revision: processor, caches, memory, kernel,
/// governor, compiler, flags, OpenGL renderer. The file is replaced as a whole, by one process at a time.
enum cd_code cd_history_append(const char *folder, const char *run, struct cd_history_growth *growth,
                               struct cd_status *status);

/// Reads such a file. CD_DATA when it is another one.
enum cd_code cd_history_read(const char *file, struct cd_table **history, struct cd_status *status);

#endif
