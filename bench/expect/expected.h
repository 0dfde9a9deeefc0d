/// Expected answers and counters, as a folder keeps them: a file for each algorithm and preset, a line for
/// each thing that is not zero, and `scenes.csv` with the hash of every scene:
///
///     algo,settings,scene,query,threads,key,value
///     aabb,split=median,touching.yaml,pairs,1,records,12
///
/// The lines before the key name a cell. Its keys are environment (the OpenGL renderer), hit_frames, records,
/// which is always there, digest and the counters. So a new algorithm is a new file, and a new counter adds
/// lines and changes none.
#ifndef CD_BENCH_EXPECT_EXPECTED_H
#define CD_BENCH_EXPECT_EXPECTED_H

#include "base/options.h"
#include "base/status.h"
#include "base/table.h"

/// The environment of a cell that cannot be made here; it has no other lines.
#define CD_EXPECT_UNAVAILABLE "unavailable"

/// All lines of a folder, and its scenes: `scene`, `hash`. All columns are texts.
struct cd_expected {
    struct cd_table *lines, *scenes;
};

/// Without lines and scenes; released by cd_expected_release, which takes zeroed ones, too.
struct cd_expected cd_expected_create(void);
void cd_expected_release(struct cd_expected *expected);

/// Reads a folder, which may be empty. CD_IO when there is none; CD_DATA names the file and the line.
enum cd_code cd_expected_read(const char *folder, struct cd_expected *expected, struct cd_status *status);

/// Writes the folder: each file whole or not at all. Cells that could not be made here are those of `before`,
/// which was read from it, as far as it has them. Files of algorithms that `now` lacks are removed.
enum cd_code cd_expected_write(const char *folder, const struct cd_expected *now,
                               const struct cd_expected *before, struct cd_status *status);

/// What is to be told apart in the end: answers that are wrong, counters that differ, rows too many or too
/// few.
struct cd_expect_findings {
    size_t answers, counters, rows;
    size_t compared, unchecked; ///< rows that could be held against each other, and that could not
};

/// What is tried, and who hears of it.
struct cd_expect_plan {
    const struct cd_texts *algos; ///< names of algorithms and presets to try; none for all
    struct cd_progress *progress;
    /// Gets a line for each thing found wrong, without its newline.
    void (*say)(void *user, const char *line);
    void *user;
};

/// Says how `now` differs from what is expected (read from `folder`), and counts it in `findings`: answers
/// (hit_frames, records, digest), counters, cells that only one of them has (one line for each algorithm),
/// and scenes that changed, whose cells are not compared. Cells of another environment, and those that cannot
/// be made here, are left alone. Expected cells whose algorithm the plan leaves out do not count as
/// superfluous.
void cd_expect_compare(const struct cd_expect_plan *plan, const struct cd_expected *now,
                       const struct cd_expected *expected, const char *folder,
                       struct cd_expect_findings *findings);

/// True when no algorithm or preset has this name among `algos`, which is not empty.
bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name);

#endif
