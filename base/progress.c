#include "base/progress.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#define REDRAW_NS 100000000u

struct cd_progress {
    bool enabled, drawn;
    char what[60];
    uint64_t total, begun, redrawn;
    char part[60];
    uint64_t whole, whole_done;        ///< whole 0 without one
    uint64_t whole_begun, whole_moved; ///< when units were last done
};

struct cd_progress *cd_progress_create(bool enabled)
{
    struct cd_progress *progress = cd_allocate(1, sizeof *progress);
    progress->enabled = enabled;
    return progress;
}

void cd_progress_destroy(struct cd_progress *progress)
{
    cd_progress_clear(progress);
    cd_free(progress);
}

void cd_progress_step(struct cd_progress *progress, const char *what, uint64_t total)
{
    if (!progress || !progress->enabled)
        return;
    snprintf(progress->what, sizeof progress->what, "%s", what);
    progress->total = total;
    progress->begun = progress->redrawn = cd_clock_wall();
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
    if (!progress)
        return;
    if (skipped) {
        progress->whole -= units < progress->whole ? units : progress->whole;
        return;
    }
    progress->whole_done += units;
    progress->whole_moved = cd_clock_wall();
}

static void print_time_left(double seconds)
{
    if (seconds < 90)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (seconds < 5400)
        fprintf(stderr, ", %.0f min left", seconds / 60);
    else
        fprintf(stderr, ", %.1f h left", seconds / 3600);
}

static void draw_whole(const struct cd_progress *progress, uint64_t now)
{
    uint64_t done = progress->whole_done, whole = progress->whole;
    fprintf(stderr, "%s: %llu of %llu", progress->part, (unsigned long long)done, (unsigned long long)whole);
    if (!done || done > whole) {
        fputs("; ", stderr);
        return;
    }
    // Judged by what is done, less the time since. A unit that takes longer than was thought for all the rest
    // makes the estimate worthless, and it is left out.
    double left =
        (double)(progress->whole_moved - progress->whole_begun) * (double)(whole - done) / (double)done -
        (double)(now - progress->whole_moved);
    if (left > 0)
        print_time_left(left * 1e-9);
    fputs("; ", stderr);
}

static void draw(const struct cd_progress *progress, uint64_t done, uint64_t now)
{
    fputs("\r\033[K", stderr);
    if (progress->whole)
        draw_whole(progress, now);
    if (!progress->total) {
        fputs(progress->what, stderr);
        return;
    }
    if (done > progress->total)
        done = progress->total;
    double share = (double)done / (double)progress->total;
    fprintf(stderr, "%s %3.0f %%", progress->what, 100 * share);
    // An estimate from the first moments of a step would only jump about; one line has one time left.
    if (share >= 0.01 && !progress->whole)
        print_time_left((double)(now - progress->begun) * 1e-9 * (1 - share) / share);
}

void cd_progress_advance(struct cd_progress *progress, uint64_t done)
{
    if (!progress || !progress->enabled)
        return;
    uint64_t now = cd_clock_wall();
    if (now - progress->redrawn < REDRAW_NS)
        return;
    progress->redrawn = now;
    progress->drawn = true;
    draw(progress, done, now);
    fflush(stderr);
}

void cd_progress_clear(struct cd_progress *progress)
{
    if (!progress || !progress->drawn)
        return;
    progress->drawn = false;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
