// The splits are those of Zhao Wei et al. 2009 (algos/papers/zhao2009): top down, by the spheres around triangles; the
// plane of least penalty divides a range. Its parts are written to the other of two lists, so that a level costs one
// pass over the list. A range is halved if no plane leaves a sphere on either side, and below HALVING_DEPTH.
#include "algos/mesh/aabb/aabb.h"

#include "algos/threads.h"
#include "base/levels.h"
#include "base/memory.h"
#include "geom/lanes.h"

#include <math.h>
#include <string.h>

// From this depth on ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 40

// The most ranges that threads take at a time.
#define RANGES_MAX 32

/// A range of triangles that is to become a node. Its pieces are in one of two lists; the other list has room for as
/// many. The pairs of nodes below it are counted from `pair` on, as many as it may need.
struct range {
    uint32_t node, first, count, depth, pair;
    unsigned list;
};

/// What threads share while they build.
struct work {
    struct aabb_tree *tree;
    const struct cd_shape *shape;
    struct range ranges[RANGES_MAX], parts[RANGES_MAX][2];
    uint32_t left[RANGES_MAX]; ///< parts of a range
};

// Fills some of the pieces. An end is at least one float away from the centre, so that no sphere is a point.
static void fill_pieces(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct work *work = user;
    const struct aabb_tree *tree = work->tree;
    (void)part;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t *v = work->shape->mesh->triangles[i].v;
        struct aabb_piece *piece = &tree->pieces[0][i];
        struct cd_vec3 corners[3];
        float sphere[4];
        for (int k = 0; k < 3; k++)
            corners[k] = cd_sub(work->shape->vertices[v[k]], tree->frame.origin);
        struct cd_sphere exact = cd_sphere_of_points(corners, 3, NULL);
        cd_float_sphere(&tree->frame, &exact, sphere);
        *piece = (struct aabb_piece){.triangle = i};
        for (int axis = 0; axis < 3; axis++) {
            piece->centre[axis] = sphere[axis];
            piece->low[axis] = cd_float_beside(sphere[axis] - sphere[3], false);
            piece->high[axis] = cd_float_beside(sphere[axis] + sphere[3], true);
        }
    }
}

// Orders pieces by their lower ends along an axis, equal ones by triangles.
static uint64_t word_of(const struct aabb_piece *piece, int axis)
{
    return (uint64_t)aabb_key(piece->low[axis]) << 32 | piece->triangle;
}

// Divides the pieces of a range into the other list; returns how many come first. A sphere that the plane cuts goes to
// the side of its centre.
static uint32_t split(const struct aabb_tree *tree, const struct range *range)
{
    const struct aabb_piece *from = tree->pieces[range->list] + range->first;
    struct aabb_piece *to = tree->pieces[!range->list] + range->first;
    uint64_t *room = (uint64_t *)to, middle = 0;
    struct aabb_bounds bounds = aabb_bounds_of(from, range->count);
    struct aabb_plane plane;
    bool halved =
        range->depth >= HALVING_DEPTH || !aabb_best_plane(from, range->count, &bounds, room, &plane);
    if (halved) {
        plane.axis = aabb_longest_axis(&bounds);
        for (uint32_t i = 0; i < range->count; i++)
            room[i] = word_of(&from[i], plane.axis);
        middle = aabb_sort(room, room + range->count, range->count)[range->count / 2];
    }
    uint32_t below = 0, end = range->count;
    for (uint32_t i = 0; i < range->count; i++) {
        bool above =
            halved ? word_of(&from[i], plane.axis) >= middle : (double)from[i].centre[plane.axis] >= plane.at;
        end -= above;
        to[above ? end : below] = from[i];
        below += !above;
    }
    CD_ASSERT(below > 0 && below < range->count);
    return below;
}

// Turns a range into a node; returns how many ranges are left of it: none or two.
static uint32_t make_node(struct aabb_tree *tree, const struct range *range, struct range parts[2])
{
    bool leaf = range->count <= tree->leaf;
    uint32_t pair = range->pair;
    CD_ASSERT(range->depth <= AABB_DEPTH_MAX);
    tree->child[range->node >> 1][range->node & 1] = leaf ? AABB_LEAF : pair;
    tree->first[range->node] = range->first;
    tree->total[range->node] = range->count;
    for (uint32_t i = range->first; i < range->first + range->count && leaf; i++)
        tree->order[i] = tree->pieces[range->list][i].triangle;
    if (leaf)
        return 0;
    uint32_t below = split(tree, range);
    parts[0] = (struct range){2 * pair, range->first, below, range->depth + 1, pair + 1, !range->list};
    parts[1] = (struct range){2 * pair + 1,     range->first + below, range->count - below,
                              range->depth + 1, pair + below,         !range->list};
    return 2;
}

static bool make_one(void *user, size_t item, unsigned thread)
{
    struct work *work = user;
    work->left[item] = make_node(work->tree, &work->ranges[item], work->parts[item]);
    return (void)thread, false;
}

static bool build_below(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct range waiting[AABB_DEPTH_MAX + 2] = {work->ranges[item]}, parts[2];
    uint32_t count = 1;
    while (count > 0) {
        struct range range = waiting[--count];
        if (make_node(work->tree, &range, parts)) {
            waiting[count++] = parts[1];
            waiting[count++] = parts[0];
        }
    }
    return (void)thread, false;
}

/// A box on its way up: x, y and z, and 0.
struct wide_box {
    cd_d4 low, high;
};

// Fits the box of a node around its triangles or its children's boxes, and rounds it outwards from doubles to floats;
// `box` gets it before it is rounded.
static void fit_box(struct aabb_tree *tree, const struct cd_shape *shape, uint32_t node, struct wide_box *box)
{
    if (aabb_is_leaf(tree, node)) {
        const struct cd_aabb empty = cd_aabb_empty();
        cd_d4 origin, corner;
        cd_d4_point(&origin, &tree->frame.origin);
        cd_d4_point(&box->low, &empty.low);
        cd_d4_point(&box->high, &empty.high);
        for (uint32_t i = 0; i < tree->total[node]; i++) {
            const uint32_t *v = shape->mesh->triangles[tree->order[tree->first[node] + i]].v;
            for (int k = 0; k < 3; k++) {
                cd_d4_point(&corner, &shape->vertices[v[k]]);
                corner -= origin;
                cd_d4_widen(&box->low, &box->high, &corner, &corner);
            }
        }
    } else {
        struct wide_box second;
        fit_box(tree, shape, aabb_child(tree, node, 0), box);
        fit_box(tree, shape, aabb_child(tree, node, 1), &second);
        cd_d4_widen(&box->low, &box->high, &second.low, &second.high);
    }
    struct aabb_boxes *pair = &tree->boxes[node >> 1];
    cd_f4 middle = __builtin_convertvector((box->low + box->high) * 0.5, cd_f4);
    cd_d4 from = __builtin_convertvector(middle, cd_d4), above = box->high - from, below = from - box->low;
    cd_d4 half = CD_D4_SELECT(above > below, above, below) + cd_float_margin(&tree->frame);
    cd_f4 rounded = __builtin_convertvector(half, cd_f4); // and then up, if need be: it is positive
    rounded = (cd_f4)((cd_i4)rounded -
                      __builtin_convertvector(__builtin_convertvector(rounded, cd_d4) < half, cd_i4));
    for (int i = 0; i < 3; i++) {
        pair->centre[i][node & 1] = middle[i];
        pair->half[i][node & 1] = rounded[i];
    }
}

CD_LEVELS(void, aabb_refit)(void *model, const struct cd_shape *shape)
{
    struct aabb_tree *tree = model;
    struct wide_box root;
    tree->frame = cd_float_frame_around(shape);
    fit_box(tree, shape, 0, &root);
}

// Ranges become nodes level by level until there are enough for all threads. The tree is the same for any number of
// threads.
CD_LEVELS(void, aabb_rebuild)(void *model, const struct cd_shape *shape)
{
    struct aabb_tree *tree = model;
    struct work work = {
        .tree = tree, .shape = shape, .ranges[0].count = tree->triangle_count, .ranges[0].pair = 1};
    struct wide_box root;
    uint32_t count = 1;
    for (int list = 0; list < 2; list++)
        if (!tree->pieces[list])
            tree->pieces[list] = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces[list]);
    memset(tree->total, 0, 2 * (size_t)tree->triangle_count * sizeof *tree->total);
    tree->frame = cd_float_frame_of(shape);
    bool large = cd_run_ranges(tree->threads, tree->triangle_count, fill_pieces, &work);
    while (count > 0 && count <= RANGES_MAX / 2) {
        uint32_t next = 0;
        cd_run_large_items(large, tree->threads, count, make_one, &work);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < work.left[i]; k++)
                work.ranges[next++] = work.parts[i][k];
        count = next;
    }
    cd_run_large_items(large, tree->threads, count, build_below, &work);
    fit_box(tree, shape, 0, &root);
}
