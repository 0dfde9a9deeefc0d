/// The statistics of comparisons: compared with R, and tried on samples with a seed. The tests read no clock,
/// so a busy machine changes nothing. `compare --calibrate` tries them on real processes.
#include "bench/compare/decide.h"

#include <math.h>

#include "tests/random_numbers.h"
#include "tests/test.h"

static const struct cd_rule rule = CD_DEFAULT_RULE;

// ---- the signed-rank test ---------------------------------------------------------------------------------

/// By R 4: i <- 0:(count - 1); x <- (1 + i %% modulus) * ifelse((i + 1) %% negative == 0, -1, 1)
/// wilcox.test(x, exact = count < 50)$p.value; for fewer than 50 with ties, of all assignments of signs:
///     r <- rank(abs(x)); s <- sum(r[x > 0]); e <- as.matrix(expand.grid(rep(list(0:1), count))) %*% r
///     min(1, 2 * min(mean(e <= s), mean(e >= s)))
TEST(signed_ranks_are_as_r_has_them)
{
    static const struct {
        size_t count, modulus, negative;
        double p;
    } rows[] = {
        {5, 5, 99, 0.0625},
        {20, 20, 99, 1.9073486328125e-06},
        {9, 9, 4, 0.25},
        {30, 30, 3, 0.170598395168781},
        {49, 49, 3, 0.0417038542324235},
        {49, 49, 4, 0.00233529911134411},
        {50, 50, 3, 0.0270634921760479},
        {60, 60, 4, 0.0013808872498144},
        {60, 20, 4, 0.00412916750000811},
        {61, 7, 5, 3.7500975352203e-05},
        {10, 3, 3, 1},
        {12, 5, 4, 0.1982421875},
        {15, 4, 5, 0.01971435546875},
        {16, 2, 6, 0.016571044921875},
        {8, 1, 3, 0.2890625},
        {2, 1, 2, 1},
        {0, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu values, p %g", rows[i].count, rows[i].p);
        double values[64] = {0}, opposite[64];
        size_t count = rows[i].count + 2; // zeros are left out
        for (size_t k = 0; k < rows[i].count; k++)
            values[k] = (double)(1 + k % rows[i].modulus) * ((k + 1) % rows[i].negative ? 1 : -1);
        for (size_t k = 0; k < count; k++)
            opposite[k] = -values[k];
        assert_near(cd_signed_rank_p(values, count), rows[i].p, 1e-12);
        assert_near(cd_signed_rank_p(opposite, count), rows[i].p, 1e-12);
    }
}

// ---- shifts -----------------------------------------------------------------------------------------------

static const double chain[12] = {0.031, 0.047,  0.022, 0.017, -0.008, 0.026,
                                 0.003, -0.014, 0.012, 0.005, 0.040,  0.029};

/// By R 4, of the chain or of x <- (((1:n)^2 * factor) %% 101 - 30) / 100 + (1:n) / 1e5:
///     y <- x - ave(x, seq_along(x) %% 2, FUN = median); d <- rank(y) - mean(rank(y))
///     r <- min(sum(d[-1] * d[-n]) / sum(d^2) * n / (n - 4), 0.99); f <- (1 + max(r, 0)) / (1 - max(r, 0))
///     p <- 2 * pnorm(qnorm(wilcox.test(x, exact = n < 50)$p.value / 2) / sqrt(f))
///     t <- 2 * pnorm(qnorm((1 - confidence) / 2) * sqrt(f)); m <- outer(x, x, "+") / 2
///     k <- if (n < 50) qsignrank(t / 2, n)
///          else ceiling(n * (n + 1) / 4 - 0.5 + qnorm(t / 2) * sqrt(n * (n + 1) * (2 * n + 1) / 24))
///     w <- sort(m[upper.tri(m, TRUE)]); c(median(w), w[k], w[n * (n + 1) / 2 + 1 - k], p, r, n / f)
TEST(findings_are_as_r_has_them)
{
    static const struct {
        size_t count;
        int factor;
        double confidence, shift, low, high, p, correlation, effective;
    } rows[] = {
        {12, 0, 0.8, 0.017, 0.003, 0.032, 0.1512602911656, 0.5061188811189, 3.9349970980847},
        {6, 17, 0.95, 0.08005, -1e9, 1e9, 0.7938783454918, 0.6617647058824, 1.2212389380531},
        {10, 17, 0.95, 0.175045, -1e9, 1e9, 0.4142799503283, 0.594512195122, 2.5430210325048},
        {30, 17, 0.95, 0.21524, 0.100215, 0.34028, 7.376138918659e-04, 0.02272260449831, 28.66693445133},
        {40, 37, 0.95, 0.2202575, 0.125205, 0.33005, 0.0001153579687525, -0.1286741713570982, 40},
        {49, 17, 0.95, 0.200415, 0.105315, 0.290240, 2.349445976752e-04, 0.02911111111111, 46.22781256748},
        {50, 17, 0.95, 0.205255, 0.120165, 0.290395, 1.668941086194e-04, 0.005193631094556, 49.48332033412},
        {60, 23, 0.95, 0.20537, 0.135075, 0.290135, 2.850765981002e-05, -0.480178025642, 60},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu values by factor %d", rows[i].count, rows[i].factor);
        double values[60];
        for (size_t k = 1; k <= rows[i].count; k++)
            values[k - 1] = rows[i].factor
                                ? ((double)((int)(k * k) * rows[i].factor % 101) - 30) / 100 + (double)k / 1e5
                                : chain[k - 1];
        struct cd_finding finding = cd_find_shift(values, rows[i].count, rows[i].confidence);
        assert_near(finding.shift, rows[i].shift, 1e-12);
        assert_near(fmax(finding.interval.low, -1e9), rows[i].low, 1e-12);
        assert_near(fmin(finding.interval.high, 1e9), rows[i].high, 1e-12);
        assert_near(finding.p, rows[i].p, 1e-11);
        assert_near(finding.correlation, rows[i].correlation, 1e-12);
        assert_near(finding.effective_pairs, rows[i].effective, 1e-10);
    }
    assert_true(isnan(cd_serial_correlation(chain, 5)));
    assert_true(cd_serial_correlation((double[]){1, 1, 1, 1, 1, 1}, 6) == 0);
}

// ---- many tests -------------------------------------------------------------------------------------------

/// By R 4: p.adjust(p, "holm")
TEST(holm_multiplies_the_smallest_by_the_number_of_tests)
{
    double p[] = {0.01, 0.04, 0.03, 0.005}, many[] = {0.9, 0.8};
    static const double adjusted[] = {0.03, 0.06, 0.06, 0.02};
    cd_holm_adjust(p, 4, p);
    for (int i = 0; i < 4; i++)
        assert_near(p[i], adjusted[i], 1e-12);
    cd_holm_adjust(many, 2, many);
    assert_true(many[0] == 1 && many[1] == 1);
}

TEST(more_tests_need_more_pairs)
{
    assert_int_equal(cd_pairs_needed(0.01, 1), 8);
    assert_int_equal(cd_pairs_needed(0.01, 0), 8);
    assert_int_equal(cd_pairs_needed(0.01, 10), 11);
    assert_int_equal(cd_pairs_needed(0.25, 1), 4); // where one less reaches just the level
    struct cd_rule twice = cd_rule_of_looks(rule, 2);
    assert_near(twice.level, 0.005, 1e-15);
    assert_near(twice.confidence, 0.975, 1e-15);
}

// ---- successive pairs -------------------------------------------------------------------------------------

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
                // The correlations of further neighbours are the powers of the first one.
                double value = draw_normal(&random), rest = sqrt(1 - correlations[r] * correlations[r]);
                for (size_t i = 0; i < counts[k]; i++) {
                    values[i] = value;
                    value = correlations[r] * value + rest * draw_normal(&random);
                }
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
        for (size_t i = 0; i < 30; i++)
            values[i] = draw_normal(&random);
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
        cd_sort_reals(seen[after], TRIALS);
    double before = seen[0][TRIALS * 4 / 5], after = seen[1][TRIALS * 4 / 5];
    print_message("30 independent pairs: a shift of %.2f is seen four times of five, before %.2f\n", after,
                  before);
    assert_true(after >= before && after < 1.35 * before);
}

// ---- verdicts ---------------------------------------------------------------------------------------------

TEST(a_verdict_follows_from_certainty_size_and_interval)
{
    static const struct {
        double p, ratio, low, high, effective;
        enum cd_outcome outcome;
    } rows[] = {
        {0.0099, 1.0201, 0.9, 1.1, 8, CD_OUTCOME_SLOWER},
        {0.0099, 0.9799, 0.9, 1.1, 8, CD_OUTCOME_FASTER},
        {0.0101, 1.0201, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.0101, 0.9799, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.01, 1.0201, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.01, 0.9799, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.0099, 1.0199, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.0099, 0.9801, 0.9, 1.1, 8, CD_OUTCOME_INCONCLUSIVE},
        // Small, however certain; and uncertain, but within the margin.
        {0.0001, 1.019, 0.9701, 1.0299, 8, CD_OUTCOME_EQUIVALENT},
        {0.9, 1, 0.9701, 1.0299, 8, CD_OUTCOME_EQUIVALENT},
        {0.9, 1, 0.9699, 1.0299, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.9, 1, 0.9701, 1.0301, 8, CD_OUTCOME_INCONCLUSIVE},
        {0.9, 1, 0.9701, 1.0299, 7.9, CD_OUTCOME_INCONCLUSIVE},
        {0.0001, 1.5, 1.4, 1.6, 7.9, CD_OUTCOME_SLOWER},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("p %g, ratio %g (%g to %g)", rows[i].p, rows[i].ratio, rows[i].low, rows[i].high);
        struct cd_finding finding = {.pairs = 20,
                                     .shift = log(rows[i].ratio),
                                     .interval = {log(rows[i].low), log(rows[i].high), 0.95},
                                     .p = rows[i].p,
                                     .effective_pairs = rows[i].effective};
        cd_decide(&finding, 1, &rule);
        assert_int_equal(finding.outcome, rows[i].outcome);
        assert_int_equal(finding.too_few, rows[i].effective < 8);
    }
}

TEST(too_few_pairs_decide_nothing)
{
    double values[30];
    for (size_t i = 0; i < 30; i++)
        values[i] = 0.5 + 0.001 * (double)i;
    struct cd_finding finding = cd_find_shift(values, 30, 0.95); // each resembles the next one
    cd_decide(&finding, 1, &rule);
    assert_true(finding.too_few && finding.needed == 8 && finding.effective_pairs < 3);
    assert_int_equal(finding.outcome, CD_OUTCOME_INCONCLUSIVE);
    // Of these, none says anything about the next.
    static const double apart[] = {0.53, 0.56, 0.51, 0.55, 0.57, 0.5, 0.54, 0.52};
    for (size_t count = 7; count <= 8; count++) {
        finding = cd_find_shift(apart, count, 0.95);
        cd_decide(&finding, 1, &rule);
        assert_int_equal(finding.outcome, count < 8 ? CD_OUTCOME_INCONCLUSIVE : CD_OUTCOME_SLOWER);
    }
    finding = cd_find_shift(NULL, 0, 0.95);
    cd_decide(&finding, 1, &rule);
    assert_true(finding.too_few && finding.outcome == CD_OUTCOME_INCONCLUSIVE && finding.adjusted_p == 1);
}

TEST(among_many_cells_a_change_has_to_be_more_certain)
{
    // The second has no pairs, and is no test.
    struct cd_finding findings[7];
    for (int i = 0; i < 7; i++)
        findings[i] = (struct cd_finding){.pairs = i != 1 ? 9 : 0,
                                          .effective_pairs = 9,
                                          .shift = 0.05,
                                          .interval = {0, 0.1, 0.95},
                                          .p = 0.5};
    findings[0].p = 0.004;
    cd_decide(findings, 1, &rule);
    assert_int_equal(findings[0].outcome, CD_OUTCOME_SLOWER);
    cd_decide(findings, 7, &rule);
    assert_int_equal(findings[0].outcome, CD_OUTCOME_INCONCLUSIVE);
    assert_true(findings[0].too_few && findings[0].needed == 11);
    assert_near(findings[0].adjusted_p, 0.024, 1e-12);
    assert_true(findings[1].adjusted_p == 1);
}
