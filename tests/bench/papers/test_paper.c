/// Papers as data: what their files can say, and that every error in a paper is reported with its file and line.
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "algos/driver/registry.h"
#include "bench/papers/added_series.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/paper.h"

static struct cd_status status;
static struct cd_paper *small;
static const struct cd_experiment *sizes;

static struct cd_paper *read_file(const char *path)
{
    struct cd_paper *paper;
    if (cd_paper_read(path, &paper, &status))
        fail_msg("%s", status.text);
    return paper;
}

void test_before(void)
{
    small = read_file("tests/papers/small.yaml");
    sizes = &small->experiments[0];
}

void test_after(void)
{
    cd_paper_free(small);
}

// ---- what a file says -------------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static void assert_text(const char *expected, const char *format, ...)
{
    char text[600];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    assert_string_equal(text, expected);
}

TEST(every_key_reaches_its_place)
{
    const struct cd_series *series = sizes->series;
    const struct cd_effort *quick = &sizes->effort[CD_SIZE_QUICK], *full = &sizes->effort[CD_SIZE_FULL];
    const struct cd_figure *figure = &sizes->figures[0];
    assert_text("small on an abacus: The text does not name the bodies", "%s on %s: %s", small->key,
                small->machine, sizes->reading);
    assert_text("RAPID, brute, ours: 1, up to triangles=100", "%s, %s, ours: %d, up to %s=%s",
                series[0].label, series[1].label, series[1].ours, series[1].max.items[0].column,
                series[1].max.items[0].value);
    assert_text("4 frames in 0.5 s, or 0 of 5 samples", "%d frames in %g s, or %d of %d samples",
                (int)quick->frames, quick->budget_seconds, (int)full->frames, (int)full->repeat);
    assert_int_equal(sizes->query, CD_QUERY_PAIRS);
    assert_int_equal(sizes->threads, 1);
    assert_text("sizes: Times over size from fps_low at d=1.2", "%s: %s from %s at %s=%s", figure->id,
                figure->title, figure->y.low, figure->where.items[0].column, figure->where.items[0].value);
    assert_true(figure->x.logarithmic && figure->x.ours && !figure->y.ours && figure->printed);
    assert_int_equal(sizes->figures[1].kind, CD_FIGURE_BARS);
    assert_true(sizes->printed[0].value == 60);
}

TEST(claims_have_their_checks)
{
    const struct cd_claim *faster = &small->claims[0], *falls = &small->claims[1],
                          *abacus = &small->claims[3];
    const struct cd_check *ratio = &faster->checks[0], *monotone = &falls->checks[0];
    assert_text("fps, rapid : brute, from 1 to inf: any gain counts", "%s, from %g to %g: %s", ratio->says,
                ratio->min, ratio->max, ratio->because);
    assert_int_equal(ratio->kind, CD_CHECK_RATIO);
    assert_int_equal(ratio->gather, CD_GATHER_MEAN);
    assert_memory_equal(ratio->decides, ((const bool[]){true, true, false, false}), sizeof ratio->decides);
    assert_false(faster->checks[1].decides[CD_FORM_REPAIRED]);
    assert_text("树更快, may be damage of the text, 2026-11-23, 1 change", "%s, %s, %s, %zu change",
                faster->quote, faster->damage, faster->decided, faster->changed.count);
    assert_true(monotone->falling && monotone->tolerance == 0.05);
    assert_string_equal(falls->not_comparable_when, "software renderer");
    assert_null(small->claims[2].not_comparable);
    assert_string_equal(abacus->not_comparable, "nobody has that machine");
    assert_null(abacus->not_comparable_when);
}

/// The word at a place of a list, NULL behind the last.
static const char *word_at(const char *words, int place, char word[20])
{
    while (words && place--)
        words = (words = strchr(words, '|')) ? words + 1 : NULL;
    snprintf(word, 20, "%.*s", words ? (int)strcspn(words, "|") : 0, words ? words : "");
    return words ? word : NULL;
}

/// `variant` has the paper's errata: before `repaired` those that it leaves in, behind it the slips.
TEST(forms_have_the_errata_that_their_papers_list)
{
    static const char *const rows[][2] = {{"zou2011", "image_cd"}, {"zhao2009", "saabb"}, {"shi2000", "hps"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cd_paper *of;
        const struct cd_algo *algo = cd_algo_find(rows[i][1]);
        const struct cd_param *form = algo->params;
        char word[20];
        bool slips = false;
        assert_int_equal(cd_paper_open(rows[i][0], &of, &status), CD_OK);
        while (strcmp(form->name, "variant") != 0)
            form++;
        for (int place = 1; strcmp(word_at(form->choices, place, word), "printed") != 0; place++) {
            test_row("%s, %s", rows[i][1], word);
            const struct cd_erratum *erratum = CD_NAMED(of->errata, of->erratum_count, word);
            slips |= !strcmp(word, "repaired");
            if (!strcmp(word, "repaired"))
                continue;
            assert_non_null(erratum);
            assert_int_equal(erratum->kind == CD_ERRATUM_SLIP, slips);
            assert_int_not_equal(erratum->kind, CD_ERRATUM_GAP);
        }
        cd_paper_free(of);
    }
}

/// At the check or at an earlier one of the claim with the same bound.
TEST(each_bound_that_decides_has_its_reason)
{
    static const char *const paths[] = {"papers/shi2000.yaml", "papers/zhao2009.yaml", "papers/liu2016.yaml",
                                        "papers/zou2011.yaml"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct cd_paper *paper = read_file(paths[i]);
        for (const struct cd_claim *claim = paper->claims; claim < paper->claims + paper->claim_count;
             claim++)
            for (size_t k = 0; k < claim->check_count; k++) {
                const struct cd_check *check = &claim->checks[k], *other = claim->checks;
                while (other < check && !(other->because && other->kind == check->kind &&
                                          other->min == check->min && other->max == check->max))
                    other++;
                if (memchr(check->decides, 1, sizeof check->decides) && !other->because)
                    fail_msg("%s %s: '%s' has no reason", paths[i], claim->id, check->says);
            }
        cd_paper_free(paper);
    }
}

TEST(a_measured_column_makes_way_for_a_variable)
{
    struct cd_table *table = cd_experiment_table(sizes);
    const struct cd_column *columns = table->columns;
    assert_text("triangles, series, algo, error_rate", "%s, %s, %s, %s", columns[0].name, columns[2].name,
                columns[3].name, columns[table->column_count - 1].name);
    for (size_t i = 0; i < table->column_count; i++)
        assert_int_equal(cd_table_column(table, columns[i].name), i);
    cd_table_destroy(table);
    assert_string_equal(cd_measured_column(sizes, "triangles"), "measured_triangles");
    assert_string_equal(cd_measured_column(sizes, "frames"), "frames");
}

TEST(an_added_series_is_run_and_is_not_the_papers)
{
    struct cd_choice pairs = {.typed = "rapid",
                              .description = {.queries = CD_QUERY_ALL, .takes = CD_TAKES_BODIES}},
                     regions = pairs, contacts = pairs;
    struct cd_hash before[CD_SIZES];
    size_t cells[CD_SIZES];
    for (enum cd_size size = 0; size < CD_SIZES; size++) {
        before[size] = cd_experiment_digest(sizes, size);
        cells[size] = cd_experiment_cells(sizes, size);
    }
    regions.typed = "regions";
    regions.description.takes = CD_TAKES_REGIONS;
    cd_paper_add_series(small, &regions);
    contacts.typed = "bodies";
    contacts.description.queries = CD_QUERY_BIT(CD_QUERY_CONTACTS);
    cd_paper_add_series(small, &contacts);
    for (size_t i = 0; i < small->experiment_count; i++)
        assert_false(cd_has_added_series(&small->experiments[i]));
    cd_paper_add_series(small, &pairs);
    cd_paper_add_series(small, &pairs); // which is there
    sizes = &small->experiments[0];     // which has moved
    assert_int_equal(sizes->series_count, 4);
    assert_string_equal(sizes->series[3].id, "own:rapid");
    assert_string_equal(sizes->series[3].algo, "rapid");
    assert_true(cd_has_added_series(sizes) && sizes->series[3].ours);
    assert_false(cd_has_added_series(&small->experiments[2])); // a program's
    for (enum cd_size size = 0; size < CD_SIZES; size++) {
        assert_int_equal(cd_experiment_cells(sizes, size), cells[size] + cd_point_count(sizes, size));
        assert_true(cd_hash_equal(cd_experiment_digest(sizes, size), before[size]));
    }
}

// ---- what is wrong ----------------------------------------------------------------------------------------

/// A paper as single lines. A test replaces one of them: what is between its brackets or, by a text that begins with a
/// space, all of it.
static const struct {
    const char *begin, *text, *end;
} good[] = {
    /* 1*/ {"key: ", "wrong", ""},
    /* 2*/ {"", "title: T", ""},
    /* 3*/ {"", "authors: A", ""},
    /* 4*/ {"", "published: P", ""},
    /* 5*/ {"", "machine: M", ""},
    /* 6*/ {"define: [{", "name: letter, text: D", "}]"},
    /* 7*/ {"", "experiments:", ""},
    /* 8*/ {"  - id: ", "e", ""},
    /* 9*/ {"    ", "title: T", ""},
    /*10*/ {"    ", "source: ours", ""},
    /*11*/ {"    vary: [{", "name: n, quick: [1, 10], full: [1, 10, 100]", "}]"},
    /*12*/ {"    scene: ", "bumpy:seed=${n}", ""},
    /*13*/ {"    quick: {", "frames: 3, repeat: 2, budget: 1s", "}"},
    /*14*/ {"    series: [{", "id: a, algo: brute, max: [n=10]", "}, {id: b, algo: rapid}]"},
    /*15*/ {"    columns: [{", "name: half, formula: fps / 2", "}]"},
    /*16*/ {"    figures: [{", "x: {column: n}, y: {column: fps, low: fps_low, high: fps_high}", "}]"},
    /*17*/ {"    printed: [{", "series: a, at: [n=1], column: fps, value: 3, where: W", "}]"},
    /*18*/ {"", "claims:", ""},
    /*19*/ {"  - ", "id: c", ""},
    /*20*/ {"    ", "says: S", ""},
    /*21*/ {"    ", "where: W", ""},
    /*22*/ {"    not_comparable: {", "when: fewer than 4 cores, reason: R", "}"},
    /*23*/
    {"    checks: [{experiment: ", "e, kind: slope, series: a, column: fps, over: n, max: 1, decides: [ours]",
     "}]"},
};

/// The file of `good` with this line replaced.
static const char *with_line(int number, const char *line)
{
    static char text[4000];
    *text = 0;
    for (int i = 0; i < (int)(sizeof good / sizeof *good); i++)
        if (i + 1 == number && *line == ' ')
            cd_append(text, sizeof text, "%s\n", line);
        else
            cd_append(text, sizeof text, "%s%s%s\n", good[i].begin, i + 1 == number ? line : good[i].text,
                      good[i].end);
    return text;
}

static const struct {
    int number; ///< the line, which the message must also name
    const char *line, *says;
} wrong_lines[] = {
    // keys
    {1, "other", "'other' is not the file's name"},
    {2, "tilte: T", "unknown key 'tilte'; did you mean title?"},
    {9, "title: [T]", "give a single value"},
    {10, "sourc: ours", "unknown key 'sourc'"},
    {14, "    series: []", "experiments[0].series: empty; give at least one entry"},
    {23, "e, column: fps", "the key 'kind' is missing"},
    {8, "e/1", "'e/1' is to name a file"},
    {6, "name: 1d, text: T", "no digit first"},
    {6, "name: d, text: T}, {name: d, text: U", "'d' is there twice"},
    {6, "name: d, text: \"${n}\"", "a definition stands for itself; leave ${ out"},
    {6, "name: d", "the key 'text' is missing"},
    // variables
    {11, "name: n, quick: [1]", "give values:, or quick: and full:"},
    {11, "name: n, values: [1], full: [1]", "give values:, or quick: and full:"},
    {11, "name: n, values: [1, 1.0]", "'1.0' is there twice"},
    {11, "name: 1n, values: [1]", "no digit first"},
    {11, "name: fps, values: [1]", "fps is a column of results"},
    {11, "name: n, values: [1]}, {name: n, values: [2]", "'n' is there twice"},
    {12, "sphere:triangles=${m}",
     "${m} is no variable of this experiment, and nothing under define:; did you"},
    {12, "sphere:triangles=${n", "${ without its }"},
    {12, "\"sphere,motion=tumbel\"", "tumble"},
    {12, "\"sphere,step=3\"", "step=3"},
    {12, "\"spere:triangles=${n}\"", "did you mean sphere?"},
    {12, "\"box+bumpy:stretch=${n},motion=pair\"", "bumpy: there is no setting 'stretch'"},
    {12, "\"sphere:triangles=${n}\"", "setting triangles=1: must be an integer from 12"},
    // effort
    {13, "frames: 3x", "'3x' is not an integer from 1 to"},
    {13, "repeat: 0", "'0' is not an integer from 1 to"},
    {13, "budget: soon", "'soon' is no time"},
    {13, "    threads: 0", "'0' is not an integer from 1 to 1024"},
    {13, "    query: triangles", "unknown query 'triangles'; valid: any, bodies, pairs, contacts"},
    // series
    {14, "id: a, algo: burte", "burte"},
    {14, "id: a, algo: \"rapid:variant=best\"", "best"},
    {14, "id: b, algo: brute", "'b' is there twice; give each entry its own id:"},
    {14, "id: a", "give algo:"},
    {14, "id: a, algo: brute, max: [k=1]", "k is no variable"},
    {14, "id: a, algo: brute, max: [n]", "write name=value"},
    {14, "id: a, algo: brute, ours: maybe", "'maybe' is neither yes nor no"},
    {14, "id: a, algo: brute, query: all", "unknown query 'all'; did you mean any?"},
    // columns, figures, printed numbers
    {15, "name: fps, formula: n", "there is a column fps already"},
    {15, "name: half, formula: fsp / 2", "there is no column fsp; did you mean fps?"},
    {15, "name: half, formula: (fps", "the formula of column half"},
    {15, "name: half, formula: fps / 2, unit: Hz", "unknown unit 'Hz'; valid: s, ms, us, ns, 1/s"},
    {16, "x: {column: n}, y: {column: fsp}", "unknown column 'fsp'; did you mean fps?"},
    {16, "x: {column: n}, y: {column: fps, low: fps_low}", "low: and high:; give both"},
    {16, "x: {column: n, scale: cubic}, y: {column: fps}", "unknown scale 'cubic'; valid: linear, log"},
    {16, "kind: pie, x: {column: n}, y: {column: fps}", "unknown kind 'pie'; valid: lines, points, bars"},
    {16, "series: [c], x: {column: n}, y: {column: fps}", "unknown series 'c'"},
    {16, "constant: [c], x: {column: n}, y: {column: fps}", "unknown series 'c'"},
    {16, "line: y, x: {column: n}, y: {column: fps}", "'y' is neither x nor a number"},
    {16, "by: m, x: {column: n}, y: {column: fps}", "unknown column 'm'"},
    {16, "x: {column: n}, y: {column: fps, trials: m}", "unknown column 'm'"},
    {16, "x: {column: n, names: [{value: 1}]}, y: {column: fps}", "text"},
    {16, "where: [n=7], x: {column: n}, y: {column: fps}", "n never is 7"},
    {16, "x: {column: n}, y: {column: n}}, {x: {column: n}, y: {column: n}", "'e' is there twice"},
    {17, "series: a, at: [m=1], column: fps, value: 3, where: W", "m is no variable"},
    {17, "series: a, at: [n=1], column: fps, value: 3 fps, where: W", "'3 fps' is no number"},
    // claims
    {22, "when: on Sundays, reason: R", "fewer than N cores"},
    {23, "e, kind: sloop", "unknown kind 'sloop'; did you mean slope?"},
    {23, "f, kind: slope, series: a, column: fps, over: n, min: 0", "'f' is no experiment of this paper"},
    {23, "e, kind: slope, series: a, column: fps, over: n", "needs min: or max:"},
    {23, "e, kind: slope, series: a, column: fps, min: 0", "the key 'over' is missing"},
    {23, "e, kind: slope, series: a, column: fps, over: fps, min: 0", "'fps' is no variable of e"},
    {23, "e, kind: slope, series: z, column: fps, over: n, min: 0", "unknown series 'z'"},
    {23, "e, kind: ratio, series: a, against: b, column: fps, min: 2, max: 1", "and nothing can lie between"},
    {23, "e, kind: ratio, series: a, column: fps, min: 2", "the key 'against' is missing"},
    {23, "e, kind: ratio, series: a, against: b, column: fps, min: two", "'two' is no number"},
    {23, "e, kind: within, series: a, column: fps, min: 1", "none decides; mark one"},
    {23, "e, kind: within, series: a, column: fps, min: 1, decides: [repared]",
     "unknown form 'repared'; did you mean repaired?"},
    {23, "e, kind: within, series: a, column: fps, over: n",
     "valid: kind, experiment, series, column, says,"},
    {23, "e, kind: within, series: a, column: fps, min: 1, gather: mean", "unknown key 'gather'"},
    {23, "e, kind: equal, series: b, column: fps, deviation: fps_low, deviations: 3", "give what the paper"},
    {23, "e, kind: equal, series: a, column: fps, deviations: 3", "the key 'deviation' is missing"},
    {23, "e, kind: error_rate, series: a, errors: misses, max: 0", "the key 'trials' is missing"},
    {23, "e, kind: error_rate, series: a, errors: mises, trials: pairs, max: 0", "did you mean misses?"},
};

TEST(a_check_that_does_not_say_what_it_compares_is_described)
{
    static const struct {
        const char *check, *says;
    } rows[] = {
        {"kind: slope, series: a", "slope of log fps over log n, a"},
        {"kind: slope, series: a, against: b", "slope of log fps over log n, a less b"},
        {"kind: flatness, series: a", "most / least fps along n, a"},
        {"kind: flatness, series: a, against: b", "most / least fps along n, a : b"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[200];
        test_row("%s", rows[i].check);
        snprintf(line, sizeof line, "e, %s, column: fps, over: n, max: 1, decides: [ours]", rows[i].check);
        struct cd_paper *paper = read_file(scratch_write("wrong.yaml", with_line(23, line)));
        assert_string_equal(paper->claims[0].checks[0].says, rows[i].says);
        cd_paper_free(paper);
    }
}

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
        assert_refused(with_line(wrong_lines[i].number, wrong_lines[i].line), wrong_lines[i].number,
                       wrong_lines[i].says);
}

TEST(what_is_missing_or_doubled_is_named_by_the_line_of_what_lacks_it)
{
    assert_refused(with_line(12, "    query: any"), 8, "experiments[0]: give either scene: or program:");
    assert_refused(with_line(23, "    remark: R"), 19, "claims[0]: give checks:, or not_measured:");
    assert_refused(with_line(2, ""), 1, "the key 'title' is missing");
    assert_refused(with_line(6, "name: n, text: 7"), 11, "n stands under define: as well");
}

TEST(what_a_program_decides_or_no_number_is_named_by_its_line)
{
#define ALONG(variable)                                                                                      \
    "scene: \"${s}:triangles=50\"\n    series: [{id: a, algo: brute}]\n"                                     \
    "claims: [{id: c, says: S, where: W, checks: [{kind: monotone, experiment: e, series: a, column: fps, "  \
    "over: " variable ", decides: [ours]}]}]"
    static const struct {
        int number;
        const char *lines, *says; ///< from line 11 on
    } rows[] = {
        {12, "program: p\n    series: [{id: a, algo: brute}]", "the program decides that; leave it out"},
        {12, "program: p\n    series: [{id: a, query: any}]", "the program decides that; leave it out"},
        {12, "program: p\n    series: [{id: a, max: [s=torus]}]", "the program decides that; leave it out"},
        {13, "program: p\n    series: [{id: a}]\n    quick: {frames: 3}", "is told by its arguments: only"},
        {13, ALONG("s"), "s is 'sphere', which is no number to go along"},
        {13, ALONG("t"), "'t' is no variable of e"},
    };
#undef ALONG
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "key: wrong\ntitle: T\nauthors: A\npublished: P\nmachine: M\nexperiments:\n  - id: e\n"
                 "    title: T\n    source: ours\n    vary: [{name: s, values: [sphere, torus]}]\n    %s\n",
                 rows[i].lines);
        assert_refused(text, rows[i].number, rows[i].says);
    }
}

// ---- where papers are found -------------------------------------------------------------------------------

TEST(papers_are_found_by_their_key_and_an_earlier_folder_hides_a_later_one)
{
    struct cd_paper *paper;
    struct cd_paper_list list;
    char folders[400];
    bool found = false;
    scratch_write("first/wrong.yaml", with_line(2, "title: the first"));
    scratch_write("second/wrong.yaml", with_line(2, "title: the second"));
    snprintf(folders, sizeof folders, "%s:%s", scratch_path("first"), scratch_path("second"));
    setenv("CDBENCH_PAPERS", folders, 1);
    assert_int_equal(cd_papers_find(&list, &status), CD_OK);
    for (size_t i = 0; i < list.count; i++) {
        found |= !strcmp(list.items[i].key, "wrong");
        assert_true(i == 0 || strcmp(list.items[i - 1].key, list.items[i].key) < 0);
    }
    assert_true(found);
    cd_papers_release(&list);
    assert_int_equal(cd_paper_open("wrong", &paper, &status), CD_OK);
    assert_string_equal(paper->title, "the first");
    cd_paper_free(paper);
    assert_int_equal(cd_paper_open("worng", &paper, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "did you mean wrong?"));
    const struct cd_experiment *experiment;
    assert_int_equal(cd_paper_experiment(small, "size", &experiment, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "did you mean sizes? valid: sizes, faults, program"));
    unsetenv("CDBENCH_PAPERS");
    assert_int_equal(cd_paper_read(scratch_path("none.yaml"), &paper, &status), CD_IO);
    assert_null(paper);
}
