#include "bench/papers/list.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "bench/papers/groups.h"
#include "bench/record/fingerprint.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/// Columns that a title takes at least beside what is said of its experiment.
enum { NARROWEST_TITLE = 20 };

static void print_paper(const struct cd_paper *paper)
{
    char text[1200];
    int width = cd_terminal_width(stdout);
    printf("%s\n", paper->key);
    snprintf(text, sizeof text, "%s: %s. %s", paper->authors, paper->title, paper->published);
    fputs("  ", stdout);
    cd_print_wrapped(stdout, text, 2, 2, width);
    int ids = 0, sources = 0;
    for (size_t i = 0; i < paper->experiment_count; i++) {
        int id = (int)strlen(paper->experiments[i].id), source = (int)strlen(paper->experiments[i].source);
        ids = id > ids ? id : ids;
        sources = source > sources ? source : sources;
    }
    printf("  %*s rows: quick   full\n", ids + sources + 2 - 5, "");
    for (size_t i = 0; i < paper->experiment_count; i++) {
        const struct cd_experiment *experiment = &paper->experiments[i];
        int column = printf("  %-*s  %-*s  %6zu %6zu  ", ids, experiment->id, sources, experiment->source,
                            cd_experiment_cells(experiment, CD_SIZE_QUICK),
                            cd_experiment_cells(experiment, CD_SIZE_FULL));
        // Where a long source leaves no room the title has a line of its own.
        int indent = column <= width - NARROWEST_TITLE ? column : 6;
        cd_print_wrapped(stdout, experiment->title, column, indent, width);
    }
    printf("  %zu claim%s\n", paper->claim_count, paper->claim_count == 1 ? "" : "s");
}

static json_t *json_experiment(const struct cd_experiment *experiment)
{
    json_t *series = json_array();
    for (size_t i = 0; i < experiment->series_count; i++)
        json_array_append_new(series, cd_json_text(experiment->series[i].id));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "id", experiment->id, "source",
                     cd_json_text(experiment->source), "title", cd_json_text(experiment->title), "reading",
                     cd_json_text(experiment->reading), "scene", cd_json_text(experiment->scene), "program",
                     cd_json_text(experiment->program), "series", series, "quick_rows",
                     (json_int_t)cd_experiment_cells(experiment, CD_SIZE_QUICK), "full_rows",
                     (json_int_t)cd_experiment_cells(experiment, CD_SIZE_FULL));
}

static json_t *json_paper(const struct cd_paper *paper)
{
    json_t *experiments = json_array();
    for (size_t i = 0; i < paper->experiment_count; i++)
        json_array_append_new(experiments, json_experiment(&paper->experiments[i]));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:o}", "key", paper->key, "title",
                     cd_json_text(paper->title), "authors", cd_json_text(paper->authors), "published",
                     cd_json_text(paper->published), "path", cd_json_text(paper->path), "claims",
                     (json_int_t)paper->claim_count, "experiments", experiments);
}

static enum cd_code list_paper(const char *key, json_t *array, struct cd_status *status)
{
    struct cd_paper *paper;
    enum cd_code code = cd_paper_open(key, &paper, status);
    if (code)
        return code;
    if (array)
        json_array_append_new(array, json_paper(paper));
    else
        print_paper(paper);
    cd_paper_free(paper);
    return CD_OK;
}

/// Goes on behind a paper that cannot be read: it may not even be one of ours.
static enum cd_code list_papers(const struct cd_texts *keys, const struct cd_paper_list *all, json_t *array,
                                struct cd_status *status)
{
    enum cd_code first = CD_OK;
    for (size_t i = 0; i < keys->count + all->count; i++) {
        struct cd_status inner;
        char *key = cd_duplicate(i < keys->count ? keys->items[i] : all->items[i - keys->count].key);
        key[strcspn(key, "/")] = 0;
        enum cd_code code = list_paper(key, array, &inner);
        cd_free(key);
        if (code && !first)
            first = cd_fail(status, code, "%s", inner.text);
    }
    return first;
}

enum cd_code cd_papers_list(const struct cd_texts *keys, bool json, struct cd_status *status)
{
    struct cd_paper_list all = {0};
    enum cd_code code = keys->count ? CD_OK : cd_papers_find(&all, status);
    if (code)
        return code;
    json_t *array = json ? json_array() : NULL;
    code = list_papers(keys, &all, array, status);
    if (json) {
        json_t *root = json_pack("{s:o}", "papers", array);
        json_dumpf(root, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(root);
    }
    cd_papers_release(&all);
    return code;
}
