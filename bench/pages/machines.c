// The page that shows the machines, or other separate sources of measurements, side by side.
#include "bench/pages/page.h"

#include "base/memory.h"
#include "bench/papers/obtained.h"

#include <math.h>
#include <string.h>

/// A fact that run.json states about a machine and its build: its path of keys, and its name on a page.
static const struct fact {
    const char *group, *key, *name;
} facts[] = {
    {"machine", "cpu", "processor"},
    {"machine", "architecture", "architecture"},
    {"machine", "cores", "cores"},
    {"machine", "processors", "processors"},
    {"machine", "cpu_quota", "processors by the CPU quota"},
    {"machine", "memory_bytes", "memory"},
    {"machine", "virtual", "virtual machine"},
    {"machine", "governor", "governor"},
    {"machine", "system", "system"},
    {"machine", "kernel", "kernel"},
    {"build", "compiler", "compiler"},
    {"build", "flags", "flags of the compiler"},
    {"build", "revision", "revisions"},
    {NULL, "renderers", "OpenGL renderers"},
    {NULL, "size", "sizes"},
    {NULL, "started", "dates"},
};
enum { FACTS = sizeof facts / sizeof *facts };

/// What all experiments of a source say about each fact.
struct machine {
    struct cd_texts said[FACTS];
};

static void take_value(struct cd_texts *said, const char *key, const json_t *value)
{
    char text[400] = "";
    for (size_t i = 0; i < json_array_size(value); i++)
        take_value(said, key, json_array_get(value, i));
    if (json_is_string(value))
        snprintf(text, sizeof text, "%.*s", !strcmp(key, "started") ? 10 : 399, json_string_value(value));
    else if (json_is_number(value) && !strcmp(key, "memory_bytes"))
        snprintf(text, sizeof text, "%.3g GB", json_number_value(value) / 1e9);
    else if (json_is_number(value))
        snprintf(text, sizeof text, "%.15g", json_number_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, json_is_true(value) ? "yes" : "no");
    if (*text)
        cd_texts_add_new(said, text);
}

static enum cd_code gather(const struct cd_ledgers *ledgers, const struct cd_results_source *source,
                           struct machine *machine, struct cd_status *status)
{
    for (size_t p = 0; p < ledgers->paper_count; p++)
        for (size_t i = 0; i < ledgers->papers[p]->experiment_count; i++) {
            char folder[PATH_MAX];
            json_t *run = NULL;
            enum cd_code code =
                cd_experiment_folder(source->folder, &ledgers->papers[p]->experiments[i], folder, status);
            if (!code)
                code = cd_run_read(folder, &run, status);
            if (code) {
                cd_results_blame(source, status);
                return code;
            }
            for (size_t k = 0; k < FACTS; k++) {
                const json_t *group = facts[k].group ? json_object_get(run, facts[k].group) : run;
                take_value(&machine->said[k], facts[k].key, json_object_get(group, facts[k].key));
            }
            json_decref(run);
        }
    return CD_OK;
}

/// Begins a table with these heads, followed by a column for each source.
static void begin_table(const struct cd_ledgers *ledgers, const char *caption, bool sortable,
                        const char *const *heads, FILE *stream)
{
    cd_html_table(stream, caption, sortable, heads);
    for (size_t i = 0; i < ledgers->source_count; i++)
        cd_html(stream, "<th scope=\"col\">%s</th>", cd_source_heading(ledgers, i));
    cd_html_table_body(stream);
}

static enum cd_code write_facts(const struct cd_ledgers *ledgers, FILE *stream, struct cd_status *status)
{
    static const char *const heads[] = {"what", NULL};
    struct machine *machines = cd_allocate(ledgers->source_count, sizeof *machines);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < ledgers->source_count && !code; i++)
        code = gather(ledgers, &ledgers->sources[i], &machines[i], status);
    begin_table(ledgers, "Machines and builds", false, heads, stream);
    for (size_t k = 0; k < FACTS; k++) {
        cd_html(stream, "<tr><th scope=\"row\">%s</th>", facts[k].name);
        for (size_t i = 0; i < ledgers->source_count; i++) {
            fputs("<td>", stream);
            for (size_t n = 0; n < machines[i].said[k].count; n++)
                cd_html(stream, n ? "<br>%s" : "%s", machines[i].said[k].items[n]);
            fputs("</td>", stream);
            cd_texts_free(&machines[i].said[k]);
        }
        fputs("</tr>\n", stream);
    }
    cd_html_table_end(stream);
    cd_free(machines);
    return code;
}

/// The ledger of a paper from a source; NULL when there is none.
static const struct cd_ledger *find_ledger(const struct cd_ledgers *ledgers, const struct cd_paper *paper,
                                           size_t source)
{
    for (size_t i = 0; i < ledgers->count; i++)
        if (ledgers->items[i].paper == paper && ledgers->items[i].folder == ledgers->sources[source].name)
            return &ledgers->items[i];
    return NULL;
}

static void write_claim(const struct cd_ledgers *ledgers, const struct cd_paper *paper, size_t claim,
                        FILE *stream)
{
    const struct cd_claim_result *first = NULL;
    bool differs = false;
    for (size_t i = 0; i < ledgers->source_count; i++) {
        const struct cd_ledger *ledger = find_ledger(ledgers, paper, i);
        if (ledger && !first)
            first = &ledger->results[claim];
        differs |= ledger && ledger->results[claim].verdict != first->verdict;
    }
    cd_html(stream, "<tr><th scope=\"row\"><a href=\"paper-%s.html#claim-%s\">%s %s</a></th><td>%s</td>",
            paper->key, paper->claims[claim].id, paper->key, paper->claims[claim].id,
            differs ? "differ" : "same");
    for (size_t i = 0; i < ledgers->source_count; i++) {
        const struct cd_ledger *ledger = find_ledger(ledgers, paper, i);
        if (ledger)
            cd_page_verdict(stream, ledger->results[claim].verdict, ledger->results[claim].quick,
                            ledger->results[claim].old);
        else
            fputs("<td></td>", stream);
    }
    fputs("</tr>\n", stream);
}

/// Writes the row of an experiment that both sources have. The row says how the second source compares with the first.
static enum cd_code compare(const struct cd_ledgers *ledgers, size_t source, const struct cd_paper *paper,
                            const struct cd_experiment *experiment, FILE *stream, struct cd_status *status)
{
    struct cd_measurements reference = {0}, other = {0};
    enum cd_code code = cd_measurements_load(ledgers->sources[0].folder, experiment, &reference, status);
    if (!code)
        code = cd_measurements_load(ledgers->sources[source].folder, experiment, &other, status);
    if (!code && reference.rows.cells && other.rows.cells) {
        struct cd_obtained obtained = cd_obtained_compare(experiment, &other, &reference, false, NULL);
        cd_html(stream,
                "<tr><th scope=\"row\"><a href=\"paper-%s.html#experiment-%s\">%s/%s</a></th><td>%s</td>"
                "<td class=\"number\">%zu</td><td class=\"number\">%zu</td><td class=\"number\">%zu</td>",
                paper->key, experiment->id, paper->key, experiment->id, cd_source_heading(ledgers, source),
                obtained.rows, obtained.lacking, obtained.differing);
        if (obtained.timed)
            cd_html(stream, "<td class=\"number\">%g</td><td>%s</td><td class=\"number\">%zu</td>",
                    obtained.ratio, experiment->program ? "times" : "frames per second", obtained.apart);
        else
            fputs("<td></td><td></td><td></td>", stream);
        fputs("</tr>\n", stream);
    }
    cd_measurements_release(&reference);
    cd_measurements_release(&other);
    return code;
}

static enum cd_code write_comparison(const struct cd_ledgers *ledgers, FILE *stream, struct cd_status *status)
{
    static const char *const heads[] = {"experiment",
                                        "measured on",
                                        "rows of both",
                                        "rows lacking",
                                        "values that differ and should not",
                                        "median ratio",
                                        "of",
                                        "intervals apart",
                                        NULL};
    enum cd_code code = CD_OK;
    cd_html(stream, "<h2>Measurements against those on %s</h2>\n", cd_source_heading(ledgers, 0));
    cd_html_table(stream, "Experiments held against the first machine's", true, heads);
    cd_html_table_body(stream);
    for (size_t p = 0; p < ledgers->paper_count; p++)
        for (size_t i = 0; i < ledgers->papers[p]->experiment_count; i++)
            for (size_t source = 1; source < ledgers->source_count && !code; source++)
                code = compare(ledgers, source, ledgers->papers[p], &ledgers->papers[p]->experiments[i],
                               stream, status);
    cd_html_table_end(stream);
    return code;
}

enum cd_code cd_page_machines(struct cd_pages *pages, struct cd_status *status)
{
    static const char *const heads[] = {"claim", "verdicts", NULL};
    const struct cd_ledgers *ledgers = pages->ledgers;
    struct cd_output *output = cd_page_open(pages, "machines.html", status);
    if (!output)
        return status->code;
    FILE *stream = cd_output_stream(output);
    cd_page_begin(pages, "machines.html", "Machines side by side", stream);
    enum cd_code code = write_facts(ledgers, stream, status);
    fputs("<h2>Verdicts</h2>\n", stream);
    begin_table(ledgers, "Verdicts by machine", true, heads, stream);
    for (size_t p = 0; p < ledgers->paper_count; p++)
        for (size_t k = 0; k < ledgers->papers[p]->claim_count; k++)
            write_claim(ledgers, ledgers->papers[p], k, stream);
    cd_html_table_end(stream);
    if (!code && ledgers->source_count > 1)
        code = write_comparison(ledgers, stream, status);
    cd_page_end(stream);
    return code ? code : cd_output_finish(output, status);
}
