// `cdbench history`: draws what runs measured, revision by revision. It is a report, never a gate.
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/history/chart.h"
#include "bench/history/rows.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define HISTORY_USUAL "results/history"

struct history_values {
    const char *folder, *out, *cell;
};

static const struct cd_option history_options[] = {
    {"history", CD_OPTION_TEXT, "DIR", offsetof(struct history_values, folder), 0, 0,
     "folder with the file of every machine (" HISTORY_USUAL ")"},
    {"out", CD_OPTION_TEXT, "FILE", offsetof(struct history_values, out), 0, 0,
     "the picture, .svg or .png (the name of the history, with .svg)"},
    {"cell", CD_OPTION_TEXT, "TEXT", offsetof(struct history_values, cell), 0, 0,
     "only cells whose name contains this, such as \"obb8\" or \"contacts\""},
    CD_OPTION_END,
};

// ---- plot -------------------------------------------------------------------------------------------------

/// The history in the folder, if the folder has exactly one.
static enum cd_code find_history(const char *folder, char *path, size_t bytes, struct cd_status *status)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        if (!fnmatch("*.csv", entry->d_name, FNM_PERIOD) && !count++)
            snprintf(path, bytes, "%s/%s", folder, entry->d_name);
    if (directory)
        closedir(directory);
    if (!count)
        return cd_fail(status, CD_IO, "%s: there is no history; `cdbench run --history` begins one", folder);
    if (count > 1)
        return cd_fail(status, CD_USAGE, "%s has the histories of %zu machines; name one of the files",
                       folder, count);
    return CD_OK;
}

static enum cd_code plot_chart(const struct history_values *values, const char *file,
                               const struct cd_chart *chart, struct cd_status *status)
{
    char out[4200];
    if (!chart->count)
        return cd_fail(status, CD_USAGE, "%s: no cell%s%s", file, values->cell ? " has a name with " : "",
                       values->cell ? values->cell : "");
    if (chart->count > CD_SERIES_MAX)
        return cd_fail(status, CD_USAGE,
                       "%s: more than %d cells are too many for one picture; choose some by --cell TEXT",
                       file, CD_SERIES_MAX);
    snprintf(out, sizeof out, "%s", values->out ? values->out : file);
    if (!values->out && !fnmatch("*.csv", out, 0))
        snprintf(out + strlen(out) - 4, 5, ".svg");
    struct cd_plots plots = cd_chart_plots(chart);
    const char *name = strrchr(file, '/');
    char title[4300];
    snprintf(title, sizeof title, "Frames per second by revision: %s", name ? name + 1 : file);
    struct cd_drawing drawing = cd_plots_drawing(&plots, title, cd_plots_note(&plots), "");
    enum cd_code code = cd_drawing_save(out, &drawing, status);
    cd_plots_release(&plots);
    if (code)
        return code;
    cd_chart_print(chart, stdout);
    printf("Picture: %s\n", cd_shown_text(out).text);
    return CD_OK;
}

static enum cd_code plot(const struct history_values *values, const struct cd_texts *operands,
                         struct cd_status *status)
{
    char found[4200];
    struct cd_table *history;
    struct cd_chart chart;
    enum cd_code code = CD_OK;
    if (operands->count > 2)
        return cd_fail(status, CD_USAGE, "history plot takes one file");
    if (values->out && fnmatch("*.svg", values->out, 0) && fnmatch("*.png", values->out, 0))
        return cd_fail(status, CD_USAGE, "--out %s: the name has to end in .svg or .png", values->out);
    if (operands->count == 2)
        snprintf(found, sizeof found, "%s", operands->items[1]);
    else
        code = find_history(values->folder, found, sizeof found, status);
    if (!code)
        code = cd_history_read(found, &history, status);
    if (code)
        return code;
    cd_chart_make(&chart, history, values->cell);
    code = plot_chart(values, found, &chart, status);
    cd_chart_release(&chart);
    cd_table_destroy(history);
    return code;
}

// ---- the command ------------------------------------------------------------------------------------------

static enum cd_code history_run(const struct cd_call *call, struct cd_status *status)
{
    const char *what = call->operands.count ? call->operands.items[0] : "of what?";
    if (!strcmp(what, "plot"))
        return plot(call->values, &call->operands, status);
    return cd_fail(status, CD_USAGE,
                   "history %s: it takes plot; `cdbench run --history DIR` adds to a history", what);
}

const struct cd_command cd_command_history = {
    .name = "history",
    .title = "draw what runs measured, revision by revision",
    .operands = "plot [FILE]",
    .options = history_options,
    .notes = "`cdbench run --history DIR` appends its measurements to the file of this\n"
             "machine. `plot` draws fps over the revisions and marks where the level\n"
             "changes. Machines drift, so a change in the picture is a question and not a\n"
             "verdict; `cdbench compare` answers it. Examples:\n"
             "\n"
             "  cdbench run --algo obb8 --scene bunny.obj --history results/history\n"
             "  cdbench history plot --cell contacts --out contacts.svg\n",
    .values = &(struct history_values){.folder = HISTORY_USUAL},
    .run = history_run,
};
