#include "base/memory.h"
#include "scenes/assimp_process.h"
#include "scenes/join.h"
#include "scenes/limits.h"
#include "scenes/lines.h"
#include "scenes/readers.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/// Compares what came with what the file holds.
static enum cd_code check_import(const char *path, const struct cd_import *import, struct cd_status *status)
{
    if (import->triangle_count == 0)
        return cd_fail(status, CD_DATA, "%s: no triangles; give a mesh with at least one face", path);
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
    if (!dot || !cd_assimp_knows(dot))
        return cd_fail(
            status, CD_DATA,
            "%s: %s%s is not the extension of a mesh format; use .obj, .ply, .stl, .off, .gltf or .glb", path,
            dot ? "" : "no extension: it", dot ? dot : "");
    struct cd_import import;
    code = cd_assimp_import(path, bytes, &import, status);
    if (code)
        return code;
    code = check_import(path, &import, status);
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
