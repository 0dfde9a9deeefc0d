#include "algos/registry.h"

#include "algos/driver.h"
#include "algos/registry_internal.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define ALGO(name) extern const struct cd_algo cd_algo_##name;
#define PRESET(name, algo, settings, title)
#include "algos/list.def"
#undef ALGO
#undef PRESET

static const struct cd_algo *const built_in[] = {
#define ALGO(name) &cd_algo_##name,
#define PRESET(name, algo, settings, title)
#include "algos/list.def"
#undef ALGO
#undef PRESET
};

static const struct cd_preset presets[] = {
#define ALGO(name)
#define PRESET(name, algo, settings, title) {#name, #algo, settings, title},
#include "algos/list.def"
#undef ALGO
#undef PRESET
};

static const struct cd_algo **loaded;
static size_t loaded_count, loaded_capacity;

static size_t built_in_count(void)
{
    return sizeof built_in / sizeof *built_in;
}

void cd_registry_add(const struct cd_algo *algo)
{
    loaded = cd_grow(loaded, loaded_count, &loaded_capacity, sizeof *loaded);
    loaded[loaded_count++] = algo;
}

const struct cd_algo *cd_algo_at(size_t i)
{
    if (i < built_in_count())
        return built_in[i];
    return i - built_in_count() < loaded_count ? loaded[i - built_in_count()] : NULL;
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

const struct cd_preset *cd_preset_find(const char *name)
{
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        if (!strcmp(preset->name, name))
            return preset;
    return NULL;
}

struct cd_settings *cd_algo_settings(const struct cd_algo *algo)
{
    const struct cd_param *tables[] = {algo->params, cd_driver_params()};
    return cd_settings_create(tables, algo->role == CD_ROLE_PAIR ? 2 : 1);
}

static enum cd_code fail_unknown(const char *name, struct cd_status *status)
{
    enum { MOST = 256 };
    const char *names[MOST];
    size_t count = 0;
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)) && count < MOST; i++)
        if (algo->role != CD_ROLE_BROAD && !algo->hidden)
            names[count++] = algo->name;
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)) && count < MOST; i++)
        names[count++] = preset->name;
    const char *nearest = cd_nearest_name(name, names, count);
    if (nearest)
        return cd_fail(status, CD_USAGE, "unknown algorithm '%s'; did you mean '%s'?", name, nearest);
    return cd_fail(status, CD_USAGE, "unknown algorithm '%s'; `cdbench list algos` shows all", name);
}

static enum cd_code select_parts(const char *name, const char *arguments, const struct cd_algo **algo,
                                 struct cd_settings **settings, struct cd_status *status)
{
    const struct cd_preset *preset = cd_preset_find(name);
    *algo = cd_algo_find(preset ? preset->algo : name);
    if (!*algo)
        return fail_unknown(name, status);
    if ((*algo)->role == CD_ROLE_BROAD)
        return cd_fail(status, CD_USAGE,
                       "'%s' is a broad phase; use it as the setting broad=%s of a pair algorithm", name,
                       name);
    *settings = cd_algo_settings(*algo);
    enum cd_code code = CD_OK;
    if (preset)
        code = cd_settings_apply(*settings, name, preset->settings, status);
    if (!code && arguments)
        code = cd_settings_apply(*settings, name, arguments, status);
    if (code) {
        cd_settings_destroy(*settings);
        *settings = NULL;
    }
    return code;
}

enum cd_code cd_algo_select(const char *specification, const struct cd_algo **algo,
                            struct cd_settings **settings, struct cd_status *status)
{
    *algo = NULL;
    *settings = NULL;
    char *copy = cd_duplicate(specification);
    char *arguments = strchr(copy, ':');
    if (arguments)
        *arguments++ = '\0';
    enum cd_code code = select_parts(copy, arguments, algo, settings, status);
    cd_free(copy);
    return code;
}
