#include "scenes/kinds.h"

#include "base/memory.h"

#include <string.h>

#define KIND(name) extern const struct cd_scene_kind cd_scene_kind_##name;
#include "scenes/kinds.def"
#undef KIND

const struct cd_scene_kind *const cd_scene_kinds[] = {
#define KIND(name) &cd_scene_kind_##name,
#include "scenes/kinds.def"
#undef KIND
    NULL,
};

const struct cd_scene_kind *cd_scene_kind_of(const char *specification)
{
    size_t length = strcspn(specification, ":,");
    for (const struct cd_scene_kind *const *kind = cd_scene_kinds; *kind; kind++)
        if (strlen((*kind)->name) == length && !strncmp((*kind)->name, specification, length))
            return *kind;
    return NULL;
}

enum cd_code cd_scene_kind_make(const struct cd_scene_kind *kind, const char *specification,
                                const struct cd_scene_options *options, struct cd_scene **scene,
                                struct cd_status *status)
{
    struct cd_settings *settings;
    char *words = cd_duplicate(specification);
    for (char *comma = words; (comma = strchr(comma, ','));)
        *comma = ':';
    enum cd_code code = cd_settings_read(kind->name, words, &kind->params, 1, &settings, status);
    if (!code)
        code = kind->make(specification, settings, options, scene, status);
    cd_settings_destroy(settings);
    cd_free(words);
    return code;
}
