// Zhao Wei et al. 2009, section 2.1: top down, by the underlying spheres of the triangles. The ends of all
// spheres are sorted once; every split divides the sorted lists, so that a level costs one walk over them.
// Where no plane leaves a sphere on either side, and below HALVING_DEPTH, a range is halved, of which the
// paper says nothing.
#include "algos/bvh/build.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// From this depth on ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 40

// ---- the plane of least penalty --------------------------------------------------------------------------
// Section 2.1, formulas (4) and (5). The penalty changes only where a sphere ends, so one walk over the
// sorted ends of an axis sees every value that it takes.

// Floats in their order, as unsigned integers.
static uint32_t key_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

void bvh_sort(struct bvh_end *ends, struct bvh_end *spare, uint32_t count)
{
    enum { BITS = 8, BINS = 1 << BITS };
    for (unsigned shift = 0; shift < 32; shift += BITS) { // an even number of passes: it ends in `ends`
        uint32_t place[BINS] = {0}, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            place[key_of(ends[i].at) >> shift & (BINS - 1)]++;
        for (uint32_t bin = 0; bin < BINS; bin++) {
            uint32_t size = place[bin];
            place[bin] = sum;
            sum += size;
        }
        for (uint32_t i = 0; i < count; i++)
            spare[place[key_of(ends[i].at) >> shift & (BINS - 1)]++] = ends[i];
        struct bvh_end *swap = ends;
        ends = spare;
        spare = swap;
    }
}

static void consider(struct bvh_plane *best, int axis, double at, uint32_t left, uint32_t right,
                     uint32_t count, double lambda)
{
    if (!left || !right)
        return;
    double across = (double)count - left - right;
    double penalty = fabs((double)left - right) + lambda * across;
    if (penalty < best->penalty)
        *best = (struct bvh_plane){axis, at, penalty};
}

static void sweep(const struct bvh_sorted *sorted, int axis, double lambda, struct bvh_plane *best)
{
    const struct bvh_end *low = sorted->low[axis], *high = sorted->high[axis];
    uint32_t count = sorted->count, begun = 0, ended = 0;
    while (ended < count) {
        float at = begun < count && low[begun].at < high[ended].at ? low[begun].at : high[ended].at;
        uint32_t before = begun;
        while (begun < count && low[begun].at == at)
            begun++;
        while (ended < count && high[ended].at == at)
            ended++;
        consider(best, axis, (double)at, ended, count - before, count, lambda);
        if (ended == count)
            return;
        float next = begun < count && low[begun].at < high[ended].at ? low[begun].at : high[ended].at;
        consider(best, axis, 0.5 * ((double)at + (double)next), ended, count - begun, count, lambda);
    }
}

static float length_along(const struct bvh_sorted *sorted, int axis)
{
    return sorted->high[axis][sorted->count - 1].at - sorted->low[axis][0].at;
}

static int longest_axis(const struct bvh_sorted *sorted)
{
    int found = 0;
    for (int axis = 1; axis < 3; axis++)
        if (length_along(sorted, axis) > length_along(sorted, found))
            found = axis;
    return found;
}

bool bvh_best_plane(const struct bvh_sorted *sorted, double lambda, struct bvh_plane *plane)
{
    *plane = (struct bvh_plane){longest_axis(sorted), 0, INFINITY};
    for (int axis = 0; axis < 3; axis++) {
        struct bvh_plane found = {axis, 0, INFINITY};
        sweep(sorted, axis, lambda, &found);
        bool longer = length_along(sorted, axis) > length_along(sorted, plane->axis);
        if (found.penalty < plane->penalty || (found.penalty == plane->penalty && longer))
            *plane = found;
    }
    return plane->penalty < (double)INFINITY;
}

// ---- structure -------------------------------------------------------------------------------------------

/// A range of triangles on its way to become a node.
struct range {
    uint32_t node, first, count, depth;
};

static struct bvh_builder *create_builder(uint32_t triangle_count)
{
    struct bvh_builder *builder = cd_allocate(1, sizeof *builder);
    for (int axis = 0; axis < 3; axis++) {
        builder->sorted.low[axis] = cd_allocate(triangle_count, sizeof(struct bvh_end));
        builder->sorted.high[axis] = cd_allocate(triangle_count, sizeof(struct bvh_end));
    }
    builder->spare = cd_allocate(triangle_count, sizeof *builder->spare);
    builder->sphere = cd_allocate(triangle_count, sizeof *builder->sphere);
    builder->above = cd_allocate(triangle_count, 1);
    return builder;
}

static void destroy_builder(struct bvh_builder *builder)
{
    if (!builder)
        return;
    for (int axis = 0; axis < 3; axis++) {
        cd_free(builder->sorted.low[axis]);
        cd_free(builder->sorted.high[axis]);
    }
    cd_free(builder->spare);
    cd_free(builder->sphere);
    cd_free(builder->above);
    cd_free(builder);
}

/// The underlying sphere of a triangle with these corners, which are relative to the tree's origin: centre
/// and radius.
static void find_underlying(const struct bvh_tree *tree, const struct cd_vec3 corners[3], float sphere[4])
{
    struct cd_sphere exact = cd_sphere_of_points(corners, 3, NULL);
    cd_float_sphere(&tree->frame, &exact, sphere);
}

bool bvh_stops(const struct bvh_stop *stop, uint32_t depth, uint32_t count)
{
    if (count == 1)
        return true;
    double p = stop->height_weight * (depth - stop->height) + stop->leaf_weight * (stop->leaf - count);
    return p >= 0;
}

// Fills and sorts the lists for all triangles. An end lies at least one float beside the centre, so that no
// sphere is a point.
static void sort_all(const struct bvh_tree *tree, struct bvh_builder *builder, const struct cd_shape *shape)
{
    struct bvh_sorted *sorted = &builder->sorted;
    sorted->count = tree->triangle_count;
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        const uint32_t *v = shape->mesh->triangles[i].v;
        struct cd_vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = cd_sub(shape->vertices[v[k]], tree->frame.origin);
        float *sphere = builder->sphere[i];
        find_underlying(tree, corners, sphere);
        for (int axis = 0; axis < 3; axis++) {
            float low = nextafterf(sphere[axis] - sphere[3], -INFINITY);
            float high = nextafterf(sphere[axis] + sphere[3], INFINITY);
            sorted->low[axis][i] = (struct bvh_end){low, i};
            sorted->high[axis][i] = (struct bvh_end){high, i};
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        bvh_sort(sorted->low[axis], builder->spare, sorted->count);
        bvh_sort(sorted->high[axis], builder->spare, sorted->count);
    }
}

static struct bvh_sorted part_of(const struct bvh_sorted *sorted, const struct range *range)
{
    struct bvh_sorted part = {.count = range->count};
    for (int axis = 0; axis < 3; axis++) {
        part.low[axis] = sorted->low[axis] + range->first;
        part.high[axis] = sorted->high[axis] + range->first;
    }
    return part;
}

// Halves the range along its longest axis, by the order of lower ends.
static uint32_t mark_halves(const struct bvh_sorted *part, unsigned char *above)
{
    const struct bvh_end *low = part->low[longest_axis(part)];
    for (uint32_t i = 0; i < part->count; i++)
        above[low[i].triangle] = i >= part->count / 2;
    return part->count / 2;
}

// Spheres that the plane cuts go to where their centre is; returns how many triangles are below the plane.
static uint32_t mark_sides(const struct bvh_sorted *part, const struct bvh_plane *plane,
                           const struct bvh_builder *builder)
{
    uint32_t below = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t triangle = part->low[plane->axis][i].triangle;
        bool above = (double)builder->sphere[triangle][plane->axis] >= plane->at;
        builder->above[triangle] = above;
        below += !above;
    }
    return below;
}

static void divide(struct bvh_end *list, struct bvh_end *spare, uint32_t count, const unsigned char *above)
{
    uint32_t low = 0, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct bvh_end end = list[i];
        list[low] = end;
        spare[high] = end;
        low += !above[end.triangle];
        high += above[end.triangle];
    }
    memcpy(list + low, spare, high * sizeof *spare);
}

// Divides the lists of a range in two; returns the size of the first part.
static uint32_t split(const struct bvh_options *options, struct bvh_builder *builder,
                      const struct range *range)
{
    struct bvh_sorted part = part_of(&builder->sorted, range);
    struct bvh_plane plane;
    uint32_t below;
    if (!options->median && range->depth < HALVING_DEPTH && bvh_best_plane(&part, options->lambda, &plane))
        below = mark_sides(&part, &plane, builder);
    else
        below = mark_halves(&part, builder->above);
    CD_ASSERT(below > 0 && below < range->count);
    for (int axis = 0; axis < 3; axis++) {
        divide(part.low[axis], builder->spare, range->count, builder->above);
        divide(part.high[axis], builder->spare, range->count, builder->above);
    }
    return below;
}

static void set_capacity(struct bvh_tree *tree, uint32_t wanted)
{
    uint32_t old = tree->pair_capacity;
    if (tree->options.kind != BVH_BOXES)
        tree->spheres = cd_reallocate(tree->spheres, old, wanted, sizeof *tree->spheres);
    if (tree->options.kind != BVH_SPHERES)
        tree->boxes = cd_reallocate(tree->boxes, old, wanted, sizeof *tree->boxes);
    tree->links = cd_reallocate(tree->links, old, wanted, sizeof *tree->links);
    tree->first = cd_reallocate(tree->first, 2 * (size_t)old, 2 * (size_t)wanted, sizeof *tree->first);
    tree->total = cd_reallocate(tree->total, 2 * (size_t)old, 2 * (size_t)wanted, sizeof *tree->total);
    tree->pair_capacity = wanted;
}

static void set_node(struct bvh_tree *tree, const struct range *range, uint32_t child)
{
    tree->links[range->node >> 1].child[range->node & 1] = child;
    tree->first[range->node] = range->first;
    tree->total[range->node] = range->count;
}

static uint32_t new_pair(struct bvh_tree *tree)
{
    if (tree->pair_count == tree->pair_capacity)
        set_capacity(tree, tree->pair_capacity + tree->pair_capacity / 2 + 16);
    return tree->pair_count++;
}

static void build_structure(struct bvh_tree *tree, struct bvh_builder *builder, const struct cd_shape *shape)
{
    struct range waiting[BVH_DEPTH_MAX + 1];
    uint32_t count = 0;
    sort_all(tree, builder, shape);
    tree->pair_count = 0;
    new_pair(tree);
    waiting[count++] = (struct range){0, 0, tree->triangle_count, 0};
    while (count > 0) {
        struct range range = waiting[--count];
        CD_ASSERT(range.depth <= BVH_DEPTH_MAX);
        if (bvh_stops(&tree->options.stop, range.depth, range.count)) {
            set_node(tree, &range, BVH_LEAF);
            continue;
        }
        uint32_t below = split(&tree->options, builder, &range), pair = new_pair(tree);
        set_node(tree, &range, pair);
        waiting[count++] =
            (struct range){2 * pair + 1, range.first + below, range.count - below, range.depth + 1};
        waiting[count++] = (struct range){2 * pair, range.first, below, range.depth + 1};
    }
    for (uint32_t i = 0; i < tree->triangle_count; i++)
        tree->order[i] = builder->sorted.low[0][i].triangle;
}

// ---- volumes ---------------------------------------------------------------------------------------------
// Boxes, and spheres by Ritter 1990, from the vertices below each node. Everything is rounded outwards from
// doubles to floats.

static void set_sphere(struct bvh_tree *tree, uint32_t node, const struct cd_sphere *sphere)
{
    float rounded[4];
    struct bvh_spheres *pair = &tree->spheres[node >> 1];
    cd_float_sphere(&tree->frame, sphere, rounded);
    for (int i = 0; i < 3; i++)
        pair->centre[i][node & 1] = rounded[i];
    pair->radius[node & 1] = rounded[3];
}

static void set_box(struct bvh_tree *tree, uint32_t node, const struct cd_aabb *box)
{
    struct bvh_boxes *pair = &tree->boxes[node >> 1];
    struct cd_vec3 centre = cd_aabb_centre(box);
    for (int i = 0; i < 3; i++) {
        float middle = (float)cd_axis(&centre, i);
        double half = fmax(cd_axis(&box->high, i) - (double)middle, (double)middle - cd_axis(&box->low, i));
        pair->centre[i][node & 1] = middle;
        pair->half[i][node & 1] = cd_rounded_up(half + cd_float_margin(&tree->frame));
    }
}

// Sphere2BoxVolumeRatio of a node of a hybrid tree: the volume of its sphere over that of its box.
static double volume_ratio(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_boxes *box = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    double radius = (double)tree->spheres[node >> 1].radius[k];
    double box_volume = 8 * (double)box->half[0][k] * (double)box->half[1][k] * (double)box->half[2][k];
    return 4 * M_PI / 3 * radius * radius * radius / box_volume;
}

static void measure_node(struct bvh_tree *tree, uint32_t node)
{
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)tree->first[node];
    size_t count = 3 * (size_t)tree->total[node];
    struct cd_aabb box = cd_aabb_empty();
    if (tree->spheres) {
        struct cd_sphere sphere = cd_sphere_of_points(corners, count, &box);
        set_sphere(tree, node, &sphere);
    } else {
        for (size_t i = 0; i < count; i++)
            cd_aabb_add(&box, corners[i]);
    }
    if (tree->boxes)
        set_box(tree, node, &box);
    if (tree->spheres && tree->boxes) {
        bool use = volume_ratio(tree, node) >= tree->options.threshold;
        tree->links[node >> 1].use_box[node & 1] = use ? UINT32_MAX : 0;
    }
}

static void measure(struct bvh_tree *tree, const struct cd_shape *shape)
{
    cd_float_corners(&tree->frame, shape, tree->order, &tree->corners);
    for (uint32_t i = 0; tree->underlying && i < tree->triangle_count; i++)
        find_underlying(tree, tree->corners + 3 * (size_t)i, tree->underlying[i]);
    measure_node(tree, 0);
    for (uint32_t node = 2; node < 2 * tree->pair_count; node++)
        measure_node(tree, node);
}

struct cd_sphere bvh_sphere(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_spheres *pair = &tree->spheres[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 centre =
        cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]);
    return (struct cd_sphere){cd_add(tree->frame.origin, centre), (double)pair->radius[k]};
}

struct cd_aabb bvh_box(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_boxes *pair = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 half =
        cd_vec((double)pair->half[0][k], (double)pair->half[1][k], (double)pair->half[2][k]);
    struct cd_vec3 centre =
        cd_add(tree->frame.origin,
               cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]));
    return (struct cd_aabb){cd_sub(centre, half), cd_add(centre, half)};
}

// ---- the tree --------------------------------------------------------------------------------------------

struct bvh_tree *bvh_create(const struct bvh_options *options, const struct cd_shape *shape)
{
    struct bvh_tree *tree = cd_allocate(1, sizeof *tree);
    tree->options = *options;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < BVH_LEAF / 2);
    tree->order = cd_allocate(tree->triangle_count, sizeof *tree->order);
    if (options->kind != BVH_BOXES)
        tree->underlying = cd_allocate(tree->triangle_count, sizeof *tree->underlying);
    set_capacity(tree, tree->triangle_count);
    bvh_rebuild(tree, shape);
    destroy_builder(tree->builder);
    cd_free(tree->corners);
    tree->builder = NULL;
    tree->corners = NULL;
    set_capacity(tree, tree->pair_count);
    return tree;
}

void bvh_rebuild(void *model, const struct cd_shape *shape)
{
    struct bvh_tree *tree = model;
    if (!tree->builder)
        tree->builder = create_builder(tree->triangle_count);
    tree->frame = cd_float_frame_of(shape);
    build_structure(tree, tree->builder, shape);
    measure(tree, shape);
}

void bvh_refit(void *model, const struct cd_shape *shape)
{
    ((struct bvh_tree *)model)->frame = cd_float_frame_of(shape);
    measure(model, shape);
}

void bvh_release(void *model)
{
    struct bvh_tree *tree = model;
    destroy_builder(tree->builder);
    cd_free(tree->spheres);
    cd_free(tree->boxes);
    cd_free(tree->links);
    cd_free(tree->first);
    cd_free(tree->total);
    cd_free(tree->order);
    cd_free(tree->underlying);
    cd_free(tree->corners);
    cd_free(tree);
}

struct bvh_options bvh_options_of(const struct cd_settings *settings, enum bvh_kind kind)
{
    struct bvh_options options = {.kind = kind,
                                  .queue = (uint32_t)cd_setting_int(settings, "queue"),
                                  .median = cd_setting_is(settings, "split", "median"),
                                  .lambda = cd_setting_real(settings, "lambda"),
                                  .stop = {.height = (double)cd_setting_int(settings, "height"),
                                           .leaf = (double)cd_setting_int(settings, "leaf"),
                                           .height_weight = cd_setting_real(settings, "height_weight"),
                                           .leaf_weight = cd_setting_real(settings, "leaf_weight")}};
    if (kind == BVH_HYBRID) {
        options.formula = (enum bvh_formula)cd_setting_place(settings, "variant");
        options.threshold = cd_setting_real(settings, "threshold");
    }
    return options;
}

// ---- what a tree can tell of itself ----------------------------------------------------------------------

static void show_node(const struct bvh_tree *tree, uint32_t node, bool leaf, const struct cd_placed *body,
                      struct cd_volumes *volumes)
{
    bool box_counts = tree->boxes && (!tree->spheres || tree->links[node >> 1].use_box[node & 1]);
    if (!box_counts) {
        struct cd_sphere sphere = bvh_sphere(tree, node);
        cd_emit_placed_sphere(volumes, body->id, leaf, body->pose, sphere.centre, sphere.radius);
        return;
    }
    struct cd_aabb box = bvh_box(tree, node);
    struct cd_vec3 extent = cd_aabb_extent(&box);
    struct cd_obb shown = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_aabb_centre(&box), {0.5 * extent.x, 0.5 * extent.y, 0.5 * extent.z}};
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &shown);
}

static void show_below(const struct bvh_tree *tree, uint32_t node, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    bool leaf = bvh_is_leaf(tree, node);
    if (leaf || depth == volumes->depth)
        show_node(tree, node, leaf, body, volumes);
    for (uint32_t k = 0; k < 2 && !leaf && depth < volumes->depth; k++)
        show_below(tree, bvh_child(tree, node, k), depth + 1, body, volumes);
}

void bvh_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}

static void count_leaves(const struct bvh_tree *tree, uint32_t node, uint32_t depth,
                         struct bvh_balance *balance)
{
    if (!bvh_is_leaf(tree, node)) {
        count_leaves(tree, bvh_child(tree, node, 0), depth + 1, balance);
        count_leaves(tree, bvh_child(tree, node, 1), depth + 1, balance);
        return;
    }
    balance->leaves++;
    balance->mean_depth += depth;
    balance->height = depth > balance->height ? depth : balance->height;
    balance->min_depth = depth < balance->min_depth ? depth : balance->min_depth;
}

struct bvh_balance bvh_balance(const struct bvh_tree *tree)
{
    struct bvh_balance balance = {.nodes = 2 * tree->pair_count - 1, .min_depth = UINT32_MAX};
    count_leaves(tree, 0, 0, &balance);
    balance.mean_depth /= balance.leaves;
    return balance;
}
