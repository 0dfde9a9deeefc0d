#include "bench/progress.h"

#include "base/memory.h"
#include "bench/clock.h"

#include <stdio.h>
#include <string.h>

#define REDRAW_NS 100000000u

struct cd_progress {
    bool enabled, drawn;
    char what[60];
    uint64_t total, begun, redrawn;
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

static void draw(const struct cd_progress *progress, uint64_t done, uint64_t now)
{
    if (!progress->total) {
        fprintf(stderr, "\r\033[K%s", progress->what);
        return;
    }
    if (done > progress->total)
        done = progress->total;
    double share = (double)done / (double)progress->total;
    fprintf(stderr, "\r\033[K%s %3.0f %%", progress->what, 100 * share);
    // An estimate from the first moments of a step would only jump about.
    if (share < 0.01)
        return;
    double left = (double)(now - progress->begun) * 1e-9 * (1 - share) / share;
    if (left < 90)
        fprintf(stderr, ", %.0f s left", left);
    else if (left < 5400)
        fprintf(stderr, ", %.0f min left", left / 60);
    else
        fprintf(stderr, ", %.1f h left", left / 3600);
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
