#include "base/progress.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/thread_state.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#define REDRAW_NS 100000000u

/// The thread redraws the line if nothing was drawn for this time. After twice this time without an advance, the line
/// also shows how long that is.
#define LONG_NS 1000000000u

struct cd_progress {
    bool enabled, drawn, ends, active; ///< active: from a step's beginning until the line is cleared
    pthread_t thread;
    pthread_mutex_t lock; ///< held while anything below is read or written, and while drawing
    pthread_cond_t end;
    char name[60], what[60];
    uint64_t total, done, begun, moved, redrawn;
    char part[60];
    uint64_t whole, whole_done;        ///< in units; `whole` is 0 if there are none
    uint64_t whole_begun, whole_moved; ///< `whole_moved`: when units were last done
    double expected;                   ///< seconds of the step; 0 if unknown
    int columns; ///< of the terminal; set by callers, since the thread must not read while setenv may write
    char line[400];
    size_t used;
};

/// Appends to the line.
static __attribute__((format(printf, 2, 3))) void say(struct cd_progress *progress, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(progress->line + progress->used, sizeof progress->line - progress->used, format, arguments);
    va_end(arguments);
    progress->used += (size_t)length;
    if (progress->used >= sizeof progress->line)
        progress->used = sizeof progress->line - 1;
}

static void draw(struct cd_progress *progress, uint64_t now);

static void draw_at(struct cd_progress *progress, uint64_t now)
{
    if (cd_interrupt_is_ending()) // the last line of the program stays
        return;
    progress->redrawn = now;
    progress->drawn = true;
    draw(progress, now);
    fflush(stderr);
}

/// Redraws the line whenever no other thread has drawn it for a while.
static void *keep_drawing(void *user)
{
    struct cd_progress *progress = user;
    cd_thread_restore();
    pthread_mutex_lock(&progress->lock);
    while (!progress->ends) {
        struct timespec when;
        clock_gettime(CLOCK_REALTIME, &when);
        when.tv_sec++;
        pthread_cond_timedwait(&progress->end, &progress->lock, &when);
        uint64_t now = cd_clock_wall();
        if (progress->active && !progress->ends && now - progress->redrawn >= LONG_NS)
            draw_at(progress, now);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

struct cd_progress *cd_progress_create(bool enabled)
{
    struct cd_progress *progress = cd_allocate(1, sizeof *progress);
    sigset_t all, old;
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->end, NULL);
    progress->columns = cd_terminal_columns(stderr);
    if (!enabled)
        return progress;
    // The other threads handle signals. Without the thread, nothing is drawn.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    progress->enabled = !pthread_create(&progress->thread, NULL, keep_drawing, progress);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return progress;
}

void cd_progress_destroy(struct cd_progress *progress)
{
    cd_progress_clear(progress);
    if (progress->enabled) {
        pthread_mutex_lock(&progress->lock);
        progress->ends = true;
        pthread_cond_signal(&progress->end);
        pthread_mutex_unlock(&progress->lock);
        pthread_join(progress->thread, NULL);
    }
    pthread_cond_destroy(&progress->end);
    pthread_mutex_destroy(&progress->lock);
    cd_free(progress);
}

/// Returns true if there is a line. The line then belongs to the caller until the caller unlocks it.
static bool lock(struct cd_progress *progress)
{
    return progress && progress->enabled && !pthread_mutex_lock(&progress->lock);
}

static void unlock(struct cd_progress *progress)
{
    pthread_mutex_unlock(&progress->lock);
}

void cd_progress_step(struct cd_progress *progress, const char *what, uint64_t total)
{
    if (!lock(progress))
        return;
    snprintf(progress->what, sizeof progress->what, "%s", what);
    progress->total = total;
    progress->done = 0;
    progress->expected = 0;
    progress->active = true;
    progress->columns = cd_terminal_columns(stderr);
    progress->begun = progress->moved = progress->redrawn = cd_clock_wall();
    unlock(progress);
}

void cd_progress_expect(struct cd_progress *progress, double seconds)
{
    if (!lock(progress))
        return;
    progress->expected = seconds;
    unlock(progress);
}

void cd_progress_name(struct cd_progress *progress, const char *name)
{
    if (!lock(progress))
        return;
    snprintf(progress->name, sizeof progress->name, "%s", name);
    unlock(progress);
}

void cd_progress_whole(struct cd_progress *progress, uint64_t units)
{
    if (!lock(progress))
        return;
    progress->whole = units;
    progress->whole_done = 0;
    progress->whole_begun = progress->whole_moved = cd_clock_wall();
    unlock(progress);
}

void cd_progress_part(struct cd_progress *progress, const char *what)
{
    if (!lock(progress))
        return;
    snprintf(progress->part, sizeof progress->part, "%s", what);
    unlock(progress);
}

void cd_progress_part_done(struct cd_progress *progress, uint64_t units, bool skipped)
{
    if (!lock(progress))
        return;
    if (skipped) {
        progress->whole -= units < progress->whole ? units : progress->whole;
    } else {
        progress->whole_done += units;
        progress->whole_moved = cd_clock_wall();
    }
    unlock(progress);
}

static void say_time_left(struct cd_progress *progress, double seconds)
{
    if (seconds < 90)
        say(progress, ", %.0f s left", seconds);
    else if (seconds < 5400)
        say(progress, ", %.0f min left", seconds / 60);
    else
        say(progress, ", %.1f h left", seconds / 3600);
}

static void say_whole(struct cd_progress *progress, uint64_t now)
{
    uint64_t done = progress->whole_done, whole = progress->whole;
    say(progress, "%s: %llu of %llu", progress->part, (unsigned long long)done, (unsigned long long)whole);
    // The estimate comes from the finished units, less the time since the last one, and is at most the allowed time. If
    // a unit takes longer than the estimate for all remaining units, the estimate is worthless and is left out.
    double left = INFINITY, allowed = progress->expected - (double)(now - progress->begun) * 1e-9;
    if (done && done <= whole)
        left =
            ((double)(progress->whole_moved - progress->whole_begun) * (double)(whole - done) / (double)done -
             (double)(now - progress->whole_moved)) *
            1e-9;
    if (allowed > 0)
        left = fmin(left, allowed);
    if (left > 0 && isfinite(left))
        say_time_left(progress, left);
    say(progress, "; ");
}

static void draw(struct cd_progress *progress, uint64_t now)
{
    uint64_t done = progress->done;
    progress->used = 0;
    if (progress->whole)
        say_whole(progress, now);
    say(progress, "%s%s%s", progress->name, *progress->name ? ": " : "", progress->what);
    double share = 0;
    if (progress->total) {
        share = done < progress->total ? (double)done / (double)progress->total : 1;
        say(progress, " %3.0f %%", 100 * share);
    }
    // An estimate from the first moments of a step would only jump about. One line shows one time left. The time since
    // the last advance is no longer ahead, so it is subtracted.
    double left = progress->expected - (double)(now - progress->begun) * 1e-9;
    if (share >= 0.01)
        left = ((double)(progress->moved - progress->begun) * (1 - share) / share -
                (double)(now - progress->moved)) *
               1e-9;
    if (!progress->whole && left > 0)
        say_time_left(progress, left);
    if (now - progress->moved >= 2 * (uint64_t)LONG_NS)
        say(progress, ", at this for %.0f s", (double)(now - progress->moved) * 1e-9);
    // The line is cut to the terminal's width: a line that wraps could not be erased.
    size_t bytes = 0, columns = (size_t)progress->columns - 1;
    while (columns-- && bytes < progress->used)
        bytes += cd_character_bytes(progress->line + bytes) ? cd_character_bytes(progress->line + bytes) : 1;
    fprintf(stderr, "\r\033[K%.*s", (int)bytes, progress->line);
}

void cd_progress_advance(struct cd_progress *progress, uint64_t done)
{
    if (!lock(progress))
        return;
    uint64_t now = cd_clock_wall();
    progress->active = true;
    if (done > progress->done) {
        progress->done = done;
        progress->moved = now;
    }
    if (now - progress->redrawn >= REDRAW_NS) {
        progress->columns = cd_terminal_columns(stderr);
        draw_at(progress, now);
    }
    unlock(progress);
}

void cd_progress_clear(struct cd_progress *progress)
{
    if (!lock(progress))
        return;
    if (progress->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress->drawn = progress->active = false;
    unlock(progress);
}
