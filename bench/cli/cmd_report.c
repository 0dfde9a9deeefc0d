// `cdbench report`: what was measured for papers, as pages for a browser.
#include "base/gnuplot.h"
#include "base/interrupt.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/pages/pages.h"

#include <unistd.h>

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

static enum cd_code write_report(const struct cd_ledgers *ledgers, const struct report_values *values,
                                 struct cd_status *status)
{
    struct cd_progress *progress = cd_progress_create(!values->quiet && isatty(STDERR_FILENO));
    size_t experiments = 0;
    for (size_t i = 0; i < ledgers->paper_count; i++)
        experiments += ledgers->papers[i]->experiment_count;
    cd_progress_whole(progress, experiments);
    cd_interrupt_defer(true); // so that no part of the pages is left behind
    enum cd_code code = cd_pages_write(ledgers, values->html, progress, status);
    cd_interrupt_defer(false);
    cd_progress_destroy(progress);
    return code;
}

static enum cd_code report_run(const struct cd_call *call, struct cd_status *status)
{
    const struct report_values *values = call->values;
    struct cd_ledgers ledgers = {0};
    if (!values->html)
        return cd_fail(status, CD_USAGE, "say where the pages go: --html OUT");
    enum cd_code code = cd_gnuplot_require(status);
    if (!code)
        code = cd_ledgers_make(&call->operands, &(struct cd_texts){0}, false, &ledgers, status);
    if (!code)
        code = write_report(&ledgers, values, status);
    if (!code)
        printf("%s/index.html\n", cd_shown_text(values->html).text);
    cd_ledgers_release(&ledgers);
    return code ? code : cd_flush_stdout(status);
}

const struct cd_command cd_command_report = {
    .name = "report",
    .title = "write what was measured for papers as pages for a browser",
    .operands = "[DIR|PACK...]",
    .options = report_options,
    .notes = "The pages are an overview, a page for each paper with its claims, interpretations,\n"
             "figures and data, and the machines side by side. They need no server and no\n"
             "network. DIR is a folder with results, PACK a file of `cdbench reproduce\n"
             "--pack`. Without them, every folder in results/ that holds measurements of\n"
             "papers is taken. Example:\n"
             "\n"
             "  cdbench report results/reference --html pages\n",
    .values = &(struct report_values){.html = NULL},
    .run = report_run,
};
