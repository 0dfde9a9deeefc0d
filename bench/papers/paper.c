#include "bench/papers/paper.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/paper_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The key is the file's name, by which papers are found.
static enum cd_code check_key(struct cd_paper_reading *reading, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *key = reading->entry->key;
    size_t length = strcspn(name, ".");
    enum cd_code code = cd_paper_id(reading, "key", key);
    if (!code && (strlen(key) != length || strncmp(key, name, length) != 0))
        code = cd_paper_wrong(reading, "key", "'%.60s' is not the file's name; papers are found by it", key);
    return code;
}

static enum cd_code read_entry(struct cd_paper_reading *reading, const char *path)
{
    const struct cd_paper_entry *entry = reading->entry;
    struct cd_paper *paper = &reading->held->paper;
    paper->key = entry->key;
    paper->title = entry->title;
    paper->authors = entry->authors;
    paper->published = entry->published;
    paper->machine = entry->machine;
    enum cd_code code = check_key(reading, path);
    if (!code)
        code = cd_paper_read_experiments(reading);
    return code ? code : cd_paper_read_claims(reading);
}

enum cd_code cd_paper_read(const char *path, struct cd_paper **paper, struct cd_status *status)
{
    *paper = NULL;
    struct cd_yaml *yaml;
    enum cd_code code = cd_yaml_open(path, &yaml, status);
    if (code)
        return code;
    struct cd_held_paper *held = cd_allocate(1, sizeof *held);
    held->yaml = yaml;
    held->path = cd_duplicate(path);
    held->paper.path = held->path;
    void *entry;
    code = cd_yaml_load(yaml, &cd_paper_schema, &entry, status);
    if (!code) {
        struct cd_paper_reading reading = {.held = held, .entry = entry, .status = status};
        code = read_entry(&reading, path);
    }
    if (code)
        cd_paper_free(&held->paper);
    else
        *paper = &held->paper;
    return code;
}

void cd_paper_free(struct cd_paper *paper)
{
    if (!paper)
        return;
    struct cd_held_paper *held = (struct cd_held_paper *)paper;
    for (size_t i = 0; i < held->block_count; i++)
        cd_free(held->blocks[i]);
    cd_free(held->blocks);
    cd_free(held->path);
    cd_yaml_free(held->yaml);
    cd_free(held);
}

enum cd_code cd_paper_experiment(const struct cd_paper *paper, const char *id,
                                 const struct cd_experiment **experiment, struct cd_status *status)
{
    char valid[600] = "";
    const char **names = cd_allocate(paper->experiment_count, sizeof *names);
    *experiment = NULL;
    for (size_t i = 0; i < paper->experiment_count; i++) {
        size_t used = strlen(valid);
        names[i] = paper->experiments[i].id;
        snprintf(valid + used, sizeof valid - used, "%s%s", used ? ", " : "", names[i]);
        if (!strcmp(id, names[i]))
            *experiment = &paper->experiments[i];
    }
    const char *nearest = cd_nearest_name(id, names, paper->experiment_count);
    cd_free(names);
    if (*experiment)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s/%.60s: %s has no such experiment%s%s%s valid: %s", paper->key, id,
                   paper->key, nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";",
                   valid);
}

/// The value for the `${name}` that begins at `at`, and how long that is.
static const char *value_at(const char *at, const struct cd_experiment *experiment, const char *const *values,
                            size_t *length)
{
    size_t name = strcspn(at + 2, "}");
    *length = name + 3;
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (strlen(experiment->variables[i].name) == name &&
            !strncmp(experiment->variables[i].name, at + 2, name))
            return values[i];
    for (size_t i = 0; i < experiment->definition_count; i++)
        if (strlen(experiment->definitions[i].name) == name &&
            !strncmp(experiment->definitions[i].name, at + 2, name))
            return experiment->definitions[i].text;
    CD_UNREACHABLE("cd_paper_read has checked the names");
    return "";
}

char *cd_paper_fill(const char *text, const struct cd_experiment *experiment, const char *const *values)
{
    char *filled = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&filled, &bytes);
    CD_ASSERT(stream);
    for (const char *place; (place = strstr(text, "${"));) {
        size_t length;
        const char *value = value_at(place, experiment, values, &length);
        fprintf(stream, "%.*s%s", (int)(place - text), text, value);
        text = place + length;
    }
    fputs(text, stream);
    CD_ASSERT(!fclose(stream));
    char *own = cd_duplicate(filled); // freed by cd_free
    free(filled);
    return own;
}
