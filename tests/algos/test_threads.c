/// The pool of threads makes every call once, whichever thread makes it. Checks also what algorithms answer with it.
#include "algos/driver/instance.h"
#include "algos/regions/region_set.h"
#include "algos/threads.h"
#include "base/clock.h"
#include "base/thread_state.h"
#include "bench/oracle/answering.h"
#include "tests/opened.h"
#include "tests/test.h"

#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define MOST_THREADS 8
#define MOST_ITEMS   1000

// ---- every call once --------------------------------------------------------------------------------------

struct calls {
    atomic_uint done[MOST_ITEMS];
    atomic_bool busy[MOST_THREADS];
    atomic_uint clashes; ///< calls with the number of a thread that was in one
    size_t last;         ///< the item after which no more are wanted
};

static void note_call(void *user, unsigned thread)
{
    atomic_fetch_add(&((struct calls *)user)->done[thread], 1);
}

TEST(a_step_of_any_number_of_threads_makes_every_call_once)
{
    const uint64_t works[] = {CD_WORK_UNKNOWN, CD_ALONE_NS, CD_WORK_LARGE};
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++)
        for (unsigned round = 0; round < 300; round++) {
            struct calls calls = {0};
            cd_run_threads(threads, works[round % 3], note_call, &calls);
            for (unsigned i = 0; i < MOST_THREADS; i++)
                assert_int_equal(atomic_load(&calls.done[i]), i < threads);
        }
}

static bool note_item(void *user, size_t item, unsigned thread)
{
    struct calls *calls = user;
    atomic_fetch_add(&calls->clashes, atomic_exchange(&calls->busy[thread], true));
    atomic_fetch_add(&calls->done[item], 1);
    atomic_store(&calls->busy[thread], false);
    return item == calls->last;
}

TEST(every_item_is_taken_once)
{
    const size_t counts[] = {0, 1, 2, 7, MOST_ITEMS};
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            struct calls calls = {.last = SIZE_MAX};
            cd_run_items(threads, counts[c], note_item, &calls);
            assert_int_equal(atomic_load(&calls.clashes), 0);
            for (size_t i = 0; i < MOST_ITEMS; i++)
                assert_int_equal(atomic_load(&calls.done[i]), i < counts[c]);
        }
}

TEST(one_thread_takes_no_item_after_the_last_that_is_wanted)
{
    struct calls calls = {.last = 4};
    cd_run_items(1, MOST_ITEMS, note_item, &calls);
    for (size_t i = 0; i < MOST_ITEMS; i++)
        assert_int_equal(atomic_load(&calls.done[i]), i <= calls.last);
}

// ---- whose thread it is -----------------------------------------------------------------------------------

struct visit {
    pthread_t caller;
    atomic_uint elsewhere; ///< calls that another thread made
    atomic_uint missing;   ///< calls that have not begun
    atomic_uint astray;    ///< calls of inner steps that another thread than their caller made
    atomic_bool waits;     ///< the caller has made its call
};

static void visit(void *user, unsigned thread)
{
    struct visit *visit = user;
    (void)thread;
    atomic_fetch_add(&visit->elsewhere, !pthread_equal(pthread_self(), visit->caller));
}

static void meet(void *user, unsigned thread)
{
    struct visit *all = user, inner = {.caller = pthread_self()};
    visit(user, thread);
    atomic_fetch_sub(&all->missing, 1);
    while (atomic_load(&all->missing)) // the pool has a thread for each call
        sched_yield();
    cd_run_threads(3, CD_WORK_LARGE, visit, &inner);
    atomic_fetch_add(&all->astray, atomic_load(&inner.elsewhere));
}

TEST(large_work_is_shared_and_a_step_inside_a_step_is_not)
{
    for (unsigned threads = 2; threads <= MOST_THREADS; threads++) {
        struct visit all = {.caller = pthread_self(), .missing = threads};
        assert_int_equal(cd_threads_start(threads, NULL), CD_OK);
        cd_run_threads(threads, CD_WORK_LARGE, meet, &all);
        // Earlier steps may have left the pool a thread for each call, so that the caller need not get one.
        assert_in_range(atomic_load(&all.elsewhere), threads - 1, threads);
        assert_int_equal(atomic_load(&all.astray), 0);
    }
}

static bool visit_slowly(void *user, size_t item, unsigned thread)
{
    (void)item;
    visit(user, thread);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return atomic_load(&((struct visit *)user)->elsewhere) > 0;
}

TEST(items_are_shared_when_they_turn_out_to_take_long)
{
    struct visit all = {.caller = pthread_self()};
    for (int i = 0; i < 1000 && !atomic_load(&all.elsewhere); i++) // not where it did not pay just before
        cd_run_items(2, 50, visit_slowly, &all);
    assert_true(atomic_load(&all.elsewhere) > 0);
}

TEST(little_work_stays_in_the_calling_thread)
{
    struct visit all = {.caller = pthread_self()};
    cd_run_threads(MOST_THREADS, CD_ALONE_NS - 1, visit, &all);
    cd_run_threads(MOST_THREADS, CD_WORK_UNKNOWN, visit, &all);
    assert_int_equal(atomic_load(&all.elsewhere), 0);
}

#ifndef CD_SLOW_BUILD // there, any work is shared
/// Of two calls. Beside other programs the caller's may take long, so the other one ends 20 ms after it. Earlier steps may
/// have left the pool a thread for each call, so that the caller gets none.
static void let_the_caller_wait(void *user, unsigned thread)
{
    struct visit *all = user;
    visit(user, thread);
    if (pthread_equal(pthread_self(), all->caller)) {
        for (uint64_t begin = cd_clock_cpu(); cd_clock_cpu() - begin < 2000000;)
            ;
        atomic_store(&all->waits, true);
        return;
    }
    while (!atomic_load(&all->waits) && atomic_load(&all->elsewhere) < 2)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

static void burn_here(void *user, unsigned thread)
{
    (void)user;
    for (uint64_t begin = cd_clock_wall(); !thread && cd_clock_wall() - begin < 100000000;)
        ;
}

TEST(steps_that_keep_their_caller_waiting_are_not_shared_until_that_is_paid_back)
{
    struct visit first = {.caller = pthread_self()}, then = first, last = first;
    for (int i = 0; i < 1000 && !atomic_load(&first.elsewhere); i++)
        cd_run_threads(2, CD_ALONE_NS, let_the_caller_wait, &first);
    for (int i = 0; i < 100; i++)
        cd_run_threads(2, CD_ALONE_NS, visit, &then);
    assert_int_equal(atomic_load(&then.elsewhere), 0);
    for (int i = 0; i < 1000 && !atomic_load(&last.elsewhere); i++) {
        cd_run_threads(2, CD_WORK_UNKNOWN, burn_here, NULL);
        cd_run_threads(2, CD_ALONE_NS, let_the_caller_wait, &last);
    }
    assert_true(atomic_load(&last.elsewhere) > 0);
}
#endif

static void *call_often(void *user)
{
    for (unsigned i = 0; i < 500; i++)
        cd_run_threads(3, CD_WORK_LARGE, note_call, user);
    return user;
}

TEST(two_threads_may_have_steps_at_a_time)
{
    pthread_t other;
    struct calls calls[2] = {0};
    assert_int_equal(pthread_create(&other, NULL, call_often, &calls[1]), 0);
    call_often(&calls[0]);
    pthread_join(other, NULL);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(atomic_load(&calls[i / 3].done[i % 3]), 500);
}

static void bend(void *user, unsigned thread)
{
    atomic_uint *bent = user;
    (void)thread;
    atomic_fetch_add(bent, fegetround() != FE_TONEAREST);
    fesetround(FE_UPWARD);
}

TEST(a_call_that_changes_how_its_thread_rounds_changes_nothing_for_the_next)
{
    atomic_uint bent = 0;
    for (int i = 0; i < 50; i++)
        cd_run_threads(3, CD_WORK_LARGE, bend, &bent);
    assert_int_equal(atomic_load(&bent), 0);
    assert_int_equal(fegetround(), FE_TONEAREST);
    assert_int_equal(cd_thread_changes(), CD_CHANGED_ROUNDING);
}

// ---- waiting ----------------------------------------------------------------------------------------------

static void burn(void *user, unsigned thread)
{
    uint64_t begin = cd_clock_cpu(), ns = *(uint64_t *)user;
    while (thread && cd_clock_cpu() - begin < ns)
        ;
}

TEST(what_the_pool_burns_is_counted_and_a_thread_that_waits_burns_little)
{
    uint64_t ns = 20000000, begin = cd_clock_cpu();
    cd_run_threads(2, CD_WORK_LARGE, burn, &ns);
    assert_in_range(cd_clock_cpu() - begin, ns, 10 * ns);
    begin = cd_clock_cpu();
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_in_range(cd_clock_cpu() - begin, 0, ns);
}

TEST(threads_that_the_system_does_not_start_are_told_and_steps_do_without)
{
    const unsigned many = MOST_THREADS + 3;
    pthread_attr_t before, vast;
    struct cd_status status;
    struct calls calls = {0};
    assert_int_equal(cd_threads_start(MOST_THREADS, NULL), CD_OK);
    pthread_getattr_default_np(&before);
    pthread_attr_init(&vast);
    assert_int_equal(pthread_attr_setstacksize(&vast, (size_t)1 << 50), 0);
    assert_int_equal(pthread_setattr_default_np(&vast), 0);
    assert_int_equal(cd_threads_start(many, &status), CD_ENVIRONMENT);
    assert_non_null(strstr(status.text, "only 8 of 11 threads start"));
    cd_run_threads(many, CD_WORK_LARGE, note_call, &calls);
    assert_int_equal(pthread_setattr_default_np(&before), 0);
    for (unsigned i = 0; i < many; i++)
        assert_int_equal(atomic_load(&calls.done[i]), 1);
    assert_int_equal(cd_threads_start(many, &status), CD_OK);
}

// ---- algorithms -------------------------------------------------------------------------------------------

/// The answers and counters of an algorithm on all frames of a scene.
struct answered {
    struct cd_answer answer;
    struct cd_counters counters;
};

static struct answered run(const char *algo, const struct cd_scene *scene, enum cd_query query,
                           unsigned threads)
{
    struct answered outcome = {0};
    struct cd_context context = {.threads = threads};
    struct cd_instance *instance;
    struct cd_answering answering;
    const struct cd_frame *frame;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    assert_int_equal(cd_instance_open(algo, scene, query, &context, &instance, NULL), CD_OK);
    cd_instance_reset(instance);
    while ((frame = next(cursor))) {
        assert_int_equal(cd_answering_ask(instance, query, CD_SINK_DIGEST, frame, &answering, NULL), CD_OK);
        outcome.answer.count += answering.answer.count;
        outcome.answer.digest = cd_hash_sum(outcome.answer.digest, answering.answer.digest);
    }
    cd_cursor_close(cursor);
    outcome.counters = cd_answering_counters(instance);
    cd_instance_destroy(instance);
    return outcome;
}

/// Answers and, unless they depend on which thread comes first, counters.
TEST(answers_and_exact_counters_are_equal_in_any_number_of_threads)
{
    static const char *const knots = "torusknot:triangles=500,motion=random:bodies=31:fill=0.3";
    static const char *const large = "torusknot:triangles=40000,motion=tumble:d=0.2";
    static const char *const squares = "regions:n=50000:alpha=1:d=2";
    static const char *const crowd = "regions:n=5000:alpha=30:space=100000:touch=closed:extents=2";
    const struct {
        const char *scene, *algo;
        enum cd_query query;
        bool counts_vary;
    } cells[] = {
        {knots, "saabb:schedule=dynamic", CD_QUERY_CONTACTS, false},
        {knots, "saabb:schedule=steal", CD_QUERY_CONTACTS, false},
        {knots, "saabb:schedule=dynamic", CD_QUERY_BODIES, true},
        {knots, "saabb:schedule=steal", CD_QUERY_BODIES, true},
        {knots, "pcda", CD_QUERY_CONTACTS, false},
        {knots, "pcda", CD_QUERY_BODIES, true},
        {"box,motion=random:bodies=3", "rapid:schedule=dynamic", CD_QUERY_PAIRS, false},
        // trees so large that threads build them together
        {large, "obb8:schedule=dynamic", CD_QUERY_CONTACTS, false},
        {large, "saabb:schedule=dynamic", CD_QUERY_PAIRS, false},
        {large, "sphere:leaf=3:schedule=dynamic", CD_QUERY_CONTACTS, false},
        {large, "aabb:schedule=dynamic", CD_QUERY_PAIRS, false},
        {large, "sphere_obb:schedule=dynamic", CD_QUERY_PAIRS, false},
        {squares, "region_sort", CD_QUERY_PAIRS, false},
        {squares, "hps_join", CD_QUERY_PAIRS, false},
        {crowd, "region_brute", CD_QUERY_BODIES, false},
        {crowd, "region_grid", CD_QUERY_BODIES, false},
        {crowd, "region_itree", CD_QUERY_BODIES, false},
        {crowd, "region_sort", CD_QUERY_BODIES, false},
        {crowd, "region_sweep", CD_QUERY_BODIES, false},
        {crowd, "hps", CD_QUERY_BODIES, false},
        {crowd, "hps_join", CD_QUERY_BODIES, false},
        {crowd, "hps_join", CD_QUERY_PAIRS, false},
        {"regions:n=5000:alpha=3:sizes=huge:d=3:space=10000", "hps_join", CD_QUERY_PAIRS, false},
        {"regions:n=5000:alpha=100:touch=closed:d=1:space=100000", "hps_join", CD_QUERY_PAIRS, false},
        {"regions:n=4000:alpha=200:d=4:extents=2:space=1000", "hps_join", CD_QUERY_PAIRS, false},
        {"regions:n=4000:alpha=50:publish=0.02:space=100000", "hps_join", CD_QUERY_PAIRS, false},
    };
    const unsigned threads[] = {2, 3, 7, CD_REGION_READERS + 2};
    const struct cd_scene_options options = {.frames = 3};
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        struct cd_scene *scene;
        assert_int_equal(cd_scene_load(cells[c].scene, &options, &scene, NULL), CD_OK);
        struct answered one = run(cells[c].algo, scene, cells[c].query, 1);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            test_row("%s on %s, %u threads", cells[c].algo, cells[c].scene, threads[t]);
            struct answered several = run(cells[c].algo, scene, cells[c].query, threads[t]);
            assert_memory_equal(&several.answer, &one.answer, sizeof one.answer);
            if (!cells[c].counts_vary)
                assert_memory_equal(&several.counters, &one.counters, sizeof one.counters);
        }
        cd_scene_destroy(scene);
    }
}
