#include "bench/papers/plot.h"

#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"

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
#define COUNT(array)   (sizeof(array) / sizeof *(array))
#define COLOUR(series) colours[(series) % COUNT(colours)]

/// Longest categories and labels in the key, in characters; those of many have to share lines.
#define LONGEST      80
#define LONGEST_MANY 42
#define MANY_ENTRIES 6
/// Height of the plot in pixels, about, and of its tics, margins and the label of its horizontal axis.
#define PLOT_HEIGHT   560
#define AROUND_HEIGHT 170
/// Width of what stands before a label in the key.
#define KEY_SAMPLE 95
/// Angle of categories that would not fit side by side, in degrees.
#define SLANT        25
#define SLANT_SINE   0.42
#define SLANT_COSINE 0.91
/// Least room to the left of the plot.
#define USUAL_LEFT 100
/// Most points of a line that are all marked, and most bars that carry their number, upright or turned.
#define MARKED_POINTS 40
#define UPRIGHT_BARS  18
#define TURNED_BARS   54
/// Most tics with a label on a logarithmic axis.
#define LABELS_MAX 14

struct script {
    struct cd_script to;
    const struct cd_plot *plot;
    double point;   ///< points of SVG grow with the font; so they are about as large as those of PNG
    size_t longest; ///< label in the key
};

// ---- axes -------------------------------------------------------------------------------------------------

/// Where the axis shows a value: zeros at its end, bounds that it has no place for too.
static double place_on(const struct cd_plot_axis *axis, double value)
{
    double min = isnan(axis->zero) ? axis->low : axis->zero;
    return axis->logarithmic && value < min ? min : value;
}

/// Tics at multiples of a round number (1, 2 or 5 times a power of ten), for a logarithmic axis of less than a
/// decade.
static void write_even_tics(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    double least = (axis->high - axis->low) / 8, power = pow(10, floor(log10(least)));
    double lead = least * (1 - 1e-9) / power, step = power * (lead <= 1   ? 1
                                                              : lead <= 2 ? 2
                                                              : lead <= 5 ? 5
                                                                          : 10);
    fprintf(stream, "set for [i=%.0f:%.0f] %ctics add (sprintf('%%.10g', i * %.17g) i * %.17g)\n",
            ceil(axis->low / step), floor(axis->high / step), name, step, step);
}

/// A tic at every power of two, or at every second one and so on where they are many.
static void write_doubling_tics(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    int first = (int)ceil(log2(axis->low)), last = (int)floor(log2(axis->high));
    int stride = 1 + (last - first) / LABELS_MAX;
    const char *label = first < -10 || last > 20 ? "'2^%d', e" : "'%.10g', 2.**e";
    fprintf(stream, "set for [e=%d:%d:-%d] %ctics add (sprintf(%s) 2.**e)\n", last, first, stride, name,
            label);
}

/// Tics at decades, named, and between them; of a few decades 2 and 5 are named as well.
static void write_decades(const struct cd_plot_axis *axis, double min, char name, FILE *stream)
{
    int first = (int)floor(log10(min) + 1e-9), last = (int)floor(log10(axis->high) + 1e-9);
    int stride = 1 + (last - first) / LABELS_MAX;
    int first_named = stride * (int)ceil((double)first / stride);
    bool plain = min >= 0.9e-4 && axis->high < 1e7, few = axis->high < 1000 * min;
    fprintf(stream, "set %ctics %s\nset for [e=%d:%d:%d] %ctics add (sprintf(%s) 10.**e)\n", name,
            plain ? "noenhanced" : "enhanced", first_named, last, stride, name,
            plain ? "'%.10g', 10.**e" : "'10^{%d}', e");
    for (int mantissa = 2; mantissa <= 9 && stride == 1; mantissa++) {
        bool named = few && (mantissa == 2 || mantissa == 5);
        fprintf(stream, "set for [e=%d:%d] %ctics add (", first, last, name);
        if (named && plain)
            fprintf(stream, "sprintf('%%.10g', %d * 10.**e)", mantissa);
        else
            fprintf(stream, named ? "sprintf('%d×10^{%%d}', e)" : "''", mantissa);
        fprintf(stream, " %d * 10.**e %d)\n", mantissa, named ? 0 : 1);
    }
}

/// Writes the axis called 'x' or 'y'. gnuplot's own tics know nothing of zeros on logarithmic axes, and name
/// neither halves of a decade nor powers of two.
static void write_axis(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    bool zero = !isnan(axis->zero);
    // Nothing but 0 stands below the decade above it.
    double min = zero ? 10 * axis->zero : axis->low;
    fprintf(stream, "set %crange [%.17g:%.17g] noextend\nset %ctics noenhanced\n", name, axis->low,
            axis->high, name);
    if (!axis->logarithmic) {
        fprintf(stream, "set %ctics autofreq\nset format %c '%%.10g'\n", name, name);
        return;
    }
    fprintf(stream, "set logscale %c\nset %ctics ()\n", name, name);
    if (zero)
        fprintf(stream, "set %ctics add ('0' %.17g)\n", name, axis->zero);
    if (axis->doubling)
        write_doubling_tics(axis, name, stream);
    else if (!zero && axis->high < 5 * min)
        write_even_tics(axis, name, stream);
    else
        write_decades(axis, min, name, stream);
}

// ---- texts ------------------------------------------------------------------------------------------------

/// Writes the label of an axis, marked when it is ours.
static int write_axis_text(const struct script *script, const char *name, const struct cd_axis *axis,
                           int width)
{
    char text[600];
    bool marked = *axis->label && axis->ours && strcmp(script->plot->experiment->source, "ours") != 0;
    snprintf(text, sizeof text, "%s%s", axis->label, marked ? " (our axis)" : "");
    int lines = cd_script_text(&script->to, name, text, CD_FONT_AXIS, width);
    fputc('\n', script->to.stream);
    return lines;
}

// ---- layout -----------------------------------------------------------------------------------------------

/// Sets the key's columns, of which gnuplot makes all as wide as the widest, and returns how many rows it has.
static int write_key(struct script *script)
{
    const struct cd_plot *plot = script->plot;
    size_t entries = 0, widest = 0;
    for (size_t i = 0; i < 2 * plot->series_count; i++) {
        const struct cd_plot_series *series = &plot->series[i];
        size_t label = cd_count_characters(series->series->label, SIZE_MAX);
        label += !series->printed ? 2 : series->count ? strlen("paper: ") : 0;
        entries += series->count > 0;
        widest = widest < label ? label : widest;
    }
    script->longest = entries > MANY_ENTRIES ? LONGEST_MANY : LONGEST;
    widest = widest < script->longest + 7 ? widest : script->longest + 7;
    int columns = (int)(CD_TEXT_WIDTH / (KEY_SAMPLE + CD_CHARACTER * CD_FONT * (double)widest));
    columns = columns < 1 ? 1 : columns > 5 ? 5 : columns;
    // gnuplot thinks texts wider than they are, most of all in SVG.
    fprintf(script->to.stream,
            "set key bmargin center horizontal Left reverse noenhanced samplen 2.5 width %d height 1 "
            "maxcols %d\n",
            -(int)((script->to.svg ? 0.22 : 0.1) * (double)widest), columns);
    return ((int)entries + columns - 1) / columns;
}

/// Writes the categories, turned where they do not fit side by side and every nth where not even lines of
/// them do. Returns how high they are in pixels.
static double write_categories(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    double widest = 0, overhang = 0,
           slot = 1150.0 / (double)(plot->categories.count ? plot->categories.count : 1);
    for (size_t i = 0; i < plot->categories.count; i++) {
        double width = CD_CHARACTER * CD_FONT *
                       fmin((double)cd_count_characters(plot->categories.items[i], SIZE_MAX), LONGEST_MANY);
        widest = fmax(widest, width);
        overhang = fmax(overhang, width * SLANT_COSINE - ((double)i + 0.5) * slot);
    }
    int angle = widest <= 0.95 * slot ? 0 : slot * SLANT_SINE >= CD_LINE(CD_FONT) ? SLANT : 90;
    size_t stride = angle < 90 ? 1 : 1 + (size_t)(CD_LINE(CD_FONT) / slot);
    fprintf(script->to.stream, "set xrange [%g:%g] noextend\nset xtics scale 0 %s", plot->x.low, plot->x.high,
            angle ? "right " : "");
    fprintf(script->to.stream, "rotate by %d noenhanced ", angle);
    for (size_t i = 0; i < plot->categories.count; i += stride) {
        fputs(i ? ", " : "(", script->to.stream);
        cd_script_shortened(&script->to, CD_QUOTE_GNUPLOT_FORMAT, "", plot->categories.items[i], LONGEST_MANY,
                            "");
        fprintf(script->to.stream, " %zu", i);
    }
    fputs(")\n", script->to.stream);
    if (angle == SLANT && overhang > USUAL_LEFT)
        fprintf(script->to.stream, "set lmargin at screen %.4f\n", overhang / CD_DRAWING_WIDTH);
    if (plot->figure->kind == CD_FIGURE_BARS)
        fputs("set grid noxtics\n", script->to.stream);
    return angle == 90 ? widest : angle ? widest * SLANT_SINE : 0;
}

/// All but the curves.
static void write_layout(struct script *script, const struct cd_drawing *drawing)
{
    const struct cd_plot *plot = script->plot;
    FILE *stream = script->to.stream;
    fputs("set datafile missing '?'\n"
          "set border 3 linewidth 1.5 linecolor rgb '#333333'\nset tics nomirror out scale 0.8,0.4\n"
          "set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb '#dddddd'\nset rmargin 4\n",
          stream);
    double height = PLOT_HEIGHT + AROUND_HEIGHT;
    height +=
        CD_LINE(CD_FONT_AXIS) * write_axis_text(script, "xlabel", &plot->figure->x, CD_TEXT_WIDTH - 100);
    write_axis_text(script, "ylabel", &plot->figure->y, PLOT_HEIGHT + 100);
    height += CD_LINE(CD_FONT) * write_key(script);
    if (plot->categorical)
        height += write_categories(script);
    else
        write_axis(&plot->x, 'x', stream);
    write_axis(&plot->y, 'y', stream);
    cd_script_frame(&script->to, drawing, height);
}

// ---- curves -----------------------------------------------------------------------------------------------

/// Bars of one category stand in slots, one a series, unless the series are the categories.
static double slot_width(const struct cd_plot *plot)
{
    return fmin(0.84 / (plot->by_series ? 1 : (double)plot->series_count), 0.3);
}

/// How far the points of a series stand from their x: not at all, but for bars, which have the paper's number to their
/// right.
static double offset_of(const struct cd_plot *plot, size_t series)
{
    if (plot->figure->kind != CD_FIGURE_BARS)
        return 0;
    size_t place = series % plot->series_count;
    double middle = plot->by_series ? 0 : (double)place - ((double)plot->series_count - 1) / 2;
    double aside = !plot->printed_count ? 0 : plot->series[series].printed ? 0.33 : -0.17;
    return (middle + aside) * slot_width(plot);
}

/// The points of a series: x, y, the bounds of y (? where there are none) and the value itself.
static void write_points(const struct script *script, size_t series)
{
    const struct cd_plot *plot = script->plot;
    double offset = offset_of(plot, series);
    fprintf(script->to.stream, "$points%zu << END\n", series);
    for (size_t i = 0; i < plot->series[series].count; i++) {
        const struct cd_plot_point *point = &plot->series[series].points[i];
        const double values[] = {place_on(&plot->x, point->x) + offset, place_on(&plot->y, point->y),
                                 place_on(&plot->y, point->low), place_on(&plot->y, point->high), point->y};
        for (size_t k = 0; k < COUNT(values); k++)
            fprintf(script->to.stream, isnan(values[k]) ? "? " : "%.17g ", values[k]);
        fputc('\n', script->to.stream);
    }
    fputs("END\n", script->to.stream);
}

static void style_ours(const struct script *script, size_t i)
{
    const struct cd_plot *plot = script->plot;
    FILE *stream = script->to.stream;
    if (plot->figure->kind == CD_FIGURE_BARS) {
        fprintf(stream, ":(%g) with boxes linecolor rgb '%s' fillstyle %s border linecolor rgb '#333333'",
                (plot->printed_count ? 0.62 : 0.9) * slot_width(plot), COLOUR(i),
                i < COUNT(colours) ? "solid 1.0" : "pattern 4");
        return;
    }
    if (plot->figure->kind == CD_FIGURE_LINES)
        fprintf(stream, " with linespoints linewidth 2.5 dashtype %s pointinterval %zu",
                dashes[i % COUNT(dashes)], 1 + plot->series[i].count / MARKED_POINTS);
    else
        fputs(" with points", stream);
    fprintf(stream, " pointsize %g pointtype %d linecolor rgb '%s'", 1.5 * script->point,
            shapes[i % COUNT(shapes)], COLOUR(i));
}

/// The paper's numbers are hollow and black, or in the colour of the series where shapes repeat.
static void style_printed(const struct script *script, size_t i)
{
    fprintf(script->to.stream, " with points pointsize %g pointtype %d linewidth 2.5 linecolor rgb '%s'",
            2.4 * script->point, shapes[i % COUNT(shapes)] - 1,
            script->plot->series_count > COUNT(shapes) ? COLOUR(i) : "#000000");
}

/// The points of a series, where it has some, with their entry in the key, which is also their name in the SVG.
static void plot_points(const struct script *script, size_t i)
{
    const struct cd_plot_series *series = &script->plot->series[i];
    if (!series->count)
        return;
    fprintf(script->to.stream, "$points%zu using 1:2", i);
    if (series->printed)
        style_printed(script, i - script->plot->series_count);
    else
        style_ours(script, i);
    fputs(" title ", script->to.stream);
    cd_script_shortened(&script->to, CD_QUOTE_GNUPLOT, series->printed ? "paper: " : "",
                        series->series->label, script->longest,
                        !series->printed && series->series->ours ? " †" : "");
    fputs(", \\\n  ", script->to.stream);
}

/// Error bars as vectors with flat heads: gnuplot's own blot out what is below their middle.
static void plot_bounds(const struct script *script, size_t i)
{
    bool bars = script->plot->figure->kind == CD_FIGURE_BARS;
    if (script->plot->series[i].bounds)
        fprintf(
            script->to.stream,
            "$points%zu using 1:3:(0):($4-$3) with vectors heads size screen 0.0045,90 fixed linewidth 1.7 "
            "dashtype solid linecolor rgb '%s' notitle, \\\n  ",
            i, bars ? "#000000" : COLOUR(i));
}

static void plot_numbers(const struct script *script, size_t i)
{
    fprintf(script->to.stream,
            "$points%zu using 1:(valid(4) && $4 > $2 ? $4 : $2 > 0 ? $2 : 0)"
            ":(sprintf(abs($5) < 1000 ? '%%.3g' : '%%.0f', $5)) "
            "with labels %s font 'sans-serif,%g' noenhanced notitle, \\\n  ",
            i, script->plot->point_count <= UPRIGHT_BARS ? "offset 0,0.7" : "left rotate by 90 offset 0,0.4",
            CD_FONT_NOTE * script->to.font);
}

static void plot_tips(const struct script *script, size_t i)
{
    if (script->plot->series[i].count)
        fprintf(script->to.stream,
                "$points%zu using 1:2:(sprintf('tip %zu %%d', $0)) with labels hypertext point pointtype 7 "
                "pointsize %g linecolor rgb '#ff000000' notitle, \\\n  ",
                i, i, 3 * script->point);
}

static void write_curves(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    bool numbers = plot->figure->kind == CD_FIGURE_BARS && plot->point_count <= TURNED_BARS;
    for (size_t i = 0; i < 2 * plot->series_count; i++)
        write_points(script, i);
    fputs("plot ", script->to.stream);
    for (size_t i = 0; i < plot->series_count; i++)
        plot_points(script, i);
    for (size_t i = 0; i < plot->series_count; i++) {
        plot_bounds(script, i);
        if (numbers && plot->series[i].count)
            plot_numbers(script, i);
    }
    for (size_t i = 0; i < plot->series_count; i++)
        plot_points(script, plot->series_count + i);
    for (size_t i = 0; i < 2 * plot->series_count && script->to.tips; i++)
        plot_tips(script, i);
    fputs("NaN notitle\n", script->to.stream);
}

void cd_plot_write(const struct cd_drawing *drawing, const struct cd_script *to)
{
    struct script script = {.to = *to, .plot = drawing->user, .point = to->svg ? 0.46 : 1};
    write_layout(&script, drawing);
    write_curves(&script);
}
