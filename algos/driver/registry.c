#include "algos/driver/registry.h"

#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"

#include <string.h>

#define ALGO(name) extern const struct cd_algo cd_algo_##name;
#include "algos/list.def"

static const struct {
    const struct cd_algo *algo;
    bool hidden;
} built_in[] = {
#define ALGO(name)   {&cd_algo_##name, false},
#define HIDDEN(name) {&cd_algo_##name, true},
#include "algos/list.def"
};

enum { BUILT_IN = sizeof built_in / sizeof *built_in };

static const struct cd_preset presets[] = {
#define PRESET(name, algo, settings, title) {#name, #algo, settings, title},
#include "algos/list.def"
};

const char cd_built_in_phases[] = "auto"
#define BROAD(name)   "|" #name
#define REGIONS(name) "|" #name
#include "algos/list.def"
    ;

/// The words of the setting `broad`, once more for each broad phase of a plug-in; the last ones count.
static struct cd_texts phases;

const char *cd_broad_phases(void)
{
    return phases.count ? phases.items[phases.count - 1] : cd_built_in_phases;
}

/// Those of plug-ins.
static struct loaded {
    const struct cd_algo *algo;
    const struct cd_plugin_info *plugin;
    char *path;
} * loaded;
static size_t loaded_count, loaded_capacity;

void cd_registry_add(const struct cd_algo *algo, const struct cd_plugin_info *plugin, const char *path)
{
    loaded = cd_grow(loaded, loaded_count, &loaded_capacity, sizeof *loaded);
    loaded[loaded_count++] = (struct loaded){algo, plugin, cd_duplicate(path)};
    if (algo->broad)
        cd_texts_print(&phases, "%s|%s", cd_broad_phases(), algo->name);
}

const struct cd_algo *cd_algo_at(size_t i)
{
    if (i < BUILT_IN)
        return built_in[i].algo;
    return i - BUILT_IN < loaded_count ? loaded[i - BUILT_IN].algo : NULL;
}

bool cd_algo_is_hidden(const struct cd_algo *algo)
{
    for (size_t i = 0; i < BUILT_IN; i++)
        if (built_in[i].algo == algo)
            return built_in[i].hidden;
    return false;
}

const struct cd_plugin_info *cd_algo_plugin(const struct cd_algo *algo, const char **path)
{
    for (size_t i = 0; i < loaded_count; i++)
        if (loaded[i].algo == algo) {
            if (path)
                *path = loaded[i].path;
            return loaded[i].plugin;
        }
    return NULL;
}

const struct cd_preset *cd_preset_at(size_t i)
{
    return i < sizeof presets / sizeof *presets ? &presets[i] : NULL;
}

const struct cd_algo *cd_algo_find(const char *name)
{
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!strcmp(algo->name, name))
            return algo;
    return NULL;
}

bool cd_broad_is_matcher(const char *param, const char *word)
{
    const struct cd_algo *algo = strcmp(param, "broad") ? NULL : cd_algo_find(word);
    return algo && algo->scene;
}

const struct cd_preset *cd_preset_find(const char *name)
{
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        if (!strcmp(preset->name, name))
            return preset;
    return NULL;
}
