/// The files of a run are well-formed and complete. Each is whole or absent.
#include "base/text.h"
#include "bench/record/results.h"
#include "bench/record/run_record.h"
#include "bench/record/table.h"
#include "tests/bench/cells.h"
#include "tests/scratch_folder.h"

#include <glob.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

/// Exact cells with times, and what is recorded of a run of the first. Every test has its own, and a folder of its own.
static struct cd_cell cells[4];
static json_t *run;

/// What is recorded of a run of the first `count` cells.
static json_t *make_run(size_t count)
{
    char *argv[] = {(char *)(size_t) "run", (char *)(size_t) "--algo"};
    struct cd_run_record record = cd_run_record_begin(2, argv);
    struct cd_timing_plan timing = {.query = CD_QUERY_PAIRS, .threads = 1};
    cd_run_record_add_warning(&record, "be careful; or not");
    struct cd_table *rows = cd_cells_table(cells, 0, count);
    struct cd_run_end end = {CD_INTERRUPTED, "interrupted", &timing, true, rows};
    json_t *made = cd_run_record_json(&record, &end);
    cd_run_record_release(&record);
    cd_table_destroy(rows);
    return made;
}

void test_before(void)
{
    static const char *const names[] = {"first", "second", "third",
                                        "image_cd:resolution=512:variant=printed"};
    for (size_t i = 0; i < 4; i++)
        cells[i] = make_cell(names[i], CD_VERDICT_EXACT);
    run = make_run(1);
}

void test_after(void)
{
    for (size_t i = 0; i < 4; i++)
        cd_cell_release(&cells[i]);
    json_decref(run);
    test_tear_down();
    test_set_up();
}

TEST(raw_times_have_a_row_per_sample_and_frame_of_cells_with_times)
{
    struct cd_table *table;
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    cells[0].verdict = CD_VERDICT_WRONG;
    cells[2].timed.unstable = true;
    cd_write_frames(stream, cells, 0, 3);
    fclose(stream);
    assert_int_equal(cd_table_parse(text, "text", NULL, 0, &table, NULL), CD_OK);
    free(text);
    assert_int_equal(table->row_count, CELL_SAMPLES * CELL_FRAMES);
    for (size_t row = 0; row < table->row_count; row++) {
        assert_true(cd_table_real(table, row, "cell") == 2); // the second row of the summary
        assert_true(cd_table_real(table, row, "sample") == (double)(row / CELL_FRAMES));
        assert_true(cd_table_real(table, row, "frame") == (double)(row % CELL_FRAMES));
        assert_true(cd_table_real(table, row, "wall_ns") == (double)cell_frame_ns[row]);
    }
    cd_table_destroy(table);
}

TEST(json_has_the_fields_of_the_summary_and_null_for_none)
{
    static const char *const none[] = {"variant", "others", "throttled"};
    strcpy(cells[1].algo, "\xe9"); // not UTF-8
    *cells[1].variant = 0;
    cells[1].timed.neighbours =
        (struct cd_neighbours){.others = NAN, .throttled = UINT64_MAX, .switches = 17};
    struct cd_table *table = cd_cells_table(cells, 1, 2);
    json_t *rows = cd_table_json(table), *object = json_array_get(rows, 0);
    assert_int_equal(json_array_size(rows), 1);
    assert_int_equal(json_object_size(object), table->column_count);
    assert_string_equal(json_string_value(json_object_get(object, "algo")), "\\xe9");
    assert_int_equal(json_integer_value(json_object_get(object, "triangles")), 400);
    assert_int_equal(json_integer_value(json_object_get(object, "cell")), 2);
    assert_true(json_real_value(json_object_get(object, "switches")) == 17);
    for (size_t i = 0; i < 3; i++)
        assert_true(json_is_null(json_object_get(object, none[i])));
    cd_table_destroy(table);
    json_decref(rows);
}

TEST(run_ids_are_unique_and_sort_by_time)
{
    char a[CD_RUN_ID], b[CD_RUN_ID];
    cd_run_id(a);
    cd_run_id(b);
    assert_int_equal(strlen(a), CD_RUN_ID - 1);
    assert_string_not_equal(a, b);
    assert_true(strncmp(a, b, 16) <= 0);
}

// ---- the folder ------------------------------------------------------------------------------------------

TEST(the_folder_holds_three_whole_files)
{
    const char *base = scratch_path("a/b");
    assert_int_equal(cd_folder_prepare(base, NULL), CD_OK);
    assert_int_equal(cd_results_write(base, "one", cells, 0, 1, run, NULL), CD_OK);
    assert_int_equal(scratch_entries(base), 1);
    assert_int_equal(scratch_entries(scratch_path("a/b/one")), 3);
    json_t *read = json_load_file(scratch_path("a/b/one/run.json"), 0, NULL);
    assert_true(json_is_true(json_object_get(read, "interrupted")));
    assert_int_equal(json_array_size(json_object_get(read, "cells")), 1);
    static const char *const members[] = {"format", "id",      "command",  "started",  "finished",
                                          "build",  "machine", "clock",    "load",     "renderers",
                                          "timing", "scenes",  "warnings", "exit_code"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        test_row("%s", members[i]);
        assert_non_null(json_object_get(read, members[i]));
    }
    json_decref(read);
}

TEST(a_run_never_replaces_another)
{
    struct cd_status status;
    assert_int_equal(cd_results_write(scratch, "same", cells, 0, 1, run, NULL), CD_OK);
    assert_int_equal(cd_results_write(scratch, "same", cells, 0, 1, run, &status), CD_IO);
    assert_int_equal(scratch_entries(scratch), 1);
}

TEST(a_full_disk_is_an_error_that_leaves_nothing)
{
    struct cd_status status;
    for (rlim_t limit = 0; limit <= 2400; limit += 800) {
        rlim_t usual = scratch_limit(limit);
        enum cd_code code = cd_results_write(scratch, "full", cells, 0, 1, run, &status);
        scratch_limit(usual);
        assert_int_equal(code, CD_IO);
        assert_null(strchr(status.text, '\n'));
        assert_int_equal(scratch_entries(scratch), 0);
    }
    assert_int_equal(cd_results_write(scratch, "full", cells, 0, 1, run, &status), CD_OK);
}

/// The number of lines of a file; 0 when it is missing.
static int count_lines(const char *name)
{
    if (access(scratch_path(name), F_OK))
        return 0;
    char *text = scratch_read(name);
    int lines = count_parts(text, "\n");
    free(text);
    return lines;
}

TEST(what_was_kept_last_is_in_place_after_an_early_end)
{
    for (size_t kept = 1; kept <= 2; kept++) {
        pid_t child = fork();
        if (!child) {
            for (size_t i = 0; i < kept; i++)
                if (cd_results_keep(scratch, "early", cells, i, i + 1, make_run(i + 1), NULL))
                    _exit(1);
            const char *path = cd_folder_settle();
            _exit(path && strstr(path, "/early") ? 0 : 1);
        }
        int result;
        assert_int_equal(waitpid(child, &result, 0), child);
        assert_int_equal(result, 0);
        assert_int_equal(scratch_entries(scratch), 1);
        assert_int_equal(count_lines("early/summary.csv"), 1 + kept);
        assert_int_equal(count_lines("early/frames.csv"), 1 + kept * CELL_SAMPLES * CELL_FRAMES);
        assert_int_equal(scratch_entries(scratch_path("early")), 3);
        json_t *read = json_load_file(scratch_path("early/run.json"), 0, NULL);
        assert_int_equal(json_array_size(json_object_get(read, "cells")), kept);
        json_decref(read);
        test_after();
        test_before();
    }
}

TEST(what_was_kept_gives_way_to_the_finished_folder)
{
    assert_int_equal(cd_results_keep(scratch, "whole", cells, 0, 1, run, NULL), CD_OK);
    assert_int_equal(count_lines("whole/summary.csv"), 0);
    assert_int_equal(cd_results_write(scratch, "whole", cells, 1, 1, run, NULL), CD_OK);
    assert_int_equal(count_lines("whole/summary.csv"), 2);
    assert_int_equal(scratch_entries(scratch), 1);
    assert_null(cd_folder_settle());
}

/// Whether a table of the folder "one" is the one that run.json describes.
static enum cd_code check(const char *name, struct cd_status *status)
{
    char path[100];
    snprintf(path, sizeof path, "%s/one/%s", scratch, name);
    json_t *read = json_load_file(scratch_path("one/run.json"), 0, NULL);
    enum cd_code code = cd_results_check(path, name, read, status);
    json_decref(read);
    return code;
}

/// Runs a command of the shell in the folder of the test.
__attribute__((format(printf, 1, 2))) static void shell(const char *format, ...)
{
    char command[400];
    va_list arguments;
    int length = snprintf(command, sizeof command, "cd %s && ", scratch);
    va_start(arguments, format);
    vsnprintf(command + length, sizeof command - (size_t)length, format, arguments);
    va_end(arguments);
    assert_int_equal(system(command), 0);
}

TEST(tables_of_a_run_are_whole_or_refused)
{
    static const char *const tables[] = {"summary.csv", "frames.csv"};
    static const char *const damages[][2] = {
        {"sed -i '$d' ", "was cut, it has "},
        {"truncate -s -1 ", "was cut, it has "},
        {"sed -i '$p' ", "some are doubled or added"},
        {"sed -i '2s/1/2/' ", "was changed or exchanged"},
        {"sed -i '2{h;d};3{G}' ", "was changed or exchanged"},
        {"cp two/* one; touch ", "was changed or exchanged"},
    };
    struct cd_status status;
    // Two runs with other rows, the first in one step and the second in two.
    for (int i = 0; i < 2; i++) {
        assert_int_equal(i ? cd_results_keep(scratch, "one", cells, 0, 1, run, NULL) : CD_OK, CD_OK);
        assert_int_equal(cd_results_write(scratch, i ? "one" : "two", cells, (size_t)i, 2, run, NULL), CD_OK);
        cells[1].timed.frame_ns[CELL_SAMPLES * CELL_FRAMES - 1]++;
        cells[1].judgement.misses++;
    }
    shell("rm two/run.json && cp -r one whole");
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
            test_row("%sone/%s", damages[i][0], tables[t]);
            assert_int_equal(check(tables[t], &status), CD_OK);
            shell("%sone/%s", damages[i][0], tables[t]);
            assert_int_equal(check(tables[t], &status), CD_DATA);
            if (!strstr(status.text, damages[i][1]))
                fail_msg("%s", status.text);
            shell("cp whole/* one");
        }
    assert_int_equal(check("other.csv", &status), CD_DATA);
}

TEST(the_tables_of_this_house_are_whole)
{
    glob_t found;
    struct cd_status status;
    assert_int_equal(glob("results/*/*/*/run.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name;
        char path[400];
        json_t *read = json_load_file(found.gl_pathv[i], 0, NULL), *tables = json_object_get(read, "tables"),
               *table;
        assert_true(json_object_size(tables) > 0);
        json_object_foreach(tables, name, table)
        {
            snprintf(path, sizeof path, "%.*s%s", (int)(strlen(found.gl_pathv[i]) - strlen("run.json")),
                     found.gl_pathv[i], name);
            if (cd_results_check(path, name, read, &status))
                fail_msg("%s", status.text);
        }
        json_decref(read);
    }
    globfree(&found);
}

TEST(a_place_that_cannot_be_written_is_found_before_the_work)
{
    const char *base = scratch_write("file", "");
    struct cd_status status;
    assert_int_equal(cd_folder_prepare(base, &status), CD_IO);
    assert_non_null(strstr(status.text, base));
}

// ---- the table -------------------------------------------------------------------------------------------

/// The table of the first `count` cells as text. The caller frees it.
static char *table_of(size_t count, struct cd_table_style style)
{
    static char *text; // static, or gcc 12 takes what is returned for dangling
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    cd_print_table(stream, cells, count, &style);
    fclose(stream);
    return text;
}

TEST(the_table_fits_into_the_terminal)
{
    cells[1].verdict = CD_VERDICT_APPROXIMATE;
    cells[2].verdict = CD_VERDICT_WRONG;
    cells[3].verdict = CD_VERDICT_UNVERIFIED;
    cells[0].create_ns = 99999000000;
    cells[1].struct_bytes = (size_t)1 << 38;
    cells[1].pass.median = 1e13;
    cells[2].judgement.misses = 123456789;
    for (int columns = 40; columns <= 140; columns++) {
        char number[20];
        snprintf(number, sizeof number, "%d", columns);
        setenv("COLUMNS", number, 1);
        for (int colour = 0; colour < 2; colour++) {
            char *text = table_of(4, (struct cd_table_style){.colour = colour, .sort = -1});
            assert_int_equal(strchr(text, '\033') != NULL, colour);
            for (const char *line = text; *line && !colour; line += strcspn(line, "\n") + 1)
                if (cd_count_characters(line, strcspn(line, "\n")) > (size_t)columns)
                    fail_msg("more than %d columns in\n%s", columns, text);
            if (!strstr(text, "  colliding") != !strstr(text, "  clear")) // one says little without the other
                fail_msg("one of two columns left out at %d columns in\n%s", columns, text);
            free(text);
        }
    }
    unsetenv("COLUMNS");
}

TEST(rows_are_sorted_and_all_columns_are_in_markdown)
{
    cells[1].verdict = CD_VERDICT_UNAVAILABLE;
    cells[1].timed.samples = 0;
    cells[1].pass.median = 0;
    cells[2].pass.median /= 2;
    int by = cd_word_place(CD_TABLE_COLUMNS, "fps");
    char *text = table_of(3, (struct cd_table_style){.markdown = true, .sort = by});
    const char *fast = strstr(text, "| third |"), *slow = strstr(text, "| first |");
    assert_true(fast && slow && fast < slow && slow < strstr(text, "| second |"));
    assert_non_null(strstr(fast, " 2.00x |"));
    char names[] = CD_TABLE_COLUMNS, *rest = names;
    for (const char *name; (name = strsep(&rest, "|"));)
        assert_non_null(strstr(text, name));
    free(text);
}

TEST(times_have_the_unit_of_their_size_and_thousands_are_apart)
{
    static const struct {
        double value;
        const char *time, *count;
    } cases[] = {
        {0, "0.00 ns", "0"},          {999, "999 ns", "999"},         {1000, "1.00 µs", "1 000"},
        {12345, "12.3 µs", "12 345"}, {999600, "1.00 ms", "999 600"}, {1e9, "1.00 s", "1 000 000 000"},
        {5e12, "5000 s", "5e+12"}};
    char text[CD_SHOWN_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%g", cases[i].value);
        cd_show_time(cases[i].value, text);
        assert_string_equal(text, cases[i].time);
        cd_show_count(cases[i].value, text);
        assert_string_equal(text, cases[i].count);
    }
}

TEST(a_table_without_collisions_says_so_once)
{
    for (size_t i = 0; i < 2; i++)
        cells[i].hit_frames = cells[i].judgement.truth_hit_frames = cells[i].regions = 0;
    char *text = table_of(2, (struct cd_table_style){.sort = -1});
    const char *note = strstr(text, "No frame collides.");
    assert_non_null(note);
    assert_null(strstr(note + 1, "No frame"));
    free(text);
}

TEST(a_table_of_wrong_cells_only_has_no_reference)
{
    cells[0].verdict = CD_VERDICT_WRONG;
    char *text = table_of(1, (struct cd_table_style){.sort = -1});
    assert_non_null(strstr(text, "NA"));
    assert_null(strstr(text, "fps, 95 %"));
    assert_non_null(strstr(text, "wrong in 14 of 24 frames"));
    free(text);
}
