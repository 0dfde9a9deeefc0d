#include "scenes/specification.h"

#include "base/memory.h"
#include "base/text.h"
#include "scenes/folder/folder.h"
#include "scenes/generators/generator.h"
#include "scenes/kinds.h"
#include "scenes/motions/motions.h"
#include "scenes/path.h"
#include "scenes/readers/readers.h"
#include "scenes/scene_yaml.h"
#include "scenes/survey.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static bool is_kind(const char *path, mode_t kind)
{
    struct stat information;
    return !stat(path, &information) && (information.st_mode & S_IFMT) == kind;
}

enum cd_code cd_named_mesh(const char *folder, const char *name, struct cd_mesh **mesh,
                           struct cd_status *status)
{
    *mesh = NULL;
    char path[PATH_MAX];
    enum cd_code code = cd_scene_find_from(folder, name, path, sizeof path, status);
    bool is_file = !code && !is_kind(path, S_IFDIR);
    // "spheer:triangles=100" is no file either, and the generators know how to say so.
    const char *colon = strchr(name, ':');
    bool looks_generated = colon && strchr(colon, '=') && !strchr(name, '/');
    if (!is_file && (cd_names_generator(name) || looks_generated))
        return cd_mesh_generate(name, mesh, status);
    return code ? code : cd_mesh_load(path, mesh, status);
}

/// True for a file that a mesh name finds; such names may have every character in them.
static bool names_file(const char *name)
{
    char path[PATH_MAX];
    return !cd_scene_find(name, path, sizeof path, NULL) && is_kind(path, S_IFREG);
}

/// Fails for a scene in the place of a mesh, such as `drill+box`.
static enum cd_code refuse_scene(const char *name, struct cd_status *status)
{
    if (!cd_scene_kind_of(name) || names_file(name))
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s: is a scene of its own and no mesh; give it without +", name);
}

/// Where the first name ends: at the first '+', unless only more than that is the name of a file.
static char *end_of_name(char *names)
{
    char *first = names + strcspn(names, "+"), *end = first;
    bool found;
    do {
        char kept = *end;
        *end = 0;
        found = names_file(names) || (end == first && cd_names_generator(names));
        *end = kept;
    } while (!found && *end && (end += 1 + strcspn(end + 1, "+")));
    return found ? end : first;
}

/// Cuts "MESH+MESH" apart in place, into an array that the caller frees.
static char **split_names(char *names, size_t *count)
{
    size_t max = 1;
    for (const char *c = names; *c; c++)
        max += *c == '+';
    char **list = cd_allocate(max, sizeof *list);
    *count = 0;
    if (names_file(names)) {
        list[(*count)++] = names;
        return list;
    }
    for (bool more = true; more; names++) {
        list[(*count)++] = names;
        names = end_of_name(names);
        more = *names;
        *names = 0;
    }
    return list;
}

static enum cd_code add_meshes(struct cd_scene *scene, char *const *names, size_t count,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; !code && i < count; i++) {
        struct cd_mesh *mesh;
        if (!*names[i])
            return cd_fail(status, CD_USAGE, "scene \"%s\": a mesh name is missing; write MESH[+MESH...]",
                           scene->name);
        code = cd_named_mesh(NULL, names[i], &mesh, status);
        if (!code)
            cd_scene_add_mesh(scene, mesh);
    }
    return code;
}

/// The first comma with a key of a scene behind it, or NULL.
static char *find_part(char *text)
{
    static const char *const keys[] = {",motion=", ",steps=", ",seed="};
    char *first = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char *found = strstr(text, keys[i]);
        if (found && (!first || found < first))
            first = found;
    }
    return first;
}

/// Ends the meshes in place and returns the parts behind them, or NULL where there are none. A comma belongs
/// to the name where a file has one.
static char *split_parts(char *text)
{
    if (names_file(text))
        return NULL;
    char *part = find_part(text);
    if (part) {
        *part = 0;
        if (names_file(text))
            return part + 1;
        *part = ',';
    }
    strsep(&text, ",");
    return text;
}

/// The parts after the meshes, if there are any: `motion=...`, `steps=N`, `seed=N`. The motion comes first,
/// since it has defaults of its own.
static enum cd_code read_parts(char *parts, const char *by_default, struct cd_motion_choice *choice,
                               struct cd_status *status)
{
    char *motion = NULL, *steps = NULL, *seed = NULL, *part;
    while (parts && (part = strsep(&parts, ","))) {
        char **value = !strncmp(part, "motion=", 7)  ? &motion
                       : !strncmp(part, "steps=", 6) ? &steps
                       : !strncmp(part, "seed=", 5)  ? &seed
                                                     : NULL;
        if (!value)
            return cd_fail(status, CD_USAGE,
                           "scene part \"%s\": write motion=NAME[:key=value...], steps=N or seed=N", part);
        if (*value)
            return cd_fail(status, CD_USAGE, "scene part \"%s\": given twice", part);
        *value = strchr(part, '=') + 1;
    }
    enum cd_code code = cd_motion_read(motion ? motion : by_default, choice, status);
    if (code)
        return code;
    bool has_steps = cd_setting_is_given(choice->settings, "steps"),
         has_seed = cd_setting_is_given(choice->settings, "seed");
    if ((steps && has_steps) || (seed && has_seed))
        code = cd_fail(status, CD_USAGE, "scene part \"%s\": given twice, as a key of the motion too",
                       steps && has_steps ? steps - strlen("steps=") : seed - strlen("seed="));
    if (!code && steps)
        code = cd_settings_set(choice->settings, "scene", "steps", steps, status);
    if (!code && seed)
        code = cd_settings_set(choice->settings, "scene", "seed", seed, status);
    if (code)
        cd_motion_release(choice);
    return code;
}

enum cd_code cd_scene_from_words(const char *specification, const struct cd_scene_options *options,
                                 struct cd_scene **result, struct cd_status *status)
{
    char *copy = cd_duplicate(specification);
    char *parts = split_parts(copy);
    size_t mesh_count;
    char **meshes = split_names(copy, &mesh_count);
    struct cd_scene *scene = cd_scene_create(specification);
    struct cd_motion_choice choice;
    // A wrong word is told before a large mesh is read.
    enum cd_code code = read_parts(parts, cd_motion_by_default(mesh_count), &choice, status);
    if (!code) {
        cd_motion_override(&choice, options);
        for (size_t i = 0; i < mesh_count && !code; i++)
            code = refuse_scene(meshes[i], status);
        if (!code)
            code = add_meshes(scene, meshes, mesh_count, status);
        if (!code)
            code = cd_motion_start(&choice, scene, status);
        cd_motion_release(&choice);
    }
    cd_free(meshes);
    cd_free(copy);
    if (code) {
        cd_scene_destroy(scene);
        scene = NULL;
    }
    *result = scene;
    return code;
}

/// Fails for a name that is no file's and, by its looks, that of a generator, but of none there is.
static enum cd_code check_name(const char *name, struct cd_status *status)
{
    struct cd_mesh *mesh;
    const char *colon = strchr(name, ':');
    bool looks_generated = colon && strchr(colon, '=') && !strchr(name, '/');
    if (!*name)
        return cd_fail(status, CD_USAGE, "a mesh name is missing; write MESH[+MESH...]");
    enum cd_code code = refuse_scene(name, status);
    if (code)
        return code;
    if (!looks_generated || cd_names_generator(name) || names_file(name))
        return CD_OK;
    return cd_mesh_generate(name, &mesh, status);
}

static bool ends_in_yaml(const char *name, size_t length)
{
    return (length > 5 && !strncmp(name + length - 5, ".yaml", 5)) ||
           (length > 4 && !strncmp(name + length - 4, ".yml", 4));
}

/// Makes the scene of a kind with a name of its own, or only checks its words where `options` is NULL.
static enum cd_code from_kind(const struct cd_scene_kind *kind, const char *specification,
                              const struct cd_scene_options *options, struct cd_scene **scene,
                              struct cd_status *status)
{
    struct cd_settings *settings;
    enum cd_code code = cd_scene_kind_read(kind, specification, &settings, status);
    if (!code && options)
        code = kind->make(specification, settings, options, scene, status);
    cd_settings_destroy(settings);
    return code;
}

enum cd_code cd_scene_check(const char *specification, struct cd_status *status)
{
    const struct cd_scene_kind *kind = cd_scene_kind_of(specification);
    if (kind)
        return from_kind(kind, specification, NULL, NULL, status);
    if (ends_in_yaml(specification, strlen(specification)))
        return CD_OK;
    char *copy = cd_duplicate(specification);
    char *parts = split_parts(copy);
    size_t mesh_count;
    char **meshes = split_names(copy, &mesh_count);
    struct cd_motion_choice choice;
    enum cd_code code = read_parts(parts, cd_motion_by_default(mesh_count), &choice, status);
    if (!code)
        cd_motion_release(&choice);
    for (size_t i = 0; i < mesh_count && !code; i++)
        code = check_name(meshes[i], status);
    cd_free(meshes);
    cd_free(copy);
    return code;
}

enum cd_code cd_scene_load(const char *specification, const struct cd_scene_options *options,
                           struct cd_scene **scene, struct cd_status *status)
{
    static const struct cd_scene_options none;
    *scene = NULL;
    if (!options)
        options = &none;
    if (options->frames > CD_FRAME_LIMIT)
        return cd_fail(status, CD_USAGE, "frames: at most %llu", (unsigned long long)CD_FRAME_LIMIT);
    char path[PATH_MAX];
    enum cd_code code;
    size_t first = strcspn(specification, ",");
    const struct cd_scene_kind *kind = cd_scene_kind_of(specification);
    if (kind) {
        code = from_kind(kind, specification, options, scene, status);
    } else if (ends_in_yaml(specification, strlen(specification))) {
        code = cd_scene_find(specification, path, sizeof path, status);
        if (!code)
            code = cd_scene_from_yaml(specification, path, options, scene, status);
    } else if (ends_in_yaml(specification, first)) {
        code = cd_fail(status, CD_USAGE,
                       "%s: a scene file takes no further words; set them in the file, or use --seed and "
                       "--frames",
                       specification);
    } else if (!cd_names_generator(specification) && !cd_scene_find(specification, path, sizeof path, NULL) &&
               is_kind(path, S_IFDIR)) {
        code = cd_scene_from_folder(specification, path, options, scene, status);
    } else {
        code = cd_scene_from_words(specification, options, scene, status);
    }
    if (!code)
        code = cd_scene_survey(*scene, options->stop, status);
    if (code) {
        cd_scene_destroy(*scene);
        *scene = NULL;
    }
    return code;
}
