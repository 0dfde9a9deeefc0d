#include "bench/history/chart.h"

#include "base/memory.h"
#include "base/quote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Heights in pixels: of the plot of one series and of what stands above all of them.
enum { WIDTH = 1100, HEIGHT = 240, HEADER = 60 };

/// At most so many revisions are named below a plot.
enum { NAMES_MAX = 24 };

// ---- series -----------------------------------------------------------------------------------------------

static void name_series(const struct cd_table *history, size_t row, char *name, size_t bytes)
{
    const char *settings = cd_table_text(history, row, "settings");
    char frames[CD_NUMBER_BYTES], buffer[CD_NUMBER_BYTES];
    const char *threads = cd_table_show(history, row, "threads", buffer);
    bool several = strcmp(threads, "1") != 0;
    snprintf(name, bytes, "%s%s%s on %s, %s, %s frames%s%s%s", cd_table_text(history, row, "algo"),
             *settings ? ":" : "", settings, cd_table_text(history, row, "scene"),
             cd_table_text(history, row, "query"), cd_table_show(history, row, "frames", frames),
             several ? ", " : "", several ? threads : "", several ? " threads" : "");
}

/// Orders rows by the columns that make a series.
static int compare_series(const struct cd_table *history, size_t a, size_t b)
{
    static const char *const keys[] = {"algo",   "settings", "scene",      "query",
                                       "frames", "threads",  "scene_hash", "fingerprint"};
    char texts[2][CD_NUMBER_BYTES];
    int order = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !order; i++)
        order = strcmp(cd_table_show(history, a, keys[i], texts[0]),
                       cd_table_show(history, b, keys[i], texts[1]));
    return order;
}

/// Orders rows by series and by their dates: runs may have been added in another order.
static int compare_rows(const void *first, const void *second, void *history)
{
    size_t a = *(const size_t *)first, b = *(const size_t *)second;
    int order = compare_series(history, a, b);
    if (!order)
        order = strcmp(cd_table_text(history, a, "date"), cd_table_text(history, b, "date"));
    return order ? order : (a > b) - (a < b);
}

static void find_changes(struct cd_series *series, const struct cd_table *history)
{
    size_t count = series->count < CD_CHANGES_LONGEST ? series->count : CD_CHANGES_LONGEST;
    size_t first = series->count - count;
    double *logarithms = cd_allocate(count, sizeof *logarithms);
    for (size_t i = 0; i < count; i++)
        logarithms[i] = log(cd_table_real(history, series->rows[first + i], "fps"));
    series->changes = cd_allocate(count / CD_CHANGES_SEGMENT + 1, sizeof *series->changes);
    series->change_count = cd_find_changes(logarithms, count, 1, series->changes);
    for (size_t i = 0; i < series->change_count; i++)
        series->changes[i].at += first;
    cd_free(logarithms);
}

void cd_chart_make(struct cd_chart *chart, const struct cd_table *history, const char *wanted)
{
    size_t used = 0;
    *chart =
        (struct cd_chart){.history = history, .rows = cd_allocate(history->row_count, sizeof *chart->rows)};
    for (size_t row = 0; row < history->row_count; row++) {
        char name[sizeof chart->series->name];
        double fps;
        name_series(history, row, name, sizeof name);
        if (cd_table_number(history, row, "fps", &fps) && fps > 0 && (!wanted || strstr(name, wanted)))
            chart->rows[used++] = row;
    }
    qsort_r(chart->rows, used, sizeof *chart->rows, compare_rows, (void *)history);
    for (size_t i = 0; i < used && chart->count <= CD_SERIES_MAX; i++) {
        if (!i || compare_series(history, chart->rows[i - 1], chart->rows[i]))
            chart->series[chart->count++].rows = &chart->rows[i];
        chart->series[chart->count - 1].count++;
    }
    for (size_t i = 0; i < chart->count && chart->count <= CD_SERIES_MAX; i++) {
        name_series(history, *chart->series[i].rows, chart->series[i].name, sizeof chart->series[i].name);
        find_changes(&chart->series[i], history);
    }
}

void cd_chart_release(struct cd_chart *chart)
{
    for (size_t i = 0; i < chart->count; i++)
        cd_free(chart->series[i].changes);
    cd_free(chart->rows);
}

// ---- text -------------------------------------------------------------------------------------------------

/// A text of a run of the series.
static const char *text_of(const struct cd_chart *chart, const struct cd_series *series, size_t run,
                           const char *column)
{
    return cd_table_text(chart->history, series->rows[run], column);
}

void cd_chart_print(const struct cd_chart *chart, FILE *stream)
{
    for (size_t i = 0; i < chart->count; i++) {
        const struct cd_series *series = &chart->series[i];
        size_t last = series->count - 1;
        char fps[CD_NUMBER_BYTES];
        fprintf(stream, "%s: %zu %s, last %s fps at %s; %zu %s\n", series->name, series->count,
                series->count == 1 ? "run" : "runs",
                cd_table_show(chart->history, series->rows[last], "fps", fps),
                text_of(chart, series, last, "revision"), series->change_count,
                series->change_count == 1 ? "change" : "changes");
        for (size_t k = 0; k < series->change_count; k++) {
            const struct cd_change_point *change = &series->changes[k];
            fprintf(stream, "    %+.1f %% at %s (%s): %.6g, then %.6g fps; p %.3f\n",
                    100 * expm1(change->after - change->before),
                    text_of(chart, series, change->at, "revision"),
                    text_of(chart, series, change->at, "date"), exp(change->before), exp(change->after),
                    change->p);
        }
    }
}

// ---- picture ----------------------------------------------------------------------------------------------

static void write_revisions(const struct cd_chart *chart, const struct cd_series *series, FILE *stream)
{
    size_t step = (series->count + NAMES_MAX - 1) / NAMES_MAX;
    fputs("set xtics rotate by 45 right (", stream);
    for (size_t i = 0; i < series->count; i += step) {
        char name[12];
        snprintf(name, sizeof name, "%.7s", text_of(chart, series, i, "revision"));
        fputs(i ? ", " : "", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT_FORMAT, name);
        fprintf(stream, " %zu", i);
    }
    fputs(")\n", stream);
}

/// The changes are dashed lines between the last run before and the first one after.
static void write_changes(const struct cd_chart *chart, const struct cd_series *series, FILE *stream)
{
    fputs("unset arrow\nunset label\n", stream);
    for (size_t i = 0; i < series->change_count; i++) {
        const struct cd_change_point *change = &series->changes[i];
        char label[60];
        snprintf(label, sizeof label, "%+.1f %% at %.12s", 100 * expm1(change->after - change->before),
                 text_of(chart, series, change->at, "revision"));
        fprintf(
            stream,
            "x = %zu.5\nset arrow from first x, graph 0 to first x, graph 1 nohead dt 2 lc rgb '#c04000'\n"
            "set label ",
            change->at - 1);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT, label);
        fputs(" at first x, graph 0.92 offset 0.5,0 tc rgb '#c04000'\n", stream);
    }
}

void cd_chart_write_script(const struct cd_chart *chart, const char *title, bool png, FILE *stream)
{
    fprintf(stream, "set terminal %s noenhanced size %d,%zu\nset multiplot layout %zu,1 title ",
            png ? "pngcairo" : "svg", WIDTH, HEADER + chart->count * HEIGHT, chart->count);
    cd_write_quoted(stream, CD_QUOTE_GNUPLOT, title);
    fputs(" noenhanced\nset ylabel 'fps'\nset grid ytics\nset lmargin 14\nset yrange [0:*]\n", stream);
    for (size_t i = 0; i < chart->count; i++) {
        const struct cd_series *series = &chart->series[i];
        fputs("set title ", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT, series->name);
        fprintf(stream, " noenhanced\nset xrange [-0.5:%zu.5]\n", series->count - 1);
        write_revisions(chart, series, stream);
        write_changes(chart, series, stream);
        fprintf(stream, "$fps << END\n");
        for (size_t k = 0; k < series->count; k++)
            fprintf(stream, "%zu %.15g %.15g %.15g\n", k,
                    cd_table_real(chart->history, series->rows[k], "fps"),
                    cd_table_real(chart->history, series->rows[k], "fps_low"),
                    cd_table_real(chart->history, series->rows[k], "fps_high"));
        fputs("END\nplot $fps using 1:2:3:4 with yerrorbars pt 7 ps 0.5 lc rgb '#205080' notitle, "
              "$fps using 1:2 with lines lc rgb '#205080' notitle\n",
              stream);
    }
    fputs("unset multiplot\n", stream);
}
