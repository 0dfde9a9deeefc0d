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

TEST(the_second_leaves_when_it_is_surely_slower)
{
    static const struct {
        uint64_t samples, first_ms, second_ms, disturbed_ms; ///< the last one: of the fifth sample, if not 0
        enum cd_verdict kind;
        bool leaves;
    } cases[] = {
        {1, 100, 900, 0, CD_VERDICT_EXACT, false},        {1, 100, 1100, 0, CD_VERDICT_EXACT, true},
        {1, 10, 190, 0, CD_VERDICT_EXACT, false}, // too short to tell
        {3, 100, 140, 0, CD_VERDICT_EXACT, false},        {7, 100, 140, 0, CD_VERDICT_EXACT, true},
        {16, 100, 104, 0, CD_VERDICT_EXACT, false},       {7, 100, 140, 100, CD_VERDICT_EXACT, false},
        {7, 100, 1000, 0, CD_VERDICT_APPROXIMATE, false}, // races apart
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %d samples of %d ms", i, (int)cases[i].samples, (int)cases[i].second_ms);
        struct fixture fixture;
        set_times(&fixture, cases[i].samples, cases[i].first_ms, cases[i].second_ms);
        if (cases[i].disturbed_ms)
            fixture.ns[1][4] = cases[i].disturbed_ms * MS;
        fixture.timed[1].kind = (int)cases[i].kind;
        cd_race_after_round(NULL, fixture.timed, 2);
        assert_false(fixture.timed[0].over);
        assert_int_equal(fixture.timed[1].over, cases[i].leaves);
    }
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
