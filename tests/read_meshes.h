/// Reads mesh files for tests, and says what was read.
#ifndef CD_TESTS_READ_MESHES_H
#define CD_TESTS_READ_MESHES_H

#include "scenes/mesh.h"
#include "tests/scratch_folder.h"

static inline struct cd_mesh *read_mesh_with(const char *path, struct cd_mesh_options options)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    if (cd_mesh_load(path, &options, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

static inline struct cd_mesh *read_mesh(const char *path)
{
    return read_mesh_with(path, (struct cd_mesh_options){0});
}

/// Expects that reading fails with this code and one line that begins with the path and goes on to say `wanted`.
static inline void assert_mesh_refused_with(const char *path, struct cd_mesh_options options,
                                            enum cd_code code, const char *wanted)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    enum cd_code got = cd_mesh_load(path, &options, &mesh, &status);
    size_t length = strlen(path);
    if (got != code || strncmp(status.text, path, length) != 0 || !strstr(status.text + length, wanted))
        fail_msg("exit %d \"%s\" is not exit %d \"%s\"", got, status.text, code, wanted);
    assert_null(mesh);
    for (const char *c = status.text; *c; c++)
        if ((*c >= 0 && *c < ' ') || *c == 127)
            fail_msg("a control character in \"%s\"", status.text);
}

static inline void assert_mesh_refused(const char *path, enum cd_code code, const char *wanted)
{
    assert_mesh_refused_with(path, (struct cd_mesh_options){0}, code, wanted);
}

/// The volume within a closed mesh; negative if its triangles face inwards.
static inline double mesh_volume(const struct cd_mesh *mesh)
{
    double volume = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = mesh->triangles[t].v;
        volume += cd_dot(cd_cross(mesh->vertices[v[0]], mesh->vertices[v[1]]), mesh->vertices[v[2]]) / 6;
    }
    return volume;
}

#endif
