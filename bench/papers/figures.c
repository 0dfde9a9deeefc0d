#include "bench/papers/figures.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The same limit as in check_rows.c: five values, whose range covers 93.75 %, are the fewest that count.
#define LEAST_CONFIDENCE 0.93

/// The source of a series of a figure.
struct entry {
    const struct cd_series *source;
    const char *value; ///< of the column `by`; NULL without a column
    size_t missing;    ///< rows without a number to show
};

/// A figure that is being made.
struct shown {
    const struct cd_experiment *experiment;
    const struct cd_figure *figure;
    struct cd_plot plot;
    struct entry *entries; ///< one for each series of the plot, in the same order
    size_t capacity;
    size_t negative;  ///< points that a logarithmic axis cannot show
    size_t disturbed; ///< points whose y is a time that was measured beside other programs
    size_t ambiguous; ///< points with the same series and x as another one
    size_t point_count;
    bool intervals;
    struct cd_texts texts; ///< labels and values of entries, labels of axes
};

struct cd_figure_plots {
    struct shown shown; ///< its plot was split into `plots`
    struct cd_plots plots;
    char *notes, *caption;
};

// ---- points -----------------------------------------------------------------------------------------------

static bool is_categorical(const struct shown *shown, const struct cd_table *cells)
{
    const struct cd_figure *figure = shown->figure;
    bool categorical = figure->kind == CD_PLOT_BARS || shown->plot.by_series;
    for (size_t row = 0; row < cells->row_count && !categorical; row++) {
        double value;
        categorical = cd_conditions_hold(&figure->where, cells, row) &&
                      cd_table_has(cells, row, figure->x.column) &&
                      !cd_table_number(cells, row, figure->x.column, &value);
    }
    return categorical;
}

/// The category of a value, by the name that the figure shows for it.
static double find_category(struct shown *shown, const char *value)
{
    const struct cd_conditions *names = &shown->figure->x.names;
    struct cd_texts *categories = &shown->plot.categories;
    const char *text = value;
    for (size_t i = names->count; i-- > 0;)
        if (cd_is_same_value(names->items[i].column, value))
            text = names->items[i].value;
    for (size_t i = 0; i < categories->count; i++)
        if (cd_is_same_value(categories->items[i], text))
            return (double)i;
    cd_texts_print(categories, "%s", text);
    return (double)categories->count - 1;
}

/// Adds a point if the axes have a place for it. A logarithmic axis has a place for zeros, but none for negative
/// values. Returns false when x or y is not known.
static bool add_point(struct shown *shown, struct cd_plot_points *points, const char *x,
                      struct cd_plot_point point)
{
    const struct cd_figure *figure = shown->figure;
    if (shown->plot.by_series)
        point.x = 0;
    else if (!strcmp(x, "NA"))
        return false;
    else if (shown->plot.categorical)
        point.x = find_category(shown, x);
    else if (!cd_parse_real(x, &point.x))
        return false;
    if (isnan(point.y))
        return false;
    if ((figure->x.logarithmic && point.x < 0) || (figure->y.logarithmic && point.y < 0))
        shown->negative++;
    else
        cd_plot_add(points, point.x, point.y, point.low, point.high);
    return true;
}

static double read_number(const struct cd_table *cells, size_t row, const char *column)
{
    double value;
    return column && cd_table_number(cells, row, column, &value) && isfinite(value) ? value : NAN;
}

static void add_row(struct shown *shown, size_t series, const struct cd_table *cells, size_t row)
{
    const struct cd_axis *x = &shown->figure->x, *y = &shown->figure->y;
    char buffer[CD_NUMBER_BYTES];
    struct cd_plot_point point = {
        .y = read_number(cells, row, y->column),
        .low = read_number(cells, row, y->low),
        .high = read_number(cells, row, y->high),
    };
    // The range of a few samples covers the median too seldom to be an interval of 95 %.
    bool is_time = cd_column_kind(shown->experiment, y->column) != CD_COLUMN_OTHER;
    if (is_time && read_number(cells, row, "fps_confidence") < LEAST_CONFIDENCE)
        point.low = point.high = NAN;
    double trials = read_number(cells, row, y->trials);
    if (trials > 0 && point.y >= 0 && point.y <= 1) {
        struct cd_interval interval = cd_share_interval(point.y * trials, trials);
        point.low = interval.low;
        point.high = interval.high;
    }
    bool added = add_point(shown, &shown->plot.series[series].points,
                           cd_table_show(cells, row, x->column, buffer), point);
    shown->entries[series].missing += !added;
    shown->intervals |= added && point.low < point.high;
    shown->disturbed += added && is_time && cd_row_is_disturbed(cells, row);
}

static bool contradicts(const struct cd_conditions *a, const struct cd_conditions *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const char *other = cd_find_condition(b, a->items[i].column);
        if (other && !cd_is_same_value(a->items[i].value, other))
            return true;
    }
    return false;
}

/// The x of a printed number, from its condition or from the row that was measured there.
static const char *find_printed_x(struct shown *shown, const struct cd_printed *printed,
                                  const struct cd_table *cells, char buffer[CD_NUMBER_BYTES])
{
    const char *column = shown->figure->x.column, *text = cd_find_condition(&printed->at, column);
    for (size_t row = 0; !text && row < cells->row_count; row++)
        if (cd_conditions_hold(&shown->figure->where, cells, row) &&
            cd_table_matches(cells, row, "series", printed->series) &&
            cd_conditions_hold(&printed->at, cells, row))
            text = cd_table_show(cells, row, column, buffer);
    return text ? text : "NA";
}

static void add_printed(struct shown *shown, size_t series, const struct cd_table *cells)
{
    for (size_t i = 0; i < shown->experiment->printed_count; i++) {
        const struct cd_printed *printed = &shown->experiment->printed[i];
        char buffer[CD_NUMBER_BYTES];
        if (!printed->against && !strcmp(printed->series, shown->entries[series].source->id) &&
            !strcmp(printed->column, shown->figure->y.column) &&
            !contradicts(&printed->at, &shown->figure->where))
            add_point(shown, &shown->plot.series[series].printed,
                      find_printed_x(shown, printed, cells, buffer),
                      (struct cd_plot_point){0, printed->value, NAN, NAN});
    }
}

// ---- series -----------------------------------------------------------------------------------------------

/// Adds a text to those that the figure keeps, and returns it.
static const char *keep(struct shown *shown, const char *before, const char *text, const char *after)
{
    cd_texts_print(&shown->texts, "%s%s%s", before, text, after);
    return shown->texts.items[shown->texts.count - 1];
}

static void push_series(struct shown *shown, const struct cd_series *source, const char *value)
{
    const struct cd_figure *figure = shown->figure;
    struct cd_plot *plot = &shown->plot;
    struct entry entry = {.source = source, .value = value ? keep(shown, value, "", "") : NULL};
    const char *label = source->label;
    size_t capacity = shown->capacity;
    if (value) {
        label = figure->by_unit ? keep(shown, value, " ", figure->by_unit) : value;
        bool alone = figure->series.count == 1; // the title names it
        label = alone ? keep(shown, label, "", "") : keep(shown, source->label, ", ", label);
    }
    shown->entries = cd_grow(shown->entries, plot->series_count, &shown->capacity, sizeof *shown->entries);
    plot->series = cd_grow(plot->series, plot->series_count, &capacity, sizeof *plot->series);
    shown->entries[plot->series_count] = entry;
    plot->series[plot->series_count++] = (struct cd_plot_series){
        .label = label,
        .algo = source->algo ? source->algo : source->id,
        .ours = source->ours,
        .constant = CD_NAMED(figure->constant.items, figure->constant.count, source->id) != NULL,
    };
}

static bool is_shown(const struct cd_figure *figure, const struct cd_series *series)
{
    return !figure->series.count || series->added ||
           CD_NAMED(figure->series.items, figure->series.count, series->id);
}

static bool is_of(const struct shown *shown, size_t series, const struct cd_table *cells, size_t row)
{
    const struct entry *entry = &shown->entries[series];
    return is_shown(shown->figure, entry->source) && cd_conditions_hold(&shown->figure->where, cells, row) &&
           cd_table_matches(cells, row, "series", entry->source->id) &&
           (!entry->value || cd_table_matches(cells, row, shown->figure->by, entry->value));
}

/// Adds a series, or one for each value of the column `by`.
static void add_series(struct shown *shown, const struct cd_series *source, const struct cd_table *cells)
{
    if (!shown->figure->by)
        push_series(shown, source, NULL);
    for (size_t row = 0; row < cells->row_count && shown->figure->by; row++) {
        char buffer[CD_NUMBER_BYTES];
        bool known = !cd_table_matches(cells, row, "series", source->id);
        for (size_t i = 0; i < shown->plot.series_count; i++)
            known |= is_of(shown, i, cells, row);
        if (!known && cd_conditions_hold(&shown->figure->where, cells, row))
            push_series(shown, source, cd_table_show(cells, row, shown->figure->by, buffer));
    }
}

/// Adds the categories in the order of the experiment's rows, then the points.
static void add_rows(struct shown *shown, const struct cd_table *cells)
{
    char buffer[CD_NUMBER_BYTES];
    for (size_t row = 0; row < cells->row_count && shown->plot.categorical && !shown->plot.by_series; row++)
        for (size_t i = 0; i < shown->plot.series_count; i++)
            if (is_of(shown, i, cells, row) && !cd_table_matches(cells, row, shown->figure->x.column, "NA"))
                find_category(shown, cd_table_show(cells, row, shown->figure->x.column, buffer));
    for (size_t i = 0; i < shown->plot.series_count; i++) {
        for (size_t row = 0; row < cells->row_count; row++)
            if (is_of(shown, i, cells, row))
                add_row(shown, i, cells, row);
        if (shown->figure->printed && is_shown(shown->figure, shown->entries[i].source))
            add_printed(shown, i, cells);
    }
}

/// Collects what a figure shows from the rows of its experiment. Series that it does not show have no points; they are
/// there so that the others look the same in all figures of the experiment.
static struct shown gather(const struct cd_experiment *experiment, const struct cd_figure *figure,
                           const struct cd_table *cells)
{
    struct shown shown = {.experiment = experiment, .figure = figure};
    struct cd_plot *plot = &shown.plot;
    plot->kind = figure->kind;
    plot->x = (struct cd_plot_axis){.label = figure->x.label, .logarithmic = figure->x.logarithmic};
    plot->y = (struct cd_plot_axis){.label = figure->y.label, .logarithmic = figure->y.logarithmic};
    plot->by_series = !strcmp(figure->x.column, "series");
    plot->categorical = is_categorical(&shown, cells);
    plot->diagonal = figure->line && !strcmp(figure->line, "x");
    plot->level = !figure->line || plot->diagonal ? NAN : strtod(figure->line, NULL);
    for (size_t i = 0; i < experiment->series_count; i++)
        if (!figure->by || is_shown(figure, &experiment->series[i]))
            add_series(&shown, &experiment->series[i], cells);
    add_rows(&shown, cells);
    cd_plot_fit(plot);
    for (size_t i = 0; i < plot->series_count; i++) {
        const struct cd_plot_points *points = &plot->series[i].points;
        shown.point_count += points->count;
        for (size_t k = 1; k < points->count; k++)
            shown.ambiguous += points->items[k].x == points->items[k - 1].x;
    }
    return shown;
}

// ---- notes ------------------------------------------------------------------------------------------------

/// Adds a part to a text, separated from the existing text.
static void add(FILE *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(FILE *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs(ftell(text) ? " · " : "", text);
    vfprintf(text, format, arguments);
    va_end(arguments);
}

/// The value at which the experiment ends a series; NULL when it sets no end.
static const char *end_of(const struct shown *shown, size_t series)
{
    return shown->plot.series[series].points.count && !shown->plot.categorical
               ? cd_find_condition(&shown->entries[series].source->max, shown->figure->x.column)
               : NULL;
}

/// Adds why series end before others. Series that end at the same value share one note.
static void add_ends(FILE *notes, const struct shown *shown)
{
    const struct cd_plot *plot = &shown->plot;
    double most = -INFINITY;
    for (size_t i = 0; i < plot->series_count; i++)
        for (size_t k = 0; k < plot->series[i].points.count; k++)
            most = fmax(most, plot->series[i].points.items[k].x);
    for (size_t i = 0; i < plot->series_count; i++) {
        const char *last = end_of(shown, i);
        bool told = !last || strtod(last, NULL) >= most;
        for (size_t k = 0; k < i && !told; k++)
            told = end_of(shown, k) && cd_is_same_value(end_of(shown, k), last);
        if (told)
            continue;
        add(notes, "more than %s would take too long: %s", last, plot->series[i].label);
        for (size_t k = i + 1; k < plot->series_count; k++)
            if (end_of(shown, k) && cd_is_same_value(end_of(shown, k), last))
                fprintf(notes, "; %s", plot->series[k].label);
    }
    for (size_t i = 0; i < plot->series_count; i++)
        if (shown->entries[i].missing)
            add(notes, "%s: %zu point%s without a value", plot->series[i].label, shown->entries[i].missing,
                cd_plural(shown->entries[i].missing));
}

static char *make_notes(const struct shown *shown)
{
    char *text = NULL;
    size_t bytes;
    FILE *notes = open_memstream(&text, &bytes);
    CD_ASSERT(notes);
    const struct cd_figure *figure = shown->figure;
    const struct cd_plot *plot = &shown->plot;
    bool ours = false;
    for (size_t i = 0; i < plot->series_count; i++)
        ours |= plot->series[i].ours && plot->series[i].points.count && !plot->by_series;
    bool own_question = !strcmp(shown->experiment->source, "ours");
    add(notes, "%s, %s", shown->experiment->paper->key,
        own_question ? "an experiment of ours" : shown->experiment->source);
    for (size_t i = 0; i < figure->where.count; i++)
        fprintf(notes, "%s%s = %s", i ? ", " : " · rows with ", figure->where.items[i].column,
                figure->where.items[i].value);
    if (figure->note)
        add(notes, "%s", figure->note);
    if (ours)
        add(notes, own_question ? "† ours" : "† not among the paper's");
    if (shown->intervals)
        add(notes, "error bars: 95 %% interval%s",
            figure->y.trials ? " of the rate, by Wilson"
            : cd_column_kind(shown->experiment, figure->y.column) == CD_COLUMN_OTHER ? ""
                                                                                     : " of the median");
    if ((plot->y.logarithmic && !isnan(plot->y.zero)) || (plot->x.logarithmic && !isnan(plot->x.zero)))
        add(notes, "0 is drawn at the lower end of the logarithmic axis");
    if (shown->negative)
        add(notes, "%zu point%s below 0 not shown", shown->negative, cd_plural(shown->negative));
    if (shown->disturbed)
        add(notes, "%zu point%s measured on a busy machine", shown->disturbed, cd_plural(shown->disturbed));
    add_ends(notes, shown);
    CD_ASSERT(!fclose(notes));
    return text;
}

char *cd_caption_of(const json_t *run, const struct cd_measurements *measurements)
{
    char *text = NULL;
    size_t bytes;
    FILE *caption = open_memstream(&text, &bytes);
    CD_ASSERT(caption);
    const json_t *machine = json_object_get(run, "machine");
    const char *cpu = json_string_value(json_object_get(machine, "cpu"));
    const char *renderer = json_string_value(json_array_get(json_object_get(run, "renderers"), 0));
    const char *revision = json_string_value(json_object_get(json_object_get(run, "build"), "revision"));
    const char *moment = json_string_value(json_object_get(run, "finished"));
    json_int_t processors = json_integer_value(json_object_get(machine, "processors"));
    if (cpu && processors > 0)
        add(caption, "%s, %" JSON_INTEGER_FORMAT " processor%s", cpu, processors,
            cd_plural((uint64_t)processors));
    else if (cpu)
        add(caption, "%s", cpu);
    if (renderer)
        add(caption, "OpenGL: %.*s", (int)strcspn(renderer, " ,("), renderer);
    static const char *const sizes[CD_SIZES] = {"quick run", "full run", "at the paper's size",
                                                "at the size for interpretations"};
    if (measurements)
        add(caption, "%s", sizes[measurements->size]);
    if (revision)
        add(caption, "revision %s", revision);
    if (!moment)
        moment = json_string_value(json_object_get(run, "started"));
    if (moment)
        add(caption, "%.10s", moment);
    if (measurements && measurements->stale)
        add(caption, "measured by an earlier text of the experiment");
    if (measurements && *measurements->changed)
        add(caption, "measured by earlier code");
    CD_ASSERT(!fclose(caption));
    return text;
}

// ---- pictures ---------------------------------------------------------------------------------------------

static void tell_fault(const struct shown *shown, void (*warn)(void *user, const char *line), void *user)
{
    const char *experiment = shown->experiment->id;
    const struct cd_figure *figure = shown->figure;
    if (!shown->point_count)
        cd_tell(warn, user, "%s: figure %s is left out: no row has both %s and %s", experiment, figure->id,
                figure->x.column, figure->y.column);
    else if (shown->ambiguous)
        cd_tell(warn, user,
                "%s: figure %s shows %zu points at the same place of their series as others; narrow its "
                "rows by `where`",
                experiment, figure->id, shown->ambiguous);
}

/// Marks an axis of ours when the experiment is the paper's.
static const char *label_of(struct shown *shown, const struct cd_axis *axis)
{
    bool marked = *axis->label && axis->ours && strcmp(shown->experiment->source, "ours") != 0;
    return marked ? keep(shown, axis->label, " (our axis)", "") : axis->label;
}

struct cd_figure_plots *cd_figure_open(const struct cd_experiment *experiment, const struct cd_figure *figure,
                                       const struct cd_measurements *measurements)
{
    struct cd_figure_plots *open = cd_allocate(1, sizeof *open);
    open->shown = gather(experiment, figure, measurements->rows.cells);
    open->notes = make_notes(&open->shown);
    open->caption = cd_caption_of(measurements->run, measurements);
    open->shown.plot.x.label = label_of(&open->shown, &figure->x);
    open->shown.plot.y.label = label_of(&open->shown, &figure->y);
    open->plots = cd_plot_split(&open->shown.plot);
    return open;
}

void cd_figure_close(struct cd_figure_plots *open)
{
    cd_free(open->shown.entries);
    cd_texts_free(&open->shown.texts);
    cd_plots_release(&open->plots);
    free(open->notes);
    free(open->caption);
    cd_free(open);
}

const struct cd_plots *cd_figure_panels(const struct cd_figure_plots *open)
{
    return open->shown.point_count ? &open->plots : NULL;
}

enum cd_code cd_figure_write(const struct cd_figure_plots *open, FILE *stream, struct cd_status *status)
{
    struct cd_drawing drawing = cd_plots_drawing(&open->plots, "", open->notes, open->caption);
    drawing.tips = true;
    return cd_drawing_write(&drawing, true, stream, status);
}

enum cd_code cd_figures_draw(const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             void (*warn)(void *user, const char *line), void *user, struct cd_status *status)
{
    char path[PATH_MAX], stem[PATH_MAX + 100];
    enum cd_code code = cd_experiment_folder(folder, experiment, path, status);
    for (size_t i = 0; i < experiment->figure_count && !code; i++) {
        const struct cd_figure *figure = &experiment->figures[i];
        struct cd_figure_plots *open = cd_figure_open(experiment, figure, measurements);
        tell_fault(&open->shown, warn, user);
        struct cd_drawing drawing = cd_plots_drawing(&open->plots, figure->title, open->notes, open->caption);
        snprintf(stem, sizeof stem, "%s/%s", path, figure->id);
        if (open->shown.point_count)
            code = cd_drawing_save_both(stem, &drawing, status);
        cd_figure_close(open);
    }
    return code;
}

enum cd_code cd_figures_remove(const char *folder, const struct cd_experiment *experiment, bool own,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    DIR *entries = opendir(folder);
    if (!entries)
        return cd_fail(status, CD_IO, "%s: %s; see that it may be read", folder, strerror(errno));
    for (const struct dirent *entry; !code && (entry = readdir(entries));) {
        char id[sizeof entry->d_name];
        const char *end = strrchr(entry->d_name, '.');
        if (!end || (strcmp(end, ".svg") != 0 && strcmp(end, ".png") != 0))
            continue;
        snprintf(id, sizeof id, "%.*s", (int)(end - entry->d_name), entry->d_name);
        if (!CD_NAMED(experiment->figures, experiment->figure_count, id) == !own &&
            unlinkat(dirfd(entries), entry->d_name, 0))
            code = cd_fail(status, CD_IO, "%s/%s: %s; remove it by hand", folder, entry->d_name,
                           strerror(errno));
    }
    closedir(entries);
    return code;
}
