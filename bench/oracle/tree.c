#include "bench/oracle/tree.h"

#include "base/memory.h"
#include "base/status.h"
#include "geom/triangle.h"
#include "geom/winding.h"

void cd_oracle_body_init(struct cd_oracle_body *body, const struct cd_mesh *mesh, const struct cd_half *nodes)
{
    *body = (struct cd_oracle_body){.mesh = mesh, .nodes = nodes};
    body->world = cd_allocate(mesh->vertex_count, sizeof *body->world);
}

void cd_oracle_body_release(struct cd_oracle_body *body)
{
    cd_free(body->world);
    cd_free(body->boxes);
    *body = (struct cd_oracle_body){0};
}

void cd_oracle_body_place(struct cd_oracle_body *body, const struct cd_vec3 *vertices,
                          const struct cd_pose *pose)
{
    body->box = cd_aabb_empty();
    for (uint32_t i = 0; i < body->mesh->vertex_count; i++) {
        body->world[i] = cd_canonical_vertex(pose, vertices[i]);
        cd_aabb_add(&body->box, body->world[i]);
    }
}

void cd_oracle_body_refit(struct cd_oracle_body *body)
{
    if (!body->boxes)
        body->boxes = cd_allocate(2 * (size_t)body->mesh->triangle_count - 1, sizeof *body->boxes);
    cd_halving_boxes(body->nodes, body->mesh, body->world, body->boxes);
}

static void world_triangle(const struct cd_oracle_body *body, uint32_t triangle, struct cd_vec3 corners[3])
{
    const uint32_t *v = body->mesh->triangles[triangle].v;
    for (int k = 0; k < 3; k++)
        corners[k] = body->world[v[k]];
}

struct tree_pair {
    const struct cd_oracle_body *a, *b;
    bool (*found)(void *user, uint32_t triangle_a, uint32_t triangle_b);
    void *user;
    bool any;
};

/// Tests two triangles. Returns true when the traversal is over.
static bool meet_leaves(struct tree_pair *tree_pair, uint32_t triangle_a, uint32_t triangle_b)
{
    struct cd_vec3 p[3], q[3];
    world_triangle(tree_pair->a, triangle_a, p);
    world_triangle(tree_pair->b, triangle_b, q);
    if (!cd_triangles_touch(p, q))
        return false;
    tree_pair->any = true;
    return !tree_pair->found || tree_pair->found(tree_pair->user, triangle_a, triangle_b);
}

static double size_of(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    return extent.x + extent.y + extent.z;
}

/// Visits the pair of nodes (i of a, j of b) and opens the larger node. Returns true to end the traversal.
static bool meet_nodes(struct tree_pair *tree_pair, uint64_t i, uint64_t j)
{
    const struct cd_oracle_body *a = tree_pair->a, *b = tree_pair->b;
    if (!cd_aabb_overlap(&a->boxes[i], &b->boxes[j]))
        return false;
    const struct cd_half *m = &a->nodes[i], *n = &b->nodes[j];
    if (m->count == 1 && n->count == 1)
        return meet_leaves(tree_pair, m->item, n->item);
    if (n->count == 1 || (m->count > 1 && size_of(&a->boxes[i]) >= size_of(&b->boxes[j])))
        return meet_nodes(tree_pair, i + 1, j) || meet_nodes(tree_pair, cd_right_half(i, m->count), j);
    return meet_nodes(tree_pair, i, j + 1) || meet_nodes(tree_pair, i, cd_right_half(j, n->count));
}

bool cd_oracle_meet(const struct cd_oracle_body *a, const struct cd_oracle_body *b,
                    bool (*found)(void *user, uint32_t triangle_a, uint32_t triangle_b), void *user)
{
    CD_ASSERT(a->boxes && b->boxes);
    struct tree_pair tree_pair = {.a = a, .b = b, .found = found, .user = user};
    meet_nodes(&tree_pair, 0, 0);
    return tree_pair.any;
}

/// Sums the crossings of the ray upwards from p. The perturbation that keeps the ray off edges is smaller than any
/// distance. Therefore the ray can cross only triangles whose closed box contains p or is above p.
static int64_t winding_below(const struct cd_oracle_body *body, uint64_t node, struct cd_vec3 p)
{
    const struct cd_aabb *box = &body->boxes[node];
    if (p.x < box->low.x || p.x > box->high.x || p.y < box->low.y || p.y > box->high.y || p.z > box->high.z)
        return 0;
    const struct cd_half *n = &body->nodes[node];
    if (n->count > 1)
        return winding_below(body, node + 1, p) + winding_below(body, cd_right_half(node, n->count), p);
    struct cd_vec3 corners[3];
    world_triangle(body, n->item, corners);
    return cd_winding_crossing(&p, corners);
}

int64_t cd_oracle_winding(const struct cd_oracle_body *body, struct cd_vec3 p)
{
    CD_ASSERT(body->boxes && body->mesh->solid);
    return winding_below(body, 0, p);
}

bool cd_oracle_contains(const struct cd_oracle_body *outer, const struct cd_oracle_body *inner)
{
    const struct cd_mesh *mesh = inner->mesh;
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        // The surfaces do not meet, so one point of a component decides for the whole component.
        const struct cd_triangle *triangle = &mesh->triangles[mesh->components[i].first_triangle];
        if (cd_oracle_winding(outer, inner->world[triangle->v[0]]) != 0)
            return true;
    }
    return false;
}
