#include "bench/oracle/self_contacts.h"

#include "base/memory.h"
#include "geom/predicates.h"
#include "geom/triangle.h"
#include "scenes/halving.h"

#include <string.h>

/// The most pairs of triangles that are looked at, which takes seconds. The sides of a cone all meet at its tip.
#define PAIRS_MAX 20000000

struct search {
    const struct cd_mesh *mesh;
    const struct cd_half *nodes;
    struct cd_aabb *boxes;
    struct cd_self_contacts found;
    uint64_t pairs_left;
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

/// Whether two triangles share more than the corners they have in common.
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
    bool may_meet = shared != 2 || cd_orient3d(&a[0], &a[1], &a[2], &b[2]) == 0;
    if (!may_meet || !cd_triangles_touch(a, b) || cd_triangle_is_degenerate(a) ||
        cd_triangle_is_degenerate(b))
        return false;
    if (shared == 1) // what they share ends where the opposite side of one of them does
        return touch(&a[1], &a[2], &a[2], b) || touch(&b[1], &b[2], &b[2], a);
    if (shared == 2) { // they lie in one plane: on one side of their edge?
        const struct cd_vec3 sides[2][3] = {{b[1], b[2], b[2]}, {b[0], b[2], b[2]}};
        return touch(&a[2], &a[2], &a[2], b) || touch(&b[2], &b[2], &b[2], a) ||
               touch(&a[0], &a[2], &a[2], sides[0]) || touch(&a[1], &a[2], &a[2], sides[1]);
    }
    return true;
}

static void note(struct search *search, uint32_t a, uint32_t b)
{
    struct cd_self_contacts *found = &search->found;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!meet(search->mesh, low, high))
        return;
    if (!found->count++ || low < found->first[0] || (low == found->first[0] && high < found->first[1])) {
        found->first[0] = low;
        found->first[1] = high;
    }
}

/// Visits the pairs of a triangle below node `i` and one below node `j`, which have none in common.
static void search_between(struct search *search, uint64_t i, uint64_t j)
{
    if (!search->pairs_left || !cd_aabb_overlap(&search->boxes[i], &search->boxes[j]))
        return;
    const struct cd_half *m = &search->nodes[i], *n = &search->nodes[j];
    if (m->count == 1 && n->count == 1) {
        search->pairs_left--;
        note(search, m->item, n->item);
    } else if (m->count >= n->count) {
        search_between(search, i + 1, j);
        search_between(search, cd_right_half(i, m->count), j);
    } else {
        search_between(search, i, j + 1);
        search_between(search, i, cd_right_half(j, n->count));
    }
}

static void search_within(struct search *search, uint64_t i)
{
    const struct cd_half *node = &search->nodes[i];
    if (node->count == 1)
        return;
    search_within(search, i + 1);
    search_within(search, cd_right_half(i, node->count));
    search_between(search, i + 1, cd_right_half(i, node->count));
}

struct cd_self_contacts cd_find_self_contacts(const struct cd_mesh *mesh)
{
    struct cd_half *nodes = cd_halve_mesh(mesh);
    struct search search = {.mesh = mesh, .nodes = nodes, .pairs_left = PAIRS_MAX};
    search.boxes = cd_allocate(2 * (size_t)mesh->triangle_count - 1, sizeof *search.boxes);
    cd_halving_boxes(nodes, mesh, mesh->vertices, search.boxes);
    search_within(&search, 0);
    cd_free(search.boxes);
    cd_free(nodes);
    search.found.complete = search.pairs_left;
    return search.found;
}
