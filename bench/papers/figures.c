#include "bench/papers/figures.h"
#include "bench/papers/measurements.h"

#include "base/atomic_file.h"
#include "base/gnuplot.h"
#include "bench/papers/plot_script.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/// Texts that grow; what does not fit is left out.
struct text {
    char content[1600];
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Adds a part, apart from what is there already.
static void add(struct text *text, const char *format, ...)
{
    size_t used = strlen(text->content);
    if (used && used + 8 < sizeof text->content)
        used += (size_t)snprintf(text->content + used, sizeof text->content - used, " · ");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text->content + used, sizeof text->content - used, format, arguments);
    va_end(arguments);
}

static bool shows_series_of_ours(const struct cd_plot *plot)
{
    for (size_t i = 0; i < plot->series_count; i++)
        if (plot->series[i].series->ours && plot->series[i].ours.count)
            return true;
    return false;
}

static void add_source(struct text *notes, const struct cd_paper *paper, const struct cd_plot *plot)
{
    bool ours = !strcmp(plot->experiment->source, "ours");
    if (ours)
        add(notes, "%s, an experiment of ours", paper->key);
    else
        add(notes, "%s, %s", paper->key, plot->experiment->source);
    for (size_t i = 0; i < plot->figure->where.count; i++)
        add(notes, "%s = %s", plot->figure->where.items[i].column, plot->figure->where.items[i].value);
    if (shows_series_of_ours(plot))
        add(notes, "† not among the paper's");
}

/// What a reader has to know to read the picture right.
static struct text make_notes(const struct cd_paper *paper, const struct cd_plot *plot)
{
    struct text notes = {""};
    const struct cd_axis *y = &plot->figure->y;
    add_source(&notes, paper, plot);
    bool bounds = false;
    for (size_t i = 0; i < plot->series_count; i++)
        bounds |= plot->series[i].y_bounds;
    if (bounds)
        add(&notes, "error bars: %s to %s", y->low, y->high);
    if ((plot->y.logarithmic && !isnan(plot->y.zero)) || (plot->x.logarithmic && !isnan(plot->x.zero)))
        add(&notes, "0 is drawn at the lower end of the logarithmic axis");
    if (plot->negative)
        add(&notes, "%zu point%s below 0 not shown", plot->negative, plot->negative == 1 ? "" : "s");
    if (plot->missing)
        add(&notes, "%zu point%s without a value", plot->missing, plot->missing == 1 ? "" : "s");
    return notes;
}

/// A text below `object`, or NULL.
static const char *find_text(const json_t *root, const char *object, const char *name)
{
    return json_string_value(json_object_get(object ? json_object_get(root, object) : root, name));
}

static void add_machine(struct text *caption, const json_t *run)
{
    const char *cpu = find_text(run, "machine", "cpu");
    json_int_t processors =
        json_integer_value(json_object_get(json_object_get(run, "machine"), "processors"));
    if (cpu && processors > 0)
        add(caption, "%s, %" JSON_INTEGER_FORMAT " processor%s", cpu, processors, processors == 1 ? "" : "s");
    else if (cpu)
        add(caption, "%s", cpu);
    const char *renderer = json_string_value(json_array_get(json_object_get(run, "renderers"), 0));
    if (renderer)
        add(caption, "OpenGL: %.*s", (int)strcspn(renderer, " ,("), renderer);
}

static void add_build(struct text *caption, const json_t *run)
{
    const char *revision = find_text(run, "build", "revision"), *finished = find_text(run, NULL, "finished");
    if (revision)
        add(caption, "revision %s", revision);
    if (!finished)
        finished = find_text(run, NULL, "started");
    if (finished)
        add(caption, "%.10s", finished);
}

/// What it was measured on, as far as run.json says.
static struct text make_caption(const struct cd_measurements *measurements)
{
    struct text caption = {""};
    add_machine(&caption, measurements->run);
    add(&caption, measurements->size == CD_SIZE_FULL ? "full run" : "quick run");
    add_build(&caption, measurements->run);
    if (measurements->stale)
        add(&caption, "measured by an earlier text of the experiment");
    return caption;
}

/// One picture, finished but not yet in its place.
static enum cd_code draw_picture(const struct cd_plot *plot, const struct cd_plot_words *words,
                                 enum cd_image_format picture, const char *path, struct cd_output **output,
                                 struct cd_status *status)
{
    FILE *commands = cd_gnuplot_open(status);
    if (!commands)
        return CD_IO;
    cd_plot_write_script(plot, words, picture, commands);
    enum cd_code code = cd_output_open(path, output, status);
    if (code)
        fclose(commands);
    else
        code = cd_gnuplot_draw(commands, cd_output_stream(*output), status);
    return code ? code : cd_output_finish(*output, status);
}

/// Both pictures of a figure, or neither.
static enum cd_code draw_plot(const struct cd_plot *plot, const struct cd_plot_words *words,
                              const char *folder, struct cd_status *status)
{
    static const char *const endings[CD_IMAGES] = {[CD_IMAGE_SVG] = "svg", [CD_IMAGE_PNG] = "png"};
    struct cd_output *outputs[CD_IMAGES] = {NULL};
    enum cd_code code = CD_OK;
    for (int i = 0; i < CD_IMAGES && !code; i++) {
        char path[PATH_MAX + 100];
        snprintf(path, sizeof path, "%s/%s.%s", folder, plot->figure->id, endings[i]);
        code = draw_picture(plot, words, (enum cd_image_format)i, path, &outputs[i], status);
    }
    for (int i = 0; i < CD_IMAGES; i++)
        if (code)
            cd_output_abort(outputs[i]);
        else
            code = cd_output_commit(outputs[i], status);
    return code;
}

static void warn_of(const struct cd_plot *plot, void (*warn)(void *user, const char *line), void *user)
{
    char line[400];
    const char *experiment = plot->experiment->id, *figure = plot->figure->id;
    if (!plot->point_count)
        snprintf(line, sizeof line, "%s: figure %s is left out: no row has both %s and %s", experiment,
                 figure, plot->figure->x.column, plot->figure->y.column);
    else
        snprintf(line, sizeof line,
                 "%s: figure %s shows %zu points at the same place of their series as others; narrow its "
                 "rows by `where`",
                 experiment, figure, plot->ambiguous);
    if (warn && (!plot->point_count || plot->ambiguous))
        warn(user, line);
}

enum cd_code cd_figures_draw(const struct cd_paper *paper, const struct cd_experiment *experiment,
                             const struct cd_measurements *measurements, const char *folder,
                             void (*warn)(void *user, const char *line), void *user, struct cd_status *status)
{
    char path[PATH_MAX];
    enum cd_code code = cd_experiment_folder(folder, paper, experiment, path, status);
    if (code)
        return code;
    struct text caption = make_caption(measurements);
    for (size_t i = 0; i < experiment->figure_count && !code; i++) {
        struct cd_plot *plot = cd_plot_make(experiment, &experiment->figures[i], measurements->rows.cells);
        struct text notes = make_notes(paper, plot);
        struct cd_plot_words words = {notes.content, caption.content};
        warn_of(plot, warn, user);
        if (plot->point_count)
            code = draw_plot(plot, &words, path, status);
        cd_plot_free(plot);
    }
    return code;
}

/// True of a picture that is none of the experiment's figures.
static bool is_other(const struct cd_experiment *experiment, const char *name)
{
    const char *end = strrchr(name, '.');
    if (!end || (strcmp(end, ".svg") && strcmp(end, ".png")))
        return false;
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const char *id = experiment->figures[i].id;
        if (strlen(id) == (size_t)(end - name) && !strncmp(id, name, strlen(id)))
            return false;
    }
    return true;
}

enum cd_code cd_figures_remove_others(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                      const char *folder, struct cd_status *status)
{
    char path[PATH_MAX];
    enum cd_code code = cd_experiment_folder(folder, paper, experiment, path, status);
    DIR *entries = code ? NULL : opendir(path);
    if (!code && !entries)
        return cd_fail(status, CD_IO, "%s: %s; see that it may be read", path, strerror(errno));
    for (const struct dirent *entry; !code && (entry = readdir(entries));)
        if (is_other(experiment, entry->d_name) && unlinkat(dirfd(entries), entry->d_name, 0))
            code =
                cd_fail(status, CD_IO, "%s/%s: %s; remove it by hand", path, entry->d_name, strerror(errno));
    if (entries)
        closedir(entries);
    return code;
}
