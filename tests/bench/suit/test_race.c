// Which instances leave the race, and how they are ranked then.
#include "bench/suit/race.h"
#include "bench/suit/report.h"
#include "tests/test.h"

enum { MS = 1000000, MOST = 24 };

/// Two exact instances, timed `samples` times each, and the cells they become.
struct fixture {
    struct cd_cell cells[2];
    struct cd_timed timed[2];
    uint64_t ns[2][MOST];
};

static void set_times(struct fixture *fixture, uint64_t samples, uint64_t first_ms, uint64_t second_ms)
{
    *fixture = (struct fixture){0};
    for (int i = 0; i < 2; i++) {
        fixture->cells[i].verdict = CD_VERDICT_EXACT;
        fixture->timed[i].kind = CD_VERDICT_EXACT;
        fixture->timed[i].samples = samples;
        fixture->timed[i].pass_ns = fixture->ns[i];
        for (uint64_t k = 0; k < samples; k++)
            fixture->ns[i][k] = (i ? second_ms : first_ms) * MS + k % 3 * MS / 10;
    }
}

static bool second_leaves(struct fixture *fixture)
{
    cd_race_after_round(NULL, fixture->timed, 2);
    assert_false(fixture->timed[0].over);
    return fixture->timed[1].over;
}

TEST(only_what_is_much_slower_leaves_after_one_pass)
{
    struct fixture fixture;
    set_times(&fixture, 1, 100, 900);
    assert_false(second_leaves(&fixture));
    set_times(&fixture, 1, 100, 1100);
    assert_true(second_leaves(&fixture));
    set_times(&fixture, 1, 10, 190); // too short to tell
    assert_false(second_leaves(&fixture));
}

TEST(what_is_close_stays)
{
    struct fixture fixture;
    set_times(&fixture, 3, 100, 140);
    assert_false(second_leaves(&fixture));
    set_times(&fixture, 7, 100, 140);
    assert_true(second_leaves(&fixture));
    set_times(&fixture, 16, 100, 104);
    assert_false(second_leaves(&fixture));
}

TEST(one_disturbed_pass_does_not_end_it)
{
    struct fixture fixture;
    set_times(&fixture, 7, 100, 140);
    fixture.ns[1][4] = 100 * MS;
    assert_false(second_leaves(&fixture));
}

TEST(exact_and_approximate_ones_race_apart)
{
    struct fixture fixture;
    set_times(&fixture, 7, 100, 1000);
    fixture.timed[1].kind = CD_VERDICT_APPROXIMATE;
    assert_false(second_leaves(&fixture));
}

TEST(one_that_left_is_ranked_by_the_passes_that_both_have)
{
    struct fixture fixture;
    struct cd_ranking ranking = {.cells = fixture.cells, .cell_count = 2};
    set_times(&fixture, MOST, 100, 120);
    for (int k = 8; k < MOST; k++)
        fixture.ns[0][k] = 150 * MS; // the machine gets slower when the second one has left
    fixture.timed[1].samples = 8;
    for (int i = 0; i < 2; i++) {
        fixture.cells[i].timed = fixture.timed[i];
        fixture.cells[i].pass = cd_summarise(fixture.ns[i], fixture.timed[i].samples);
    }
    cd_ranking_sort(&ranking);
    assert_int_equal(ranking.exact_count, 2);
    assert_ptr_equal(ranking.cells[0].timed.pass_ns, fixture.ns[0]);
}
