/// Calibrations: what is counted, on samples made from a seed, and what `compare` quotes from a stored calibration. The
/// tests read no clock, so a busy machine changes nothing.
#include "base/random.h"
#include "base/table.h"
#include "base/text.h"
#include "bench/compare/calibration.h"
#include "tests/scratch_folder.h"

#include <math.h>
#include <unistd.h>

#include "tests/random_numbers.h"
#include "tests/test.h"

enum { PAIRS = 20 };

static const struct cd_rule rule = CD_DEFAULT_RULE;

/// The log ratios of a comparison of samples that vary by the share `noise`.
static void make_ratios(double noise, struct cd_random *random, double ratios[PAIRS])
{
    for (size_t i = 0; i < PAIRS; i++)
        ratios[i] = noise * (draw_normal(random) - draw_normal(random));
}

static enum cd_outcome judge(const double *ratios)
{
    struct cd_finding finding = cd_find_shift(ratios, PAIRS, 0.95);
    cd_decide(&finding, 1, &rule);
    return finding.outcome;
}

/// The table of this many comparisons. The caller owns it.
static struct cd_table *make_cells(size_t count, double noise, uint64_t seed)
{
    struct cd_table *cells = cd_table_create(NULL, 0);
    struct cd_random random = cd_random_seed(seed);
    for (size_t i = 0; i < count; i++) {
        double ratios[PAIRS];
        size_t row = cd_table_add_row(cells);
        make_ratios(noise, &random, ratios);
        cd_table_set_text(cells, row, "verdict", cd_outcome_name(judge(ratios)));
        cd_table_set_real(cells, row, "least_found", cd_least_found(ratios, PAIRS, &rule));
    }
    return cells;
}

// ---- what is counted --------------------------------------------------------------------------------------

/// By R 4, of x <- (1:count) / 100: quantile(x, 0.8, type = 1); x[qbinom(0.025, count, 0.8)];
/// x[qbinom(0.975, count, 0.8) + 1]; prop.test(alarms, count, correct = FALSE)$conf.int
TEST(a_calibration_is_counted_as_r_does)
{
    static const struct {
        size_t count, alarms;
        double expected[5]; ///< found, its interval, and that of the share of alarms
    } rows[] = {
        {25, 3, {0.2, 0.16, 0.25, 0.0416681715044, 0.299557939209}},
        {26, 0, {0.21, 0.17, 0.25, 0, 0.128728921859}},
        {17, 1, {0.14, 0.1, 0.17, 0.010460400985, 0.269820306376}},
        {16, 0, {0.13, 0.09, INFINITY, 0, 0.193607680534}},
        {5, 0, {0.04, 0.02, INFINITY, 0, 0.434482464783}},
        {1, 1, {0.01, 0, INFINITY, 0.206549314377, 1}},
        {0, 0, {NAN, 0, INFINITY, 0, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu comparisons, %zu alarms", rows[i].count, rows[i].alarms);
        struct cd_table *cells = cd_table_create(NULL, 0);
        for (size_t k = 0; k < rows[i].count; k++) {
            cd_table_add_row(cells);
            cd_table_set_text(cells, k, "verdict",
                              k >= rows[i].alarms ? "equivalent"
                              : k % 2             ? "faster"
                                                  : "slower");
            cd_table_set_real(cells, k, "least_found", (double)(k * 7 % rows[i].count + 1) / 100);
        }
        struct cd_calibration calibration = cd_calibrate(cells);
        const double found[] = {calibration.found, calibration.found_interval.low,
                                calibration.found_interval.high, calibration.alarm_share.low,
                                calibration.alarm_share.high},
                     *expected = rows[i].expected;
        for (int k = 0; k < 5; k++)
            if (!(found[k] == expected[k] || fabs(found[k] - expected[k]) < 1e-9 ||
                  (isnan(found[k]) && isnan(expected[k]))))
                fail_msg("%g is not %g", found[k], expected[k]);
        assert_int_equal(calibration.alarms, rows[i].alarms);
        cd_table_destroy(cells);
    }
}

/// The verdict after a slowdown of side B.
static enum cd_outcome judge_slower(const double *ratios, double slow_down)
{
    double moved[PAIRS];
    for (size_t i = 0; i < PAIRS; i++)
        moved[i] = ratios[i] + log1p(slow_down);
    return judge(moved);
}

TEST(the_least_slowdown_found_is_where_the_verdict_turns)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    double ratios[PAIRS], least;
    do
        make_ratios(0.02, &random, ratios);
    while (cd_serial_correlation(ratios, PAIRS) > 0); // by chance
    least = cd_least_found(ratios, PAIRS, &rule);
    assert_int_not_equal(judge_slower(ratios, least - 1e-6), CD_OUTCOME_SLOWER);
    assert_int_equal(judge_slower(ratios, least + 1e-6), CD_OUTCOME_SLOWER);
    for (size_t i = 0; i < PAIRS; i++)
        ratios[i] += 1;
    assert_true(cd_least_found(ratios, PAIRS, &rule) == 0);
    for (size_t i = 0; i < PAIRS; i++)
        ratios[i] -= 3; // twice as slow is still faster
    assert_true(isinf(cd_least_found(ratios, PAIRS, &rule)));
}

// ---- what is quoted ---------------------------------------------------------------------------------------

static const struct cd_comparison_plan usual = {.sampling = {.pairs = PAIRS, .sample_seconds = 0.05},
                                                .rule = CD_DEFAULT_RULE};

static char line[CD_QUOTE_BYTES]; ///< what the program says

static void assert_says(const char *part)
{
    if (!strstr(line, part))
        fail_msg("'%s' does not say '%s'", line, part);
}

/// Keeps a calibration of this many comparisons.
static void assert_keeps(const char *started, size_t count, const char *says)
{
    struct cd_table *cells = make_cells(count, 0.01, 1);
    struct cd_status status;
    for (size_t i = 0; i < count; i++) {
        cd_table_set_text(cells, i, "started", started);
        cd_table_set_count(cells, i, "pairs", PAIRS);
        cd_table_set_real(cells, i, "effective_pairs", PAIRS);
        cd_table_set_real(cells, i, "sample_ms", 50);
        cd_table_set_real(cells, i, "least_found", 0.001 * (double)(i + 1));
        cd_table_set_real(cells, i, "level", rule.level);
        cd_table_set_real(cells, i, "threshold", rule.threshold);
    }
    assert_int_equal(cd_calibration_keep(cells, line, &status), CD_OK);
    cd_table_destroy(cells);
    assert_says(says);
}

static void assert_quotes(const struct cd_comparison_plan *plan, const char *says)
{
    cd_calibration_quote(plan, line);
    assert_says(says);
}

static void use_cache(const char *name)
{
    setenv("CDBENCH_CACHE", scratch_path(name), 1);
}

TEST(a_stored_calibration_is_quoted)
{
    struct cd_comparison_plan other = usual;
    use_cache("stored");
    assert_keeps("2026-11-22T05:40:00Z", 30, "Stored in ");
    assert_quotes(&usual, "Calibrated on this host 2026-11-22: false alarms 0 of 30 (at most 11 %), "
                          "finds 2.4 % four times of five with 20 pairs");
    assert_null(strstr(line, ";"));
    // What differs first is said.
    static const struct {
        size_t pairs;
        double seconds, level, threshold;
        const char *says;
    } others[] = {
        {10, 0.05, 0.01, 0.02, "; here it is 10 pairs, which find less"},
        {40, 0.05, 0.01, 0.02, "; here it is 40 pairs, which find more"},
        {40, 0.1, 0.01, 0.02, "; with samples of 50 ms, not 100 ms as here"},
        {40, 0.1, 0.01, 0.01, "; with a threshold of 2 %, not 1 % as here"},
        {20, 0.05, 0.05, 0.02, "; with a threshold of 2 %, not 2 % as here"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        other.sampling.pairs = others[i].pairs;
        other.sampling.sample_seconds = others[i].seconds;
        other.rule.level = others[i].level;
        other.rule.threshold = others[i].threshold;
        assert_quotes(&other, others[i].says);
    }
}

TEST(few_comparisons_are_not_kept_and_never_replace_more)
{
    use_cache("better");
    assert_keeps("2026-01-01T00:00:00Z", CD_COMPARISONS_KEPT - 1, "Not stored: fewer than 17 comparisons");
    assert_int_not_equal(access(scratch_path("better/calibrations"), F_OK), 0);
    assert_keeps("2026-01-01T00:00:00Z", CD_COMPARISONS_KEPT, "Stored in ");
    assert_keeps("2026-01-02T00:00:00Z", 45, "Stored in "); // the better one takes its place
    assert_keeps("2026-01-03T00:00:00Z", 44,
                 "Not stored: that of 2026-01-02 has 900 pairs of samples, this one 880; remove ");
    assert_quotes(&usual, "Calibrated on this host 2026-01-02: ");
    assert_keeps("2026-01-04T00:00:00Z", 45, "Stored in "); // as good, and newer
    assert_quotes(&usual, "Calibrated on this host 2026-01-04: ");
    assert_int_equal(scratch_entries(scratch_path("better/calibrations")), 1);
}

TEST(without_a_calibration_or_with_a_broken_one_the_quote_says_so)
{
    static const char *const contents[] = {"", "{", "pairs,started\n", "pairs\nmany\n", "a,b\n1,2\n"};
    char path[CD_QUOTE_BYTES] = "";
    use_cache("broken");
    assert_quotes(&usual, "Not calibrated");
    assert_says("run `cdbench compare --calibrate`");
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        test_row("%s", contents[i]);
        assert_keeps("2026-11-22T05:40:00Z", 45, "Stored in "); // replaces a broken one
        assert_int_equal(sscanf(line, "Stored in %599[^;]", path), 1);
        scratch_write(path + strlen(scratch) + 1, contents[i]);
        assert_quotes(&usual, "Not calibrated");
    }
}
