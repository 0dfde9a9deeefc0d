#include "base/memory.h"
#include "base/text.h"
#include "scenes/adjust.h"
#include "scenes/cursor.h"
#include "scenes/folder/folder.h"
#include "scenes/motions/motions.h"
#include "scenes/path.h"
#include "scenes/scene_yaml.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/// True for a name that looks like a generator's. "spheer:triangles=100" is not a file either, and the generators
/// report the error better. "part.stl:scale=2" looks like a file's.
static bool looks_generated(const char *name)
{
    const char *colon = strchr(name, ':');
    return cd_recipe_of(CD_RECIPE_GENERATOR, name) ||
           (colon && strchr(colon, '=') && !strchr(name, '/') && strcspn(name, ".:") == strcspn(name, ":"));
}

/// Finds the file whose name is `name`, or else all of `name` up to a colon, the longest such name. Returns what
/// follows it, "" or ":key=value...", or NULL if there is no file.
static const char *find_file(const char *name, char path[PATH_MAX])
{
    enum { MOST = 8 }; // settings; there are fewer, but some may be given twice
    char *part = cd_duplicate(name), *colon;
    const char *words = NULL;
    for (int i = 0; !words && i <= MOST; i++) {
        if (!cd_scene_find(part, path, PATH_MAX, NULL))
            words = name + strlen(part);
        else if ((colon = strrchr(part, ':')) && !cd_recipe_of(CD_RECIPE_GENERATOR, name))
            *colon = 0;
        else
            break; // a generator's own words come before those of a file
    }
    cd_free(part);
    return words;
}

/// Loads or generates the mesh of a name or, if `mesh` is NULL, only checks the words: settings, a scene as in
/// `drill+box`, and a name that looks like a generator's but belongs to none.
static enum cd_code make_mesh(const char *name, struct cd_mesh **mesh, struct cd_status *status)
{
    char path[PATH_MAX], owner[200];
    struct cd_mesh_options options;
    const char *words = find_file(name, path);
    bool whole = words && !*words && !cd_is_kind_of_file(path, S_IFDIR);
    if (!whole && (cd_recipe_of(CD_RECIPE_GENERATOR, name) || (!words && looks_generated(name))))
        return mesh ? cd_mesh_generate(name, mesh, status) : cd_mesh_check(name, status);
    if (words && (mesh || cd_is_kind_of_file(path, S_IFREG))) {
        snprintf(owner, sizeof owner, "%.*s", (int)(words - name), name);
        enum cd_code code = cd_mesh_options_read(owner, words, &options, status);
        return code || !mesh ? code : cd_mesh_load(path, &options, mesh, status);
    }
    if (!mesh)
        return !cd_recipe_of(CD_RECIPE_SCENE, name)
                   ? CD_OK
                   : cd_fail(status, CD_USAGE, "%s: is a scene of its own and no mesh; give it without +",
                             name);
    // The file is missing. Its options may follow its name.
    const char *slash = strrchr(name, '/'), *colon = strchr(slash ? slash : name, ':');
    char *file = cd_duplicate(name);
    if (colon && strchr(colon, '='))
        file[colon - name] = 0;
    enum cd_code code = cd_scene_find(file, path, sizeof path, status);
    cd_free(file);
    return code;
}

enum cd_code cd_named_mesh(const char *name, struct cd_mesh **mesh, struct cd_status *status)
{
    *mesh = NULL;
    return make_mesh(name, mesh, status);
}

/// Names of files may contain any character, but not their options.
bool cd_names_mesh_file(const char *name)
{
    char path[PATH_MAX];
    const char *words = find_file(name, path);
    return words && cd_is_kind_of_file(path, S_IFREG) &&
           (!*words || (strchr(words, '=') && !strpbrk(words, ",+")));
}

/// Splits "MESH+MESH" in place. The caller frees the array. A name ends at its first '+', unless only a longer text is
/// the name of a file.
static char **split_names(char *names, size_t *count)
{
    size_t max = 1;
    for (const char *c = names; *c; c++)
        max += *c == '+';
    char **list = cd_allocate(max, sizeof *list);
    *count = 0;
    if (cd_names_mesh_file(names)) {
        list[(*count)++] = names;
        return list;
    }
    for (bool more = true; more; names++) {
        char *first = names + strcspn(names, "+"), *end = first;
        bool found;
        list[(*count)++] = names;
        do {
            char kept = *end;
            *end = 0;
            found = cd_names_mesh_file(names) || (end == first && cd_recipe_of(CD_RECIPE_GENERATOR, names));
            *end = kept;
        } while (!found && *end && (end += 1 + strcspn(end + 1, "+")));
        names = found ? end : first;
        more = *names;
        *names = 0;
    }
    return list;
}

/// Ends the meshes in place at the first comma before a key of a scene, and returns the parts behind them, or NULL if
/// there are none. A comma belongs to the name if a file has this name.
static char *split_parts(char *text)
{
    static const char *const keys[] = {",motion=", ",steps=", ",seed="};
    char *part = NULL, *found;
    if (cd_names_mesh_file(text))
        return NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if ((found = strstr(text, keys[i])) && (!part || found < part))
            part = found;
    if (part) {
        *part = 0;
        if (cd_names_mesh_file(text))
            return part + 1;
        *part = ',';
    }
    strsep(&text, ",");
    return text;
}

/// Makes the scene of words, or only checks them if options is NULL. All words are checked before a large mesh is read.
static enum cd_code from_words(const char *specification, const struct cd_scene_options *options,
                               struct cd_scene **scene, struct cd_status *status)
{
    struct cd_motion_start start = {0};
    char *copy = cd_duplicate(specification), *parts = split_parts(copy), path[PATH_MAX];
    size_t count;
    char **names = split_names(copy, &count);
    // The parts after the meshes, in any order. `steps` and `seed` are keys of the motion.
    const char *motion = NULL;
    size_t bytes = strlen(specification) + 20;
    char *keys = cd_allocate(bytes, 1), *words = cd_allocate(bytes, 1);
    enum cd_code code = CD_OK;
    for (char *part; !code && parts && (part = strsep(&parts, ","));) {
        if (!strncmp(part, "motion=", 7) && !motion)
            motion = part + 7;
        else if (!strncmp(part, "steps=", 6) || !strncmp(part, "seed=", 5))
            strcat(strcat(keys, ":"), part);
        else
            code = cd_fail(status, CD_USAGE, "scene part \"%s\": %s", part,
                           motion && !strncmp(part, "motion=", 7)
                               ? "given twice"
                               : "write motion=NAME[:key=value...], steps=N or seed=N");
    }
    snprintf(words, bytes, "%s%s", motion ? motion : cd_motion_by_default(count), keys);
    if (!code)
        code = cd_recipe_read(CD_RECIPE_MOTION, words, &start.motion, &start.settings, status);
    cd_free(words);
    cd_free(keys);
    for (size_t i = 0; i < count && !code; i++)
        code = make_mesh(names[i], NULL, status);
    for (size_t i = 0; i < count && !code && !options; i++)
        code = *names[i] ? CD_OK : cd_scene_find("", path, sizeof path, status);
    if (!code && options)
        *scene = cd_scene_create(specification);
    for (size_t i = 0; i < count && !code && options; i++) {
        struct cd_mesh *mesh = NULL;
        code = make_mesh(names[i], &mesh, status);
        if (!code)
            cd_scene_add_mesh(*scene, mesh);
    }
    if (!code && options)
        code = cd_motion_start(&start, options, *scene, status);
    cd_settings_destroy(start.settings);
    cd_free(names);
    cd_free(copy);
    return code;
}

/// Makes the scene of a specification that names a scene of its own, or only checks it if options is NULL. `,` counts
/// as `:`, so `,steps=` and `,seed=` work as in scenes of bodies.
static enum cd_code make_kind(const char *specification, const struct cd_scene_options *options,
                              struct cd_scene **scene, struct cd_status *status)
{
    const struct cd_recipe *kind;
    struct cd_settings *settings;
    char *words = cd_duplicate(specification);
    for (char *comma = words; (comma = strchr(comma, ','));)
        *comma = ':';
    enum cd_code code = cd_recipe_read(CD_RECIPE_SCENE, words, &kind, &settings, status);
    if (!code && options)
        *scene = cd_scene_create(specification);
    if (!code)
        code = kind->make(options ? *scene : NULL, settings, options, status);
    cd_settings_destroy(settings);
    cd_free(words);
    return code;
}

static bool ends_in_yaml(const char *name, size_t length)
{
    return (length > 5 && !strncmp(name + length - 5, ".yaml", 5)) ||
           (length > 4 && !strncmp(name + length - 4, ".yml", 4));
}

enum cd_code cd_scene_check(const char *specification, struct cd_status *status)
{
    if (cd_recipe_of(CD_RECIPE_SCENE, specification))
        return make_kind(specification, NULL, NULL, status);
    if (ends_in_yaml(specification, strlen(specification)))
        return CD_OK;
    return from_words(specification, NULL, NULL, status);
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
    if (cd_recipe_of(CD_RECIPE_SCENE, specification)) {
        code = make_kind(specification, options, scene, status);
    } else if (ends_in_yaml(specification, strlen(specification))) {
        code = cd_scene_find(specification, path, sizeof path, status);
        if (!code)
            code = cd_scene_from_yaml(specification, path, options, scene, status);
    } else if (ends_in_yaml(specification, first)) {
        code = cd_fail(status, CD_USAGE,
                       "%s: a scene file takes no further words; set them in the file, or use --seed and "
                       "--frames",
                       specification);
    } else if (!cd_recipe_of(CD_RECIPE_GENERATOR, specification) &&
               !cd_scene_find(specification, path, sizeof path, NULL) && cd_is_kind_of_file(path, S_IFDIR)) {
        code = cd_scene_from_folder(specification, path, options, scene, status);
    } else {
        code = from_words(specification, options, scene, status);
    }
    if (!code)
        code = cd_scene_survey(*scene, options->stop, status);
    if (code) {
        cd_scene_destroy(*scene);
        *scene = NULL;
    }
    return code;
}
