/// Compares the closed form of the numbers of MATCH calls with results computed by hand, and with searches by
/// algos/papers/shi2000.
#include "algos/papers/shi2000/hps.h"
#include "experiments/match_counts.h"
#include "tests/random_numbers.h"

#define BITS 30

static double share_of_cell(unsigned level, double size)
{
    double width = 1.0 / (1u << level);
    return width > size ? (width - size) * (width - size) / ((1 - size) * (1 - size)) : 0;
}

TEST(shares_of_levels_are_differences_of_squares)
{
    for (double size = 1.0 / 1024; size < 0.9; size *= 1.7)
        for (unsigned m = 0; m <= 5; m++) {
            struct match_question question = {m, size, MATCH_PRUNE_NONE, false};
            struct match_counts counts = match_counts_of(&question);
            for (unsigned level = 0; level <= m; level++) {
                double here = (1u << 2 * level) * share_of_cell(level, size);
                double below = level < m ? (4u << 2 * level) * share_of_cell(level + 1, size) : 0;
                assert_near(counts.share[level], here - below, 1e-9);
            }
        }
}

TEST(without_pruning_cells_alone_decide)
{
    for (double size = 1.0 / 1024; size < 0.06; size *= 1.7)
        for (unsigned m = 1; m <= 4; m++)
            for (int straddles = 0; straddles < 2; straddles++) {
                struct match_question question = {m, size, MATCH_PRUNE_NONE, straddles};
                struct match_counts counts = match_counts_of(&question);
                double expected = 1;
                for (unsigned level = 0; level < m; level++) {
                    expected -= level ? 3 * share_of_cell(level, size) : 0;
                    assert_near(counts.mean[level], expected, 1e-9);
                    assert_near(counts.square[level], expected * expected, 1e-9);
                }
            }
}

TEST(on_level_0_pruning_leaves_the_middle_four_of_sixteen)
{
    struct match_question question = {3, 20.0 / 1024, MATCH_PRUNE_PRINTED, true};
    struct match_counts counts = match_counts_of(&question);
    assert_near(counts.mean[0], 1 - 12 * share_of_cell(2, question.size), 1e-9);
    assert_near(counts.mean[0], 0.336963, 1e-6);
}

// ---- searches ---------------------------------------------------------------------------------------------

enum { LISTED = 200, SETS = 400, SEARCHES = 20 };

struct places {
    struct cd_region_columns side;
    int32_t ends[2][2][LISTED + CD_REGION_SLACK];
    uint32_t ids[LISTED + CD_REGION_SLACK];
};

static void place_all(struct places *places, uint32_t count, double size, struct cd_random *random)
{
    int32_t extent = (int32_t)(size * (1 << BITS));
    places->side.count = count;
    places->side.names = places->ids;
    for (int k = 0; k < 2; k++) {
        places->side.low[k] = places->ends[k][0];
        places->side.high[k] = places->ends[k][1];
        for (uint32_t i = 0; i < count; i++) {
            places->ends[k][0][i] = (int32_t)cd_random_below(random, (1u << BITS) - (uint32_t)extent);
            places->ends[k][1][i] = places->ends[k][0][i] + extent;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        places->ids[i] = i;
}

static bool count_only(void *user, const struct hps_region *r)
{
    (void)user;
    (void)r;
    return false;
}

/// The mean number of calls of a search, and its standard error from the means of sets.
static double simulate(unsigned m, double size, enum match_prune prune, struct cd_random *random,
                       double *error)
{
    static struct places listed, query;
    struct hps_rs rs = {.axis = {0, 1, HPS_NO_AXIS}, .side = {1 << BITS, 1 << BITS, 1}};
    struct hps_list list;
    double sum = 0, squares = 0;
    hps_divide(&rs, 2, (int)m, 0);
    hps_list_create(&list, &rs, LISTED);
    for (int set = 0; set < SETS; set++) {
        struct cd_counters counters = {0};
        place_all(&listed, LISTED, size, random);
        hps_list_build(&list, &listed.side, set % 2); // which makes no difference
        for (int i = 0; i < SEARCHES; i++) {
            place_all(&query, 1, size, random);
            struct hps_search search = {.list = &list,
                                        .side = &query.side,
                                        .prunes = prune == MATCH_PRUNE_PRINTED,
                                        .counters = &counters,
                                        .match = count_only};
            assert_true(hps_search(&search));
        }
        double mean = (double)counters.matches / SEARCHES;
        sum += mean;
        squares += mean * mean;
    }
    hps_list_destroy(&list);
    *error = sqrt((squares - sum * sum / SETS) / (SETS - 1) / SETS);
    return sum / SETS;
}

TEST(searches_make_as_many_calls_as_expected)
{
    static const double sizes[] = {3.0 / 1024, 20.0 / 1024, 100.0 / 1024, 300.0 / 1024};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (unsigned m = 0; m <= 5; m++)
            for (int prune = MATCH_PRUNE_NONE; prune <= MATCH_PRUNE_PRINTED; prune++) {
                struct match_question question = {m, sizes[k], (enum match_prune)prune, false};
                struct match_counts counts = match_counts_of(&question);
                double error, expected = LISTED * counts.mean_of_all;
                double found = simulate(m, sizes[k], question.prune, &random, &error);
                if (fabs(found - expected) > 5 * error + 1e-9)
                    fail_msg("m=%u, size %g, prune %d: %g calls where %g are expected; standard error %g", m,
                             sizes[k], prune, found, expected, error);
            }
}
