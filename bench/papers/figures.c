#include "bench/papers/figures.h"

#include "bench/papers/plot.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Adds a part to a text, apart from what is there already.
static void add(FILE *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(FILE *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs(ftell(text) ? " · " : "", text);
    vfprintf(text, format, arguments);
    va_end(arguments);
}

static char *make_notes(const struct cd_paper *paper, const struct cd_plot *plot)
{
    char *text = NULL;
    size_t bytes;
    FILE *notes = open_memstream(&text, &bytes);
    CD_ASSERT(notes);
    const struct cd_figure *figure = plot->figure;
    bool ours = false, bounds = false;
    for (size_t i = 0; i < plot->series_count; i++) {
        ours |= plot->series[i].series->ours && plot->series[i].count;
        bounds |= plot->series[i].bounds;
    }
    bool own_question = !strcmp(plot->experiment->source, "ours");
    add(notes, "%s, %s", paper->key, own_question ? "an experiment of ours" : plot->experiment->source);
    for (size_t i = 0; i < figure->where.count; i++)
        add(notes, "%s = %s", figure->where.items[i].column, figure->where.items[i].value);
    if (ours)
        add(notes, own_question ? "† ours" : "† not among the paper's");
    if (bounds)
        add(notes, "error bars: %s to %s", figure->y.low, figure->y.high);
    if ((plot->y.logarithmic && !isnan(plot->y.zero)) || (plot->x.logarithmic && !isnan(plot->x.zero)))
        add(notes, "0 is drawn at the lower end of the logarithmic axis");
    if (plot->negative)
        add(notes, "%zu point%s below 0 not shown", plot->negative, plot->negative == 1 ? "" : "s");
    if (plot->disturbed)
        add(notes, "%zu point%s measured on a busy machine", plot->disturbed,
            plot->disturbed == 1 ? "" : "s");
    if (plot->missing)
        add(notes, "%zu point%s without a value", plot->missing, plot->missing == 1 ? "" : "s");
    CD_ASSERT(!fclose(notes));
    return text;
}

char *cd_caption_of(const struct cd_measurements *measurements)
{
    char *text = NULL;
    size_t bytes;
    FILE *caption = open_memstream(&text, &bytes);
    CD_ASSERT(caption);
    const json_t *run = measurements->run, *machine = json_object_get(run, "machine");
    const char *cpu = json_string_value(json_object_get(machine, "cpu"));
    const char *renderer = json_string_value(json_array_get(json_object_get(run, "renderers"), 0));
    const char *revision = json_string_value(json_object_get(json_object_get(run, "build"), "revision"));
    const char *moment = json_string_value(json_object_get(run, "finished"));
    json_int_t processors = json_integer_value(json_object_get(machine, "processors"));
    if (cpu && processors > 0)
        add(caption, "%s, %" JSON_INTEGER_FORMAT " processor%s", cpu, processors, processors == 1 ? "" : "s");
    else if (cpu)
        add(caption, "%s", cpu);
    if (renderer)
        add(caption, "OpenGL: %.*s", (int)strcspn(renderer, " ,("), renderer);
    static const char *const sizes[CD_SIZES] = {"quick run", "full run", "at the paper's size",
                                                "at the size for readings"};
    add(caption, "%s", sizes[measurements->size]);
    if (revision)
        add(caption, "revision %s", revision);
    if (!moment)
        moment = json_string_value(json_object_get(run, "started"));
    if (moment)
        add(caption, "%.10s", moment);
    if (measurements->stale)
        add(caption, "measured by an earlier text of the experiment");
    if (measurements->changed)
        add(caption, "measured by earlier code");
    CD_ASSERT(!fclose(caption));
    return text;
}

static void tell_fault(const struct cd_plot *plot, void (*warn)(void *user, const char *line), void *user)
{
    const char *experiment = plot->experiment->id;
    const struct cd_figure *figure = plot->figure;
    if (!plot->point_count)
        cd_tell(warn, user, "%s: figure %s is left out: no row has both %s and %s", experiment, figure->id,
                figure->x.column, figure->y.column);
    else if (plot->ambiguous)
        cd_tell(warn, user,
                "%s: figure %s shows %zu points at the same place of their series as others; narrow its "
                "rows by `where`",
                experiment, figure->id, plot->ambiguous);
}

enum cd_code cd_figures_draw(const struct cd_paper *paper, const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             void (*warn)(void *user, const char *line), void *user, struct cd_status *status)
{
    char path[PATH_MAX];
    enum cd_code code = cd_experiment_folder(folder, paper, experiment, path, status);
    if (code)
        return code;
    char *caption = cd_caption_of(measurements);
    for (size_t i = 0; i < experiment->figure_count && !code; i++) {
        const struct cd_figure *figure = &experiment->figures[i];
        struct cd_plot *plot = cd_plot_make(experiment, figure, measurements->rows.cells);
        char *notes = make_notes(paper, plot);
        tell_fault(plot, warn, user);
        const struct cd_drawing drawing = {figure->title, notes,         caption, cd_plot_write,
                                           plot,          CD_TEXT_WIDTH, false};
        if (plot->point_count)
            code = cd_drawing_save(path, figure->id, &drawing, status);
        free(notes);
        cd_plot_free(plot);
    }
    free(caption);
    return code;
}

enum cd_code cd_figure_write(const struct cd_paper *paper, const struct cd_plot *plot,
                             const struct cd_measurements *measurements, FILE *stream,
                             struct cd_status *status)
{
    char *caption = cd_caption_of(measurements), *notes = make_notes(paper, plot);
    const struct cd_drawing drawing = {"", notes, caption, cd_plot_write, plot, CD_TEXT_WIDTH, true};
    enum cd_code code = cd_drawing_write(&drawing, true, stream, status);
    free(notes);
    free(caption);
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
