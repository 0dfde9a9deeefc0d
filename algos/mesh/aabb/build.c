// The splits are those of Zhao Wei et al. 2009 (algos/papers/zhao2009): top down, by the spheres around triangles; the
// plane of least penalty divides a range. Its parts are written to the other of two lists, so that a level costs one
// walk over the list. A range is halved if no plane leaves a sphere on either side, and below HALVING_DEPTH.
#include "algos/mesh/aabb/tree.h"

#include "algos/threads.h"
#include "base/levels.h"
#include "base/memory.h"
#include "geom/lanes.h"

#include <math.h>
#include <string.h>

// From this depth on ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 40

// ---- structure -------------------------------------------------------------------------------------------

/// A range of triangles that is to become a node. Its pieces are in one of two lists; the other list has room for as
/// many. The pairs of nodes below it are counted from `pair` on, as many as it may need.
struct range {
    uint32_t node, first, count, depth, pair;
    unsigned list;
};

/// A step over all triangles takes at least so long for each.
#define PASS_NS (uint64_t)10

/// The most ranges that threads take at a time.
#define RANGES_MAX 32

CD_LEVELS(bool, aabb_stops)(const struct aabb_stop *stop, uint32_t depth, uint32_t count)
{
    if (count == 1)
        return true;
    double p = stop->height_weight * (depth - stop->height) + stop->leaf_weight * (stop->leaf - count);
    return p >= 0;
}

// True where every leaf is a single triangle.
static bool is_complete(const struct aabb_stop *stop)
{
    return stop->height_weight == 0 && stop->leaf_weight > 0 && stop->leaf <= 1;
}

// An end is at least one float away from the centre, so that no sphere is a point.
static void fill_piece(const struct aabb_tree *tree, const struct cd_shape *shape, uint32_t triangle,
                       struct aabb_piece *piece)
{
    const uint32_t *v = shape->mesh->triangles[triangle].v;
    struct cd_vec3 corners[3];
    float sphere[4];
    for (int k = 0; k < 3; k++)
        corners[k] = cd_sub(shape->vertices[v[k]], tree->frame.origin);
    struct cd_sphere exact = cd_sphere_of_points(corners, 3, NULL);
    cd_float_sphere(&tree->frame, &exact, sphere);
    *piece = (struct aabb_piece){.triangle = triangle};
    for (int axis = 0; axis < 3; axis++) {
        piece->centre[axis] = sphere[axis];
        piece->low[axis] = cd_float_beside(sphere[axis] - sphere[3], false);
        piece->high[axis] = cd_float_beside(sphere[axis] + sphere[3], true);
    }
}

/// What divides a range: a plane, where a sphere that it cuts goes to the side of its centre; or the word of the first
/// piece of the second half.
struct division {
    bool halves;
    int axis;
    double at;
    uint64_t middle;
};

// Sorts by lower ends along an axis, equal ones by triangles.
static uint64_t word_of(const struct aabb_piece *piece, int axis)
{
    return (uint64_t)aabb_key(piece->low[axis]) << 32 | piece->triangle;
}

static const uint64_t *sorted_words(const struct aabb_piece *pieces, uint32_t count, int axis, uint64_t *room)
{
    for (uint32_t i = 0; i < count; i++)
        room[i] = word_of(&pieces[i], axis);
    return aabb_sort(room, room + count, count);
}

static struct division choose_division(const struct aabb_options *options, const struct range *range,
                                       const struct aabb_piece *pieces, uint64_t *room)
{
    struct aabb_bounds bounds = aabb_bounds_of(pieces, range->count);
    struct aabb_plane plane;
    if (!options->median && range->depth < HALVING_DEPTH &&
        aabb_best_plane(pieces, range->count, &bounds, options->lambda, room, &plane))
        return (struct division){.axis = plane.axis, .at = plane.at};
    int axis = aabb_longest_axis(&bounds);
    const uint64_t *sorted = sorted_words(pieces, range->count, axis, room);
    return (struct division){true, axis, 0, sorted[range->count / 2]};
}

// Divides the pieces of a range into the other list; returns how many come first.
static uint32_t split(const struct aabb_options *options, struct aabb_piece *const lists[2],
                      const struct range *range)
{
    const struct aabb_piece *from = lists[range->list] + range->first;
    struct aabb_piece *to = lists[!range->list] + range->first;
    struct division division = choose_division(options, range, from, (uint64_t *)to);
    uint32_t below = 0, end = range->count;
    for (uint32_t i = 0; i < range->count; i++) {
        bool above = division.halves ? word_of(&from[i], division.axis) >= division.middle
                                     : (double)from[i].centre[division.axis] >= division.at;
        end -= above;
        to[above ? end : below] = from[i];
        below += !above;
    }
    CD_ASSERT(below > 0 && below < range->count);
    return below;
}

static void set_capacity(struct aabb_tree *tree, uint32_t wanted)
{
    uint32_t old = tree->pair_capacity;
    tree->boxes = cd_reallocate(tree->boxes, old, wanted, sizeof *tree->boxes);
    tree->child = cd_reallocate(tree->child, old, wanted, sizeof *tree->child);
    tree->first = cd_reallocate(tree->first, 2 * (size_t)old, 2 * (size_t)wanted, sizeof *tree->first);
    tree->total = cd_reallocate(tree->total, 2 * (size_t)old, 2 * (size_t)wanted, sizeof *tree->total);
    tree->pair_capacity = wanted;
}

static void set_node(struct aabb_tree *tree, const struct range *range, uint32_t child)
{
    tree->child[range->node >> 1][range->node & 1] = child;
    tree->first[range->node] = range->first;
    tree->total[range->node] = range->count;
}

static void set_leaf(struct aabb_tree *tree, const struct range *range)
{
    const struct aabb_piece *pieces = tree->pieces[range->list] + range->first;
    uint32_t *order = tree->order + range->first;
    set_node(tree, range, AABB_LEAF);
    if (range->count == 1) {
        *order = pieces->triangle;
        return;
    }
    uint64_t *room = (uint64_t *)(tree->pieces[!range->list] + range->first);
    const uint64_t *sorted = sorted_words(pieces, range->count, 0, room);
    for (uint32_t i = 0; i < range->count; i++)
        order[i] = (uint32_t)sorted[i];
}

// Turns a range into a node; returns how many ranges are left of it: none or two.
static uint32_t open_range(struct aabb_tree *tree, const struct range *range, struct range parts[2])
{
    CD_ASSERT(range->depth <= AABB_DEPTH_MAX);
    if (aabb_stops(&tree->options.stop, range->depth, range->count)) {
        set_leaf(tree, range);
        return 0;
    }
    uint32_t below = split(&tree->options, tree->pieces, range), pair = range->pair;
    set_node(tree, range, pair);
    parts[0] = (struct range){2 * pair, range->first, below, range->depth + 1, pair + 1, !range->list};
    parts[1] = (struct range){2 * pair + 1,     range->first + below, range->count - below,
                              range->depth + 1, pair + below,         !range->list};
    return 2;
}

static void build_below(struct aabb_tree *tree, const struct range *top)
{
    struct range waiting[AABB_DEPTH_MAX + 2], parts[2];
    uint32_t count = 0;
    waiting[count++] = *top;
    while (count > 0) {
        struct range range = waiting[--count];
        if (!open_range(tree, &range, parts))
            continue;
        waiting[count++] = parts[1];
        waiting[count++] = parts[0];
    }
}

// Closes the gaps that leaves of several triangles have left among the pairs.
static void pack_pairs(struct aabb_tree *tree)
{
    uint32_t *place = (uint32_t *)tree->pieces[0], count = 0;
    for (uint32_t pair = 0; pair < tree->triangle_count; pair++) {
        place[pair] = count;
        if (!tree->total[2 * (size_t)pair])
            continue;
        memmove(tree->child[count], tree->child[pair], sizeof *tree->child);
        memmove(tree->first + 2 * (size_t)count, tree->first + 2 * (size_t)pair, 2 * sizeof *tree->first);
        memmove(tree->total + 2 * (size_t)count, tree->total + 2 * (size_t)pair, 2 * sizeof *tree->total);
        count++;
    }
    for (uint32_t node = 0; node < 2 * count; node++)
        if (node != 1 && !aabb_is_leaf(tree, node))
            tree->child[node >> 1][node & 1] = place[tree->child[node >> 1][node & 1]];
    tree->pair_count = count;
}

/// A box on its way up: x, y and z, and 0.
struct wide_box {
    cd_d4 low, high;
};

/// What threads share while they build or fit.
struct work {
    struct aabb_tree *tree;
    const struct cd_shape *shape;
    struct range ranges[RANGES_MAX], parts[RANGES_MAX][2];
    uint32_t left[RANGES_MAX]; ///< parts of a range
    uint32_t nodes[RANGES_MAX], node_count;
    struct wide_box boxes[RANGES_MAX];
};

static bool fill_part(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    uint32_t end = cd_part_begin(0, work->tree->triangle_count, (uint32_t)item + 1, RANGES_MAX);
    for (uint32_t i = cd_part_begin(0, work->tree->triangle_count, (uint32_t)item, RANGES_MAX); i < end; i++)
        fill_piece(work->tree, work->shape, i, &work->tree->pieces[0][i]);
    return (void)thread, false;
}

static bool open_one(void *user, size_t item, unsigned thread)
{
    struct work *work = user;
    work->left[item] = open_range(work->tree, &work->ranges[item], work->parts[item]);
    return (void)thread, false;
}

static bool build_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    build_below(work->tree, &work->ranges[item]);
    return (void)thread, false;
}

// Ranges are opened level by level until there are enough for all threads. The tree is the same for any number of
// threads.
static void build_structure(struct aabb_tree *tree, const struct cd_shape *shape)
{
    struct work work = {
        .tree = tree, .shape = shape, .ranges[0].count = tree->triangle_count, .ranges[0].pair = 1};
    uint32_t count = 1;
    cd_run_work(tree->threads, PASS_NS * tree->triangle_count, RANGES_MAX, fill_part, &work);
    while (count > 0 && count <= RANGES_MAX / 2) {
        uint32_t next = 0;
        cd_run_work(tree->threads, PASS_NS * tree->triangle_count, count, open_one, &work);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < work.left[i]; k++)
                work.ranges[next++] = work.parts[i][k];
        count = next;
    }
    cd_run_work(tree->threads, PASS_NS * tree->triangle_count, count, build_one, &work);
    tree->pair_count = tree->triangle_count;
    if (!is_complete(&tree->options.stop))
        pack_pairs(tree);
}

// ---- volumes ---------------------------------------------------------------------------------------------
// Boxes are fitted from the leaves up, and rounded outwards from doubles to floats.

CD_INLINE void join(struct wide_box *box, const struct wide_box *other)
{
    cd_d4_widen(&box->low, &box->high, &other->low);
    cd_d4_widen(&box->low, &box->high, &other->high);
}

static void set_box(struct aabb_tree *tree, uint32_t node, const struct wide_box *box)
{
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

// A node's box is the box around its children's boxes, from the leaves up; `box` gets it before it is rounded.
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
                cd_d4_widen(&box->low, &box->high, &corner);
            }
        }
    } else {
        struct wide_box second;
        fit_box(tree, shape, aabb_child(tree, node, 0), box);
        fit_box(tree, shape, aabb_child(tree, node, 1), &second);
        join(box, &second);
    }
    set_box(tree, node, box);
}

// Notes the nodes that threads fit together with everything below them.
static void list_nodes(struct work *work, uint32_t node, uint32_t levels)
{
    if (!levels || aabb_is_leaf(work->tree, node)) {
        work->nodes[work->node_count++] = node;
        return;
    }
    for (uint32_t k = 0; k < 2; k++)
        list_nodes(work, aabb_child(work->tree, node, k), levels - 1);
}

static bool fit_one(void *user, size_t item, unsigned thread)
{
    struct work *work = user;
    fit_box(work->tree, work->shape, work->nodes[item], &work->boxes[item]);
    return (void)thread, false;
}

// Fits the boxes above those nodes; the nodes are met in their order.
static void fit_above(struct work *work, uint32_t node, uint32_t *met, struct wide_box *box)
{
    struct wide_box second;
    if (node == work->nodes[*met]) {
        *box = work->boxes[(*met)++];
        return;
    }
    fit_above(work, aabb_child(work->tree, node, 0), met, box);
    fit_above(work, aabb_child(work->tree, node, 1), met, &second);
    join(box, &second);
    set_box(work->tree, node, box);
}

static void fit(struct aabb_tree *tree, const struct cd_shape *shape)
{
    struct work work = {.tree = tree, .shape = shape};
    struct wide_box root;
    uint32_t met = 0;
    list_nodes(&work, 0, 5); // 2^5 are RANGES_MAX
    cd_run_work(tree->threads, PASS_NS * tree->triangle_count, work.node_count, fit_one, &work);
    fit_above(&work, 0, &met, &root);
}

CD_LEVELS(struct cd_aabb, aabb_box)(const struct aabb_tree *tree, uint32_t node)
{
    const struct aabb_boxes *pair = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 half =
        cd_vec((double)pair->half[0][k], (double)pair->half[1][k], (double)pair->half[2][k]);
    struct cd_vec3 centre =
        cd_add(tree->frame.origin,
               cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]));
    return (struct cd_aabb){cd_sub(centre, half), cd_add(centre, half)};
}

// ---- the tree --------------------------------------------------------------------------------------------

static void release_pieces(struct aabb_tree *tree)
{
    for (int list = 0; list < 2; list++) {
        cd_free(tree->pieces[list]);
        tree->pieces[list] = NULL;
    }
}

CD_LEVELS(struct aabb_tree *, aabb_create)
(const struct aabb_options *options, const struct cd_shape *shape, const struct cd_context *context)
{
    struct aabb_tree *tree = cd_allocate(1, sizeof *tree);
    tree->options = *options;
    tree->threads = context ? context->threads : 1;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < AABB_LEAF / 2);
    tree->order = cd_allocate_unset(tree->triangle_count, sizeof *tree->order);
    aabb_rebuild(tree, shape);
    release_pieces(tree);
    set_capacity(tree, tree->pair_count);
    return tree;
}

CD_LEVELS(void, aabb_rebuild)(void *model, const struct cd_shape *shape)
{
    struct aabb_tree *tree = model;
    for (int list = 0; list < 2; list++)
        if (!tree->pieces[list])
            tree->pieces[list] = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces[list]);
    if (tree->pair_capacity < tree->triangle_count)
        set_capacity(tree, tree->triangle_count);
    memset(tree->total, 0, 2 * (size_t)tree->triangle_count * sizeof *tree->total);
    tree->frame = cd_float_frame_of(shape);
    build_structure(tree, shape);
    fit(tree, shape);
}

CD_LEVELS(void, aabb_refit)(void *model, const struct cd_shape *shape)
{
    ((struct aabb_tree *)model)->frame = cd_float_frame_around(shape);
    fit(model, shape);
}

CD_LEVELS(void, aabb_release)(void *model)
{
    struct aabb_tree *tree = model;
    release_pieces(tree);
    cd_free(tree->boxes);
    cd_free(tree->child);
    cd_free(tree->first);
    cd_free(tree->total);
    cd_free(tree->order);
    cd_free(tree);
}

CD_LEVELS(void, aabb_place)(struct cd_placed *body)
{
    const struct aabb_tree *tree = body->model;
    struct cd_aabb box = aabb_box(tree, 0);
    struct cd_sphere sphere = {cd_aabb_centre(&box), 0.5 * cd_length(cd_aabb_extent(&box))};
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(tree->frame.reach, &sphere, body->pose);
}

// ---- what a tree can tell of itself ----------------------------------------------------------------------

static void show_below(const struct aabb_tree *tree, uint32_t node, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    bool leaf = aabb_is_leaf(tree, node);
    for (uint32_t k = 0; k < 2 && !leaf && depth < volumes->depth; k++)
        show_below(tree, aabb_child(tree, node, k), depth + 1, body, volumes);
    if (!leaf && depth < volumes->depth)
        return;
    struct cd_aabb box = aabb_box(tree, node);
    struct cd_vec3 extent = cd_aabb_extent(&box);
    struct cd_obb shown = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_aabb_centre(&box), {0.5 * extent.x, 0.5 * extent.y, 0.5 * extent.z}};
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &shown);
}

CD_LEVELS(void, aabb_body_volumes)(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}
