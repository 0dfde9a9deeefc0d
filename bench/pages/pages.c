#include "bench/pages/pages.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/pages/page.h"
#include "bench/record/build_info.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include <unistd.h>

#define STYLE  "report.css"
#define SCRIPT "report.js"

// The Makefile turns both files into string literals.
static const char style[] =
#ifdef CD_PAGES_STYLE
#include CD_PAGES_STYLE
#endif
    "";
static const char script[] =
#ifdef CD_PAGES_SCRIPT
#include CD_PAGES_SCRIPT
#endif
    "";

// ---- what every page has ----------------------------------------------------------------------------------

static void write_link(const char *page, const char *name, const char *text, FILE *stream)
{
    cd_html(stream, "<li><a href=\"%s\"", name);
    cd_html(stream, strcmp(page, name) ? ">%s</a></li>\n" : " aria-current=\"page\">%s</a></li>\n", text);
}

void cd_page_begin(const struct cd_pages *pages, const char *name, const char *title, FILE *stream)
{
    const struct cd_ledgers *ledgers = pages->ledgers;
    // Only the two files next to the page run or load, whatever a text might get past cd_html.
    cd_html(
        stream,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self' file:; "
        "style-src-attr 'unsafe-inline'; script-src 'self' file:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"cdbench "
        "%s\">\n"
        "<title>%s - cdbench</title>\n<link rel=\"stylesheet\" href=\"" STYLE "\">\n"
        "<script src=\"" SCRIPT "\" defer></script>\n</head>\n<body>\n"
        "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header><nav "
        "aria-label=\"Pages\"><ul>\n",
        cd_build.version, title);
    write_link(name, "index.html", "Overview", stream);
    for (size_t i = 0; i < ledgers->paper_count; i++) {
        char page[100];
        snprintf(page, sizeof page, "paper-%s.html", ledgers->papers[i]->key);
        write_link(name, page, ledgers->papers[i]->key, stream);
    }
    write_link(name, "machines.html", "Machines", stream);
    cd_html(stream, "</ul></nav></header>\n<main id=\"content\">\n<h1>%s</h1>\n", title);
}

void cd_page_end(FILE *stream)
{
    cd_html(stream,
            "</main>\n<footer><p>Made by <code>cdbench report</code>, version %s, revision %s.</p></footer>\n"
            "</body>\n</html>\n",
            cd_build.version, cd_build.revision);
}

void cd_page_verdict(FILE *stream, enum cd_claim_verdict verdict, bool quick, bool old)
{
    cd_html(stream, "<td><span class=\"verdict v%d\">%s</span>%s%s</td>", (int)verdict,
            cd_claim_verdict_name(verdict), quick ? ", quick" : "", old ? ", old" : "");
}

const struct cd_results_source *cd_page_source(const struct cd_pages *pages, const struct cd_ledger *ledger)
{
    for (size_t i = 0; i < pages->ledgers->source_count; i++)
        if (pages->ledgers->sources[i].name == ledger->folder)
            return &pages->ledgers->sources[i];
    return NULL;
}

const char *cd_page_heading(const struct cd_pages *pages, const struct cd_ledger *ledger)
{
    const struct cd_results_source *source = cd_page_source(pages, ledger);
    return source ? cd_source_heading(pages->ledgers, (size_t)(source - pages->ledgers->sources))
                  : ledger->folder;
}

bool cd_is_study(const struct cd_paper *paper)
{
    for (size_t i = 0; i < paper->claim_count; i++)
        if (cd_claim_headline(&paper->claims[i]) == CD_FORM_REPAIRED)
            return false;
    return paper->claim_count > 0;
}

// ---- the overview -----------------------------------------------------------------------------------------

/// Counts the claims of a text, or of ours, by their verdicts. Returns how many there are.
static size_t count_claims(const struct cd_ledger *ledger, bool of_text, size_t totals[CD_CLAIM_VERDICTS])
{
    size_t count = 0;
    for (size_t i = 0; i < ledger->count; i++)
        if (of_text == (cd_claim_headline(ledger->results[i].claim) == CD_FORM_REPAIRED)) {
            totals[ledger->results[i].verdict]++;
            count++;
        }
    return count;
}

/// Writes how many claims of a text, or of ours, got each verdict.
static void write_tally(const struct cd_pages *pages, const struct cd_ledger *ledger, bool of_text,
                        FILE *stream)
{
    size_t totals[CD_CLAIM_VERDICTS] = {0}, count = count_claims(ledger, of_text, totals);
    if (!count)
        return;
    cd_html(stream, "<tr><th scope=\"row\"><a href=\"paper-%s.html\">%s</a></th><td>%s</td><td>%s</td>",
            ledger->paper->key, ledger->paper->key, ledger->paper->title, cd_page_heading(pages, ledger));
    cd_html(stream, "<td class=\"number\">%zu</td>", count);
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++)
        cd_html(stream, "<td class=\"number\">%zu</td>", totals[verdict]);
    fputs("</tr>\n", stream);
}

/// Writes a table under its heading; nothing if there are no such claims.
static void write_tallies(const struct cd_pages *pages, const char *heading, const char *caption,
                          bool of_text, FILE *stream)
{
    const struct cd_ledgers *ledgers = pages->ledgers;
    static const char *const heads[] = {"key", "title", "measured on", "claims", NULL};
    size_t totals[CD_CLAIM_VERDICTS] = {0}, count = 0;
    for (size_t i = 0; i < ledgers->count; i++)
        count += count_claims(&ledgers->items[i], of_text, totals);
    if (!count)
        return;
    cd_html(stream, "<h2>%s</h2>\n", heading);
    cd_html_table(stream, caption, true, heads);
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++)
        cd_html(stream, "<th scope=\"col\">%s</th>", cd_claim_verdict_name((enum cd_claim_verdict)verdict));
    cd_html_table_body(stream);
    for (size_t i = 0; i < ledgers->count; i++)
        write_tally(pages, &ledgers->items[i], of_text, stream);
    cd_html_table_end(stream);
}

static void write_overview(const struct cd_pages *pages, FILE *stream)
{
    const struct cd_ledgers *ledgers = pages->ledgers;
    bool study = false;
    cd_page_begin(pages, "index.html", "What was measured", stream);
    fputs("<p>This is what papers on collision detection and region matching claim, and what was found when "
          "their "
          "algorithms ran side by side, with each answer checked against an exact one. <code>cdbench "
          "reproduce</code> measured and <code>cdbench claims</code> judged. Below every figure are its data "
          "and "
          "the command that measures it.</p>\n",
          stream);
    for (size_t i = 0; i < ledgers->paper_count; i++)
        study |= cd_is_study(ledgers->papers[i]);
    write_tallies(pages, "Papers",
                  "Claims of the papers by their verdict, as repaired where a text needs that", true, stream);
    write_tallies(pages, study ? "Studies, and claims of ours" : "Claims of ours",
                  "Claims of this project by their verdict", false, stream);
    fputs("<h2>Verdicts</h2>\n<dl>\n"
          "<dt>reproduced, partly, refuted</dt><dd>The claim holds at every point that was measured, at "
          "some, at "
          "none.</dd>\n"
          "<dt>vacuous</dt><dd>The form misses more than half of the collisions in the claim's own scenes, "
          "so that "
          "its times, calls or false positives say nothing.</dd>\n"
          "<dt>undecided</dt><dd>The measurements allow both outcomes.</dd>\n"
          "<dt>not comparable</dt><dd>This machine says nothing about that of the paper.</dd>\n"
          "<dt>quick</dt><dd>Judged by measurements of the quick size.</dd>\n"
          "<dt>old</dt><dd>The experiment or its code has changed since it was measured.</dd>\n</dl>\n",
          stream);
    cd_page_end(stream);
}

// ---- the folder -------------------------------------------------------------------------------------------

struct cd_output *cd_page_open(struct cd_pages *pages, const char *name, struct cd_status *status)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", pages->folder, name) >= PATH_MAX) {
        cd_fail(status, CD_IO, "%.80s...: the name is too long", pages->folder);
        return NULL;
    }
    pages->files = cd_grow(pages->files, pages->file_count, &pages->capacity, sizeof(struct cd_output *));
    if (cd_output_open(path, &pages->files[pages->file_count], status))
        return NULL;
    cd_texts_print(&pages->names, "%s", name);
    return pages->files[pages->file_count++];
}

static enum cd_code write_text(struct cd_pages *pages, const char *name, const char *text,
                               struct cd_status *status)
{
    struct cd_output *output = cd_page_open(pages, name, status);
    if (!output)
        return status->code;
    fputs(text, cd_output_stream(output));
    return cd_output_finish(output, status);
}

/// True for the name of a file that an earlier call may have left and that this call has not written.
static bool is_left_over(const struct cd_pages *pages, const char *name)
{
    return (!fnmatch("paper-*.html", name, 0) || !fnmatch("data-*-[0-9]*.csv", name, 0)) &&
           !CD_NAMED(pages->names.items, pages->names.count, name);
}

/// Refuses a folder that contains anything other than pages of an earlier call.
static enum cd_code look_into(const char *folder, struct cd_status *status)
{
    DIR *entries = opendir(folder);
    char other[sizeof((struct dirent *)0)->d_name] = "";
    bool ours = false;
    if (!entries)
        return cd_fail(status, CD_IO, "%s: %s; name another folder by --html", folder, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(entries));) {
        ours |= !strcmp(entry->d_name, STYLE);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            strcpy(other, entry->d_name);
    }
    closedir(entries);
    return *other && !ours ? cd_fail(status, CD_USAGE,
                                     "%s: holds %s and no pages of an earlier report; name a new folder by "
                                     "--html",
                                     folder, other)
                           : CD_OK;
}

static void remove_left_over(const struct cd_pages *pages)
{
    DIR *entries = opendir(pages->folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        if (is_left_over(pages, entry->d_name))
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries)
        closedir(entries);
}

static enum cd_code write_pages(struct cd_pages *pages, struct cd_status *status)
{
    struct cd_output *output = cd_page_open(pages, "index.html", status);
    if (!output)
        return status->code;
    write_overview(pages, cd_output_stream(output));
    enum cd_code code = cd_output_finish(output, status);
    for (size_t i = 0; i < pages->ledgers->paper_count && !code; i++)
        code = cd_page_paper(pages, pages->ledgers->papers[i], status);
    if (!code)
        code = cd_page_machines(pages, status);
    if (!code)
        code = write_text(pages, STYLE, style, status);
    return code ? code : write_text(pages, SCRIPT, script, status);
}

enum cd_code cd_pages_write(const struct cd_ledgers *ledgers, const char *folder,
                            struct cd_progress *progress, struct cd_status *status)
{
    struct cd_pages pages = {.ledgers = ledgers, .folder = folder, .progress = progress};
    size_t made;
    enum cd_code code = cd_make_folder(folder, &made, status);
    if (code)
        return code;
    code = look_into(folder, status);
    if (!code)
        code = write_pages(&pages, status);
    cd_interrupt_write();
    code = cd_outputs_commit(pages.files, pages.file_count, code, status);
    if (!code)
        remove_left_over(&pages);
    else
        cd_unmake_folder(folder, made);
    cd_free(pages.files);
    cd_texts_free(&pages.names);
    return code;
}
