// Where papers are found.
#include "bench/papers/paper_path.h"

#include "base/memory.h"
#include "base/program_file.h"
#include "base/text.h"
#include "bench/papers/paper.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_key(const struct cd_paper_list *list, const char *key)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->keys[i], key))
            return true;
    return false;
}

static void add_paper(struct cd_paper_list *list, const char *key, const char *folder, const char *file)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    list->keys = cd_reallocate(list->keys, list->count, list->count + 1, sizeof *list->keys);
    list->paths = cd_reallocate(list->paths, list->count, list->count + 1, sizeof *list->paths);
    list->keys[list->count] = cd_duplicate(key);
    list->paths[list->count++] = cd_duplicate(path);
}

/// Adds the papers of a folder, should it be there; what has been found before hides them.
static void add_folder(struct cd_paper_list *list, const char *folder)
{
    DIR *stream = opendir(folder);
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        char key[256];
        size_t length = strlen(entry->d_name);
        if (length <= 5 || *entry->d_name == '.' || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)(length - 5), entry->d_name);
        if (!has_key(list, key))
            add_paper(list, key, folder, entry->d_name);
    }
    closedir(stream);
}

static void add_variable(struct cd_paper_list *list)
{
    const char *variable = getenv("CDBENCH_PAPERS");
    if (!variable)
        return;
    char *copy = cd_duplicate(variable), *rest = copy, *folder;
    while ((folder = strsep(&rest, ":")))
        if (*folder)
            add_folder(list, folder);
    cd_free(copy);
}

static void sort_papers(struct cd_paper_list *list)
{
    for (size_t i = 1; i < list->count; i++)
        for (size_t k = i; k > 0 && strcmp(list->keys[k - 1], list->keys[k]) > 0; k--) {
            char *key = list->keys[k], *path = list->paths[k];
            list->keys[k] = list->keys[k - 1];
            list->paths[k] = list->paths[k - 1];
            list->keys[k - 1] = key;
            list->paths[k - 1] = path;
        }
}

enum cd_code cd_papers_find(struct cd_paper_list *list, struct cd_status *status)
{
    char folder[PATH_MAX], below[PATH_MAX + 40];
    *list = (struct cd_paper_list){0};
    add_variable(list);
    add_folder(list, "papers");
    if (cd_program_folder(folder, sizeof folder)) {
        snprintf(below, sizeof below, "%s/../share/cdbench/papers", folder);
        add_folder(list, below);
    }
    if (cd_program_source_tree(folder, sizeof folder)) {
        snprintf(below, sizeof below, "%s/papers", folder);
        add_folder(list, below);
    }
    sort_papers(list);
    if (list->count)
        return CD_OK;
    return cd_fail(
        status, CD_IO,
        "no paper found: there is no *.yaml in papers/ here, in $CDBENCH_PAPERS, beside the program's "
        "source or in share/cdbench/papers/; install cdbench again or set CDBENCH_PAPERS");
}

void cd_papers_release(struct cd_paper_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cd_free(list->keys[i]);
        cd_free(list->paths[i]);
    }
    cd_free(list->keys);
    cd_free(list->paths);
    *list = (struct cd_paper_list){0};
}

static enum cd_code fail_unknown_paper(const struct cd_paper_list *list, const char *key,
                                       struct cd_status *status)
{
    const char *nearest = cd_nearest_name(key, (const char *const *)list->keys, list->count);
    if (nearest)
        return cd_fail(status, CD_USAGE,
                       "no paper '%.100s'; did you mean %s? `cdbench reproduce --list` shows all", key,
                       nearest);
    return cd_fail(status, CD_USAGE, "no paper '%.100s'; `cdbench reproduce --list` shows all", key);
}

enum cd_code cd_paper_open(const char *key, struct cd_paper **paper, struct cd_status *status)
{
    struct cd_paper_list list;
    *paper = NULL;
    enum cd_code code = cd_papers_find(&list, status);
    if (code)
        return code;
    const char *path = NULL;
    for (size_t i = 0; i < list.count; i++)
        if (!strcmp(list.keys[i], key))
            path = list.paths[i];
    code = path ? cd_paper_read(path, paper, status) : fail_unknown_paper(&list, key, status);
    cd_papers_release(&list);
    return code;
}
