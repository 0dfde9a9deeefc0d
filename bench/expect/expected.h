/// Expected answers and counters, as a JSON file keeps them: the hash of every scene, and every cell with its values
/// that are not zero.
///
///     {
///       "cells": {
///         "saabb:split=median on touching.yaml, pairs": {
///           "digest": "9d59dba16b8fdf71f8bee44d538869a1",
///           "hit_frames": 12,
///           "records": 12,
///           ...
///       "scenes": {
///         "touching.yaml": "0dd3ea140e90578e9c40c73c5bf937a7"
///
/// A cell's members are environment (the OpenGL renderer), hit_frames, records (always present), digest, threads (if it
/// was also tried with more than one), and the counters. Each member is one line, and all are sorted by name: a new
/// algorithm or counter adds lines.
#ifndef CD_BENCH_EXPECT_EXPECTED_H
#define CD_BENCH_EXPECT_EXPECTED_H

#include "base/atomic_file.h"
#include "base/options.h"
#include "base/status.h"

#include <jansson.h>

/// The environment of a cell that was tried and not made. Its member `reason` says why; it has no others, and is never
/// written.
#define CD_EXPECT_UNAVAILABLE "unavailable" ///< this machine lacks what the algorithm needs
#define CD_EXPECT_REFUSED     "refused"     ///< the algorithm does not take the scene
#define CD_EXPECT_FAILED      "failed" ///< the algorithm is wrong, crashed or hung, which has been reported

/// Returns such a document without cells and scenes. It belongs to the caller.
json_t *cd_expected_create(void);

/// Reads a file. CD_IO when there is none, which names the command that writes it, or a folder; CD_DATA names the file,
/// and the line or the cell. `*expected` belongs to the caller.
enum cd_code cd_expected_read(const char *file, const char *write, json_t **expected,
                              struct cd_status *status);

/// Writes and commits the file. A cell for which this machine lacks something is taken from `before` (NULL for none),
/// which was read from the same file, and left out if `before` lacks it, too. `algos` names the algorithms to write (none for
/// all); the cells of other algorithms stay.
enum cd_code cd_expected_write(struct cd_output *output, json_t *now, const json_t *before,
                               const struct cd_texts *algos, struct cd_status *status);

/// The kinds of finding: wrong answers, counters that differ, and rows (cells) too many or too few.
struct cd_expect_findings {
    size_t answers, counters, rows;
    size_t expected;  ///< rows of the file that belong to what is tried
    size_t compared;  ///< of them
    size_t unchecked; ///< of them: rows that another renderer drew
    size_t unmade;    ///< of them: rows that were tried and not made
};

/// Rows that were not made, and why the first of them was not.
struct cd_expect_omission {
    size_t count;
    char reason[300];
};

/// What to try, what was found, and the function that reports it.
struct cd_expect_plan {
    const struct cd_texts *algos; ///< names of algorithms and presets to try; none for all
    const char *rewrite;          ///< the command that writes the file anew
    struct cd_progress *progress;
    struct cd_expect_findings findings;
    size_t made;                                ///< cells that could be made
    struct cd_expect_omission lacking, refused; ///< cells that could not be made here, or were refused
    struct cd_texts mute; ///< algorithms that could not describe themselves; which rows they have is unknown
    /// Gets a line for each thing found wrong, without its newline.
    void (*say)(void *user, const char *line);
    void *user;
};

/// Reports a fault and counts it in one of the plan's findings.
void cd_expect_say(struct cd_expect_plan *plan, size_t *finding, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Reports and counts how `now` differs from `expected` (read from `file`): answers (hit_frames, records, digest),
/// counters, cells that only one of the two has (one line for each algorithm), and scenes that changed, whose cells are
/// not compared. Cells of another environment, and those that cannot be made here or have failed, are ignored. Expected
/// cells whose algorithm the plan leaves out do not count as superfluous.
void cd_expect_compare(struct cd_expect_plan *plan, const json_t *now, const json_t *expected,
                       const char *file);

/// True when no algorithm or preset has this name among `algos`, which is not empty.
bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name);

#endif
