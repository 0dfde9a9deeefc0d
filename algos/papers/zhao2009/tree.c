// Zhao Wei et al. 2009, section 2.1: the tree is built top down, by the underlying spheres of the triangles. README.md
// says how what the paper leaves open is decided.
//
// The paper                                          here
//   section 1.4.2, divide and conquer                 divide
//   section 2.1 a, underlying spheres                 underlying_sphere
//   section 2.1 b, the root                           zhao_rebuild
//   section 2.1 c, formula (4)                        formula_4
//   section 2.1 c, formula (5)                        zhao_formula_5
//   section 2.1 c, the three features of a node       measure
//   section 2.1 d, recursion                          divide
//   section 2.1 d, formula (6)                        zhao_formula_6
//   section 2.2, Sphere2BoxVolumeRatio                sphere_2_box_volume_ratio
//   section 1.4.1, balanced                           zhao_balance
#include "algos/papers/zhao2009/saabb.h"

#include "algos/float_tree.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// From this depth on ranges are halved.
#define HALVING_DEPTH 40

/// Allocates what building takes, unless it is there; or frees it.
static void keep_room(struct zhao_tree *tree, bool keep)
{
    size_t count = tree->triangle_count;
    if (keep && tree->corners)
        return;
    for (int axis = 0; axis < 3; axis++) {
        cd_free(tree->ends[axis]);
        tree->ends[axis] = keep ? cd_allocate_unset(2 * count, sizeof *tree->ends[axis]) : NULL;
    }
    cd_free(tree->spheres), cd_free(tree->words), cd_free(tree->right), cd_free(tree->corners);
    tree->spheres = keep ? cd_allocate_unset(count, sizeof *tree->spheres) : NULL;
    tree->words = keep ? cd_allocate_unset(4 * count, sizeof *tree->words) : NULL;
    tree->right = keep ? cd_allocate_unset(count, sizeof *tree->right) : NULL;
    tree->corners = keep ? cd_allocate_unset(3 * count, sizeof *tree->corners) : NULL;
}

/// Section 2.1 a: the sphere of a triangle, from the middle of the body. By Ritter; ours (geom/sphere.c): its radius is
/// measured anew, and the sphere around the box's centre is taken where it is smaller.
static struct cd_sphere underlying_sphere(const struct cd_shape *shape, uint32_t triangle,
                                          struct cd_vec3 middle)
{
    const uint32_t *v = shape->mesh->triangles[triangle].v;
    struct cd_vec3 corners[3];
    for (int k = 0; k < 3; k++)
        corners[k] = cd_sub(shape->vertices[v[k]], middle);
    return cd_sphere_of_points(corners, 3, NULL);
}

/// Formula (4). A plane that leaves one side empty divides nothing.
static double formula_4(uint32_t n_l, uint32_t n_r, uint32_t n_c, double lambda)
{
    return n_l && n_r ? fabs((double)n_l - n_r) + lambda * n_c : INFINITY;
}

static float length_along(const struct zhao_end *ends, uint32_t count)
{
    return ends[2 * count - 1].at - ends[0].at;
}

bool zhao_formula_5(struct zhao_end *const ends[3], uint32_t count, double lambda, struct zhao_plane *plane)
{
    *plane = (struct zhao_plane){0, 0, INFINITY};
    for (int axis = 0; axis < 3;
         axis++) { // min over the axes of min {f(p) | p from the least to the last end}
        struct zhao_plane best = {axis, 0, INFINITY};
        const struct zhao_end *end = ends[axis], *beyond = end + 2 * count;
        // The numbers of spheres that have begun and ended change at ends only: f(p) is the same between two of them.
        for (uint32_t begun = 0, ended = 0; end < beyond;) {
            float p = end->at;
            uint32_t before = begun;
            for (; end < beyond && end->at == p; end++) {
                begun += !end->last;
                ended += end->last;
            }
            double through = formula_4(ended, count - before, before - ended, lambda);
            double behind = formula_4(ended, count - begun, begun - ended, lambda);
            if (through < best.penalty)
                best = (struct zhao_plane){axis, p, through};
            if (behind < best.penalty) // halfway to the next end: f(p) stays so until there
                best = (struct zhao_plane){axis, 0.5 * ((double)p + (double)end->at), behind};
        }
        bool longer = length_along(ends[axis], count) > length_along(ends[plane->axis], count);
        if (best.penalty < plane->penalty || (best.penalty == plane->penalty && longer))
            *plane = best;
    }
    return plane->penalty < (double)INFINITY;
}

// Ours: n == 1, and 0 as the bound.
bool zhao_formula_6(const struct zhao_stop *stop, uint32_t depth, uint32_t n)
{
    return n == 1 || stop->height_weight * (depth - stop->height) + stop->leaf_weight * (stop->leaf - n) >= 0;
}

/// Sections 1.4.2 and 2.1 c and d: makes a range of triangles a node, divides it, and does the same with both parts.
/// Ends stay sorted in both.
static void divide(struct zhao_tree *tree, uint32_t node, uint32_t first, uint32_t count, uint32_t depth)
{
    const struct zhao_options *options = &tree->options;
    struct zhao_end *ends[3];
    for (int axis = 0; axis < 3; axis++)
        ends[axis] = tree->ends[axis] + 2 * first;
    tree->nodes[node] = (struct zhao_node){.first = first, .total = count};
    CD_ASSERT(depth <= ZHAO_DEPTH_MAX);
    if (zhao_formula_6(&options->stop, depth, count)) {
        uint32_t *order = tree->order + first;
        for (const struct zhao_end *end = ends[0]; end < ends[0] + 2 * count; end++)
            if (!end->last)
                *order++ = end->sphere;
        return;
    }
    struct zhao_plane plane = {0, 0, 0};
    bool splits =
        !options->median && depth < HALVING_DEPTH && zhao_formula_5(ends, count, options->lambda, &plane);
    int axis = plane.axis;
    for (int other = 0; other < 3 && !splits; other++)
        if (other == 0 || length_along(ends[other], count) > length_along(ends[axis], count))
            axis = other;
    uint32_t below = 0, begun = 0;
    for (const struct zhao_end *end = ends[axis]; end < ends[axis] + 2 * count; end++)
        if (!end->last) {
            bool right = splits ? (double)tree->spheres[end->sphere][axis] >= plane.at : begun >= count / 2;
            tree->right[end->sphere] = right;
            below += !right;
            begun++;
        }
    CD_ASSERT(below > 0 && below < count);
    for (axis = 0; axis < 3; axis++) {
        struct zhao_end *spare = (struct zhao_end *)tree->words;
        uint32_t left = 0, right = 0;
        for (uint32_t i = 0; i < 2 * count; i++) {
            struct zhao_end end = ends[axis][i];
            bool goes_right = tree->right[end.sphere];
            spare[right] = ends[axis][left] = end;
            left += !goes_right;
            right += goes_right;
        }
        memcpy(ends[axis] + left, spare, right * sizeof *spare);
    }
    uint32_t left = tree->node_count;
    tree->nodes[node].left = left;
    tree->node_count += 2;
    divide(tree, left, first, below, depth + 1);
    divide(tree, left + 1, first + below, count - below, depth + 1);
}

/// The volume of a node's sphere over that of its box. A tree of one kind of volume uses it for every node.
static double sphere_2_box_volume_ratio(const struct zhao_tree *tree, const struct zhao_node *node)
{
    if (tree->options.volumes != ZHAO_SAABB)
        return tree->options.volumes == ZHAO_BOXES ? INFINITY : 0;
    double radius = node->sphere.radius, box_volume = 8 * node->half[0] * node->half[1] * node->half[2];
    return 4 * M_PI / 3 * radius * radius * radius / box_volume;
}

/// Section 2.1 b and c: the box, the sphere and the underlying spheres of every node. Spheres as above.
static void measure(struct zhao_tree *tree, const struct cd_shape *shape, struct cd_vec3 middle)
{
    struct cd_vec3 *corners = tree->corners;
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        const uint32_t *v = shape->mesh->triangles[tree->order[i]].v;
        for (int k = 0; k < 3; k++)
            corners[3 * (size_t)i + (size_t)k] = cd_sub(shape->vertices[v[k]], middle);
        tree->underlying[i] = underlying_sphere(shape, i, middle);
        tree->underlying[i].centre = cd_add(middle, tree->underlying[i].centre);
    }
    for (struct zhao_node *node = tree->nodes; node < tree->nodes + tree->node_count; node++) {
        const struct cd_vec3 *points = corners + 3 * (size_t)node->first;
        size_t count = 3 * (size_t)node->total;
        struct cd_aabb box = cd_aabb_empty();
        for (size_t i = 0; i < count; i++)
            cd_aabb_add(&box, points[i]);
        struct cd_vec3 centre = cd_add(middle, cd_aabb_centre(&box)), extent = cd_aabb_extent(&box);
        for (int i = 0; i < 3; i++) {
            node->centre[i] = cd_axis(&centre, i);
            node->half[i] = 0.5 * cd_axis(&extent, i);
        }
        if (node->total == 1)
            node->sphere = tree->underlying[tree->order[node->first]];
        else if (tree->options.volumes != ZHAO_BOXES) {
            node->sphere = cd_sphere_of_points(points, count, NULL);
            node->sphere.centre = cd_add(middle, node->sphere.centre);
        }
        node->sphere_2_box_volume_ratio = sphere_2_box_volume_ratio(tree, node);
    }
}

/// Where a sphere ends along an axis. Ends are rounded outwards to floats, so that spheres that touch overlap, and the
/// rounding of doubles does not decide between planes that are equally good.
static float end_of(const float sphere[4], int axis, bool last)
{
    return cd_float_beside(last ? sphere[axis] + sphere[3] : sphere[axis] - sphere[3], last);
}

/// An end, whose words are in the order of ends along an axis.
static uint64_t word_of(float at, uint32_t sphere, bool last)
{
    uint32_t bits;
    memcpy(&bits, &at, sizeof bits);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    return (uint64_t)bits << 32 | sphere << 1 | last;
}

void zhao_rebuild(void *model, const struct cd_shape *shape)
{
    struct zhao_tree *tree = model;
    struct cd_float_frame frame = cd_float_frame_of(shape);
    uint32_t count = tree->triangle_count;
    keep_room(tree, true);
    for (uint32_t i = 0; i < count; i++) {
        struct cd_sphere sphere = underlying_sphere(shape, i, frame.origin);
        cd_float_sphere(&frame, &sphere, tree->spheres[i]);
    }
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < 2 * count; i++)
            tree->words[i] = word_of(end_of(tree->spheres[i / 2], axis, i % 2), i / 2, i % 2);
        const uint64_t *sorted = cd_radix_sort(NULL, tree->words, tree->words + 2 * count, 2 * count, 32, 32);
        for (uint32_t i = 0; i < 2 * count; i++) {
            uint32_t sphere = (uint32_t)sorted[i] >> 1;
            bool last = sorted[i] & 1;
            tree->ends[axis][i] =
                (struct zhao_end){end_of(tree->spheres[sphere], axis, last), sphere & INT32_MAX, last};
        }
    }
    tree->radius = frame.reach;
    tree->node_count = 1;
    divide(tree, 0, 0, count, 0);
    measure(tree, shape, frame.origin);
}

void zhao_refit(void *model, const struct cd_shape *shape)
{
    struct zhao_tree *tree = model;
    struct cd_float_frame frame = cd_float_frame_around(shape);
    keep_room(tree, true);
    tree->radius = frame.reach;
    measure(tree, shape, frame.origin);
}

struct zhao_tree *zhao_create(const struct zhao_options *options, const struct cd_shape *shape)
{
    struct zhao_tree *tree = cd_allocate(1, sizeof *tree);
    tree->options = *options;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < INT32_MAX / 4);
    tree->nodes = cd_allocate(2 * (size_t)tree->triangle_count - 1, sizeof *tree->nodes);
    tree->order = cd_allocate(tree->triangle_count, sizeof *tree->order);
    tree->underlying = cd_allocate(tree->triangle_count, sizeof *tree->underlying);
    zhao_rebuild(tree, shape);
    keep_room(tree, false);
    return tree;
}

void zhao_release(void *model)
{
    struct zhao_tree *tree = model;
    keep_room(tree, false);
    cd_free(tree->nodes);
    cd_free(tree->order);
    cd_free(tree->underlying);
    cd_free(tree);
}

static void count_leaves(const struct zhao_tree *tree, uint32_t node, uint32_t depth,
                         struct zhao_balance *balance)
{
    uint32_t left = tree->nodes[node].left;
    if (left) {
        count_leaves(tree, left, depth + 1, balance);
        count_leaves(tree, left + 1, depth + 1, balance);
        return;
    }
    balance->leaves++;
    balance->mean_depth += depth;
    balance->height = depth > balance->height ? depth : balance->height;
    balance->min_depth = depth < balance->min_depth ? depth : balance->min_depth;
}

struct zhao_balance zhao_balance(const struct zhao_tree *tree)
{
    struct zhao_balance balance = {.min_depth = UINT32_MAX};
    count_leaves(tree, 0, 0, &balance);
    balance.mean_depth /= balance.leaves;
    return balance;
}

static void show_below(const struct zhao_tree *tree, uint32_t node, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct zhao_node *own = &tree->nodes[node];
    if (own->left && depth < volumes->depth) {
        show_below(tree, own->left, depth + 1, body, volumes);
        show_below(tree, own->left + 1, depth + 1, body, volumes);
    } else if (own->sphere_2_box_volume_ratio >= tree->options.threshold) {
        struct cd_obb box = {
            {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_vec(own->centre[0], own->centre[1], own->centre[2]), {0}};
        memcpy(box.half, own->half, sizeof box.half);
        cd_emit_placed_box(volumes, body->id, !own->left, body->pose, &box);
    } else
        cd_emit_placed_sphere(volumes, body->id, !own->left, body->pose, own->sphere.centre,
                              own->sphere.radius);
}

void zhao_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}
