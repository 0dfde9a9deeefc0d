/// Scene files in YAML for scenes that are too long for a command line. docs/scenes.md describes their keys.
#include "scenes/scene_yaml.h"

#include "base/memory.h"
#include "base/yaml.h"
#include "scenes/adjust.h"
#include "scenes/motions/motions.h"
#include "scenes/path.h"
#include "scenes/recipe.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- limits of memory and time ----------------------------------------------------------------------------

/// The most that a file may need without permission: memory in bytes, and seconds until the frames are read.
#define LARGE_BYTES   1e9
#define LARGE_SECONDS 60.0

/// Measured needs: of a mesh in memory, while it is built from a file, and of a run; and the time to place a body.
#define TRIANGLE_BYTES 64.0
#define FILE_FACTOR    2.0
#define FRAME_BYTES    90.0
#define PLACE_SECONDS  2e-7

/// Refuses meshes that take too much memory before any mesh is made.
static void check_meshes(const struct cd_yaml_node *top, const char *folder)
{
    double triangles = 0, bytes = 0;
    for (const struct cd_yaml_node *mesh = cd_yaml_first(top, "meshes"); mesh; mesh = cd_yaml_next(mesh)) {
        const char *words = cd_yaml_at(mesh, "generator") ? cd_yaml_text(mesh, "generator") : NULL;
        const char *file = cd_yaml_at(mesh, "file") ? cd_yaml_text(mesh, "file") : NULL;
        const struct cd_recipe *recipe;
        struct cd_settings *settings = NULL;
        char path[PATH_MAX];
        struct stat information;
        // Wrong words are reported later.
        if (words && !cd_recipe_read(CD_RECIPE_GENERATOR, words, &recipe, &settings, NULL)) {
            bool by_grid = cd_settings_has(settings, "grid") && cd_setting_is_given(settings, "grid");
            triangles += by_grid ? 2 * pow((double)cd_setting_int(settings, "grid"), 2)
                         : cd_settings_has(settings, "triangles")
                             ? (double)cd_setting_int(settings, "triangles")
                             : 0;
        }
        cd_settings_destroy(settings);
        if (file && !cd_scene_find_from(folder, file, path, sizeof path, NULL) && !stat(path, &information))
            bytes += FILE_FACTOR * (double)information.st_size;
    }
    bytes += TRIANGLE_BYTES * triangles;
    if (bytes > LARGE_BYTES)
        cd_yaml_wrong(
            top, "meshes",
            "%zu meshes would take about %.1f GB of memory (%.3g triangles of generators); make fewer "
            "or smaller ones, or give --allow-large",
            cd_yaml_length(top, "meshes"), bytes * 1e-9, triangles);
}

/// Refuses frames that take too much memory in a run or too long to read, before any frame is read. A number of frames
/// on the command line is taken as intended.
static void check_frames(const struct cd_yaml_node *node, const char *key, double frames, double bodies,
                         const struct cd_scene_options *options)
{
    double seconds = PLACE_SECONDS * frames * bodies, bytes = FRAME_BYTES * frames;
    if (options->allow_large || options->frames || (bytes <= LARGE_BYTES && seconds <= LARGE_SECONDS))
        return;
    cd_yaml_wrong(
        node, key,
        "asks for %.0f frames: about %.0f s to read them and %.1f GB of memory to time them; ask for fewer, "
        "or give --allow-large",
        frames, seconds, bytes * 1e-9);
}

// ---- meshes -----------------------------------------------------------------------------------------------

static void read_mesh(const struct cd_yaml_node *node, const char *folder, struct cd_scene *scene)
{
    if (!cd_yaml_keys(node, "", "file generator scale up weld"))
        return;
    const struct cd_param *const tables[] = {cd_mesh_params};
    const char *file = cd_yaml_text(node, "file"), *generator = cd_yaml_text(node, "generator");
    if (!file == !generator)
        cd_yaml_wrong(node, NULL, "give either file: or generator:");
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status inner;
    for (const struct cd_param *param = cd_mesh_params; param->name; param++) {
        const char *value = cd_yaml_text(node, param->name);
        if (value && !file)
            cd_yaml_wrong(node, param->name,
                          "is for files; a generator has its keys behind its name: box:scale=2");
        else if (value && cd_settings_set(settings, file, param->name, value, &inner))
            cd_yaml_blame(node, param->name, &inner);
    }
    struct cd_mesh_options options = cd_mesh_options_of(settings);
    cd_settings_destroy(settings);
    if (!cd_yaml_fine(node))
        return;
    struct cd_mesh *mesh = NULL;
    char path[PATH_MAX];
    enum cd_code code;
    if (generator)
        code = cd_mesh_generate(generator, &mesh, &inner);
    else if (!(code = cd_scene_find_from(folder, file, path, sizeof path, &inner)))
        code = cd_mesh_load(path, &options, &mesh, &inner);
    else if (strchr(file, ':'))
        cd_yaml_wrong(node, "file", "%.500s: no such file; scale, up and weld are keys beside file: here",
                      file);
    if (code)
        cd_yaml_blame(node, NULL, &inner);
    else
        cd_scene_add_mesh(scene, mesh);
}

// ---- a motion ---------------------------------------------------------------------------------------------

static void read_motion(const struct cd_yaml_node *top, const struct cd_scene_options *options,
                        struct cd_scene *scene)
{
    const struct cd_yaml_node *motion = cd_yaml_at(top, "motion");
    struct cd_motion_start start = {0};
    struct cd_status inner;
    const char *name = motion ? cd_yaml_text(motion, "name") : cd_motion_by_default(scene->mesh_count);
    if (!name)
        cd_yaml_wrong(motion, NULL, "give a name: on a line of its own below it");
    else if (strchr(name, ':'))
        cd_yaml_wrong(motion, "name", "give the name alone, and its keys on lines of their own");
    else if (cd_recipe_read(CD_RECIPE_MOTION, name, &start.motion, &start.settings, &inner))
        cd_yaml_blame(motion, "name", &inner);
    if (!cd_yaml_fine(top))
        return;
    // The keys of `motion:` are the name and the parameters of the motion; `steps` and `seed` may stand outside it.
    char keys[500] = "", owner[80];
    const struct cd_param *param;
    snprintf(owner, sizeof owner, "motion %s", start.motion->name);
    for (size_t i = 0; (param = cd_settings_at(start.settings, i, NULL)); i++)
        strncat(strncat(keys, param->name, 60), " ", 2);
    bool known = motion && cd_yaml_keys(motion, "name", keys);
    for (size_t i = 0; known && (param = cd_settings_at(start.settings, i, NULL)); i++) {
        const char *value = cd_yaml_text(motion, param->name);
        if (value && cd_settings_set(start.settings, owner, param->name, value, &inner))
            cd_yaml_blame(motion, param->name, &inner);
    }
    static const char *const outside[] = {"steps", "seed"};
    for (int i = 0; i < 2; i++) {
        const char *value = cd_yaml_text(top, outside[i]);
        if (value && cd_setting_is_given(start.settings, outside[i]))
            cd_yaml_wrong(motion, outside[i], "given twice, as %s: too", outside[i]);
        else if (value && cd_settings_set(start.settings, "scene", outside[i], value, &inner))
            cd_yaml_blame(top, outside[i], &inner);
    }
    double bodies = scene->mesh_count;
    if (cd_settings_has(start.settings, "bodies") && cd_setting_is_given(start.settings, "bodies"))
        bodies = fmax(bodies, (double)cd_setting_int(start.settings, "bodies"));
    if (cd_yaml_fine(top) && cd_setting_is_given(start.settings, "steps"))
        check_frames(cd_yaml_at(top, "steps") ? top : motion, "steps",
                     (double)cd_setting_int(start.settings, "steps"), bodies, options);
    if (cd_yaml_fine(top) && cd_motion_start(&start, options, scene, &inner))
        cd_yaml_blame(top, "motion", &inner);
    cd_settings_destroy(start.settings);
}

// ---- bodies -----------------------------------------------------------------------------------------------

/// One track. Several tracks of one body follow each other. In frames between them, the body is gone.
struct track {
    uint32_t id, mesh;
    uint64_t from, to;                 ///< first and last frame
    struct cd_vec3 pivot;              ///< the model point at `position`; the body turns about it
    struct cd_vec3 position, velocity; ///< at frame `from`, and per frame
    struct cd_vec3 axis;               ///< not 0
    double angle, spin;                ///< in degrees, at frame `from`, and per frame
    uint32_t entry;                    ///< where the user listed it
};

/// The plan of such a scene: sorted tracks.
struct tracks {
    uint32_t count;
    struct track items[];
};

static int compare_tracks(const void *first, const void *second)
{
    const struct track *a = first, *b = second;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static void tracks_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct tracks *tracks = scene->source->plan;
    for (const struct track *track = tracks->items; track < tracks->items + tracks->count; track++) {
        if (frame < track->from || frame > track->to)
            continue;
        double time = (double)(frame - track->from), r[9];
        double degrees = track->angle + fmod(track->spin * time, 360);
        cd_rotation_about(track->axis, degrees * (M_PI / 180), r);
        cd_pose_about(r, track->pivot, cd_add(track->position, cd_scale(track->velocity, time)),
                      &cd_live_add_body(live, track->id, track->mesh)->pose);
    }
}

static const struct cd_source_kind tracks_kind = {.place = tracks_place};

static double read_number(const struct cd_yaml_node *node, const char *key)
{
    double number = cd_yaml_real(node, key, 0);
    if (!(fabs(number) <= 1e15))
        cd_yaml_wrong(node, key, "give a number of at most 1e15");
    return number;
}

static struct cd_vec3 read_triple(const struct cd_yaml_node *node, const char *key, struct cd_vec3 absent)
{
    double numbers[3] = {absent.x, absent.y, absent.z};
    if (cd_yaml_at(node, key) && cd_yaml_length(node, key) != 3)
        cd_yaml_wrong(node, key, "give a list of 3 numbers: [x, y, z]");
    int i = 0;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, key); item; item = cd_yaml_next(item))
        numbers[i++] = read_number(item, NULL);
    return cd_vec(numbers[0], numbers[1], numbers[2]);
}

/// Reads the tracks. The number of frames is that of the command line or the file, else up to the last `to`, else 1.
static void read_bodies(const struct cd_yaml_node *top, const struct cd_scene_options *options,
                        struct cd_scene *scene)
{
    size_t most = cd_yaml_length(top, "bodies");
    if (most > CD_BODY_LIMIT)
        cd_yaml_wrong(top, "bodies", "give at most %u entries", CD_BODY_LIMIT);
    struct tracks *tracks = cd_allocate(1, sizeof *tracks + most * sizeof *tracks->items);
    struct track *items = tracks->items;
    uint64_t frames = 1;
    for (const struct cd_yaml_node *body = cd_yaml_first(top, "bodies"); body; body = cd_yaml_next(body)) {
        static const char *const pivots[] = {"origin", "centre", NULL};
        uint32_t i = tracks->count++;
        if (!cd_yaml_keys(body, "", "mesh id from to position velocity about axis angle spin"))
            continue;
        items[i] = (struct track){
            .id = (uint32_t)cd_yaml_count(body, "id", 0, CD_BODY_LIMIT - 1, i),
            .mesh = (uint32_t)cd_yaml_count(body, "mesh", 0, scene->mesh_count - 1, 0),
            .from = cd_yaml_count(body, "from", 0, CD_FRAME_LIMIT - 1, 0),
            .to = cd_yaml_count(body, "to", 0, CD_FRAME_LIMIT - 1, UINT64_MAX), // if not given, to the end
            .position = read_triple(body, "position", cd_vec(0, 0, 0)),
            .velocity = read_triple(body, "velocity", cd_vec(0, 0, 0)),
            .axis = read_triple(body, "axis", cd_vec(0, 0, 1)),
            .angle = read_number(body, "angle"),
            .spin = read_number(body, "spin"),
            .entry = i,
        };
        // The origin of the mesh's coordinates, or the centre of its box.
        if (cd_yaml_choice(body, "about", pivots, 0) == 1)
            items[i].pivot = cd_aabb_centre(&scene->meshes[items[i].mesh]->box);
        if (items[i].to < items[i].from)
            cd_yaml_wrong(body, "to", "lies before from");
        if (!(cd_length(items[i].axis) > 1e-100))
            cd_yaml_wrong(body, "axis", "give a direction other than [0, 0, 0]");
        if (items[i].to != UINT64_MAX && items[i].to + 1 > frames)
            frames = items[i].to + 1;
    }
    frames = cd_yaml_count(top, "steps", 1, CD_FRAME_LIMIT, frames);
    scene->frame_count = options->frames ? options->frames : frames;
    const struct cd_yaml_node *asks = cd_yaml_at(top, "steps") ? NULL : cd_yaml_first(top, "bodies");
    while (asks && cd_yaml_count(asks, "to", 0, CD_FRAME_LIMIT - 1, 0) + 1 < scene->frame_count)
        asks = cd_yaml_next(asks);
    if (cd_yaml_fine(top))
        check_frames(asks ? asks : top, asks ? "to" : "steps", (double)scene->frame_count, tracks->count,
                     options);
    cd_scene_set_source(scene, &tracks_kind, tracks);
    if (!cd_yaml_fine(top))
        return;
    qsort(items, tracks->count, sizeof *items, compare_tracks);
    for (uint32_t i = 1; i < tracks->count && cd_yaml_fine(top); i++) {
        if (items[i - 1].id != items[i].id ||
            (items[i].from > items[i - 1].to && items[i].mesh == items[i - 1].mesh))
            continue;
        const struct cd_yaml_node *body = cd_yaml_first(top, "bodies");
        for (uint32_t k = 0; k < items[i].entry; k++)
            body = cd_yaml_next(body);
        cd_yaml_wrong(body, NULL,
                      "body %u is also bodies[%u]; frames may not overlap and the mesh must be the same",
                      items[i].id, items[i - 1].entry);
    }
}

// ---- the file ---------------------------------------------------------------------------------------------

static void read_scene(const struct cd_yaml_node *top, const char *path,
                       const struct cd_scene_options *options, struct cd_scene *scene)
{
    if (!cd_yaml_keys(top, "meshes", "motion bodies steps seed"))
        return;
    if (cd_yaml_at(top, "motion") && cd_yaml_at(top, "bodies"))
        cd_yaml_wrong(top, "bodies", "give either motion: or bodies:");
    scene->seed = cd_yaml_count(top, "seed", 0, CD_SEED_LIMIT, 1);
    if (options->has_seed)
        scene->seed = options->seed;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? cd_duplicate(path) : NULL;
    if (folder)
        folder[slash + 1 - path] = 0;
    if (!options->allow_large)
        check_meshes(top, folder);
    if (cd_yaml_fine(top))
        for (const struct cd_yaml_node *mesh = cd_yaml_first(top, "meshes"); mesh; mesh = cd_yaml_next(mesh))
            read_mesh(mesh, folder, scene);
    cd_free(folder);
    if (cd_yaml_fine(top))
        (cd_yaml_at(top, "bodies") ? read_bodies : read_motion)(top, options, scene);
}

enum cd_code cd_scene_from_yaml(const char *specification, const char *path,
                                const struct cd_scene_options *options, struct cd_scene **scene,
                                struct cd_status *status)
{
    struct cd_yaml *yaml;
    enum cd_code code = cd_yaml_open(path, &yaml, status);
    if (code)
        return code;
    *scene = cd_scene_create(specification);
    read_scene(cd_yaml_top(yaml), path, options, *scene);
    code = cd_yaml_code(yaml);
    cd_yaml_free(yaml);
    return code;
}
