/// Running the experiments of a paper: what their rows contain, which parts are kept or run again, and programs.
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"
#include "bench/harness/statistics.h"
#include "bench/papers/experiment.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/obtained.h"

#include <math.h>

#define SMALL "tests/papers/small.yaml"

static struct cd_status status;
static char last_warning[600];
static unsigned warning_count;
static bool warned_of_damage;

static void note_warning(void *user, const char *line)
{
    (void)user;
    snprintf(last_warning, sizeof last_warning, "%s", line);
    warned_of_damage |=
        !strncmp(line, "measured again: ", 16) && strstr(line, "/cells.csv: was cut, it has 0 of ");
    warning_count++;
}

/// The experiment of a test, and its outcome.
static struct {
    struct cd_paper *paper;
    const struct cd_experiment *experiment;
    struct cd_experiment_outcome outcome;
    struct cd_measurements measurements;
    char folder[200];
} trial;

static void close_trial(void)
{
    cd_measurements_release(&trial.measurements);
    cd_paper_free(trial.paper);
    memset(&trial, 0, sizeof trial);
}

void test_after(void)
{
    close_trial();
}

static void open_trial(const char *path, const char *id, const char *folder)
{
    close_trial();
    if (cd_paper_read(path, &trial.paper, &status))
        fail_msg("%s", status.text);
    assert_int_equal(cd_paper_experiment(trial.paper, id, &trial.experiment, &status), CD_OK);
    strcpy(trial.folder, scratch_path(folder));
    *last_warning = 0;
    warning_count = 0;
}

static enum cd_code load(const char *folder, struct cd_measurements *measurements)
{
    return cd_measurements_load(folder, trial.experiment, measurements, &status);
}

/// Runs what the plan says, with what all plans here have in common.
static enum cd_code run_plan(struct cd_experiment_plan plan, struct cd_experiment_outcome *outcome)
{
    static char *words[] = {"reproduce", "small"};
    plan.sessions = 1;
    plan.argc = 2;
    plan.argv = words;
    plan.warn = note_warning;
    memset(outcome, 0, sizeof *outcome);
    memset(&status, 0, sizeof status);
    return cd_experiment_run(trial.experiment, &plan, outcome, &status);
}

static enum cd_code run_trial(bool resume)
{
    struct cd_experiment_plan plan = {.folder = trial.folder, .resume = resume};
    enum cd_code code = run_plan(plan, &trial.outcome);
    cd_measurements_release(&trial.measurements);
    return code ? code : load(trial.folder, &trial.measurements);
}

/// Runs an experiment for the first time: of the small paper, or of one in another file.
static void begin_of(const char *path, const char *id, const char *folder)
{
    open_trial(path, id, folder);
    if (run_trial(false))
        fail_msg("%s", status.text);
}

static void begin(const char *id, const char *folder)
{
    begin_of(SMALL, id, folder);
}

/// Runs it again with --resume, which finds this many of its parts.
static void resume(unsigned reused)
{
    if (run_trial(true))
        fail_msg("%s", status.text);
    assert_int_equal(trial.outcome.reused, reused);
}

/// Runs a command in a folder of the trial.
static void shell(const char *below, const char *command)
{
    char whole[900];
    snprintf(whole, sizeof whole, "cd %s/%s && %s", trial.folder, below, command);
    assert_int_equal(system(whole), 0);
}

static double number(size_t row, const char *column)
{
    double value = 0;
    assert_true(cd_table_number(trial.measurements.rows.cells, row, column, &value));
    return value;
}

/// Fails unless a row has these values, as they are written, in columns such as "n series value".
static void assert_row(size_t row, const char *columns, const char *expected)
{
    char found[300] = "", column[40];
    for (int length; sscanf(columns, "%39s%n", column, &length) == 1; columns += length)
        cd_append(found, sizeof found, "%s%s", *found ? " " : "",
                  cd_table_show(trial.measurements.rows.cells, row, column));
    if (strcmp(found, expected) != 0)
        fail_msg("row %zu is '%s', not '%s'", row, found, expected);
}

static void assert_row_count(size_t count)
{
    assert_int_equal(trial.measurements.rows.cells->row_count, count);
}

// ---- rows -------------------------------------------------------------------------------------------------

TEST(there_is_a_row_per_point_and_series_in_their_order)
{
    static const char *const points[] = {"50 1.2", "50 1.6", "100 1.2", "100 1.6"};
    static const char *const series[] = {"rapid", "brute", "printed"};
    begin("sizes", "rows");
    assert_row_count(12);
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_QUICK), 12);
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_FULL), 16);
    for (size_t i = 0; i < 12; i++) {
        char expected[60];
        snprintf(expected, sizeof expected, "%zu %s %s 4", i + 1, points[i / 3], series[i % 3]);
        assert_row(i, "cell triangles d series frames", expected);
        assert_true(number(i, "fps") > 0);
        assert_true(number(i, "samples") <= 3);
        assert_true(number(i, "error_rate") >= 0);
        const struct cd_passes *passes = &trial.measurements.rows.passes[i];
        assert_int_equal(passes->count, (size_t)number(i, "samples"));
        for (size_t k = 0; k < passes->count; k++)
            assert_true(passes->ms[k] > 0);
        assert_near(cd_median_of_reals(passes->ms, passes->count), number(i, "cpu_ms_median"), 1e-5);
    }
    assert_row(0, "verdict", "exact");
    assert_row(2, "variant", "printed");
    assert_true(number(0, "measured_triangles") > 50);
    assert_int_equal(trial.outcome.groups, 4);
    assert_true(trial.outcome.measured && !trial.outcome.failed && !trial.outcome.wrong);
    assert_int_equal(trial.measurements.size, CD_SIZE_QUICK);
    assert_false(trial.measurements.stale);
    assert_int_equal(warning_count, 0);
    struct cd_groups groups = cd_groups_make(trial.experiment, CD_SIZE_FULL);
    cd_groups_tell_beyond(&groups, note_warning, NULL);
    cd_groups_release(&groups);
    assert_string_equal(last_warning, "sizes: brute is not run at 2 of 6 points, beyond triangles=100");
    // What is complete is not run again.
    double fps = number(5, "fps");
    resume(4);
    assert_true(number(5, "fps") == fps);
    assert_int_equal(scratch_entries(scratch_path("rows/small/sizes")), 3);
}

static const char paper_of_one_scene[] =
    "key: one\ntitle: T\nauthors: A\npublished: P\nmachine: M\nexperiments:\n  - id: e\n    title: T\n"
    "    source: ours\n    vary: [{name: leaf, values: [corrected, printed]}]\n    quick: {repeat: 2}\n"
    "    scene: \"sphere:triangles=50,motion=tumble:steps=3\"\n"
    "    series: [{id: rapid, algo: \"rapid:variant=${leaf}\"}, {id: brute, algo: brute},\n"
    "             {id: contacts, algo: brute, query: contacts}]\n";

TEST(points_of_one_scene_are_measured_together_and_the_same_algorithm_once)
{
    begin_of(scratch_write("one.yaml", paper_of_one_scene), "e", "one");
    assert_int_equal(trial.outcome.groups, 2); // pairs and contacts
    assert_row_count(6);
    assert_row(1, "series", "brute");
    assert_true(number(1, "fps") == number(4, "fps"));
    assert_row(3, "variant", "printed");
    assert_row(2, "query", "contacts");
}

// ---- what is kept -----------------------------------------------------------------------------------------

TEST(a_wrong_group_is_reported_and_never_taken_for_finished)
{
    begin("faults", "faults");
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_QUICK), 3);
    assert_int_equal(warning_count, 2); // it is wrong, and what is left out beyond the largest is said
    assert_true(trial.outcome.wrong && trial.outcome.measured);
    assert_int_equal(trial.outcome.groups, 2);
    assert_int_equal(trial.outcome.failed, 1);
    assert_non_null(strstr(trial.outcome.reason, "broken on sphere"));
    assert_row(0, "verdict", "exact");
    assert_true(number(0, "fps") > 0);
    assert_row(1, "verdict fps frame_ms_median", "wrong NA NA");
    for (int i = 0; i < 2; i++) {
        resume(1);
        assert_int_equal(trial.outcome.failed, 1);
        assert_true(trial.outcome.wrong);
        assert_row_count(3);
    }
    assert_int_equal(run_trial(false), CD_OK);
    assert_int_equal(trial.outcome.reused, 0);
    assert_non_null(strstr(last_warning, "wrong in 3 of 3 frames"));
}

TEST(damaged_parts_are_measured_again)
{
    begin("faults", "damaged");
    shell("small/faults/.groups", "for f in */cells.csv; do head -n 1 $f >$f.x; mv $f.x $f; done");
    resume(0);
    assert_true(warned_of_damage);
    assert_row_count(3);
    resume(1);
    // What is left when a run ends while it replaces the files: without run.json there are no measurements.
    shell("small/faults", "sed -i '$d' cells.csv && rm run.json");
    resume(1);
    assert_row_count(3);
}

TEST(tables_that_are_not_whole_are_refused_and_stay)
{
#define OLD_FORMAT "sed -i 's/\"format\": 2/\"format\": 1/;/\"tables\"/,$c \"x\": 1}' run.json; "
    // What is done in the folder of the experiment, whose copy is ../whole, and ../other has another run of it.
    static const char *const damages[][2] = {
        {"sed -i '$d' cells.csv", "/cells.csv: was cut, it has 11 of 12 rows; restore it, or measure again"},
        {"truncate -s -1 cells.csv", "/cells.csv: was cut, it has 11 of 12 rows"},
        {"sed -i '2,$d' samples.csv", "/samples.csv: was cut, it has 0 of "},
        {"sed -i '$p' samples.csv", "some are doubled or added"},
        {"sed -i '3p' cells.csv", "/cells.csv: has 13 rows where 12 were written, some are doubled or added"},
        {"sed -i '3p;$d' cells.csv", "/cells.csv: was changed or exchanged since it was written"},
        {"sed -i '$s/1$/2/;t;$s/[0-9]$/1/' samples.csv", "/samples.csv: was changed or exchanged"},
        {"cp ../other/cells.csv .", "/cells.csv: was changed or exchanged"},
        {"sed -i '/\"cells.csv\": {/,/}/d' run.json", "/cells.csv: its run.json does not know it"},
        {OLD_FORMAT "sed -i '3p' cells.csv", "/cells.csv: lines 3 and 4 are both cell 2"},
        {OLD_FORMAT "sed -i '2,3d;$p' cells.csv", "/cells.csv: lines 11 and 12 are both cell 12"},
    };
#undef OLD_FORMAT
    struct cd_measurements none;
    begin("sizes", "stored");
    shell("small", "cp -r sizes other");
    assert_int_equal(run_trial(false), CD_OK);
    shell("small", "cp -r sizes whole");
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        test_row("%s", damages[i][0]);
        shell("small/sizes", damages[i][0]);
        assert_int_equal(load(trial.folder, &none), CD_DATA);
        if (!strstr(status.text, damages[i][1]))
            fail_msg("%s", status.text);
        assert_int_equal(run_trial(true), CD_DATA);
        shell("small/sizes", "cp ../whole/* .");
    }
    // Without tables and format, the tables are one's own.
    shell("small/sizes",
          "sed -i '/\"format\"/d;/\"tables\"/,$c \"x\": 1}' run.json && sed -i '$d' cells.csv");
    assert_int_equal(load(trial.folder, &none), CD_OK);
    cd_measurements_release(&none);
}

/// Writes the paper with a word replaced by one of the same length.
static const char *write_changed(const char *was, const char *becomes)
{
    char yaml[sizeof paper_of_one_scene];
    strcpy(yaml, paper_of_one_scene);
    memcpy(strstr(yaml, was), becomes, strlen(becomes));
    return scratch_write("one.yaml", yaml);
}

TEST(a_changed_paper_makes_measurements_stale)
{
    static const char *const changes[][2] = {{"title: T", "title: U"}, {"steps=3", "steps=4"}};
    begin_of(write_changed("", ""), "e", "stale");
    assert_false(trial.measurements.stale);
    for (int i = 0; i < 2; i++) {
        open_trial(write_changed(changes[i][0], changes[i][1]), "e", "stale");
        assert_int_equal(load(trial.folder, &trial.measurements), CD_OK);
        assert_int_equal(trial.measurements.stale, i);
    }
    resume(0);
    assert_false(trial.measurements.stale);
}

TEST(a_scene_that_cannot_be_made_is_blamed_on_the_paper)
{
    open_trial(write_changed("sphere:triangles=50", "box+box+box+box+box"), "e", "bad");
    assert_int_equal(run_trial(false), CD_DATA);
    assert_non_null(strstr(status.text, "one.yaml: experiment e: box+box+box+box+box"));
}

// ---- programs ---------------------------------------------------------------------------------------------

/// Writes a shell script as a program, in the folder that is searched first.
static void write_program(const char *script)
{
    char program[400];
    snprintf(program, sizeof program, "#!/bin/sh\n%s\n", script);
    const char *path = scratch_write("programs/paper_fixture", program);
    assert_int_equal(chmod(path, 0755), 0);
    setenv("CDBENCH_PROGRAMS", scratch_path("programs"), 1);
}

TEST(a_program_runs_once_per_point)
{
    write_program(
        "echo series,n,value; echo once,$2,$2; echo twice,$2,$(($2 * 2)); echo \"$2\" >>\"$0.runs\"");
    begin("program", "program");
    assert_int_equal(trial.outcome.groups, 2);
    assert_row_count(4);
    assert_row(3, "n series value measured_n", "2 twice 4 2");
    assert_int_equal(trial.measurements.rows.passes[0].count, 0);
    resume(2);
}

TEST(raw_values_of_a_program_are_samples)
{
    write_program(
        "echo series,n,value,value_samples,other_samples; echo once,$2,2,1 NA 3,4.5; echo once,$2,1,,7");
    begin("program", "raw");
    assert_int_equal(warning_count, 2);
    assert_string_equal(last_warning, "program: paper_fixture --n 2 wrote no row of the series twice");
    assert_row_count(4);
    char *text = scratch_read("raw/small/program/samples.csv");
    assert_string_equal(text, "n,series,row,sample,value,other\n1,once,0,0,1,4.5\n1,once,0,1,NA,NA\n"
                              "1,once,0,2,3,NA\n1,once,1,0,NA,7\n2,once,0,0,1,4.5\n2,once,0,1,NA,NA\n"
                              "2,once,0,2,3,NA\n2,once,1,0,NA,7\n");
    free(text);
}

TEST(a_failing_program_is_named_with_its_code_and_last_line)
{
    static const char *const rows[][2] = {
        {"echo first >&2; echo 'no light' >&2; exit 3",
         "program: paper_fixture --n 1 ended with exit code 3: no light"},
        {"kill -9 $$", "was ended by signal 9"},
        {"echo series,value; echo other,1", "wrote the series 'other'"},
        {"echo value; echo 1", "wrote no column `series`"},
        {"echo series,value", "wrote no row"},
        {"echo series,value; echo once", "its output:2"},
        {"true", "program: paper_fixture --n 1 wrote no CSV: its output: empty"},
        {"echo series,v_samples; echo once,1 x", "wrote 'x' in the column v_samples, which holds numbers"},
        {"echo series,n_samples; echo once,1",
         "wrote the column n_samples, but n is what tells samples apart"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i][0]);
        write_program(rows[i][0]);
        begin("program", "failing");
        assert_true(trial.outcome.broken);
        if (!strstr(trial.outcome.reason, rows[i][1]))
            fail_msg("\"%s\" does not say \"%s\"", trial.outcome.reason, rows[i][1]);
        assert_int_equal(warning_count, 2);
    }
}

/// A frame rate with its interval; 0 for a rate without one.
static void set_rate(struct cd_measurements *measurements, double rate, double low, double high)
{
    struct cd_table *cells = measurements->rows.cells;
    for (size_t row = 0; row < cells->row_count; row++) {
        cd_table_set_real(cells, row, "fps", row ? 0 : rate);
        cd_table_set_real(cells, row, "fps_low", low);
        cd_table_set_real(cells, row, "fps_high", high);
    }
}

/// The reference has 100 frames per second, 90 to 120.
TEST(rates_are_apart_when_their_intervals_do_not_meet)
{
    static const struct {
        double rate, low, high;
        size_t timed, apart;
        double width;
    } rows[] = {
        {130, 120, 140, 1, 0, 0.3}, {130, 121, 173, 1, 1, 0.4}, {50, 40, 90, 1, 0, 1},
        {50, 40, 89, 1, 1, 0.98},   {100, 99, 101, 1, 0, 0.3},  {100, 50, 250, 1, 0, 2},
        {100, 100, 100, 0, 0, NAN}, {0, 90, 120, 0, 0, NAN},    {100, 0, 120, 0, 0, NAN},
    };
    struct cd_measurements mine;
    begin("sizes", "rates");
    assert_int_equal(load(trial.folder, &mine), CD_OK);
    set_rate(&trial.measurements, 100, 90, 120);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%g, %g to %g", rows[i].rate, rows[i].low, rows[i].high);
        set_rate(&mine, rows[i].rate, rows[i].low, rows[i].high);
        char *told = NULL;
        size_t size;
        FILE *stream = open_memstream(&told, &size);
        struct cd_obtained found =
            cd_obtained_compare(trial.experiment, &mine, &trial.measurements, true, stream);
        fclose(stream);
        assert_int_equal(found.timed, rows[i].timed);
        assert_int_equal(found.apart, rows[i].apart);
        assert_int_equal(strstr(told, ": fps ") != NULL, rows[i].apart);
        free(told);
        if (rows[i].timed) {
            assert_near(found.ratio, rows[i].rate / 100, 1e-15);
            assert_near(found.width, rows[i].width, 1e-15);
        } else {
            assert_true(isnan(found.ratio) && isnan(found.width));
        }
    }
    cd_measurements_release(&mine);
}

TEST(only_the_points_at_which_a_program_failed_run_again)
{
    write_program("[ $2 = $(cat \"$0.good\") ] || exit 3; echo series; echo once; echo twice");
    scratch_write("programs/paper_fixture.good", "1\n");
    begin("program", "repaired");
    assert_int_equal(trial.outcome.failed, 1);
    assert_true(trial.outcome.measured);
    assert_row(2, "verdict", "failed");
    scratch_write("programs/paper_fixture.good", "2\n");
    resume(1);
    assert_int_equal(trial.outcome.failed, 0);
    assert_row_count(4);
}

TEST(a_program_that_was_built_anew_is_run_anew)
{
    write_program("[ $2 = 1 ] || exit 3; echo series,value; echo once,1; echo twice,1");
    begin("program", "built");
    write_program("echo series,value; echo once,2; echo twice,2");
    for (int i = 0; i < 2; i++) { // of a run that failed in parts, then of one that was complete
        resume(0);
        assert_row(0, "value", i ? "3" : "2");
        assert_row(3, "value", i ? "3" : "2");
        write_program("echo series,value; echo once,3; echo twice,3");
    }
}

TEST(a_missing_program_is_told_how_to_build)
{
    unsetenv("CDBENCH_PROGRAMS");
    begin("program", "missing");
    assert_true(trial.outcome.skipped && !trial.outcome.broken && !trial.outcome.measured);
    assert_non_null(strstr(trial.outcome.reason, "make experiments"));
}
