#include "bench/history/chart.h"

#include "base/memory.h"
#include "base/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/// Orders rows by series, and then by date, because runs may have been added in another order.
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

/// A text from a run of the series.
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
        cd_print_line(stream, 2, "%s: %zu %s, last %s fps at %s; %zu %s", series->name, series->count,
                      series->count == 1 ? "run" : "runs",
                      cd_table_show(chart->history, series->rows[last], "fps", fps),
                      text_of(chart, series, last, "revision"), series->change_count,
                      series->change_count == 1 ? "change" : "changes");
        for (size_t k = 0; k < series->change_count; k++) {
            const struct cd_change_point *change = &series->changes[k];
            cd_print_line(stream, 6, "    %+.1f %% at %s (%s): %.6g, then %.6g fps; p %.3f",
                          100 * expm1(change->after - change->before),
                          text_of(chart, series, change->at, "revision"),
                          text_of(chart, series, change->at, "date"), exp(change->before), exp(change->after),
                          change->p);
        }
    }
}

// ---- picture ----------------------------------------------------------------------------------------------

/// Adds the changes to the plot: dashed lines between the last run before a change and the first run after it.
static void add_changes(const struct cd_chart *chart, const struct cd_series *series, struct cd_plot *plot)
{
    plot->marks = cd_allocate(series->change_count, sizeof *plot->marks);
    plot->mark_count = series->change_count;
    for (size_t i = 0; i < series->change_count; i++) {
        const struct cd_change_point *change = &series->changes[i];
        plot->marks[i].x = (double)change->at - 0.5;
        snprintf(plot->marks[i].text, sizeof plot->marks->text, "%+.1f %% at %.12s",
                 100 * expm1(change->after - change->before), text_of(chart, series, change->at, "revision"));
    }
}

struct cd_plots cd_chart_plots(const struct cd_chart *chart)
{
    struct cd_plots plots = {chart->count, cd_allocate(chart->count, sizeof *plots.items)};
    for (size_t i = 0; i < chart->count; i++) {
        const struct cd_series *series = &chart->series[i];
        struct cd_plot *plot = &plots.items[i];
        *plot = (struct cd_plot){
            .title = series->name,
            .kind = CD_PLOT_LINES,
            .x = {.label = i + 1 < chart->count ? "" : "revision"},
            .y = {.label = "frames per second"},
            .series_count = 1,
            .series = cd_allocate(1, sizeof *plot->series),
            .categorical = true,
            .level = NAN,
        };
        plot->series->algo = text_of(chart, series, 0, "algo");
        for (size_t k = 0; k < series->count; k++) {
            size_t row = series->rows[k];
            cd_texts_print(&plot->categories, "%.7s", text_of(chart, series, k, "revision"));
            bool weak = cd_table_real(chart->history, row, "fps_confidence") < 0.95; // from too few samples
            cd_plot_add(&plot->series->points, (double)k, cd_table_real(chart->history, row, "fps"),
                        weak ? NAN : cd_table_real(chart->history, row, "fps_low"),
                        weak ? NAN : cd_table_real(chart->history, row, "fps_high"));
        }
        add_changes(chart, series, plot);
        cd_plot_fit(plot);
    }
    return plots;
}
