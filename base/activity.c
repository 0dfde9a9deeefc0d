#include "base/activity.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

struct activity {
    const char *_Atomic who, *_Atomic scene; ///< `who` is NULL while no algorithm's code runs
    _Atomic uint64_t not_frame, ended;       ///< the complement of the frame: 0 for CD_NO_FRAME
};

_Static_assert(sizeof(struct activity) <= CD_ACTIVITY_BYTES, "there is room for it");

static struct activity own, *activity = &own;

static _Thread_local bool joined;

static void set_who(const char *who)
{
    atomic_store_explicit(&activity->who, who, memory_order_release);
}

void cd_activity_share(void *place)
{
    activity = place;
}

uint64_t cd_activity_frame(const void *place)
{
    return ~((const struct activity *)place)->not_frame;
}

uint64_t cd_activity_ended(const void *place)
{
    return ((const struct activity *)place)->ended;
}

void cd_activity_begin(const char *who, const char *scene, uint64_t frame)
{
    atomic_store_explicit(&activity->scene, scene, memory_order_relaxed);
    atomic_store_explicit(&activity->not_frame, ~frame, memory_order_relaxed);
    set_who(who);
}

void cd_activity_end(void)
{
    set_who(NULL);
    uint64_t ended = atomic_load_explicit(&activity->ended, memory_order_relaxed);
    atomic_store_explicit(&activity->ended, ended + 1, memory_order_relaxed); // one thread writes
}

void cd_activity_join(void)
{
    joined = true;
}

bool cd_activity_is_here(void)
{
    return joined && atomic_load_explicit(&activity->who, memory_order_acquire);
}

bool cd_activity_tell(void (*say)(const char *text))
{
    const char *who = atomic_load_explicit(&activity->who, memory_order_acquire);
    const char *scene = atomic_load_explicit(&activity->scene, memory_order_relaxed);
    uint64_t frame = ~atomic_load_explicit(&activity->not_frame, memory_order_relaxed);
    char number[40];
    if (!who)
        return false;
    say(who);
    say(scene ? " on " : "");
    say(scene ? scene : "");
    snprintf(number, sizeof number, " in frame %" PRIu64, frame);
    say(frame == CD_NO_FRAME ? "" : number);
    return true;
}
