#include "algos/settings.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct item {
    const struct cd_param *param;
    char *text;
    int64_t integer;
    double real;
};

struct cd_settings {
    size_t count;
    struct item *items;
};

static struct item *find(const struct cd_settings *settings, const char *key)
{
    for (size_t i = 0; i < settings->count; i++)
        if (!strcmp(settings->items[i].param->name, key))
            return &settings->items[i];
    return NULL;
}

static bool is_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    if (!length || strchr(word, '|'))
        return false;
    for (const char *at = choices; (at = strstr(at, word)); at += length)
        if ((at == choices || at[-1] == '|') && (at[length] == '|' || !at[length]))
            return true;
    return false;
}

/// Takes a valid value; an invalid one leaves the item as it was.
static bool assign(struct item *item, const char *value)
{
    const struct cd_param *param = item->param;
    int64_t integer = item->integer;
    double real = item->real;
    bool valid = false;
    switch (param->kind) {
    case CD_KIND_INT:
        valid = cd_parse_int(value, &integer) && (double)integer >= param->least &&
                (double)integer <= param->most;
        break;
    case CD_KIND_REAL:
        valid = cd_parse_real(value, &real) && real >= param->least && real <= param->most;
        break;
    case CD_KIND_CHOICE:
        valid = is_choice(param->choices, value);
        break;
    }
    if (!valid)
        return false;
    char *copy = cd_duplicate(value);
    cd_free(item->text);
    *item = (struct item){param, copy, integer, real};
    return true;
}

struct cd_settings *cd_settings_create(const struct cd_param *const *tables, size_t table_count)
{
    struct cd_settings *settings = cd_allocate(1, sizeof *settings);
    size_t capacity = 0;
    for (size_t t = 0; t < table_count; t++)
        for (const struct cd_param *param = tables[t]; param && param->name; param++) {
            if (find(settings, param->name))
                continue; // an algorithm's own parameter stands before the driver's of the same name
            settings->items = cd_grow(settings->items, settings->count, &capacity, sizeof *settings->items);
            struct item *item = &settings->items[settings->count++];
            item->param = param;
            CD_ASSERT(assign(item, param->initial));
        }
    return settings;
}

struct cd_settings *cd_settings_copy(const struct cd_settings *settings)
{
    struct cd_settings *copy = cd_allocate(1, sizeof *copy);
    copy->count = settings->count;
    copy->items = cd_allocate(settings->count, sizeof *copy->items);
    for (size_t i = 0; i < settings->count; i++) {
        copy->items[i] = settings->items[i];
        copy->items[i].text = cd_duplicate(settings->items[i].text);
    }
    return copy;
}

void cd_settings_destroy(struct cd_settings *settings)
{
    if (!settings)
        return;
    for (size_t i = 0; i < settings->count; i++)
        cd_free(settings->items[i].text);
    cd_free(settings->items);
    cd_free(settings);
}

static enum cd_code fail_unknown(const struct cd_settings *settings, const char *owner, const char *key,
                                 struct cd_status *status)
{
    if (!settings->count)
        return cd_fail(status, CD_USAGE, "%s: there is no setting '%s'; it has no settings", owner, key);
    char valid[600] = "";
    size_t used = 0;
    for (size_t i = 0; i < settings->count && used < sizeof valid; i++)
        used += (size_t)snprintf(valid + used, sizeof valid - used, "%s%s", i ? ", " : "",
                                 settings->items[i].param->name);
    return cd_fail(status, CD_USAGE, "%s: there is no setting '%s'; valid are: %s", owner, key, valid);
}

enum cd_code cd_settings_set(struct cd_settings *settings, const char *owner, const char *key,
                             const char *value, struct cd_status *status)
{
    struct item *item = find(settings, key);
    if (!item)
        return fail_unknown(settings, owner, key, status);
    if (assign(item, value))
        return CD_OK;
    const struct cd_param *param = item->param;
    if (param->kind == CD_KIND_CHOICE)
        return cd_fail(status, CD_USAGE, "%s: setting %s=%s: must be one of %s", owner, key, value,
                       param->choices);
    return cd_fail(status, CD_USAGE, "%s: setting %s=%s: must be %s from %.15g to %.15g", owner, key, value,
                   param->kind == CD_KIND_INT ? "an integer" : "a number", param->least, param->most);
}

bool cd_settings_has(const struct cd_settings *settings, const char *key)
{
    return find(settings, key) != NULL;
}

static const struct item *get(const struct cd_settings *settings, const char *key, enum cd_param_kind kind)
{
    const struct item *item = find(settings, key);
    CD_ASSERT(item && item->param->kind == kind);
    return item;
}

int64_t cd_setting_int(const struct cd_settings *settings, const char *key)
{
    return get(settings, key, CD_KIND_INT)->integer;
}

double cd_setting_real(const struct cd_settings *settings, const char *key)
{
    return get(settings, key, CD_KIND_REAL)->real;
}

const char *cd_setting_choice(const struct cd_settings *settings, const char *key)
{
    return get(settings, key, CD_KIND_CHOICE)->text;
}

bool cd_setting_is(const struct cd_settings *settings, const char *key, const char *word)
{
    return !strcmp(cd_setting_choice(settings, key), word);
}

const struct cd_param *cd_settings_at(const struct cd_settings *settings, size_t i, const char **value)
{
    if (i >= settings->count)
        return NULL;
    if (value)
        *value = settings->items[i].text;
    return settings->items[i].param;
}

char *cd_settings_text(const struct cd_settings *settings, bool all, char *text, size_t bytes)
{
    size_t used = 0;
    CD_ASSERT(bytes > 0);
    *text = '\0';
    for (size_t i = 0; i < settings->count && used < bytes; i++) {
        const struct item *item = &settings->items[i];
        if (all || strcmp(item->text, item->param->initial))
            used += (size_t)snprintf(text + used, bytes - used, "%s%s=%s", used ? ":" : "", item->param->name,
                                     item->text);
    }
    return text;
}
