#include "base/program_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

bool cd_program_folder(char folder[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = 0;
    *strrchr(folder, '/') = 0;
    return true;
}

static bool is_source_tree(const char *folder)
{
    char path[PATH_MAX + 40];
    snprintf(path, sizeof path, "%s/VERSION", folder);
    if (access(path, F_OK))
        return false;
    snprintf(path, sizeof path, "%s/scenes", folder);
    return !access(path, F_OK);
}

bool cd_program_source_tree(char folder[PATH_MAX])
{
    if (!cd_program_folder(folder))
        return false;
    if (is_source_tree(folder))
        return true;
    char *build = NULL;
    for (char *found = folder; (found = strstr(found, "/build/")); found++)
        build = found;
    if (!build)
        return false;
    const char *configuration = build + strlen("/build/");
    const char *below = configuration + strcspn(configuration, "/");
    if (*below && strcmp(below, "/tests") != 0 && strncmp(below, "/tests/", 7) != 0)
        return false;
    *build = 0;
    return is_source_tree(folder);
}
