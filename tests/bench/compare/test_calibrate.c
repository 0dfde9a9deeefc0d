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

/// How the samples of a trial are made.
struct recipe {
    double noise; ///< of a sample, as a share
    double drift; ///< from the first sample of a trial to its last, as a share
};

/// The log ratios of a comparison, from made samples with side B slowed down.
static void make_ratios(double slow_down, const struct recipe *recipe, struct cd_random *random,
                        double ratios[PAIRS])
{
    for (size_t i = 0; i < PAIRS; i++) {
        double times[2];
        for (size_t turn = 0; turn < 2; turn++) {
            size_t side = turn ^ (i % 2);
            times[side] = exp(recipe->noise * draw_normal(random)) *
                          (1 + recipe->drift * (double)(2 * i + turn) / (2 * PAIRS - 1));
        }
        ratios[i] = log(times[1] * (1 + slow_down) / times[0]);
    }
}

static enum cd_outcome judge(const double *ratios)
{
    struct cd_finding finding = cd_find_shift(ratios, PAIRS, 0.95);
    cd_decide(&finding, 1, &rule);
    return finding.outcome;
}

static bool is_alarm(enum cd_outcome outcome)
{
    return outcome == CD_OUTCOME_SLOWER || outcome == CD_OUTCOME_FASTER;
}

/// The table of this many comparisons. The caller owns it.
static struct cd_table *make_cells(size_t count, const struct recipe *recipe, uint64_t seed)
{
    struct cd_table *cells = cd_table_create(NULL, 0);
    struct cd_random random = cd_random_seed(seed);
    for (size_t i = 0; i < count; i++) {
        double ratios[PAIRS];
        size_t row = cd_table_add_row(cells);
        make_ratios(0, recipe, &random, ratios);
        cd_table_set_text(cells, row, "verdict", cd_outcome_name(judge(ratios)));
        cd_table_set_real(cells, row, "least_found", cd_least_found(ratios, PAIRS, &rule));
    }
    return cells;
}

static struct cd_calibration calibrate(size_t count, const struct recipe *recipe, uint64_t seed)
{
    struct cd_table *cells = make_cells(count, recipe, seed);
    struct cd_calibration calibration = cd_calibrate(cells);
    cd_table_destroy(cells);
    return calibration;
}

// ---- what is counted --------------------------------------------------------------------------------------

TEST(without_noise_all_above_the_threshold_is_found)
{
    struct recipe recipe = {.noise = 1e-6};
    struct cd_calibration calibration = calibrate(30, &recipe, seed_of_test());
    assert_int_equal(calibration.alarms, 0);
    assert_near(calibration.alarm_share.high, 0.114, 0.001);
    assert_near(calibration.found, rule.threshold, 1e-5);
    assert_near(calibration.found_interval.high, rule.threshold, 1e-5);
}

TEST(more_noise_finds_less)
{
    uint64_t seed = seed_of_test();
    double before = 0;
    for (double noise = 0.005; noise < 0.05; noise *= 2) {
        struct recipe recipe = {.noise = noise};
        struct cd_calibration calibration = calibrate(100, &recipe, seed);
        // Four standard errors of what the level of 1 % allows.
        assert_true(calibration.alarms <= 5);
        assert_true(calibration.found > before);
        assert_true(calibration.found_interval.low <= calibration.found);
        assert_true(calibration.found_interval.high >= calibration.found);
        before = calibration.found;
    }
}

/// What is worked out, against slowdowns that are really put on the samples.
TEST(a_threshold_is_where_the_verdict_turns)
{
    struct recipe recipe = {.noise = 0.02};
    uint64_t seed = seed_of_test();
    struct cd_random random = cd_random_seed(seed);
    double ratios[PAIRS];
    make_ratios(0, &recipe, &random, ratios);
    double least = cd_least_found(ratios, PAIRS, &rule);
    for (int above = 0; above < 2; above++) {
        struct cd_random again = cd_random_seed(seed);
        make_ratios(least + (above ? 1e-5 : -1e-5), &recipe, &again, ratios);
        assert_int_equal(judge(ratios) == CD_OUTCOME_SLOWER, above);
    }
}

TEST(drift_does_not_fool_pairs)
{
    struct recipe recipe = {.noise = 0.005, .drift = 0.1};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t i = 0; i < 10; i++) {
        double ratios[PAIRS];
        make_ratios(0, &recipe, &random, ratios);
        assert_false(is_alarm(judge(ratios)));
    }
}

/// Recorded pairs of a program with itself, cut into trials.
TEST(recorded_samples_of_a_busy_machine_raise_no_alarm)
{
    struct cd_table *rows;
    struct cd_status status;
    if (cd_table_read("tests/data/same_program.csv", NULL, 0, &rows, &status))
        fail_msg("%s", status.text);
    assert_true(rows->row_count >= 5 * PAIRS);
    for (size_t first = 0; first + PAIRS <= rows->row_count; first += PAIRS) {
        double ratios[PAIRS], a, b;
        for (size_t i = 0; i < PAIRS; i++) {
            assert_true(cd_table_number(rows, first + i, "ms_a", &a) &&
                        cd_table_number(rows, first + i, "ms_b", &b));
            ratios[i] = log(b / a);
        }
        assert_false(is_alarm(judge(ratios)));
    }
    cd_table_destroy(rows);
}

TEST(few_comparisons_claim_little)
{
    struct recipe recipe = {.noise = 0.001};
    struct cd_calibration calibration = calibrate(0, &recipe, 1);
    assert_true(isnan(calibration.found));
    assert_near(calibration.alarm_share.high, 1, 0);
    calibration = calibrate(5, &recipe, 1);
    assert_true(calibration.alarm_share.high > 0.4);
    assert_true(isinf(calibration.found_interval.high)); // five comparisons leave the end open
    assert_true(isinf(calibrate(CD_COMPARISONS_KEPT - 1, &recipe, 1).found_interval.high));
    assert_true(isfinite(calibrate(CD_COMPARISONS_KEPT, &recipe, 1).found_interval.high));
}

TEST(in_great_noise_nothing_is_found)
{
    struct recipe recipe = {.noise = 4};
    struct cd_calibration calibration = calibrate(30, &recipe, seed_of_test());
    assert_true(isinf(calibration.found));
    assert_true(isinf(calibration.found_interval.high));
}

TEST(ranks_cover_a_quantile_as_often_as_they_say)
{
    struct cd_ranks ranks = cd_quantile_ranks(10, 0.8);
    assert_int_equal(ranks.high, 11); // 0.8^10 is more than 2.5 %
    ranks = cd_quantile_ranks(100, 0.5);
    assert_int_equal(ranks.low, 40); // as tables of the median's interval have it
    assert_int_equal(ranks.high, 61);
    // Half of a thousand samples of 60 uniform numbers, whose quantile is known.
    struct cd_random random = cd_random_seed(seed_of_test());
    ranks = cd_quantile_ranks(60, 0.8);
    size_t missed = 0;
    for (int i = 0; i < 2000; i++) {
        size_t below = 0;
        for (int k = 0; k < 60; k++)
            below += cd_random_unit(&random) < 0.8;
        // The value of rank r lies below the quantile when at least r values do.
        missed += below < ranks.low || below >= ranks.high;
    }
    assert_true(missed <= 150);
}

// ---- what is quoted ---------------------------------------------------------------------------------------

static const struct cd_comparison_plan usual = {.sampling = {.pairs = PAIRS, .sample_seconds = 0.05},
                                                .rule = CD_DEFAULT_RULE};

/// Keeps a calibration of this many comparisons and returns what the program then says.
static void keep(const char *started, size_t count, char line[CD_QUOTE_BYTES])
{
    struct recipe recipe = {.noise = 0.01};
    struct cd_table *cells = make_cells(count, &recipe, 1);
    struct cd_status status;
    for (size_t i = 0; i < count; i++) {
        cd_table_set_text(cells, i, "started", started);
        cd_table_set_count(cells, i, "pairs", PAIRS);
        cd_table_set_real(cells, i, "effective_pairs", PAIRS);
        cd_table_set_real(cells, i, "sample_ms", 50);
        cd_table_set_real(cells, i, "level", rule.level);
        cd_table_set_real(cells, i, "threshold", rule.threshold);
    }
    assert_int_equal(cd_calibration_keep(cells, line, &status), CD_OK);
    cd_table_destroy(cells);
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' does not say '%s'", text, part);
}

static void use_cache(const char *name)
{
    setenv("CDBENCH_CACHE", scratch_path(name), 1);
}

TEST(without_a_calibration_the_quote_says_so)
{
    char text[CD_QUOTE_BYTES];
    use_cache("empty");
    cd_calibration_quote(&usual, text);
    assert_says(text, "Not calibrated");
    assert_says(text, "run `cdbench compare --calibrate`");
}

TEST(a_stored_calibration_is_quoted)
{
    char text[CD_QUOTE_BYTES];
    struct cd_comparison_plan other = usual;
    use_cache("stored");
    keep("2026-11-22T05:40:00Z", 30, text);
    assert_says(text, "Stored in ");
    cd_calibration_quote(&usual, text);
    assert_says(text, "Calibrated on this host 2026-11-22: false alarms 0 of 30 (at most 11 %), finds ");
    assert_says(text, " % four times of five with 20 pairs");
    assert_null(strstr(text, ";"));
    other.sampling.pairs = 10;
    cd_calibration_quote(&other, text);
    assert_says(text, "; here it is 10 pairs, which find less");
    other.sampling.pairs = 40;
    cd_calibration_quote(&other, text);
    assert_says(text, "which find more");
    other.sampling.sample_seconds = 0.1;
    cd_calibration_quote(&other, text);
    assert_says(text, "; with samples of 50 ms, not 100 ms as here");
    other.rule.threshold = 0.01;
    cd_calibration_quote(&other, text);
    assert_says(text, "with a threshold of 2 %, not 1 % as here");
}

TEST(few_comparisons_are_not_kept_and_never_replace_more)
{
    char text[CD_QUOTE_BYTES];
    use_cache("better");
    keep("2026-01-01T00:00:00Z", CD_COMPARISONS_KEPT - 1, text);
    assert_says(text, "Not stored: fewer than 17 comparisons");
    assert_int_not_equal(access(scratch_path("better/calibrations"), F_OK), 0);
    keep("2026-01-01T00:00:00Z", CD_COMPARISONS_KEPT, text);
    assert_says(text, "Stored in ");
    keep("2026-01-02T00:00:00Z", 45, text); // the better one takes its place
    assert_says(text, "Stored in ");
    keep("2026-01-03T00:00:00Z", 44, text);
    assert_says(text, "Not stored: that of 2026-01-02 has 900 pairs of samples, this one 880; remove ");
    cd_calibration_quote(&usual, text);
    assert_says(text, "Calibrated on this host 2026-01-02: ");
    keep("2026-01-04T00:00:00Z", 45, text); // as good, and newer
    cd_calibration_quote(&usual, text);
    assert_says(text, "Calibrated on this host 2026-01-04: ");
    assert_int_equal(scratch_entries(scratch_path("better/calibrations")), 1);
}

TEST(a_broken_calibration_is_none_and_is_replaced)
{
    static const char *const contents[] = {"", "{", "pairs,started\n", "pairs\nmany\n", "a,b\n1,2\n"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        char text[CD_QUOTE_BYTES], path[CD_QUOTE_BYTES] = "";
        use_cache("broken");
        keep("2026-11-22T05:40:00Z", 45, text);
        assert_int_equal(sscanf(text, "Stored in %599[^;]", path), 1);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(contents[i], file);
        fclose(file);
        cd_calibration_quote(&usual, text);
        assert_says(text, "Not calibrated");
    }
}
