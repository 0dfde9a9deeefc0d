#include "base/parameters.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct item {
    const struct cd_param *param;
    const struct cd_param *brought_by; ///< the choice that adds this parameter, or NULL
    char *text;
    char *usual; ///< labels omit this value: a preset's, or NULL for the default
    bool given;  ///< by the user
};

struct cd_settings {
    size_t count, capacity;
    struct item *items;
    const char *preset; ///< the preset that gave the first values, or NULL
};

static struct item *find(const struct cd_settings *settings, const char *key)
{
    for (size_t i = 0; i < settings->count; i++)
        if (!strcmp(settings->items[i].param->name, key))
            return &settings->items[i];
    return NULL;
}

/// The places of words that are joined by "+", as bits; 0 when there is none, or when one is not among `choices`.
static uint64_t places_of(const char *choices, const char *value)
{
    char copy[200], *rest = copy;
    uint64_t places = 0;
    if (snprintf(copy, sizeof copy, "%s", value) >= (int)sizeof copy)
        return 0;
    for (char *word; (word = strsep(&rest, "+"));) {
        int place = cd_word_place(choices, word);
        if (place < 0)
            return 0;
        places |= UINT64_C(1) << place;
    }
    return places;
}

/// The value of a whole number, which may be one of its words.
static bool read_int(const struct cd_param *param, const char *text, int64_t *value)
{
    int place = param->choices ? cd_word_place(param->choices, text) : -1;
    *value = -1 - place;
    return place >= 0 ||
           (cd_parse_int(text, value) && (double)*value >= param->min && (double)*value <= param->max);
}

static bool is_valid(const struct cd_param *param, const char *text)
{
    int64_t integer;
    double real;
    switch (param->kind) {
    case CD_KIND_INT:
        return read_int(param, text, &integer);
    case CD_KIND_REAL:
        return cd_parse_real(text, &real) && real >= param->min && real <= param->max;
    case CD_KIND_CHOICE:
        return cd_word_place(param->choices, text) >= 0;
    case CD_KIND_WORDS:
        return places_of(param->choices, text) != 0;
    }
    return false;
}

const char *cd_param_fault(const struct cd_param *param)
{
    if (!param->name || !*param->name ||
        strspn(param->name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(param->name))
        return "its name is not of lower-case letters, digits and underscores";
    if (!param->help)
        return "it has no help";
    if (!param->default_text)
        return "it has no default";
    if (cd_param_is_choice(param) && !param->choices)
        return "it has no choices";
    if (param->kind != CD_KIND_INT && param->kind != CD_KIND_REAL && !cd_param_is_choice(param))
        return "its kind is unknown";
    bool worked_out = *param->default_text == '<' && !cd_param_is_choice(param);
    return worked_out || is_valid(param, param->default_text) ? NULL
                                                              : "its default is not one of its own values";
}

/// Adds the parameters of a table with their defaults. Returns false if two parameters have one name.
static bool add_table(struct cd_settings *settings, const struct cd_param *table,
                      const struct cd_param *brought_by)
{
    for (const struct cd_param *param = table; param && param->name; param++) {
        CD_ASSERT(!cd_param_fault(param));
        if (find(settings, param->name))
            return false;
        settings->items =
            cd_grow(settings->items, settings->count, &settings->capacity, sizeof *settings->items);
        settings->items[settings->count++] = (struct item){
            .param = param, .brought_by = brought_by, .text = cd_duplicate(param->default_text)};
        if (param->brings && !add_table(settings, param->brings(param->default_text), param))
            return false;
    }
    return true;
}

static void free_item(struct item *item)
{
    cd_free(item->text);
    cd_free(item->usual);
}

static void remove_brought(struct cd_settings *settings, const struct cd_param *by)
{
    size_t kept = 0;
    for (size_t i = 0; i < settings->count; i++) {
        if (settings->items[i].brought_by == by)
            free_item(&settings->items[i]);
        else
            settings->items[kept++] = settings->items[i];
    }
    settings->count = kept;
}

struct cd_settings *cd_settings_create(const struct cd_param *const *tables, size_t table_count)
{
    struct cd_settings *settings = cd_allocate(1, sizeof *settings);
    for (size_t t = 0; t < table_count; t++)
        CD_ASSERT(add_table(settings, tables[t], NULL));
    return settings;
}

struct cd_settings *cd_settings_copy(const struct cd_settings *settings)
{
    struct cd_settings *copy = cd_allocate(1, sizeof *copy);
    copy->count = copy->capacity = settings->count;
    copy->preset = settings->preset;
    copy->items = cd_allocate(settings->count, sizeof *copy->items);
    for (size_t i = 0; i < settings->count; i++) {
        copy->items[i] = settings->items[i];
        copy->items[i].text = cd_duplicate(settings->items[i].text);
        if (settings->items[i].usual)
            copy->items[i].usual = cd_duplicate(settings->items[i].usual);
    }
    return copy;
}

void cd_settings_destroy(struct cd_settings *settings)
{
    if (!settings)
        return;
    for (size_t i = 0; i < settings->count; i++)
        free_item(&settings->items[i]);
    cd_free(settings->items);
    cd_free(settings);
}

/// Writes the words of a choice that bring a parameter of this name, joined by "|". Returns false if there are none.
static bool brought_with(const struct cd_param *param, const char *key, char *words, size_t bytes)
{
    char *copy = cd_duplicate(param->brings ? param->choices : ""), *rest = copy;
    *words = '\0';
    for (char *word; param->brings && (word = strsep(&rest, "|"));)
        for (const struct cd_param *brought = param->brings(word); brought && brought->name; brought++)
            if (!strcmp(brought->name, key))
                cd_append(words, bytes, "%s%s", *words ? "|" : "", word);
    cd_free(copy);
    return *words;
}

static enum cd_code fail_unknown(const struct cd_settings *settings, const char *owner, const char *key,
                                 struct cd_status *status)
{
    if (!settings->count)
        return cd_fail(status, CD_USAGE, "%s: there is no setting '%s'; it has no settings", owner, key);
    const char **names = cd_allocate(settings->count, sizeof *names);
    char words[200];
    for (size_t i = 0; i < settings->count; i++) {
        const struct cd_param *param = settings->items[i].param;
        names[i] = param->name;
        if (brought_with(param, key, words, sizeof words)) {
            cd_free(names);
            return cd_fail(status, CD_USAGE, "%s: setting %s belongs to %s=%s; %s or leave it out", owner,
                           key, param->name, words, strchr(words, '|') ? "take one of these" : "add that");
        }
    }
    struct cd_name_hint hint = cd_name_hint(key, names, settings->count);
    cd_free(names);
    return cd_fail(status, CD_USAGE, "%s: there is no setting '%s'%s", owner, key, hint.text);
}

static enum cd_code fail_value(const struct cd_param *param, const char *owner, const char *value,
                               struct cd_status *status)
{
    if (cd_param_is_choice(param))
        return cd_fail(status, CD_USAGE, "%s: setting %s=%s: must be one of %s%s", owner, param->name, value,
                       param->choices, param->kind == CD_KIND_WORDS ? ", or several joined by +" : "");
    if (param->kind == CD_KIND_INT)
        return cd_fail(status, CD_USAGE,
                       "%s: setting %s=%s: must be %s%san integer from %" PRId64 " to %" PRId64, owner,
                       param->name, value, param->choices ? param->choices : "", param->choices ? " or " : "",
                       (int64_t)param->min, param->max < 0x1p63 ? (int64_t)param->max : INT64_MAX);
    return cd_fail(status, CD_USAGE, "%s: setting %s=%s: must be a number from %.15g to %.15g", owner,
                   param->name, value, param->min, param->max);
}

enum cd_code cd_settings_set(struct cd_settings *settings, const char *owner, const char *key,
                             const char *value, struct cd_status *status)
{
    struct item *item = find(settings, key);
    if (!item)
        return fail_unknown(settings, owner, key, status);
    const struct cd_param *param = item->param;
    bool same = !strcmp(item->text, value);
    if (!is_valid(param, value))
        return fail_value(param, owner, value, status);
    char *text = cd_duplicate(value);
    cd_free(item->text);
    item->text = text;
    item->given = true;
    if (!param->brings || same)
        return CD_OK;
    remove_brought(settings, param);
    if (add_table(settings, param->brings(value), param))
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s: setting %s=%s adds a setting whose name is already taken", owner,
                   key, value);
}

enum cd_code cd_settings_apply(struct cd_settings *settings, const char *owner, const char *text,
                               struct cd_status *status)
{
    enum { PARTS_MAX = 64 };
    const char *keys[PARTS_MAX], *values[PARTS_MAX];
    size_t count = 0;
    char *copy = cd_duplicate(text), *rest = copy;
    enum cd_code code = CD_OK;
    for (char *part; !code && (part = strsep(&rest, ":"));) {
        char *value = strchr(part, '=');
        if (!value || count == PARTS_MAX) {
            code = cd_fail(status, CD_USAGE, "%s: '%s' is %s", owner, part,
                           value ? "a setting too many" : "not a setting; write key=value");
            break;
        }
        *value++ = '\0';
        for (size_t i = 0; i < count && !code; i++)
            if (!strcmp(keys[i], part))
                code = cd_fail(status, CD_USAGE, "%s: setting %s is given twice", owner, part);
        keys[count] = part;
        values[count++] = value;
    }
    // Choices that bring parameters come first.
    for (int bringing = 1; bringing >= 0; bringing--)
        for (size_t i = 0; i < count && !code; i++) {
            const struct item *item = find(settings, keys[i]);
            if ((item && item->param->brings) == bringing)
                code = cd_settings_set(settings, owner, keys[i], values[i], status);
        }
    cd_free(copy);
    return code;
}

enum cd_code cd_settings_read(const char *owner, const char *text, const struct cd_param *const *tables,
                              size_t table_count, struct cd_settings **settings, struct cd_status *status)
{
    const char *colon = strchr(text, ':');
    enum cd_code code = CD_OK;
    *settings = cd_settings_create(tables, table_count);
    if (colon && !colon[1])
        code = cd_fail(status, CD_USAGE, "%s: nothing after the colon; write key=value", owner);
    else if (colon)
        code = cd_settings_apply(*settings, owner, colon + 1, status);
    if (code) {
        cd_settings_destroy(*settings);
        *settings = NULL;
    }
    return code;
}

bool cd_settings_has(const struct cd_settings *settings, const char *key)
{
    return find(settings, key) != NULL;
}

bool cd_setting_is_given(const struct cd_settings *settings, const char *key)
{
    const struct item *item = find(settings, key);
    CD_ASSERT(item);
    return item->given;
}

/// The item of a parameter of one of two kinds.
static const struct item *get(const struct cd_settings *settings, const char *key, enum cd_param_kind kind,
                              enum cd_param_kind or)
{
    const struct item *item = find(settings, key);
    CD_ASSERT(item && (item->param->kind == kind || item->param->kind == or));
    return item;
}

int64_t cd_setting_int(const struct cd_settings *settings, const char *key)
{
    const struct item *item = get(settings, key, CD_KIND_INT, CD_KIND_INT);
    int64_t value;
    return read_int(item->param, item->text, &value) ? value : 0; // 0: worked out
}

double cd_setting_real(const struct cd_settings *settings, const char *key)
{
    double value;
    return cd_parse_real(get(settings, key, CD_KIND_REAL, CD_KIND_REAL)->text, &value) ? value
                                                                                       : 0; // 0: worked out
}

const char *cd_setting_choice(const struct cd_settings *settings, const char *key)
{
    return get(settings, key, CD_KIND_CHOICE, CD_KIND_WORDS)->text;
}

bool cd_setting_is(const struct cd_settings *settings, const char *key, const char *word)
{
    return !strcmp(cd_setting_choice(settings, key), word);
}

unsigned cd_setting_place(const struct cd_settings *settings, const char *key)
{
    const struct item *item = get(settings, key, CD_KIND_CHOICE, CD_KIND_CHOICE);
    return (unsigned)cd_word_place(item->param->choices, item->text); // the word is among them
}

uint64_t cd_setting_words(const struct cd_settings *settings, const char *key)
{
    const struct item *item = get(settings, key, CD_KIND_WORDS, CD_KIND_WORDS);
    return places_of(item->param->choices, item->text);
}

const struct cd_param *cd_settings_at(const struct cd_settings *settings, size_t i, const char **value)
{
    if (i >= settings->count)
        return NULL;
    if (value)
        *value = settings->items[i].text;
    return settings->items[i].param;
}

void cd_settings_start_from(struct cd_settings *settings, const char *preset)
{
    settings->preset = preset;
    for (size_t i = 0; i < settings->count; i++) {
        cd_free(settings->items[i].usual);
        settings->items[i].usual = cd_duplicate(settings->items[i].text);
    }
}

char *cd_settings_text(const struct cd_settings *settings, bool all, char *text, size_t bytes)
{
    *text = '\0';
    for (size_t i = 0; i < settings->count; i++) {
        const struct item *item = &settings->items[i];
        if (all || strcmp(item->text, item->usual ? item->usual : item->param->default_text) != 0)
            cd_append(text, bytes, "%s%s=%s", *text ? ":" : "", item->param->name, item->text);
    }
    return text;
}

char *cd_params_text(const struct cd_param *params, char *text, size_t bytes)
{
    *text = '\0';
    for (const struct cd_param *param = params; param && param->name; param++)
        cd_append(text, bytes, "%s%s=%s", *text ? " " : "", param->name,
                  cd_param_is_choice(param) ? param->choices : param->default_text);
    return text;
}

char *cd_settings_label(const char *name, const struct cd_settings *settings)
{
    char label[4096], changed[4000];
    cd_settings_text(settings, false, changed, sizeof changed);
    snprintf(label, sizeof label, "%.90s%s%s", settings->preset ? settings->preset : name,
             *changed ? ":" : "", changed);
    return cd_duplicate(label);
}
