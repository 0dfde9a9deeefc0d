#include "base/lines.h"
#include "base/memory.h"
#include "scenes/join.h"
#include "scenes/limits.h"
#include "scenes/readers/assimp_process.h"
#include "scenes/readers/checks.h"
#include "scenes/readers/readers.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/// Formats whose files are checked before Assimp, which takes what it can get of a damaged one, sees them.
static const struct {
    const char *extension;
    enum cd_code (*check)(const char *path, struct cd_file_contents *claim, struct cd_status *status);
} checks[] = {
    {".ply", cd_check_ply},
    {".stl", cd_check_stl},
    {".off", cd_check_off},
    {".glb", cd_check_glb},
};

static enum cd_code check_file(const char *path, const char *extension, struct cd_file_contents *claim,
                               struct cd_status *status)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (strcasecmp(extension, checks[i].extension) == 0)
            return checks[i].check(path, claim, status);
    return CD_OK;
}

/// Compares what came with what the file holds.
static enum cd_code check_import(const char *path, const struct cd_file_contents *claim,
                                 const struct cd_import *import, struct cd_status *status)
{
    if (import->triangle_count == 0)
        return cd_fail(status, CD_DATA, "%s: no triangles; give a mesh with at least one face", path);
    if (claim->known && import->triangle_count != claim->triangles)
        return cd_fail(status, CD_DATA,
                       "%s: Assimp reads %" PRIu32 " of its %" PRIu64 " triangles; convert the file to OBJ",
                       path, import->triangle_count, claim->triangles);
    for (uint32_t v = 0; v < import->vertex_count; v++)
        if (!cd_point_is_usable(&import->vertices[v]))
            return cd_fail(status, CD_DATA,
                           "%s: vertex %" PRIu32 " (counted from 1) is (%g, %g, %g); coordinates must be "
                           "finite and at most %g in magnitude: repair or scale the model",
                           path, v + 1, import->vertices[v].x, import->vertices[v].y, import->vertices[v].z,
                           CD_COORDINATE_MAX);
    return CD_OK;
}

enum cd_code cd_read_assimp(const char *path, const char *name, struct cd_mesh **mesh,
                            struct cd_status *status)
{
    int descriptor;
    uint64_t bytes;
    enum cd_code code = cd_open_file(path, &descriptor, &bytes, status);
    if (code)
        return code;
    close(descriptor);
    const char *dot = strrchr(name, '.');
    static const char use[] = "use .obj, .ply, .stl, .off, .gltf or .glb";
    if (!dot)
        return cd_fail(status, CD_DATA, "%s: no extension to tell the mesh format by; %s", path, use);
    if (!cd_assimp_knows(dot))
        return cd_fail(status, CD_DATA, "%s: %s is not the extension of a mesh format; %s", path, dot, use);
    struct cd_file_contents claim = {0};
    code = check_file(path, dot, &claim, status);
    if (code)
        return code;
    struct cd_import import;
    code = cd_assimp_import(path, bytes, &import, status);
    if (code)
        return code;
    code = check_import(path, &claim, &import, status);
    if (code) {
        cd_free(import.vertices);
        cd_free(import.triangles);
        return code;
    }
    uint32_t vertex_count =
        cd_join_equal_vertices(import.vertices, import.vertex_count, import.triangles, import.triangle_count);
    return cd_mesh_create(name, import.vertices, vertex_count, import.triangles, import.triangle_count, mesh,
                          status);
}
