/// The files of a run are well-formed and complete. Each is whole or absent.
#include "base/folder.h"
#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"
#include "bench/record/results.h"
#include "bench/record/run_record.h"
#include "bench/record/table.h"
#include "tests/test.h"

#include <dirent.h>
#include <glob.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAMES = 5, SAMPLES = 3 };

/// A cell with SAMPLES samples of FRAMES frames. Frame f of sample s took (s + 1) * (f + 1) microseconds.
static struct cd_cell make_cell(const char *algo, enum cd_verdict verdict)
{
    struct cd_cell cell = {
        .algo = cd_duplicate(algo),
        .settings = cd_duplicate("variant=printed:resolution=512"),
        .label = cd_duplicate("image_cd:resolution=512:variant=printed"),
        .variant = cd_duplicate("printed"),
        .query = CD_QUERY_PAIRS,
        .scene = cd_duplicate("bunny.obj,motion=tumble:d=1.2:steps=5"),
        .frames = FRAMES,
        .bodies = 2,
        .triangles = 7348,
        .threads = 1,
        .seed = 1,
        .environment = "llvmpipe (LLVM 15.0.6, 256 bits)",
        .verdict = verdict,
        .answered = true,
        .judged = true,
        .truth = "solid",
        .hit_frames = 3,
        .judgement = {.frames = FRAMES, .pairs = FRAMES, .truth_pairs = 3, .misses = 1, .wrong_frames = 1},
        .create_ns = 1500000,
        .struct_bytes = 123456,
    };
    cd_hash_text((struct cd_hash){1, 2}, cell.scene_hash);
    cd_hash_text((struct cd_hash){3, 4}, cell.digest);
    struct cd_timed *timed = &cell.timed;
    timed->pass_ns = cd_allocate(SAMPLES, sizeof *timed->pass_ns);
    timed->cpu_ns = cd_allocate(SAMPLES, sizeof *timed->cpu_ns);
    timed->frame_ns = cd_allocate(SAMPLES * FRAMES, sizeof *timed->frame_ns);
    for (uint64_t sample = 0; sample < SAMPLES; sample++) {
        for (uint64_t frame = 0; frame < FRAMES; frame++) {
            timed->frame_ns[sample * FRAMES + frame] = (sample + 1) * (frame + 1) * 1000;
            timed->pass_ns[sample] += timed->frame_ns[sample * FRAMES + frame];
        }
        timed->cpu_ns[sample] = timed->pass_ns[sample] / 2;
    }
    timed->samples = SAMPLES;
    timed->counters.box_tests = 77;
    cd_cell_summarise(&cell);
    return cell;
}

/// What `write` writes to a stream. The caller frees it.
static char *text_of(void (*write)(FILE *stream, const struct cd_cell *cells, size_t first, size_t count),
                     const struct cd_cell *cells, size_t count)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    write(stream, cells, 0, count);
    fclose(stream);
    return text;
}

/// Reads again what was written.
static struct cd_table *read_again(char *text)
{
    struct cd_table *table;
    assert_int_equal(cd_table_parse(text, "text", NULL, 0, &table, NULL), CD_OK);
    free(text);
    return table;
}

static void assert_value(const struct cd_table *table, size_t row, const char *name, const char *expected)
{
    char buffer[CD_NUMBER_BYTES];
    assert_true(cd_table_column(table, name) != CD_NO_COLUMN);
    const char *value = cd_table_show(table, row, name, buffer);
    if (strcmp(value, expected))
        fail_msg("%s is %s, not %s", name, value, expected);
}

static void assert_no_times(const struct cd_table *table, size_t row)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strstr(table->columns[i].name, "_ms") || strstr(table->columns[i].name, "fps"))
            assert_value(table, row, table->columns[i].name, "NA");
}

TEST(the_summary_has_its_documented_columns_first)
{
    static const char begin[] = "algo,settings,variant,query,scene,scene_hash,frames,bodies,triangles,"
                                "hit_frames,digest,verdict,misses,false_hits,create_ms,frame_ms_median,"
                                "frame_ms_mad,frame_ms_p95,frame_ms_max,cpu_ms_median,fps,threads,seed,"
                                "pair_tests,";
    char *text = text_of(cd_write_summary, NULL, 0);
    assert_memory_equal(text, begin, sizeof begin - 1);
    assert_int_equal(strcspn(text, "\n"), strlen(text) - 1);
    free(text);
}

TEST(none_is_an_empty_field_and_null)
{
    struct cd_cell cells[] = {make_cell("obb8", CD_VERDICT_EXACT),
                              make_cell("region_brute", CD_VERDICT_EXACT)};
    for (int i = 0; i < 2; i++) {
        *cells[i].variant = 0;
        cells[i].timed.neighbours.throttled = i ? 17 : UINT64_MAX;
    }
    *cells[1].settings = 0;
    char *text = text_of(cd_write_summary, cells, 2);
    assert_non_null(strstr(text, "\nobb8,variant=printed:resolution=512,,pairs,"));
    assert_non_null(strstr(text, "\nregion_brute,,,pairs,"));
    assert_null(strstr(text, "'-"));
    struct cd_table *table = read_again(text);
    assert_value(table, 0, "variant", "");
    assert_value(table, 1, "settings", "");
    assert_value(table, 0, "throttled", "NA");
    assert_value(table, 1, "throttled", "17");
    cd_table_destroy(table);
    table = cd_cells_table(cells, 0, 2);
    json_t *rows = cd_table_json(table), *row = json_array_get(rows, 1);
    assert_true(json_is_null(json_object_get(row, "variant")) &&
                json_is_null(json_object_get(row, "settings")));
    assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "throttled")));
    assert_int_equal(json_integer_value(json_object_get(row, "throttled")), 17);
    json_decref(rows);
    cd_table_destroy(table);
    cd_cell_release(&cells[0]);
    cd_cell_release(&cells[1]);
}

TEST(every_row_has_every_column)
{
    struct cd_cell cells[] = {make_cell("image_cd", CD_VERDICT_PRINTED),
                              make_cell("broken", CD_VERDICT_WRONG)};
    struct cd_table *table = read_again(text_of(cd_write_summary, cells, 2));
    assert_int_equal(table->row_count, 2);
    assert_value(table, 0, "scene", "bunny.obj,motion=tumble:d=1.2:steps=5");
    assert_value(table, 0, "settings", "variant=printed:resolution=512");
    assert_value(table, 0, "misses", "1");
    assert_value(table, 0, "frame_ms_median", "0.005");
    assert_value(table, 0, "frame_ms_max", "0.015");
    assert_value(table, 0, "pass_ms_median", "0.03");
    assert_value(table, 0, "cpu_ms_median", "0.015");
    assert_value(table, 0, "fps", "166666.667");
    assert_value(table, 0, "box_tests", "77");
    assert_value(table, 0, "truth_pairs", "3");
    assert_value(table, 0, "clear_pairs", "2");
    assert_value(table, 0, "samples", "3");
    assert_value(table, 0, "cell", "1");
    assert_string_equal(table->columns[table->column_count - 1].name, "cell");
    assert_no_times(table, 1);
    assert_value(table, 1, "verdict", "wrong");
    assert_value(table, 1, "cell", "2");
    cd_table_destroy(table);
    cd_cell_release(&cells[0]);
    cd_cell_release(&cells[1]);
}

TEST(answers_that_change_withhold_every_time)
{
    struct cd_cell cell = make_cell("image_cd", CD_VERDICT_APPROXIMATE);
    cell.timed.unstable = true;
    cell.timed.unstable_frame = 4;
    struct cd_table *table = read_again(text_of(cd_write_summary, &cell, 1));
    assert_no_times(table, 0);
    assert_value(table, 0, "verdict", "approximate");
    assert_value(table, 0, "misses", "1");
    assert_value(table, 0, "unstable_frame", "4");
    cd_table_destroy(table);
    char *text = text_of(cd_write_frames, &cell, 1);
    assert_string_equal(text, "cell,sample,frame,wall_ns\n");
    free(text);
    cd_cell_release(&cell);
}

TEST(raw_times_have_a_row_per_sample_and_frame_of_right_cells)
{
    struct cd_cell cells[] = {make_cell("broken", CD_VERDICT_WRONG),
                              make_cell("image_cd", CD_VERDICT_PRINTED)};
    struct cd_table *table = read_again(text_of(cd_write_frames, cells, 2));
    assert_int_equal(table->row_count, SAMPLES * FRAMES);
    for (size_t row = 0; row < table->row_count; row++) {
        assert_value(table, row, "cell", "2"); // the second row of the summary
        double sample, frame, ns;
        assert_true(cd_table_number(table, row, "sample", &sample));
        assert_true(cd_table_number(table, row, "frame", &frame));
        assert_true(cd_table_number(table, row, "wall_ns", &ns));
        assert_int_equal((int)ns, (int)((sample + 1) * (frame + 1) * 1000));
    }
    cd_table_destroy(table);
    cd_cell_release(&cells[0]);
    cd_cell_release(&cells[1]);
}

TEST(json_has_the_fields_of_the_summary)
{
    struct cd_cell cell = make_cell("caf\xe9", CD_VERDICT_WRONG); // not UTF-8
    struct cd_table *rows = cd_cells_table(&cell, 0, 1);
    json_t *cells = cd_table_json(rows), *object = json_array_get(cells, 0);
    struct cd_table *columns = cd_cell_table();
    assert_int_equal(json_object_size(object), columns->column_count);
    cd_table_destroy(columns);
    cd_table_destroy(rows);
    assert_string_equal(json_string_value(json_object_get(object, "algo")), "caf\\xe9");
    assert_true(json_is_null(json_object_get(object, "fps")));
    assert_int_equal(json_integer_value(json_object_get(object, "triangles")), 7348);
    json_decref(cells);
    cd_cell_release(&cell);
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

static char folder[64];

void test_before(void)
{
    strcpy(folder, "/tmp/cdbench-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

/// Removes a folder and its content. True when the folder existed.
static bool remove_folder(const char *path)
{
    DIR *listing = opendir(path);
    if (!listing)
        return false;
    for (struct dirent *entry; (entry = readdir(listing));) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && !remove_folder(name))
            unlink(name);
    }
    closedir(listing);
    return !rmdir(path);
}

void test_after(void)
{
    assert_true(remove_folder(folder));
}

static unsigned count_entries(const char *path)
{
    unsigned count = 0;
    DIR *listing = opendir(path);
    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(listing);
    return count;
}

static json_t *make_run(const struct cd_cell *cells, size_t count)
{
    char *argv[] = {(char *)(size_t) "run", (char *)(size_t) "--algo"};
    struct cd_run_record record = cd_run_record_begin(2, argv);
    struct cd_timing_plan timing = {.query = CD_QUERY_PAIRS, .threads = 1};
    cd_run_record_add_warning(&record, "be careful; or not");
    struct cd_table *rows = cd_cells_table(cells, 0, count);
    struct cd_run_end end = {CD_INTERRUPTED, "interrupted", &timing, true, rows};
    json_t *run = cd_run_record_json(&record, &end);
    cd_run_record_release(&record);
    cd_table_destroy(rows);
    return run;
}

TEST(the_folder_holds_three_whole_files)
{
    struct cd_cell cell = make_cell("image_cd", CD_VERDICT_APPROXIMATE);
    char base[100], path[200];
    snprintf(base, sizeof base, "%s/a/b", folder);
    json_t *run = make_run(&cell, 1);
    assert_int_equal(cd_folder_prepare(base, NULL), CD_OK);
    assert_int_equal(cd_results_write(base, "one", &cell, 0, 1, run, NULL), CD_OK);
    snprintf(path, sizeof path, "%s/one", base);
    assert_int_equal(count_entries(base), 1);
    assert_int_equal(count_entries(path), 3);
    snprintf(path, sizeof path, "%s/one/run.json", base);
    json_t *read = json_load_file(path, 0, NULL);
    assert_non_null(read);
    assert_true(json_is_true(json_object_get(read, "interrupted")));
    assert_int_equal(json_array_size(json_object_get(read, "cells")), 1);
    static const char *const members[] = {"format", "id",      "command",  "started",  "finished",
                                          "build",  "machine", "clock",    "load",     "renderers",
                                          "timing", "scenes",  "warnings", "exit_code"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        assert_non_null(json_object_get(read, members[i]));
    json_decref(read);
    json_decref(run);
    cd_cell_release(&cell);
}

TEST(a_run_never_replaces_another)
{
    json_t *run = make_run(NULL, 0);
    struct cd_status status;
    assert_int_equal(cd_results_write(folder, "same", NULL, 0, 0, run, NULL), CD_OK);
    assert_int_equal(cd_results_write(folder, "same", NULL, 0, 0, run, &status), CD_IO);
    assert_int_equal(count_entries(folder), 1);
    json_decref(run);
}

TEST(a_full_disk_is_an_error_that_leaves_nothing)
{
    struct cd_cell cell = make_cell("image_cd", CD_VERDICT_APPROXIMATE);
    json_t *run = make_run(&cell, 1);
    struct cd_status status;
    // A limit on the size of files has the same effect as a full disk, and needs no disk.
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    for (rlim_t limit = 0; limit <= 2400; limit += 800) {
        small.rlim_cur = limit;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        enum cd_code code = cd_results_write(folder, "full", &cell, 0, 1, run, &status);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        assert_int_equal(code, CD_IO);
        assert_null(strchr(status.text, '\n'));
        assert_int_equal(count_entries(folder), 0);
    }
    assert_int_equal(cd_results_write(folder, "full", &cell, 0, 1, run, &status), CD_OK);
    json_decref(run);
    cd_cell_release(&cell);
}

/// The number of lines of a file in `folder`; 0 when it is missing.
static int count_lines(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "r");
    int lines = 0;
    for (int c; stream && (c = fgetc(stream)) != EOF;)
        lines += c == '\n';
    if (stream)
        fclose(stream);
    return lines;
}

TEST(what_was_kept_last_is_in_place_after_an_early_end)
{
    struct cd_cell cells[] = {make_cell("image_cd", CD_VERDICT_APPROXIMATE),
                              make_cell("saabb", CD_VERDICT_EXACT)};
    for (size_t kept = 1; kept <= 2; kept++) {
        pid_t child = fork();
        if (!child) {
            for (size_t i = 0; i < kept; i++) {
                json_t *run = make_run(cells, i + 1);
                if (cd_results_keep(folder, "early", cells, i, i + 1, run, NULL))
                    _exit(1);
                json_decref(run);
            }
            const char *path = cd_folder_settle();
            _exit(path && strstr(path, "/early") ? 0 : 1);
        }
        int result;
        assert_int_equal(waitpid(child, &result, 0), child);
        assert_int_equal(result, 0);
        assert_int_equal(count_entries(folder), 1);
        assert_int_equal(count_lines("early/summary.csv"), 1 + kept);
        assert_int_equal(count_lines("early/frames.csv"), 1 + kept * SAMPLES * FRAMES);
        char path[200];
        snprintf(path, sizeof path, "%s/early", folder);
        assert_int_equal(count_entries(path), 3);
        snprintf(path, sizeof path, "%s/early/run.json", folder);
        json_t *read = json_load_file(path, 0, NULL);
        assert_int_equal(json_array_size(json_object_get(read, "cells")), kept);
        json_decref(read);
        *strrchr(path, '/') = 0;
        assert_true(remove_folder(path));
    }
    for (size_t i = 0; i < 2; i++)
        cd_cell_release(&cells[i]);
}

TEST(what_was_kept_gives_way_to_the_finished_folder)
{
    struct cd_cell cell = make_cell("image_cd", CD_VERDICT_APPROXIMATE);
    json_t *run = make_run(&cell, 1);
    assert_int_equal(cd_results_keep(folder, "whole", &cell, 0, 1, run, NULL), CD_OK);
    assert_int_equal(count_lines("whole/summary.csv"), 0);
    assert_int_equal(cd_results_write(folder, "whole", &cell, 1, 1, run, NULL), CD_OK);
    assert_int_equal(count_lines("whole/summary.csv"), 2);
    assert_int_equal(count_entries(folder), 1);
    assert_null(cd_folder_settle());
    json_decref(run);
    cd_cell_release(&cell);
}

/// Whether a table of the folder "one" is the one that run.json describes.
static enum cd_code check(const char *name, struct cd_status *status)
{
    char path[200];
    snprintf(path, sizeof path, "%s/one/run.json", folder);
    json_t *run = json_load_file(path, 0, NULL);
    snprintf(path, sizeof path, "%s/one/%s", folder, name);
    enum cd_code code = cd_results_check(path, name, run, status);
    json_decref(run);
    return code;
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
    struct cd_cell cells[] = {make_cell("image_cd", CD_VERDICT_APPROXIMATE),
                              make_cell("saabb", CD_VERDICT_EXACT)};
    struct cd_status status;
    char command[400];
    json_t *run = make_run(cells, 2);
    // Two runs with other rows, the first in one step and the second in two.
    for (int i = 0; i < 2; i++) {
        assert_int_equal(i ? cd_results_keep(folder, "one", cells, 0, 1, run, NULL) : CD_OK, CD_OK);
        assert_int_equal(cd_results_write(folder, i ? "one" : "two", cells, (size_t)i, 2, run, NULL), CD_OK);
        cells[1].timed.frame_ns[SAMPLES * FRAMES - 1]++;
        cells[1].judgement.misses++;
    }
    snprintf(command, sizeof command, "cd %s && rm two/run.json && cp -r one whole", folder);
    assert_int_equal(system(command), 0);
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
            assert_int_equal(check(tables[t], &status), CD_OK);
            snprintf(command, sizeof command, "cd %s && %sone/%s", folder, damages[i][0], tables[t]);
            assert_int_equal(system(command), 0);
            assert_int_equal(check(tables[t], &status), CD_DATA);
            if (!strstr(status.text, damages[i][1]))
                fail_msg("%s: %s", command, status.text);
            snprintf(command, sizeof command, "cd %s && cp whole/* one", folder);
            assert_int_equal(system(command), 0);
        }
    assert_int_equal(check("other.csv", &status), CD_DATA);
    snprintf(command, sizeof command, "rm -r %s/one %s/two %s/whole", folder, folder, folder);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < 2; i++)
        cd_cell_release(&cells[i]);
    json_decref(run);
}

TEST(the_tables_of_this_house_are_whole)
{
    glob_t found;
    struct cd_status status;
    assert_int_equal(glob("results/*/*/*/run.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name;
        char path[400];
        json_t *run = json_load_file(found.gl_pathv[i], 0, NULL), *tables = json_object_get(run, "tables"),
               *table;
        assert_true(json_object_size(tables) > 0);
        json_object_foreach(tables, name, table)
        {
            snprintf(path, sizeof path, "%.*s%s", (int)(strlen(found.gl_pathv[i]) - strlen("run.json")),
                     found.gl_pathv[i], name);
            if (cd_results_check(path, name, run, &status))
                fail_msg("%s", status.text);
        }
        json_decref(run);
    }
    globfree(&found);
}

TEST(a_place_that_cannot_be_written_is_found_before_the_work)
{
    char base[100];
    struct cd_status status;
    snprintf(base, sizeof base, "%s/file", folder);
    fclose(fopen(base, "w"));
    assert_int_equal(cd_folder_prepare(base, &status), CD_IO);
    assert_non_null(strstr(status.text, base));
}

// ---- the table -------------------------------------------------------------------------------------------

/// The table as text. The caller frees it with free().
static char *table_of(const struct cd_cell *cells, size_t count, struct cd_table_style style)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    cd_print_table(stream, cells, count, &style);
    fclose(stream);
    char *copy = strdup(text);
    free(text);
    return copy;
}

TEST(the_table_fits_into_the_terminal)
{
    struct cd_cell cells[] = {make_cell("a", CD_VERDICT_EXACT), make_cell("b", CD_VERDICT_APPROXIMATE),
                              make_cell("c", CD_VERDICT_WRONG), make_cell("d", CD_VERDICT_UNVERIFIED)};
    cells[0].create_ns = 99999000000;
    cells[1].struct_bytes = (size_t)1 << 38;
    cells[1].pass.median = 1e13;
    cells[2].judgement.misses = 123456789;
    for (int columns = 40; columns <= 140; columns++) {
        char number[20];
        snprintf(number, sizeof number, "%d", columns);
        setenv("COLUMNS", number, 1);
        for (int colour = 0; colour < 2; colour++) {
            char *text = table_of(cells, 4, (struct cd_table_style){.colour = colour, .sort = -1});
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
    for (size_t i = 0; i < 4; i++)
        cd_cell_release(&cells[i]);
}

TEST(rows_are_sorted_and_all_columns_are_in_markdown)
{
    struct cd_cell cells[] = {make_cell("slow", CD_VERDICT_EXACT), make_cell("none", CD_VERDICT_UNAVAILABLE),
                              make_cell("fast", CD_VERDICT_EXACT)};
    for (size_t i = 0; i < 3; i++) {
        cd_free(cells[i].label);
        cells[i].label = cd_duplicate(cells[i].algo);
    }
    cells[1].timed.samples = 0;
    cells[2].pass.median /= 2;
    int by = cd_word_place(CD_TABLE_COLUMNS, "fps");
    char *text = table_of(cells, 3, (struct cd_table_style){.markdown = true, .sort = by});
    const char *fast = strstr(text, "| fast |"), *slow = strstr(text, "| slow |");
    assert_true(fast && slow && fast < slow && slow < strstr(text, "| none |"));
    assert_non_null(strstr(fast, " 2.00x |"));
    char names[] = CD_TABLE_COLUMNS, *rest = names;
    for (const char *name; (name = strsep(&rest, "|"));)
        assert_non_null(strstr(text, name));
    free(text);
    for (size_t i = 0; i < 3; i++)
        cd_cell_release(&cells[i]);
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
        cd_show_time(cases[i].value, text);
        assert_string_equal(text, cases[i].time);
        cd_show_count(cases[i].value, text);
        assert_string_equal(text, cases[i].count);
    }
}

TEST(a_table_without_collisions_says_so_once)
{
    struct cd_cell cells[] = {make_cell("a", CD_VERDICT_EXACT), make_cell("b", CD_VERDICT_EXACT)};
    for (size_t i = 0; i < 2; i++)
        cells[i].hit_frames = 0;
    char *text = table_of(cells, 2, (struct cd_table_style){.sort = -1});
    const char *note = strstr(text, "No frame collides.");
    assert_non_null(note);
    assert_null(strstr(note + 1, "No frame"));
    free(text);
    for (size_t i = 0; i < 2; i++)
        cd_cell_release(&cells[i]);
}

TEST(a_table_of_wrong_cells_only_has_no_reference)
{
    struct cd_cell cell = make_cell("broken", CD_VERDICT_WRONG);
    char *text = table_of(&cell, 1, (struct cd_table_style){.sort = -1});
    assert_non_null(strstr(text, "NA"));
    assert_non_null(strstr(text, "wrong in 1 of 5 frames"));
    free(text);
    cd_cell_release(&cell);
}
