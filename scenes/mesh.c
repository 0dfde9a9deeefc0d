#include "scenes/mesh.h"

#include "base/memory.h"
#include "base/text.h"
#include "geom/triangle.h"
#include "scenes/limits.h"
#include "scenes/topology.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool cd_point_is_usable(const struct cd_vec3 *p)
{
    // Written so that a NaN fails too.
    return fabs(p->x) <= CD_COORDINATE_MAX && fabs(p->y) <= CD_COORDINATE_MAX &&
           fabs(p->z) <= CD_COORDINATE_MAX;
}

static enum cd_code check_arrays(const char *name, const struct cd_vec3 *vertices, uint32_t vertex_count,
                                 const struct cd_triangle *triangles, uint32_t triangle_count,
                                 struct cd_status *status)
{
    if (triangle_count == 0)
        return cd_fail(status, CD_DATA, "%s: no triangles; give a mesh with at least one face", name);
    if (triangle_count > CD_TRIANGLES_MAX)
        return cd_fail(status, CD_DATA, "%s: %" PRIu32 " triangles; at most %" PRIu32 " fit: split the mesh",
                       name, triangle_count, CD_TRIANGLES_MAX);
    for (uint32_t v = 0; v < vertex_count; v++)
        if (!cd_point_is_usable(&vertices[v]))
            return cd_fail(status, CD_DATA,
                           "%s: vertex %" PRIu32 " (counted from 1) is (%g, %g, %g); coordinates must be "
                           "finite and at most %g in magnitude: repair or scale the model",
                           name, v + 1, vertices[v].x, vertices[v].y, vertices[v].z, CD_COORDINATE_MAX);
    for (uint32_t t = 0; t < triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (triangles[t].v[k] >= vertex_count)
                return cd_fail(status, CD_DATA,
                               "%s: triangle %" PRIu32 " (counted from 1) names vertex %" PRIu64
                               ", but there are %" PRIu32 "; the file is damaged",
                               name, t + 1, (uint64_t)triangles[t].v[k] + 1, vertex_count);
    return CD_OK;
}

static struct cd_aabb box_of(const struct cd_mesh *mesh)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&box, mesh->vertices[mesh->triangles[t].v[k]]);
    return box;
}

static struct cd_hash hash_of(const struct cd_mesh *mesh)
{
    struct cd_hasher *hasher = cd_hasher_create();
    cd_hasher_add_u64(hasher, mesh->vertex_count);
    cd_hasher_add(hasher, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    cd_hasher_add_u64(hasher, mesh->triangle_count);
    cd_hasher_add(hasher, mesh->triangles, mesh->triangle_count * sizeof *mesh->triangles);
    return cd_hasher_finish(hasher);
}

static uint32_t count_degenerate(const struct cd_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = mesh->triangles[t].v;
        struct cd_vec3 corners[3] = {mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]};
        count += cd_triangle_is_degenerate(corners);
    }
    return count;
}

enum cd_code cd_mesh_create(const char *name, struct cd_vec3 *vertices, uint32_t vertex_count,
                            struct cd_triangle *triangles, uint32_t triangle_count, struct cd_mesh **mesh,
                            struct cd_status *status)
{
    enum cd_code code = check_arrays(name, vertices, vertex_count, triangles, triangle_count, status);
    if (code) {
        cd_free(vertices);
        cd_free(triangles);
        return code;
    }
    struct cd_mesh *made = cd_allocate(1, sizeof *made);
    made->name = cd_escaped(name);
    made->vertices = vertices;
    made->vertex_count = vertex_count;
    made->triangles = triangles;
    made->triangle_count = triangle_count;
    made->box = box_of(made);
    made->hash = hash_of(made);
    made->degenerate_count = count_degenerate(made);
    cd_mesh_find_topology(made);
    *mesh = made;
    return CD_OK;
}

struct cd_mesh *cd_mesh_centred(const struct cd_mesh *mesh, double factor)
{
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        vertices[v] = cd_scale(cd_sub(mesh->vertices[v], centre), factor);
    struct cd_triangle *triangles = cd_allocate(mesh->triangle_count, sizeof *triangles);
    memcpy(triangles, mesh->triangles, mesh->triangle_count * sizeof *triangles);
    struct cd_mesh *copy = NULL;
    enum cd_code code = cd_mesh_create(mesh->name, vertices, mesh->vertex_count, triangles,
                                       mesh->triangle_count, &copy, NULL);
    CD_ASSERT(code == CD_OK); // the caller chooses a factor that keeps the coordinates within the limit
    return copy;
}

void cd_mesh_write_obj(const struct cd_mesh *mesh, void *stream)
{
    // A user's locale may write decimal commas.
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    CD_ASSERT(c_locale);
    locale_t old = uselocale(c_locale);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const struct cd_vec3 *v = &mesh->vertices[i];
        fprintf(stream, "v %.17g %.17g %.17g\n", v->x, v->y, v->z);
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        fprintf(stream, "f %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", (uint64_t)v[0] + 1, (uint64_t)v[1] + 1,
                (uint64_t)v[2] + 1);
    }
    uselocale(old);
    freelocale(c_locale);
}

void cd_mesh_destroy(struct cd_mesh *mesh)
{
    if (!mesh)
        return;
    cd_free(mesh->name);
    cd_free(mesh->vertices);
    cd_free(mesh->triangles);
    cd_free(mesh->component);
    cd_free(mesh->components);
    cd_free(mesh);
}
