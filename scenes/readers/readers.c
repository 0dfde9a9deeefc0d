#include "scenes/readers/readers.h"

#include "scenes/readers/mesh_file.h"

#include <string.h>
#include <strings.h>

/// The formats that have readers of our own.
static const struct {
    const char *extension;
    cd_mesh_reader *read;
    bool keeps_vertices; ///< equal ones are not joined
} formats[] = {
    {".obj", cd_read_obj, true},
    {".ply", cd_read_ply, false},
    {".stl", cd_read_stl, false},
    {".off", cd_read_off, false},
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum cd_code cd_mesh_load(const char *path, struct cd_mesh **mesh, struct cd_status *status)
{
    struct cd_mesh_file file = {.status = status};
    enum cd_code code = cd_lines_open(&file.lines, path, status);
    if (code)
        return code;
    const char *dot = strrchr(base_name(path), '.');
    cd_mesh_reader *read = cd_read_assimp;
    bool joins = true;
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(dot, formats[i].extension) == 0) {
            read = formats[i].read;
            joins = !formats[i].keeps_vertices;
        }
    code = read(&file);
    cd_lines_close(&file.lines);
    if (!code && file.mesh.triangle_count == 0)
        code = cd_fail(status, CD_DATA, "%s: no triangles; give a mesh with at least one face", path);
    if (code) {
        cd_build_abandon(&file.mesh);
        return code;
    }
    if (joins)
        return cd_build_finish(&file.mesh, base_name(path), mesh, status);
    return cd_mesh_create(base_name(path), file.mesh.vertices, file.mesh.vertex_count, file.mesh.triangles,
                          file.mesh.triangle_count, mesh, status);
}
