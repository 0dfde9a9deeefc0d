// `cdbench plot`: draws the times of a run, scene by scene.
#include "base/memory.h"
#include "base/table.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/figures.h"
#include "bench/plot/plot.h"
#include "bench/record/results.h"

#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// A picture with more panels than this cannot be read.
#define PANELS_MAX 40

struct plot_values {
    const char *out;
};

static const struct cd_option plot_options[] = {
    {"out", CD_OPTION_TEXT, "FILE", offsetof(struct plot_values, out), 0, 0,
     "the picture, .svg or .png (the name of the drawn file, with .svg)"},
    CD_OPTION_END,
};

/// A run as read from its files.
struct run {
    struct cd_table *summary;
    struct cd_table *frames; ///< NULL without raw times; the times of whole passes are then drawn
    char summary_path[PATH_MAX], frames_path[PATH_MAX];
    json_t *json; ///< NULL if run.json is missing
};

// ---- reading ----------------------------------------------------------------------------------------------

static enum cd_code require_columns(const struct cd_table *table, const char *path, const char *const *names,
                                    struct cd_status *status)
{
    for (; *names; names++)
        if (cd_table_column(table, *names) == CD_NO_COLUMN)
            return cd_fail(status, CD_DATA,
                           "%s: has no column %s; give the folder of a run or its summary.csv%s", path,
                           *names,
                           cd_table_column(table, "fingerprint") == CD_NO_COLUMN
                               ? ""
                               : "; `cdbench history plot` draws a history");
    return CD_OK;
}

static enum cd_code read_frames(struct run *run, const json_t *json, struct cd_status *status)
{
    static const char *const columns[] = {"cell", "sample", "frame", "wall_ns", NULL};
    static const char *const key[] = {"cell", "sample", "frame", NULL};
    static const struct cd_column known[] = {{"cell", CD_TYPE_COUNT, NULL},
                                             {"sample", CD_TYPE_COUNT, NULL},
                                             {"frame", CD_TYPE_COUNT, NULL},
                                             {"wall_ns", CD_TYPE_REAL, "ns"}};
    size_t doubled[2];
    enum cd_code code = cd_results_read(run->frames_path, "frames.csv", json, known, 4, &run->frames, status);
    if (!code)
        code = require_columns(run->frames, run->frames_path, columns, status);
    if (!code && cd_table_find_doubles(run->frames, key, doubled))
        return cd_fail(status, CD_DATA,
                       "%s: lines %zu and %zu are the same sample of one frame; restore it, or measure again",
                       run->frames_path, doubled[0] + 2, doubled[1] + 2);
    if (!code && cd_table_column(run->summary, "cell") == CD_NO_COLUMN)
        code = cd_fail(status, CD_DATA, "%s: has no column cell; let `cdbench run` write the folder again",
                       run->summary_path);
    return code;
}

/// Refuses the folder of an experiment or of interpretations, whose figures another command draws.
static enum cd_code refuse_paper(const char *folder, const json_t *run, struct cd_status *status)
{
    const char *paper = json_string_value(json_object_get(run, "paper"));
    const char *experiment = json_string_value(json_object_get(run, "experiment"));
    if (!paper)
        return CD_OK;
    return cd_fail(
        status, CD_DATA,
        "%s: has results of a paper and no run; `cdbench reproduce %.90s%s%.90s --redraw`, with the "
        "same --results, draws its figures",
        folder, paper, experiment ? "/" : "", experiment ? experiment : "");
}

/// Reads the folder of a run, its summary.csv, or another file like this, next to which FILE.json may be.
static enum cd_code read_run(const char *operand, struct run *run, struct cd_status *status)
{
    static const char *const columns[] = {"algo", "settings", "scene", "scene_hash", NULL};
    static const char *const fps[] = {"fps", NULL};
    char json[PATH_MAX];
    struct stat found;
    if (stat(operand, &found))
        return cd_fail(status, CD_IO, "%s: cannot read; give the folder of a run, as `cdbench run` prints it",
                       operand);
    bool folder = S_ISDIR(found.st_mode);
    const char *slash = strrchr(operand, '/'), *name = slash ? slash + 1 : operand;
    bool of_folder = folder || !strcmp(name, "summary.csv");
    int stem = (int)strlen(operand) - (folder || fnmatch("*.csv", operand, 0) ? 0 : 4);
    snprintf(run->summary_path, sizeof run->summary_path, "%s%s", operand, folder ? "/summary.csv" : "");
    snprintf(run->frames_path, sizeof run->frames_path, "%s/frames.csv", operand);
    if (of_folder && !folder)
        snprintf(json, sizeof json, "%.*srun.json", (int)(name - operand), operand);
    else
        snprintf(json, sizeof json, "%.*s%s", stem, operand, folder ? "/run.json" : ".json");
    enum cd_code code = stat(json, &found) ? CD_OK : cd_json_read(json, &run->json, status);
    if (!code && folder)
        code = refuse_paper(operand, run->json, status);
    // `run --json` notes the table of `run --csv` under its own name. A copy of a run's summary.csv keeps its old one.
    const json_t *tables = json_object_get(run->json, "tables");
    const char *known = folder || !json_object_get(tables, name) ? "summary.csv" : name;
    const json_t *noted = of_folder || json_object_get(tables, known) ? run->json : NULL;
    if (!code)
        code = cd_results_read(run->summary_path, known, noted, NULL, 0, &run->summary, status);
    if (!code && cd_results_lack_hashes(noted))
        cd_tell(cd_hear_warning, NULL, CD_NO_HASHES_FORMAT, operand);
    if (!code)
        code = cd_results_refuse_doubles(run->summary_path, run->summary, status);
    if (!code)
        code = require_columns(run->summary, run->summary_path, columns, status);
    if (!code && !stat(run->frames_path, &found))
        code = read_frames(run, noted, status);
    else if (!code)
        code = require_columns(run->summary, run->summary_path, fps, status);
    return code;
}

// ---- series -----------------------------------------------------------------------------------------------

static bool has_setting(const char *settings, const char *setting, size_t bytes)
{
    for (const char *at = settings; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
        if (strcspn(at, ":") == bytes && !strncmp(at, setting, bytes))
            return true;
    return false;
}

static bool are_of_one_scene(const struct cd_table *summary, size_t a, size_t b)
{
    return !strcmp(cd_table_text(summary, a, "scene_hash"), cd_table_text(summary, b, "scene_hash"));
}

/// The algorithm, and those of its settings in which other rows with the same algorithm and scene differ.
static void name_cell(const struct cd_table *summary, size_t row, struct cd_texts *names)
{
    const char *algo = cd_table_text(summary, row, "algo"),
               *settings = cd_table_text(summary, row, "settings");
    double misses = cd_table_real(summary, row, "misses"),
           false_hits = cd_table_real(summary, row, "false_hits");
    char *name;
    size_t bytes;
    FILE *text = open_memstream(&name, &bytes);
    CD_ASSERT(text);
    fputs(algo, text);
    for (const char *at = settings; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        bool differs = false;
        for (size_t other = 0; other < summary->row_count; other++)
            differs |= are_of_one_scene(summary, row, other) &&
                       !strcmp(algo, cd_table_text(summary, other, "algo")) &&
                       !has_setting(cd_table_text(summary, other, "settings"), at, strcspn(at, ":"));
        if (differs)
            fprintf(text, " %.*s", (int)strcspn(at, ":"), at);
    }
    if (misses + false_hits > 0)
        fprintf(text, ", %.0f wrong answers", misses + false_hits);
    CD_ASSERT(!fclose(text));
    cd_texts_print(names, "%s", name);
    free(name);
}

struct time {
    uint64_t cell, frame;
    double ms;
};

static int compare_times(const void *first, const void *second)
{
    const struct time *a = first, *b = second;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return (a->ms > b->ms) - (a->ms < b->ms);
}

/// The times of every frame, sorted by cells and frames.
static enum cd_code sort_times(const struct run *run, struct time **times, struct cd_status *status)
{
    const struct cd_table *frames = run->frames;
    *times = cd_allocate(frames->row_count, sizeof **times);
    for (size_t row = 0; row < frames->row_count; row++) {
        double cell = cd_table_real(frames, row, "cell"), frame = cd_table_real(frames, row, "frame"),
               ns = cd_table_real(frames, row, "wall_ns");
        bool known = false;
        for (size_t k = 0; k < run->summary->row_count && !known; k++)
            known = cd_table_real(run->summary, k, "cell") == cell;
        if (isnan(cell + frame + ns) || !known)
            return cd_fail(status, CD_DATA, "%s:%zu: its cell is not in summary.csv, or a number is missing",
                           run->frames_path, row + 2);
        (*times)[row] = (struct time){(uint64_t)cell, (uint64_t)frame, ns / 1e6};
    }
    qsort(*times, frames->row_count, sizeof **times, compare_times);
    return CD_OK;
}

/// The median time of every frame of a cell.
static void add_frames(const struct time *times, size_t count, double cell, struct cd_plot_points *points)
{
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1;
             end < count && times[end].cell == times[i].cell && times[end].frame == times[i].frame;)
            end++;
        if ((double)times[i].cell == cell)
            cd_plot_add(points, (double)times[i].frame,
                        (times[(i + end - 1) / 2].ms + times[(i + end) / 2].ms) / 2, NAN, NAN);
    }
}

/// An end of the interval of 95 %, above 0. NAN if there were too few samples for an interval.
static double bound(const struct cd_table *summary, size_t row, const char *column)
{
    bool weak = cd_table_real(summary, row, "fps_confidence") < 0.95;
    double value = cd_table_real(summary, row, column);
    return weak || !(1000 / value < INFINITY) ? NAN : value;
}

/// The panels of the scene of this row.
static struct cd_plots plot_scene(const struct run *run, size_t first, const struct time *times,
                                  const struct cd_texts *names)
{
    const struct cd_table *summary = run->summary;
    size_t time_count = times ? run->frames->row_count : 0;
    struct cd_plot plot = {
        .title = cd_table_text(summary, first, "scene"),
        .kind = times ? CD_PLOT_LINES : CD_PLOT_POINTS,
        .x = {.label = times ? "number of the frame" : ""},
        .y = {.label = "time per frame (ms)", .logarithmic = true},
        .series = cd_allocate(summary->row_count, sizeof *plot.series),
        .by_series = !times,
        .categorical = !times,
        .level = NAN,
    };
    for (size_t row = first; row < summary->row_count; row++) {
        if (!are_of_one_scene(summary, row, first))
            continue;
        struct cd_plot_series *series = &plot.series[plot.series_count++];
        series->label = names->items[row];
        series->algo = cd_table_text(summary, row, "algo");
        double fps = cd_table_real(summary, row, "fps");
        if (times)
            add_frames(times, time_count, cd_table_real(summary, row, "cell"), &series->points);
        else if (fps > 0 && isfinite(1000 / fps))
            cd_plot_add(&series->points, 0, 1000 / fps, 1000 / bound(summary, row, "fps_high"),
                        1000 / bound(summary, row, "fps_low"));
    }
    cd_plot_fit(&plot);
    return cd_plot_split(&plot);
}

static enum cd_code draw(const struct run *run, const char *out, struct cd_status *status)
{
    struct time *times = NULL;
    struct cd_texts names = {0};
    struct cd_plots all = {0};
    size_t capacity = 0;
    enum cd_code code = run->frames ? sort_times(run, &times, status) : CD_OK;
    for (size_t row = 0; row < run->summary->row_count && !code; row++)
        name_cell(run->summary, row, &names);
    for (size_t row = 0; row < run->summary->row_count && !code; row++) {
        bool drawn = false;
        for (size_t before = 0; before < row; before++)
            drawn |= are_of_one_scene(run->summary, before, row);
        if (drawn)
            continue;
        struct cd_plots plots = plot_scene(run, row, times, &names);
        for (size_t i = 0; i < plots.count; i++) {
            all.items = cd_grow(all.items, all.count, &capacity, sizeof *all.items);
            all.items[all.count++] = plots.items[i];
        }
        cd_free(plots.items);
        if (all.count > PANELS_MAX)
            code = cd_fail(status, CD_USAGE,
                           "%s: more than %d panels are too many for one picture; run fewer scenes at a time",
                           run->summary_path, PANELS_MAX);
    }
    if (!code && !all.count)
        code = cd_fail(status, CD_DATA, "%s: holds no times",
                       run->frames ? run->frames_path : run->summary_path);
    if (!code) {
        char *caption = run->json ? cd_caption_of(run->json, NULL) : NULL;
        cd_texts_print(&names, "%s%s%s", run->frames ? "Time of every frame" : "Time per frame",
                       all.count == 1 ? ": " : "", all.count == 1 ? all.items[0].title : "");
        const char *title = names.items[names.count - 1];
        if (all.count == 1)
            all.items[0].title = NULL;
        const char *notes = run->frames ? "median of the samples" : cd_plots_note(&all);
        struct cd_drawing drawing = cd_plots_drawing(&all, title, notes, caption ? caption : "");
        code = cd_drawing_save(out, &drawing, status);
        free(caption);
    }
    cd_plots_release(&all);
    cd_texts_free(&names);
    cd_free(times);
    return code;
}

// ---- the command ------------------------------------------------------------------------------------------

static enum cd_code plot_run(const struct cd_call *call, struct cd_status *status)
{
    const struct plot_values *values = call->values;
    struct run run = {0};
    char out[PATH_MAX + 10];
    if (call->operands.count != 1)
        return cd_fail(status, CD_USAGE, "plot takes the folder of one run, or one CSV file");
    const char *operand = call->operands.items[0];
    enum cd_code code = read_run(operand, &run, status);
    const char *drawn = run.frames ? run.frames_path : run.summary_path;
    snprintf(out, sizeof out, "%s", values->out ? values->out : drawn);
    if (!values->out)
        snprintf(out + strlen(out) - (fnmatch("*.csv", out, 0) ? 0 : 4), 5, ".svg");
    if (!code)
        code = draw(&run, out, status);
    if (!code)
        printf("Picture: %s\n", cd_shown_text(out).text);
    cd_table_destroy(run.summary);
    cd_table_destroy(run.frames);
    json_decref(run.json);
    return code;
}

const struct cd_command cd_command_plot = {
    .name = "plot",
    .title = "draw the times of a run",
    .operands = "RUN|FILE.csv",
    .options = plot_options,
    .notes = "RUN is the folder that `cdbench run` names at its end. The picture shows the\n"
             "time of every frame, with a panel per scene and a line per algorithm; each\n"
             "point is the median of the samples. FILE.csv is the summary.csv of a run, or\n"
             "a file of `cdbench run --csv`. The picture then shows the time per frame,\n"
             "with its interval. Examples:\n"
             "\n"
             "  cdbench plot results/local/20260101T000000Z-000000\n"
             "  cdbench plot out.csv --out out.png\n",
    .values = &(struct plot_values){0},
    .run = plot_run,
};
