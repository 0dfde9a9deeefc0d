#include "bench/papers/ledgers.h"

#include "base/memory.h"
#include "bench/record/build_info.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

#define RESULTS       "results"
#define LOCAL_RESULTS "results/local"

static bool is_there(const char *folder, const char *key, const char *experiment, const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s/%s", folder, key, experiment, file);
    return !access(path, F_OK);
}

static bool has_measurements(const char *folder, const struct cd_paper *paper)
{
    for (size_t i = 0; i < paper->experiment_count; i++)
        if (is_there(folder, paper->key, paper->experiments[i].id, "cells.csv"))
            return true;
    return false;
}

static enum cd_code add_source(struct cd_ledgers *ledgers, const char *name, struct cd_status *status)
{
    enum cd_code code = cd_results_look(name, status);
    if (!code)
        cd_texts_print(&ledgers->sources, "%s", name);
    return code;
}

/// Every folder in results/, sorted.
static void find_folders(struct cd_ledgers *ledgers)
{
    glob_t found;
    if (glob(RESULTS "/*/", 0, NULL, &found))
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        *strrchr(found.gl_pathv[i], '/') = '\0';
        cd_texts_print(&ledgers->found, "%s", found.gl_pathv[i]);
    }
    globfree(&found);
}

static enum cd_code take_sources(struct cd_ledgers *ledgers, const struct cd_texts *given,
                                 struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (!given->count) {
        find_folders(ledgers);
        given = &ledgers->found;
    }
    for (size_t i = 0; i < given->count && !code; i++)
        code = add_source(ledgers, given->items[i], status);
    return code;
}

/// Reads the papers with the keys given or, without keys, all papers that have measurements. Other papers are not even
/// read.
static enum cd_code open_papers(struct cd_ledgers *ledgers, const struct cd_texts *keys,
                                struct cd_status *status)
{
    struct cd_paper_list list = {0};
    enum cd_code code = keys->count ? CD_OK : cd_papers_find(&list, status);
    ledgers->papers = cd_allocate(keys->count + list.count, sizeof *ledgers->papers);
    for (size_t i = 0; i < keys->count + list.count && !code; i++) {
        const char *key = i < keys->count ? keys->items[i] : list.items[i - keys->count].key;
        bool wanted = i < keys->count;
        for (size_t k = 0; k < ledgers->sources.count && !wanted; k++)
            wanted = is_there(ledgers->sources.items[k], key, ".", "");
        if (wanted)
            code = cd_paper_open(key, &ledgers->papers[ledgers->paper_count], status);
        ledgers->paper_count += wanted && !code;
    }
    if (!code && !ledgers->paper_count)
        code = cd_fail(status, CD_IO,
                       "nothing was measured yet; `cdbench reproduce --list` shows what can be, and "
                       "`cdbench claims KEY` what a paper claims");
    cd_papers_release(&list);
    return code;
}

/// Leaves out folders that have nothing of these papers.
static void leave_out_others(struct cd_ledgers *ledgers)
{
    size_t kept = 0;
    for (size_t k = 0; k < ledgers->sources.count; k++) {
        bool any = false;
        for (size_t i = 0; i < ledgers->paper_count && !any; i++)
            any = has_measurements(ledgers->sources.items[k], ledgers->papers[i]);
        if (any)
            ledgers->sources.items[kept++] = ledgers->sources.items[k];
        else
            cd_free((char *)ledgers->sources.items[k]);
    }
    ledgers->sources.count = kept;
}

static enum cd_code add_ledger(struct cd_ledgers *ledgers, const struct cd_paper *paper, const char *folder,
                               struct cd_status *status)
{
    cd_ledger_tell_unrecorded(paper, folder, cd_hear_warning, NULL);
    ledgers->items = cd_grow(ledgers->items, ledgers->count, &ledgers->capacity, sizeof *ledgers->items);
    enum cd_code code = cd_ledger_make(paper, folder, &ledgers->items[ledgers->count], status);
    ledgers->count += !code;
    return code;
}

/// Warns of sources that have tables without hashes.
static void tell_unhashed(const struct cd_ledgers *ledgers)
{
    struct cd_texts told = {0};
    for (size_t i = 0; i < ledgers->count; i++)
        if (ledgers->items[i].unhashed && cd_texts_add_new(&told, ledgers->items[i].folder))
            cd_tell(cd_hear_warning, NULL, CD_NO_HASHES_FORMAT, ledgers->items[i].folder);
    cd_texts_free(&told);
}

enum cd_code cd_ledgers_make(const struct cd_texts *sources, const struct cd_texts *keys, bool beside,
                             struct cd_ledgers *ledgers, struct cd_status *status)
{
    enum cd_code code = take_sources(ledgers, sources, status);
    if (!code)
        code = open_papers(ledgers, keys, status);
    if (!code && !sources->count)
        leave_out_others(ledgers);
    for (size_t i = 0; i < ledgers->paper_count && !code; i++) {
        const struct cd_paper *paper = ledgers->papers[i];
        size_t before = ledgers->count;
        for (size_t k = 0; k < ledgers->sources.count && !code; k++)
            if (beside || has_measurements(ledgers->sources.items[k], paper))
                code = add_ledger(ledgers, paper, ledgers->sources.items[k], status);
        if (!code && ledgers->count == before)
            code =
                add_ledger(ledgers, paper, sources->count ? *ledgers->sources.items : LOCAL_RESULTS, status);
    }
    tell_unhashed(ledgers);
    return code;
}

void cd_ledgers_release(struct cd_ledgers *ledgers)
{
    for (size_t i = 0; i < ledgers->count; i++)
        cd_ledger_release(&ledgers->items[i]);
    for (size_t i = 0; i < ledgers->paper_count; i++)
        cd_paper_free(ledgers->papers[i]);
    cd_free(ledgers->items);
    cd_free(ledgers->papers);
    cd_texts_free(&ledgers->sources);
    cd_texts_free(&ledgers->found);
    *ledgers = (struct cd_ledgers){0};
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

const char *cd_source_heading(const struct cd_ledgers *ledgers, size_t source)
{
    const char *name = base_name(ledgers->sources.items[source]);
    for (size_t i = 0; i < ledgers->sources.count; i++)
        if (i != source && !strcmp(base_name(ledgers->sources.items[i]), name))
            return ledgers->sources.items[source];
    return name;
}

/// Increase this number when members of `claims --json` go or change their meaning.
#define FORMAT 2

json_t *cd_ledgers_json(const struct cd_ledgers *ledgers)
{
    json_t *sources = json_array(), *papers = json_array();
    for (size_t i = 0; i < ledgers->sources.count; i++)
        json_array_append_new(sources,
                              json_pack("{s:o, s:o}", "folder", cd_json_text(ledgers->sources.items[i]),
                                        "heading", cd_json_text(cd_source_heading(ledgers, i))));
    for (size_t i = 0; i < ledgers->count; i++)
        json_array_append_new(papers, cd_ledger_json(&ledgers->items[i]));
    return json_pack("{s:i, s:s, s:s, s:o, s:o}", "format", FORMAT, "version", cd_build.version, "revision",
                     cd_build.revision, "sources", sources, "papers", papers);
}
