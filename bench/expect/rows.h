/// What every configuration of every algorithm answers and counts on the expected scenes: the rows of
/// `results/expected` as they are now.
#ifndef CD_BENCH_EXPECT_ROWS_H
#define CD_BENCH_EXPECT_ROWS_H

#include "base/options.h"
#include "base/progress.h"
#include "base/table.h"

/// The columns that name a row.
#define CD_EXPECT_KEYS 5
extern const char *const cd_expect_keys[CD_EXPECT_KEYS];

/// In the column `environment` of a row that cannot be made here.
#define CD_EXPECT_UNAVAILABLE "unavailable"

/// What is to be told apart in the end: answers that are wrong, counters that differ, rows too many or too
/// few.
struct cd_expect_findings {
    uint64_t answers, counters, rows;
};

/// How rows are made. `say` gets a line for each thing found wrong, without its newline.
struct cd_expect_plan {
    const struct cd_texts *algos; ///< names of algorithms and presets to try; none for all
    struct cd_progress *progress;
    void (*say)(void *user, const char *line);
    void *user;
};

/// Makes the rows: algo, settings, scene, query, threads (the most that came to the same), environment,
/// scene_hash, hit_frames, records, digest and the counters, NA where they are not exact. Every answer is
/// held to the oracle as far as exactness is promised, and what may use threads must come to the same with
/// two; what does not is said and counted in `findings`. Configurations that this machine cannot run are rows
/// with CD_EXPECT_UNAVAILABLE, and the reason of the first is left in `lacking` (bytes long; "" for none).
/// The caller destroys `*rows`, NULL after a failure.
enum cd_code cd_expect_rows(const struct cd_expect_plan *plan, struct cd_table **rows,
                            struct cd_expect_findings *findings, char *lacking, size_t bytes,
                            struct cd_status *status);

/// True when no algorithm or preset has this name among `algos`, which is not empty.
bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name);

#endif
