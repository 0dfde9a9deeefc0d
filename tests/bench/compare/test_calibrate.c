/// Calibrations: what is counted, on samples made by a seed, and what `compare` quotes of a stored one. No
/// clock is read, so that a busy machine changes nothing.
#include "base/memory.h"
#include "base/random.h"
#include "base/table.h"
#include "base/text.h"
#include "bench/compare/calibrating.h"
#include "bench/compare/calibration_store.h"
#include "tests/scratch_folder.h"

#include <math.h>
#include <unistd.h>

#include "tests/random_numbers.h"

enum { PAIRS = 20 };

static const struct cd_rule rule = CD_DEFAULT_RULE;

/// How the samples of a trial come about.
struct recipe {
    double noise; ///< of a sample, as a share
    double drift; ///< from the first sample of a trial to its last, as a share
    double level; ///< all times of the trial are so many milliseconds
};

static struct cd_trial make_trial(size_t cell, double slow_down, const struct recipe *recipe,
                                  struct cd_random *random)
{
    struct cd_trial trial = {.cell = cell, .slow_down = slow_down};
    struct cd_sample_pairs *pairs = &trial.pairs;
    pairs->count = PAIRS;
    pairs->b_first = cd_allocate(PAIRS, sizeof *pairs->b_first);
    for (int side = 0; side < 2; side++) {
        pairs->cpu[side] = cd_allocate(PAIRS, sizeof(double));
        pairs->wall[side] = cd_allocate(PAIRS, sizeof(double));
    }
    for (size_t i = 0; i < PAIRS; i++) {
        pairs->b_first[i] = i % 2;
        for (int turn = 0; turn < 2; turn++) {
            int side = turn ^ pairs->b_first[i];
            double time = recipe->level * exp(recipe->noise * draw_normal(random));
            time *= 1 + recipe->drift * (double)(2 * i + (size_t)turn) / (2 * PAIRS - 1);
            pairs->cpu[side][i] = time * (side ? 1 + slow_down : 1);
            pairs->wall[side][i] = pairs->cpu[side][i];
        }
    }
    return trial;
}

/// All trials of a plan on two cells.
static struct cd_trials make_trials(size_t comparisons, const struct recipe *recipe, uint64_t seed)
{
    struct cd_trials trials = {0};
    struct cd_random random = cd_random_seed(seed);
    for (size_t i = 0; i < cd_count_trials(comparisons); i++) {
        struct cd_trial plan = cd_plan_trial(i, 2);
        struct cd_trial trial = make_trial(plan.cell, plan.slow_down, recipe, &random);
        trial.begun = 5 * (double)i;
        cd_trials_add(&trials, &trial);
    }
    return trials;
}

// ---- the plan ---------------------------------------------------------------------------------------------

static void test_every_cell_meets_every_slowdown_equally_often(void **state)
{
    (void)state;
    for (size_t cells = 1; cells <= 7; cells++) {
        size_t plain[7] = {0}, slowed[7][CD_SLOW_DOWNS] = {{0}}, turns = 3 * cells * CD_SLOW_DOWNS;
        for (size_t i = 0; i < turns * cells; i++) {
            struct cd_trial trial = cd_plan_trial(i, cells);
            assert_true(trial.cell < cells);
            for (size_t k = 0; k < CD_SLOW_DOWNS; k++)
                slowed[trial.cell][k] += fabs(trial.slow_down - cd_slow_downs[k]) < 1e-12;
            plain[trial.cell] += trial.slow_down <= 0;
        }
        for (size_t cell = 0; cell < cells; cell++) {
            assert_int_equal(plain[cell], 2 * cells * CD_SLOW_DOWNS);
            for (size_t k = 0; k < CD_SLOW_DOWNS; k++)
                assert_int_equal(slowed[cell][k], cells);
        }
    }
}

// ---- what is counted --------------------------------------------------------------------------------------

static void test_without_noise_all_above_the_threshold_is_found(void **state)
{
    (void)state;
    struct recipe recipe = {.noise = 1e-6, .level = 1};
    struct cd_trials trials = make_trials(30, &recipe, seed_of_test());
    struct cd_calibration calibration = cd_calibrate(&trials, 2, PAIRS, &rule);
    assert_int_equal(calibration.false_alarms.events, 0);
    assert_int_equal(calibration.false_alarms.trials, 30);
    // 300 pairs of each cell in a row: 141 runs of 20 that begin at an even one.
    assert_int_equal(calibration.windows.trials, 282);
    assert_int_equal(calibration.windows.events, 0);
    assert_int_equal(calibration.trial_count, 45);
    for (size_t i = 1; i < CD_SLOW_DOWNS; i++) {
        assert_int_equal(calibration.powers[i].found.events, 3);
        assert_int_equal(calibration.powers[i].found.trials, 3);
        assert_near(calibration.powers[i].measured, cd_slow_downs[i], 1e-5);
        assert_near(calibration.powers[i].predicted, 1, 0);
    }
    assert_near(calibration.smallest.found, 0.01, 1e-5);
    assert_near(calibration.smallest.high, 0.01, 1e-5);
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
}

static void test_more_noise_finds_less(void **state)
{
    (void)state;
    uint64_t seed = seed_of_test();
    double before = 0;
    for (double noise = 0.005; noise < 0.05; noise *= 2) {
        struct recipe recipe = {.noise = noise, .level = 3};
        struct cd_trials trials = make_trials(100, &recipe, seed);
        struct cd_calibration calibration = cd_calibrate(&trials, 2, PAIRS, &rule);
        // Four standard errors of what the level of 1 % allows.
        assert_true(calibration.false_alarms.events <= 5);
        assert_true(calibration.smallest.found > before);
        assert_true(calibration.smallest.low <= calibration.smallest.found);
        assert_true(calibration.smallest.high >= calibration.smallest.found);
        for (size_t i = 1; i < CD_SLOW_DOWNS; i++)
            assert_true(calibration.powers[i].predicted >= calibration.powers[i - 1].predicted);
        before = calibration.smallest.found;
        cd_calibration_release(&calibration);
        cd_trials_release(&trials);
    }
}

static void test_a_slowdown_is_taken_off_before_it_is_asked_what_would_be_found(void **state)
{
    (void)state;
    struct recipe recipe = {.noise = 0.01, .level = 1};
    uint64_t seed = seed_of_test();
    double thresholds[2];
    for (int slowed = 0; slowed < 2; slowed++) {
        struct cd_random random = cd_random_seed(seed);
        struct cd_trial trial = make_trial(0, slowed ? 0.05 : 0, &recipe, &random);
        struct cd_trials trials = {0};
        cd_trials_add(&trials, &trial);
        struct cd_calibration calibration = cd_calibrate(&trials, 1, PAIRS, &rule);
        thresholds[slowed] = calibration.thresholds[0];
        cd_calibration_release(&calibration);
        cd_trials_release(&trials);
    }
    assert_near(thresholds[1], thresholds[0], 1e-6);
}

static void test_a_threshold_is_where_the_verdict_turns(void **state)
{
    (void)state;
    struct recipe recipe = {.noise = 0.02, .level = 1};
    uint64_t seed = seed_of_test();
    struct cd_random random = cd_random_seed(seed);
    struct cd_trial trial = make_trial(0, 0, &recipe, &random);
    struct cd_trials trials = {0};
    cd_trials_add(&trials, &trial);
    struct cd_calibration calibration = cd_calibrate(&trials, 1, PAIRS, &rule);
    double threshold = calibration.thresholds[0];
    for (int above = 0; above < 2; above++) {
        struct cd_random again = cd_random_seed(seed);
        struct cd_trial moved = make_trial(0, threshold + (above ? 1e-5 : -1e-5), &recipe, &again);
        assert_int_equal(cd_judge_trial(&moved, &rule) == CD_CHANGE_SLOWER, above);
        cd_sample_pairs_release(&moved.pairs);
    }
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
}

static void test_drift_fools_blocks_and_stored_medians_but_not_pairs(void **state)
{
    (void)state;
    struct cd_trials trials = {0};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t i = 0; i < 10; i++) {
        struct recipe recipe = {.noise = 0.005, .drift = 0.1, .level = i % 2 ? 1 : 1.1};
        struct cd_trial trial = make_trial(0, 0, &recipe, &random);
        trial.begun = 60 * (double)i;
        cd_trials_add(&trials, &trial);
    }
    struct cd_calibration calibration = cd_calibrate(&trials, 1, PAIRS, &rule);
    for (int clock = 0; clock < CD_CLOCKS; clock++) {
        assert_int_equal(calibration.paired[clock].events, 0);
        assert_int_equal(calibration.blocks[clock].events, 10);
        assert_int_equal(calibration.stored[clock].events, 9);
        assert_int_equal(calibration.stored[clock].trials, 9);
    }
    assert_near(calibration.stored_gap, 60, 1e-9);
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
}

/// Cuts recorded pairs of a program with itself into trials.
static struct cd_trials read_recorded(size_t pairs)
{
    struct cd_table *rows;
    struct cd_status status;
    struct cd_trials trials = {0};
    if (cd_table_read("tests/data/same_program.csv", NULL, 0, &rows, &status))
        fail_msg("%s", status.text);
    for (size_t first = 0; first + pairs <= rows->row_count; first += pairs) {
        struct cd_trial trial = {.begun = (double)first};
        trial.pairs.count = pairs;
        trial.pairs.b_first = cd_allocate(pairs, sizeof *trial.pairs.b_first);
        for (int side = 0; side < 2; side++) {
            trial.pairs.cpu[side] = cd_allocate(pairs, sizeof(double));
            trial.pairs.wall[side] = cd_allocate(pairs, sizeof(double));
        }
        for (size_t i = 0; i < pairs; i++) {
            trial.pairs.b_first[i] = *cd_table_text(rows, first + i, "first") == 'B';
            assert_true(cd_table_number(rows, first + i, "cpu_ms_a", &trial.pairs.cpu[0][i]) &&
                        cd_table_number(rows, first + i, "cpu_ms_b", &trial.pairs.cpu[1][i]) &&
                        cd_table_number(rows, first + i, "wall_ms_a", &trial.pairs.wall[0][i]) &&
                        cd_table_number(rows, first + i, "wall_ms_b", &trial.pairs.wall[1][i]));
        }
        cd_trials_add(&trials, &trial);
    }
    cd_table_destroy(rows);
    return trials;
}

static void test_recorded_samples_of_a_busy_machine_fool_blocks_but_not_pairs(void **state)
{
    (void)state;
    struct cd_trials trials = read_recorded(PAIRS);
    struct cd_calibration calibration = cd_calibrate(&trials, 1, PAIRS, &rule);
    assert_int_equal(calibration.false_alarms.events, 0);
    assert_true(calibration.false_alarms.trials >= 5);
    assert_true(calibration.blocks[CD_BY_WALL].events + calibration.stored[CD_BY_WALL].events > 0);
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
}

static void test_few_trials_claim_little(void **state)
{
    (void)state;
    struct recipe recipe = {.noise = 0.001, .level = 1};
    struct cd_trials none = {0}, few = make_trials(5, &recipe, 1);
    struct cd_calibration calibration = cd_calibrate(&none, 2, PAIRS, &rule);
    assert_true(isnan(calibration.smallest.found));
    assert_near(cd_rate_interval(calibration.false_alarms).high, 1, 0);
    cd_calibration_release(&calibration);
    calibration = cd_calibrate(&few, 2, PAIRS, &rule);
    assert_true(cd_rate_interval(calibration.false_alarms).high > 0.4);
    assert_true(isinf(calibration.smallest.high)); // seven trials leave the end open
    cd_calibration_release(&calibration);
    cd_trials_release(&few);
}

static void test_what_is_not_found_is_larger_than_what_was_tried(void **state)
{
    (void)state;
    struct recipe recipe = {.noise = 0.5, .level = 1};
    struct cd_trials trials = make_trials(30, &recipe, seed_of_test());
    struct cd_calibration calibration = cd_calibrate(&trials, 2, PAIRS, &rule);
    assert_true(isinf(calibration.smallest.found));
    assert_true(isinf(calibration.smallest.high));
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
}

static void test_ranks_cover_a_quantile_as_often_as_they_say(void **state)
{
    (void)state;
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

static void quote(size_t pairs, char text[CD_QUOTE_BYTES])
{
    cd_calibration_quote(pairs, 0.05, &rule, text);
}

static void store_one(const char *finished)
{
    struct recipe recipe = {.noise = 0.01, .level = 1};
    struct cd_workloads workloads = {0};
    struct cd_workload cell = {.scene = (char[]){"bunny.obj"}, .query = (char[]){"pairs"}, .threads = 1};
    struct cd_trials trials = make_trials(30, &recipe, 1);
    struct cd_calibration calibration = cd_calibrate(&trials, 2, PAIRS, &rule);
    json_t *circumstances = json_object();
    cd_workloads_add(&workloads, &cell);
    struct cd_calibration_record record = {.calibration = &calibration,
                                           .workloads = &workloads,
                                           .trials = &trials,
                                           .rule = &rule,
                                           .sample_seconds = 0.05,
                                           .circumstances = circumstances,
                                           .finished = finished,
                                           .seconds = 300};
    char path[300];
    struct cd_status status;
    assert_int_equal(cd_calibration_store(&record, path, sizeof path, &status), CD_OK);
    assert_int_equal(access(path, R_OK), 0);
    json_decref(circumstances);
    cd_workloads_release(&workloads);
    cd_calibration_release(&calibration);
    cd_trials_release(&trials);
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

static void test_without_a_calibration_the_quote_says_so(void **state)
{
    (void)state;
    char text[CD_QUOTE_BYTES];
    use_cache("empty");
    quote(PAIRS, text);
    assert_says(text, "Not calibrated");
    assert_says(text, "run `cdbench calibrate`");
}

static void test_a_stored_calibration_is_quoted(void **state)
{
    (void)state;
    char text[CD_QUOTE_BYTES];
    use_cache("stored");
    store_one("2025-01-01T00:00:00Z");
    store_one("2026-11-22T05:40:00Z");
    assert_int_equal(scratch_entries(scratch_path("stored/calibrations")), 1); // the new one took its place
    quote(PAIRS, text);
    assert_says(text, "Calibrated on this host 2026-11-22: false alarms 0 of 30 (at most 11 %), finds ");
    assert_says(text, " % four times of five with 20 pairs");
    assert_null(strstr(text, ";"));
    quote(10, text);
    assert_says(text, "; here it is 10 pairs, which find less");
    quote(40, text);
    assert_says(text, "which find more");
    cd_calibration_quote(PAIRS, 0.1, &rule, text);
    assert_says(text, "; with samples of 50 ms, not 100 ms as here");
    struct cd_rule other = rule;
    other.threshold = 0.02;
    cd_calibration_quote(PAIRS, 0.05, &other, text);
    assert_says(text, "with a threshold of 1 %, not 2 % as here");
}

static void test_a_calibration_of_another_build_is_not_quoted(void **state)
{
    (void)state;
    char text[CD_QUOTE_BYTES], from[400], to[400];
    use_cache("other");
    store_one("2026-11-22T05:40:00Z");
    DIR *listing = opendir(scratch_path("other/calibrations"));
    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing));)
        if (*entry->d_name != '.') {
            snprintf(from, sizeof from, "%s/%s", scratch_path("other/calibrations"), entry->d_name);
            snprintf(to, sizeof to, "%s/%.17s0000000000000000.json", scratch_path("other/calibrations"),
                     entry->d_name);
        }
    closedir(listing);
    assert_int_equal(rename(from, to), 0);
    quote(PAIRS, text);
    assert_says(text, "for another build only");
}

static void test_a_broken_calibration_is_none(void **state)
{
    (void)state;
    static const char *const contents[] = {"", "{", "[]", "{\"format\": 1}", "{\"format\": 99}"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        char text[CD_QUOTE_BYTES], path[600] = "";
        use_cache("broken");
        store_one("2026-11-22T05:40:00Z");
        DIR *listing = opendir(scratch_path("broken/calibrations"));
        assert_non_null(listing);
        for (struct dirent *entry; (entry = readdir(listing));)
            if (*entry->d_name != '.')
                snprintf(path, sizeof path, "%s/%s", scratch_path("broken/calibrations"), entry->d_name);
        closedir(listing);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(contents[i], file);
        fclose(file);
        quote(PAIRS, text);
        assert_says(text, "Not calibrated");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cell_meets_every_slowdown_equally_often),
        cmocka_unit_test(test_without_noise_all_above_the_threshold_is_found),
        cmocka_unit_test(test_more_noise_finds_less),
        cmocka_unit_test(test_a_slowdown_is_taken_off_before_it_is_asked_what_would_be_found),
        cmocka_unit_test(test_a_threshold_is_where_the_verdict_turns),
        cmocka_unit_test(test_drift_fools_blocks_and_stored_medians_but_not_pairs),
        cmocka_unit_test(test_recorded_samples_of_a_busy_machine_fool_blocks_but_not_pairs),
        cmocka_unit_test(test_few_trials_claim_little),
        cmocka_unit_test(test_what_is_not_found_is_larger_than_what_was_tried),
        cmocka_unit_test(test_ranks_cover_a_quantile_as_often_as_they_say),
        cmocka_unit_test(test_without_a_calibration_the_quote_says_so),
        cmocka_unit_test(test_a_stored_calibration_is_quoted),
        cmocka_unit_test(test_a_calibration_of_another_build_is_not_quoted),
        cmocka_unit_test(test_a_broken_calibration_is_none),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
