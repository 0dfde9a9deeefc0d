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

static bool note_part(void *user, unsigned part, size_t call)
{
    atomic_fetch_add(&((struct calls *)user)->done[part], 1);
    return call == part; // as many more as its number says
}

/// What waking may be said to cost, so that steps are shared from their beginning, after a look, or never.
static const uint64_t wakes[] = {0, 1, UINT64_MAX / 2};

TEST(a_step_of_any_number_of_parts_makes_every_call_once)
{
    const size_t calls_are[] = {1, 2, MOST_THREADS * (MOST_THREADS + 1) / 2, CD_CALLS_MANY};
    for (unsigned parts = 1; parts <= MOST_THREADS; parts++)
        for (unsigned round = 0; round < 300; round++) {
            struct calls calls = {0};
            cd_threads_set_wake(wakes[round % 3]);
            cd_run_parts(parts, calls_are[round % 4], note_part, &calls);
            for (unsigned i = 0; i < MOST_THREADS; i++)
                assert_int_equal(atomic_load(&calls.done[i]), i < parts ? i + 1 : 0);
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
            cd_threads_set_wake(wakes[(threads + c) % 3]);
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

/// What is known of the part of each thread.
struct cuts {
    unsigned parts;
    uint32_t count, next[MOST_THREADS], calls[MOST_THREADS], longest[MOST_THREADS];
};

static void note_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    struct cuts *cuts = user;
    cuts->calls[part]++;
    cuts->longest[part] = end - first > cuts->longest[part] ? end - first : cuts->longest[part];
    cuts->next[part] = first == cuts->next[part] ? end : UINT32_MAX; // in order
}

TEST(a_range_is_cut_into_parts_that_are_done_in_order)
{
    const uint32_t counts[] = {0, 1, CD_RANGE_MAX, CD_RANGE_MAX + 1, 2 * CD_RANGE_MAX, 100003};
    for (unsigned parts = 1; parts <= MOST_THREADS; parts++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            uint32_t count = counts[c];
            bool whole = parts == 1 || count <= CD_RANGE_MAX;
            struct cuts cuts = {.parts = parts, .count = count};
            for (unsigned p = 0; p < parts && !whole; p++)
                cuts.next[p] = cd_part_begin(0, count, p, parts);
            cd_threads_set_wake(wakes[(parts + c) % 3]);
            cd_run_ranges(parts, count, note_range, &cuts);
            for (unsigned p = 0; p < parts && !whole; p++) {
                assert_int_equal(cuts.next[p], cd_part_begin(0, count, p + 1, parts));
                assert_in_range(cuts.longest[p], 1, CD_RANGE_MAX);
            }
            assert_true(!whole || (cuts.calls[0] == 1 && cuts.next[0] == count));
        }
}

// ---- whose thread it is -----------------------------------------------------------------------------------

struct visit {
    pthread_t caller;
    atomic_uint elsewhere; ///< calls that another thread made
    atomic_uint missing;   ///< calls that have not begun
    atomic_uint astray;    ///< calls of inner steps that another thread than their caller made
};

static bool visit(void *user, unsigned part, size_t call)
{
    struct visit *visit = user;
    atomic_fetch_add(&visit->elsewhere, !pthread_equal(pthread_self(), visit->caller));
    return (void)part, (void)call, true;
}

static bool meet(void *user, unsigned part, size_t call)
{
    struct visit *all = user, inner = {.caller = pthread_self()};
    visit(user, part, call);
    atomic_fetch_sub(&all->missing, 1);
    while (atomic_load(&all->missing)) // the pool has a thread for each call
        sched_yield();
    cd_run_parts(3, CD_CALLS_MANY, visit, &inner);
    atomic_fetch_add(&all->astray, atomic_load(&inner.elsewhere));
    return true;
}

TEST(a_step_of_many_calls_is_shared_and_a_step_inside_a_step_is_not)
{
    cd_threads_set_wake(wakes[2]);
    for (unsigned threads = 2; threads <= MOST_THREADS; threads++) {
        struct visit all = {.caller = pthread_self(), .missing = threads};
        assert_int_equal(cd_threads_start(threads, NULL), CD_OK);
        cd_run_parts(threads, CD_CALLS_MANY, meet, &all);
        // Earlier steps may have left the pool a thread for each call, so that the caller need not get one.
        assert_in_range(atomic_load(&all.elsewhere), threads - 1, threads);
        assert_int_equal(atomic_load(&all.astray), 0);
    }
}

static bool visit_slowly(void *user, size_t item, unsigned thread)
{
    visit(user, thread, item);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return atomic_load(&((struct visit *)user)->elsewhere) > 0;
}

TEST(items_are_shared_when_they_turn_out_to_take_long)
{
    struct visit all = {.caller = pthread_self()};
    cd_threads_set_wake(1000);
    for (int i = 0; i < 1000 && !atomic_load(&all.elsewhere); i++) // not where it did not pay just before
        cd_run_items(2, 50, visit_slowly, &all);
    assert_true(atomic_load(&all.elsewhere) > 0 || cd_usable_processors() == 1);
}

TEST(what_waking_costs_more_than_stays_in_the_calling_thread)
{
    struct visit all = {.caller = pthread_self()};
    cd_threads_set_wake(wakes[2]);
    cd_run_items(MOST_THREADS, 3, visit_slowly, &all);
    cd_run_parts(MOST_THREADS, MOST_THREADS, visit, &all);
    assert_int_equal(atomic_load(&all.elsewhere), 0);
}

/// Of two parts. The caller's ends as soon as the other has begun, and waits for it.
static bool let_the_caller_wait(void *user, unsigned part, size_t call)
{
    struct visit *all = user;
    bool here = pthread_equal(pthread_self(), all->caller);
    visit(user, part, call);
    for (int i = 0; i < 1000 && here && call && !atomic_load(&all->elsewhere);
         i++) // after call 0 others are woken
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (!here)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    return !here || call;
}

TEST(steps_that_keep_their_caller_waiting_are_not_shared_until_that_is_paid_back)
{
    struct visit first = {.caller = pthread_self()}, then = first, last = first;
    uint64_t begin = cd_clock_wall(), most = 60000000000;
    do { // until a thread comes in time, which may take long beside other programs
        cd_threads_set_wake(1);
        cd_run_parts(2, SIZE_MAX - 1, let_the_caller_wait, &first);
    } while (!atomic_load(&first.elsewhere) && cd_usable_processors() > 1 && cd_clock_wall() - begin < most);
    for (int i = 0; i < 10; i++)
        cd_run_items(2, 3, visit_slowly, &then);
    assert_int_equal(atomic_load(&first.elsewhere), cd_usable_processors() > 1);
    assert_int_equal(atomic_load(&then.elsewhere), 0);
    for (int i = 0; i < 1000 && !atomic_load(&last.elsewhere); i++)
        cd_run_items(2, 50, visit_slowly, &last);
    assert_true(atomic_load(&last.elsewhere) > 0 || cd_usable_processors() == 1);
}

static void *call_often(void *user)
{
    for (unsigned i = 0; i < 500; i++)
        cd_run_parts(3, CD_CALLS_MANY, note_part, user);
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
        assert_int_equal(atomic_load(&calls[i / 3].done[i % 3]), 500 * (i % 3 + 1));
}

static bool bend(void *user, unsigned part, size_t call)
{
    atomic_uint *bent = user;
    atomic_fetch_add(bent, fegetround() != FE_TONEAREST);
    fesetround(FE_UPWARD);
    return (void)part, (void)call, true;
}

TEST(a_call_that_changes_how_its_thread_rounds_changes_nothing_for_the_next)
{
    atomic_uint bent = 0;
    for (int i = 0; i < 50; i++)
        cd_run_parts(3, CD_CALLS_MANY, bend, &bent);
    assert_int_equal(atomic_load(&bent), 0);
    assert_int_equal(fegetround(), FE_TONEAREST);
    assert_int_equal(cd_thread_changes(), CD_CHANGED_ROUNDING);
}

// ---- waiting ----------------------------------------------------------------------------------------------

static bool burn(void *user, unsigned part, size_t call)
{
    uint64_t begin = cd_clock_cpu(), ns = *(uint64_t *)user;
    while (part && cd_clock_cpu() - begin < ns)
        ;
    return (void)call, true;
}

TEST(what_the_pool_burns_is_counted_and_a_thread_that_waits_burns_little)
{
    uint64_t ns = 20000000, begin = cd_clock_cpu();
    cd_run_parts(2, CD_CALLS_MANY, burn, &ns);
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
    cd_run_parts(many, CD_CALLS_MANY, note_part, &calls);
    assert_int_equal(pthread_setattr_default_np(&before), 0);
    for (unsigned i = 0; i < many; i++)
        assert_int_equal(atomic_load(&calls.done[i]), i + 1);
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
        {"box:triangles=40000,motion=tumble:d=0.2", "obb8:schedule=dynamic", CD_QUERY_PAIRS, false},
        {large, "aabb:schedule=dynamic", CD_QUERY_PAIRS, false},
        {large, "aabb:schedule=dynamic", CD_QUERY_CONTACTS, false},
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
    cd_threads_set_wake(0); // so that all is shared
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
