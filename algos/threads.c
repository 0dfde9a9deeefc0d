#include "algos/threads.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/quota.h"
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

/// At most this many items are done between two looks at the clock.
#define LOOK_ITEMS 16

/// Beside other programs a thread may wait for others longer than they help it. Then no step is shared until steps have
/// taken PAYBACK times what was lost. What was saved before counts against a loss, up to MOST_SAVED_NS.
#define PAYBACK       32
#define MOST_SAVED_NS 2000000

struct step {
    void (*run)(void *user, unsigned thread);
    void *user;
    unsigned threads, next; ///< calls, and the first that has not been made
    bool shared, large;
    uint64_t begin;     ///< when it began, or was shared
    uint64_t cpu_begin; ///< processor time of the calling thread when it was shared
    size_t look;        ///< items that are done when the clock is read next
};

static struct {
    pthread_mutex_t starting;
    unsigned workers, processors;
    atomic_bool taken, spins;
    const struct step *step;    ///< the shared one; for those who have taken a call of it
    atomic_uint left;           ///< its calls that nobody has taken
    atomic_uint unfinished;     ///< its calls that have not returned
    atomic_uint going;          ///< 1 until all have
    _Atomic uint64_t helped_ns; ///< processor time that workers gave it
    _Atomic int64_t balance_ns; ///< what sharing has saved less what it has cost; below 0, no step is shared
} pool = {.starting = PTHREAD_MUTEX_INITIALIZER};

/// The step that this thread began and has done alone so far.
static _Thread_local struct step *alone;

static void wait_while(atomic_uint *word, unsigned value, uint64_t worked_ns)
{
    uint64_t most = worked_ns / 16 < CD_SPIN_NS ? worked_ns / 16 : CD_SPIN_NS, begin = cd_clock_wall();
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

/// Takes calls of the shared step and makes them until none is left.
static void make_calls(bool helps)
{
    unsigned left = atomic_load(&pool.left);
    while (left) {
        if (!atomic_compare_exchange_weak(&pool.left, &left, left - 1))
            continue;
        const struct step *step = pool.step;
        uint64_t begin = helps ? own_cpu() : 0;
        step->run(step->user, step->threads - left);
        cd_thread_check();
        if (helps)
            cd_activity_leave_copy();
        if (helps)
            atomic_fetch_add(&pool.helped_ns, own_cpu() - begin);
        if (atomic_fetch_sub(&pool.unfinished, 1) == 1) {
            atomic_store(&pool.going, 0);
            wake(&pool.going, 1);
        }
        left = atomic_load(&pool.left);
    }
}

static void *serve(void *unused)
{
    cd_activity_join();
    cd_thread_restore();
    for (uint64_t begin, worked_ns = 0;; worked_ns = cd_clock_wall() - begin) {
        wait_while(&pool.left, 0, worked_ns);
        begin = cd_clock_wall();
        make_calls(true);
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
    alone = NULL;
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
    unsigned running = pool.workers + 1;
    pthread_mutex_unlock(&pool.starting);
    return error ? cd_fail(status, CD_ENVIRONMENT, "only %u of %u threads start (%s); use --threads %u",
                           running, threads, strerror(error), running)
                 : CD_OK;
}

/// Offers the calls that are still to be made to the pool, unless it has another step.
static void share(struct step *step)
{
    unsigned calls = step->threads - step->next;
    alone = NULL;
    if (!calls || atomic_exchange(&pool.taken, true))
        return;
    cd_threads_start(step->threads, NULL); // does nothing where threads run; fewer threads do as well
    step->shared = true;
    step->begin = cd_clock_wall();
    step->cpu_begin = own_cpu();
    pool.step = step;
    atomic_store(&pool.spins, step->threads <= pool.processors);
    atomic_store(&pool.helped_ns, 0);
    atomic_store(&pool.unfinished, calls);
    atomic_store(&pool.going, 1);
    atomic_store(&pool.left, calls);
    wake(&pool.left, calls < step->threads ? calls : calls - 1); // the calling thread takes one, too
}

/// Makes the calls that are left and waits for those of others. Sharing was worth it if that took less than the work of
/// the others would have taken here, at the pace of this thread beside other programs.
static void finish(const struct step *step)
{
    make_calls(false);
    uint64_t end = cd_clock_wall();
    double pace = (double)(end - step->begin) / (double)(own_cpu() - step->cpu_begin + 1);
    wait_while(&pool.going, 1, end - step->begin);
    double saved = pace * (double)atomic_load(&pool.helped_ns) - (double)(cd_clock_wall() - end);
    double balance = (double)atomic_load(&pool.balance_ns) + saved;
    if (!step->large)
        atomic_store(&pool.balance_ns, (int64_t)fmin(balance, MOST_SAVED_NS));
    atomic_store(&pool.taken, false);
}

static bool may_share(void)
{
    return CD_ALONE_NS == 1 || atomic_load(&pool.balance_ns) >= 0;
}

void cd_run_threads(unsigned threads, uint64_t work_ns, void (*run)(void *user, unsigned thread), void *user)
{
    struct step step = {.run = run, .user = user, .threads = threads, .large = work_ns == CD_WORK_LARGE},
                *outer = alone;
    if (threads > 1)
        step.begin = cd_clock_wall();
    alone = threads > 1 ? &step : NULL;
    if (threads > 1 && work_ns >= CD_ALONE_NS && (may_share() || step.large))
        share(&step);
    while (!step.shared && step.next < threads)
        run(user, step.next++);
    if (step.shared)
        finish(&step);
    else if (threads > 1 && !may_share())
        atomic_fetch_add(&pool.balance_ns, (int64_t)(cd_clock_wall() - step.begin) / PAYBACK);
    alone = outer;
}

void cd_threads_progress(size_t done, size_t count)
{
    struct step *step = alone;
    if (!step || done < step->look || done >= count)
        return;
    uint64_t ns = cd_clock_wall() - step->begin;
    step->look = done + (done < LOOK_ITEMS ? done : LOOK_ITEMS);
    if (ns >= CD_LOOK_NS && (double)ns * (double)count / (double)done >= CD_ALONE_NS && may_share())
        share(step);
}

struct items {
    size_t count;
    bool (*run)(void *user, size_t item, unsigned thread);
    void *user;
    _Atomic size_t next;
};

static void take_items(void *user, unsigned thread)
{
    struct items *items = user;
    size_t item;
    while ((item = atomic_fetch_add_explicit(&items->next, 1, memory_order_relaxed)) < items->count) {
        if (items->run(items->user, item, thread))
            atomic_store_explicit(&items->next, items->count, memory_order_relaxed);
        else
            cd_threads_progress(item + 1, items->count);
    }
}

void cd_run_items(unsigned threads, size_t count, bool (*run)(void *user, size_t item, unsigned thread),
                  void *user)
{
    cd_run_work(threads, CD_WORK_UNKNOWN, count, run, user);
}

void cd_run_work(unsigned threads, uint64_t work_ns, size_t count,
                 bool (*run)(void *user, size_t item, unsigned thread), void *user)
{
    struct items items = {.count = count, .run = run, .user = user};
    cd_run_threads(threads, work_ns, take_items, &items);
}
