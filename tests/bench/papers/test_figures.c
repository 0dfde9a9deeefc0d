// Figures of experiments: what the SVG and the PNG contain, what is left out, and what happens without gnuplot.
#include "bench/papers/figures.h"
#include "bench/papers/measurements.h"

#include "base/interrupt.h"
#include "bench/plot/plot.h"
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include <math.h>
#include <png.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER "results/zou2011/fig9"

static const struct cd_series two_series[] = {
    {.id = "vbo", .label = "vertex buffer objects", .algo = "image_cd"},
    {.id = "rapid", .label = "RAPID", .algo = "rapid", .ours = true},
};
static const struct cd_condition at_thousand = {"triangles", "1e3"}, at_million = {"triangles", "1000000"};
static const struct cd_printed two_printed[] = {
    {.series = "vbo", .column = "fps", .at = {1, &at_thousand}, .value = 60},
    {.series = "vbo", .column = "fps", .at = {1, &at_million}, .value = 0.5},
    {.series = "vbo", .column = "frame_ms_median", .at = {1, &at_thousand}, .value = 3},
};
static const char rows[] = "triangles,series,fps,fps_low,fps_high\n"
                           "1000,vbo,900,800,1000\n1000,rapid,90000,NA,NA\n"
                           "10000,vbo,100,90,110\n10000,rapid,9000,NA,NA\n"
                           "100000,vbo,NA,NA,NA\n100000,rapid,900,NA,NA\n";

/// What each test begins with and changes.
static struct cd_figure figure;
static struct cd_experiment experiment;

void test_before(void)
{
    static const struct cd_paper paper = {.key = "zou2011"};
    figure = (struct cd_figure){
        .id = "fig9",
        .title = "Rendering paths",
        .kind = CD_PLOT_LINES,
        .x = {.column = "triangles", .label = "triangles of the pair", .logarithmic = true, .ours = true},
        .y = {.column = "fps",
              .label = "tests per second",
              .logarithmic = true,
              .low = "fps_low",
              .high = "fps_high"},
        .printed = true,
    };
    experiment = (struct cd_experiment){
        .id = "fig9",
        .paper = &paper,
        .source = "figure 9",
        .series_count = 2,
        .series = two_series,
        .figure_count = 1,
        .figures = &figure,
        .printed_count = 3,
        .printed = two_printed,
    };
}

static char warnings[1000];
static void note_warning(void *user, const char *line)
{
    assert_ptr_equal(user, warnings);
    strcat(strcat(warnings, line), "\n");
}

/// Draws into an empty folder.
static enum cd_code try_to_draw(const char *csv, struct cd_status *status)
{
    static const char run[] =
        "{\"machine\": {\"cpu\": \"Test CPU\", \"processors\": 2}, \"build\": {\"revision\": \"abc123\"},"
        " \"finished\": \"2026-11-22T01:19:05Z\", \"renderers\": [\"llvmpipe (LLVM 15), 4.5\"]}\n";
    struct cd_measurements measurements = {.run = json_loads(run, 0, NULL), .size = CD_SIZE_QUICK};
    unlink(scratch_write(FOLDER "/fig9.svg", ""));
    unlink(scratch_path(FOLDER "/fig9.png"));
    *warnings = 0;
    assert_int_equal(cd_table_parse(csv, "cells.csv", NULL, 0, &measurements.rows.cells, status), CD_OK);
    enum cd_code code =
        cd_figures_draw(&experiment, &measurements, scratch_path("results"), note_warning, warnings, status);
    cd_measurements_release(&measurements);
    return code;
}

static char *svg;
static void draw(const char *csv)
{
    struct cd_status status = {0};
    if (try_to_draw(csv, &status))
        fail_msg("%s", status.text);
    assert_int_equal(scratch_entries(scratch_path(FOLDER)), 2);
    free(svg);
    svg = scratch_read(FOLDER "/fig9.svg");
}

/// Fails unless the picture has each of these once, and the others not at all.
#define assert_once(...)  assert_counts(1, (const char *const[]){__VA_ARGS__, NULL})
#define assert_lacks(...) assert_counts(0, (const char *const[]){__VA_ARGS__, NULL})
static void assert_counts(int expected, const char *const *parts)
{
    for (; *parts; parts++)
        if (count_parts(svg, *parts) != expected)
            fail_msg("the picture has '%s' %d times", *parts, count_parts(svg, *parts));
}

/// Fails unless the picture has all these texts.
#define assert_shows(...) assert_shows_all((const char *const[]){__VA_ARGS__, NULL})
static void assert_shows_all(const char *const *texts)
{
    for (; *texts; texts++) {
        char element[300];
        snprintf(element, sizeof element, "<text>%s</text>", *texts);
        if (!count_parts(svg, element))
            fail_msg("the picture has no text '%s'", *texts);
    }
}

/// The number of markers of one shape and colour, including those of the key.
static int count_markers(int shape, const char *colour)
{
    char begin[60];
    int found = 0;
    snprintf(begin, sizeof begin, "<use xlink:href='#gpPt%d' transform='translate", shape);
    for (const char *at = svg; (at = strstr(at, begin)); at++) {
        const char *used = strstr(at, "color='");
        found += !strncmp(used + 7, colour, strlen(colour));
    }
    return found;
}

#define GREEN "rgb(  0, 158, 115)"
#define RED   "rgb(213,  94,   0)"
#define BLACK "rgb(  0,   0,   0)"

TEST(a_picture_says_what_it_shows)
{
    draw(rows);
    assert_shows("Rendering paths", "triangles of the pair (our axis)", "tests per second",
                 "vertex buffer objects", "RAPID †", "paper: vertex buffer objects");
    assert_lacks("paper: RAPID");
    assert_shows("zou2011, figure 9 · † not among the paper's · error bars: 95 % interval of the median",
                 "vertex buffer objects: 1 point without a value",
                 "Test CPU, 2 processors · OpenGL: llvmpipe · quick run · revision abc123 · 2026-11-22");
    assert_string_equal(warnings, "");
    char *first = strdup(svg);
    draw(rows);
    assert_string_equal(svg, first);
    free(first);
    experiment.source = "ours"; // marks series, but no axes
    draw(rows);
    assert_shows("triangles of the pair", "RAPID †");
}

TEST(points_of_a_busy_machine_are_told)
{
    static const char busy[] = "triangles,series,fps,fps_low,fps_high,others\n1000,vbo,60,55,65,0.02\n"
                               "2000,vbo,50,45,55,0.9\n4000,vbo,40,35,45,NA\n";
    draw(busy);
    assert_once("1 point measured on a busy machine");
    figure.y.column = "others"; // any column that is no time
    figure.y.low = figure.y.high = NULL;
    draw(busy);
    assert_lacks("busy machine");
}

TEST(each_known_value_has_a_marker_and_a_series_that_ends_says_why)
{
    static const struct cd_condition limit = {"triangles", "1000"};
    struct cd_series two[] = {two_series[0], two_series[1]};
    two[0].max = (struct cd_conditions){1, &limit};
    experiment.series = two;
    draw(rows);
    assert_int_equal(count_markers(8, GREEN), 2 + 1); // those of image_cd
    assert_int_equal(count_markers(4, RED), 3 + 1);   // those of rapid
    assert_int_equal(count_markers(7, BLACK), 2 + 1);
    assert_once("more than 1000 would take too long: vertex buffer objects");
    figure.printed = false;
    draw(rows);
    assert_int_equal(count_markers(7, BLACK), 0);
    assert_lacks("paper:");
}

TEST(the_png_is_large_and_has_the_colours_of_the_series)
{
    draw(rows);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, scratch_path(FOLDER "/fig9.png")));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, CD_DRAWING_WIDTH);
    assert_in_range(image.height, 700, 1100);
    unsigned char *pixels = calloc(PNG_IMAGE_SIZE(image), 1);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    static unsigned char seen[1 << 21];
    int colours = 0, green = 0, red = 0;
    for (size_t i = 0; i < PNG_IMAGE_SIZE(image); i += 3) {
        unsigned colour = (unsigned)pixels[i] << 16 | (unsigned)pixels[i + 1] << 8 | pixels[i + 2];
        colours += !(seen[colour >> 3] >> (colour & 7) & 1);
        seen[colour >> 3] |= (unsigned char)(1 << (colour & 7));
        green += colour == 0x009e73;
        red += colour == 0xd55e00;
    }
    free(pixels);
    assert_in_range(colours, 50, 1 << 24);
    assert_in_range(green, 300, 1 << 20);
    assert_in_range(red, 300, 1 << 20);
}

TEST(texts_are_taken_as_they_are)
{
    static const struct cd_series series[] = {
        {.id = "a", .label = "it's \"50%\" `false` $x {/Bold a}_b^c \\n <b>&\xff\x07"},
        {.id = "b", .label = "b"}};
    figure = (struct cd_figure){
        .id = "fig9",
        .title = "`touch evil` @x '; set output 'evil' # 100%",
        .kind = CD_PLOT_BARS,
        .x = {.column = "name", .label = "%g %"},
        .y = {.column = "fps", .label = "\\\"`"},
    };
    experiment.series = series;
    experiment.series_count = 2;
    draw("name,series,fps\n100 % of `it`,a,5\n100 % of `it`,b,5\n\"b{2}_c, %g \"\"q\"\"\",a,7\n");
    assert_shows("`touch evil` @x '; set output 'evil' # 100%",
                 "it's \"50%\" `false` $x {/Bold a}_b^c \\n &lt;b>&amp;\\xff\\x07", "100 % of `it`",
                 "b{2}_c, %g \"q\"", "%g %", "\\\"`");
}

TEST(long_labels_of_axes_take_several_lines)
{
    figure.x.label =
        "triangles of both bodies and of everything else that there is in the scene, those without area "
        "left out";
    figure.y.label =
        "tests per second of wall-clock time that an observer at rest measures, and one who sits in "
        "a train that passes by";
    draw(rows);
    assert_lacks(figure.x.label, figure.y.label);
    assert_once(">tests per second of wall-clock time that an observer at rest",
                "train that passes by</text>", ">triangles of both bodies and",
                " left out (our axis)</text>");
}

TEST(rows_and_series_are_chosen)
{
    static const struct cd_condition where = {"triangles", "10000"};
    static const char *const wanted[] = {"rapid"};
    figure.where = (struct cd_conditions){1, &where};
    figure.series = (struct cd_words){1, wanted};
    draw(rows);
    assert_int_equal(count_markers(4, RED), 1 + 1); // alone, and of its colour all the same
    assert_lacks("vertex buffer objects");
    assert_once("triangles = 10000");
}

TEST(what_cannot_be_shown_is_warned_of)
{
    struct cd_status status = {0};
    assert_int_equal(try_to_draw("triangles,series,fps\n1000,vbo,NA\n1000,other,5\n", &status), CD_OK);
    assert_int_equal(scratch_entries(scratch_path(FOLDER)), 0);
    assert_string_equal(warnings, "fig9: figure fig9 is left out: no row has both triangles and fps\n");
    draw("triangles,series,size,fps\n1000,vbo,1,5\n1000,vbo,2,6\n"); // told apart by nothing
    assert_non_null(strstr(warnings, "narrow its rows by `where`"));
}

TEST(every_measured_value_has_a_tic)
{
    experiment.printed_count = 0;
    draw("triangles,series,fps,fps_low,fps_high\n64,vbo,9,8,10\n700,vbo,3,2,4\n710,vbo,3,2,4\n");
    assert_shows("64", "700");
    assert_lacks(">710</text>", ">100</text>"); // its label would cover another
    experiment.printed_count = 2;
    draw("triangles,series,fps,fps_low,fps_high\n64,vbo,9,8,10\n");
    assert_once("1000<"); // printed in the paper, not measured
}

TEST(zeros_stand_below_the_decades_of_a_logarithmic_axis)
{
    draw("triangles,series,fps,fps_low,fps_high\n1000,vbo,0,0,0.01\n10000,vbo,0.5,0,1\n");
    assert_shows("0");
    assert_once("0 is drawn at the lower end of the logarithmic axis");
    assert_int_equal(count_markers(8, GREEN), 2 + 1);
    experiment.printed_count = 0;
    draw("triangles,series,fps\n1000,vbo,0\n10000,vbo,0\n"); // nothing to take a logarithm of
    assert_lacks("0 is drawn at");
}

TEST(bars_are_grouped_by_any_text_and_carry_their_numbers)
{
    static const struct cd_condition at_small = {"mesh", "small"};
    static const struct cd_printed printed = {
        .series = "rapid", .column = "fps", .at = {1, &at_small}, .value = 42};
    figure.kind = CD_PLOT_BARS;
    figure.x = (struct cd_axis){.column = "mesh", .label = "mesh"};
    figure.y.logarithmic = false;
    experiment.printed = &printed;
    experiment.printed_count = 1;
    draw("mesh,series,fps\nsmall,vbo,12.25\nsmall,rapid,4\n20000,vbo,1234.5\n20000,rapid,0\n");
    assert_shows("small", "20000", "12.2", "1234");
    assert_int_equal(count_markers(3, BLACK), 1 + 1);
}

TEST(series_can_be_the_categories)
{
    static const struct cd_condition where = {"triangles", "1000"};
    figure.kind = CD_PLOT_BARS;
    figure.x = (struct cd_axis){.column = "series", .label = ""};
    figure.where = (struct cd_conditions){1, &where};
    draw(rows);
    // Below their points, and in no key; that has the paper's alone.
    assert_once("<text>RAPID</text>", "<text>vertex buffer objects</text>");
    assert_shows("printed in the paper");
    assert_int_equal(count_markers(5, BLACK), 1 + 1);
}

TEST(twelve_series_stand_in_two_panels_and_differ)
{
    enum { SERIES = 12 };
    static char ids[SERIES][16], csv[4000] = "triangles,series,fps\n";
    static struct cd_series series[SERIES];
    struct cd_plot_series looks[SERIES] = {{0}};
    for (int i = 0; i < SERIES; i++) {
        snprintf(ids[i], sizeof ids[i], "s%d", i);
        series[i] = (struct cd_series){.id = ids[i], .label = ids[i]};
        looks[i].algo = ids[i];
        for (int k = 1; k <= 3; k++)
            sprintf(csv + strlen(csv), "%d,s%d,%g\n", 1000 * k, i, pow(10, i - 4));
    }
    experiment.series = series;
    experiment.series_count = SERIES;
    draw(csv);
    assert_int_equal(count_parts(svg, "<text>tests per second</text>"), 2);
    cd_choose_looks(looks, SERIES);
    for (int i = 0; i < SERIES; i++) {
        char colour[40];
        unsigned rgb = looks[i].look.colour;
        snprintf(colour, sizeof colour, "rgb(%3u, %3u, %3u)", rgb >> 16, rgb >> 8 & 255, rgb & 255);
        assert_shows(ids[i]);
        assert_int_equal(count_markers(looks[i].look.shape - 1, colour), 3 + 1);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(looks[i].look.colour, looks[k].look.colour);
    }
}

TEST(rates_have_wilson_s_interval)
{
    figure.y = (struct cd_axis){.column = "rate", .label = "rate of wrong answers", .trials = "trials"};
    draw("triangles,series,rate,trials\n1000,vbo,0,100\n2000,vbo,0.5,100\n");
    assert_once("error bars: 95 % interval of the rate, by Wilson");
}

TEST(a_column_makes_series)
{
    figure.by = "size";
    figure.by_unit = "pixels";
    draw("triangles,series,size,fps\n1000,vbo,64,5\n1000,vbo,128,6\n");
    assert_shows("vertex buffer objects, 64 pixels", "vertex buffer objects, 128 pixels");
    assert_string_equal(warnings, "");
}

TEST(values_have_names_and_constants_are_lines)
{
    static const struct cd_condition never = {"1e9", "never"};
    static const char *const constant[] = {"rapid"};
    figure.kind = CD_PLOT_BARS;
    figure.y.logarithmic = false;
    figure.x.names = (struct cd_conditions){1, &never};
    figure.constant = (struct cd_words){1, constant};
    figure.printed = false;
    figure.line = "1";
    draw("triangles,series,fps\n10,vbo,5\n10,rapid,7\n1000000000,vbo,6\n1000000000,rapid,7\n");
    assert_shows("never", "5", "RAPID †"); // the last in the key
    assert_lacks("1000000000");
}

/// What `list.def` and `peers.def` register.
static const char *const algorithms[] = {
#define ALGO(name)                          #name,
#define PRESET(name, algo, settings, title) #name,
#include "algos/list.def"
#define PEER(name, file) #name,
#include "algos/peers.def"
};

TEST(every_algorithm_has_a_look)
{
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (!cd_look_of(algorithms[i]))
            fail_msg("%s has no row in bench/plot/looks.c", algorithms[i]);
}

TEST(an_algorithm_or_a_form_of_it_looks_the_same_in_every_figure)
{
    static const char *const algos[][4] = {
        {"obb8", "rapid", "own"},
        {"own", "rapid:variant=printed", "rapid", "obb8:broad=sap"},
        {"rapid", "rapid:leaf=4", "rapid:variant=printed", "sphere_obb_sized:traversal=larger"},
        {"rapid:variant=printed", "obb8"},
        {"obb8:broad=grid", "fcl", "obb8:broad=sap", "obb8:broad=tree"}, // which look like their broad phases
    };
    struct cd_plot_series figures[5][4] = {0};
    unsigned colours[5][4];
    for (int i = 0; i < 5; i++) {
        size_t used = 0;
        for (; used < 4 && algos[i][used]; used++)
            figures[i][used].algo = algos[i][used];
        cd_choose_looks(figures[i], used);
        for (int k = 0; k < 4; k++)
            colours[i][k] = figures[i][k].look.colour;
    }
    assert_int_equal(colours[0][0], colours[1][3]);
    assert_int_equal(colours[0][1], colours[1][2]);
    assert_int_equal(figures[0][1].look.shape, figures[1][2].look.shape);
    assert_int_not_equal(colours[1][1], colours[1][2]);
    assert_int_not_equal(colours[0][2], colours[0][0]);
    assert_int_equal(colours[2][2], colours[3][0]);
    assert_int_equal(colours[2][3], cd_look_of("sphere_obb_sized:boxes=tight:traversal=larger")->colour);
    assert_int_not_equal(colours[2][3], cd_look_of("sphere_obb_sized")->colour);
    assert_int_equal(colours[4][0], cd_look_of("grid")->colour);
    assert_int_equal(colours[4][2], cd_look_of("sap")->colour);
}

TEST(a_series_looks_the_same_in_every_figure_of_an_experiment)
{
    static const char *const wanted[] = {"b"};
    static const struct cd_series series[] = {{.id = "a", .label = "a"}, {.id = "b", .label = "b"}};
    experiment.series = series;
    experiment.series_count = 2;
    experiment.printed_count = 0;
    for (size_t chosen = 0; chosen < 2; chosen++) {
        figure.series = (struct cd_words){chosen, wanted};
        draw("triangles,series,fps\n10,a,5\n10,b,6\n");
        assert_int_equal(count_markers(4, RED), 1 + 1); // of the second look
    }
}

/// Draws with nothing in the PATH except, if it is given, a program that calls itself gnuplot.
static void assert_fails(const char *program, enum cd_code expected, const char *message)
{
    const char *gnuplot = scratch_write("bin/gnuplot", program ? program : "");
    assert_int_equal(program ? chmod(gnuplot, 0755) : unlink(gnuplot), 0);
    char *saved = strdup(getenv("PATH"));
    setenv("PATH", scratch_path("bin"), 1);
    struct cd_status status = {0};
    enum cd_code code = try_to_draw(rows, &status);
    setenv("PATH", saved, 1);
    free(saved);
    assert_int_equal(code, expected);
    assert_non_null(strstr(status.text, message));
    assert_null(strchr(status.text, '\n'));
    assert_int_equal(scratch_entries(scratch_path(FOLDER)), 0);
}

TEST(gnuplot_that_is_missing_or_fails_leaves_nothing)
{
    assert_fails(NULL, CD_ENVIRONMENT, "apt-get install --no-install-recommends gnuplot-nox");
    assert_fails(
        "#!/bin/sh\necho '<svg>'\nprintf '\\nset x\\n   ^\\n  line 7: too old for this\\n' >&2\nexit 1\n",
        CD_ENVIRONMENT, "line 7: too old for this");
}

TEST(ctrl_c_ends_gnuplot_and_leaves_nothing)
{
    pid_t child = fork(); // since there is no way back from a Ctrl-C
    if (!child) {
        cd_interrupt_install();
        cd_interrupt_defer(true);
        raise(SIGINT);
        assert_fails("#!/bin/sh\necho '<svg>'\nexec /bin/sleep 60\n", CD_INTERRUPTED, "interrupted");
        _exit(0);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && !WEXITSTATUS(result));
}

/// Labels of the vertical axis from bottom to top, where | begins a number and ^ an exponent, of one series with two
/// values.
TEST(tics_are_round_numbers_that_can_be_read)
{
    static const struct {
        const char *low, *high;
        bool logarithmic;
        const char *begin;
    } tics[] = {
        {"1", "9", false, "|0|1|2|3|4|5|6|7|8|9|"},
        {"1000", "2000000", true, "|1000|10000|100000|1000000|"},
        {"0.4", "50", true, "|0.5|1|2|5|10|20|50|"},
        {"1e-5", "1e4", true, "|10^-5|10^-4|10^-3|10^-2|10^-1|10^0|10^1|10^2|10^3|10^4|"},
        {"1e-20", "1e20", true, "|10^-20|10^-16|10^-12"},
        {"210", "250", true, "|200|220|240|260|280"},
        {"0", "0.5", true, "|0|0.1|0.2|0.5|"},
    };
    experiment.printed_count = 0;
    for (size_t i = 0; i < sizeof tics / sizeof *tics; i++) {
        test_row("%s to %s", tics[i].low, tics[i].high);
        char csv[200], found[600] = "";
        figure.y = (struct cd_axis){.column = "fps", .label = "tests", .logarithmic = tics[i].logarithmic};
        snprintf(csv, sizeof csv, "triangles,series,fps\n1000,vbo,%s\n10000,vbo,%s\n", tics[i].low,
                 tics[i].high);
        draw(csv);
        char *at = strstr(svg, "gnuplot_canvas"), *end = strstr(svg, "<text>tests</text>");
        assert_true(at && end);
        for (*end = 0; (at = strchr(at, '>')); at++)
            if (strchr("-0123456789", at[1]) && at[1]) {
                bool raised = at[-1] == '"' && at[-2] == 'x'; // by so many px
                cd_append(found, sizeof found, "%c%.*s", raised ? '^' : '|', (int)strcspn(at + 1, "<"),
                          at + 1);
            }
        if (strncmp(found, tics[i].begin, strlen(tics[i].begin)) != 0)
            fail_msg("from %s to %s: %s", tics[i].low, tics[i].high, found);
    }
}
