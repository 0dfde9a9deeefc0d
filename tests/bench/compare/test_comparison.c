/// Comparisons from the first run to the files, of two programs whose times are written down: shell scripts that answer
/// as cdbench would. No time is measured, so all of it is exact.
#include "base/hash.h"
#include "bench/compare/calibration.h"
#include "bench/compare/report.h"
#include "bench/record/build_info.h"
#include "bench/record/results.h"
#include "tests/golden.h"
#include "tests/random_numbers.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include <jansson.h>
#include <math.h>

/// A pass takes 10 ms of processor time and twice as much by the clock, of side B of `slow` 12 ms and of `fast` 9 ms, and
/// some hundredths more by the number of the call.
static const char program[] = "#!/bin/sh\n"
                              "side=${0%/cdbench}\n"
                              "[ \"$1\" != list ] || { echo '{\"algos\": []}'; exit; }\n"
                              "echo \"$*\" >>\"$side/log\"\n"
                              "case $* in *threads=2*) printf %s ${side##*/} >>\"$side/../order\" ;; esac\n"
                              "n=$(wc -l <\"$side/log\") digest=d1 us=10000 hits=1\n"
                              "case ${side##*/}:$* in\n"
                              "b:*=slow5*) us=$((12000 + $(grep -c slow5 \"$side/log\") / 5 % 2 * 200)) ;;\n"
                              "b:*=slow* | c:*=slow\\ *) us=12000 ;;\n"
                              "b:*=fast*) us=9000 ;;\n"
                              "b:*=crawl*) us=150000 ;;\n"
                              "*=blink*) us=500 ;;\n"
                              "c:*=slow2*) us=10100 ;;\n"
                              "c:*=slow3*) us=$((10300 + (n * 7 % 11 - 5) * 300)) ;;\n"
                              "b:*=other*) digest=d2 hits=2 ;;\n"
                              "b:*=lost* | c:*=slow4*) echo 'there is no OpenGL' >&2; exit 4 ;;\n"
                              "*=both*) echo 'unknown everywhere' >&2; exit 64 ;;\n"
                              "b:*=new*) echo 'unknown scene' >&2; exit 64 ;;\n"
                              "b:*=wrong*) echo 'wrong in 1 of 3 frames' >&2; exit 2 ;;\n"
                              "b:*=restless*no-verify*) digest=d3 ;;\n"
                              "b:*=dead*) kill -9 $$ ;;\n"
                              "*=flat*) n=0 ;;\n"
                              "esac\n"
                              "[ ${side##*/} = a ] && step=7 || step=5\n"
                              "us=$((us + n * step % 11 * 10))\n"
                              "echo algo,settings,frames,scene_hash,hit_frames,digest,verdict,truth,"
                              "cpu_ms_median,pass_ms_median,environment\n"
                              "printf 'rapid,leaf=1,3,5ce7e,%d,%s,exact,surface,%d.%03d,%d.%03d,NA\\n' $hits "
                              "$digest $((us / 1000)) $((us % 1000)) $((us / 500)) $((us * 2 % 1000))\n";

static struct cd_status status;
static struct cd_workloads workloads;
static char warnings[400];

static void note_warning(void *user, const char *line)
{
    (void)user;
    snprintf(warnings, sizeof warnings, "%s", line);
}

/// 20 pairs of samples of 50 ms each, whatever time that takes.
static const struct cd_comparison_plan usual = {
    .sampling = {20, INFINITY, 0.05}, .rule = CD_DEFAULT_RULE, .warn = note_warning};

/// Compares the two programs on scenes with the settings of their cells, such as "same, threads: 2; fast".
static struct cd_comparison compare(const char *scenes, const struct cd_comparison_plan *plan)
{
    static const char *const names[][2] = {{"a/cdbench", "a/log"}, {"b/cdbench", "b/log"}};
    static char typed[2][200]; // to which a side points
    char cells[1000] = "cells:\n";
    struct cd_comparison comparison = {.workloads = &workloads, .plan = plan};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(chmod(scratch_write(names[i][0], program), 0755), 0);
        scratch_write(names[i][1], "");
        snprintf(typed[i], sizeof typed[i], "build:%s/%c", scratch, "ab"[i]);
        assert_int_equal(cd_side_parse(typed[i], &comparison.sides[i], &status), CD_OK);
        comparison.sides[i].typed = i ? "build:b" : "build:a";
    }
    for (; *scenes; scenes += strcspn(scenes, ";"), scenes += strspn(scenes, "; "))
        cd_append(cells, sizeof cells, "  - {algo: rapid, scene: %.*s}\n", (int)strcspn(scenes, ";"), scenes);
    if (cd_workloads_read(scratch_write("cells.yaml", cells), false, &workloads, &status))
        fail_msg("%s", status.text);
    return comparison;
}

static void release(struct cd_comparison *comparison)
{
    cd_comparison_release(comparison);
    cd_workloads_release(&workloads);
}

static void write_print(const struct cd_comparison_record *record, FILE *stream)
{
    setenv("COLUMNS", "100", 1);
    cd_print_comparison(stream, record->comparison, true);
}

/// The JSON without what the two tables in CSV say, too.
static void write_json(const struct cd_comparison_record *record, FILE *stream)
{
    char *text = NULL;
    size_t size, samples = 0;
    FILE *whole = open_memstream(&text, &size);
    cd_write_comparison_json(record, whole);
    fclose(whole);
    json_t *document = json_loads(text, 0, NULL), *cells = cd_table_json(record->cells);
    for (size_t i = 0; i < record->comparison->count; i++)
        if (cd_compared_has_times(&record->comparison->cells[i]))
            samples += record->comparison->cells[i].looks[0].pairs.count;
    assert_true(json_array_size(json_object_get(document, "samples")) == samples);
    assert_true(json_array_size(json_object_get(document, "cells")) == json_array_size(cells));
    json_object_del(document, "samples");
    json_object_del(document, "cells");
    json_dumpf(document, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    fputc('\n', stream);
    json_decref(document);
    json_decref(cells);
    free(text);
}

static void write_calibration(const struct cd_comparison_record *record, FILE *stream)
{
    cd_print_calibration(record->comparison, record->cells, stream);
}

/// What the writers write has to be what a file has.
static void assert_written(const struct cd_comparison *comparison, const char *path,
                           cd_comparison_writer *const *writers, size_t count)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    struct cd_table *cells = cd_comparison_table(comparison, "2026-11-22T05:40:00Z");
    json_t *circumstances = json_pack("{s:s}", "started", "2026-11-22T05:40:00Z");
    enum cd_code code = cd_comparison_verdict(comparison, &status);
    const struct cd_comparison_record record = {comparison, cells, circumstances, code,
                                                code ? status.text : ""};
    for (size_t i = 0; i < count; i++)
        writers[i](&record, stream);
    fclose(stream);
    assert_golden(path, text, scratch);
    free(text);
    json_decref(circumstances);
    cd_table_destroy(cells);
}

TEST(every_cell_ends_as_it_has_to_and_every_file_says_so)
{
    static cd_comparison_writer *const writers[] = {
        write_print, cd_write_comparison_csv,      cd_write_comparison_samples,
        write_json,  cd_write_comparison_markdown, cd_write_comparison_benchmark};
    struct cd_comparison_plan plan = usual;
    plan.no_confirm = true;
    plan.slow_down = 0.25;
    struct cd_comparison comparison =
        compare("slow, frames: 3, seed: 7; slow, frames: 3, seed: 7, query: pairs; fast; "
                "same, query: contacts, threads: 2; other; lost; new; wrong; dead; restless",
                &plan);
    assert_int_equal(cd_compare_sides(&comparison, &status), CD_OK);
    comparison.calibration = "Calibrated by hand";
    assert_written(&comparison, "tests/data/comparison.txt", writers, sizeof writers / sizeof *writers);
    static const struct {
        const char *words;
        int of_a, of_b;
    } calls[] = {
        {"run --algo=rapid --scene=slow --query=pairs --quiet --no-results --csv=- --threads=1 --frames=3 "
         "--seed=7 --budget=500ms\n",
         1, 0},
        {"--frames=3 --seed=7 --budget=500ms --slow-down=25\n", 0, 1},
        {"--frames=3 --seed=7 --repeat=5 --no-verify\n", 20, 0},
        {"--scene=fast --query=pairs --quiet --no-results --csv=- --threads=1 --repeat=6 --no-verify", 20,
         20},
        {"--query=contacts --quiet --no-results --csv=- --threads=2 --repeat=3 --no-verify", 20, 20},
        {"--slow-down", 0, 70},
    };
    // With several threads one side follows the other; who is first takes turns.
    char *log_a = scratch_read("a/log"), *log_b = scratch_read("b/log"), *order = scratch_read("order");
    assert_string_equal(order, "ab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab"
                               "baab");
    free(order);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        test_row("%s", calls[i].words);
        assert_int_equal(count_parts(log_a, calls[i].words), calls[i].of_a);
        assert_int_equal(count_parts(log_b, calls[i].words), calls[i].of_b);
    }
    free(log_a);
    free(log_b);
    release(&comparison);
}

/// Puts a program in the cache as the build of an object of git, so that none is made.
static void keep_build(const char *object, const char *more_flags, const char *letter)
{
    char text[5000], hash[CD_HASH_TEXT], command[6000];
    int length = snprintf(text, sizeof text, "%s%s|%s|%s", cd_build.flags, more_flags, cd_build.compiler,
                          cd_build.compiler_command);
    cd_hash_text(cd_hash_bytes(text, (size_t)length), hash);
    scratch_write("letter", program);
    snprintf(command, sizeof command,
             "cd %s && umask 077 && d=cache/builds/%s-%s-%.12s/build/%s && mkdir -p $d && sed "
             "'s|${side##\\*/}|%s|' letter >$d/cdbench && chmod 700 $d/cdbench && : >$d/log",
             scratch, object, cd_build.config, hash, cd_build.config, letter);
    assert_int_equal(system(command), 0);
}

TEST(what_is_slower_is_looked_at_again_under_another_alignment)
{
#define ONE_ALIGNMENT "slower under one alignment of functions (x 1.199), "
    static const char alignment[] = " -falign-functions=16 -falign-loops=16";
    static const struct {
        enum cd_confirmation confirmation;
        enum cd_outcome outcome;
        const char *note;
    } expected[] = {
        {CD_CONFIRM_CONFIRMED, CD_OUTCOME_SLOWER, ""},
        {CD_CONFIRM_REFUTED, CD_OUTCOME_INCONCLUSIVE,
         ONE_ALIGNMENT "not under another (x 1.000): not the work of what was changed"},
        {CD_CONFIRM_REFUTED, CD_OUTCOME_INCONCLUSIVE,
         ONE_ALIGNMENT "only a little under another (x 1.010): too little to count"},
        {CD_CONFIRM_REFUTED, CD_OUTCOME_INCONCLUSIVE,
         ONE_ALIGNMENT
         "undecided under another (x 1.029): probably slower; give more --budget or --pairs to"},
        {CD_CONFIRM_NONE, CD_OUTCOME_EQUIVALENT, ""},
        {CD_CONFIRM_MISSING, CD_OUTCOME_SLOWER, ": there is no OpenGL"},
        {CD_CONFIRM_REFUTED, CD_OUTCOME_INCONCLUSIVE,
         "not under another (x 1.000)"}, // of too few effective pairs
    };
#undef ONE_ALIGNMENT
    struct cd_comparison comparison = compare("slow; slow1; slow2; slow3; same; slow4; slow5", &usual);
    setenv("CDBENCH_CACHE", scratch_path("cache"), 1);
    keep_build("aaaa", "", "a");
    keep_build("aaaa", alignment, "a");
    keep_build("bbbb", "", "b");
    keep_build("bbbb", alignment, "c");
    for (int i = 0; i < 2; i++) {
        comparison.sides[i] = (struct cd_side){.kind = CD_SIDE_REVISION, .typed = i ? "rev:b" : "rev:a"};
        strcpy(comparison.sides[i].object, i ? "bbbb" : "aaaa");
    }
    comparison.sides[1].changed = true;
    if (cd_compare_sides(&comparison, &status))
        fail_msg("%s", status.text);
    assert_non_null(strstr(warnings, "what was confirmed are the files as they are now"));
    for (size_t i = 0; i < comparison.count; i++) {
        const struct cd_compared *cell = &comparison.cells[i];
        if (cell->confirmation != expected[i].confirmation || cell->outcome != expected[i].outcome ||
            !strstr(cell->note, expected[i].note) || (!*expected[i].note && *cell->note))
            fail_msg("cell %zu: %s, %d, '%s'", i, cd_outcome_name(cell->outcome), (int)cell->confirmation,
                     cell->note);
        assert_int_equal(cell->looks[0].pairs.count, 20);
        assert_int_equal(cell->looks[1].pairs.count,
                         cell->confirmation == CD_CONFIRM_NONE || i == 5 ? 0 : 20);
    }
    struct cd_table *cells = cd_comparison_table(&comparison, "now");
    assert_near(cd_table_real(cells, 2, "second_ratio"), 1.01, 0.001);
    assert_string_equal(cd_table_text(cells, 1, "confirmation"), "refuted");
    cd_table_destroy(cells);
    release(&comparison);
}

/// What only one of two builds knows is left out, but a word that the user may have mistyped ends the comparison.
TEST(what_nobody_knows_is_a_failure)
{
    static const struct {
        const char *scene;
        enum cd_side_kind kind;
        enum cd_code code;
        const char *says;
    } rows[] = {{"new", CD_SIDE_BUILD, CD_OK, ""},
                {"new", CD_SIDE_ALGO, CD_USAGE, "unknown scene"},
                {"new", CD_SIDE_PLUGIN, CD_USAGE, "unknown scene"},
                {"both", CD_SIDE_BUILD, CD_USAGE, "unknown everywhere"}};
    struct cd_comparison_plan plan = usual;
    plan.sampling.pairs = 2;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s, %s", rows[i].scene, rows[i].says);
        struct cd_comparison comparison = compare(rows[i].scene, &plan);
        comparison.sides[1].kind = rows[i].kind;
        memset(&status, 0, sizeof status);
        assert_int_equal(cd_compare_sides(&comparison, &status), rows[i].code);
        assert_string_equal(status.text, rows[i].says);
        // Side A has no algorithm of its own, and runs that of B.
        if (rows[i].kind == CD_SIDE_ALGO)
            assert_ptr_equal(comparison.sides[0].algo, comparison.sides[1].value);
        else
            assert_null(comparison.sides[0].algo);
        release(&comparison);
    }
}

/// Two rows of results as a first run writes them.
TEST(answers_agree_or_are_not_to_be_compared)
{
#define DIFFERENT "the same words are different scenes to A (5ce7e, 3 frames) and B "
    static const char a[] = "5ce7e,3,1,d1,exact,surface";
    static const struct {
        const char *b;
        bool agree;
        const char *why;
    } rows[] = {
        {a, true, ""},
        {"5ce7e,3,2,d2,exact,surface", false, "A answers in 1 of 3 frames (digest d1), B in 2 (digest d2)"},
        {"0ther,3,1,d1,exact,surface", false, DIFFERENT "(0ther, 3)"},
        {"5ce7e,4,1,d1,exact,surface", false, DIFFERENT "(5ce7e, 4)"},
        {"5ce7e,2,1,d1,exact,surface", false, DIFFERENT "(5ce7e, 2)"},
        {"5ce7e,3,2,d2,close,surface", true,
         "answers not compared: A is exact (surface), B is close (surface)"},
        {"5ce7e,3,2,d2,exact,solid", true, "answers not compared: A is exact (surface), B is exact (solid)"},
    };
#undef DIFFERENT
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].b);
        struct cd_facts facts[2] = {0};
        char csv[200], why[300];
        for (int k = 0; k < 2; k++) {
            snprintf(csv, sizeof csv, "scene_hash,frames,hit_frames,digest,verdict,truth\n%s\n",
                     k ? rows[i].b : a);
            assert_int_equal(cd_table_parse(csv, "row", NULL, 0, &facts[k].row, &status), CD_OK);
        }
        assert_int_equal(cd_answers_agree(facts, why, sizeof why), rows[i].agree);
        assert_string_equal(why, rows[i].why);
        cd_facts_release(&facts[0]);
        cd_facts_release(&facts[1]);
    }
}

TEST(sides_are_parsed_and_wrong_ones_told)
{
    static const struct {
        const char *typed;
        enum cd_code code;
        const char *says;
    } rows[] = {
        {"build:", CD_USAGE, "build:: not a side of a comparison"},
        {"algo", CD_USAGE, "algo: not a side of a comparison; write build:PATH, rev:REVISION"},
        {"algos:rapid", CD_USAGE, "not a side"},
        {"rev:", CD_USAGE, "rev:: not a side"},
        {"algo:", CD_USAGE, "algo:: not a side"},
        {"plugin:", CD_USAGE, "plugin:: not a side"},
        {"build:SCRATCH/none", CD_IO, "neither an executable file nor a folder with cdbench in it"},
        {"build:SCRATCH/plain", CD_IO, "neither an executable file nor a folder"},
        {"build:SCRATCH/liar", CD_USAGE, "no cdbench, as its `list algos --json` tells"},
        {"build:SCRATCH/a/cdbench", CD_OK, "/a/cdbench"},
        {"build:SCRATCH/tree", CD_OK, "/tree/build/release/cdbench"},
        {"algo:rapid:leaf=1", CD_OK, "/test_comparison"},
        {"plugin:SCRATCH/none.so", CD_IO, "/none.so: cannot read the plug-in: No such file or directory"},
        {"plugin:SCRATCH/plain", CD_OK, "/test_comparison"},
    };
    scratch_write("plain", "text");
    const char *const programs[] = {scratch_write("liar", "#!/bin/sh\necho '{}'\n"),
                                    scratch_write("a/cdbench", program),
                                    scratch_write("tree/build/release/cdbench", program)};
    for (int i = 0; i < 3; i++)
        assert_int_equal(chmod(programs[i], 0755), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char typed[300];
        struct cd_side side;
        const char *at = strstr(rows[i].typed, "SCRATCH");
        snprintf(typed, sizeof typed, "%.*s%s%s", at ? (int)(at - rows[i].typed) : 300, rows[i].typed,
                 at ? scratch : "", at ? at + 7 : "");
        enum cd_code code = cd_side_parse(typed, &side, &status);
        if (code != rows[i].code || !strstr(code ? status.text : side.program, rows[i].says))
            fail_msg("%s: exit code %d, '%s'", typed, (int)code, code ? status.text : side.program);
        if (code)
            continue;
        assert_string_equal(side.value, strchr(typed, ':') + 1);
        if (side.kind == CD_SIDE_BUILD) { // which has no source
            char says[400];
            snprintf(says, sizeof says, "%s is a finished build", typed);
            assert_int_equal(cd_side_realign(&side, NULL, &status), CD_ENVIRONMENT);
            assert_string_equal(status.text, says);
        }
    }
}

TEST(samples_fit_into_their_time)
{
    static const struct {
        const char *scene;
        struct cd_sampling_plan sampling;
        size_t taken;
        uint64_t passes;
    } rows[] = {
        {"same", {3, INFINITY, 0.05}, 3, 5},
        {"crawl", {3, INFINITY, 0.05}, 3, 4}, // as the slow side has time for
        {"blink", {3, INFINITY, 0.05}, 3, 91},
        {"same", {3, INFINITY, 1e-6}, 3, 1},
        {"same", {2, 1000, 0.05}, 10, 5}, // what is undecided gets more
        {"same", {3, 1e-4, 0.05}, 1, 1},
        {"same", {3, 1e-4, 0.1}, 1, 2}, // a fifth of it, and one pair
        {"same", {3, 1e-4, 0.11}, 1, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s, %zu pairs of %d passes", rows[i].scene, rows[i].taken, (int)rows[i].passes);
        struct cd_comparison_plan plan = usual;
        plan.sampling = rows[i].sampling;
        plan.no_confirm = true;
        struct cd_comparison comparison = compare(rows[i].scene, &plan);
        assert_int_equal(cd_compare_sides(&comparison, &status), CD_OK);
        const struct cd_sample_pairs *pairs = &comparison.cells[0].looks[0].pairs;
        assert_int_equal(pairs->count, rows[i].taken);
        assert_int_equal(pairs->passes, rows[i].passes);
        release(&comparison);
    }
}

TEST(time_is_divided_by_what_was_measured)
{
    static const struct {
        struct cd_first_pair first;
        double pairs, budget;
        uint64_t fit;
    } rows[] = {
        {{10, 1, 50}, 10, 10, 10}, // exactly
        {{10, 1, 50}, 10, 9, 8},   // half a second for processes, 50 ms a pass
        {{10, 1, 50}, 10, 5.1, 2}, // a fifth at least
        {{10, 1, 50}, 10, 5, 2},   // no room at all
        {{11, 1, 50}, 10, 0.1, 3}, // a fifth, rounded up
        {{10, 1, 400}, 10, 5, 5},  // the first runs had waited
        {{10, 1, 0}, 10, 5, 2},    // processes take all of it
        {{4, 2, 250}, 2, 3, 2},    // 1 s and 4 * 250 ms, of which half a second is left
        {{10, 1, 50}, 10, INFINITY, 10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%zu", i);
        assert_int_equal(cd_passes_that_fit(&rows[i].first, rows[i].pairs, rows[i].budget), rows[i].fit);
    }
    assert_int_equal(cd_passes_within(0.05, 10), 5);
    assert_int_equal(cd_passes_within(0.051, 10), 6);
    assert_int_equal(cd_passes_within(0, 10), 1);
    assert_int_equal(cd_passes_within(1, 0), 100000);
    assert_true(cd_has_time(3, 1, 2));
    assert_false(cd_has_time(3, 1, 2.1));
    assert_false(cd_has_time(3, 2.1, 1));
    assert_true(cd_share_of_time(10, 4, 3) == 2);
    assert_true(cd_share_of_time(10, 14, 3) == 0);
}

TEST(a_program_is_compared_with_itself)
{
    static cd_comparison_writer *const writers[] = {write_calibration, cd_write_comparison_csv,
                                                    cd_write_comparison_samples, write_json};
    struct cd_comparison_plan plan = usual;
    plan.sampling.pairs = 10;
    struct cd_comparison comparison = compare("flat; flat, frames: 2", &plan);
    assert_int_equal(cd_compare_with_itself(&comparison, 3, &status), CD_OK);
    assert_written(&comparison, "tests/data/calibration.txt", writers, sizeof writers / sizeof *writers);
    assert_int_equal(cd_comparison_verdict(&comparison, &status), CD_OK);
    comparison.interrupted = true;
    assert_int_equal(cd_comparison_verdict(&comparison, &status), CD_INTERRUPTED);
    assert_string_equal(status.text, "interrupted; 3 comparisons were finished, nothing is stored");
    release(&comparison);
    comparison = compare("dead", &plan);
    comparison.sides[0] = comparison.sides[1];
    assert_int_equal(cd_compare_with_itself(&comparison, 3, &status), CD_WRONG);
    assert_string_equal(status.text, "rapid on dead, pairs: A: was ended by signal 9 (Killed)");
    release(&comparison);
}

/// Three cells with these outcomes: slower, faster, equivalent, inconclusive, different answers, wrong, unavailable, or
/// known to one side only.
TEST(the_worst_outcome_is_the_verdict)
{
    static const enum cd_outcome outcomes[] = {
        ['s'] = CD_OUTCOME_SLOWER,       ['f'] = CD_OUTCOME_FASTER,    ['e'] = CD_OUTCOME_EQUIVALENT,
        ['i'] = CD_OUTCOME_INCONCLUSIVE, ['d'] = CD_OUTCOME_DIFFERENT, ['w'] = CD_OUTCOME_WRONG,
        ['u'] = CD_OUTCOME_UNAVAILABLE,  ['o'] = CD_OUTCOME_ONE_SIDED};
    static const struct {
        const char *cells;
        enum cd_confirmation confirmation;
        size_t too_few; ///< pairs; 0 for enough
        enum cd_code code;
        const char *text;
    } rows[] = {
        {"sdd", 0, 0, CD_WRONG, "two: a note (and 1 more like this)"},
        {"sdw", 0, 0, CD_WRONG, "three: a note"},
        {"sus", 0, 0, CD_REGRESSION, "one: B takes 25.0 % more time than A (and 1 more like this)"},
        {"sff", CD_CONFIRM_MISSING, 0, CD_REGRESSION, "one: B takes 25.0 % more time than A (unconfirmed)"},
        {"iuf", 0, 0, CD_ENVIRONMENT, "two: a note"},
        {"iff", 0, 0, CD_INCONCLUSIVE,
         "one: neither a change nor equality is certain; give more --pairs or a quieter machine"},
        {"iff", 0, 7, CD_INCONCLUSIVE,
         "one: too few pairs to find anything; give more time by --budget or more --pairs"},
        {"iff", 0, 8, CD_INCONCLUSIVE, "one: a note"},
        {"iff", CD_CONFIRM_REFUTED, 0, CD_INCONCLUSIVE,
         "one: certainly slower by more than the threshold under one alignment of functions only"},
        {"ooo", 0, 0, CD_INCONCLUSIVE, "there is no cell that both sides know"},
        {"ofe", 0, 0, CD_OK, ""},
    };
    static const char *const names[] = {"one", "two", "three"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s: %s", rows[i].cells, rows[i].text);
        struct cd_compared cells[3] = {0};
        struct cd_comparison comparison = {.cells = cells, .count = 3};
        for (int k = 0; k < 3; k++) {
            cells[k].outcome = outcomes[(int)rows[i].cells[k]];
            cells[k].confirmation = rows[i].confirmation;
            strcpy(cells[k].name, names[k]);
            strcpy(cells[k].note, "a note");
            cells[k].looks[0].finding = (struct cd_finding){.shift = log(1.25),
                                                            .pairs = rows[i].too_few ? rows[i].too_few : 9,
                                                            .needed = 8,
                                                            .too_few = rows[i].too_few};
        }
        memset(&status, 0, sizeof status);
        assert_int_equal(cd_comparison_verdict(&comparison, &status), rows[i].code);
        assert_string_equal(status.text, rows[i].text);
        cells[1].outcome = CD_OUTCOME_OPEN;
        comparison.interrupted = true;
        assert_int_equal(cd_comparison_verdict(&comparison, &status), CD_INTERRUPTED);
        assert_string_equal(status.text, "interrupted; 2 of 3 cells were finished and are kept");
    }
}

TEST(cells_that_are_wrong_are_named_by_file_and_line)
{
    static const char *const rows[][2] = {
        {"cells: [{scene: s, algo: rapid, frames: 0}]", "cells.yaml:1: "},
        {"cells:\n  - {scene: s, algo: rapid, threads: 1025}", "cells.yaml:2: "},
        {"cells:\n  - {scene: s, algo: rapid, threads: 0}", "from 1 to 1024"},
        {"cells: [{scene: s}]", "the key 'algo' is missing"},
        {"cells: [{scene: s, algo: rapid, query: all}]", "valid: any, bodies, pairs, contacts"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum cd_code code =
            cd_workloads_read(scratch_write("cells.yaml", rows[i][0]), false, &workloads, &status);
        if (code != CD_DATA || !strstr(status.text, rows[i][1]))
            fail_msg("'%s' does not say '%s'", status.text, rows[i][1]);
        cd_workloads_release(&workloads);
    }
    // Where the sides name the algorithm, those of the file do not count.
    assert_int_equal(
        cd_workloads_read(scratch_write("cells.yaml", "cells: [{scene: s, algo: a}, {scene: s, algo: b}]"),
                          true, &workloads, &status),
        CD_OK);
    char name[40];
    assert_int_equal(workloads.count, 1);
    cd_workload_name(&workloads.items[0], name, sizeof name);
    assert_string_equal(name, "s, pairs");
    cd_workloads_release(&workloads);
}
