#include "bench/expect/configurations.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/// The pair algorithm in front of which every setting of every broad phase and schedule is tried; the others
/// get each broad phase and schedule with its usual settings.
#define REFERENCE "obb8"

/// Longest text of a choice's words.
#define WORDS_MAX 512

static struct cd_configuration *add_configuration(struct cd_configurations *configurations, const char *name,
                                                  const struct cd_algo *algo,
                                                  const struct cd_settings *settings)
{
    configurations->items = cd_grow(configurations->items, configurations->count, &configurations->capacity,
                                    sizeof *configurations->items);
    struct cd_configuration *configuration = &configurations->items[configurations->count++];
    *configuration =
        (struct cd_configuration){.name = name, .algo = algo, .settings = cd_settings_copy(settings)};
    cd_describe(algo, settings, &configuration->description);
    return configuration;
}

static void add_usual(struct cd_configurations *configurations, const char *name, const struct cd_algo *algo,
                      const struct cd_settings *settings)
{
    struct cd_configuration *configuration = add_configuration(configurations, name, algo, settings);
    configuration->changed = cd_duplicate("");
    configuration->usual = true;
}

/// Adds the usual settings with one word changed, and those the change may bring.
static void add_changed(struct cd_configurations *configurations, const struct cd_algo *algo,
                        const struct cd_settings *settings)
{
    char text[WORDS_MAX];
    struct cd_configuration *configuration = add_configuration(configurations, algo->name, algo, settings);
    configuration->changed = cd_duplicate(cd_settings_text(settings, false, text, sizeof text));
    configuration->of_deforming = !strncmp(configuration->changed, "deform=", 7);
}

static bool is_own(const struct cd_algo *algo, const char *key)
{
    for (const struct cd_param *param = algo->params; param && param->name; param++)
        if (!strcmp(param->name, key))
            return true;
    return false;
}

/// Calls `use` with copies of `settings` in which the choice `param` has each of its other words.
static void for_each_word(const struct cd_algo *algo, const struct cd_settings *settings,
                          const struct cd_param *param, const char *usual,
                          void (*use)(struct cd_configurations *configurations, const struct cd_algo *algo,
                                      const struct cd_settings *changed),
                          struct cd_configurations *configurations)
{
    char words[WORDS_MAX];
    snprintf(words, sizeof words, "%s", param->choices);
    char *rest = words;
    for (char *word; (word = strsep(&rest, "|"));) {
        struct cd_status status;
        if (!strcmp(word, usual))
            continue;
        struct cd_settings *changed = cd_settings_copy(settings);
        CD_ASSERT(!cd_settings_set(changed, algo->name, param->name, word, &status));
        use(configurations, algo, changed);
        cd_settings_destroy(changed);
    }
}

/// Adds the settings at hand, and each word of those choices that they have and the usual settings do not.
static void add_with_brought(struct cd_configurations *configurations, const struct cd_algo *algo,
                             const struct cd_settings *settings)
{
    struct cd_settings *usual = cd_algo_settings(algo);
    const struct cd_param *param;
    const char *value;
    add_changed(configurations, algo, settings);
    for (size_t i = 0; (param = cd_settings_at(settings, i, &value)); i++)
        if (param->kind == CD_KIND_CHOICE && !cd_settings_has(usual, param->name))
            for_each_word(algo, settings, param, value, add_changed, configurations);
    cd_settings_destroy(usual);
}

static void add_algo(struct cd_configurations *configurations, const struct cd_algo *algo)
{
    struct cd_settings *usual = cd_algo_settings(algo);
    bool reference = !strcmp(algo->name, REFERENCE);
    const struct cd_param *param;
    const char *value;
    add_usual(configurations, algo->name, algo, usual);
    for (size_t i = 0; (param = cd_settings_at(usual, i, &value)); i++)
        if (param->kind == CD_KIND_CHOICE)
            for_each_word(algo, usual, param, value,
                          reference || is_own(algo, param->name) ? add_with_brought : add_changed,
                          configurations);
    cd_settings_destroy(usual);
}

static void add_preset(struct cd_configurations *configurations, const struct cd_preset *preset)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_status status;
    CD_ASSERT(!cd_algo_select(preset->name, &algo, &settings, &status));
    add_usual(configurations, preset->name, algo, settings);
    cd_settings_destroy(settings);
}

void cd_configurations_collect(struct cd_configurations *configurations)
{
    const struct cd_algo *algo;
    const struct cd_preset *preset;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!algo->hidden && algo->role != CD_ROLE_BROAD)
            add_algo(configurations, algo);
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        add_preset(configurations, preset);
}

void cd_configurations_release(struct cd_configurations *configurations)
{
    for (size_t i = 0; i < configurations->count; i++) {
        cd_settings_destroy(configurations->items[i].settings);
        cd_free(configurations->items[i].changed);
    }
    cd_free(configurations->items);
    *configurations = (struct cd_configurations){0};
}
