#include "bench/oracle/self_contacts.h"

#include "base/memory.h"
#include "bench/oracle/tree.h"
#include "geom/predicates.h"
#include "geom/triangle.h"

#include <string.h>

struct search {
    const struct cd_mesh *mesh;
    struct cd_self_contacts found;
};

/// Turns the corners of both triangles so that those they share come first. Returns how many they share.
static int bring_shared_forward(const struct cd_mesh *mesh, uint32_t a[3], uint32_t b[3])
{
    int shared = 0;
    for (int i = 0; i < 3; i++)
        for (int j = shared; j < 3; j++)
            if (cd_place_of(mesh, a[i]) == cd_place_of(mesh, b[j])) {
                uint32_t of_a = a[i], of_b = b[j];
                a[i] = a[shared];
                b[j] = b[shared];
                a[shared] = of_a;
                b[shared++] = of_b;
                break;
            }
    return shared;
}

static bool touch(const struct cd_vec3 *p, const struct cd_vec3 *q, const struct cd_vec3 *r,
                  const struct cd_vec3 triangle[3])
{
    const struct cd_vec3 other[3] = {*p, *q, *r};
    return cd_triangles_touch(other, triangle);
}

/// Whether two touching triangles with area share more than the corners they have in common.
static bool meet(const struct cd_mesh *mesh, uint32_t first, uint32_t second)
{
    uint32_t v[2][3];
    struct cd_vec3 a[3], b[3];
    memcpy(v[0], mesh->triangles[first].v, sizeof v[0]);
    memcpy(v[1], mesh->triangles[second].v, sizeof v[1]);
    int shared = bring_shared_forward(mesh, v[0], v[1]);
    for (int k = 0; k < 3; k++) {
        a[k] = mesh->vertices[v[0][k]];
        b[k] = mesh->vertices[v[1][k]];
    }
    if (cd_triangle_is_degenerate(a) || cd_triangle_is_degenerate(b))
        return false;
    if (shared == 1) // what they share ends where the opposite side of one of them does
        return touch(&a[1], &a[2], &a[2], b) || touch(&b[1], &b[2], &b[2], a);
    if (shared == 2) { // in one plane, and on one side of their edge
        const struct cd_vec3 crossing[3] = {b[1], b[2], b[2]};
        return cd_orient3d(&a[0], &a[1], &a[2], &b[2]) == 0 &&
               (touch(&a[2], &a[2], &a[2], b) || touch(&b[2], &b[2], &b[2], a) ||
                touch(&a[0], &a[2], &a[2], crossing) ||
                touch(&a[1], &a[2], &a[2], (struct cd_vec3[3]){b[0], b[2], b[2]}));
    }
    return true;
}

static bool note(void *user, uint32_t a, uint32_t b)
{
    struct search *search = user;
    struct cd_self_contacts *found = &search->found;
    if (a >= b || !meet(search->mesh, a, b))
        return false;
    if (!found->count++ || a < found->first[0] || (a == found->first[0] && b < found->first[1])) {
        found->first[0] = a;
        found->first[1] = b;
    }
    return false;
}

struct cd_self_contacts cd_find_self_contacts(const struct cd_mesh *mesh)
{
    const struct cd_pose at_rest = cd_pose_identity();
    struct search search = {.mesh = mesh};
    struct cd_half *nodes = cd_halve_mesh(mesh);
    struct cd_oracle_body body;
    cd_oracle_body_init(&body, mesh, nodes);
    cd_oracle_body_place(&body, mesh->vertices, &at_rest);
    cd_oracle_body_refit(&body);
    cd_oracle_meet(&body, &body, note, &search);
    cd_oracle_body_release(&body);
    cd_free(nodes);
    return search.found;
}
