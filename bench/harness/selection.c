#include "bench/harness/selection.h"

#include "algos/driver/plugin.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "bench/harness/peak_memory.h"
#include "bench/oracle/apart.h"
#include "bench/oracle/truth.h"
#include "scenes/advice.h"

#include <stdio.h>
#include <string.h>

const struct cd_option cd_selection_options[] = {
    {"algo", CD_OPTION_LIST, "NAME[:key=value...]", offsetof(struct cd_selection_values, algos), 0, 0,
     "an algorithm or preset, with its own settings; repeat for several, or write A,B or all"},
    {"scene", CD_OPTION_LIST, "SCENE", offsetof(struct cd_selection_values, scenes), 0, 0,
     "MESH[+MESH...][,motion=NAME[:key=value...]], a YAML scene file or an exported folder; a mesh "
     "file may have :scale=, :up= and :weld=; repeat for several"},
    {"query", CD_OPTION_CHOICE, "any|bodies|pairs|contacts", offsetof(struct cd_selection_values, query), 0,
     0, "the question asked of every frame (pairs)"},
    {"set", CD_OPTION_LIST, "key=value", offsetof(struct cd_selection_values, sets), 0, 0,
     "a setting for all named algorithms that have this key; settings after an algorithm's own name take "
     "precedence"},
    CD_FRAMES_OPTION(struct cd_selection_values),
    CD_SEED_OPTION(struct cd_selection_values),
    CD_LARGE_OPTION(struct cd_selection_values),
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct cd_selection_values, threads), 1, 1024,
     "threads that an algorithm may use (1)"},
    {"plugin", CD_OPTION_LIST, "FILE", offsetof(struct cd_selection_values, plugins), 0, 0,
     "load algorithms from a shared object, such as ./mine.so"},
    CD_HANG_OPTION(struct cd_selection_values),
    CD_OPTION_END,
};

/// True when the user wrote the setting after the algorithm's own name. That setting takes precedence.
static bool names_key(const char *typed, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = typed; (at = strchr(at, ':'));)
        if (!strncmp(++at, key, length) && at[length] == '=')
            return true;
    return false;
}

/// Fails with the names of all keys that the algorithms have, each once.
static enum cd_code fail_unknown_key(const char *text, const struct cd_selection *selection,
                                     struct cd_status *status)
{
    char keys[600] = "";
    const struct cd_param *param;
    for (size_t i = 0; i < selection->choice_count; i++)
        for (size_t k = 0; (param = cd_settings_at(selection->choices[i].settings, k, NULL)); k++) {
            bool listed = false;
            for (size_t j = 0; j < i; j++)
                listed |= cd_settings_has(selection->choices[j].settings, param->name);
            size_t used = strlen(keys);
            if (!listed)
                snprintf(keys + used, sizeof keys - used, "%s%s", used ? ", " : "", param->name);
        }
    return cd_fail(status, CD_USAGE, "--set %.*s: no algorithm named here has that setting; %s%s",
                   (int)strcspn(text, "="), text, *keys ? "valid are: " : "they have no settings", keys);
}

/// Sets "key=value" in a choice that has the key, and sets `*known` in this case.
static enum cd_code set_choice(struct cd_choice *choice, const char *text, bool *known,
                               struct cd_status *status)
{
    char *key = cd_duplicate(text), *value = key;
    strsep(&value, "=");
    enum cd_code code = CD_OK;
    if (cd_settings_has(choice->settings, key)) {
        *known = true;
        if (!names_key(choice->typed, key))
            code = cd_settings_set(choice->settings, choice->algo->name, key, value, status);
    }
    cd_free(key);
    return code;
}

/// Sets "key=value" in every choice that has the key.
static enum cd_code apply_set(const char *text, struct cd_selection *selection, struct cd_status *status)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return cd_fail(status, CD_USAGE, "--set %s: write key=value", text);
    bool known = false;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < selection->choice_count && !code; i++)
        code = set_choice(&selection->choices[i], text, &known, status);
    return known ? code : fail_unknown_key(text, selection, status);
}

static enum cd_code add_choice(struct cd_selection *selection, const char *name, bool by_all,
                               struct cd_status *status)
{
    selection->choices = cd_grow(selection->choices, selection->choice_count, &selection->choice_capacity,
                                 sizeof *selection->choices);
    struct cd_choice *choice = &selection->choices[selection->choice_count];
    *choice = (struct cd_choice){.typed = cd_duplicate(name), .by_all = by_all};
    cd_texts_add(&selection->names, choice->typed);
    enum cd_code code = cd_algo_select(choice->typed, &choice->algo, &choice->settings, status);
    selection->choice_count += !code;
    return code;
}

/// The choice with this typed name; with `by_all`, only if `all` added it. NULL for none.
static struct cd_choice *find_choice(const struct cd_selection *selection, const char *name, bool by_all)
{
    for (size_t i = 0; i < selection->choice_count; i++)
        if (!strcmp(selection->choices[i].typed, name) && selection->choices[i].by_all >= by_all)
            return &selection->choices[i];
    return NULL;
}

/// Adds all algorithms. A peer whose library is missing is left out, and the others still run.
static void add_all(struct cd_selection *selection)
{
    struct cd_status status;
    struct cd_texts names = {0};
    cd_algo_names(&names);
    for (size_t i = 0; i < names.count; i++)
        if (!find_choice(selection, names.items[i], false) &&
            add_choice(selection, names.items[i], true, &status))
            cd_texts_print(&selection->refused, "%s", status.text);
    cd_texts_release(&names);
}

static enum cd_code add_choices(struct cd_selection *selection, const char *typed, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    char *copy = cd_duplicate(typed), *rest = copy;
    for (const char *name; !code && (name = strsep(&rest, ","));) {
        struct cd_choice *brought = find_choice(selection, name, true);
        if (!strcmp(name, "all"))
            add_all(selection);
        else if (brought)
            brought->by_all = false; // now the user asks for it by name
        else
            code = add_choice(selection, name, false, status);
    }
    cd_free(copy);
    return code;
}

static enum cd_code describe(struct cd_choice *choice, struct cd_status *status)
{
    return cd_apart_describe(choice->algo, choice->settings, choice->typed, &choice->description, status);
}

enum cd_code cd_select_algos(const struct cd_texts *plugins, const struct cd_texts *algos,
                             const struct cd_texts *sets, struct cd_selection *selection,
                             struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < plugins->count && !code; i++)
        code = cd_plugin_load(plugins->items[i], status);
    if (!code && !algos->count)
        return cd_fail(status, CD_USAGE, "no algorithm; name one by --algo (`cdbench list algos` shows all)");
    for (size_t i = 0; i < algos->count && !code; i++)
        code = add_choices(selection, algos->items[i], status);
    for (size_t i = 0; i < sets->count && !code; i++)
        code = apply_set(sets->items[i], selection, status);
    for (size_t i = 0; i < selection->choice_count && !code; i++)
        code = describe(&selection->choices[i], status);
    return code;
}

enum cd_code cd_selection_add(struct cd_selection *selection, const char *name, const struct cd_texts *sets,
                              struct cd_status *status)
{
    bool known;
    enum cd_code code = add_choice(selection, name, false, status);
    if (code)
        return code;
    struct cd_choice *choice = &selection->choices[selection->choice_count - 1];
    for (size_t i = 0; i < sets->count && !code; i++)
        code = set_choice(choice, sets->items[i], &known, status);
    return code ? code : describe(choice, status);
}

enum cd_code cd_select(const struct cd_selection_values *values, struct cd_selection *selection,
                       struct cd_status *status)
{
    const struct cd_texts *scenes = &values->scenes;
    cd_forked_set_patience(values->hang_after);
    enum cd_code code = cd_select_algos(&values->plugins, &values->algos, &values->sets, selection, status);
    if (code)
        return code;
    if (!scenes->count)
        return cd_fail(status, CD_USAGE, "no scene; name one by --scene (`cdbench list scenes` shows some)");
    selection->scenes = scenes;
    selection->scene_count = scenes->count;
    selection->options = cd_scene_options_of(&values->seed, &values->frames, values->allow_large);
    struct cd_scene *scene = NULL;
    for (size_t i = scenes->count; i-- > 0;) {
        cd_scene_destroy(scene);
        scene = NULL;
        code = cd_selection_load(selection, i, &scene, status);
        if (code)
            return code;
    }
    selection->first = scene;
    return CD_OK;
}

enum cd_code cd_selection_load(struct cd_selection *selection, size_t i, struct cd_scene **scene,
                               struct cd_status *status)
{
    CD_ASSERT(i < selection->scene_count);
    if (i == 0 && selection->first) {
        *scene = selection->first;
        selection->first = NULL;
        return CD_OK;
    }
    cd_peak_memory_reset();
    return cd_scene_load(selection->scenes->items[i], &selection->options, scene, status);
}

bool cd_names_several(const struct cd_selection_values *values)
{
    bool several = values->algos.count > 1 || values->scenes.count > 1;
    for (size_t i = 0; i < values->algos.count; i++)
        several |= strchr(values->algos.items[i], ',') || !strcmp(values->algos.items[i], "all");
    return several;
}

bool cd_choice_is_meant(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query)
{
    unsigned kind = scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES;
    const struct cd_description *description = &choice->description;
    return !choice->by_all || (description->takes & kind && description->queries & CD_QUERY_BIT(query));
}

void cd_choices_advise(const struct cd_choice *choices, size_t count, const struct cd_scene *scene,
                       enum cd_query query, void (*warn)(void *user, const char *line), void *user)
{
    bool solids = false;
    for (size_t i = 0; i < count; i++)
        solids |= cd_choice_is_meant(&choices[i], scene, query) &&
                  cd_meaning_of_truth(query, choices[i].description.meaning) == CD_MEANING_SOLID;
    cd_advise(scene->meshes, scene->mesh_count, solids, warn, user);
    cd_plugin_advise(warn, user);
}

void cd_selection_release(struct cd_selection *selection)
{
    for (size_t i = 0; i < selection->choice_count; i++)
        cd_settings_destroy(selection->choices[i].settings);
    cd_scene_destroy(selection->first);
    cd_free(selection->choices);
    cd_texts_free(&selection->names);
    cd_texts_free(&selection->refused);
    *selection = (struct cd_selection){0};
}
