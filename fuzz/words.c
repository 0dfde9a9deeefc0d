/// Scenes, generators and motions as users write them in words. The named scenes and meshes are not made.
#include "fuzz/fuzz.h"
#include "scenes/recipe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct cd_status status = {0};
    fuzz_fine(cd_scene_check(text, &status), &status);
    for (enum cd_recipe_role role = 0; role < CD_RECIPE_ROLES; role++) {
        const struct cd_recipe *recipe = cd_recipe_of(role, text);
        struct cd_settings *settings = NULL;
        if (recipe && fuzz_fine(cd_recipe_read(role, text, &recipe, &settings, &status), &status) &&
            recipe->check)
            fuzz_fine(recipe->check(settings, &status), &status);
        cd_settings_destroy(settings);
    }
    free(text);
    return 0;
}
