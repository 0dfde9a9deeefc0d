#include "base/activity.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

// ---- copies -----------------------------------------------------------------------------------------------

/// The descriptors of a pipe, that of the reading end in the upper half; NO_PIPE has -1 twice.
#define NO_PIPE INT64_C(-1)

static int reading_end(int64_t pipe)
{
    return (int)(pipe >> 32);
}

static int writing_end(int64_t pipe)
{
    return (int)pipe;
}

/// Forks of the current activity. Copies hold the writing end of a pipe until they run another program, end, or come back.
static struct {
    _Atomic int64_t pipe; ///< as one value, since threads of a plug-in may fork at once
    bool is_copy;
    void (*end)(void);
    pid_t original;
} copies = {.pipe = NO_PIPE};

static _Thread_local bool copying; ///< the thread forks within an activity

static void prepare_copy(void)
{
    int made[2];
    int64_t expected = NO_PIPE;
    copying = atomic_load(&activity->who);
    if (!copying || atomic_load(&copies.pipe) != NO_PIPE || pipe2(made, O_CLOEXEC))
        return; // without a pipe the original learns nothing
    if (!atomic_compare_exchange_strong(&copies.pipe, &expected, (int64_t)made[0] << 32 | made[1])) {
        close(made[0]); // another thread was first
        close(made[1]);
    }
}

static void become_copy(void)
{
    if (!copying)
        return;
    copies.is_copy = true;
    own = (struct activity){.who = "a copy"};
    activity = &own; // the shared memory is not there
}

/// A copy that a thread of a plug-in makes ends with this thread, and must not write what is in the buffers of files.
static void leave_buffers(int status, void *unused)
{
    (void)unused;
    if (getpid() != copies.original)
        _exit(status);
}

bool cd_activity_watch_copies(void (*end)(void))
{
    bool watched =
        copies.end || (!pthread_atfork(prepare_copy, NULL, become_copy) && !on_exit(leave_buffers, NULL));
    copies.end = end;
    copies.original = getpid();
    return watched;
}

void cd_activity_leave_copy(void)
{
    int64_t pipe = atomic_load(&copies.pipe);
    if (!copies.is_copy)
        return;
    if (pipe != NO_PIPE)
        (void)!write(writing_end(pipe), "", 1);
    _exit(0);
}

/// How long copies may take to come back.
#ifdef CD_SLOW_BUILD
enum { COPY_SECONDS = 30 };
#else
enum { COPY_SECONDS = 2 };
#endif

/// Waits until no copy can come back any more.
static void settle_copies(void)
{
    int64_t pipe = atomic_exchange(&copies.pipe, NO_PIPE);
    struct pollfd word = {.fd = reading_end(pipe), .events = POLLIN};
    sigset_t all; // those that a plug-in handles do not end the wait
    sigfillset(&all);
    close(writing_end(pipe));
    ppoll(&word, 1, &(struct timespec){.tv_sec = COPY_SECONDS}, &all);
    close(reading_end(pipe));
    if (word.revents & POLLIN)
        copies.end();
}

void cd_activity_end(void)
{
    cd_activity_leave_copy();
    if (atomic_load_explicit(&copies.pipe, memory_order_relaxed) != NO_PIPE)
        settle_copies();
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
