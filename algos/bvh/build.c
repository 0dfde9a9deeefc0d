// Zhao Wei et al. 2009, section 2.1: top down, by the underlying spheres of the triangles. The ends of all
// spheres are sorted once; every split divides the sorted lists, so that a level costs one walk over them.
// Where no plane leaves a sphere on either side, and below HALVING_DEPTH, a range is halved, of which the
// paper says nothing.
#include "algos/bvh/build.h"

#include "base/memory.h"
#include "geom/sphere.h"

#include <string.h>

// From this depth on ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 40

/// A range of triangles on its way to become a node.
struct range {
    uint32_t node, first, count, depth;
};

struct bvh_builder *bvh_builder_create(uint32_t triangle_count)
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

void bvh_builder_destroy(struct bvh_builder *builder)
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

size_t bvh_builder_bytes(uint32_t triangle_count)
{
    return sizeof(struct bvh_builder) + triangle_count * (7 * sizeof(struct bvh_end) + 4 * sizeof(float) + 1);
}

bool bvh_stops(const struct bvh_stop *stop, uint32_t depth, uint32_t count)
{
    if (count == 1)
        return true;
    double p = stop->height_weight * (depth - stop->height) + stop->leaf_weight * (stop->leaf - count);
    return p >= 0;
}

void bvh_survey(struct bvh_tree *tree, const struct cd_shape *shape)
{
    const struct cd_mesh *mesh = shape->mesh;
    struct cd_aabb box = cd_aabb_empty();
    tree->reach = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = shape->vertices[mesh->triangles[i].v[k]];
            cd_aabb_add(&box, p);
            tree->reach = fmax(tree->reach, fabs(p.x) + fabs(p.y) + fabs(p.z));
        }
    struct cd_vec3 extent = cd_aabb_extent(&box);
    tree->origin = cd_aabb_centre(&box);
    // Half the box's diagonal, and more than what rounding took away.
    tree->radius = (fabs(extent.x) + fabs(extent.y) + fabs(extent.z)) * 0.5 * (1 + 0x1p-48);
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
            corners[k] = cd_sub(shape->vertices[v[k]], tree->origin);
        float *sphere = builder->sphere[i];
        bvh_underlying(tree, corners, sphere);
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

static int longest_axis(const struct bvh_sorted *part)
{
    float longest = -1;
    int found = 0;
    for (int axis = 0; axis < 3; axis++) {
        float length = part->high[axis][part->count - 1].at - part->low[axis][0].at;
        if (length > longest) {
            longest = length;
            found = axis;
        }
    }
    return found;
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
    tree->depth = range->depth > tree->depth ? range->depth : tree->depth;
}

static uint32_t new_pair(struct bvh_tree *tree)
{
    if (tree->pair_count == tree->pair_capacity)
        set_capacity(tree, tree->pair_capacity + tree->pair_capacity / 2 + 16);
    return tree->pair_count++;
}

void bvh_build_structure(struct bvh_tree *tree, struct bvh_builder *builder, const struct cd_shape *shape)
{
    struct range waiting[BVH_DEPTH_MAX + 1];
    uint32_t count = 0;
    sort_all(tree, builder, shape);
    tree->pair_count = tree->depth = 0;
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
    bvh_builder_destroy(tree->builder);
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
        tree->builder = bvh_builder_create(tree->triangle_count);
    bvh_survey(tree, shape);
    bvh_build_structure(tree, tree->builder, shape);
    bvh_measure(tree, shape);
}

void bvh_refit(void *model, const struct cd_shape *shape)
{
    bvh_survey(model, shape);
    bvh_measure(model, shape);
}

void bvh_release(void *model)
{
    struct bvh_tree *tree = model;
    bvh_builder_destroy(tree->builder);
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

size_t bvh_bytes(const void *model)
{
    const struct bvh_tree *tree = model;
    size_t pair = sizeof *tree->links + 2 * (sizeof *tree->first + sizeof *tree->total);
    size_t triangle = sizeof *tree->order;
    if (tree->spheres)
        pair += sizeof *tree->spheres, triangle += sizeof *tree->underlying;
    if (tree->boxes)
        pair += sizeof *tree->boxes;
    if (tree->corners)
        triangle += 3 * sizeof *tree->corners;
    return sizeof *tree + tree->pair_capacity * pair + tree->triangle_count * triangle +
           (tree->builder ? bvh_builder_bytes(tree->triangle_count) : 0);
}
