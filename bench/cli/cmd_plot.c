// `cdbench plot`: starts scripts/figures.
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/cli/scripts.h"
#include "bench/record/results.h"

#include <jansson.h>
#include <limits.h>
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

/// Finds out whether the tables in the folder of a run are those that it wrote.
static enum cd_code check_run(const char *folder, struct cd_status *status)
{
    static const char *const tables[] = {"summary.csv", "frames.csv"};
    char path[PATH_MAX];
    json_t *run = NULL;
    snprintf(path, sizeof path, "%s/run.json", folder);
    enum cd_code code = access(path, R_OK) ? CD_OK : cd_json_read(path, &run, status);
    for (size_t i = 0; i < 2 && !code && !json_object_get(run, "paper"); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, tables[i]);
        bool missing = access(path, R_OK);
        if (missing && json_object_get(json_object_get(run, "tables"), tables[i]))
            code = cd_fail(status, CD_DATA, "%s: is missing; restore it, or measure again", path);
        else if (!missing)
            code = cd_results_check(path, tables[i], run, status);
    }
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
