#include "bench/papers/sources.h"

#include "algos/driver/select.h"
#include "base/parameters.h"
#include "bench/record/build_info.h"
#include "scenes/motions/motions.h"
#include "scenes/recipe.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// The texts that may name a part.
enum place { IN_SCENE, IN_ALGO, KINDS_OF_TEXT };

static const struct {
    const char *prefix;
    bool whole; ///< named as `prefix` and name, not by the name alone
    enum place where;
} kinds[] = {
    {"algo=", false, IN_ALGO},  {"broad=", true, IN_ALGO},   {"schedule=", true, IN_ALGO},
    {"mesh=", false, IN_SCENE}, {"scene=", false, IN_SCENE}, {"motion=", true, IN_SCENE},
};

static bool is_of_word(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

/// True when a text contains these words, but not as part of a longer word or as the value of a setting.
static bool has_words(const char *text, const char *words)
{
    for (const char *at = text; (at = strstr(at, words)); at++)
        if ((at == text || (!is_of_word(at[-1]) && at[-1] != '=')) && !is_of_word(at[strlen(words)]))
            return true;
    return false;
}

/// The texts that ask for parts, grouped by what they may name. Each occurs once.
struct asking {
    struct cd_texts texts[KINDS_OF_TEXT];
};

/// Adds an algorithm with all its settings, because the settings of a preset and the defaults also ask for parts.
static void add_algo(struct asking *asking, const char *text)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    char all[4096];
    if (!cd_texts_add_new(&asking->texts[IN_ALGO], text) || cd_algo_select(text, &algo, &settings, NULL))
        return;
    cd_texts_add_new(&asking->texts[IN_ALGO], cd_settings_text(settings, true, all, sizeof all));
    if (has_words(all, "broad=auto"))
        cd_texts_add_new(&asking->texts[IN_ALGO], "broad=none broad=grid broad=tree");
    cd_settings_destroy(settings);
}

/// Adds a scene. Also adds its default motion when the scene names none.
static void add_scene(struct asking *asking, const char *text)
{
    size_t meshes = 1;
    char motion[80];
    for (const char *plus = text; (plus = strchr(plus, '+')); plus++)
        meshes++;
    snprintf(motion, sizeof motion, "motion=%s", cd_motion_by_default(meshes));
    struct cd_texts *scenes = &asking->texts[IN_SCENE];
    if (cd_texts_add_new(scenes, text) && !strstr(text, "motion=") && !cd_recipe_of(CD_RECIPE_SCENE, text))
        cd_texts_add_new(scenes, motion);
}

/// Everything that a series (or CD_ALL_SERIES) asks for. The arguments of a program may name any part.
static struct asking asking_of(const struct cd_groups *groups, size_t series)
{
    struct asking asking = {0};
    for (size_t i = 0; i < groups->count; i++) {
        const struct cd_group *group = &groups->groups[i];
        for (size_t k = 0; k < group->texts.count && !group->scene; k++) {
            cd_texts_add_new(&asking.texts[IN_SCENE], group->texts.items[k]);
            add_algo(&asking, group->texts.items[k]);
        }
        for (size_t k = 0; k < group->cell_count && group->scene; k++) {
            if (series != CD_ALL_SERIES && group->cells[k].series != series)
                continue;
            add_scene(&asking, group->scene);
            add_algo(&asking, group->texts.items[group->cells[k].text]);
        }
    }
    return asking;
}

static bool asks_for(const struct asking *asking, const char *part)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t prefix = strlen(kinds[i].prefix);
        const struct cd_texts *texts = &asking->texts[kinds[i].where];
        for (size_t k = 0; k < texts->count && !strncmp(part, kinds[i].prefix, prefix); k++)
            if (has_words(texts->items[k], kinds[i].whole ? part : part + prefix))
                return true;
    }
    return false;
}

/// Whether a part measures the experiment: the experiment's program or, without one, the harness.
static bool measures(const struct cd_experiment *experiment, const char *part)
{
    const char *prefix = "program=";
    if (!experiment->program)
        return !strcmp(part, "harness");
    return !strncmp(part, prefix, strlen(prefix)) && !strcmp(part + strlen(prefix), experiment->program);
}

json_t *cd_sources_of(const struct cd_groups *groups, size_t series)
{
    json_t *sources = json_object();
    struct asking asking = asking_of(groups, series);
    for (const struct cd_part *source = cd_sources; source->name; source++)
        if (measures(groups->experiment, source->name) || asks_for(&asking, source->name))
            json_object_set_new(sources, source->name, json_string(source->digest));
    for (int i = 0; i < KINDS_OF_TEXT; i++)
        cd_texts_free(&asking.texts[i]);
    return sources;
}
