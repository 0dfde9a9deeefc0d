/// Scenes as folders. The input is their files one after another, each ended by a form feed: meta, frames, vertices,
/// regions, a mesh. A scene that loads is exported and loaded again, and must be the same.
#include "scenes/folder/folder.h"
#include "fuzz/fuzz.h"

#include <limits.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const files[] = {"folder/meta.csv", "folder/frames.csv", "folder/vertices.csv",
                                        "folder/regions.csv", "folder/mesh-0.obj"};
    char folder[PATH_MAX], copy[PATH_MAX];
    struct cd_scene *scene = NULL, *again = NULL;
    struct cd_status status = {0};
    strcpy(folder, fuzz_path("folder"));
    strcpy(copy, fuzz_path("copy"));
    mkdir(folder, 0777);
    fuzz_files(files, sizeof files / sizeof *files, data, size);
    const struct cd_scene_options options = {.frames = 20};
    if (!fuzz_fine(cd_scene_load(folder, &options, &scene, &status), &status))
        return 0;
    CD_ASSERT(!cd_scene_export(scene, copy, &status));
    CD_ASSERT(!cd_scene_load(copy, NULL, &again, &status) && cd_hash_equal(scene->hash, again->hash));
    cd_scene_destroy(scene);
    cd_scene_destroy(again);
    return 0;
}
