// `cdbench plot`: starts scripts/figures.
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/cli/scripts.h"
#include "bench/record/results.h"

#include <fnmatch.h>
#include <jansson.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct plot_values {
    const char *results, *out, *style, *width, *formats, *title;
    bool quiet;
};

#define TEXT_OPTION(name, value, help)                                                                       \
    {                                                                                                        \
#name, CD_OPTION_TEXT, value, offsetof(struct plot_values, name), 0, 0, help                         \
    }

static const struct cd_option plot_options[] = {
    TEXT_OPTION(results, "DIR", "where the results of papers are (results/local)"),
    TEXT_OPTION(out, "PATH",
                "the picture, .svg, .png or .pdf; or the folder for scripts and pictures (beside the data)"),
    TEXT_OPTION(style, "STYLE",
                "screen, or paper: for a column, in 7 points, without a title and notes in the picture; "
                "goes to --out (screen)"),
    TEXT_OPTION(width, "MM", "the width of figures in the style paper: 84 for a column, 178 for a page (84)"),
    TEXT_OPTION(formats, "LIST", "which pictures: svg,png,pdf (all; svg of a run)"),
    TEXT_OPTION(title, "TEXT", "instead of the title"),
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct plot_values, quiet), 0, 0,
     "no progress, no list of what was drawn"},
    CD_OPTION_END,
};

/// Finds out whether a table is the one that a run wrote, and has no row twice.
static enum cd_code check_table(const char *path, const char *name, const json_t *run,
                                struct cd_status *status)
{
    static const char *const sample[] = {"cell", "sample", "frame", NULL};
    struct cd_table *table;
    size_t rows[2];
    enum cd_code code = cd_results_read(path, name, run, NULL, 0, &table, status);
    if (code)
        return code;
    if (strcmp(name, "frames.csv") != 0)
        code = cd_results_refuse_doubles(path, table, status);
    else if (cd_table_find_doubles(table, sample, rows))
        code = cd_fail(status, CD_DATA,
                       "%s: lines %zu and %zu are the same sample of one frame; restore it, or measure again",
                       path, rows[0] + 2, rows[1] + 2);
    cd_table_destroy(table);
    return code;
}

/// Checks the tables in the folder of a run.
static enum cd_code check_folder(const char *folder, const json_t *run, struct cd_status *status)
{
    static const char *const tables[] = {"summary.csv", "frames.csv"};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < 2 && !code && !json_object_get(run, "paper"); i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, tables[i]);
        bool missing = access(path, R_OK);
        if (missing && json_object_get(json_object_get(run, "tables"), tables[i]))
            code = cd_fail(status, CD_DATA, "%s: is missing; restore it, or measure again", path);
        else if (!missing)
            code = check_table(path, tables[i], run, status);
    }
    return code;
}

/// Checks the folder of a run, its summary.csv, or another table, beside which FILE.json may be. Other operands pass.
static enum cd_code check_run(const char *operand, struct cd_status *status)
{
    char path[PATH_MAX];
    struct stat found;
    json_t *run = NULL;
    if (stat(operand, &found) || (!S_ISDIR(found.st_mode) && !S_ISREG(found.st_mode)))
        return CD_OK;
    bool folder = S_ISDIR(found.st_mode);
    const char *slash = strrchr(operand, '/'), *name = slash ? slash + 1 : operand;
    bool summary = !strcmp(name, "summary.csv");
    int stem = (int)strlen(operand) - (fnmatch("*.csv", operand, 0) ? 0 : 4);
    if (folder)
        snprintf(path, sizeof path, "%s/run.json", operand);
    else if (summary)
        snprintf(path, sizeof path, "%.*srun.json", (int)(name - operand), operand);
    else
        snprintf(path, sizeof path, "%.*s.json", stem, operand);
    enum cd_code code = access(path, R_OK) ? CD_OK : cd_json_read(path, &run, status);
    // `run --json` notes the table of `run --csv` under its own name; a copy of a run's summary.csv keeps its old one.
    const json_t *tables = json_object_get(run, "tables");
    const char *known = json_object_get(tables, name) ? name : "summary.csv";
    if (!code && folder)
        code = check_folder(operand, run, status);
    else if (!code)
        code = check_table(operand, known, summary || json_object_get(tables, known) ? run : NULL, status);
    json_decref(run);
    return code;
}

static enum cd_code plot_run(const struct cd_call *call, struct cd_status *status)
{
    const struct plot_values *values = call->values;
    struct cd_texts words = {0};
    if (!call->operands.count)
        return cd_fail(status, CD_USAGE,
                       "plot takes a run's folder, a CSV file, or KEY[/EXPERIMENT[/FIGURE]] of a paper");
    for (const struct cd_option *option = plot_options; option->kind == CD_OPTION_TEXT; option++) {
        const char *text = *(const char *const *)(const void *)((const char *)values + option->offset);
        if (text)
            cd_texts_print(&words, "--%s=%s", option->name, text);
    }
    if (values->quiet)
        cd_texts_print(&words, "--quiet");
    cd_texts_print(&words, "--");
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < call->operands.count && !code; i++) {
        cd_texts_print(&words, "%s", call->operands.items[i]);
        code = values->results ? CD_OK : check_run(call->operands.items[i], status);
    }
    if (!code)
        code = cd_script_become("plot", "figures", &words, status);
    cd_texts_free(&words);
    return code;
}

const struct cd_command cd_command_plot = {
    .name = "plot",
    .title = "draw the times of a run, or the figures of a paper",
    .operands = "RUN|FILE.csv|KEY[/EXPERIMENT[/FIGURE]]...",
    .options = plot_options,
    .notes = "RUN is the folder that `cdbench run` names at its end. The picture shows the\n"
             "time of every frame, with a panel per scene and a line per algorithm; each\n"
             "point is the median of the samples. FILE.csv is the summary.csv of a run, or\n"
             "a file of `cdbench run --csv` or `cdbench suit --csv`. The picture then shows\n"
             "the time per frame, with its interval. KEY is a paper that `cdbench reproduce`\n"
             "has measured. Beside each picture a script for gnuplot is left, to be edited\n"
             "and run alone. Examples:\n"
             "\n"
             "  cdbench plot results/local/20260101T000000Z-000000\n"
             "  cdbench plot out.csv --out out.png\n"
             "  cdbench plot zou2011/fig9 --results results/reference --style paper --out .\n",
    .values = &(struct plot_values){0},
    .run = plot_run,
};
