#include "bench/oracle/tree.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "geom/triangle.h"
#include "geom/winding.h"

#include <math.h>
#include <string.h>

/// The data of a build, which finds the order of the items.
struct build {
    struct cd_oracle_node *nodes;
    const double *centres;
    uint32_t dimensions;
    struct cd_random random;
};

static double centre(const struct build *build, uint32_t item, uint32_t axis)
{
    return build->centres[(size_t)item * build->dimensions + axis];
}

/// Reorders order[0..count) so that none of the first `middle` centres is above any of the others along `axis`. Pivots
/// are drawn at random from a fixed seed, so that no input is bad every time.
static void select_median(struct build *build, uint32_t *order, uint32_t count, uint32_t middle,
                          uint32_t axis)
{
    int64_t low = 0, high = (int64_t)count - 1;
    while (low < high) {
        uint64_t pick = (uint64_t)low + cd_random_below(&build->random, (uint64_t)(high - low + 1));
        double pivot = centre(build, order[pick], axis);
        int64_t i = low, j = high;
        while (i <= j) {
            while (centre(build, order[i], axis) < pivot)
                i++;
            while (centre(build, order[j], axis) > pivot)
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

/// The axis along which the centres spread most; among equals, the first.
static uint32_t longest_axis(const struct build *build, const uint32_t *order, uint32_t count)
{
    uint32_t longest = 0;
    double most = -1;
    for (uint32_t axis = 0; axis < build->dimensions; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            double c = centre(build, order[i], axis);
            low = c < low ? c : low;
            high = c > high ? c : high;
        }
        longest = high - low > most ? axis : longest;
        most = high - low > most ? high - low : most;
    }
    return longest;
}

/// Builds the subtree at `node` from order[0..count), halving it at each level. The depth is log2 of the count.
static void build_node(struct build *build, uint64_t node, uint32_t *order, uint32_t count)
{
    build->nodes[node] = (struct cd_oracle_node){count, order[0]};
    if (count == 1)
        return;
    uint32_t half = count / 2;
    select_median(build, order, count, half, longest_axis(build, order, count));
    build_node(build, node + 1, order, half);
    build_node(build, cd_oracle_right_child(node, count), order + half, count - half);
}

struct cd_oracle_node *cd_oracle_halve(const double *centres, uint32_t count, uint32_t dimensions)
{
    struct build build = {.nodes = cd_allocate(2 * (size_t)count - 1, sizeof *build.nodes),
                          .centres = centres,
                          .dimensions = dimensions,
                          .random = cd_random_seed(1)};
    uint32_t *order = cd_allocate(count, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    build_node(&build, 0, order, count);
    cd_free(order);
    return build.nodes;
}

struct cd_oracle_node *cd_oracle_halve_mesh(const struct cd_mesh *mesh)
{
    double *centres = cd_allocate(mesh->triangle_count, 3 * sizeof *centres);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        struct cd_aabb box = cd_aabb_empty();
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&box, mesh->vertices[v[k]]);
        struct cd_vec3 middle = cd_aabb_centre(&box);
        memcpy(&centres[3 * (size_t)i], (const double[]){middle.x, middle.y, middle.z}, 3 * sizeof *centres);
    }
    struct cd_oracle_node *nodes = cd_oracle_halve(centres, mesh->triangle_count, 3);
    cd_free(centres);
    return nodes;
}

void cd_oracle_body_init(struct cd_oracle_body *body, const struct cd_mesh *mesh,
                         const struct cd_oracle_node *nodes)
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
    uint64_t node_count = 2 * (uint64_t)body->mesh->triangle_count - 1;
    if (!body->boxes)
        body->boxes = cd_allocate(node_count, sizeof *body->boxes);
    for (uint64_t node = node_count; node-- > 0;) {
        uint32_t count = body->nodes[node].count;
        struct cd_aabb box = cd_aabb_empty();
        if (count > 1) {
            box = body->boxes[node + 1];
            cd_aabb_join(&box, &body->boxes[cd_oracle_right_child(node, count)]);
        } else {
            const uint32_t *v = body->mesh->triangles[body->nodes[node].item].v;
            for (int k = 0; k < 3; k++)
                cd_aabb_add(&box, body->world[v[k]]);
        }
        body->boxes[node] = box;
    }
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
    const struct cd_oracle_node *m = &a->nodes[i], *n = &b->nodes[j];
    if (m->count == 1 && n->count == 1)
        return meet_leaves(tree_pair, m->item, n->item);
    if (n->count == 1 || (m->count > 1 && size_of(&a->boxes[i]) >= size_of(&b->boxes[j])))
        return meet_nodes(tree_pair, i + 1, j) ||
               meet_nodes(tree_pair, cd_oracle_right_child(i, m->count), j);
    return meet_nodes(tree_pair, i, j + 1) || meet_nodes(tree_pair, i, cd_oracle_right_child(j, n->count));
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
    const struct cd_oracle_node *n = &body->nodes[node];
    if (n->count > 1)
        return winding_below(body, node + 1, p) +
               winding_below(body, cd_oracle_right_child(node, n->count), p);
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
