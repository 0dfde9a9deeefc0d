/// Papers as data: what their files can say, and that every error in a paper is reported with its file and line.
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "base/memory.h"
#include "bench/papers/added_series.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/paper.h"

#include <math.h>
#include <unistd.h>

static struct cd_status status;

static struct cd_paper *read_file(const char *path)
{
    struct cd_paper *paper;
    enum cd_code code = cd_paper_read(path, &paper, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return paper;
}

// ---- what a file says -------------------------------------------------------------------------------------

TEST(every_key_reaches_its_place)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    assert_string_equal(paper->key, "small");
    assert_string_equal(paper->machine, "an abacus");
    assert_int_equal(paper->experiment_count, 3);
    assert_int_equal(paper->claim_count, 4);
    assert_int_equal(paper->definition_count, 2);
    assert_string_equal(paper->definitions[0].name, "turning");
    assert_string_equal(paper->definitions[0].text, "motion=tumble");
    const struct cd_experiment *sizes = &paper->experiments[0];
    assert_string_equal(sizes->id, "sizes");
    assert_string_equal(sizes->reading, "The text does not name the bodies");
    assert_int_equal(sizes->variable_count, 2);
    assert_int_equal(sizes->variables[0].values[CD_SIZE_QUICK].count, 2);
    assert_int_equal(sizes->variables[0].values[CD_SIZE_FULL].count, 3);
    assert_int_equal(sizes->variables[1].values[CD_SIZE_QUICK].count, 2);
    assert_int_equal(sizes->series_count, 3);
    assert_string_equal(sizes->series[0].label, "RAPID");
    assert_string_equal(sizes->series[1].label, "brute");
    assert_true(sizes->series[1].ours);
    assert_string_equal(sizes->series[1].max.items[0].column, "triangles");
    assert_string_equal(sizes->series[1].max.items[0].value, "100");
    assert_int_equal(sizes->effort[CD_SIZE_QUICK].frames, 4);
    assert_int_equal(sizes->effort[CD_SIZE_FULL].frames, 0);
    assert_int_equal(sizes->effort[CD_SIZE_FULL].repeat, 5);
    assert_true(sizes->effort[CD_SIZE_QUICK].budget_seconds == 0.5);
    assert_int_equal(sizes->query, CD_QUERY_PAIRS);
    assert_int_equal(sizes->threads, 1);
    assert_int_equal(sizes->formula_count, 1);
    const struct cd_figure *figure = &sizes->figures[0];
    assert_string_equal(figure->id, "sizes");
    assert_string_equal(figure->title, sizes->title);
    assert_true(figure->x.logarithmic && figure->x.ours && !figure->y.ours);
    assert_string_equal(figure->y.low, "fps_low");
    assert_string_equal(figure->where.items[0].value, "1.2");
    assert_true(figure->printed);
    assert_int_equal(sizes->figures[1].kind, CD_PLOT_BARS);
    assert_true(sizes->printed[0].value == 60);
    assert_string_equal(paper->experiments[2].program, "paper_fixture");
    assert_int_equal(paper->experiments[2].arguments.count, 2);
    cd_paper_free(paper);
}

TEST(claims_have_their_checks)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    const struct cd_check *check = &paper->claims[0].checks[0];
    assert_int_equal(check->kind, CD_CHECK_RATIO);
    assert_true(check->min == 1 && isinf(check->max));
    assert_int_equal(check->gather, CD_GATHER_MEAN);
    assert_string_equal(check->says, "fps, rapid : brute");
    assert_true(paper->claims[1].checks[0].falling);
    assert_true(paper->claims[1].checks[0].tolerance == 0.05);
    assert_string_equal(paper->claims[1].not_comparable_when, "software renderer");
    assert_null(paper->claims[2].not_comparable);
    assert_string_equal(paper->claims[3].not_comparable, "nobody has that machine");
    assert_null(paper->claims[3].not_comparable_when);
    assert_true(check->decides[CD_FORM_PRINTED] && check->decides[CD_FORM_MENDED]);
    assert_false(check->decides[CD_FORM_CORRECTED] || check->decides[CD_FORM_OURS]);
    assert_string_equal(check->because, "any gain counts");
    assert_false(paper->claims[0].checks[1].decides[CD_FORM_MENDED]);
    assert_string_equal(paper->claims[0].quote, "\xe6\xa0\x91\xe6\x9b\xb4\xe5\xbf\xab");
    assert_string_equal(paper->claims[0].damage, "may be damage of the text");
    assert_string_equal(paper->claims[0].decided, "2026-11-23");
    assert_int_equal(paper->claims[0].changed.count, 1);
    cd_paper_free(paper);
}

/// A bound has its reason, at the check or at an earlier one of the claim with the same bound.
static bool has_a_reason(const struct cd_claim *claim, size_t i)
{
    const struct cd_check *check = &claim->checks[i];
    bool found = check->because != NULL;
    for (size_t k = 0; k < i && !found; k++) {
        const struct cd_check *other = &claim->checks[k];
        found = other->because && other->kind == check->kind && other->min == check->min &&
                other->max == check->max;
    }
    return found;
}

TEST(each_bound_that_decides_has_its_reason)
{
    static const char *const keys[] = {"shi2000", "zhao2009", "liu2016", "zou2011"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char path[64];
        snprintf(path, sizeof path, "papers/%s.yaml", keys[i]);
        struct cd_paper *paper = read_file(path);
        for (size_t c = 0; c < paper->claim_count; c++)
            for (size_t k = 0; k < paper->claims[c].check_count; k++) {
                const struct cd_check *check = &paper->claims[c].checks[k];
                bool decides = false;
                for (int form = CD_FORM_PRINTED; form <= CD_FORM_OURS; form++)
                    decides |= check->decides[form];
                if (decides && !has_a_reason(&paper->claims[c], k))
                    fail_msg("%s %s: '%s' has no reason", keys[i], paper->claims[c].id, check->says);
            }
        cd_paper_free(paper);
    }
}

TEST(texts_are_filled_with_the_values_of_a_point)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    const struct cd_experiment *sizes = &paper->experiments[0];
    const char *values[CD_VARIABLES_MAX];
    assert_int_equal(cd_point_count(sizes, CD_SIZE_QUICK), 4);
    assert_int_equal(cd_point_count(sizes, CD_SIZE_FULL), 6);
    cd_point_values(sizes, CD_SIZE_FULL, 1, values);
    const char *const texts[][2] = {{sizes->scene, "sphere:triangles=50,motion=tumble:d=1.6"},
                                    {"$d ${triangles}${d}{}", "$d 501.6{}"},
                                    {sizes->series[2].algo, "rapid:variant=printed"}};
    for (int i = 0; i < 3; i++) {
        char *filled = cd_paper_fill(texts[i][0], sizes, values);
        assert_string_equal(filled, texts[i][1]);
        cd_free(filled);
    }
    assert_false(cd_point_is_beyond(sizes, &sizes->series[1], values));
    cd_point_values(sizes, CD_SIZE_FULL, 4, values);
    assert_true(cd_point_is_beyond(sizes, &sizes->series[1], values));
    cd_paper_free(paper);
}

TEST(a_measured_column_makes_way_for_a_variable)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    const struct cd_experiment *sizes = &paper->experiments[0];
    struct cd_table *table = cd_experiment_table(sizes);
    assert_string_equal(table->columns[0].name, "triangles");
    assert_string_equal(table->columns[2].name, "series");
    assert_string_equal(table->columns[3].name, "algo");
    assert_string_equal(table->columns[table->column_count - 1].name, "error_rate");
    for (size_t i = 0; i < table->column_count; i++)
        assert_int_equal(cd_table_column(table, table->columns[i].name), i);
    cd_table_destroy(table);
    assert_string_equal(cd_measured_column(sizes, "triangles"), "measured_triangles");
    assert_string_equal(cd_measured_column(sizes, "frames"), "frames");
    cd_paper_free(paper);
}

TEST(an_added_series_is_run_and_is_not_the_papers)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    const struct cd_choice pairs = {.typed = "rapid",
                                    .description = {.queries = CD_QUERY_ALL, .takes = CD_TAKES_BODIES}};
    struct cd_choice others = pairs;
    struct cd_hash before[CD_SIZES];
    size_t cells[CD_SIZES];
    for (int size = 0; size < CD_SIZES; size++) {
        before[size] = cd_experiment_digest(&paper->experiments[0], (enum cd_size)size);
        cells[size] = cd_experiment_cells(&paper->experiments[0], (enum cd_size)size);
    }
    others.typed = "regions";
    others.description.takes = CD_TAKES_REGIONS;
    cd_paper_add_series(paper, &others);
    others.typed = "bodies";
    others.description = pairs.description;
    others.description.queries = CD_QUERY_BIT(CD_QUERY_CONTACTS);
    cd_paper_add_series(paper, &others);
    for (size_t i = 0; i < paper->experiment_count; i++)
        assert_false(cd_has_added_series(&paper->experiments[i]));
    cd_paper_add_series(paper, &pairs);
    cd_paper_add_series(paper, &pairs); // which is there
    const struct cd_experiment *sizes = &paper->experiments[0];
    assert_int_equal(sizes->series_count, 4);
    assert_string_equal(sizes->series[3].id, "own:rapid");
    assert_string_equal(sizes->series[3].algo, "rapid");
    assert_true(cd_has_added_series(sizes) && sizes->series[3].ours);
    assert_false(cd_has_added_series(&paper->experiments[2])); // a program's
    for (int size = 0; size < CD_SIZES; size++) {
        size_t points = cd_point_count(sizes, (enum cd_size)size);
        assert_int_equal(cd_experiment_cells(sizes, (enum cd_size)size), cells[size] + points);
        assert_true(cd_hash_equal(cd_experiment_digest(sizes, (enum cd_size)size), before[size]));
    }
    cd_paper_free(paper);
}

TEST(an_unknown_experiment_is_answered_with_the_valid_ones)
{
    struct cd_paper *paper = read_file("tests/papers/small.yaml");
    const struct cd_experiment *experiment;
    assert_int_equal(cd_paper_experiment(paper, "faults", &experiment, &status), CD_OK);
    assert_ptr_equal(experiment, &paper->experiments[1]);
    assert_int_equal(cd_paper_experiment(paper, "size", &experiment, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "did you mean sizes? valid: sizes, faults, program"));
    cd_paper_free(paper);
}

// ---- what is wrong ----------------------------------------------------------------------------------------

/// A paper as single lines. A test replaces one of them.
static const char *const good[] = {
    /* 1*/ "key: wrong",
    /* 2*/ "title: T",
    /* 3*/ "authors: A",
    /* 4*/ "published: P",
    /* 5*/ "machine: M",
    /* 6*/ "experiments:",
    /* 7*/ "  - id: e",
    /* 8*/ "    title: T",
    /* 9*/ "    source: ours",
    /*10*/ "    vary: [{name: n, quick: [1, 10], full: [1, 10, 100]}]",
    /*11*/ "    scene: sphere:triangles=${n}",
    /*12*/ "    quick: {frames: 3, repeat: 2, budget: 1s}",
    /*13*/ "    series: [{id: a, algo: brute, max: [n=10]}, {id: b, algo: \"rapid\"}]",
    /*14*/ "    columns: [{name: half, formula: fps / 2}]",
    /*15*/ "    figures: [{x: {column: n}, y: {column: fps, low: fps_low, high: fps_high}}]",
    /*16*/ "    printed: [{series: a, at: [n=1], column: fps, value: 3}]",
    /*17*/ "claims:",
    /*18*/ "  - id: c",
    /*19*/ "    says: S",
    /*20*/ "    where: W",
    /*21*/ "    not_comparable: {when: fewer than 4 cores, reason: R}",
    /*22*/
    "    checks: [{kind: slope, experiment: e, series: a, column: fps, over: n, max: 1, decides: [ours]}]",
};

enum { LINES = sizeof good / sizeof *good };

/// The file of `good` with line `number` replaced by `line`.
static const char *with_line(int number, const char *line)
{
    static char text[4000];
    *text = 0;
    for (int i = 0; i < LINES; i++)
        strcat(strcat(text, i + 1 == number ? line : good[i]), "\n");
    return text;
}

static const struct {
    int number; ///< the line, which the message must also name; of two lines, the second
    const char *line, *says;
} wrong_lines[] = {
    // keys
    {2, "tilte: T", "unknown key 'tilte'; did you mean title?"},
    {1, "key: other", "'other' is not the file's name"},
    {8, "    title: [T]", "give a single value"},
    {9, "    sourc: ours", "unknown key 'sourc'"},
    {13, "    series: []", "experiments[0].series: empty; give at least one entry"},
    {22, "    checks: [{experiment: e, column: fps}]", "the key 'kind' is missing"},
    {7, "  - id: e/1", "'e/1' is to name a file"},
    {5, "machine: M\ndefine: [{name: 1d, text: T}]", "no digit first"},
    {5, "machine: M\ndefine: [{name: d, text: T}, {name: d, text: U}]", "'d' is there twice"},
    {5, "machine: M\ndefine: [{name: d, text: \"${n}\"}]", "a definition stands for itself; leave ${ out"},
    {5, "machine: M\ndefine: [{name: d}]", "the key 'text' is missing"},
    // variables
    {10, "    vary: [{name: n, quick: [1]}]", "give values:, or quick: and full:"},
    {10, "    vary: [{name: n, values: [1], full: [1]}]", "give values:, or quick: and full:"},
    {10, "    vary: [{name: n, values: [1, 1.0]}]", "'1.0' is there twice"},
    {10, "    vary: [{name: 1n, values: [1]}]", "no digit first"},
    {10, "    vary: [{name: fps, values: [1]}]", "fps is a column of results"},
    {10, "    vary: [{name: n, values: [1]}, {name: n, values: [2]}]", "'n' is there twice"},
    {11, "    scene: sphere:triangles=${m}",
     "${m} is no variable of this experiment, and nothing under define:; did you mean n? valid: n"},
    {11, "    scene: sphere:triangles=${n", "${ without its }"},
    {11, "    scene: \"sphere,motion=tumbel\"", "tumble"},
    {11, "    scene: \"sphere,motion=tumble:q=${n}\"", "q"},
    {11, "    scene: \"sphere,step=3\"", "step=3"},
    {11, "    scene: \"spere:triangles=${n}\"", "did you mean sphere?"},
    // effort
    {12, "    quick: {frames: 3x}", "'3x' is not an integer from 1 to"},
    {12, "    quick: {repeat: 0}", "'0' is not an integer from 1 to"},
    {12, "    quick: {budget: soon}", "'soon' is no time"},
    {12, "    threads: 0", "'0' is not an integer from 1 to 1024"},
    {12, "    query: triangles", "unknown query 'triangles'; valid: any, bodies, pairs, contacts"},
    // series
    {13, "    series: [{id: a, algo: burte}, {id: b, algo: rapid}]", "burte"},
    {13, "    series: [{id: a, algo: brute}, {id: b, algo: \"rapid:n=${n}\"}]", "n"},
    {13, "    series: [{id: a, algo: brute}, {id: b, algo: \"rapid:variant=best\"}]", "best"},
    {13, "    series: [{id: a, algo: brute}, {id: a, algo: rapid}]",
     "'a' is there twice; give each entry its own id:"},
    {13, "    series: [{id: a}, {id: b, algo: rapid}]", "give algo:"},
    {13, "    series: [{id: a, algo: brute, max: [k=1]}, {id: b, algo: rapid}]", "k is no variable"},
    {13, "    series: [{id: a, algo: brute, max: [n]}, {id: b, algo: rapid}]", "write name=value"},
    {13, "    series: [{id: a, algo: brute, ours: maybe}, {id: b, algo: rapid}]",
     "'maybe' is neither yes nor no"},
    {13, "    series: [{id: a, algo: brute, query: all}, {id: b, algo: rapid}]",
     "unknown query 'all'; did you mean any?"},
    // columns, figures, printed numbers
    {14, "    columns: [{name: fps, formula: n}]", "there is a column fps already"},
    {14, "    columns: [{name: half, formula: fsp / 2}]", "there is no column fsp; did you mean fps?"},
    {14, "    columns: [{name: half, formula: (fps}]", "the formula of column half"},
    {14, "    columns: [{name: half, formula: fps / 2, unit: Hz}]",
     "unknown unit 'Hz'; valid: s, ms, us, ns, 1/s"},
    {15, "    figures: [{x: {column: n}, y: {column: fsp}}]", "unknown column 'fsp'; did you mean fps?"},
    {15, "    figures: [{x: {column: n}, y: {column: fps, low: fps_low}}]", "low: and high:; give both"},
    {15, "    figures: [{x: {column: n, scale: cubic}, y: {column: fps}}]",
     "unknown scale 'cubic'; valid: linear, log"},
    {15, "    figures: [{kind: pie, x: {column: n}, y: {column: fps}}]",
     "unknown kind 'pie'; valid: lines, points, bars"},
    {15, "    figures: [{series: [c], x: {column: n}, y: {column: fps}}]", "unknown series 'c'"},
    {15, "    figures: [{constant: [c], x: {column: n}, y: {column: fps}}]", "unknown series 'c'"},
    {15, "    figures: [{line: y, x: {column: n}, y: {column: fps}}]", "'y' is neither x nor a number"},
    {15, "    figures: [{by: m, x: {column: n}, y: {column: fps}}]", "unknown column 'm'"},
    {15, "    figures: [{x: {column: n}, y: {column: fps, trials: m}}]", "unknown column 'm'"},
    {15, "    figures: [{x: {column: n, names: [{value: 1}]}, y: {column: fps}}]", "text"},
    {15, "    figures: [{where: [n=7], x: {column: n}, y: {column: fps}}]", "n never is 7"},
    {15, "    figures: [{x: {column: n}, y: {column: n}}, {x: {column: n}, y: {column: n}}]",
     "'e' is there twice"},
    {16, "    printed: [{series: a, at: [m=1], column: fps, value: 3}]", "m is no variable"},
    {16, "    printed: [{series: a, at: [n=1], column: fps, value: 3 fps}]", "'3 fps' is no number"},
    // claims
    {21, "    not_comparable: {when: on Sundays, reason: R}", "fewer than N cores"},
    {22, "    checks: [{kind: sloop, experiment: e}]", "unknown kind 'sloop'; did you mean slope?"},
    {22, "    checks: [{kind: slope, experiment: f, series: a, column: fps, over: n, min: 0}]",
     "'f' is no experiment of this paper"},
    {22, "    checks: [{kind: slope, experiment: e, series: a, column: fps, over: n}]", "needs min: or max:"},
    {22, "    checks: [{kind: slope, experiment: e, series: a, column: fps, min: 0}]",
     "the key 'over' is missing"},
    {22, "    checks: [{kind: slope, experiment: e, series: a, column: fps, over: fps, min: 0}]",
     "'fps' is no variable of e"},
    {22, "    checks: [{kind: slope, experiment: e, series: z, column: fps, over: n, min: 0}]",
     "unknown series 'z'"},
    {22, "    checks: [{kind: ratio, experiment: e, series: a, against: b, column: fps, min: 2, max: 1}]",
     "is larger than max, and nothing can lie between them"},
    {22, "    checks: [{kind: ratio, experiment: e, series: a, column: fps, min: 2}]",
     "the key 'against' is missing"},
    {22, "    checks: [{kind: ratio, experiment: e, series: a, against: b, column: fps, min: two}]",
     "'two' is no number"},
    {22, "    checks: [{kind: within, experiment: e, series: a, column: fps, min: 1}]",
     "none decides; mark one"},
    {22, "    checks: [{kind: within, experiment: e, series: a, column: fps, min: 1, decides: [meded]}]",
     "unknown form 'meded'; did you mean mended?"},
    {22, "    checks: [{kind: within, experiment: e, series: a, column: fps, over: n}]",
     "valid: kind, experiment, series, column, says, where, decides"},
    {22, "    checks: [{kind: within, experiment: e, series: a, column: fps, min: 1, gather: mean}]",
     "unknown key 'gather'"},
    {22,
     "    checks: [{kind: equal, experiment: e, series: b, column: fps, deviation: fps_low, deviations: 3}]",
     "give what the paper prints"},
    {22, "    checks: [{kind: equal, experiment: e, series: a, column: fps, deviations: 3}]",
     "the key 'deviation' is missing"},
    {22, "    checks: [{kind: error_rate, experiment: e, series: a, errors: misses, max: 0}]",
     "the key 'trials' is missing"},
    {22,
     "    checks: [{kind: error_rate, experiment: e, series: a, errors: mises, trials: truth_pairs, max: "
     "0}]",
     "unknown column 'mises'; did you mean misses?"},
};

static void assert_refused(const char *text, int line, const char *says)
{
    struct cd_paper *paper;
    char place[60];
    snprintf(place, sizeof place, "wrong.yaml:%d: ", line);
    memset(&status, 0, sizeof status);
    enum cd_code code = cd_paper_read(scratch_write("wrong.yaml", text), &paper, &status);
    if (code != CD_DATA || !strstr(status.text, place) || !strstr(status.text, says))
        fail_msg("exit %d \"%s\" is not %s... %s", code, status.text, place, says);
    assert_null(paper);
    assert_null(strchr(status.text, '\n'));
}

TEST(whatever_is_wrong_is_named_by_file_and_line)
{
    cd_paper_free(read_file(scratch_write("wrong.yaml", with_line(0, ""))));
    for (size_t i = 0; i < sizeof wrong_lines / sizeof *wrong_lines; i++)
        assert_refused(with_line(wrong_lines[i].number, wrong_lines[i].line),
                       wrong_lines[i].number + (strchr(wrong_lines[i].line, '\n') != NULL),
                       wrong_lines[i].says);
}

TEST(what_is_missing_or_doubled_is_named_by_the_line_of_what_lacks_it)
{
    assert_refused(with_line(11, "    query: any"), 7, "experiments[0]: give either scene: or program:");
    assert_refused(with_line(22, "    remark: R"), 18, "claims[0]: give checks:, or not_comparable:");
    assert_refused(with_line(2, ""), 1, "the key 'title' is missing");
    assert_refused(with_line(5, "machine: M\ndefine: [{name: n, text: T}]"), 11,
                   "n stands under define: as well");
}

TEST(what_a_program_decides_or_no_number_is_named_by_its_line)
{
    static const struct {
        int number;
        const char *lines, *says; ///< from line 11 on
    } rows[] = {
        {12, "program: p\n    series: [{id: a, algo: brute}]", "the program decides that; leave it out"},
        {12, "program: p\n    series: [{id: a, query: any}]", "the program decides that; leave it out"},
        {12, "program: p\n    series: [{id: a, max: [s=torus]}]", "the program decides that; leave it out"},
        {13, "program: p\n    series: [{id: a}]\n    quick: {frames: 3}",
         "a program is told by its arguments: only"},
        {13,
         "scene: \"${s}:triangles=50\"\n    series: [{id: a, algo: brute}]\nclaims: [{id: c, says: S, where: "
         "W, checks: "
         "[{kind: monotone, experiment: e, series: a, column: fps, over: s, decides: [ours]}]}]",
         "s is 'sphere', which is no number to go along"},
        {13,
         "scene: \"${s}:triangles=50\"\n    series: [{id: a, algo: brute}]\nclaims: [{id: c, says: S, where: "
         "W, checks: "
         "[{kind: monotone, experiment: e, series: a, column: fps, over: t, decides: [ours]}]}]",
         "'t' is no variable of e"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "key: wrong\ntitle: T\nauthors: A\npublished: P\nmachine: M\nexperiments:\n  - id: e\n"
                 "    title: T\n    source: ours\n    vary: [{name: s, values: [sphere, torus]}]\n    %s\n",
                 rows[i].lines);
        assert_refused(text, rows[i].number, rows[i].says);
    }
}

TEST(a_missing_file_is_an_error_of_reading)
{
    struct cd_paper *paper;
    assert_int_equal(cd_paper_read(scratch_path("none.yaml"), &paper, &status), CD_IO);
    assert_null(paper);
}

// ---- where papers are found -------------------------------------------------------------------------------

TEST(papers_are_found_by_their_key)
{
    struct cd_paper *paper;
    struct cd_paper_list list;
    scratch_write("shelf/wrong.yaml", with_line(0, ""));
    setenv("CDBENCH_PAPERS", scratch_path("shelf"), 1);
    assert_int_equal(cd_papers_find(&list, &status), CD_OK);
    bool found = false;
    for (size_t i = 0; i < list.count; i++) {
        found |= !strcmp(list.items[i].key, "wrong");
        assert_true(i == 0 || strcmp(list.items[i - 1].key, list.items[i].key) < 0);
    }
    assert_true(found);
    cd_papers_release(&list);
    assert_int_equal(cd_paper_open("wrong", &paper, &status), CD_OK);
    cd_paper_free(paper);
    assert_int_equal(cd_paper_open("worng", &paper, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "did you mean wrong?"));
    unsetenv("CDBENCH_PAPERS");
}

TEST(an_earlier_folder_hides_a_later_one)
{
    struct cd_paper *paper;
    char variable[400];
    scratch_write("first/wrong.yaml", with_line(2, "title: the first"));
    scratch_write("second/wrong.yaml", with_line(2, "title: the second"));
    snprintf(variable, sizeof variable, "%s:%s", scratch_path("first"), scratch_path("second"));
    setenv("CDBENCH_PAPERS", variable, 1);
    assert_int_equal(cd_paper_open("wrong", &paper, &status), CD_OK);
    assert_string_equal(paper->title, "the first");
    cd_paper_free(paper);
    unsetenv("CDBENCH_PAPERS");
}
