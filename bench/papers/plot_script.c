#include "bench/papers/plot_script.h"

#include "base/memory.h"
#include "base/quote.h"
#include "bench/papers/plot_layout.h"

#include <math.h>
#include <string.h>

/// Okabe and Ito (2008), which colour-blind readers can tell apart, but for their yellow, which white paper
/// swallows.
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
/// gnuplot's numbers of shapes: circle, square, triangles, diamond, pentagon. The hollow one of each is the
/// number before it.
static const int shapes[] = {7, 5, 9, 13, 11, 15};
static const char *const dashes[] = {"solid", "(14,5)", "(4,4)", "(14,4,3,4)"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define GREY "#555555"
/// Most points of a line that are all marked, and most bars that carry their number, upright or turned.
#define MARKED_POINTS 40
#define UPRIGHT_BARS  18
#define TURNED_BARS   54

struct script {
    const struct cd_plot *plot;
    enum cd_image_format picture;
    struct cd_plot_layout layout;
    FILE *stream;
};

static const char *colour_of(size_t series)
{
    return colours[series % COUNT(colours)];
}

static double screen_x(const struct script *script, double pixels)
{
    return pixels / script->layout.width;
}

static double screen_y(const struct script *script, double pixels)
{
    return 1 - pixels / script->layout.height;
}

/// gnuplot takes sizes of fonts for pixels in SVG and for points in PNG.
static double font_size(const struct script *script, int pixels)
{
    return script->picture == CD_IMAGE_SVG ? pixels : 0.75 * pixels;
}

/// Points of SVG grow with the font and would come out about twice as large as those of PNG.
static double point_size(const struct script *script, double size)
{
    return script->picture == CD_IMAGE_SVG ? 0.46 * size : size;
}

static void write_label(const struct script *script, const char *text, double x, double y, const char *where,
                        int font, const char *colour)
{
    fputs("set label ", script->stream);
    cd_write_quoted(script->stream, CD_QUOTE_GNUPLOT, text);
    fprintf(script->stream,
            " at screen %.6f,%.6f %s font 'sans-serif,%g' textcolor rgb '%s' noenhanced front\n",
            screen_x(script, x), screen_y(script, y), where, font_size(script, font), colour);
}

static void write_lines(const struct script *script, const struct cd_wrapped *text, int x, int top,
                        const char *where, int font, const char *colour)
{
    for (size_t i = 0; i < text->count; i++)
        write_label(script, text->lines[i], x, top + font * (0.7 + 1.4 * (double)i), where, font, colour);
}

static void write_terminal(const struct script *script)
{
    const struct cd_plot_layout *layout = &script->layout;
    bool svg = script->picture == CD_IMAGE_SVG;
    fprintf(
        script->stream,
        "set encoding utf8\nset terminal %s size %d,%d enhanced font 'sans-serif,%g' background '#ffffff'\n",
        svg ? "svg dynamic" : "pngcairo", layout->width, layout->height, font_size(script, CD_FONT_TICS));
}

static void write_frame(const struct script *script)
{
    const struct cd_plot_layout *layout = &script->layout;
    fprintf(script->stream, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n",
            screen_x(script, layout->left), screen_x(script, layout->right));
    fprintf(script->stream, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            screen_y(script, layout->top), screen_y(script, layout->bottom));
    fputs("set border 3 linewidth 1.5 linecolor rgb '#333333'\nunset key\nset tics nomirror out scale "
          "0.8,0.4\n"
          "set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb '#dddddd'\n",
          script->stream);
    write_lines(script, &layout->title, layout->width / 2, layout->title_top, "center", CD_FONT_TITLE,
                "#000000");
    write_lines(script, &layout->notes, layout->width / 2, layout->notes_top, "center", CD_FONT_NOTE, GREY);
    write_lines(script, &layout->caption, layout->width - 24, layout->caption_top, "right", CD_FONT_NOTE,
                GREY);
    for (size_t i = 0; i < layout->x_text.count; i++)
        write_label(script, layout->x_text.lines[i], (layout->left + layout->right) / 2.0,
                    layout->x_label + CD_LINE(CD_FONT_AXIS) * (int)i, "center", CD_FONT_AXIS, "#000000");
    for (size_t i = 0; i < layout->y_text.count; i++)
        write_label(script, layout->y_text.lines[i], layout->y_label + CD_LINE(CD_FONT_AXIS) * (int)i,
                    (layout->top + layout->bottom) / 2.0, "center rotate by 90", CD_FONT_AXIS, "#000000");
}

static void write_axis(const struct script *script, const struct cd_plot_axis *axis, char name)
{
    FILE *stream = script->stream;
    if (axis->logarithmic)
        fprintf(stream, "set logscale %c\n", name);
    fprintf(stream, "set %crange [%.17g:%.17g] noextend\nset %ctics %s(", name, axis->low, axis->high, name,
            name == 'x' ? "offset 0,0.3 " : "");
    for (size_t i = 0; i < axis->tic_count; i++) {
        fputs(i ? ", " : "", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT_FORMAT, axis->tics[i].label);
        fprintf(stream, " %.17g %d", axis->tics[i].at, *axis->tics[i].label ? 0 : 1);
    }
    fputs(") noenhanced\n", stream);
}

static void write_categories(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    FILE *stream = script->stream;
    fprintf(stream, "set xrange [%.17g:%.17g] noextend\nset xtics scale 0 ", plot->x.low, plot->x.high);
    if (script->layout.category_angle)
        fprintf(stream, "rotate by %d right ", script->layout.category_angle);
    for (size_t i = 0; i < plot->category_count; i += script->layout.category_stride) {
        char text[4 * CD_CATEGORY_CHARACTERS + 8];
        cd_plot_category_text(text, sizeof text, plot->categories[i]);
        fputs(i ? ", " : "(", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT_FORMAT, text);
        fprintf(stream, " %zu", i);
    }
    fputs(") noenhanced\n", stream);
    if (plot->figure->kind == CD_FIGURE_BARS)
        fputs("set grid noxtics\n", stream);
}

/// Where the axis shows a value: zeros at its end, bounds that it has no place for too.
static double place(const struct cd_plot_axis *axis, double value)
{
    double min = isnan(axis->zero) ? axis->low : axis->zero;
    return axis->logarithmic && value < min ? min : value;
}

/// Bars of one category stand in slots, one a series; the paper's number stands to the right of its bar.
struct slots {
    double width, bar, bar_offset, printed_offset;
};

static size_t slot_count(const struct cd_plot *plot)
{
    return cd_plot_is_by_series(plot->figure) || !plot->series_count ? 1 : plot->series_count;
}

static struct slots slots_of(const struct cd_plot *plot)
{
    double width = fmin(0.84 / (double)slot_count(plot), 0.3);
    if (!plot->printed_count)
        return (struct slots){.width = width, .bar = 0.9 * width};
    return (struct slots){width, 0.62 * width, -0.17 * width, 0.33 * width};
}

static double slot_middle(const struct cd_plot *plot, const struct slots *slots, size_t series)
{
    if (slot_count(plot) == 1)
        return 0;
    return ((double)series - ((double)plot->series_count - 1) / 2) * slots->width;
}

/// How far our points and the paper's stand from their x: not at all, but for bars.
static double offset_of(const struct cd_plot *plot, size_t series, bool printed)
{
    if (plot->figure->kind != CD_FIGURE_BARS)
        return 0;
    struct slots slots = slots_of(plot);
    return slot_middle(plot, &slots, series) + (printed ? slots.printed_offset : slots.bar_offset);
}

static void write_points(const struct script *script, const char *name, size_t series, bool printed)
{
    const struct cd_plot *plot = script->plot;
    const struct cd_plot_points *points =
        printed ? &plot->series[series].printed : &plot->series[series].ours;
    fprintf(script->stream, "$%s%zu << END\n", name, series);
    for (size_t i = 0; i < points->count; i++)
        fprintf(script->stream, "%.17g %.17g\n",
                place(&plot->x, points->items[i].x) + offset_of(plot, series, printed),
                place(&plot->y, points->items[i].y));
    fputs("END\n", script->stream);
}

/// Error bars of one direction as vectors from their lower end; false when there are none.
static bool write_bounds(const struct script *script, size_t series, bool vertical)
{
    const struct cd_plot *plot = script->plot;
    const struct cd_plot_points *points = &plot->series[series].ours;
    const struct cd_plot_axis *axis = vertical ? &plot->y : &plot->x;
    size_t count = 0;
    fprintf(script->stream, "$%s%zu << END\n", vertical ? "dy" : "dx", series);
    for (size_t i = 0; i < points->count; i++) {
        const struct cd_plot_point *point = &points->items[i];
        double low = vertical ? point->y_low : point->x_low, high = vertical ? point->y_high : point->x_high;
        if (isnan(low) || isnan(high))
            continue;
        low = place(axis, low);
        high = place(axis, high);
        double x = place(&plot->x, point->x) + offset_of(plot, series, false), y = place(&plot->y, point->y);
        fprintf(script->stream, vertical ? "%.17g %.17g 0 %.17g\n" : "%.17g %.17g %.17g 0\n",
                vertical ? x : low, vertical ? low : y, high - low);
        count++;
    }
    fputs("END\n", script->stream);
    return count > 0;
}

/// The numbers above bars.
static void write_numbers(const struct script *script, size_t series)
{
    const struct cd_plot *plot = script->plot;
    const struct cd_plot_points *points = &plot->series[series].ours;
    fprintf(script->stream, "$number%zu << END\n", series);
    for (size_t i = 0; i < points->count; i++) {
        const struct cd_plot_point *point = &points->items[i];
        double top = fmax(point->y, 0);
        if (!isnan(point->y_high))
            top = fmax(top, point->y_high);
        fprintf(script->stream, fabs(point->y) >= 1000 ? "%.17g %.17g \"%.0f\"\n" : "%.17g %.17g \"%.3g\"\n",
                point->x + offset_of(plot, series, false), place(&plot->y, top), point->y);
    }
    fputs("END\n", script->stream);
}

static bool has_pattern(size_t series)
{
    return series >= COUNT(colours);
}

static void write_fill(const struct script *script, size_t series)
{
    fputs(has_pattern(series) ? "fillstyle pattern 4" : "fillstyle solid 1.0", script->stream);
    fputs(" border linecolor rgb '#333333'", script->stream);
}

/// One element of the plot command; its title names it in the SVG.
static void begin_element(const struct script *script, bool *begun, const char *data, size_t series)
{
    fprintf(script->stream, "%s$%s%zu ", *begun ? ", \\\n  " : "plot ", data, series);
    *begun = true;
}

static void end_element(const struct script *script, size_t series, bool printed)
{
    char text[500];
    cd_plot_key_text(text, sizeof text, script->plot, series, printed, script->layout.key_characters);
    fputs(" title ", script->stream);
    cd_write_quoted(script->stream, CD_QUOTE_GNUPLOT, text);
    fputs(" noenhanced", script->stream);
}

static void plot_ours(const struct script *script, size_t i, bool *begun)
{
    size_t count = script->plot->series[i].ours.count;
    if (!count)
        return;
    FILE *stream = script->stream;
    begin_element(script, begun, "ours", i);
    switch (script->plot->figure->kind) {
    case CD_FIGURE_LINES:
        fprintf(stream,
                "using 1:2 with linespoints linewidth 2.5 dashtype %s pointsize %g pointinterval %zu ",
                dashes[i % COUNT(dashes)], point_size(script, 1.5), 1 + count / MARKED_POINTS);
        fprintf(stream, "pointtype %d linecolor rgb '%s'", shapes[i % COUNT(shapes)], colour_of(i));
        break;
    case CD_FIGURE_POINTS:
        fprintf(stream, "using 1:2 with points pointsize %g pointtype %d linecolor rgb '%s'",
                point_size(script, 1.5), shapes[i % COUNT(shapes)], colour_of(i));
        break;
    case CD_FIGURE_BARS:
        fprintf(stream, "using 1:2:(%.17g) with boxes linecolor rgb '%s' ", slots_of(script->plot).bar,
                colour_of(i));
        write_fill(script, i);
        break;
    }
    end_element(script, i, false);
}

/// Vectors with flat heads: error bars of gnuplot blot out what is below their middle.
static void plot_bounds(const struct script *script, size_t i, bool vertical, bool *begun)
{
    bool bars = script->plot->figure->kind == CD_FIGURE_BARS;
    begin_element(script, begun, vertical ? "dy" : "dx", i);
    fprintf(
        script->stream,
        "using 1:2:3:4 with vectors heads size screen 0.0045,90 fixed linewidth 1.7 dashtype solid linecolor "
        "rgb '%s' notitle",
        bars ? "#000000" : colour_of(i));
}

/// Where shapes repeat, a dot in the colour of the series tells the paper's numbers apart.
static bool needs_dots(const struct cd_plot *plot)
{
    return plot->series_count > COUNT(shapes);
}

static void plot_printed(const struct script *script, size_t i, bool *begun)
{
    const struct cd_plot *plot = script->plot;
    if (!plot->series[i].printed.count)
        return;
    begin_element(script, begun, "printed", i);
    fprintf(script->stream,
            "using 1:2 with points pointsize %g pointtype %d linewidth 2.5 linecolor rgb '#000000'",
            point_size(script, 2.4), shapes[i % COUNT(shapes)] - 1);
    end_element(script, i, true);
    if (!needs_dots(plot))
        return;
    begin_element(script, begun, "printed", i);
    fprintf(script->stream, "using 1:2 with points pointtype 7 pointsize %g linecolor rgb '%s' notitle",
            point_size(script, 0.7), colour_of(i));
}

static void write_plot(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    bool begun = false, bars = plot->figure->kind == CD_FIGURE_BARS;
    bool numbers = bars && plot->point_count <= TURNED_BARS;
    bool *vertical = cd_allocate(plot->series_count, sizeof *vertical);
    bool *horizontal = cd_allocate(plot->series_count, sizeof *horizontal);
    for (size_t i = 0; i < plot->series_count; i++) {
        write_points(script, "ours", i, false);
        write_points(script, "printed", i, true);
        write_numbers(script, i);
        vertical[i] = write_bounds(script, i, true);
        horizontal[i] = write_bounds(script, i, false);
    }
    for (size_t i = 0; i < plot->series_count; i++)
        plot_ours(script, i, &begun);
    for (size_t i = 0; i < plot->series_count; i++) {
        if (vertical[i])
            plot_bounds(script, i, true, &begun);
        if (horizontal[i])
            plot_bounds(script, i, false, &begun);
    }
    for (size_t i = 0; i < plot->series_count && numbers; i++)
        if (plot->series[i].ours.count) {
            begin_element(script, &begun, "number", i);
            fprintf(script->stream, "using 1:2:3 with labels %s font 'sans-serif,%g' noenhanced notitle",
                    plot->point_count <= UPRIGHT_BARS ? "offset 0,0.7" : "left rotate by 90 offset 0,0.4",
                    font_size(script, CD_FONT_NOTE));
        }
    for (size_t i = 0; i < plot->series_count; i++)
        plot_printed(script, i, &begun);
    fputc('\n', script->stream);
    cd_free(vertical);
    cd_free(horizontal);
}

static void write_key_point(const struct script *script, double x, double y, int shape, double size,
                            const char *colour)
{
    fprintf(script->stream,
            "set label '' at screen %.6f,%.6f point pointtype %d pointsize %g linewidth 2.5 linecolor rgb "
            "'%s' front\n",
            screen_x(script, x), screen_y(script, y), shape, point_size(script, size), colour);
}

static void write_key_bar(const struct script *script, size_t series, double x, double y)
{
    fprintf(script->stream,
            "set object rectangle from screen %.6f,%.6f to screen %.6f,%.6f front fillcolor rgb '%s' ",
            screen_x(script, x + 22), screen_y(script, y + 9), screen_x(script, x + 56),
            screen_y(script, y - 9), colour_of(series));
    write_fill(script, series);
    fputc('\n', script->stream);
}

static void write_key_line(const struct script *script, size_t series, double x, double y)
{
    fprintf(script->stream,
            "set arrow from screen %.6f,%.6f to screen %.6f,%.6f nohead front linewidth 2.5 dashtype %s "
            "linecolor rgb '%s'\n",
            screen_x(script, x), screen_y(script, y), screen_x(script, x + 56), screen_y(script, y),
            dashes[series % COUNT(dashes)], colour_of(series));
}

/// The picture of an entry in the key, 56 pixels wide.
static void write_key_sample(const struct script *script, size_t series, bool printed, double x, double y)
{
    enum cd_figure_kind kind = script->plot->figure->kind;
    double middle = x + (kind == CD_FIGURE_LINES ? 28 : 39);
    int shape = shapes[series % COUNT(shapes)];
    if (printed) {
        write_key_point(script, middle, y, shape - 1, 2, "#000000");
        if (needs_dots(script->plot))
            write_key_point(script, middle, y, 7, 0.6, colour_of(series));
    } else if (kind == CD_FIGURE_BARS) {
        write_key_bar(script, series, x, y);
    } else {
        if (kind == CD_FIGURE_LINES)
            write_key_line(script, series, x, y);
        write_key_point(script, middle, y, shape, 1.5, colour_of(series));
    }
}

static void write_key(const struct script *script)
{
    const struct cd_plot_layout *layout = &script->layout;
    const struct cd_plot *plot = script->plot;
    int entry = 0;
    for (int printed = 0; printed < 2; printed++)
        for (size_t i = 0; i < plot->series_count; i++) {
            const struct cd_plot_series *series = &plot->series[i];
            if (!(printed ? series->printed.count : series->ours.count))
                continue;
            char text[500];
            double x = layout->key_columns[entry / layout->key_rows];
            double y = layout->key_top + (entry % layout->key_rows + 0.5) * CD_FONT_KEY * 1.4;
            write_key_sample(script, i, printed, x, y);
            cd_plot_key_text(text, sizeof text, plot, i, printed, layout->key_characters);
            write_label(script, text, x + 70, y, "left", CD_FONT_KEY, "#000000");
            entry++;
        }
}

void cd_plot_write_script(const struct cd_plot *plot, const struct cd_plot_words *words,
                          enum cd_image_format picture, FILE *stream)
{
    struct script script = {plot, picture, cd_plot_layout_make(plot, words), stream};
    write_terminal(&script);
    write_frame(&script);
    if (plot->categorical)
        write_categories(&script);
    else
        write_axis(&script, &plot->x, 'x');
    write_axis(&script, &plot->y, 'y');
    write_key(&script);
    write_plot(&script);
}
