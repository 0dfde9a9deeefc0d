/// Schedules hand out every task once, with any number of threads. Checks also the colours of zhao2009.
#include "algos/papers/zhao2009/colour.h"
#include "algos/schedule.h"
#include "base/memory.h"
#include "experiments/makespan.h"
#include "tests/handmade.h"
#include "tests/test.h"

#include <stdatomic.h>

#define MAX_TASKS 2000

/// Tasks that count how often they run.
struct ledger {
    atomic_uint done[2][MAX_TASKS];
    atomic_uint total;
    unsigned
        stop_after; ///< the task that makes it this many says that the rest need not be done; 0 for never
};

static bool note_task(void *user, size_t task, bool mirrored, struct cd_worker *worker)
{
    struct ledger *ledger = user;
    worker->counters.pair_tests++;
    atomic_fetch_add(&ledger->done[mirrored][task], 1);
    if (mirrored)
        cd_sink_put(worker->sink, 0, 0, 0, 0); // this one must not be visible to anybody
    return atomic_fetch_add(&ledger->total, 1) + 1 == ledger->stop_after;
}

/// Runs a schedule with these settings over `count` tasks and returns the number of tests that its workers counted.
static uint64_t run_schedule(const struct cd_schedule *schedule, const char *settings_text, unsigned threads,
                             size_t count, int rounds, struct ledger *ledger)
{
    struct cd_settings *settings = cd_settings_create(&schedule->params, schedule->params ? 1 : 0);
    if (*settings_text)
        assert_int_equal(cd_settings_apply(settings, schedule->name, settings_text, NULL), CD_OK);
    struct cd_context context = {.threads = threads};
    struct cd_create create = {.settings = settings, .query = CD_QUERY_PAIRS, .context = &context};
    void *self = schedule->create ? schedule->create(&create) : NULL;
    struct cd_worker *workers = cd_allocate(threads, sizeof *workers);
    struct cd_sink *sinks = cd_allocate(threads, sizeof *sinks);
    for (unsigned t = 0; t < threads; t++) {
        workers[t].thread = t;
        workers[t].sink = &sinks[t];
        cd_sink_begin(&sinks[t], CD_QUERY_PAIRS, CD_SINK_COUNT, 0);
    }
    struct cd_tasks tasks = {.count = count, .run = note_task, .user = ledger};
    for (int i = 0; i < rounds; i++)
        schedule->run(self, &tasks, workers, threads);
    uint64_t tests = 0;
    for (unsigned t = 0; t < threads; t++)
        tests += workers[t].counters.pair_tests;
    assert_int_equal(cd_sinks_merge(sinks, threads).count, 0);
    for (unsigned t = 0; t < threads; t++)
        cd_sink_release(&sinks[t]);
    cd_free(sinks);
    cd_free(workers);
    if (schedule->destroy)
        schedule->destroy(self);
    cd_settings_destroy(settings);
    return tests;
}

TEST(every_task_is_done_once_by_every_schedule)
{
    static struct ledger ledger;
    const struct cd_schedule *schedule;
    const size_t counts[] = {0, 1, 2, 7, 64, 465, MAX_TASKS};
    for (size_t s = 0; (schedule = cd_schedule_at(s)); s++)
        for (unsigned threads = 1; threads <= (schedule->one_thread ? 1 : 5); threads++)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
                test_row("%s, %u threads, %zu tasks", schedule->name, threads, counts[c]);
                memset(&ledger, 0, sizeof ledger);
                assert_int_equal(run_schedule(schedule, "", threads, counts[c], 3, &ledger), 3 * counts[c]);
                for (size_t i = 0; i < counts[c]; i++)
                    assert_int_equal(atomic_load(&ledger.done[0][i]), 3);
            }
}

TEST(a_hit_cancels_most_of_the_rest)
{
    static struct ledger ledger;
    const struct cd_schedule *schedule;
    for (size_t s = 0; (schedule = cd_schedule_at(s)); s++) {
        test_row("%s", schedule->name);
        memset(&ledger, 0, sizeof ledger);
        ledger.stop_after = 5;
        uint64_t tests = run_schedule(schedule, "", schedule->one_thread ? 1 : 3, MAX_TASKS, 1, &ledger);
        assert_in_range(tests, 5, MAX_TASKS - 1);
    }
}

TEST(all_tasks_of_the_colours_are_done_as_they_are_and_mirrored)
{
    static struct ledger ledger;
    const char *const settings[] = {"tasks=all:ring=natural", "tasks=all:rounds=six:map=mod",
                                    "tasks=all:map=greedy", "tasks=all"};
    for (size_t s = 0; s < sizeof settings / sizeof *settings; s++)
        for (unsigned threads = 1; threads <= 4; threads++) {
            memset(&ledger, 0, sizeof ledger);
            test_row("%s, %u threads", settings[s], threads);
            run_schedule(cd_schedule_find("colour"), settings[s], threads, 465, 1, &ledger);
            for (size_t i = 0; i < 465; i++) {
                assert_int_equal(atomic_load(&ledger.done[0][i]), 1);
                assert_int_equal(atomic_load(&ledger.done[1][i]), 1);
            }
        }
}

// ---- colours ----------------------------------------------------------------------------------------------

#define PAPER_TASKS 961 // 31 bodies: m = n * n

/// Tasks / largest load on four processors: what no run with equal tasks can pass.
static double bound(struct cd_ring ring, unsigned rounds, enum cd_colour_map map)
{
    static uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    uint32_t processor_of[CD_COLOURS];
    cd_colour_ring(&ring, rounds, PAPER_TASKS, colours, scratch);
    cd_map_colours(map, 4, PAPER_TASKS, colours, processor_of);
    return PAPER_TASKS / (double)cd_largest_load(4, PAPER_TASKS, colours, processor_of);
}

static double mean_bound(unsigned rounds, enum cd_colour_map map)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 20; seed++)
        sum += bound((struct cd_ring){true, seed}, rounds, map) / 20;
    return sum;
}

TEST(a_natural_ring_leaves_two_classes_and_can_never_pass_a_speedup_of_2_002)
{
    // zhao2009 E2
    uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    struct cd_ring ring = {false, 0};
    cd_colour_ring(&ring, 1, PAPER_TASKS, colours, scratch);
    size_t classes[CD_COLOURS] = {0};
    for (size_t i = 0; i < PAPER_TASKS; i++)
        classes[colours[i]]++;
    assert_int_equal(classes[0], 480);
    assert_int_equal(classes[1], 480);
    assert_int_equal(classes[13], 1); // the last task, whose successor is the first
    assert_float_equal(bound(ring, 1, CD_COLOUR_GREEDY), 961.0 / 480, 1e-9);
    assert_float_equal(bound(ring, 1, CD_COLOUR_MOD), 961.0 / 481, 1e-9); // 13 mod 4 = 1
}

TEST(a_shuffled_ring_passes_3_3_only_after_one_round_and_with_a_good_packing)
{
    // zhao2009 E3: means over 20 rings
    static const struct {
        unsigned rounds;
        double mod, greedy, error;
    } rows[] = {{1, 2.97, 3.95, 0.05}, {CD_ROUNDS_UNTIL_SIX, 2.43, 2.64, 0.1}, {6, 2.34, 2.50, 0.05}};
    for (int i = 0; i < 3; i++) {
        assert_float_equal(mean_bound(rows[i].rounds, CD_COLOUR_MOD), rows[i].mod, rows[i].error);
        assert_float_equal(mean_bound(rows[i].rounds, CD_COLOUR_GREEDY), rows[i].greedy, rows[i].error);
    }
    for (enum cd_colour_map map = CD_COLOUR_MOD; map <= CD_COLOUR_GREEDY; map++)
        for (unsigned rounds = 5; rounds <= 8; rounds++) // past six colours, rounds lower the bound
            assert_true(mean_bound(rounds, map) <
                        mean_bound(rounds == 5 ? CD_ROUNDS_UNTIL_SIX : rounds - 1, map));
}

TEST(each_colour_has_a_list_and_the_longest_one_is_first)
{
    static uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    static double costs[PAPER_TASKS];
    uint32_t list_of[CD_COLOURS], processor_of[CD_COLOURS];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t lengths[CD_COLOURS] = {0}, colour_of[CD_COLOURS];
        struct cd_ring ring = {true, seed};
        cd_colour_ring(&ring, 1, PAPER_TASKS, colours, scratch);
        cd_map_colours(CD_COLOUR_THREADS, 4, PAPER_TASKS, colours, list_of);
        for (size_t i = 0; i < PAPER_TASKS; i++) {
            costs[i] = 1;
            uint32_t list = list_of[colours[i]];
            assert_in_range(list, 0, CD_PAPER_THREADS - 1);
            if (lengths[list]++ == 0)
                colour_of[list] = colours[i];
            assert_int_equal(colours[i], colour_of[list]);
        }
        for (int list = 1; list < CD_PAPER_THREADS; list++)
            assert_true(lengths[list] <= lengths[list - 1]);
        for (unsigned p = 1; p <= 32;
             p++) { // taken in this order, equal tasks are dealt as by the greedy map
            cd_map_colours(CD_COLOUR_GREEDY, p, PAPER_TASKS, colours, processor_of);
            assert_float_equal(makespan_taken(costs, PAPER_TASKS, colours, list_of, p),
                               (double)cd_largest_load(p, PAPER_TASKS, colours, processor_of), 1e-9);
        }
    }
}

TEST(rounds_end_at_no_more_than_six_colours)
{
    static uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    for (size_t count = 2; count <= PAPER_TASKS; count = count * 2 + 1) {
        struct cd_ring ring = {true, count};
        unsigned rounds = cd_colour_ring(&ring, CD_ROUNDS_UNTIL_SIX, count, colours, scratch);
        assert_in_range(rounds, 1, 6);
        for (size_t i = 0; i < count; i++)
            assert_in_range(colours[i], 0, 5);
    }
}

TEST(neighbours_on_the_natural_ring_differ_after_every_round)
{
    static uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    struct cd_ring ring = {false, 0};
    for (unsigned rounds = 1; rounds <= 8; rounds++) {
        cd_colour_ring(&ring, rounds, PAPER_TASKS, colours, scratch);
        for (size_t i = 0; i < PAPER_TASKS; i++)
            assert_int_not_equal(colours[i], colours[(i + 1) % PAPER_TASKS]);
    }
}

// ---- the simulation that experiments/schedules.c prints ----------------------------------------------

TEST(equal_tasks_take_as_long_as_their_counts_say)
{
    static double costs[PAPER_TASKS];
    static uint32_t colours[PAPER_TASKS], scratch[2 * PAPER_TASKS];
    uint32_t processor_of[CD_COLOURS];
    for (size_t i = 0; i < PAPER_TASKS; i++)
        costs[i] = 1;
    struct cd_ring ring = {true, 1};
    cd_colour_ring(&ring, 1, PAPER_TASKS, colours, scratch);
    for (unsigned p = 1; p <= MAKESPAN_PROCESSORS; p++) {
        double min = (PAPER_TASKS + p - 1) / p;
        cd_map_colours(CD_COLOUR_GREEDY, p, PAPER_TASKS, colours, processor_of);
        assert_float_equal(makespan_dealt(costs, PAPER_TASKS, colours, processor_of, p),
                           (double)cd_largest_load(p, PAPER_TASKS, colours, processor_of), 1e-9);
        assert_float_equal(makespan_shared(costs, PAPER_TASKS, p), min, 1e-9);
        assert_true(makespan_stolen(costs, PAPER_TASKS, p) < min + 2);
    }
}

TEST(one_long_task_is_waited_for_by_every_schedule)
{
    const double costs[] = {1, 1, 1, 1, 100, 1, 1, 1}, last[] = {1, 1, 1, 100};
    assert_float_equal(makespan_shared(costs, 8, 2), 102, 1e-9); // two before it
    assert_float_equal(makespan_stolen(costs, 8, 2), 100, 1e-9); // the first of the second part
    assert_float_equal(makespan_stolen(last, 4, 2), 101, 1e-9);
    assert_float_equal(makespan_shared(costs, 8, 1), 107, 1e-9);
    assert_float_equal(makespan_stolen(costs, 8, 64), 100, 1e-9);
}

TEST(thieves_share_what_one_thread_has_left)
{
    double costs[64] = {0};
    for (int i = 0; i < 32; i++) // all work in the first of two parts
        costs[i] = 1;
    assert_float_equal(makespan_stolen(costs, 64, 2), 16, 1e-9);
}
