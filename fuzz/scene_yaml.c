/// Scene files, loaded with a few frames.
#include "fuzz/fuzz.h"
#include "scenes/scene.h"

/// Whether every number is small, so that generated meshes are small, or larger than any permitted number.
static bool is_small(const char *text)
{
    for (; *text; text += !!*text) {
        unsigned long long number = strtoull(text += strcspn(text, "0123456789"), (char **)&text, 10);
        if (number > 2000 && number < 10000000000)
            return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct cd_scene *scene = NULL;
    struct cd_status status = {0};
    const struct cd_scene_options options = {.frames = 3};
    if (is_small(text))
        fuzz_fine(cd_scene_load(fuzz_file("scene.yaml", data, size), &options, &scene, &status), &status);
    cd_scene_destroy(scene);
    free(text);
    return 0;
}
