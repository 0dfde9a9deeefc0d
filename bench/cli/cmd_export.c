#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/harness/selection.h"
#include "scenes/folder/folder.h"

#include <inttypes.h>
#include <stdio.h>

struct export_values {
    const char *scene;
    const char *out;
    struct cd_number seed, frames;
    bool allow_large;
};

static const struct cd_option export_options[] = {
    {"scene", CD_OPTION_TEXT, "S", offsetof(struct export_values, scene), 0, 0,
     "the scene to write; see `cdbench help run`"},
    {"out", CD_OPTION_TEXT, "DIR", offsetof(struct export_values, out), 0, 0,
     "the folder to write it to, created if missing"},
    CD_FRAMES_OPTION(struct export_values),
    CD_SEED_OPTION(struct export_values),
    CD_LARGE_OPTION(struct export_values),
    CD_OPTION_END,
};

static enum cd_code export_scene(const struct cd_call *call, struct cd_status *status)
{
    const struct export_values *values = call->values;
    if (!values->scene || !values->out)
        return cd_fail(status, CD_USAGE, "export needs --scene S and --out DIR");
    struct cd_scene_options options =
        cd_scene_options_of(&values->seed, &values->frames, values->allow_large);
    struct cd_scene *scene;
    enum cd_code code = cd_scene_load(values->scene, &options, &scene, status);
    if (code)
        return code;
    code = cd_scene_export(scene, values->out, status);
    char text[CD_HASH_TEXT];
    if (!code)
        printf("%s: %" PRIu32 " mesh%s, %" PRIu64 " frame%s, scene hash %s\n",
               cd_shown_text(values->out).text, scene->mesh_count, scene->mesh_count == 1 ? "" : "es",
               scene->frame_count, cd_plural(scene->frame_count), cd_hash_text(scene->hash, text));
    cd_scene_destroy(scene);
    return code;
}

const struct cd_command cd_command_export = {
    .name = "export",
    .title = "write a scene as OBJ and CSV files, for other programs",
    .options = export_options,
    .notes = "DIR gets mesh-<k>.obj and frames.csv (frame,body,mesh,r00..r22,tx,ty,tz: one\n"
             "row per live body, world = R*p + t) and, if needed, vertices.csv and\n"
             "regions.csv. `--scene DIR` reads it back.\n",
    .values = &(struct export_values){0},
    .run = export_scene,
};
