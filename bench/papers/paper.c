// Finds papers, and finds their parts by name.
#include "bench/papers/paper.h"

#include "base/memory.h"
#include "base/program_file.h"
#include "base/text.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- files ------------------------------------------------------------------------------------------------

/// Adds the papers of a folder, if the folder exists. Papers that were found earlier hide papers with the same key.
static void add_folder(struct cd_paper_list *list, const char *folder, const char *below)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s%s", folder, below);
    DIR *stream = opendir(path);
    size_t used = strlen(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        size_t length = strlen(entry->d_name);
        if (length <= 5 || *entry->d_name == '.' || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        char *key = cd_duplicate(entry->d_name);
        key[length - 5] = '\0';
        if (CD_NAMED(list->items, list->count, key)) {
            cd_free(key);
            continue;
        }
        snprintf(path + used, sizeof path - used, "/%s", entry->d_name);
        list->items = cd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = (struct cd_paper_file){key, cd_duplicate(path)};
    }
    if (stream)
        closedir(stream);
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const struct cd_paper_file *)a)->key, ((const struct cd_paper_file *)b)->key);
}

enum cd_code cd_papers_find(struct cd_paper_list *list, struct cd_status *status)
{
    char own[PATH_MAX];
    const char *variable = getenv("CDBENCH_PAPERS");
    char *copy = cd_duplicate(variable ? variable : ""), *rest = copy, *folder;
    *list = (struct cd_paper_list){0};
    while ((folder = strsep(&rest, ":")))
        if (*folder)
            add_folder(list, folder, "");
    cd_free(copy);
    add_folder(list, "papers", "");
    if (cd_program_folder(own, sizeof own))
        add_folder(list, own, "/../share/cdbench/papers");
    if (cd_program_source_tree(own, sizeof own))
        add_folder(list, own, "/papers");
    if (list->count) {
        qsort(list->items, list->count, sizeof *list->items, compare_keys);
        return CD_OK;
    }
    return cd_fail(
        status, CD_IO,
        "no paper found: there is no *.yaml in papers/ here, in $CDBENCH_PAPERS, beside the program's "
        "source or in share/cdbench/papers/; install cdbench again or set CDBENCH_PAPERS");
}

void cd_papers_release(struct cd_paper_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cd_free(list->items[i].key);
        cd_free(list->items[i].path);
    }
    cd_free(list->items);
    *list = (struct cd_paper_list){0};
}

// ---- names ------------------------------------------------------------------------------------------------

const void *cd_find_named(const void *list, size_t count, size_t size, const char *name)
{
    for (const char *entry = list; count-- > 0; entry += size)
        if (!strcmp(*(const char *const *)(const void *)entry, name))
            return entry;
    return NULL;
}

const struct cd_variable *cd_find_variable(const struct cd_experiment *experiment, const char *name)
{
    return CD_NAMED(experiment->variables, experiment->variable_count, name);
}

const struct cd_series *cd_find_series(const struct cd_experiment *experiment, const char *id)
{
    return CD_NAMED(experiment->series, experiment->series_count, id);
}

bool cd_has_added_series(const struct cd_experiment *experiment)
{
    return experiment->series_count && experiment->series[experiment->series_count - 1].added;
}

const char *cd_find_condition(const struct cd_conditions *conditions, const char *column)
{
    const struct cd_condition *condition = CD_NAMED(conditions->items, conditions->count, column);
    return condition ? condition->value : NULL;
}

struct cd_name_hint cd_hint_named(const void *list, size_t count, size_t size, const char *name)
{
    const char **names = cd_allocate(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = *(const char *const *)(const void *)((const char *)list + i * size);
    struct cd_name_hint hint = cd_name_hint(name, names, count);
    cd_free(names);
    return hint;
}

enum cd_code cd_paper_open(const char *key, struct cd_paper **paper, struct cd_status *status)
{
    struct cd_paper_list list;
    *paper = NULL;
    enum cd_code code = cd_papers_find(&list, status);
    if (code)
        return code;
    const struct cd_paper_file *file = CD_NAMED(list.items, list.count, key);
    if (file)
        code = cd_paper_read(file->path, paper, status);
    else
        code =
            cd_fail(status, CD_USAGE, "no paper '%.100s'%s", key, CD_HINT(list.items, list.count, key).text);
    cd_papers_release(&list);
    return code;
}

enum cd_code cd_paper_experiment(const struct cd_paper *paper, const char *id,
                                 const struct cd_experiment **experiment, struct cd_status *status)
{
    *experiment = CD_NAMED(paper->experiments, paper->experiment_count, id);
    if (*experiment)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s/%.60s: %s has no such experiment%s", paper->key, id, paper->key,
                   CD_HINT(paper->experiments, paper->experiment_count, id).text);
}

// ---- texts with ${name} -----------------------------------------------------------------------------------

char *cd_paper_fill(const char *text, const struct cd_experiment *experiment, const char *const *values)
{
    char *filled = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&filled, &bytes);
    CD_ASSERT(stream);
    for (const char *place; (place = strstr(text, "${"));) {
        char name[80];
        int length = (int)strcspn(place, "}");
        snprintf(name, sizeof name, "%.*s", length - 2, place + 2);
        const struct cd_variable *variable = cd_find_variable(experiment, name);
        CD_ASSERT(variable); // cd_paper_read has checked it
        fprintf(stream, "%.*s%s", (int)(place - text), text, values[variable - experiment->variables]);
        text = place + length + 1;
    }
    fputs(text, stream);
    CD_ASSERT(!fclose(stream));
    char *own = cd_duplicate(filled); // freed by cd_free
    free(filled);
    return own;
}
