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

static double number_at(const struct cd_table *history, size_t row, const char *column)
{
    double value;
    return cd_table_number(history, row, column, &value) ? value : NAN;
}

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

static bool is_of_series(const struct cd_table *history, size_t row, const struct cd_chart_series *series)
{
    static const char *const keys[] = {"algo",   "settings", "scene",      "query",
                                       "frames", "threads",  "scene_hash", "fingerprint"};
    char text[CD_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!cd_table_matches(history, row, keys[i], cd_table_show(history, series->rows[0], keys[i], text)))
            return false;
    return true;
}

static void add_to_series(struct cd_chart_series **series, size_t *count, size_t *capacity,
                          const struct cd_table *history, size_t row, const char *name)
{
    struct cd_chart_series *found = NULL;
    for (size_t i = 0; i < *count && !found; i++)
        if (is_of_series(history, row, &(*series)[i]))
            found = &(*series)[i];
    if (!found) {
        *series = cd_grow(*series, *count, capacity, sizeof **series);
        found = &(*series)[(*count)++];
        *found = (struct cd_chart_series){0};
        snprintf(found->name, sizeof found->name, "%s", name);
    }
    found->rows = cd_grow(found->rows, found->count, &found->capacity, sizeof *found->rows);
    found->rows[found->count++] = row;
}

/// Orders rows by their dates: runs may have been added in another order.
static int compare_rows(const void *first, const void *second, void *history)
{
    const size_t *a = first, *b = second;
    int order = strcmp(cd_table_text(history, *a, "date"), cd_table_text(history, *b, "date"));
    return order ? order : (*a > *b) - (*a < *b);
}

static void find_changes(struct cd_chart_series *series, const struct cd_table *history)
{
    size_t count = series->count < CD_CHANGES_LONGEST ? series->count : CD_CHANGES_LONGEST;
    size_t first = series->count - count;
    double *logarithms = cd_allocate(count, sizeof *logarithms);
    for (size_t i = 0; i < count; i++)
        logarithms[i] = log(number_at(history, series->rows[first + i], "fps"));
    series->changes = cd_allocate(count / CD_CHANGES_SEGMENT + 1, sizeof *series->changes);
    series->change_count = cd_find_changes(logarithms, count, 1, series->changes);
    for (size_t i = 0; i < series->change_count; i++)
        series->changes[i].at += first;
    cd_free(logarithms);
}

size_t cd_series_collect(const struct cd_table *history, const char *wanted, struct cd_chart_series **series)
{
    size_t count = 0, capacity = 0;
    *series = NULL;
    for (size_t row = 0; row < history->row_count && count <= CD_SERIES_MAX; row++) {
        char name[300];
        name_series(history, row, name, sizeof name);
        if (number_at(history, row, "fps") > 0 && (!wanted || strstr(name, wanted)))
            add_to_series(series, &count, &capacity, history, row, name);
    }
    for (size_t i = 0; i < count; i++) {
        qsort_r((*series)[i].rows, (*series)[i].count, sizeof *(*series)[i].rows, compare_rows,
                (void *)history);
        find_changes(&(*series)[i], history);
    }
    return count;
}

void cd_chart_series_free(struct cd_chart_series *series, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cd_free(series[i].rows);
        cd_free(series[i].changes);
    }
    cd_free(series);
}

void cd_series_print(const struct cd_chart_series *series, size_t count, const struct cd_table *history,
                     FILE *stream)
{
    for (size_t i = 0; i < count; i++) {
        size_t last = series[i].rows[series[i].count - 1];
        char fps[CD_NUMBER_BYTES];
        fprintf(stream, "%s: %zu %s, last %s fps at %s; %zu %s\n", series[i].name, series[i].count,
                series[i].count == 1 ? "run" : "runs", cd_table_show(history, last, "fps", fps),
                cd_table_text(history, last, "revision"), series[i].change_count,
                series[i].change_count == 1 ? "change" : "changes");
        for (size_t k = 0; k < series[i].change_count; k++) {
            const struct cd_change_point *change = &series[i].changes[k];
            size_t row = series[i].rows[change->at];
            fprintf(stream, "    %+.1f %% at %s (%s): %.6g, then %.6g fps; p %.3f\n",
                    100 * expm1(change->after - change->before), cd_table_text(history, row, "revision"),
                    cd_table_text(history, row, "date"), exp(change->before), exp(change->after), change->p);
        }
    }
}

static void write_names(const struct cd_chart_series *series, const struct cd_table *history, FILE *stream)
{
    size_t step = (series->count + NAMES_MAX - 1) / NAMES_MAX;
    fputs("set xtics rotate by 45 right (", stream);
    for (size_t i = 0; i < series->count; i += step) {
        char name[12];
        snprintf(name, sizeof name, "%.7s", cd_table_text(history, series->rows[i], "revision"));
        fputs(i ? ", " : "", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT_FORMAT, name);
        fprintf(stream, " %zu", i);
    }
    fputs(")\n", stream);
}

/// The changes are dashed lines between the last run before and the first one after.
static void write_changes(const struct cd_chart_series *series, const struct cd_table *history, FILE *stream)
{
    fputs("unset arrow\nunset label\n", stream);
    for (size_t i = 0; i < series->change_count; i++) {
        const struct cd_change_point *change = &series->changes[i];
        char label[60];
        snprintf(label, sizeof label, "%+.1f %% at %.12s", 100 * expm1(change->after - change->before),
                 cd_table_text(history, series->rows[change->at], "revision"));
        fprintf(stream,
                "set arrow from first %zu.5, graph 0 to first %zu.5, graph 1 nohead dt 2 lc rgb '#c04000'\n",
                change->at - 1, change->at - 1);
        fputs("set label ", stream);
        cd_write_quoted(stream, CD_QUOTE_GNUPLOT, label);
        fprintf(stream, " at first %zu.5, graph 0.92 offset 0.5,0 tc rgb '#c04000'\n", change->at - 1);
    }
}

static void write_plot(const struct cd_chart_series *series, const struct cd_table *history, FILE *stream)
{
    fputs("set title ", stream);
    cd_write_quoted(stream, CD_QUOTE_GNUPLOT, series->name);
    fprintf(stream, " noenhanced\nset xrange [-0.5:%zu.5]\n", series->count - 1);
    write_names(series, history, stream);
    write_changes(series, history, stream);
    fputs("plot '-' using 1:2:3:4 with yerrorbars pt 7 ps 0.5 lc rgb '#205080' notitle, "
          "'-' using 1:2 with lines lc rgb '#205080' notitle\n",
          stream);
    for (size_t i = 0; i < series->count; i++)
        fprintf(stream, "%zu %.15g %.15g %.15g\n", i, number_at(history, series->rows[i], "fps"),
                number_at(history, series->rows[i], "fps_low"),
                number_at(history, series->rows[i], "fps_high"));
    fputs("e\n", stream);
    for (size_t i = 0; i < series->count; i++)
        fprintf(stream, "%zu %.15g\n", i, number_at(history, series->rows[i], "fps"));
    fputs("e\n", stream);
}

void cd_series_write_script(const struct cd_chart_series *series, size_t count,
                            const struct cd_table *history, const char *title, bool png, FILE *stream)
{
    fprintf(stream, "set terminal %s size %d,%zu\n", png ? "pngcairo noenhanced" : "svg noenhanced", WIDTH,
            HEADER + count * HEIGHT);
    fprintf(stream, "set multiplot layout %zu,1 title ", count);
    cd_write_quoted(stream, CD_QUOTE_GNUPLOT, title);
    fputs(" noenhanced\nset ylabel 'fps'\nset grid ytics\nset lmargin 14\nset yrange [0:*]\n", stream);
    for (size_t i = 0; i < count; i++)
        write_plot(&series[i], history, stream);
    fputs("unset multiplot\n", stream);
}
