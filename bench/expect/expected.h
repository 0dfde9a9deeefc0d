/// Expected answers and counters, as a file of JSON keeps them: the hash of every scene, and every cell with
/// what of it is not zero.
///
///     {
///       "cells": {
///         "aabb:split=median on touching.yaml, pairs": {
///           "digest": "9d59dba16b8fdf71f8bee44d538869a1",
///           "hit_frames": 12,
///           "records": 12,
///           ...
///       "scenes": {
///         "touching.yaml": "0dd3ea140e90578e9c40c73c5bf937a7"
///
/// A cell's members are environment (the OpenGL renderer), hit_frames, records, which is always there, digest,
/// threads where it was tried with more than one, too, and the counters. One is a line, and all are sorted by their
/// names: a new algorithm or counter adds lines.
#ifndef CD_BENCH_EXPECT_EXPECTED_H
#define CD_BENCH_EXPECT_EXPECTED_H

#include "base/atomic_file.h"
#include "base/options.h"
#include "base/status.h"

#include <jansson.h>

/// The environment of a cell that cannot be made here; it has no other members.
#define CD_EXPECT_UNAVAILABLE "unavailable"

/// Such a document without cells and scenes. The caller's.
json_t *cd_expected_create(void);

/// Reads a file. CD_IO when there is none; CD_DATA names the file and the line. `*expected` is the caller's.
enum cd_code cd_expected_read(const char *file, json_t **expected, struct cd_status *status);

/// Writes and commits the file. Cells that could not be made here become those of `before` (NULL for none), which
/// was read from it, as far as it has them. Where `algos` names some (or none, for all), those of others stay.
enum cd_code cd_expected_write(struct cd_output *output, json_t *now, const json_t *before,
                               const struct cd_texts *algos, struct cd_status *status);

/// What is to be told apart in the end: answers that are wrong, counters that differ, rows (cells) too many or
/// too few.
struct cd_expect_findings {
    size_t answers, counters, rows;
    size_t compared, unchecked; ///< rows that could be held against each other, and that could not
};

/// What is tried, what was found, and who hears of it.
struct cd_expect_plan {
    const struct cd_texts *algos; ///< names of algorithms and presets to try; none for all
    struct cd_progress *progress;
    struct cd_expect_findings findings;
    char lacking[300]; ///< why a cell cannot be made here, of the first such; else ""
    /// Gets a line for each thing found wrong, without its newline.
    void (*say)(void *user, const char *line);
    void *user;
};

/// Says something wrong and counts it in one of the plan's findings.
void cd_expect_say(struct cd_expect_plan *plan, size_t *finding, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Says how `now` differs from what is expected (read from `file`), and counts it: answers (hit_frames, records,
/// digest), counters, cells that only one of them has (one line for each algorithm), and scenes that changed,
/// whose cells are not compared. Cells of another environment, and those that cannot be made here, are left
/// alone. Expected cells whose algorithm the plan leaves out do not count as superfluous.
void cd_expect_compare(struct cd_expect_plan *plan, const json_t *now, const json_t *expected,
                       const char *file);

/// True when no algorithm or preset has this name among `algos`, which is not empty.
bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name);

#endif
