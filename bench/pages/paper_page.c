#include "bench/pages/page.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/pages/svg.h"
#include "bench/papers/estimates.h"
#include "bench/papers/figures.h"
#include "bench/papers/interpretations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The page of a paper that is being written.
struct page {
    struct cd_pages *pages;
    const struct cd_paper *paper;
    size_t ledger_count;
    const struct cd_ledger *ledgers; ///< its own
    FILE *stream;
};

/// Finds the ledgers of a paper. They come after the ledgers of all papers before it.
static struct page find_ledgers(struct cd_pages *pages, const struct cd_paper *paper)
{
    const struct cd_ledgers *all = pages->ledgers;
    struct page page = {.pages = pages, .paper = paper};
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].paper == paper && !page.ledger_count++)
            page.ledgers = &all->items[i];
    return page;
}

/// Says who measured what follows, if several sources have measured.
static void write_source(const struct page *page, const struct cd_ledger *ledger)
{
    if (page->ledger_count > 1)
        cd_html(page->stream, "<h4>Measured on %s</h4>\n", cd_page_heading(page->pages, ledger));
}

/// Writes a paragraph with a title before it; nothing for NULL.
static void write_remark(FILE *stream, const char *title, const char *text)
{
    if (text && *text)
        cd_html(stream, "<p><strong>%s:</strong> %s</p>\n", title, text);
}

static void write_quote(FILE *stream, const char *quote)
{
    if (!quote)
        return;
    fputs("<blockquote", stream);
    cd_html_language(stream, quote);
    cd_html(stream, "><p>%s</p></blockquote>\n", quote);
}

// ---- claims -----------------------------------------------------------------------------------------------

static void write_claims_table(const struct page *page)
{
    static const char *const heads[] = {"claim", "what it says", "where", NULL};
    FILE *stream = page->stream;
    cd_html_table(stream, "Claims and their verdicts", true, heads);
    for (size_t i = 0; i < page->ledger_count; i++)
        cd_html(stream, "<th scope=\"col\">%s</th>", cd_page_heading(page->pages, &page->ledgers[i]));
    cd_html_table_body(stream);
    for (size_t k = 0; k < page->paper->claim_count; k++) {
        const struct cd_claim *claim = &page->paper->claims[k];
        cd_html(stream, "<tr><th scope=\"row\"><a href=\"#claim-%s\">%s</a></th><td>%s</td><td>%s</td>",
                claim->id, claim->id, claim->says, claim->where);
        for (size_t i = 0; i < page->ledger_count; i++) {
            const struct cd_claim_result *result = &page->ledgers[i].results[k];
            cd_page_verdict(stream, result->verdict, result->quick, result->old);
        }
        fputs("</tr>\n", stream);
    }
    cd_html_table_end(stream);
}

static void write_forms(const struct cd_claim_result *result, FILE *stream)
{
    const char *before = "<p>";
    for (int form = 0; form < CD_FORMS; form++)
        if (cd_claim_asks(result->claim, (enum cd_form)form)) {
            fputs(before, stream);
            cd_html(stream, "%s: <strong>%s</strong>", cd_form_names[form],
                    cd_claim_verdict_name(result->forms[form]));
            before = ", ";
        }
    fputs(*before == ',' ? "</p>\n" : "", stream);
}

static void write_checks(const struct cd_claim_result *result, FILE *stream)
{
    static const char *const heads[] = {
        "check", "measured (95 % interval)", "outcome", "decides", "experiment", "because", NULL};
    if (!result->claim->check_count)
        return;
    char caption[100];
    snprintf(caption, sizeof caption, "Checks of claim %s", result->claim->id);
    cd_html_table(stream, caption, false, heads);
    cd_html_table_body(stream);
    for (size_t i = 0; i < result->claim->check_count; i++) {
        const struct cd_check *check = &result->claim->checks[i];
        cd_html(stream, "<tr><td>%s</td><td>%s</td><td>%s</td><td>", check->says, result->checks[i].text,
                cd_check_outcome_name(result->checks[i].outcome));
        for (int form = 0, any = 0; form < CD_FORMS; form++)
            if (check->decides[form])
                cd_html(stream, any++ ? ", %s" : "%s", cd_form_names[form]);
        cd_html(stream, "</td><td><a href=\"#experiment-%s\">%s</a></td><td>%s</td></tr>\n",
                check->experiment, check->experiment, check->because);
    }
    cd_html_table_end(stream);
}

static void write_claim(const struct page *page, size_t k)
{
    const struct cd_claim *claim = &page->paper->claims[k];
    FILE *stream = page->stream;
    cd_html(stream, "<section id=\"claim-%s\">\n<h3>%s: %s</h3>\n", claim->id, claim->id, claim->says);
    write_quote(stream, claim->quote);
    write_remark(stream, "Where", claim->where);
    write_remark(stream, "Damage of the text", claim->damage);
    write_remark(stream, "Remark", claim->remark);
    for (size_t i = 0; i < claim->changed.count; i++)
        write_remark(stream, "Changed after results existed", claim->changed.items[i]);
    for (size_t i = 0; i < page->ledger_count; i++) {
        const struct cd_claim_result *result = &page->ledgers[i].results[k];
        write_source(page, &page->ledgers[i]);
        write_forms(result, stream);
        write_remark(stream, "Why", result->reason);
        write_remark(stream, "Note", result->note);
        write_checks(result, stream);
    }
    fputs("</section>\n", stream);
}

// ---- interpretations --------------------------------------------------------------------------------------

static void write_interpretations_of(const struct page *page, const struct cd_ledger *ledger)
{
    static const char *const heads[] = {"claim", "verdict", "under other interpretations", NULL};
    FILE *stream = page->stream;
    write_source(page, ledger);
    cd_html_table(stream, "Verdicts under other interpretations, of the claims that they touch", true, heads);
    cd_html_table_body(stream);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct cd_claim *claim = ledger->results[i].claim;
        if (cd_claim_interpretations(page->paper, ledger->interpretations, claim).touched)
            cd_html(stream, "<tr><th scope=\"row\">%s</th><td>%s</td><td class=\"words\">%s</td></tr>\n",
                    claim->id, cd_claim_verdict_name(ledger->results[i].verdict),
                    ledger->results[i].interpretations);
    }
    cd_html_table_end(stream);
}

static void write_interpretations(const struct page *page)
{
    FILE *stream = page->stream;
    if (!page->paper->question_count)
        return;
    fputs(
        "<h2 id=\"interpretations\">Interpretations</h2>\n<p>What the text leaves open. The experiments are "
        "run with the first value that is measured; each other one is tried alone.</p>\n<dl>\n",
        stream);
    for (size_t i = 0; i < page->paper->question_count; i++) {
        const struct cd_question *question = &page->paper->questions[i];
        cd_html(stream, "<dt>%s: %s</dt>\n<dd>", question->id, question->says);
        write_quote(stream, question->quote);
        cd_html(stream, "%s<ul>\n", question->where);
        for (size_t k = 0; k < question->interpretation_count; k++) {
            const struct cd_interpretation *value = &question->interpretations[k];
            cd_html(stream, "<li>%s: %s; %s", value->id, value->says, value->because);
            if (value->not_measured)
                cd_html(stream, "; not measured: %s", value->not_measured);
            fputs("</li>\n", stream);
        }
        fputs("</ul></dd>\n", stream);
    }
    fputs("</dl>\n", stream);
    for (size_t i = 0; i < page->ledger_count; i++)
        if (page->ledgers[i].interpretations)
            write_interpretations_of(page, &page->ledgers[i]);
}

// ---- figures ----------------------------------------------------------------------------------------------

static void write_x(FILE *stream, const struct cd_plot *plot, const struct cd_plot_point *point)
{
    if (plot->categorical)
        cd_html(stream, "%s", plot->categories.items[(size_t)point->x]);
    else
        cd_html(stream, "%g", point->x);
}

static const struct cd_plot_points *points_of(const struct cd_plot_series *series, bool printed)
{
    return printed ? &series->printed : &series->points;
}

/// Writes what the pointer shows at a point. `series` is counted as in plot.h.
static void tell_point(FILE *stream, const void *user, size_t series, size_t number)
{
    const struct cd_plots *plots = user;
    size_t panel = series / 2 / CD_PLOT_SERIES_MAX, place = series / 2 % CD_PLOT_SERIES_MAX;
    bool printed = series % 2;
    if (panel >= plots->count || place >= plots->items[panel].series_count)
        return;
    const struct cd_plot *plot = &plots->items[panel];
    const struct cd_plot_points *points = points_of(&plot->series[place], printed);
    if (number >= points->count)
        return;
    const struct cd_plot_point *point = &points->items[number];
    cd_html(stream, printed ? "paper: %s; " : "%s; ", plot->series[place].label);
    if (!plot->by_series) {
        cd_html(stream, "%s: ", plot->x.label);
        write_x(stream, plot, point);
        fputs("; ", stream);
    }
    char y[32], low[32], high[32];
    cd_html(stream, "%s: %s", plot->y.label, cd_number_text(point->y, y));
    if (!isnan(point->low) && !isnan(point->high))
        cd_html(stream, " (%s to %s)", cd_number_text(point->low, low), cd_number_text(point->high, high));
}

static void write_bound(FILE *stream, double bound)
{
    if (isnan(bound))
        fputs("<td></td>", stream);
    else
        cd_html(stream, "<td class=\"number\">%g</td>", bound);
}

static void write_points(FILE *stream, const struct cd_plot *plot, const struct cd_plot_series *series,
                         bool printed)
{
    const struct cd_plot_points *points = points_of(series, printed);
    for (size_t k = 0; k < points->count; k++) {
        const struct cd_plot_point *point = &points->items[k];
        cd_html(stream, printed ? "<tr><td>paper: %s</td>" : "<tr><td>%s</td>", series->label);
        if (!plot->by_series) {
            fputs(plot->categorical ? "<td>" : "<td class=\"number\">", stream);
            write_x(stream, plot, point);
            fputs("</td>", stream);
        }
        cd_html(stream, "<td class=\"number\">%g</td>", point->y);
        write_bound(stream, point->low);
        write_bound(stream, point->high);
        fputs("</tr>\n", stream);
    }
}

/// Writes the points of a figure as a table.
static void write_data(FILE *stream, const struct cd_figure *figure, const struct cd_plots *plots)
{
    const struct cd_plot *first = &plots->items[0];
    const char *const heads[] = {"series", first->x.label, first->y.label, "from", "to", NULL};
    const char *const heads_by_series[] = {"series", first->y.label, "from", "to", NULL};
    size_t measured = 0, printed = 0;
    for (size_t i = 0; i < plots->count; i++)
        for (size_t k = 0; k < plots->items[i].series_count; k++) {
            measured += plots->items[i].series[k].points.count;
            printed += plots->items[i].series[k].printed.count;
        }
    cd_html(stream, "<details><summary>Data: %zu points measured, %zu printed</summary>\n", measured,
            printed);
    cd_html_table(stream, figure->title, true, first->by_series ? heads_by_series : heads);
    cd_html_table_body(stream);
    for (size_t i = 0; i < plots->count; i++)
        for (size_t k = 0; k < 2 * plots->items[i].series_count; k++)
            write_points(stream, &plots->items[i], &plots->items[i].series[k / 2], k % 2);
    cd_html_table_end(stream);
    fputs("</details>\n", stream);
}

static enum cd_code draw_picture(const struct page *page, const struct cd_figure *figure,
                                 const struct cd_figure_plots *open, struct cd_status *status)
{
    char label[300];
    FILE *picture = tmpfile();
    if (!picture)
        return cd_fail(status, CD_IO,
                       "cannot write a temporary file; see that /tmp has room and that you may write to it");
    enum cd_code code = cd_figure_write(open, picture, status);
    if (!code) {
        rewind(picture);
        char *svg = cd_text_of(picture);
        snprintf(label, sizeof label, "%.200s; its data are in the table below", figure->title);
        cd_html(page->stream,
                "<div class=\"scroll picture\" role=\"group\" tabindex=\"0\" aria-label=\"Figure: %s\">\n",
                figure->title);
        cd_svg_embed(page->stream, svg, page->pages->pictures++, label, tell_point, cd_figure_panels(open));
        fputs("</div>\n", page->stream);
        cd_free(svg);
    }
    fclose(picture);
    return code;
}

static enum cd_code write_figure(const struct page *page, const struct cd_experiment *experiment,
                                 const struct cd_figure *figure, const struct cd_measurements *measurements,
                                 struct cd_status *status)
{
    struct cd_figure_plots *open = cd_figure_open(experiment, figure, measurements);
    enum cd_code code = cd_interrupted() ? CD_INTERRUPTED : CD_OK;
    if (!code && cd_figure_panels(open)) {
        cd_html(page->stream, "<figure><figcaption>%s</figcaption>\n", figure->title);
        code = draw_picture(page, figure, open, status);
        write_data(page->stream, figure, cd_figure_panels(open));
        fputs("</figure>\n", page->stream);
    }
    cd_figure_close(open);
    return code;
}

// ---- experiments ------------------------------------------------------------------------------------------

/// Writes the command that measures an experiment at the size at which it was measured.
static void write_command(const struct page *page, const struct cd_experiment *experiment, enum cd_size size)
{
    cd_html(page->stream, "<pre><code>cdbench reproduce %s/%s --%s</code></pre>\n", page->paper->key,
            experiment->id, cd_size_names[size]);
}

/// Writes the rows with all their columns into a file next to the page.
static enum cd_code write_rows(const struct page *page, size_t ledger, const struct cd_experiment *experiment,
                               const struct cd_table *cells, struct cd_status *status)
{
    char name[200];
    snprintf(name, sizeof name, "data-%s-%s-%zu.csv", page->paper->key, experiment->id, ledger + 1);
    struct cd_output *output = cd_page_open(page->pages, name, status);
    if (!output)
        return status->code;
    cd_table_write(cells, cd_output_stream(output));
    cd_html(page->stream, "<p><a href=\"%s\">All columns of the %zu rows (CSV)</a></p>\n", name,
            cells->row_count);
    return cd_output_finish(output, status);
}

static enum cd_code write_measured(const struct page *page, size_t ledger,
                                   const struct cd_experiment *experiment,
                                   const struct cd_measurements *measurements, struct cd_status *status)
{
    char *caption = cd_caption_of(measurements->run, measurements);
    write_source(page, &page->ledgers[ledger]);
    cd_html(page->stream, "<p class=\"caption\">%s</p>\n", caption);
    free(caption);
    write_command(page, experiment, measurements->size);
    enum cd_code code = write_rows(page, ledger, experiment, measurements->rows.cells, status);
    for (size_t i = 0; i < experiment->figure_count && !code; i++)
        code = write_figure(page, experiment, &experiment->figures[i], measurements, status);
    return code;
}

static enum cd_code write_experiment(const struct page *page, const struct cd_experiment *experiment,
                                     struct cd_status *status)
{
    enum cd_code code = CD_OK;
    bool any = false;
    cd_html(page->stream, "<section id=\"experiment-%s\">\n<h3>%s: %s</h3>\n", experiment->id, experiment->id,
            experiment->title);
    write_remark(page->stream, "In the paper",
                 strcmp(experiment->source, "ours") != 0 ? experiment->source
                                                         : "not there; an experiment of ours");
    write_remark(page->stream, "Read as", experiment->reading);
    for (size_t i = 0; i < page->ledger_count && !code; i++) {
        struct cd_measurements measurements = {0};
        const struct cd_results_source *source = cd_page_source(page->pages, &page->ledgers[i]);
        if (source) // judging has already found what is wrong there
            code = cd_measurements_load(source->folder, experiment, &measurements, status);
        if (!code && measurements.rows.cells) {
            any = true;
            code = write_measured(page, i, experiment, &measurements, status);
        }
        cd_measurements_release(&measurements);
    }
    if (!any) {
        fputs("<p>Not measured yet:</p>\n", page->stream);
        write_command(page, experiment, CD_SIZE_QUICK);
    }
    fputs("</section>\n", page->stream);
    return code;
}

static enum cd_code write_content(const struct page *page, struct cd_status *status)
{
    const struct cd_paper *paper = page->paper;
    FILE *stream = page->stream;
    enum cd_code code = CD_OK;
    cd_html(stream, "<p>%s, %s</p>\n", paper->authors, paper->published);
    write_remark(stream, "Machine of the paper", paper->machine);
    fputs("<h2 id=\"claims\">Claims</h2>\n", stream);
    write_claims_table(page);
    fputs("<p>To judge them again:</p>\n", stream);
    for (size_t i = 0; i < page->ledger_count; i++) {
        char *command = cd_ledger_command(&page->ledgers[i]);
        cd_html(stream, "<pre><code>%s</code></pre>\n", command);
        free(command);
    }
    for (size_t i = 0; i < paper->claim_count; i++)
        write_claim(page, i);
    write_interpretations(page);
    fputs("<h2 id=\"experiments\">Experiments</h2>\n", stream);
    cd_progress_part(page->pages->progress, paper->key);
    for (size_t i = 0; i < paper->experiment_count && !code; i++) {
        cd_progress_step(page->pages->progress, paper->experiments[i].id, 0);
        code = write_experiment(page, &paper->experiments[i], status);
        cd_progress_advance(page->pages->progress, 0);
        cd_progress_part_done(page->pages->progress, 1, false);
    }
    return code;
}

enum cd_code cd_page_paper(struct cd_pages *pages, const struct cd_paper *paper, struct cd_status *status)
{
    struct page page = find_ledgers(pages, paper);
    char name[100];
    snprintf(name, sizeof name, "paper-%s.html", paper->key);
    struct cd_output *output = cd_page_open(pages, name, status);
    if (!output)
        return status->code;
    page.stream = cd_output_stream(output);
    cd_page_begin(pages, name, paper->title, page.stream);
    enum cd_code code = write_content(&page, status);
    cd_page_end(page.stream);
    return code ? code : cd_output_finish(output, status);
}
