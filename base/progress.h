/// Progress with time left on stderr, drawn only when stderr is a terminal and --quiet was not given. The line is redrawn
/// when something is reported, at most ten times a second, and while this program waits for another process. It stands
/// still within a long frame of an algorithm that runs in this process.
#ifndef CD_BASE_PROGRESS_H
#define CD_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/// One line of progress. One thread at a time calls these functions; NULL is allowed in all but the first two.
struct cd_progress;

/// A progress line; `enabled` false makes every call free. Never NULL.
struct cd_progress *cd_progress_create(bool enabled);
void cd_progress_destroy(struct cd_progress *progress);

/// Starts a step of `total` units, described in a few words.
void cd_progress_step(struct cd_progress *progress, const char *what, uint64_t total);
void cd_progress_advance(struct cd_progress *progress, uint64_t done);

/// Says how long the step that has begun will take, as far as that is known; 0 for unknown.
void cd_progress_expect(struct cd_progress *progress, double seconds);

/// Redraws the line that was created last, if it has begun: for code that waits.
void cd_progress_tick(void);

/// Names what the steps that follow are for, such as an algorithm; "" for nothing.
void cd_progress_name(struct cd_progress *progress, const char *name);

/// Steps that follow are parts of a whole of `units`, of which the line then tells how much is done and how
/// long the rest will take.
void cd_progress_whole(struct cd_progress *progress, uint64_t units);
/// Names the part that follows in a few words.
void cd_progress_part(struct cd_progress *progress, const char *what);
/// So many units are done, or (`skipped`) need not be.
void cd_progress_part_done(struct cd_progress *progress, uint64_t units, bool skipped);

/// Erases the line, so that other output can follow.
void cd_progress_clear(struct cd_progress *progress);

#endif
