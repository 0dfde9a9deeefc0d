/// The statistics of comparisons: compared with published examples, compared with counting every case, and run on
/// samples recorded from real processes. The tests read no clock, so a busy machine changes nothing.
#include "base/memory.h"
#include "base/random.h"
#include "base/table.h"
#include "base/text.h"
#include "bench/compare/decide.h"

#include <math.h>

#include "tests/random_numbers.h"
#include "tests/test.h"

// ---- the signed-rank test ---------------------------------------------------------------------------------

TEST(a_published_example_of_signed_ranks)
{
    // Hollander and Wolfe, depression scale factors of nine patients: V = 40, two-sided p = 0.0390625.
    static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double differences[9];
    for (int i = 0; i < 9; i++)
        differences[i] = before[i] - after[i];
    assert_near(cd_signed_rank_p(differences, 9), 0.0390625, 1e-12);
}

TEST(all_of_one_sign_is_the_rarest_case)
{
    double values[20];
    for (int i = 0; i < 20; i++)
        values[i] = 1 + i;
    assert_near(cd_signed_rank_p(values, 5), 2.0 / 32, 1e-15);
    assert_near(cd_signed_rank_p(values, 20), ldexp(1, -19), 1e-18);
}

TEST(values_that_do_not_differ_from_zero_show_nothing)
{
    assert_true(cd_signed_rank_p((double[]){0, 0, 0}, 3) == 1);
    assert_true(cd_signed_rank_p(NULL, 0) == 1);
    assert_true(cd_signed_rank_p((double[]){1, -1}, 2) == 1);
    // Zeros are left out.
    assert_near(cd_signed_rank_p((double[]){0, 1, 2, 3, 4, 5, 0}, 7), 2.0 / 32, 1e-15);
}

/// The mean rank of |values[i]|, by counting, times two.
static int doubled_rank(const int *values, int count, int i)
{
    int below = 0, equal = 0;
    for (int k = 0; k < count; k++) {
        below += abs(values[k]) < abs(values[i]);
        equal += abs(values[k]) == abs(values[i]);
    }
    return 2 * below + equal + 1;
}

/// The two-sided p by trying all 2^count assignments of signs; no zeros.
static double p_by_counting(const int *values, int count)
{
    int sum = 0, below = 0, above = 0, ranks[16];
    for (int i = 0; i < count; i++) {
        ranks[i] = doubled_rank(values, count, i);
        sum += values[i] > 0 ? ranks[i] : 0;
    }
    for (int signs = 0; signs < 1 << count; signs++) {
        int other = 0;
        for (int i = 0; i < count; i++)
            other += signs >> i & 1 ? ranks[i] : 0;
        below += other <= sum;
        above += other >= sum;
    }
    return fmin(1, 2.0 * fmin(below, above) / (1 << count));
}

TEST(small_samples_with_ties_are_as_counted)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int round = 0; round < 300; round++) {
        int count = 1 + (int)cd_random_below(&random, 10), whole[10];
        double values[10];
        for (int i = 0; i < count; i++) {
            whole[i] = 1 + (int)cd_random_below(&random, 6);
            whole[i] = cd_random_below(&random, 3) ? whole[i] : -whole[i];
            values[i] = whole[i];
        }
        assert_near(cd_signed_rank_p(values, (size_t)count), p_by_counting(whole, count), 1e-12);
    }
}

/// The two-sided p without ties of a sum of positive ranks, by the number of sets of ranks with each sum.
static double p_without_ties(int count, int sum)
{
    double ways[2000] = {1}, below = 0, above = 0;
    int max = count * (count + 1) / 2;
    for (int rank = 1; rank <= count; rank++)
        for (int s = max; s >= rank; s--)
            ways[s] += ways[s - rank];
    for (int s = 0; s <= max; s++) {
        below += s <= sum ? ways[s] : 0;
        above += s >= sum ? ways[s] : 0;
    }
    return fmin(1, 2 * fmin(below, above) / ldexp(1, count));
}

TEST(larger_samples_are_close_to_the_exact_distribution)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int round = 0; round < 200; round++) {
        int count = 20 + (int)cd_random_below(&random, 31), sum = 0;
        double values[50], lean = cd_random_unit(&random);
        for (int i = 0; i < count; i++) {
            bool positive = cd_random_unit(&random) < lean;
            values[i] = positive ? i + 1 : -i - 1;
            sum += positive ? i + 1 : 0;
        }
        double p = cd_signed_rank_p(values, (size_t)count), exact = p_without_ties(count, sum);
        assert_near(p, exact, count <= CD_EXACT_RANKS ? 1e-12 : 0.01);
    }
}

TEST(chance_is_found_significant_as_often_as_it_says)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    enum { RUNS = 4000 };
    for (size_t count = 20; count <= 40; count += 20) {
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            double values[40];
            for (size_t i = 0; i < count; i++)
                values[i] = draw_normal(&random);
            found += cd_signed_rank_p(values, count) < 0.05;
        }
        assert_near(found / (double)RUNS, 0.05, 0.015);
    }
}

// ---- shifts -----------------------------------------------------------------------------------------------

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sorted_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_reals);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static const struct cd_rule rule = CD_DEFAULT_RULE;

/// Reorders six or more different values until each says nothing about the next.
static void disorder(double *values, size_t count)
{
    struct cd_random random = cd_random_seed(1);
    while (cd_serial_correlation(values, count) > 0)
        for (size_t i = count - 1; i > 0; i--) {
            size_t k = (size_t)cd_random_below(&random, i + 1);
            double value = values[i];
            values[i] = values[k];
            values[k] = value;
        }
}

TEST(the_shift_is_the_median_of_all_means_of_two)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int round = 0; round < 300; round++) {
        size_t count = 1 + (size_t)cd_random_below(&random, 30), used = 0;
        double values[30], means[30 * 31 / 2];
        for (size_t i = 0; i < count; i++)
            values[i] = round % 2 ? draw_normal(&random) : (double)cd_random_below(&random, 4);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k <= i; k++)
                means[used++] = (values[i] + values[k]) / 2;
        assert_near(cd_find_shift(values, count, 0.95).shift, sorted_median(means, used), 1e-12);
    }
    assert_true(cd_find_shift((double[]){1, 2, 9}, 3, 0.95).shift == 3.5); // of 1 1.5 2 5 5.5 9
}

TEST(intervals_hold_the_truth_as_often_as_they_say)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    enum { RUNS = 2000 };
    struct cd_rule twice = cd_rule_of_looks(rule, 2);
    assert_near(twice.level, 0.005, 1e-12);
    for (size_t count = 10; count <= 40; count += 10) {
        int held[2] = {0, 0};
        for (int run = 0; run < RUNS; run++) {
            double values[40];
            for (size_t i = 0; i < count; i++)
                values[i] = 0.3 + draw_normal(&random);
            for (int looks = 1; looks <= 2; looks++) {
                double confidence = looks == 2 ? twice.confidence : rule.confidence;
                struct cd_interval interval = cd_find_shift(values, count, confidence).interval;
                held[looks - 1] += interval.low <= 0.3 && 0.3 <= interval.high;
            }
        }
        assert_near(held[0] / (double)RUNS, 0.955, 0.025);
        assert_near(held[1] / (double)RUNS, 0.979, 0.017);
    }
}

/// As tables of the signed-rank test have it: from 6 values the interval is their range, of 10 it leaves out
/// eight means on either side. Fewer than 6 have none.
TEST(intervals_end_where_the_test_begins_to_see)
{
    double values[10] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}, moved[10];
    disorder(values, 6);
    assert_true(isinf(cd_find_shift(values, 5, 0.95).interval.low) &&
                isinf(cd_find_shift(values, 5, 0.95).interval.high));
    assert_true(cd_find_shift(values, 6, 0.95).interval.low == 1 &&
                cd_find_shift(values, 6, 0.95).interval.high == 32);
    disorder(values, 10);
    struct cd_interval interval = cd_find_shift(values, 10, 0.95).interval;
    for (int inside = 0; inside < 2; inside++) {
        for (size_t i = 0; i < 10; i++)
            moved[i] = values[i] - interval.low + (inside ? -1e-3 : 1e-3);
        assert_int_equal(cd_signed_rank_p(moved, 10) > 0.05, inside);
    }
}

// ---- many tests -------------------------------------------------------------------------------------------

TEST(holm_multiplies_the_smallest_by_the_number_of_tests)
{
    double p[] = {0.01, 0.04, 0.03, 0.005};
    cd_holm_adjust(p, 4, p);
    assert_near(p[0], 0.03, 1e-12);
    assert_near(p[1], 0.06, 1e-12);
    assert_near(p[2], 0.06, 1e-12);
    assert_near(p[3], 0.02, 1e-12);
    double many[] = {0.9, 0.8};
    cd_holm_adjust(many, 2, many);
    assert_true(many[0] == 1 && many[1] == 1);
}

TEST(more_tests_need_more_pairs)
{
    assert_int_equal(cd_pairs_needed(0.01, 1), 8);
    assert_int_equal(cd_pairs_needed(0.01, 10), 11);
    double values[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    assert_true(cd_signed_rank_p(values, 8) < 0.01 && cd_signed_rank_p(values, 7) >= 0.01);
    assert_true(10 * cd_signed_rank_p(values, 11) < 0.01 && 10 * cd_signed_rank_p(values, 10) >= 0.01);
}

// ---- successive pairs -------------------------------------------------------------------------------------

/// Log ratios whose correlations are the powers of the first one.
static void draw_chain(double correlation, double shift, double *values, size_t count,
                       struct cd_random *random)
{
    double value = draw_normal(random), rest = sqrt(1 - correlation * correlation);
    for (size_t i = 0; i < count; i++) {
        values[i] = shift + value;
        value = correlation * value + rest * draw_normal(random);
    }
}

static const double chain[12] = {0.031, 0.047,  0.022, 0.017, -0.008, 0.026,
                                 0.003, -0.014, 0.012, 0.005, 0.040,  0.029};

/// By R 4:
///     y <- x - ave(x, seq_along(x) %% 2, FUN = median); d <- rank(y) - mean(rank(y)); n <- length(x)
///     r <- sum(d[-1] * d[-n]) / sum(d^2) * n / (n - 4); f <- (1 + r) / (1 - r)
///     p <- wilcox.test(x, exact = TRUE)$p.value; 2 * pnorm(qnorm(p / 2) / sqrt(f)); n / f
///     t <- 2 * pnorm(qnorm(0.1) * sqrt(f)); k <- qsignrank(t / 2, n); m <- outer(x, x, "+") / 2
///     w <- sort(m[upper.tri(m, TRUE)]); c(w[k], w[n * (n + 1) / 2 + 1 - k])
TEST(correlated_pairs_are_as_r_has_them)
{
    struct cd_finding finding = cd_find_shift(chain, 12, 0.8);
    assert_near(finding.correlation, 0.506118881118881, 1e-12);
    assert_near(finding.effective_pairs, 3.934997098084737, 1e-10);
    assert_near(finding.p, 0.1512602911655578, 1e-12);
    assert_near(finding.interval.low, 0.003, 1e-15);
    assert_near(finding.interval.high, 0.032, 1e-15);
    assert_true(isnan(cd_serial_correlation(chain, 5)));
    assert_true(cd_serial_correlation((double[]){1, 1, 1, 1, 1, 1}, 6) == 0);
}

TEST(the_order_in_which_sides_start_is_no_correlation)
{
    double values[12];
    for (size_t i = 0; i < 12; i++)
        values[i] = chain[i] + (i % 2 ? 5 : -5);
    assert_near(cd_serial_correlation(values, 12), cd_serial_correlation(chain, 12), 1e-12);
}

/// Prints what docs/compare.md has: how often a difference of equals is seen with p < 0.01, whatever its size, by the
/// signed-rank test alone and by this one.
TEST(correlated_pairs_raise_few_false_alarms)
{
    static const size_t counts[] = {15, 30, 60};
    static const double correlations[] = {0, 0.25, 0.5};
    enum { TRIALS = 3000 };
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t k = 0; k < 3; k++)
        for (size_t r = 0; r < 3; r++) {
            int before = 0, after = 0;
            double values[60], sum = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                draw_chain(correlations[r], 0, values, counts[k], &random);
                struct cd_finding finding = cd_find_shift(values, counts[k], 0.95);
                before += cd_signed_rank_p(values, counts[k]) < 0.01;
                after += finding.p < 0.01;
                sum += finding.correlation;
            }
            print_message(
                "%3zu pairs, correlation %.2f: estimated %.2f, false alarms %.1f %%, before %.1f %%\n",
                counts[k], correlations[r], sum / TRIALS, 100.0 * after / TRIALS, 100.0 * before / TRIALS);
            assert_near(sum / TRIALS, correlations[r], 0.12);
            assert_true(after <= TRIALS * 6 / 100 && after <= before);
            assert_true(before >= (int)r * TRIALS * 15 / 1000);
        }
}

/// Prints what this costs: the shifts, in standard deviations of a log ratio, that are seen four times of five.
TEST(independent_pairs_lose_little_power)
{
    enum { TRIALS = 500 };
    struct cd_random random = cd_random_seed(seed_of_test());
    double seen[2][TRIALS], values[30];
    for (int trial = 0; trial < TRIALS; trial++) {
        draw_chain(0, 0, values, 30, &random);
        for (int after = 0; after < 2; after++) {
            double low = 0, high = 4; // p falls with the shift
            for (int halving = 0; halving < 9; halving++) {
                double middle = (low + high) / 2, moved[30];
                for (size_t i = 0; i < 30; i++)
                    moved[i] = values[i] + middle;
                double p = after ? cd_find_shift(moved, 30, 0.95).p : cd_signed_rank_p(moved, 30);
                if (p < 0.01)
                    high = middle;
                else
                    low = middle;
            }
            seen[after][trial] = high;
        }
    }
    for (int after = 0; after < 2; after++)
        qsort(seen[after], TRIALS, sizeof **seen, compare_reals);
    double before = seen[0][TRIALS * 4 / 5], after = seen[1][TRIALS * 4 / 5];
    print_message("30 independent pairs: a shift of %.2f is seen four times of five, before %.2f\n", after,
                  before);
    assert_true(after >= before && after < 1.35 * before);
}

TEST(pairs_that_say_too_little_are_inconclusive)
{
    double values[30];
    for (size_t i = 0; i < 30; i++)
        values[i] = 0.5 + 0.001 * (double)i;
    struct cd_finding finding = cd_find_shift(values, 30, 0.95);
    cd_decide(&finding, 1, &rule);
    assert_true(finding.too_few && finding.needed == 8 && finding.effective_pairs < 3);
    assert_int_equal(finding.outcome, CD_OUTCOME_INCONCLUSIVE);
    disorder(values, 30);
    finding = cd_find_shift(values, 30, 0.95);
    cd_decide(&finding, 1, &rule);
    assert_true(!finding.too_few && finding.effective_pairs >= 30);
    assert_int_equal(finding.outcome, CD_OUTCOME_SLOWER);
}

// ---- verdicts ---------------------------------------------------------------------------------------------

/// The verdict on log ratios shift, shift +- step, shift +- 2 step ... in no order.
static enum cd_outcome decide_one(double shift, double step, size_t count)
{
    double ratios[40];
    for (size_t i = 0; i < count; i++)
        ratios[i] = shift + step * ((double)i - (double)(count - 1) / 2);
    disorder(ratios, count);
    struct cd_finding finding = cd_find_shift(ratios, count, 0.95);
    cd_decide(&finding, 1, &rule);
    return finding.outcome;
}

TEST(a_change_is_certain_and_large)
{
    assert_int_equal(decide_one(0.05, 0.001, 20), CD_OUTCOME_SLOWER);
    assert_int_equal(decide_one(-0.05, 0.001, 20), CD_OUTCOME_FASTER);
    // Certain and smaller than the threshold.
    assert_int_equal(decide_one(0.009, 0.0001, 20), CD_OUTCOME_EQUIVALENT);
    // Large and not certain.
    assert_int_equal(decide_one(0.05, 0.02, 20), CD_OUTCOME_INCONCLUSIVE);
    assert_int_equal(decide_one(0, 0.0001, 20), CD_OUTCOME_EQUIVALENT);
}

TEST(too_few_pairs_decide_nothing)
{
    assert_int_equal(decide_one(0.5, 0.001, 7), CD_OUTCOME_INCONCLUSIVE);
    assert_int_equal(decide_one(0.5, 0.001, 8), CD_OUTCOME_SLOWER);
    assert_int_equal(decide_one(0, 0.0001, 7), CD_OUTCOME_INCONCLUSIVE);
    struct cd_finding finding = cd_find_shift(NULL, 0, 0.95);
    cd_decide(&finding, 1, &rule);
    assert_true(finding.too_few && finding.outcome == CD_OUTCOME_INCONCLUSIVE && finding.adjusted_p == 1);
}

TEST(among_many_cells_a_change_has_to_be_more_certain)
{
    double clear[9], same[9];
    struct cd_finding findings[6];
    for (int i = 0; i < 9; i++) {
        clear[i] = 0.05 + 0.001 * i;
        same[i] = 0.001 * (i % 2 ? i : -i - 0.5);
    }
    disorder(clear, 9);
    disorder(same, 9);
    for (int i = 0; i < 6; i++)
        findings[i] = cd_find_shift(i ? same : clear, 9, 0.95);
    cd_decide(findings, 1, &rule);
    assert_int_equal(findings[0].outcome, CD_OUTCOME_SLOWER);
    cd_decide(findings, 6, &rule);
    assert_int_equal(findings[0].outcome, CD_OUTCOME_INCONCLUSIVE);
    assert_true(findings[0].too_few);
    assert_near(findings[0].adjusted_p, 6 * findings[0].p, 1e-12);
    struct cd_rule as_one_of_six = rule;
    as_one_of_six.family = 6;
    cd_decide(findings, 1, &as_one_of_six);
    assert_true(findings[0].outcome == CD_OUTCOME_INCONCLUSIVE && findings[0].too_few);
    assert_near(findings[0].adjusted_p, 6 * findings[0].p, 1e-12);
}

// ---- recorded samples -------------------------------------------------------------------------------------

/// Pairs of processes that ran the same program on both sides, by `compare build:X build:X --samples`, while
/// other programs kept the machine busy.
struct recording {
    size_t count;
    double *times[2];
};

static struct recording read_recording(const char *path)
{
    static const char *const columns[] = {"ms_a", "ms_b"};
    struct cd_table *rows;
    struct cd_status status;
    if (cd_table_read(path, NULL, 0, &rows, &status))
        fail_msg("%s", status.text);
    struct recording recording = {.count = rows->row_count};
    assert_true(recording.count >= 100);
    for (int side = 0; side < 2; side++) {
        recording.times[side] = cd_allocate(recording.count, sizeof **recording.times);
        for (size_t i = 0; i < recording.count; i++)
            assert_true(cd_table_number(rows, i, columns[side], &recording.times[side][i]));
    }
    cd_table_destroy(rows);
    return recording;
}

static void release_recording(struct recording *recording)
{
    cd_free(recording->times[0]);
    cd_free(recording->times[1]);
}

enum { RUNS = 200, PAIRS = 30 };

/// The verdict on pairs drawn from a recording, with sides that a coin chooses, and B made slower by `share`.
static enum cd_outcome decide_drawn(const struct recording *recording, double share, struct cd_random *random)
{
    double ratios[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        size_t pair = (size_t)cd_random_below(random, recording->count);
        size_t a = (size_t)cd_random_below(random, 2);
        ratios[i] = log(recording->times[1 - a][pair] * (1 + share) / recording->times[a][pair]);
    }
    struct cd_finding finding = cd_find_shift(ratios, PAIRS, 0.95);
    cd_decide(&finding, 1, &rule);
    return finding.outcome;
}

/// How often each verdict occurs. A `slower` is checked a second time, as in comparisons.
static void decide_recorded(const char *path, double share, int verdicts[CD_OUTCOME_WRONG])
{
    struct recording recording = read_recording(path);
    struct cd_random random = cd_random_seed(seed_of_test());
    memset(verdicts, 0, CD_OUTCOME_WRONG * sizeof *verdicts);
    for (int run = 0; run < RUNS; run++) {
        enum cd_outcome outcome = decide_drawn(&recording, share, &random);
        if (outcome == CD_OUTCOME_SLOWER && decide_drawn(&recording, share, &random) != CD_OUTCOME_SLOWER)
            outcome = CD_OUTCOME_INCONCLUSIVE;
        verdicts[outcome]++;
    }
    release_recording(&recording);
    print_message("%g %%: slower %d, faster %d, equivalent %d, inconclusive %d\n", 100 * share,
                  verdicts[CD_OUTCOME_SLOWER], verdicts[CD_OUTCOME_FASTER], verdicts[CD_OUTCOME_EQUIVALENT],
                  verdicts[CD_OUTCOME_INCONCLUSIVE]);
}

#define RECORDED "tests/data/same_program.csv"

TEST(a_program_is_never_slower_than_itself)
{
    int verdicts[CD_OUTCOME_WRONG];
    decide_recorded(RECORDED, 0, verdicts);
    assert_int_equal(verdicts[CD_OUTCOME_SLOWER], 0);
    assert_int_equal(verdicts[CD_OUTCOME_FASTER], 0);
}

TEST(a_tenth_more_time_is_found)
{
    int verdicts[CD_OUTCOME_WRONG];
    decide_recorded(RECORDED, 0.1, verdicts);
    assert_true(verdicts[CD_OUTCOME_SLOWER] >= RUNS * 95 / 100);
}
