#include "scenes/path.h"

#include "base/memory.h"
#include "base/program_file.h"
#include "base/text.h"
#include "scenes/recipe.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cd_is_kind_of_file(const char *path, mode_t kind)
{
    struct stat information;
    return !stat(path, &information) && (information.st_mode & S_IFMT) == kind;
}

/// Adds the directory `name` in `folder` ("" for `folder` itself) by its canonical name, if it exists and is new.
static void add_directory(struct cd_texts *directories, const char *folder, const char *name)
{
    char directory[PATH_MAX + 40], canonical[PATH_MAX];
    snprintf(directory, sizeof directory, "%s/%s", folder, name);
    if (realpath(directory, canonical) && cd_is_kind_of_file(canonical, S_IFDIR))
        cd_texts_add_new(directories, canonical);
}

/// Returns the existing directories of the path, which come after the working directory. Those that belong to the program
/// are looked up once, so only one thread may call this. An installed program is in bin/ beside share/. It never looks
/// outside its prefix.
static struct cd_texts path_directories(void)
{
    static struct cd_texts own;
    static bool known;
    struct cd_texts directories = {0};
    const char *variable = getenv("CDBENCH_SCENES");
    char folder[PATH_MAX], *copy = cd_duplicate(variable ? variable : ""), *rest = copy, *directory;
    if (!known && cd_program_folder(folder, sizeof folder))
        add_directory(&own, folder, "../share/cdbench/scenes");
    if (!known && cd_program_source_tree(folder, sizeof folder)) {
        add_directory(&own, folder, "scenes");
        add_directory(&own, folder, "scenes/downloaded");
    }
    known = true;
    while ((directory = strsep(&rest, ":")))
        if (*directory)
            add_directory(&directories, directory, "");
    cd_free(copy);
    for (size_t i = 0; i < own.count; i++)
        cd_texts_add_new(&directories, own.items[i]);
    return directories;
}

static bool exists(const char *directory, const char *name, char *path, size_t path_bytes)
{
    int length = directory ? snprintf(path, path_bytes, "%s/%s", directory, name)
                           : snprintf(path, path_bytes, "%s", name);
    return length >= 0 && (size_t)length < path_bytes && !access(path, F_OK);
}

static int has_scene_ending(const struct dirent *entry)
{
    static const char *const endings[] = {"obj", "ply", "stl", "off",  "glb", "gltf",
                                          "dae", "3ds", "fbx", "yaml", "yml"};
    const char *dot = strrchr(entry->d_name, '.');
    for (size_t i = 0; dot && dot != entry->d_name && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp(dot + 1, endings[i]))
            return 1;
    return 0;
}

/// Lists the files of a directory that no file of an earlier directory hides. NULL is the working directory.
static void list_directory(const char *directory, struct cd_texts *names, struct cd_texts *paths)
{
    struct dirent **entries;
    int count = scandir(directory ? directory : ".", &entries, has_scene_ending, alphasort);
    for (int i = 0; i < count; i++) {
        char path[2 * PATH_MAX];
        const char *name = entries[i]->d_name;
        if (exists(directory, name, path, sizeof path) && cd_is_kind_of_file(path, S_IFREG) &&
            cd_texts_add_new(names, name))
            cd_texts_print(paths, "%s", path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

void cd_scene_list(struct cd_texts *names, struct cd_texts *paths)
{
    struct cd_texts directories = path_directories();
    list_directory(NULL, names, paths);
    for (size_t i = 0; i < directories.count; i++)
        list_directory(directories.items[i], names, paths);
    cd_texts_free(&directories);
}

static enum cd_code not_found(const char *name, const struct cd_texts *directories, struct cd_status *status)
{
    if (!status)
        return CD_IO;
    struct cd_texts names = {0}, paths = {0};
    cd_scene_list(&names, &paths);
    const struct cd_recipe *generator;
    for (size_t i = 0; (generator = cd_recipe_at(CD_RECIPE_GENERATOR, i)); i++)
        cd_texts_add_new(&names, generator->name);
    const char *nearest = NULL; // the first file whose name is this name and an extension, such as bunny.obj
    size_t length = strlen(name);
    for (size_t i = names.count; i-- > 0;)
        if (!strncmp(names.items[i], name, length) && names.items[i][length] == '.' &&
            !strchr(names.items[i] + length + 1, '.'))
            nearest = names.items[i];
    nearest = nearest ? nearest : cd_nearest_name(name, names.items, names.count);
    char remedy[200] = "";
    if (nearest)
        snprintf(remedy, sizeof remedy, "did you mean %.80s? ", nearest);
    char searched[600] = "the working directory";
    for (size_t i = 0; i < directories->count; i++) {
        size_t used = strlen(searched);
        snprintf(searched + used, sizeof searched - used, "%s%s", i ? ", " : " or in ",
                 directories->items[i]);
    }
    cd_texts_free(&names);
    cd_texts_free(&paths);
    return cd_fail(
        status, CD_IO,
        "%.150s: not found in %s; %s`cdbench list scenes` shows what there is, `make meshes` brings more",
        name, searched, remedy);
}

enum cd_code cd_scene_find_from(const char *folder, const char *name, char *path, size_t path_bytes,
                                struct cd_status *status)
{
    if (!*name)
        return cd_fail(status, CD_USAGE, "a mesh name is missing; name a file or a generator");
    if (folder && *name != '/' && exists(folder, name, path, path_bytes))
        return CD_OK;
    if (exists(NULL, name, path, path_bytes))
        return CD_OK;
    int reason = errno ? errno : ENOENT;
    bool is_path = *name == '/' || !strncmp(name, "./", 2) || !strncmp(name, "../", 3);
    struct cd_texts directories = path_directories();
    enum cd_code code = CD_OK;
    bool found = false;
    for (size_t i = 0; !found && !is_path && i < directories.count; i++)
        found = exists(directories.items[i], name, path, path_bytes);
    if (!found && strchr(name, '/'))
        code = cd_fail(status, CD_IO, "%.500s: cannot read: %s", name, strerror(reason));
    else if (!found)
        code = not_found(name, &directories, status);
    cd_texts_free(&directories);
    return code;
}

enum cd_code cd_scene_find(const char *name, char *path, size_t path_bytes, struct cd_status *status)
{
    return cd_scene_find_from(NULL, name, path, path_bytes, status);
}
