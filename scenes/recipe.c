#include "scenes/recipe.h"

#include <stdio.h>
#include <string.h>

#define RECIPE(role, name) extern const struct cd_recipe cd_recipe_##name;
#include "scenes/recipes.def"
#undef RECIPE

static const struct {
    enum cd_recipe_role role;
    const struct cd_recipe *recipe;
} recipes[] = {
#define RECIPE(role, name) {CD_RECIPE_##role, &cd_recipe_##name},
#include "scenes/recipes.def"
#undef RECIPE
};

enum { COUNT = sizeof recipes / sizeof *recipes };

static const struct cd_param generator_params[] = {
    CD_PARAM_REAL("scale", "1", 0x1p-30, 0x1p30, "factor for the size, a power of two"),
    CD_PARAM_END,
};
static const struct cd_param motion_params[] = {
    CD_PARAM_INT("steps", "<by motion>", 1, (double)CD_FRAME_LIMIT, "number of frames"),
    CD_PARAM_SEED("seed", "of what is random"),
    CD_PARAM_END,
};

const struct cd_param *const cd_recipe_common_params[] = {generator_params, motion_params, NULL};

const struct cd_recipe *cd_recipe_at(enum cd_recipe_role role, size_t i)
{
    for (size_t k = 0; k < COUNT; k++)
        if (recipes[k].role == role && !i--)
            return recipes[k].recipe;
    return NULL;
}

const struct cd_recipe *cd_recipe_of(enum cd_recipe_role role, const char *text)
{
    size_t length = strcspn(text, role == CD_RECIPE_SCENE ? ":," : ":");
    const struct cd_recipe *recipe;
    for (size_t i = 0; (recipe = cd_recipe_at(role, i)); i++)
        if (strlen(recipe->name) == length && !strncmp(recipe->name, text, length))
            return recipe;
    return NULL;
}

enum cd_code cd_recipe_read(enum cd_recipe_role role, const char *text, const struct cd_recipe **recipe,
                            struct cd_settings **settings, struct cd_status *status)
{
    char name[80], owner[90];
    *settings = NULL;
    *recipe = cd_recipe_of(role, text);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    if (!*recipe) {
        const char *names[COUNT];
        size_t count = 0;
        for (const struct cd_recipe *known; (known = cd_recipe_at(role, count)); count++)
            names[count] = known->name;
        struct cd_name_hint hint = cd_name_hint(name, names, count);
        return role == CD_RECIPE_MOTION
                   ? cd_fail(status, CD_USAGE, "motion=%s: no such motion%s", name, hint.text)
                   : cd_fail(status, CD_USAGE, "\"%s\" is no generator%s", name, hint.text);
    }
    snprintf(owner, sizeof owner, "%s%s", role == CD_RECIPE_MOTION ? "motion " : "", (*recipe)->name);
    const struct cd_param *tables[] = {(*recipe)->params, cd_recipe_common_params[role]};
    return cd_settings_read(owner, text, tables, 2, settings, status);
}
