/// Running the experiments of a paper: what their rows contain, which parts are kept or run again, and programs.
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include <math.h>

#include "base/memory.h"
#include "bench/harness/statistics.h"
#include "bench/papers/experiment.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/obtained.h"
#include "bench/papers/pack.h"

#include <fcntl.h>
#include <unistd.h>

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

/// One experiment of the small paper, and its outcome.
struct trial {
    struct cd_paper *paper;
    const struct cd_experiment *experiment;
    struct cd_experiment_outcome outcome;
    struct cd_measurements measurements;
    char folder[200];
};

static void open_trial(struct trial *trial, const char *path, const char *id, const char *folder)
{
    *trial = (struct trial){0};
    if (cd_paper_read(path, &trial->paper, &status))
        fail_msg("%s", status.text);
    assert_int_equal(cd_paper_experiment(trial->paper, id, &trial->experiment, &status), CD_OK);
    snprintf(trial->folder, sizeof trial->folder, "%s", scratch_path(folder));
    *last_warning = 0;
    warning_count = 0;
}

static void close_trial(struct trial *trial)
{
    cd_measurements_release(&trial->measurements);
    cd_paper_free(trial->paper);
}

static enum cd_code run_trial(struct trial *trial, bool resume)
{
    static char *words[] = {"reproduce", "small"};
    struct cd_experiment_plan plan = {.folder = trial->folder,
                                      .sessions = 1,
                                      .resume = resume,
                                      .argc = 2,
                                      .argv = words,
                                      .warn = note_warning};
    trial->outcome = (struct cd_experiment_outcome){0};
    memset(&status, 0, sizeof status);
    enum cd_code code = cd_experiment_run(trial->experiment, &plan, &trial->outcome, &status);
    if (!code) {
        cd_measurements_release(&trial->measurements);
        code = cd_measurements_load(trial->folder, trial->experiment, &trial->measurements, &status);
    }
    return code;
}

/// Runs an experiment for the first time.
static void begin(struct trial *trial, const char *path, const char *id, const char *folder)
{
    open_trial(trial, path, id, folder);
    if (run_trial(trial, false))
        fail_msg("%s", status.text);
}

/// Runs it again with --resume, which finds this many of its parts.
static void resume(struct trial *trial, unsigned reused)
{
    if (run_trial(trial, true))
        fail_msg("%s", status.text);
    assert_int_equal(trial->outcome.reused, reused);
}

/// Runs a command in a folder of the trial.
static void shell(const struct trial *trial, const char *below, const char *command)
{
    char whole[900];
    snprintf(whole, sizeof whole, "cd %s/%s && %s", trial->folder, below, command);
    assert_int_equal(system(whole), 0);
}

/// A value as it is written; valid until the next call.
static const char *text(const struct trial *trial, size_t row, const char *column)
{
    static char buffer[CD_NUMBER_BYTES];
    return cd_table_show(trial->measurements.rows.cells, row, column, buffer);
}

static double number(const struct trial *trial, size_t row, const char *column)
{
    double value = 0;
    assert_true(cd_table_number(trial->measurements.rows.cells, row, column, &value));
    return value;
}

// ---- rows -------------------------------------------------------------------------------------------------

TEST(there_is_a_row_per_point_and_series_in_their_order)
{
    static const char *const expected[][3] = {
        {"50", "1.2", "rapid"},  {"50", "1.2", "brute"},  {"50", "1.2", "printed"},
        {"50", "1.6", "rapid"},  {"50", "1.6", "brute"},  {"50", "1.6", "printed"},
        {"100", "1.2", "rapid"}, {"100", "1.2", "brute"}, {"100", "1.2", "printed"},
        {"100", "1.6", "rapid"}, {"100", "1.6", "brute"}, {"100", "1.6", "printed"},
    };
    struct trial trial;
    char fps[60];
    begin(&trial, "tests/papers/small.yaml", "sizes", "rows");
    assert_int_equal(trial.measurements.rows.cells->row_count, 12);
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_QUICK), 12);
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_FULL), 16);
    for (size_t i = 0; i < 12; i++) {
        assert_string_equal(text(&trial, i, "triangles"), expected[i][0]);
        assert_string_equal(text(&trial, i, "d"), expected[i][1]);
        assert_string_equal(text(&trial, i, "series"), expected[i][2]);
        assert_true(number(&trial, i, "cell") == (double)(i + 1));
        assert_true(number(&trial, i, "fps") > 0);
        assert_true(number(&trial, i, "frames") == 4);
        assert_true(number(&trial, i, "samples") <= 3);
        assert_true(number(&trial, i, "error_rate") >= 0);
        const struct cd_passes *passes = &trial.measurements.rows.passes[i];
        assert_int_equal(passes->count, (size_t)number(&trial, i, "samples"));
        for (size_t k = 0; k < passes->count; k++)
            assert_true(passes->ms[k] > 0);
        assert_true(fabs(cd_median_of_reals(passes->ms, passes->count) - number(&trial, i, "cpu_ms_median")) <
                    1e-5);
    }
    assert_string_equal(text(&trial, 0, "verdict"), "exact");
    assert_string_equal(text(&trial, 2, "variant"), "printed");
    assert_true(number(&trial, 0, "measured_triangles") > 50);
    assert_int_equal(trial.outcome.groups, 4);
    assert_true(trial.outcome.measured && !trial.outcome.failed && !trial.outcome.wrong);
    assert_int_equal(trial.measurements.size, CD_SIZE_QUICK);
    assert_false(trial.measurements.stale);
    assert_int_equal(warning_count, 0);
    // What is complete is not run again.
    snprintf(fps, sizeof fps, "%s", text(&trial, 5, "fps"));
    resume(&trial, 4);
    assert_string_equal(text(&trial, 5, "fps"), fps);
    assert_int_equal(scratch_entries(scratch_path("rows/small/sizes")), 3);
    close_trial(&trial);
}

static const char paper_of_one_scene[] = "key: one\ntitle: T\nauthors: A\npublished: P\nmachine: M\n"
                                         "experiments:\n"
                                         "  - id: e\n    title: T\n    source: ours\n"
                                         "    vary: [{name: leaf, values: [corrected, printed]}]\n"
                                         "    scene: \"sphere:triangles=50,motion=tumble:steps=3\"\n"
                                         "    quick: {repeat: 2}\n"
                                         "    series:\n"
                                         "      - {id: rapid, algo: \"rapid:variant=${leaf}\"}\n"
                                         "      - {id: brute, algo: brute}\n"
                                         "      - {id: contacts, algo: brute, query: contacts}\n";

TEST(points_of_one_scene_are_measured_together_and_the_same_algorithm_once)
{
    struct trial trial;
    begin(&trial, scratch_write("one.yaml", paper_of_one_scene), "e", "one");
    assert_int_equal(trial.outcome.groups, 2); // pairs and contacts
    assert_int_equal(trial.measurements.rows.cells->row_count, 6);
    assert_string_equal(text(&trial, 1, "series"), "brute");
    assert_string_equal(text(&trial, 1, "fps"), text(&trial, 4, "fps"));
    assert_string_equal(text(&trial, 3, "variant"), "printed");
    assert_string_equal(text(&trial, 2, "query"), "contacts");
    close_trial(&trial);
}

// ---- what is kept -----------------------------------------------------------------------------------------

TEST(a_wrong_group_is_reported_and_never_taken_for_finished)
{
    struct trial trial;
    begin(&trial, "tests/papers/small.yaml", "faults", "faults");
    assert_int_equal(cd_experiment_cells(trial.experiment, CD_SIZE_QUICK), 3);
    assert_int_equal(warning_count, 2); // it is wrong, and what is left out beyond the largest is said
    assert_true(trial.outcome.wrong && trial.outcome.measured);
    assert_int_equal(trial.outcome.groups, 2);
    assert_int_equal(trial.outcome.failed, 1);
    assert_non_null(strstr(trial.outcome.reason, "broken on sphere"));
    assert_string_equal(text(&trial, 0, "verdict"), "exact");
    assert_true(number(&trial, 0, "fps") > 0);
    assert_string_equal(text(&trial, 1, "verdict"), "wrong");
    assert_string_equal(text(&trial, 1, "fps"), "NA");
    assert_string_equal(text(&trial, 1, "frame_ms_median"), "NA");
    for (int i = 0; i < 2; i++) {
        resume(&trial, 1);
        assert_int_equal(trial.outcome.failed, 1);
        assert_true(trial.outcome.wrong);
        assert_int_equal(trial.measurements.rows.cells->row_count, 3);
    }
    assert_int_equal(run_trial(&trial, false), CD_OK);
    assert_int_equal(trial.outcome.reused, 0);
    assert_non_null(strstr(last_warning, "wrong in 3 of 3 frames"));
    close_trial(&trial);
}

TEST(damaged_parts_are_measured_again)
{
    struct trial trial;
    begin(&trial, "tests/papers/small.yaml", "faults", "damaged");
    shell(&trial, "small/faults/.groups", "for f in */cells.csv; do head -n 1 $f >$f.x; mv $f.x $f; done");
    resume(&trial, 0);
    assert_true(warned_of_damage);
    assert_int_equal(trial.measurements.rows.cells->row_count, 3);
    resume(&trial, 1);
    // What is left when a run ends while it replaces the files: without run.json there are no measurements.
    shell(&trial, "small/faults", "sed -i '$d' cells.csv && rm run.json");
    resume(&trial, 1);
    assert_int_equal(trial.measurements.rows.cells->row_count, 3);
    close_trial(&trial);
}

TEST(tables_that_are_not_whole_are_refused_and_stay)
{
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
        {"sed -i 's/\"format\": 2/\"format\": 1/;/\"tables\"/,$c \"x\": 1}' run.json; sed -i '3p' cells.csv",
         "/cells.csv: lines 3 and 4 are both cell 2"},
        {"sed -i 's/\"format\": 2/\"format\": 1/;/\"tables\"/,$c \"x\": 1}' run.json; sed -i '2,3d;$p' "
         "cells.csv",
         "/cells.csv: lines 11 and 12 are both cell 12"},
    };
    struct trial trial;
    struct cd_measurements none;
    char pack[200];
    strcpy(pack, scratch_path("pack.tar.gz"));
    begin(&trial, "tests/papers/small.yaml", "sizes", "stored");
    shell(&trial, "small", "cp -r sizes other");
    assert_int_equal(run_trial(&trial, false), CD_OK);
    shell(&trial, "small", "cp -r sizes whole");
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        shell(&trial, "small/sizes", damages[i][0]);
        assert_int_equal(cd_measurements_load(trial.folder, trial.experiment, &none, &status), CD_DATA);
        if (!strstr(status.text, damages[i][1]))
            fail_msg("%s: %s", damages[i][0], status.text);
        assert_int_equal(run_trial(&trial, true), CD_DATA);
        assert_int_equal(cd_pack_write(pack, trial.folder, &trial.experiment, 1, &status), CD_DATA);
        shell(&trial, "small/sizes", "cp ../whole/* .");
    }
    // Without tables and format, the tables are one's own.
    shell(&trial, "small/sizes",
          "sed -i '/\"format\"/d;/\"tables\"/,$c \"x\": 1}' run.json && sed -i '$d' cells.csv");
    assert_int_equal(cd_measurements_load(trial.folder, trial.experiment, &none, &status), CD_OK);
    cd_measurements_release(&none);
    close_trial(&trial);
}

TEST(a_changed_paper_makes_measurements_stale)
{
    static const struct {
        const char *was, *becomes;
        bool stale;
    } changes[] = {{"title: T", "title: U", false}, {"steps=3", "steps=4", true}};
    struct trial trial;
    char yaml[1000];
    strcpy(yaml, paper_of_one_scene);
    begin(&trial, scratch_write("one.yaml", yaml), "e", "stale");
    assert_false(trial.measurements.stale);
    for (int i = 0; i < 2; i++) {
        close_trial(&trial);
        memcpy(strstr(yaml, changes[i].was), changes[i].becomes, strlen(changes[i].becomes));
        open_trial(&trial, scratch_write("one.yaml", yaml), "e", "stale");
        assert_int_equal(cd_measurements_load(trial.folder, trial.experiment, &trial.measurements, &status),
                         CD_OK);
        assert_int_equal(trial.measurements.stale, changes[i].stale);
    }
    resume(&trial, 0);
    assert_false(trial.measurements.stale);
    close_trial(&trial);
}

TEST(nothing_measured_is_no_error)
{
    struct trial trial;
    open_trial(&trial, "tests/papers/small.yaml", "sizes", "nowhere");
    assert_int_equal(cd_measurements_load(trial.folder, trial.experiment, &trial.measurements, &status),
                     CD_OK);
    assert_null(trial.measurements.rows.cells);
    close_trial(&trial);
}

TEST(a_scene_that_cannot_be_made_is_blamed_on_the_paper)
{
    struct trial trial;
    char yaml[1000];
    strcpy(yaml, paper_of_one_scene);
    memcpy(strstr(yaml, "triangles=50"), "triangels=50", 12);
    open_trial(&trial, scratch_write("one.yaml", yaml), "e", "bad");
    assert_int_equal(run_trial(&trial, false), CD_DATA);
    assert_non_null(strstr(status.text, "one.yaml: experiment e: sphere:triangels=50"));
    close_trial(&trial);
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
    struct trial trial;
    write_program(
        "echo series,n,value; echo once,$2,$2; echo twice,$2,$(($2 * 2)); echo \"$2\" >>\"$0.runs\"");
    begin(&trial, "tests/papers/small.yaml", "program", "program");
    assert_int_equal(trial.outcome.groups, 2);
    assert_int_equal(trial.measurements.rows.cells->row_count, 4);
    assert_string_equal(text(&trial, 3, "n"), "2");
    assert_string_equal(text(&trial, 3, "series"), "twice");
    assert_string_equal(text(&trial, 3, "value"), "4");
    assert_string_equal(text(&trial, 3, "measured_n"), "2");
    assert_int_equal(trial.measurements.rows.passes[0].count, 0);
    resume(&trial, 2);
    close_trial(&trial);
}

TEST(raw_values_of_a_program_are_samples)
{
    struct trial trial;
    char text[400] = "";
    write_program(
        "echo series,n,value,value_samples,other_samples; echo once,$2,2,1 NA 3,4.5; echo once,$2,1,,7");
    begin(&trial, "tests/papers/small.yaml", "program", "raw");
    assert_int_equal(warning_count, 2);
    assert_string_equal(last_warning, "program: paper_fixture --n 2 wrote no row of the series twice");
    assert_int_equal(trial.measurements.rows.cells->row_count, 4);
    FILE *file = fopen(scratch_path("raw/small/program/samples.csv"), "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "n,series,row,sample,value,other\n1,once,0,0,1,4.5\n1,once,0,1,NA,NA\n"
                              "1,once,0,2,3,NA\n1,once,1,0,NA,7\n2,once,0,0,1,4.5\n2,once,0,1,NA,NA\n"
                              "2,once,0,2,3,NA\n2,once,1,0,NA,7\n");
    close_trial(&trial);
}

static void assert_program_fails(const char *script, const char *says)
{
    struct trial trial;
    write_program(script);
    begin(&trial, "tests/papers/small.yaml", "program", "failing");
    assert_true(trial.outcome.broken);
    if (!strstr(trial.outcome.reason, says))
        fail_msg("\"%s\" does not say \"%s\"", trial.outcome.reason, says);
    assert_int_equal(warning_count, 2);
    close_trial(&trial);
}

TEST(a_failing_program_is_named_with_its_code_and_last_line)
{
    assert_program_fails("echo first >&2; echo 'no light' >&2; exit 3",
                         "program: paper_fixture --n 1 ended with exit code 3: no light");
    assert_program_fails("kill -9 $$", "was ended by signal 9");
    assert_program_fails("echo series,value; echo other,1", "wrote the series 'other'");
    assert_program_fails("echo value; echo 1", "wrote no column `series`");
    assert_program_fails("echo series,value", "wrote no row");
    assert_program_fails("echo series,value; echo once", "its output:2");
    assert_program_fails("true", "its output");
    assert_program_fails("echo series,v_samples; echo once,1 x",
                         "wrote 'x' in the column v_samples, which holds numbers");
    assert_program_fails("echo series,n_samples; echo once,1",
                         "wrote the column n_samples, but n is what tells samples apart");
}

/// Compares what a folder has of a trial with what the trial has measured itself.
static void assert_same(const struct trial *trial, const char *folder)
{
    struct cd_measurements other;
    assert_int_equal(cd_measurements_load(folder, trial->experiment, &other, &status), CD_OK);
    struct cd_obtained found =
        cd_obtained_compare(trial->experiment, &other, &trial->measurements, true, NULL);
    assert_int_equal(found.rows, trial->measurements.rows.cells->row_count);
    assert_int_equal(found.rows, other.rows.cells->row_count);
    assert_int_equal(found.lacking + found.differing, 0);
    cd_measurements_release(&other);
}

/// On a scene, of whose four groups the second shard has one, and of a program.
TEST(shards_are_merged_and_packed_into_what_one_run_measures)
{
    static const char *const ids[] = {"sizes", "program"};
    static const char *const missing[] = {
        "small/sizes: 2 of 4 parts are in none of the folders, nor anything of the shards 2/2; ",
        "small/program: 1 of 2 parts are in none of the folders, nor anything of the shards 2/2; "};
    write_program("echo series,n,value; echo once,$2,$2; echo twice,$2,$(($2 * 2))");
    for (int e = 0; e < 2; e++) {
        struct trial trial;
        struct cd_texts folders = {0};
        struct cd_merge merge = {.folders = &folders};
        struct cd_results_source source;
        char merged[200], pack[200], name[40];
        snprintf(merged, sizeof merged, "%s-%s", scratch_path("merged"), ids[e]);
        snprintf(pack, sizeof pack, "%s-%s.tar.gz", scratch_path("merged"), ids[e]);
        merge.results = merged;
        snprintf(name, sizeof name, "whole-%s", ids[e]);
        begin(&trial, "tests/papers/small.yaml", ids[e], name);
        for (unsigned number = 1; number <= 2; number++) {
            const struct cd_shard shard = {number, 2};
            bool **mine = cd_shard_deal(&shard, CD_SIZE_QUICK, &trial.experiment, 1);
            snprintf(name, sizeof name, "shard%u-%s", number, ids[e]);
            cd_texts_add(&folders, cd_duplicate(scratch_path(name)));
            static char *words[] = {"reproduce"};
            struct cd_experiment_plan plan = {.folder = folders.items[number - 1],
                                              .sessions = 1,
                                              .shard = &shard,
                                              .mine = mine[0],
                                              .argc = 1,
                                              .argv = words,
                                              .warn = note_warning};
            struct cd_experiment_outcome outcome = {0};
            assert_int_equal(cd_experiment_run(trial.experiment, &plan, &outcome, &status), CD_OK);
            assert_int_equal(outcome.groups, e ? 1 : 2);
            cd_free(mine[0]);
            cd_free(mine);
            merge.check = number == 1;
            enum cd_code code = cd_experiment_merge(trial.experiment, &merge, &status);
            assert_int_equal(code, number == 1 ? CD_DATA : CD_OK);
            if (number == 1)
                assert_memory_equal(status.text, missing[e], strlen(missing[e]));
        }
        assert_int_equal(merge.rows, trial.measurements.rows.cells->row_count);
        assert_same(&trial, merged);
        assert_int_equal(cd_pack_write(pack, merged, &trial.experiment, 1, &status), CD_OK);
        assert_int_equal(cd_results_open(pack, &source, &status), CD_OK);
        assert_same(&trial, source.folder);
        cd_texts_free(&folders);
        close_trial(&trial);
    }
}

TEST(only_the_points_at_which_a_program_failed_run_again)
{
    struct trial trial;
    write_program("[ $2 = $(cat \"$0.good\") ] || exit 3; echo series; echo once; echo twice");
    scratch_write("programs/paper_fixture.good", "1\n");
    begin(&trial, "tests/papers/small.yaml", "program", "mended");
    assert_int_equal(trial.outcome.failed, 1);
    assert_true(trial.outcome.measured);
    assert_string_equal(text(&trial, 2, "verdict"), "failed");
    scratch_write("programs/paper_fixture.good", "2\n");
    resume(&trial, 1);
    assert_int_equal(trial.outcome.failed, 0);
    assert_int_equal(trial.measurements.rows.cells->row_count, 4);
    close_trial(&trial);
}

TEST(a_program_that_was_built_anew_is_run_anew)
{
    struct trial trial;
    write_program("[ $2 = 1 ] || exit 3; echo series,value; echo once,1; echo twice,1");
    begin(&trial, "tests/papers/small.yaml", "program", "built");
    write_program("echo series,value; echo once,2; echo twice,2");
    for (int i = 0; i < 2; i++) { // of a run that failed in parts, then of one that was complete
        resume(&trial, 0);
        assert_string_equal(text(&trial, 0, "value"), i ? "3" : "2");
        assert_string_equal(text(&trial, 3, "value"), i ? "3" : "2");
        write_program("echo series,value; echo once,3; echo twice,3");
    }
    close_trial(&trial);
}

TEST(a_missing_program_is_told_how_to_build)
{
    struct trial trial;
    unsetenv("CDBENCH_PROGRAMS");
    begin(&trial, "tests/papers/small.yaml", "program", "missing");
    assert_true(trial.outcome.skipped && !trial.outcome.broken && !trial.outcome.measured);
    assert_non_null(strstr(trial.outcome.reason, "make experiments"));
    close_trial(&trial);
}
