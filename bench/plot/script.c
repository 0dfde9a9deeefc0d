// One style for all figures: writes a panel for gnuplot.
#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"
#include "bench/plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/// The longest categories and labels in the key, in characters. If there are many, several share a line.
#define LONGEST      80
#define LONGEST_MANY 42
#define MANY_ENTRIES 6
/// Heights in pixels: of a plot that is alone, of a plot among others, and of its tics, its margins and the label of
/// its horizontal axis.
#define PLOT_HEIGHT   560
#define PANEL_HEIGHT  330
#define AROUND_HEIGHT 95
/// The approximate width of the plot.
#define PLOT_WIDTH 1180.0
/// The width of the sample before a label in the key.
#define KEY_SAMPLE 95
/// The angle, in degrees, of categories that would not fit side by side.
#define SLANT        25
#define SLANT_SINE   0.42
#define SLANT_COSINE 0.91
/// The space to the left of the plot that tics usually take, the most that they take, and the space to the left of
/// slanted categories.
#define USUAL_LEFT 80
#define LEAST_LEFT 125.0
#define LABEL_LEFT 20
/// The most points of a line that are all marked, the most values that all have a tic, the most bars that have their
/// number, and the most tics with a label on a logarithmic axis.
#define MARKED_POINTS   40
#define MEASURED_VALUES 100
#define NUMBERED_BARS   54
#define LABELS_MAX      14
/// gnuplot's number for the symbol.
#define HOLLOW_CIRCLE 6

struct script {
    struct cd_script to;
    const struct cd_plot *plot;
    int height;     ///< of its plot
    double point;   ///< points of SVG grow with the font; with this they are about as large as those of PNG
    size_t longest; ///< length of a label in the key
};

// ---- axes -------------------------------------------------------------------------------------------------

/// Writes tics at multiples of a round number (1, 2 or 5 times a power of ten), for a logarithmic axis of less than a
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

/// Formats the number of a tic for gnuplot's enhanced text. Powers of two that would take many digits are shown as such.
static void show_tic(double value, char *text, size_t bytes)
{
    int binary;
    int exponent = value != 0 ? (int)floor(log10(fabs(value)) + 1e-9) : 0;
    double mantissa = value / pow(10, exponent);
    snprintf(text, bytes, "%.10g", fabs(value));
    if (frexp(value, &binary) == 0.5 && strlen(text) > 6)
        snprintf(text, bytes, "2^{%d}", binary - 1);
    else if (exponent >= -4 && exponent < 6)
        snprintf(text, bytes, "%.10g", value);
    else if (fabs(mantissa - 1) < 1e-9)
        snprintf(text, bytes, "10^{%d}", exponent);
    else
        snprintf(text, bytes, "%.4g×10^{%d}", mantissa, exponent);
}

static int compare_reals(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/// Collects every x of the plot once, sorted, and returns how many there are.
static size_t gather_values(const struct cd_plot *plot, double **values)
{
    size_t count = 0, different = 0, capacity = 0;
    *values = NULL;
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct cd_plot_points *const both[] = {&plot->series[i].points, &plot->series[i].printed};
        for (size_t k = 0; k < 2; k++)
            for (size_t at = 0; at < both[k]->count; at++) {
                *values = cd_grow(*values, count, &capacity, sizeof **values);
                (*values)[count++] = both[k]->items[at].x;
            }
    }
    qsort(*values, count, sizeof **values, compare_reals);
    for (size_t i = 0; i < count; i++)
        if (!different || (*values)[i] > (*values)[different - 1])
            (*values)[different++] = (*values)[i];
    return different;
}

/// The place where the axis shows a value. Zeros are shown at its end, and so are bounds that are off the axis.
static double place_on(const struct cd_plot_axis *axis, double value)
{
    double min = isnan(axis->zero) ? axis->low : axis->zero;
    return axis->logarithmic && value < min ? min : value;
}

/// Writes a tic at every value that was measured or is printed, with a label where there is room. Returns false if
/// there are too many values.
static bool write_measured_tics(const struct cd_plot *plot, FILE *stream)
{
    const struct cd_plot_axis *axis = &plot->x;
    double *values, end = -INFINITY;
    size_t count = gather_values(plot, &values);
    if (count > MEASURED_VALUES) {
        cd_free(values);
        return false;
    }
    bool powers = false;
    for (size_t i = 0; i < count; i++) {
        char text[60];
        show_tic(values[i], text, sizeof text);
        powers |= strchr(text, '^') != NULL;
    }
    fprintf(stream, "set xtics %s ()\n", powers ? "enhanced" : "noenhanced");
    for (size_t i = 0; i < count; i++) {
        char text[60];
        double at = place_on(axis, values[i]), share = (at - axis->low) / (axis->high - axis->low);
        if (axis->logarithmic)
            share = log(at / axis->low) / log(axis->high / axis->low);
        show_tic(values[i], text, sizeof text);
        double width = CD_CHARACTER * CD_FONT * ((double)cd_count_characters(text, SIZE_MAX) + 1);
        bool fits = share * PLOT_WIDTH - width / 2 >= end;
        fprintf(stream, "set xtics add ('%s' %.17g %d)\n", fits ? text : "", at, !fits);
        if (fits)
            end = share * PLOT_WIDTH + width / 2;
    }
    cd_free(values);
    return true;
}

/// Writes tics at decades, with labels, and between decades. If there are only a few decades, 2 and 5 have labels, too.
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

/// Writes the axis 'x' or 'y'. gnuplot's own tics do not support zeros on logarithmic axes, and do not label halves of
/// a decade.
static void write_axis(const struct cd_plot *plot, const struct cd_plot_axis *axis, char name, FILE *stream)
{
    bool zero = !isnan(axis->zero);
    // Below the decade above 0 there is only 0.
    double min = zero ? 10 * axis->zero : axis->low;
    fprintf(stream, "set %crange [%.17g:%.17g] noextend\nset %ctics noenhanced\n", name, axis->low,
            axis->high, name);
    if (axis->logarithmic)
        fprintf(stream, "set logscale %c\n", name);
    if (name == 'x' && plot->kind != CD_PLOT_POINTS && write_measured_tics(plot, stream))
        return;
    if (!axis->logarithmic) {
        fprintf(stream, "set %ctics autofreq\nset format %c '%%.10g'\n", name, name);
        return;
    }
    fprintf(stream, "set %ctics ()\n", name);
    if (zero)
        fprintf(stream, "set %ctics add ('0' %.17g)\n", name, axis->zero);
    if (!zero && axis->high < 8 * min)
        write_even_tics(axis, name, stream);
    else
        write_decades(axis, min, name, stream);
}

// ---- layout -----------------------------------------------------------------------------------------------

/// Whether the key names the series. Where categories are labelled, it leaves out one that is alone: the title names it.
static bool has_entry(const struct cd_plot *plot, const struct cd_plot_series *series)
{
    bool alone = plot->categorical && plot->series_count == 1;
    return !plot->by_series && !alone && series->label && *series->label && series->points.count;
}

/// Whether some series has a number from the paper.
static bool has_printed(const struct cd_plot *plot)
{
    bool printed = false;
    for (size_t i = 0; i < plot->series_count; i++)
        printed |= plot->series[i].printed.count > 0;
    return printed;
}

/// Sets the columns of the key and returns the number of its rows. gnuplot makes all columns as wide as the widest.
/// Series that are categories are not named twice; for them, the key says only which values are printed.
static int write_key(struct script *script)
{
    const struct cd_plot *plot = script->plot;
    size_t entries = plot->by_series && has_printed(plot),
           widest = plot->by_series ? strlen("printed in the paper") : 0;
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct cd_plot_series *series = &plot->series[i];
        size_t printed = !plot->by_series && series->printed.count;
        size_t label = cd_count_characters(series->label ? series->label : "", SIZE_MAX);
        entries += has_entry(plot, series) + printed;
        label += printed ? strlen("paper: ") : 2;
        widest = widest < label ? label : widest;
    }
    if (!entries) {
        fputs("set key off\n", script->to.stream);
        return 0;
    }
    script->longest = entries > MANY_ENTRIES ? LONGEST_MANY : LONGEST;
    widest = widest < script->longest + 7 ? widest : script->longest + 7;
    int columns = (int)(CD_TEXT_WIDTH / (KEY_SAMPLE + CD_CHARACTER * CD_FONT * (double)widest));
    columns = columns < 1 ? 1 : columns > 5 ? 5 : columns;
    // gnuplot overestimates the width of texts, above all in SVG.
    fprintf(script->to.stream,
            "set key bmargin center horizontal Left reverse noenhanced samplen 2.5 width %d height 1 "
            "maxcols %d\n",
            -(int)((script->to.svg ? 0.22 : 0.1) * (double)widest), columns);
    return ((int)entries + columns - 1) / columns;
}

/// Writes the categories. Rotates them if they do not fit side by side, and labels only every nth category if not even
/// the rotated lines fit. Returns their height in pixels.
static double write_categories(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    double widest = 0, overhang = 0,
           slot = PLOT_WIDTH / (double)(plot->categories.count ? plot->categories.count : 1);
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
    fputs(")\nset grid noxtics\n", script->to.stream);
    if (angle == SLANT && overhang > USUAL_LEFT)
        fprintf(script->to.stream, "set lmargin at screen %.4f\n",
                fmax(overhang + LABEL_LEFT, LEAST_LEFT) / CD_DRAWING_WIDTH);
    return angle == 90 ? widest : angle ? widest * SLANT_SINE : 0;
}

/// Writes the lines that are not measurements: a level, the line where y is x, and what happened at some x.
static void write_lines(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    static const char style[] = "nohead dashtype (8,6) linewidth 1.5 linecolor rgb '#555555'";
    FILE *stream = script->to.stream;
    if (!isnan(plot->level))
        fprintf(stream, "set arrow from graph 0, first %.17g to graph 1, first %.17g %s\n", plot->level,
                plot->level, style);
    if (plot->diagonal) {
        double low = fmax(plot->x.low, plot->y.low), high = fmin(plot->x.high, plot->y.high);
        fprintf(stream, "set arrow from first %.17g, first %.17g to first %.17g, first %.17g %s\n", low, low,
                high, high, style);
    }
    for (size_t i = 0; i < plot->mark_count; i++) {
        fprintf(stream, "set arrow from first %.17g, graph 0 to first %.17g, graph 1 %s\nset label ",
                plot->marks[i].x, plot->marks[i].x, style);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT, plot->marks[i].text);
        fprintf(stream, " at first %.17g, graph 0.06 %s noenhanced font 'sans-serif,%g'\n", plot->marks[i].x,
                plot->marks[i].x > (plot->x.low + plot->x.high) / 2 ? "right offset -0.5,0" : "offset 0.5,0",
                CD_FONT_NOTE * script->to.font);
    }
}

/// Writes the title of the panel and the title of its vertical axis, which is above the axis, where it can be read.
/// Returns their height.
static double write_heading(const struct script *script)
{
    static const char *const names[] = {"label 4", "label 5"};
    const char *const texts[] = {script->plot->title, script->plot->y.label};
    double height = 0;
    for (size_t i = 0; i < 2; i++) {
        if (!texts[i] || !*texts[i])
            continue;
        int lines = cd_script_text(&script->to, names[i], texts[i], CD_FONT_AXIS, CD_TEXT_WIDTH);
        fprintf(script->to.stream, " at screen 0.018,1-(TOP+%g)/H left front\n", height + 0.6 * CD_FONT_AXIS);
        height += lines * CD_LINE(CD_FONT_AXIS);
    }
    height += 10;
    fprintf(script->to.stream, "set tmargin at screen 1-(TOP+%g)/H\n", height);
    return height;
}

/// Writes everything except the curves. Returns the height of the panel.
static double write_layout(struct script *script)
{
    const struct cd_plot *plot = script->plot;
    FILE *stream = script->to.stream;
    fputs("set datafile missing '?'\n"
          "set border 3 linewidth 1.5 linecolor rgb '#333333'\nset tics nomirror out scale 0.8,0.4\n"
          "set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb '#dddddd'\nset rmargin 4\n",
          stream);
    double height = write_heading(script) + script->height + AROUND_HEIGHT;
    if (*plot->x.label)
        height += CD_LINE(CD_FONT_AXIS) *
                  cd_script_text(&script->to, "xlabel", plot->x.label, CD_FONT_AXIS, CD_TEXT_WIDTH - 100);
    fputc('\n', stream);
    height += CD_LINE(CD_FONT) * write_key(script);
    if (plot->categorical)
        height += write_categories(script);
    else
        write_axis(plot, &plot->x, 'x', stream);
    write_axis(plot, &plot->y, 'y', stream);
    write_lines(script);
    return height;
}

// ---- curves -----------------------------------------------------------------------------------------------

/// The number of slots in a category. Each series has its bar in a slot of its own, unless the series are the
/// categories.
static size_t count_slots(const struct cd_plot *plot)
{
    size_t slots = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        slots += !plot->series[i].constant;
    return plot->by_series || !slots ? 1 : slots;
}

static double slot_width(const struct cd_plot *plot)
{
    return fmin(0.84 / (double)count_slots(plot), 0.3);
}

/// The distance of a series' points from their x. It is 0 except for bars, which have the paper's number to their
/// right.
static double offset_of(const struct cd_plot *plot, size_t series, bool printed)
{
    if (plot->kind != CD_PLOT_BARS)
        return 0;
    double place = 0;
    for (size_t i = 0; i < series; i++)
        place += !plot->series[i].constant;
    double middle = plot->by_series ? 0 : place - ((double)count_slots(plot) - 1) / 2;
    double aside = !has_printed(plot) ? 0 : printed ? 0.33 : -0.17;
    return (middle + aside) * slot_width(plot);
}

/// Whether bars start at their axis.
static bool are_boxes(const struct cd_plot *plot)
{
    return plot->kind == CD_PLOT_BARS && !plot->y.logarithmic;
}

/// Formats the number of a bar.
static void show_number(double value, char *text, size_t bytes)
{
    if (fabs(value) < 999.5)
        snprintf(text, bytes, "%.3g", value);
    else if (fabs(value) < 999950)
        snprintf(text, bytes, "%.0f", value);
    else
        snprintf(text, bytes, "%.3gM", value / 1e6);
}

/// Writes the points of a series: x, y, the bounds of y (? where there are none), the place of its number, and the
/// number.
static void write_points(const struct script *script, size_t i, bool printed)
{
    const struct cd_plot *plot = script->plot;
    const struct cd_plot_points *points = printed ? &plot->series[i].printed : &plot->series[i].points;
    double offset = offset_of(plot, i, printed);
    fprintf(script->to.stream, "$%s%zu << END\n", printed ? "printed" : "points", i);
    for (size_t k = 0; k < points->count; k++) {
        const struct cd_plot_point *point = &points->items[k];
        char number[40];
        double y = place_on(&plot->y, point->y), high = place_on(&plot->y, point->high);
        const double values[] = {place_on(&plot->x, point->x) + offset, y, place_on(&plot->y, point->low),
                                 high, fmax(fmax(y, high), plot->y.logarithmic ? -INFINITY : 0)};
        for (size_t v = 0; v < COUNT(values); v++)
            fprintf(script->to.stream, isnan(values[v]) ? "? " : "%.17g ", values[v]);
        show_number(point->y, number, sizeof number);
        fprintf(script->to.stream, "%s\n", number);
    }
    if (plot->series[i].constant && points->count)
        fprintf(script->to.stream, "%.17g %.17g ? ? ? ?\n%.17g %.17g ? ? ? ?\n", plot->x.low,
                points->items[0].y, plot->x.high, points->items[0].y);
    fputs("END\n", script->to.stream);
}

static void style_ours(const struct script *script, const struct cd_plot_series *series)
{
    const struct cd_plot *plot = script->plot;
    FILE *stream = script->to.stream;
    if (series->constant)
        fprintf(stream, " every ::%zu with lines linewidth 3 dashtype %s linecolor rgb 0x%06x",
                series->points.count, series->look.dash, series->look.colour);
    else if (are_boxes(plot))
        fprintf(stream,
                ":(%g) with boxes linecolor rgb 0x%06x fillstyle solid 1.0 border linecolor rgb '#333333'",
                (has_printed(plot) ? 0.62 : 0.9) * slot_width(plot), series->look.colour);
    else if (plot->kind == CD_PLOT_LINES && series->points.count > MARKED_POINTS)
        fprintf(stream, " with lines linewidth 2.5 dashtype %s linecolor rgb 0x%06x", series->look.dash,
                series->look.colour);
    else if (plot->kind == CD_PLOT_LINES)
        fprintf(stream,
                " with linespoints linewidth 2.5 dashtype %s pointsize %g pointtype %d linecolor rgb 0x%06x",
                series->look.dash, 1.5 * script->point, series->look.shape, series->look.colour);
    else
        fprintf(stream, " with points pointsize %g pointtype %d linecolor rgb 0x%06x", 1.8 * script->point,
                series->look.shape, series->look.colour);
}

/// Plots the points of a series, if it has any, with their entry in the key. The entry is also their name in the SVG.
static void plot_points(const struct script *script, size_t i)
{
    const struct cd_plot_series *series = &script->plot->series[i];
    if (!series->points.count)
        return;
    fprintf(script->to.stream, "$points%zu using 1:2", i);
    style_ours(script, series);
    if (has_entry(script->plot, series)) {
        fputs(" title ", script->to.stream);
        cd_script_shortened(&script->to, CD_QUOTE_GNUPLOT, "", series->label, script->longest,
                            series->ours ? " †" : "");
    } else {
        fputs(" notitle", script->to.stream);
    }
    fputs(", \\\n  ", script->to.stream);
}

/// Plots the paper's numbers as hollow black symbols.
static void plot_printed(const struct script *script, size_t i, bool *named)
{
    const struct cd_plot *plot = script->plot;
    const struct cd_plot_series *series = &plot->series[i];
    if (!series->printed.count)
        return;
    fprintf(script->to.stream,
            "$printed%zu using 1:2 with points pointsize %g pointtype %d linewidth 2.5 linecolor rgb "
            "'#000000' ",
            i, 2.4 * script->point, plot->by_series ? HOLLOW_CIRCLE : series->look.shape - 1);
    if (!plot->by_series) {
        fputs("title ", script->to.stream);
        cd_script_shortened(&script->to, CD_QUOTE_GNUPLOT, "paper: ", series->label, script->longest, "");
    } else {
        fputs(*named ? "notitle" : "title 'printed in the paper'", script->to.stream);
    }
    *named = true;
    fputs(", \\\n  ", script->to.stream);
}

/// Plots intervals as vectors with flat heads. gnuplot's own error bars hide what is below their middle.
static void plot_bounds(const struct script *script, size_t i)
{
    const struct cd_plot_series *series = &script->plot->series[i];
    bool any = false;
    for (size_t k = 0; k < series->points.count && !series->constant; k++)
        any |= series->points.items[k].low < series->points.items[k].high;
    if (any)
        fprintf(
            script->to.stream,
            "$points%zu using 1:3:(0):($4-$3) with vectors heads size screen 0.0045,90 fixed linewidth 1.7 "
            "dashtype solid linecolor rgb 0x%06x notitle, \\\n  ",
            i, are_boxes(script->plot) ? 0 : series->look.colour);
}

/// Plots the numbers of bars: upright if they fit side by side, rotated otherwise.
static void plot_numbers(const struct script *script)
{
    const struct cd_plot *plot = script->plot;
    size_t count = 0, widest = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        for (size_t k = 0; k < plot->series[i].points.count && !plot->series[i].constant; k++, count++) {
            char number[40];
            show_number(plot->series[i].points.items[k].y, number, sizeof number);
            widest = strlen(number) > widest ? strlen(number) : widest;
        }
    double slot = 0.84 / (double)count_slots(plot) * PLOT_WIDTH / (plot->x.high - plot->x.low);
    bool upright = ((double)widest + 0.5) * CD_CHARACTER * CD_FONT_NOTE <= slot;
    for (size_t i = 0; i < plot->series_count && count <= NUMBERED_BARS; i++)
        if (plot->series[i].points.count && !plot->series[i].constant)
            fprintf(script->to.stream,
                    "$points%zu using 1:5:6 with labels %s font 'sans-serif,%g' noenhanced notitle, \\\n  ",
                    i, upright ? "offset 0,0.8" : "left rotate by 90 offset 0,0.6",
                    CD_FONT_NOTE * script->to.font);
}

/// Puts an invisible circle with hypertext on every point.
static void plot_tips(const struct script *script, size_t panel, size_t i, bool printed)
{
    const struct cd_plot_series *series = &script->plot->series[i];
    if ((printed ? series->printed : series->points).count && !series->constant)
        fprintf(script->to.stream,
                "$%s%zu using 1:2:(sprintf('tip %zu %%d', $0)) with labels hypertext point pointtype 7 "
                "pointsize %g linecolor rgb '#ff000000' notitle, \\\n  ",
                printed ? "printed" : "points", i, 2 * (panel * CD_PLOT_SERIES_MAX + i) + printed,
                3 * script->point);
}

static double write_panel(const void *user, size_t panel, const struct cd_script *to)
{
    const struct cd_plots *plots = user;
    const struct cd_plot *plot = &plots->items[panel];
    bool named = false;
    struct script script = {*to, plot, plots->count > 1 ? PANEL_HEIGHT : PLOT_HEIGHT, to->svg ? 0.46 : 1,
                            LONGEST};
    double height = write_layout(&script);
    for (size_t i = 0; i < 2 * plot->series_count; i++)
        write_points(&script, i / 2, i % 2);
    fputs("plot ", to->stream);
    for (size_t i = 0; i < plot->series_count; i++)
        plot_points(&script, i);
    for (size_t i = 0; i < plot->series_count; i++)
        plot_bounds(&script, i);
    if (plot->kind == CD_PLOT_BARS)
        plot_numbers(&script);
    for (size_t i = 0; i < plot->series_count; i++)
        plot_printed(&script, i, &named);
    for (size_t i = 0; i < 2 * plot->series_count && to->tips; i++)
        plot_tips(&script, panel, i / 2, i % 2);
    fputs("NaN notitle\n", to->stream);
    return height;
}

const char *cd_plots_note(const struct cd_plots *plots)
{
    for (size_t i = 0; i < plots->count; i++)
        for (size_t k = 0; k < plots->items[i].series_count; k++)
            for (size_t at = 0; at < plots->items[i].series[k].points.count; at++)
                if (!isnan(plots->items[i].series[k].points.items[at].low))
                    return "error bars: 95 % interval of the median";
    return "";
}

struct cd_drawing cd_plots_drawing(const struct cd_plots *plots, const char *title, const char *notes,
                                   const char *caption)
{
    return (struct cd_drawing){title, notes, caption, plots->count, write_panel, plots, false};
}
