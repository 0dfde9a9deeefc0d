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

/// Reads the options of a mesh file, which follow its name.
static enum cd_code read_options(const char *name, const char *words, struct cd_mesh_options *options,
                                 struct cd_status *status)
{
    char owner[200];
    snprintf(owner, sizeof owner, "%.*s", (int)(words - name), name);
    return cd_mesh_options_read(owner, words, options, status);
}

/// Fails for a file that does not exist. Its options may follow its name.
static enum cd_code fail_missing(const char *name, struct cd_status *status)
{
    const char *slash = strrchr(name, '/'), *colon = strchr(slash ? slash : name, ':');
    char path[PATH_MAX], *file = cd_duplicate(name);
    if (colon && strchr(colon, '='))
        file[colon - name] = 0;
    enum cd_code code = cd_scene_find(file, path, sizeof path, status);
    cd_free(file);
    return code;
}

enum cd_code cd_named_mesh(const char *name, struct cd_mesh **mesh, struct cd_status *status)
{
    *mesh = NULL;
    char path[PATH_MAX];
    struct cd_mesh_options options;
    const char *words = find_file(name, path);
    bool whole = words && !*words && !cd_is_kind_of_file(path, S_IFDIR);
    if (!whole && (cd_recipe_of(CD_RECIPE_GENERATOR, name) || (!words && looks_generated(name))))
        return cd_mesh_generate(name, mesh, status);
    enum cd_code code = words ? read_options(name, words, &options, status) : fail_missing(name, status);
    return code ? code : cd_mesh_load(path, &options, mesh, status);
}

/// Names of files may contain any character, but not their options.
bool cd_names_mesh_file(const char *name)
{
    char path[PATH_MAX];
    const char *words = find_file(name, path);
    return words && cd_is_kind_of_file(path, S_IFREG) &&
           (!*words || (strchr(words, '=') && !strpbrk(words, ",+")));
}

/// Finds the end of the first name: the first '+', unless only a longer text is the name of a file.
static char *end_of_name(char *names)
{
    char *first = names + strcspn(names, "+"), *end = first;
    bool found;
    do {
        char kept = *end;
        *end = 0;
        found = cd_names_mesh_file(names) || (end == first && cd_recipe_of(CD_RECIPE_GENERATOR, names));
        *end = kept;
    } while (!found && *end && (end += 1 + strcspn(end + 1, "+")));
    return found ? end : first;
}

/// Splits "MESH+MESH" in place. The caller frees the array.
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
        list[(*count)++] = names;
        names = end_of_name(names);
        more = *names;
        *names = 0;
    }
    return list;
}

/// Finds the first comma that is followed by a key of a scene, or NULL.
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

/// Ends the meshes in place and returns the parts behind them, or NULL if there are none. A comma belongs to the name
/// if a file has this name.
static char *split_parts(char *text)
{
    if (cd_names_mesh_file(text))
        return NULL;
    char *part = find_part(text);
    if (part) {
        *part = 0;
        if (cd_names_mesh_file(text))
            return part + 1;
        *part = ',';
    }
    strsep(&text, ",");
    return text;
}

/// Reads the parts after the meshes, if any: `motion=...`, `steps=N`, `seed=N`, in any order. The last two are keys of
/// the motion.
static enum cd_code read_parts(char *parts, const char *by_default, struct cd_motion_start *start,
                               struct cd_status *status)
{
    const char *motion = NULL;
    size_t bytes = strlen(by_default) + (parts ? strlen(parts) : 0) + 2;
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
    if (!code) {
        snprintf(words, bytes, "%s%s", motion ? motion : by_default, keys);
        code = cd_motion_read(words, start, status);
    }
    cd_free(words);
    cd_free(keys);
    return code;
}

/// Fails for a name that cannot be a mesh: for a scene such as in `drill+box`, for wrong settings, and for a name that
/// looks like a generator's but belongs to no generator.
static enum cd_code check_name(const char *name, struct cd_status *status)
{
    struct cd_mesh_options options;
    char path[PATH_MAX];
    const char *words = find_file(name, path);
    bool is_file = words && cd_is_kind_of_file(path, S_IFREG);
    if (cd_recipe_of(CD_RECIPE_GENERATOR, name) && !(is_file && !*words))
        return cd_mesh_check(name, status);
    if (is_file)
        return read_options(name, words, &options, status);
    if (cd_recipe_of(CD_RECIPE_SCENE, name))
        return cd_fail(status, CD_USAGE, "%s: is a scene of its own and no mesh; give it without +", name);
    return !words && looks_generated(name) ? cd_mesh_check(name, status) : CD_OK;
}

/// The parts of a specification in words.
struct words {
    char *copy;
    char **meshes;
    size_t mesh_count;
    struct cd_motion_start start;
};

/// Reads the words and checks them. A wrong word is reported before a large mesh is read.
static enum cd_code read_words(const char *specification, struct words *words, struct cd_status *status)
{
    *words = (struct words){.copy = cd_duplicate(specification)};
    char *parts = split_parts(words->copy);
    words->meshes = split_names(words->copy, &words->mesh_count);
    enum cd_code code = read_parts(parts, cd_motion_by_default(words->mesh_count), &words->start, status);
    for (size_t i = 0; i < words->mesh_count && !code; i++)
        code = check_name(words->meshes[i], status);
    return code;
}

static void free_words(struct words *words)
{
    cd_settings_destroy(words->start.settings);
    cd_free(words->meshes);
    cd_free(words->copy);
}

/// Makes the scene of words. `*scene` is NULL at first; the caller surveys or destroys it afterwards.
static enum cd_code from_words(const char *specification, const struct cd_scene_options *options,
                               struct cd_scene **scene, struct cd_status *status)
{
    struct words words;
    enum cd_code code = read_words(specification, &words, status);
    if (!code)
        *scene = cd_scene_create(specification);
    for (size_t i = 0; i < words.mesh_count && !code; i++) {
        struct cd_mesh *mesh;
        code = cd_named_mesh(words.meshes[i], &mesh, status);
        if (!code)
            cd_scene_add_mesh(*scene, mesh);
    }
    if (!code)
        code = cd_motion_start(&words.start, options, *scene, status);
    free_words(&words);
    return code;
}

/// Makes the scene of a specification that names a scene of its own, or only checks it if options is NULL. `,` counts
/// as `:`, so `,steps=` and `,seed=` work as in scenes of bodies.
static enum cd_code make_kind(const struct cd_recipe *kind, const char *specification,
                              const struct cd_scene_options *options, struct cd_scene **scene,
                              struct cd_status *status)
{
    struct cd_settings *settings;
    char *words = cd_duplicate(specification);
    for (char *comma = words; (comma = strchr(comma, ','));)
        *comma = ':';
    enum cd_code code = cd_recipe_settings(CD_RECIPE_SCENE, kind, kind->name, words, &settings, status);
    if (!code)
        code = kind->make(specification, settings, options, scene, status);
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
    const struct cd_recipe *kind = cd_recipe_of(CD_RECIPE_SCENE, specification);
    if (kind)
        return make_kind(kind, specification, NULL, NULL, status);
    if (ends_in_yaml(specification, strlen(specification)))
        return CD_OK;
    struct words words;
    char path[PATH_MAX];
    enum cd_code code = read_words(specification, &words, status);
    for (size_t i = 0; i < words.mesh_count && !code; i++)
        if (!*words.meshes[i])
            code = cd_scene_find("", path, sizeof path, status);
    free_words(&words);
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
    const struct cd_recipe *kind = cd_recipe_of(CD_RECIPE_SCENE, specification);
    if (kind) {
        code = make_kind(kind, specification, options, scene, status);
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
