#include "base/progress.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>

#define REDRAW_NS 100000000u

/// After this time without an advance, the line also shows how long that is.
#define LONG_NS 2000000000u

struct cd_progress {
    bool enabled, drawn, active; ///< active: from a step's beginning until the line is cleared
    char name[60], what[60], part[60];
    uint64_t total, done, begun, moved, redrawn;
    uint64_t whole, whole_done;        ///< in units; `whole` is 0 if there are none
    uint64_t whole_begun, whole_moved; ///< `whole_moved`: when units were last done
    double expected;                   ///< seconds of the step; 0 if unknown
};

static struct cd_progress *last;

struct cd_progress *cd_progress_create(bool enabled)
{
    last = cd_allocate(1, sizeof *last);
    last->enabled = enabled;
    return last;
}

void cd_progress_destroy(struct cd_progress *progress)
{
    cd_progress_clear(progress);
    if (last == progress)
        last = NULL;
    cd_free(progress);
}

static void add_time_left(char *line, size_t bytes, double seconds)
{
    if (seconds > 0 && isfinite(seconds))
        cd_append(line, bytes,
                  seconds < 90     ? ", %.0f s left"
                  : seconds < 5400 ? ", %.0f min left"
                                   : ", %.1f h left",
                  seconds < 90     ? seconds
                  : seconds < 5400 ? seconds / 60
                                   : seconds / 3600);
}

/// The time left, from the share that is done in the time between two moments. The time since then is no longer ahead, so
/// it is subtracted.
static double time_left(double share, uint64_t begun, uint64_t moved, uint64_t now)
{
    return ((double)(moved - begun) * (1 - share) / share - (double)(now - moved)) * 1e-9;
}

static void draw(struct cd_progress *progress, uint64_t now)
{
    char line[400] = "";
    uint64_t done = progress->done, whole = progress->whole;
    double allowed = progress->expected - (double)(now - progress->begun) * 1e-9, share = 0;
    progress->redrawn = now;
    progress->drawn = true;
    if (whole) {
        cd_append(line, sizeof line, "%s: %llu of %llu", progress->part,
                  (unsigned long long)progress->whole_done, (unsigned long long)whole);
        // If a unit takes longer than the estimate for all remaining units, the estimate is worthless and is left out.
        double left = INFINITY;
        if (progress->whole_done && progress->whole_done <= whole)
            left = time_left((double)progress->whole_done / (double)whole, progress->whole_begun,
                             progress->whole_moved, now);
        add_time_left(line, sizeof line, allowed > 0 ? fmin(left, allowed) : left);
        cd_append(line, sizeof line, "; ");
    }
    cd_append(line, sizeof line, "%s%s%s", progress->name, *progress->name ? ": " : "", progress->what);
    if (progress->total) {
        share = done < progress->total ? (double)done / (double)progress->total : 1;
        cd_append(line, sizeof line, " %3.0f %%", 100 * share);
    }
    // An estimate from the first moments of a step would only jump about. One line shows one time left.
    if (!whole)
        add_time_left(line, sizeof line,
                      share >= 0.01 ? time_left(share, progress->begun, progress->moved, now) : allowed);
    if (now - progress->moved >= LONG_NS)
        cd_append(line, sizeof line, ", at this for %.0f s", (double)(now - progress->moved) * 1e-9);
    // The line is cut to the terminal's width: a line that wraps could not be erased.
    size_t bytes = 0;
    for (int columns = cd_terminal_columns(stderr) - 1; columns > 0 && line[bytes]; columns--)
        bytes += cd_character_bytes(line + bytes) ? cd_character_bytes(line + bytes) : 1;
    fprintf(stderr, "\r\033[K%.*s", (int)bytes, line);
    fflush(stderr);
}

void cd_progress_step(struct cd_progress *progress, const char *what, uint64_t total)
{
    if (!progress || !progress->enabled)
        return;
    snprintf(progress->what, sizeof progress->what, "%s", what);
    progress->total = total;
    progress->done = 0;
    progress->expected = 0;
    progress->active = true;
    progress->begun = progress->moved = progress->redrawn = cd_clock_wall();
}

void cd_progress_expect(struct cd_progress *progress, double seconds)
{
    if (!progress || !progress->enabled)
        return;
    progress->expected = seconds;
    if (seconds >= 1)
        draw(progress, cd_clock_wall());
}

void cd_progress_advance(struct cd_progress *progress, uint64_t done)
{
    if (!progress || !progress->enabled)
        return;
    uint64_t now = cd_clock_wall();
    progress->active = true;
    if (done > progress->done) {
        progress->done = done;
        progress->moved = now;
    }
    if (now - progress->redrawn >= REDRAW_NS)
        draw(progress, now);
}

void cd_progress_tick(void)
{
    if (last && last->active)
        cd_progress_advance(last, 0);
}

void cd_progress_name(struct cd_progress *progress, const char *name)
{
    if (progress)
        snprintf(progress->name, sizeof progress->name, "%s", name);
}

void cd_progress_whole(struct cd_progress *progress, uint64_t units)
{
    if (!progress)
        return;
    progress->whole = units;
    progress->whole_done = 0;
    progress->whole_begun = progress->whole_moved = cd_clock_wall();
}

void cd_progress_part(struct cd_progress *progress, const char *what)
{
    if (progress)
        snprintf(progress->part, sizeof progress->part, "%s", what);
}

void cd_progress_part_done(struct cd_progress *progress, uint64_t units, bool skipped)
{
    if (progress && skipped) {
        progress->whole -= units < progress->whole ? units : progress->whole;
    } else if (progress) {
        progress->whole_done += units;
        progress->whole_moved = cd_clock_wall();
    }
}

void cd_progress_clear(struct cd_progress *progress)
{
    if (!progress)
        return;
    if (progress->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress->drawn = progress->active = false;
}
