#include "algos/threads.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/neighbours.h"
#include "base/thread_state.h"

#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// What is left of a step must take so many times as long as waking a thread, or it is not shared.
#define WORTH 20

/// At most so many calls are made between two looks at the clock.
#define LOOK_CALLS 64

/// Beside other programs a thread may wait for others longer than they help it. Then no step is shared until steps have
/// taken PAYBACK times what was lost. What was saved before counts against a loss, but no more than so many wakes.
#define PAYBACK     32
#define SAVED_WAKES 100

/// Waking is measured so many times, each time after a pause of so many wakes, so that the thread sleeps. In slow builds
/// it costs nothing.
#ifdef CD_SLOW_BUILD
#define WAKES 0
#else
#define WAKES 7
#endif
#define PAUSE_WAKES 8

/// What waking costs until it has been measured.
#define UNKNOWN_NS ((uint64_t)1 << 62)

struct step {
    bool (*run)(void *user, unsigned part, size_t call);
    void *user;
    unsigned parts, next;      ///< and the first that has not begun
    size_t calls;              ///< in all parts, about
    bool always, shared;       ///< it is shared whatever it costs, it was shared
    size_t done, next_look;    ///< calls of the calling thread alone; so many, when it looks at the clock
    uint64_t begin, waking_ns; ///< when it began, and how long it took to share it
};

static struct {
    pthread_mutex_t starting;
    unsigned processors;
    bool measures; ///< or has measured what waking costs
    atomic_bool refused;
    atomic_uint workers;
    _Atomic uint64_t wake_ns; ///< what it takes to wake a thread; at first no step is worth it
    atomic_bool taken, spins;
    const struct step *step;    ///< the shared one; for those who have taken a part of it
    atomic_uint left;           ///< its parts that nobody has taken
    atomic_uint unfinished;     ///< its parts that are not done
    atomic_uint going;          ///< 1 until all are
    _Atomic uint64_t helped_ns; ///< processor time that workers gave it
    _Atomic int64_t balance_ns; ///< what sharing has saved less what it has cost; below 0, no step is shared
} pool = {.starting = PTHREAD_MUTEX_INITIALIZER, .wake_ns = UNKNOWN_NS};

static void wait_while(atomic_uint *word, unsigned value, uint64_t worked_ns)
{
    uint64_t most = worked_ns / 16, wake_ns = atomic_load(&pool.wake_ns), begin = cd_clock_wall();
    most = most < wake_ns ? most : wake_ns;
    bool spins = atomic_load(&pool.spins);
    while (atomic_load(word) == value)
        if (!spins || cd_clock_wall() - begin >= most)
            syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(atomic_uint *word, unsigned threads)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

static uint64_t own_cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Takes parts of the shared step and does them until none is left.
static void do_parts(bool helps)
{
    unsigned left = atomic_load(&pool.left);
    while (left) {
        if (!atomic_compare_exchange_weak(&pool.left, &left, left - 1))
            continue;
        const struct step *step = pool.step;
        uint64_t begin = helps ? own_cpu() : 0;
        for (size_t call = 0; !step->run(step->user, step->parts - left, call);)
            call++;
        cd_thread_check();
        if (helps) {
            cd_activity_leave_copy();
            atomic_fetch_add(&pool.helped_ns, own_cpu() - begin);
        }
        if (atomic_fetch_sub(&pool.unfinished, 1) == 1) {
            atomic_store(&pool.going, 0);
            wake(&pool.going, 1);
        }
        left = atomic_load(&pool.left);
    }
}

static void *serve(void *unused)
{
    cd_thread_restore();
    for (uint64_t begin, worked_ns = 0;; worked_ns = cd_clock_wall() - begin) {
        wait_while(&pool.left, 0, worked_ns);
        begin = cd_clock_wall();
        do_parts(true);
    }
    return unused;
}

unsigned cd_usable_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set))
        return 1;
    double count = fmin(CPU_COUNT(&set), ceil(cd_quota_read("").processors));
    return count > 1 ? (unsigned)count : 1;
}

/// A process made by fork has none of the threads.
static void forget_threads(void)
{
    memset(&pool, 0, sizeof pool);
    pool.starting = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pool.wake_ns = UNKNOWN_NS;
}

/// Offers the parts that have not begun to the pool, which has no other step.
static void offer(const struct step *step, unsigned helpers)
{
    unsigned parts = step->parts - step->next;
    pool.step = step;
    atomic_store(&pool.spins, helpers < pool.processors);
    atomic_store(&pool.helped_ns, 0);
    atomic_store(&pool.unfinished, parts);
    atomic_store(&pool.going, 1);
    atomic_store(&pool.left, parts);
    wake(&pool.left, helpers);
}

static bool note_time(void *user, unsigned part, size_t call)
{
    *(uint64_t *)user = cd_clock_wall();
    return (void)part, (void)call, true;
}

/// The least time until both the thread that wakes another and the one that is woken go on: what other programs add is
/// paid back when it happens.
static uint64_t measure_wake(void)
{
    uint64_t begun = 0, least = 0;
    const struct step step = {.run = note_time, .user = &begun, .parts = 1};
    while (atomic_exchange(&pool.taken, true))
        sched_yield();
    for (int i = 0; i < WAKES; i++) {
        uint64_t begin = cd_clock_wall(), end;
        while (cd_clock_wall() - begin < PAUSE_WAKES * least)
            ;
        begin = cd_clock_wall();
        offer(&step, 1);
        end = cd_clock_wall();
        while (atomic_load(&pool.going))
            sched_yield();
        end = begun > end ? begun : end;
        least = i && least < end - begin ? least : end - begin;
    }
    atomic_store(&pool.taken, false);
    return least;
}

enum cd_code cd_threads_start(unsigned threads, struct cd_status *status)
{
    int error = 0;
    pthread_mutex_lock(&pool.starting);
    if (!pool.processors) { // written once, as other threads may be reading it
        pool.processors = cd_usable_processors();
        error = pthread_atfork(NULL, NULL, forget_threads);
    }
    while (!error && pool.workers + 1 < threads) {
        pthread_t worker;
        error = pthread_create(&worker, NULL, serve, NULL);
        if (!error)
            pthread_detach(worker);
        pool.workers += !error;
    }
    bool measures = pool.workers && !pool.measures;
    pool.measures |= measures;
    pool.refused |= error != 0;
    unsigned running = pool.workers + 1;
    pthread_mutex_unlock(&pool.starting);
    if (measures)
        atomic_store(&pool.wake_ns, measure_wake());
    return error ? cd_fail(status, CD_ENVIRONMENT, "only %u of %u threads start (%s); use --threads %u",
                           running, threads, strerror(error), running)
                 : CD_OK;
}

void cd_threads_set_wake(uint64_t ns)
{
    pthread_mutex_lock(&pool.starting);
    pool.wake_ns = ns;
    pool.measures = true;
    pool.balance_ns = 0;
    pthread_mutex_unlock(&pool.starting);
}

/// Wakes others for the parts that have not begun, unless the pool has another step. They are no more than there are
/// processors, but for a step that is shared whatever it costs.
static void share(struct step *step)
{
    unsigned threads = step->always || step->parts < pool.processors ? step->parts : pool.processors;
    if (threads < 2 || step->next == step->parts || atomic_exchange(&pool.taken, true))
        return;
    uint64_t begin = cd_clock_wall();
    step->shared = true;
    offer(step, threads - 1); // the calling thread does parts, too
    step->waking_ns = cd_clock_wall() - begin;
}

/// Shares a step if what is left of it is worth waking others. Otherwise notes when to look again: when another wake's time
/// will have passed, but soon, since later calls may take much longer.
static void look(struct step *step)
{
    double ns = (double)(cd_clock_wall() - step->begin), wake_ns = (double)atomic_load(&pool.wake_ns),
           done = (double)step->done, each = ns / done;
    bool pays = ns >= wake_ns && each * ((double)step->calls - done) >= WORTH * wake_ns;
    step->next_look =
        pays ? SIZE_MAX : step->done + 1 + (size_t)fmin(wake_ns / each, fmin(8 * done, LOOK_CALLS));
    if (pays)
        share(step);
}

/// Does a step, which is shared from its beginning if it is `large`. Returns whether it was shared. Sharing was worth it if
/// waking others and waiting for them took less than they have worked.
static bool run_step(struct step *step, bool large)
{
    bool may_pay = step->parts > 1 && step->calls > 1, in_debt = false;
    if (may_pay) {
        if (atomic_load(&pool.workers) + 1 < step->parts && !atomic_load(&pool.refused))
            cd_threads_start(step->parts, NULL); // fewer threads do as well
        step->begin = cd_clock_wall();
        step->always = step->calls == CD_CALLS_MANY || !atomic_load(&pool.wake_ns);
        in_debt = !step->always && atomic_load(&pool.balance_ns) < 0;
    }
    step->next_look = may_pay && !in_debt ? 1 : SIZE_MAX;
    if (step->always || (large && step->next_look == 1))
        share(step);
    while (!step->shared && step->next < step->parts) {
        unsigned part = step->next++;
        for (size_t call = 0; !step->run(step->user, part, call); call++)
            if (++step->done >= step->next_look)
                look(step);
    }
    if (in_debt)
        atomic_fetch_add(&pool.balance_ns, (int64_t)(cd_clock_wall() - step->begin) / PAYBACK);
    if (!step->shared)
        return false;
    do_parts(false);
    uint64_t end = cd_clock_wall();
    wait_while(&pool.going, 1, end - step->begin);
    double cost = (double)(cd_clock_wall() - end + step->waking_ns),
           balance = (double)atomic_load(&pool.balance_ns) + (double)atomic_load(&pool.helped_ns) - cost,
           most = SAVED_WAKES * (double)atomic_load(&pool.wake_ns);
    if (!step->always)
        atomic_store(&pool.balance_ns, (int64_t)fmin(balance, most));
    atomic_store(&pool.taken, false);
    return true;
}

bool cd_run_parts(unsigned parts, size_t calls, bool (*run)(void *user, unsigned part, size_t call),
                  void *user)
{
    return run_step(&(struct step){.run = run, .user = user, .parts = parts, .calls = calls}, false);
}

struct items {
    struct step step;
    bool (*run)(void *user, size_t item, unsigned thread);
    void *user;
    _Atomic size_t next;
};

/// Takes the next item or, as long as the calling thread is alone, all up to the next look at the clock.
static bool take_items(void *user, unsigned thread, size_t call)
{
    struct items *items = user;
    struct step *step = &items->step;
    bool alone = !step->shared, over = false;
    size_t many = alone ? step->next_look - step->done : 1,
           item = alone ? atomic_load_explicit(&items->next, memory_order_relaxed)
                        : atomic_fetch_add_explicit(&items->next, 1, memory_order_relaxed),
           left = item < step->calls ? step->calls - item : 0, end = item + (many < left ? many : left);
    while (item < end && !over)
        over = items->run(items->user, item++, thread);
    if (over || alone)
        atomic_store_explicit(&items->next, over ? step->calls : item, memory_order_relaxed);
    if (alone)
        step->done += many - 1; // run_step counts one
    return (void)call, over || item >= step->calls;
}

bool cd_run_large_items(bool large, unsigned threads, size_t count,
                        bool (*run)(void *user, size_t item, unsigned thread), void *user)
{
    struct items items = {
        {.run = take_items, .user = &items, .parts = threads, .calls = count}, run, user, 0};
    return run_step(&items.step, large);
}

struct ranges {
    unsigned parts;
    uint32_t count;
    void (*run)(void *user, unsigned part, uint32_t first, uint32_t end);
    void *user;
};

static bool run_range(void *user, unsigned part, size_t call)
{
    const struct ranges *ranges = user;
    uint32_t first = cd_part_begin(0, ranges->count, part, ranges->parts) + CD_RANGE_MAX * (uint32_t)call,
             end = cd_part_begin(0, ranges->count, part + 1, ranges->parts);
    bool last = end - first <= CD_RANGE_MAX;
    ranges->run(ranges->user, part, first, last ? end : first + CD_RANGE_MAX);
    return last;
}

bool cd_run_ranges(unsigned parts, uint32_t count,
                   void (*run)(void *user, unsigned part, uint32_t first, uint32_t end), void *user)
{
    struct ranges ranges = {parts, count, run, user};
    if (parts > 1 && count > CD_RANGE_MAX)
        return cd_run_parts(parts, count / CD_RANGE_MAX + 1, run_range, &ranges);
    run(user, 0, 0, count);
    return false;
}
