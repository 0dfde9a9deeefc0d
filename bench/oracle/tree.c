#include "bench/oracle/tree.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "geom/triangle.h"
#include "geom/winding.h"

/// What the build works on: the order of the triangles is what it finds.
struct build {
    struct cd_oracle_node *nodes;
    const struct cd_vec3 *centres;
    uint32_t *order;
    struct cd_random random;
};

static uint64_t right_child(uint64_t node, uint32_t count)
{
    return node + 2 * (uint64_t)(count / 2);
}

/// Reorders order[0..count) so that the first `middle` centres are none of them above the others along
/// `axis`. Pivots are drawn at random from a fixed seed, so that no input is bad every time.
static void select_median(struct build *build, uint32_t *order, uint32_t count, uint32_t middle, int axis)
{
    int64_t low = 0, high = (int64_t)count - 1;
    while (low < high) {
        uint64_t pick = (uint64_t)low + cd_random_below(&build->random, (uint64_t)(high - low + 1));
        double pivot = cd_axis(&build->centres[order[pick]], axis);
        int64_t i = low, j = high;
        while (i <= j) {
            while (cd_axis(&build->centres[order[i]], axis) < pivot)
                i++;
            while (cd_axis(&build->centres[order[j]], axis) > pivot)
                j--;
            if (i > j)
                break;
            uint32_t swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if ((int64_t)middle <= j)
            high = j;
        else if ((int64_t)middle >= i)
            low = i;
        else
            return;
    }
}

static int longest_axis(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    if (extent.x >= extent.y && extent.x >= extent.z)
        return 0;
    return extent.y >= extent.z ? 1 : 2;
}

/// Halves order[0..count) into the subtree at `node`; the depth is log2 of the count.
static void build_node(struct build *build, uint64_t node, uint32_t *order, uint32_t count)
{
    build->nodes[node].count = count;
    build->nodes[node].triangle = order[0];
    if (count == 1)
        return;
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        cd_aabb_add(&box, build->centres[order[i]]);
    uint32_t half = count / 2;
    select_median(build, order, count, half, longest_axis(&box));
    build_node(build, node + 1, order, half);
    build_node(build, right_child(node, count), order + half, count - half);
}

struct cd_oracle_tree *cd_oracle_tree_build(const struct cd_mesh *mesh)
{
    struct cd_oracle_tree *tree = cd_allocate(1, sizeof *tree);
    tree->mesh = mesh;
    tree->node_count = 2 * (uint64_t)mesh->triangle_count - 1;
    tree->nodes = cd_allocate(tree->node_count, sizeof *tree->nodes);
    struct cd_vec3 *centres = cd_allocate(mesh->triangle_count, sizeof *centres);
    uint32_t *order = cd_allocate(mesh->triangle_count, sizeof *order);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        struct cd_aabb box = cd_aabb_empty();
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&box, mesh->vertices[v[k]]);
        centres[i] = cd_aabb_centre(&box);
        order[i] = i;
    }
    struct build build = {
        .nodes = tree->nodes, .centres = centres, .order = order, .random = cd_random_seed(1)};
    build_node(&build, 0, order, mesh->triangle_count);
    cd_free(order);
    cd_free(centres);
    return tree;
}

void cd_oracle_tree_destroy(struct cd_oracle_tree *tree)
{
    if (!tree)
        return;
    cd_free(tree->nodes);
    cd_free(tree);
}

void cd_oracle_body_init(struct cd_oracle_body *body, const struct cd_oracle_tree *tree)
{
    *body = (struct cd_oracle_body){.tree = tree};
    body->world = cd_allocate(tree->mesh->vertex_count, sizeof *body->world);
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
    for (uint32_t i = 0; i < body->tree->mesh->vertex_count; i++) {
        body->world[i] = cd_canonical_vertex(pose, vertices[i]);
        cd_aabb_add(&body->box, body->world[i]);
    }
}

void cd_oracle_body_refit(struct cd_oracle_body *body)
{
    const struct cd_oracle_tree *tree = body->tree;
    if (!body->boxes)
        body->boxes = cd_allocate(tree->node_count, sizeof *body->boxes);
    for (uint64_t node = tree->node_count; node-- > 0;) {
        uint32_t count = tree->nodes[node].count;
        struct cd_aabb box = cd_aabb_empty();
        if (count > 1) {
            box = body->boxes[node + 1];
            cd_aabb_join(&box, &body->boxes[right_child(node, count)]);
        } else {
            const uint32_t *v = tree->mesh->triangles[tree->nodes[node].triangle].v;
            for (int k = 0; k < 3; k++)
                cd_aabb_add(&box, body->world[v[k]]);
        }
        body->boxes[node] = box;
    }
}

static void world_triangle(const struct cd_oracle_body *body, uint32_t triangle, struct cd_vec3 corners[3])
{
    const uint32_t *v = body->tree->mesh->triangles[triangle].v;
    for (int k = 0; k < 3; k++)
        corners[k] = body->world[v[k]];
}

struct tree_pair {
    const struct cd_oracle_body *a, *b;
    bool (*found)(void *user, uint32_t triangle_a, uint32_t triangle_b);
    void *user;
    bool any;
};

/// Returns true when the traversal is over.
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

/// Takes up the pair of nodes (i of a, j of b), opening the larger of the two; true ends the traversal.
static bool meet_nodes(struct tree_pair *tree_pair, uint64_t i, uint64_t j)
{
    const struct cd_oracle_body *a = tree_pair->a, *b = tree_pair->b;
    if (!cd_aabb_overlap(&a->boxes[i], &b->boxes[j]))
        return false;
    const struct cd_oracle_node *m = &a->tree->nodes[i], *n = &b->tree->nodes[j];
    if (m->count == 1 && n->count == 1)
        return meet_leaves(tree_pair, m->triangle, n->triangle);
    if (n->count == 1 || (m->count > 1 && size_of(&a->boxes[i]) >= size_of(&b->boxes[j])))
        return meet_nodes(tree_pair, i + 1, j) || meet_nodes(tree_pair, right_child(i, m->count), j);
    return meet_nodes(tree_pair, i, j + 1) || meet_nodes(tree_pair, i, right_child(j, n->count));
}

bool cd_oracle_meet(const struct cd_oracle_body *a, const struct cd_oracle_body *b,
                    bool (*found)(void *user, uint32_t triangle_a, uint32_t triangle_b), void *user)
{
    CD_ASSERT(a->boxes && b->boxes);
    struct tree_pair tree_pair = {.a = a, .b = b, .found = found, .user = user};
    meet_nodes(&tree_pair, 0, 0);
    return tree_pair.any;
}

/// Sums the crossings of the ray upwards from p. The perturbation that keeps it off edges is smaller than
/// any distance, so only triangles whose closed box has p beneath or in it can be crossed.
static int64_t winding_below(const struct cd_oracle_body *body, uint64_t node, struct cd_vec3 p)
{
    const struct cd_aabb *box = &body->boxes[node];
    if (p.x < box->low.x || p.x > box->high.x || p.y < box->low.y || p.y > box->high.y || p.z > box->high.z)
        return 0;
    const struct cd_oracle_node *n = &body->tree->nodes[node];
    if (n->count > 1)
        return winding_below(body, node + 1, p) + winding_below(body, right_child(node, n->count), p);
    struct cd_vec3 corners[3];
    world_triangle(body, n->triangle, corners);
    return cd_winding_crossing(&p, corners);
}

int64_t cd_oracle_winding(const struct cd_oracle_body *body, struct cd_vec3 p)
{
    CD_ASSERT(body->boxes && body->tree->mesh->solid);
    return winding_below(body, 0, p);
}

bool cd_oracle_contains(const struct cd_oracle_body *outer, const struct cd_oracle_body *inner)
{
    const struct cd_mesh *mesh = inner->tree->mesh;
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        // The surfaces do not meet, so one point of a component speaks for all of it.
        const struct cd_triangle *triangle = &mesh->triangles[mesh->components[i].first_triangle];
        if (cd_oracle_winding(outer, inner->world[triangle->v[0]]) != 0)
            return true;
    }
    return false;
}
