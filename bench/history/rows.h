/// The history of a machine: a CSV file with a row for every run and cell, kept in the source tree.
#ifndef CD_BENCH_HISTORY_ROWS_H
#define CD_BENCH_HISTORY_ROWS_H

#include "base/table.h"

#include <jansson.h>
#include <limits.h>

/// The result of appending.
struct cd_history_growth {
    char file[PATH_MAX];  ///< `folder/<machine>.csv`
    size_t added;         ///< rows
    size_t without_times; ///< cells without times
};

/// Appends the cells of a run, which run.json describes (run_record.h), to the file of the machine that measured them.
/// Columns: date, run, revision, scene, query, algo, settings, frames, threads, scene_hash,
/// fps, fps_low, fps_high, fps_confidence, cpu_ms_median, samples, machine and fingerprint. The fingerprint
/// is a hash of what times depend on apart from the revision: processor, caches, memory, kernel, governor, compiler,
/// flags, OpenGL renderer. The file is replaced as a whole, by one process at a time. So no run is lost when several
/// end together. A run without cells only shows whether it can be read. CD_DATA for a text of more than 2000 bytes.
enum cd_code cd_history_append(const char *folder, const json_t *run, struct cd_history_growth *growth,
                               struct cd_status *status);

/// Reads such a file. CD_DATA when the file is not a history, or is one that was cut or has a row twice.
enum cd_code cd_history_read(const char *file, struct cd_table **history, struct cd_status *status);

#endif
