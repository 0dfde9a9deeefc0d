// `cdbench report`: starts scripts/pages.
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/cli/scripts.h"

struct report_values {
    const char *html;
    bool quiet;
};

static const struct cd_option report_options[] = {
    {"html", CD_OPTION_TEXT, "OUT", offsetof(struct report_values, html), 0, 0,
     "folder for the pages: a new one, or that of an earlier report, which is replaced"},
    {"quiet", CD_OPTION_FLAG, NULL, offsetof(struct report_values, quiet), 0, 0, "no progress"},
    CD_OPTION_END,
};

static enum cd_code report_run(const struct cd_call *call, struct cd_status *status)
{
    const struct report_values *values = call->values;
    struct cd_texts words = {0};
    if (!values->html || !*values->html)
        return cd_fail(status, CD_USAGE, "say where the pages go: --html OUT");
    cd_texts_print(&words, "--html=%s", values->html);
    if (values->quiet)
        cd_texts_print(&words, "--quiet");
    cd_texts_print(&words, "--");
    for (size_t i = 0; i < call->operands.count; i++)
        cd_texts_print(&words, "%s", call->operands.items[i]);
    enum cd_code code = cd_script_become("report", "pages", &words, status);
    cd_texts_free(&words);
    return code;
}

const struct cd_command cd_command_report = {
    .name = "report",
    .title = "write what was measured for papers as pages for a browser",
    .operands = "[DIR...]",
    .options = report_options,
    .notes = "The pages are an overview, a page for each paper with its claims, interpretations,\n"
             "figures and data, and the machines side by side. They need no server and no\n"
             "network. DIR is a folder with results; without one, every folder in results/ that\n"
             "holds measurements of papers is taken. Example:\n"
             "\n"
             "  cdbench report results/reference --html pages\n",
    .values = &(struct report_values){.html = NULL},
    .run = report_run,
};
