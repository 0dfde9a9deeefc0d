#include "scenes/readers/readers.h"

#include <string.h>
#include <strings.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum cd_code cd_mesh_load(const char *path, struct cd_mesh **mesh, struct cd_status *status)
{
    const char *name = base_name(path);
    const char *dot = strrchr(name, '.');
    if (dot && strcasecmp(dot, ".obj") == 0)
        return cd_read_obj(path, name, mesh, status);
    return cd_read_assimp(path, name, mesh, status);
}
