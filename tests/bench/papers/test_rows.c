/// Rows that come from several places: sessions that are pooled, shards that are dealt, two machines that are compared,
/// and folders that are judged; and the source that they rest on.
#include "bench/papers/experiment.h"
#include "bench/papers/groups.h"
#include "bench/papers/ledgers.h"
#include "bench/papers/obtained.h"
#include "bench/papers/sources.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"

#include <unistd.h>

static struct cd_status status;

static const struct cd_words n_values = {1, (const char *const[]){"1000"}};
static const char *const times[] = {"ms"};
static const struct cd_paper paper = {.key = "k2011"};

/// With a variable n and the series a and b, on a scene or of a program with the times `ms`.
static struct cd_experiment experiment_of(bool program)
{
    static const struct cd_series series[] = {{.id = "a"}, {.id = "b"}};
    static struct cd_variable variable = {.name = "n"};
    variable.values[CD_SIZE_QUICK] = n_values;
    return (struct cd_experiment){.id = "fig1",
                                  .paper = &paper,
                                  .variable_count = 1,
                                  .variables = &variable,
                                  .series_count = 2,
                                  .series = series,
                                  .scene = program ? NULL : "s",
                                  .program = program ? "p" : NULL,
                                  .times = {program, times}};
}

static struct cd_table *parsed(const char *csv)
{
    struct cd_table *table;
    assert_int_equal(cd_table_parse(csv, "cells.csv", NULL, 0, &table, &status), CD_OK);
    return table;
}

// ---- sessions ---------------------------------------------------------------------------------------------

#define COLUMNS                                                                                              \
    "n,series,fps,fps_low,fps_high,samples,others,throttled,digest,verdict,counters,triangle_tests\n"
static const char *const of_sessions[] = {
    COLUMNS "1000,a,100,95,105,3,0.2,0,d1,exact,exact,7\n",
    COLUMNS "1000,a,110,105.5,115,4,0.01,1,d1,exact,exact,7\n",
    COLUMNS "1000,a,104,99,109,5,0.03,0,d1,exact,exact,7\n",
    COLUMNS "1000,a,104,99,109,5,0.03,0,d2,exact,exact,7\n",
    COLUMNS "1000,a,104,99,109,5,0.03,0,d1,exact,exact,8\n",
    COLUMNS "1000,a,104,99,109,5,0.03,0,d1,exact,exact,7\n1000,b,1,1,1,1,0,0,d1,exact,exact,1\n",
};

static enum cd_code pool(const size_t *numbers, size_t count, struct cd_rows *pooled)
{
    static const char samples[] = "n,series,sample,pass_ms\n1000,a,0,10\n1000,a,1,11\n";
    const struct cd_experiment experiment = experiment_of(false);
    struct cd_rows sessions[3] = {{0}};
    for (size_t i = 0; i < count; i++)
        sessions[i] = (struct cd_rows){.cells = parsed(of_sessions[numbers[i]]), .samples = parsed(samples)};
    enum cd_code code = cd_rows_pool(&experiment, sessions, count, pooled, &status);
    for (size_t i = 0; i < count; i++)
        cd_rows_release(&sessions[i]);
    return code;
}

/// By R 4: median(x); of the interval median(lows) and median(highs) or, if wider, exp(t.test(log(x))$conf.int)
TEST(sessions_become_their_median_with_what_differs_between_them)
{
    static const struct {
        const char *column;
        double value;
    } rows[] = {{"fps", 104},    {"fps_low", 92.8528117}, {"fps_high", 117.8028029}, {"samples", 12},
                {"others", 0.2}, {"throttled", 1},        {"triangle_tests", 7},     {"n", 1000}};
    struct cd_rows pooled;
    assert_int_equal(pool((const size_t[]){0, 1, 2}, 3, &pooled), CD_OK);
    assert_int_equal(pooled.cells->row_count, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].column);
        assert_near(cd_table_real(pooled.cells, 0, rows[i].column), rows[i].value, 1e-3);
    }
    assert_string_equal(cd_table_text(pooled.cells, 0, "digest"), "d1");
    assert_int_equal(pooled.samples->row_count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_true(cd_table_real(pooled.samples, i, "session") == (double)(i / 2 + 1));
        assert_true(cd_table_real(pooled.samples, i, "sample") == (double)(i % 2));
        assert_true(cd_table_real(pooled.samples, i, "pass_ms") == (double)(10 + i % 2));
    }
    cd_rows_release(&pooled);
    static const struct {
        size_t sessions[2], count;
        double fps, low, high;
    } others[] = {
        {{0, 1}, 2, 105, 57.2432623, 192.1623533}, // few(105, c(100, 110))
        {{2, 2}, 2, 104, 99, 109},                 // sessions that agree leave the interval of their passes
        {{1}, 1, 110, 105.5, 115},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        test_row("fps %g", others[i].fps);
        assert_int_equal(pool(others[i].sessions, others[i].count, &pooled), CD_OK);
        assert_near(cd_table_real(pooled.cells, 0, "fps"), others[i].fps, 1e-9);
        assert_near(cd_table_real(pooled.cells, 0, "fps_low"), others[i].low, i ? 0 : 1e-3);
        assert_near(cd_table_real(pooled.cells, 0, "fps_high"), others[i].high, i ? 0 : 1e-3);
        cd_rows_release(&pooled);
    }
}

TEST(sessions_with_other_answers_counts_or_rows_are_refused)
{
    static const struct {
        size_t sessions[3];
        const char *says;
    } rows[] = {
        {{0, 1, 3},
         "fig1 n=1000 a: digest is d1 in the first session and d2 in session 3, but has to be the same"},
        {{0, 4, 2}, "fig1 n=1000 a: triangle_tests is 7 in the first session and 8 in session 2"},
        {{0, 1, 5}, "wrote more rows in one session than in another"}};
    struct cd_rows pooled = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].says);
        assert_int_equal(pool(rows[i].sessions, 3, &pooled), CD_DATA);
        if (!strstr(status.text, rows[i].says))
            fail_msg("'%s' does not say '%s'", status.text, rows[i].says);
        assert_null(pooled.cells);
    }
}

// ---- shards -----------------------------------------------------------------------------------------------

TEST(a_shard_is_a_number_of_how_many)
{
    static const struct {
        const char *text;
        unsigned number, count;
    } rows[] = {{"3/8", 3, 8}, {"1/1", 1, 1},  {"8/8", 8, 8},     {"1/10000", 1, CD_SHARDS_MAX},
                {"0/8", 0, 0}, {"9/8", 0, 0},  {"3/", 0, 0},      {"3", 0, 0},
                {"", 0, 0},    {"3/8x", 0, 0}, {"1/10001", 0, 0}, {"/8", 0, 0},
                {"-1/8", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("'%s'", rows[i].text);
        struct cd_shard shard;
        enum cd_code code = cd_shard_parse(rows[i].text, &shard, &status);
        assert_int_equal(code, rows[i].count ? CD_OK : CD_USAGE);
        if (!code)
            assert_true(shard.number == rows[i].number && shard.count == rows[i].count);
        else
            assert_non_null(strstr(status.text, "takes K/N"));
    }
}

/// Groups of 3 cells (four), 2 and 1, and 2 (two), in order of falling cost, each to the shard with the least so far.
TEST(groups_are_dealt_by_their_cost)
{
    static const char *const expected[] = {"1231", "23", "32"}; // the shard of each group, by experiment
    struct cd_paper *small;
    assert_int_equal(cd_paper_read("tests/papers/small.yaml", &small, &status), CD_OK);
    const struct cd_experiment *experiments[] = {&small->experiments[0], &small->experiments[1],
                                                 &small->experiments[2]};
    for (unsigned number = 1; number <= 3; number++) {
        const struct cd_shard shard = {number, 3};
        bool **mine = cd_shard_deal(&shard, CD_SIZE_QUICK, experiments, 3);
        for (size_t i = 0; i < 3; i++) {
            for (size_t k = 0; expected[i][k]; k++)
                assert_int_equal(mine[i][k], expected[i][k] == (char)('0' + number));
            cd_free(mine[i]);
        }
        cd_free(mine);
    }
    cd_paper_free(small);
}

// ---- two machines -----------------------------------------------------------------------------------------

/// Ends with the rows that both have, those that the reference has alone, the values that differ, the times, those that
/// are apart, and the medians of their ratios and widths.
TEST(what_was_obtained_is_compared_row_by_row)
{
    static const char scene[] = "n,series,fps,fps_low,fps_high,digest,environment,counters,triangle_tests\n",
                      of_program[] = "n,series,ms,ms_low,ms_high,pairs,gain\n";
    static const struct {
        const char *columns, *mine, *reference, *says;
    } rows[] = {
        // The same answers, and intervals that meet, or just do not.
        {scene, "1000,a,100,95,105,d1,NA,exact,7\n1000,b,50,49,51,d1,NA,exact,7\n",
         "1000,a,110,105,115,d1,NA,exact,7\n1000,b,40,39,48.9,d1,NA,exact,7\n",
         "  fig1 n=1000 b: fps 50, reference 40\n2 0 0 2 1 1.07954545 0.17375"},
        // Other answers; an exact counter; counters that are not exact, and answers of another renderer, may differ.
        {scene, "1000,a,1,1,1,d1,NA,exact,7\n1000,b,1,1,1,d1,NA,NA,7\n",
         "1000,a,1,1,1,d2,NA,exact,8\n1000,b,1,1,1,d1,NA,NA,8\n",
         "  fig1 n=1000 a: digest d1, reference d2\n  fig1 n=1000 a: triangle_tests 7, reference 8\n"
         "2 0 2 0 0 nan nan"},
        {scene, "1000,a,1,1,1,d1,llvmpipe,exact,7\n",
         "1000,a,1,1,1,d2,a card,exact,8\n1000,b,1,1,1,d1,NA,exact,7\n", "1 1 0 0 0 nan nan"},
        // A program promises its counts if it times something. Rows that look the same are taken in their order.
        {of_program, "1000,a,5,4,6,3,1.5\n1000,a,8,7,9,4,1\n", "1000,a,5,4,6,3,1.25\n1000,a,8,7,9,5,1\n",
         "  fig1 n=1000 a: pairs 4, reference 5\n2 0 1 2 0 1 0.325"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu: %s", i, rows[i].mine);
        const struct cd_experiment experiment = experiment_of(rows[i].columns == of_program);
        struct cd_measurements both[2] = {0};
        char csv[600], *text = NULL;
        size_t size;
        for (int k = 0; k < 2; k++) {
            snprintf(csv, sizeof csv, "%s%s", rows[i].columns, k ? rows[i].reference : rows[i].mine);
            both[k].rows.cells = parsed(csv);
        }
        FILE *stream = open_memstream(&text, &size);
        struct cd_obtained found = cd_obtained_compare(&experiment, &both[0], &both[1], true, stream);
        fprintf(stream, "%zu %zu %zu %zu %zu %.9g %.9g", found.rows, found.lacking, found.differing,
                found.timed, found.apart, fabs(found.ratio), fabs(found.width));
        fclose(stream);
        assert_string_equal(text, rows[i].says);
        free(text);
        cd_measurements_release(&both[0]);
        cd_measurements_release(&both[1]);
    }
}

/// Of a scene (s), of a program (p), and of one that times something (t).
TEST(a_machine_does_not_promise_what_others_did)
{
    static const struct {
        const char *column, *promised;
    } rows[] = {{"n", ""},     {"others", ""},  {"throttled", ""}, {"digest", "sp"},
                {"gain", "p"}, {"pairs", "pt"}, {"ms_low", "p"},   {"triangle_tests", "spt"}};
    struct cd_experiment scene = experiment_of(false), timed = experiment_of(true), program = timed;
    struct cd_table *cells =
        parsed("n,series,others,throttled,digest,gain,pairs,ms_low,counters,triangle_tests\n"
               "1000,a,1,1,d1,1.5,3,4,exact,7\n");
    program.times.count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].column);
        const struct cd_column *column = &cells->columns[cd_table_column(cells, rows[i].column)];
        char promised[4];
        snprintf(promised, sizeof promised, "%s%s%s",
                 cd_has_to_agree(&scene, cells, 0, cells, 0, column) ? "s" : "",
                 cd_has_to_agree(&program, cells, 0, cells, 0, column) ? "p" : "",
                 cd_has_to_agree(&timed, cells, 0, cells, 0, column) ? "t" : "");
        assert_string_equal(promised, rows[i].promised);
    }
    cd_table_destroy(cells);
}

// ---- folders ----------------------------------------------------------------------------------------------

static struct cd_ledgers ledgers;
static struct cd_texts source_texts, key_texts; // to which the ledgers point

static void add_words(struct cd_texts *texts, const char *words)
{
    char *rest, *copy = strdupa(words);
    cd_texts_free(texts);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        cd_texts_print(texts, "%s", word);
}

static enum cd_code make_ledgers(const char *sources, const char *keys, bool beside)
{
    cd_ledgers_release(&ledgers);
    add_words(&source_texts, sources);
    add_words(&key_texts, keys);
    return cd_ledgers_make(&source_texts, &key_texts, beside, &ledgers, &status);
}

static struct cd_paper *open_with(const char *key, const char *folder, struct cd_measurements *measurements)
{
    struct cd_paper *opened;
    assert_int_equal(cd_paper_open(key, &opened, &status), CD_OK);
    assert_int_equal(cd_measurements_load(folder, &opened->experiments[0], measurements, &status), CD_OK);
    return opened;
}

/// In results/ there are measurements of `small` in two folders, of `open` in one of them, and something else.
TEST(each_paper_is_judged_by_each_folder_that_has_it)
{
    static const struct {
        const char *sources, *keys, *judged;
        bool beside;
    } rows[] = {
        {"", "", "open results/other, small results/local, small results/other, ", false},
        {"", "open", "open results/other, ", false},
        {"", "open", "open results/other, ", true},
        {"", "open small",
         "open results/local, open results/other, small results/local, small results/other, ", true},
        {"results/local", "open small", "open results/local, small results/local, ", false},
        {"mine/other results/other", "", "open results/other, small mine/other, small results/other, ",
         false},
        {"mine/other results/other", "small", "small mine/other, small results/other, ", false},
    };
    char papers[PATH_MAX + 20], here[PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(papers, sizeof papers, "%s/tests/papers", here);
    setenv("CDBENCH_PAPERS", papers, 1);
    assert_int_equal(chdir(scratch), 0);
    assert_int_equal(
        system("for f in results/local/small/sizes results/other/small/faults results/other/open/counts "
               "results/notes/of mine/other/small/sizes; do mkdir -p $f && echo series | tee "
               "$f/cells.csv >$f/samples.csv && echo {} >$f/run.json; done"),
        0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("of '%s', '%s'", rows[i].sources, rows[i].keys);
        char judged[400] = "";
        if (make_ledgers(rows[i].sources, rows[i].keys, rows[i].beside))
            fail_msg("%s", status.text);
        for (size_t k = 0; k < ledgers.count; k++)
            cd_append(judged, sizeof judged, "%s %s, ", ledgers.items[k].paper->key, ledgers.items[k].folder);
        assert_string_equal(judged, rows[i].judged);
        if (ledgers.sources.count == 2) {
            bool doubled = !strncmp(rows[i].sources, "mine", 4);
            assert_string_equal(cd_source_heading(&ledgers, 0), doubled ? "mine/other" : "local");
            assert_string_equal(cd_source_heading(&ledgers, 1), doubled ? "results/other" : "other");
        }
    }
    assert_int_equal(make_ledgers("nowhere", "", false), CD_IO);
    assert_int_equal(make_ledgers("results/notes", "", false), CD_IO);
    assert_non_null(strstr(status.text, "nothing was measured yet"));
    // Rows that are older than a column have no value in it.
    struct cd_measurements old;
    struct cd_paper *opened = open_with("open", "results/other", &old);
    struct cd_table *known = cd_experiment_table(&opened->experiments[0]);
    for (size_t i = opened->experiments[0].variable_count; i < known->column_count; i++)
        assert_int_not_equal(cd_table_column(old.rows.cells, known->columns[i].name), CD_NO_COLUMN);
    cd_table_destroy(known);
    cd_measurements_release(&old);
    cd_paper_free(opened);
    // Of three series, the first and the last rest on source that has changed since.
    scratch_write("results/local/small/sizes/run.json", "{\"sources\": {\"algo=rapid\": \"0\"}}");
    opened = open_with("small", "results/local", &old);
    assert_string_equal(old.changed, "algo=rapid");
    assert_true(old.outdated[0] && !old.outdated[1] && old.outdated[2] && old.undated);
    cd_measurements_release(&old);
    cd_paper_free(opened);
    unsetenv("CDBENCH_PAPERS");
    assert_int_equal(chdir(here), 0);
}

TEST(rows_rest_on_the_source_of_what_they_name)
{
    static const struct {
        const char *scene, *algo, *parts;
    } rows[] = {
        {"sphere:triangles=50", "rapid",
         "algo=rapid broad=grid broad=none broad=tree harness mesh=sphere motion=pair schedule=serial "},
        {"sphere:triangles=50+torus:triangles=60,motion=tumble", "obb8:broad=grid",
         "algo=obb8 broad=grid harness mesh=sphere mesh=torus motion=tumble schedule=serial "},
        {"regions:n=10", "region_sweep", "algo=region_sweep harness scene=regions "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].algo);
        struct cd_series series[] = {{.id = "a", .algo = rows[i].algo}, {.id = "b", .algo = "brute"}};
        struct cd_experiment experiment = experiment_of(false);
        experiment.scene = rows[i].scene;
        experiment.series = series;
        struct cd_groups groups = cd_groups_make(&experiment, CD_SIZE_QUICK);
        json_t *sources = cd_sources_of(&groups, 0);
        char parts[600] = "";
        for (void *at = json_object_iter(sources); at; at = json_object_iter_next(sources, at))
            cd_append(parts, sizeof parts, "%s ", json_object_iter_key(at));
        assert_string_equal(parts, rows[i].parts);
        json_decref(sources);
        cd_groups_release(&groups);
    }
}
