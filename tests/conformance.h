/// What tests of every algorithm share: settings, and which algorithm takes which scene.
#ifndef CD_TESTS_CONFORMANCE_H
#define CD_TESTS_CONFORMANCE_H

#include "tests/handmade.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "geom/predicates.h"

/// The settings with which an algorithm is tried: the defaults, with pictures that are drawn fast.
static inline struct cd_settings *conformance_settings(const struct cd_algo *algo)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    if (cd_settings_has(settings, "resolution"))
        assert_int_equal(cd_settings_set(settings, algo->name, "resolution", "64", NULL), CD_OK);
    return settings;
}

/// Whether all vertices of a mesh are in or below the plane of every triangle, or all are in or above it.
static inline bool conformance_is_convex(const struct cd_mesh *mesh)
{
    bool above = false, below = false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const struct cd_vec3 *p = mesh->vertices;
            const uint32_t *corner = mesh->triangles[t].v;
            int side = cd_orient3d(&p[corner[0]], &p[corner[1]], &p[corner[2]], &p[v]);
            above |= side < 0;
            below |= side > 0;
        }
    return mesh->closed && mesh->degenerate_count == 0 && above != below;
}

/// True when an algorithm may refuse a scene with this code, because this machine lacks what the algorithm's record says
/// that it needs, or because it takes convex bodies only and some bodies are not convex.
static inline bool conformance_may_refuse(const struct cd_algo *algo, const struct cd_scene *scene,
                                          enum cd_code code, const struct cd_status *status)
{
    if (code != CD_USAGE || !strstr(status->text, "convex"))
        return code == CD_ENVIRONMENT && algo->needs;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (!conformance_is_convex(scene->meshes[i]))
            return true;
    return false;
}

#endif
