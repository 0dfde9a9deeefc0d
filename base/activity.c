#include "base/activity.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct cd_activity own, *activity = &own;

static _Thread_local bool copying; ///< the thread forks within an activity
static bool is_copy;

static void prepare_copy(void)
{
    copying = activity->who;
}

static void become_copy(void) // the shared memory is not there
{
    is_copy = copying;
    if (copying)
        activity = &own;
}

__attribute__((constructor)) static void watch_copies(void)
{
    pthread_atfork(prepare_copy, NULL, become_copy);
}

void cd_activity_share(struct cd_activity *place)
{
    activity = place;
}

void cd_activity_begin(const char *who, const char *scene, uint64_t frame)
{
    atomic_store_explicit(&activity->scene, scene, memory_order_relaxed);
    atomic_store_explicit(&activity->not_frame, ~frame, memory_order_relaxed);
    atomic_store_explicit(&activity->who, who, memory_order_release);
}

void cd_activity_end(void)
{
    cd_activity_leave_copy();
    atomic_store_explicit(&activity->who, NULL, memory_order_release);
    uint64_t ended = atomic_load_explicit(&activity->ended, memory_order_relaxed);
    atomic_store_explicit(&activity->ended, ended + 1, memory_order_relaxed); // one thread writes
}

void cd_activity_leave_copy(void)
{
    if (is_copy)
        _exit(0);
}

bool cd_activity_text(char *text, size_t bytes)
{
    const char *who = atomic_load_explicit(&activity->who, memory_order_acquire), *scene = activity->scene;
    uint64_t frame = ~activity->not_frame;
    char number[40] = "";
    if (frame != CD_NO_FRAME)
        snprintf(number, sizeof number, " in frame %" PRIu64, frame);
    snprintf(text, bytes, "%s%s%s%s", who ? who : "", who && scene ? " on " : "", who && scene ? scene : "",
             who ? number : "");
    return who;
}
