// Values in the file of a paper, and what one part of it says of another.
#include "bench/papers/paper_reading.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/measurements.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *cd_paper_hold(struct cd_paper_reader *reader, size_t count, size_t size)
{
    struct cd_held_paper *held = reader->held;
    held->blocks = cd_grow(held->blocks, held->block_count, &held->block_capacity, sizeof *held->blocks);
    return held->blocks[held->block_count++] = cd_allocate(count, size);
}

const char *cd_paper_text(struct cd_paper_reader *reader, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return strcpy(cd_paper_hold(reader, strlen(text) + 1, 1), text);
}

size_t cd_paper_enter(struct cd_paper_reader *reader, const char *list, uint32_t item)
{
    size_t outside = strlen(reader->at);
    snprintf(reader->at + outside, sizeof reader->at - outside, "%s%s[%u]", outside ? "." : "", list, item);
    return outside;
}

void cd_paper_leave(struct cd_paper_reader *reader, size_t outside)
{
    reader->at[outside] = 0;
}

enum cd_code cd_paper_wrong(struct cd_paper_reader *reader, const char *key, const char *format, ...)
{
    char message[600], path[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s%s%s", reader->at, *reader->at && *key ? "." : "", key);
    return cd_yaml_fail(reader->held->yaml, reader->status, path, "%s", message);
}

// ---- values -----------------------------------------------------------------------------------------------

enum cd_code cd_paper_flag(struct cd_paper_reader *reader, const char *key, const char *text, bool *value)
{
    if (!text)
        return CD_OK;
    *value = !strcmp(text, "yes") || !strcmp(text, "true");
    if (*value || !strcmp(text, "no") || !strcmp(text, "false"))
        return CD_OK;
    return cd_paper_wrong(reader, key, "'%.60s' is neither yes nor no", text);
}

enum cd_code cd_paper_number(struct cd_paper_reader *reader, const char *key, const char *text, double *value)
{
    if (!text || cd_parse_real(text, value))
        return CD_OK;
    return cd_paper_wrong(reader, key, "'%.60s' is no number", text);
}

enum cd_code cd_paper_count(struct cd_paper_reader *reader, const char *key, const char *text, uint64_t min,
                            uint64_t max, uint64_t *value)
{
    if (!text || (cd_parse_unsigned(text, value) && *value >= min && *value <= max))
        return CD_OK;
    return cd_paper_wrong(reader, key, "'%.60s' is no integer from %llu to %llu", text,
                          (unsigned long long)min, (unsigned long long)max);
}

enum cd_code cd_paper_choice(struct cd_paper_reader *reader, const char *key, const char *text,
                             const char *const *words, int *value)
{
    char valid[300] = "";
    if (!text)
        return CD_OK;
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(valid);
        snprintf(valid + used, sizeof valid - used, "%s%s", used ? ", " : "", words[i]);
        if (!strcmp(text, words[i])) {
            *value = i;
            return CD_OK;
        }
    }
    return cd_paper_wrong(reader, key, "'%.60s' is not one of %s", text, valid);
}

enum cd_code cd_paper_conditions(struct cd_paper_reader *reader, const char *key,
                                 const struct cd_text_list *list, struct cd_conditions *conditions)
{
    struct cd_condition *items = cd_paper_hold(reader, list->count, sizeof *items);
    for (uint32_t i = 0; i < list->count; i++) {
        char *text = cd_paper_hold(reader, strlen(list->items[i]) + 1, 1);
        char *equals = strchr(strcpy(text, list->items[i]), '=');
        char item[80];
        snprintf(item, sizeof item, "%s[%u]", key, i);
        if (!equals || equals == text || !equals[1])
            return cd_paper_wrong(reader, item, "'%.60s' is no condition; write name=value", text);
        *equals = 0;
        items[i] = (struct cd_condition){text, equals + 1};
        for (uint32_t k = 0; k < i; k++)
            if (!strcmp(items[k].column, text))
                return cd_paper_wrong(reader, item, "a second condition on %.60s; give one", text);
    }
    *conditions = (struct cd_conditions){list->count, items};
    return CD_OK;
}

static bool consists_of(const char *text, const char *others)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr(others, *text))
            return false;
    return true;
}

enum cd_code cd_paper_id(struct cd_paper_reader *reader, const char *key, const char *text)
{
    if (strlen(text) > 60)
        return cd_paper_wrong(reader, key, "longer than 60 characters");
    if (!consists_of(text, "_-") || *text == '-')
        return cd_paper_wrong(reader, key, "'%.60s' is to name a file: use letters, digits, _ and -", text);
    return CD_OK;
}

enum cd_code cd_paper_name(struct cd_paper_reader *reader, const char *key, const char *text)
{
    if (strlen(text) > 60)
        return cd_paper_wrong(reader, key, "longer than 60 characters");
    if (!consists_of(text, "_") || isdigit((unsigned char)*text))
        return cd_paper_wrong(reader, key,
                              "'%.60s' is to name a column: use letters, digits and _, no digit first", text);
    return CD_OK;
}

// ---- what one part says of another ------------------------------------------------------------------------

/// "unknown KIND 'x'; did you mean y? valid: a, b"; the list is cut where it is long.
static enum cd_code unknown(struct cd_paper_reader *reader, const char *key, const char *kind,
                            const char *name, const char *const *names, size_t count)
{
    char valid[300] = "";
    size_t listed = 0;
    for (; listed < count && strlen(valid) + strlen(names[listed]) + 8 < sizeof valid; listed++)
        strcat(strcat(valid, listed ? ", " : ""), names[listed]);
    const char *nearest = cd_nearest_name(name, names, count);
    return cd_paper_wrong(reader, key, "unknown %s '%.60s'%s%s%s valid: %s%s", kind, name,
                          nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";",
                          valid, listed < count ? ", ..." : "");
}

enum cd_code cd_paper_series(struct cd_paper_reader *reader, const char *key, const char *id,
                             const struct cd_experiment *experiment)
{
    const char **names = cd_allocate(experiment->series_count, sizeof *names);
    bool known = !id;
    for (size_t i = 0; i < experiment->series_count; i++) {
        names[i] = experiment->series[i].id;
        known |= id && !strcmp(id, names[i]);
    }
    enum cd_code code = known ? CD_OK : unknown(reader, key, "series", id, names, experiment->series_count);
    cd_free(names);
    return code;
}

enum cd_code cd_paper_column(struct cd_paper_reader *reader, const char *key, const char *name,
                             const struct cd_experiment *experiment)
{
    // Which columns a program writes is known when it has run.
    if (!name || experiment->program)
        return CD_OK;
    struct cd_table *table = cd_experiment_table(experiment);
    const char **names = cd_table_names(table);
    enum cd_code code = CD_OK;
    if (cd_table_column(table, name) == CD_NO_COLUMN)
        code = unknown(reader, key, "column", name, names, table->column_count);
    cd_free(names);
    cd_table_destroy(table);
    return code;
}

const struct cd_variable *cd_paper_variable(const struct cd_experiment *experiment, const char *name)
{
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (!strcmp(name, experiment->variables[i].name))
            return &experiment->variables[i];
    return NULL;
}

static bool takes_value(const struct cd_variable *variable, const char *value)
{
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0; i < variable->values[size].count; i++) {
            double a, b;
            const char *item = variable->values[size].items[i];
            if (!strcmp(value, item) || (cd_parse_real(value, &a) && cd_parse_real(item, &b) && a == b))
                return true;
        }
    return false;
}

enum cd_code cd_paper_where(struct cd_paper_reader *reader, const char *key, const struct cd_text_list *list,
                            const struct cd_experiment *experiment, struct cd_conditions *conditions)
{
    enum cd_code code = cd_paper_conditions(reader, key, list, conditions);
    for (size_t i = 0; i < conditions->count && !code; i++) {
        const struct cd_condition *condition = &conditions->items[i];
        const struct cd_variable *variable = cd_paper_variable(experiment, condition->column);
        char item[80];
        snprintf(item, sizeof item, "%s[%zu]", key, i);
        code = cd_paper_column(reader, item, condition->column, experiment);
        if (!code && variable && !takes_value(variable, condition->value))
            code =
                cd_paper_wrong(reader, item, "%s never is %.60s; its values are under vary:", variable->name,
                               condition->value);
        if (!code && !strcmp(condition->column, "series"))
            code = cd_paper_series(reader, item, condition->value, experiment);
    }
    return code;
}

// ---- the file ---------------------------------------------------------------------------------------------

/// The key is the file's name, by which papers are found.
static enum cd_code check_key(struct cd_paper_reader *reader, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *key = reader->entry->key;
    size_t length = strcspn(name, ".");
    enum cd_code code = cd_paper_id(reader, "key", key);
    if (!code && (strlen(key) != length || strncmp(key, name, length) != 0))
        code = cd_paper_wrong(reader, "key", "'%.60s' is not the file's name; papers are found by it", key);
    return code;
}

static enum cd_code read_entry(struct cd_paper_reader *reader, const char *path)
{
    const struct cd_paper_entry *entry = reader->entry;
    struct cd_paper *paper = &reader->held->paper;
    paper->key = entry->key;
    paper->title = entry->title;
    paper->authors = entry->authors;
    paper->published = entry->published;
    paper->machine = entry->machine;
    enum cd_code code = check_key(reader, path);
    if (!code)
        code = cd_paper_read_experiments(reader);
    return code ? code : cd_paper_read_claims(reader);
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
        struct cd_paper_reader reader = {.held = held, .entry = entry, .status = status};
        code = read_entry(&reader, path);
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
