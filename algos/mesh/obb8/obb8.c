// The record of `obb8`: an OBB tree as one would build it for a processor with vectors of eight floats. The
// fit, the splits and the separating axes are those of Gottschalk, Lin, Manocha 1996, which `rapid` runs as
// they have it; the eight-wide nodes, the tightened boxes and the order of the search are ours.
//
// The structure is that of Gottschalk, Lin, Manocha 1996, section 4 (moments, split at the mean along the
// longest axis, one triangle a leaf), with three levels of the binary tree folded into one node of eight
// children. Where a range has at most GROUP triangles the split moves to the nearest multiple of eight, so
// that the lowest nodes are full.
#include "algos/float_tree.h"
#include "algos/mesh/obb8/tree.h"
#include "algos/obb/pieces.h"
#include "base/memory.h"

#include <string.h>

#define GROUP (OBB8_LANES * OBB8_LANES)

// Below this many nodes ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 24

/// A range of triangles on its way to become a child.
struct range {
    uint32_t first, count;
    double axes[9];
    struct cd_vec3 mean;
};

/// A node to be filled with the children of a range.
struct job {
    uint32_t node, depth;
    struct range range;
};

static void measure(const struct obb_piece *pieces, struct range *range)
{
    obb_pieces_measure(pieces + range->first, range->count, range->axes, &range->mean);
}

// Sorts the pieces of a small range along its first axis; returns how many lie at or below the mean.
static uint32_t sort_along(struct obb_piece *pieces, const struct range *range)
{
    const double *axis = range->axes;
    double middle = 3 * (axis[0] * range->mean.x + axis[1] * range->mean.y + axis[2] * range->mean.z);
    double keys[GROUP];
    uint32_t sorted[GROUP], below = 0;
    struct obb_piece copy[GROUP];
    for (uint32_t i = 0; i < range->count; i++) {
        const struct cd_vec3 *p = pieces[i].p;
        struct cd_vec3 sum = cd_add(cd_add(p[0], p[1]), p[2]);
        double key = axis[0] * sum.x + axis[1] * sum.y + axis[2] * sum.z;
        below += key <= middle;
        uint32_t place = i;
        for (; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
            sorted[place] = sorted[place - 1];
        }
        keys[place] = key;
        sorted[place] = i;
    }
    memcpy(copy, pieces, range->count * sizeof *pieces);
    for (uint32_t i = 0; i < range->count; i++)
        pieces[i] = copy[sorted[i]];
    return below;
}

// Splits a range in two; returns the size of the first part.
static uint32_t split(struct obb_piece *pieces, const struct range *range, uint32_t depth)
{
    struct obb_piece *own = pieces + range->first;
    if (range->count <= GROUP) {
        uint32_t full = (sort_along(own, range) + OBB8_LANES / 2) / OBB8_LANES * OBB8_LANES;
        uint32_t max = (range->count - 1) / OBB8_LANES * OBB8_LANES;
        return full < OBB8_LANES ? OBB8_LANES : full > max ? max : full;
    }
    if (depth >= HALVING_DEPTH)
        return range->count / 2;
    return obb_pieces_split(own, range->count, range->axes, range->mean);
}

// Divides a range into the children of one node: a leaf node's into single triangles, others by splitting
// the largest part until there are eight; returns how many.
static uint32_t divide(struct obb_piece *pieces, const struct job *job, struct range children[OBB8_LANES])
{
    const struct range *range = &job->range;
    uint32_t count = 0;
    if (range->count <= OBB8_LANES) {
        for (; count < range->count; count++) {
            children[count] = (struct range){.first = range->first + count, .count = 1};
            measure(pieces, &children[count]);
        }
        return count;
    }
    children[count++] = *range;
    while (count < OBB8_LANES) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (children[i].count > children[largest].count)
                largest = i;
        struct range *low = &children[largest], *high = &children[count];
        if (low->count <= OBB8_LANES)
            break;
        uint32_t part = split(pieces, low, job->depth);
        *high = (struct range){.first = low->first + part, .count = low->count - part};
        low->count = part;
        measure(pieces, low);
        measure(pieces, high);
        count++;
    }
    return count;
}

// Writes one child's box, whose coordinates differ from model space by `base` and `unit`: the point p of the
// span is the point base + unit * p.
static void set_lane(struct obb8_node *node, uint32_t lane, const struct obb_fitted *box, struct cd_vec3 base,
                     double unit)
{
    double base_at[3] = {base.x, base.y, base.z}, centre[3], reach[3];
    for (int k = 0; k < 3; k++) {
        float c = (float)(base_at[k] + unit * box->centre[k] - node->origin[k]);
        node->centre[k][lane] = c;
        centre[k] = (node->origin[k] - base_at[k]) + (double)c;
        reach[k] = fabs((double)c);
    }
    for (int i = 0; i < 3; i++) {
        const double *q = box->axes + 3 * i;
        double middle = q[0] * centre[0] + q[1] * centre[1] + q[2] * centre[2];
        double above = unit * box->span.high[i] - middle, below = middle - unit * box->span.low[i];
        double half = above > below ? above : below;
        node->half[i][lane] = cd_rounded_up(half > 0 ? half : 0);
        reach[i] += (double)node->half[i][lane];
        for (int k = 0; k < 3; k++)
            node->axes[3 * i + k][lane] = (float)q[k];
    }
    node->radius = fmaxf(node->radius, cd_rounded_up((reach[0] + reach[1] + reach[2]) * (1 + 0x1p-50)));
}

// Writes the boxes of all children of a node, around the middle of their centres.
static void set_node(struct obb8_node *node, const struct obb_fitted *boxes, uint32_t count,
                     struct cd_vec3 base, double unit)
{
    double base_at[3] = {base.x, base.y, base.z};
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (uint32_t lane = 0; lane < count; lane++)
            sum += boxes[lane].centre[k];
        node->origin[k] = base_at[k] + unit * (sum / count);
    }
    node->radius = 0;
    node->count = count;
    for (uint32_t lane = 0; lane < count; lane++)
        set_lane(node, lane, &boxes[lane], base, unit);
}

static void set_capacity(struct obb8_tree *tree, size_t wanted)
{
    tree->nodes = cd_reallocate(tree->nodes, tree->node_capacity, wanted, sizeof *tree->nodes);
    tree->node_capacity = wanted;
}

static void new_node(struct obb8_tree *tree, const struct range *range)
{
    tree->nodes = cd_grow(tree->nodes, tree->node_count, &tree->node_capacity, sizeof *tree->nodes);
    tree->nodes[tree->node_count++] = (struct obb8_node){.first = range->first, .total = range->count};
}

// Fills the node of a job with `children`; those that are not triangles become jobs.
static uint32_t fill(struct obb8_tree *tree, const struct job *job, const struct range *children,
                     uint32_t count, const struct obb_placement *placement, struct job next[OBB8_LANES])
{
    struct obb_fitted boxes[OBB8_LANES];
    uint32_t jobs = 0;
    for (uint32_t lane = 0; lane < count; lane++) {
        const struct range *child = &children[lane];
        const struct obb_piece *pieces = tree->pieces + child->first;
        double axes[9];
        memcpy(axes, child->axes, sizeof axes);
        if (child->count > 1)
            obb_tighten(pieces, child->count, axes);
        obb_round_axes(axes, boxes[lane].axes);
        boxes[lane].span = obb_pieces_span(pieces, child->count, boxes[lane].axes);
        obb_find_centre(&boxes[lane]);
        if (child->count == 1) {
            tree->nodes[job->node].child[lane] = OBB8_LEAF | pieces[0].triangle;
            continue;
        }
        tree->nodes[job->node].child[lane] = tree->node_count;
        next[jobs++] = (struct job){tree->node_count, job->depth + 1, *child};
        new_node(tree, child);
    }
    set_node(&tree->nodes[job->node], boxes, count, placement->origin, placement->unit);
    return jobs;
}

/// Builds the tree anew in the memory that it has, growing it only where the new structure has more nodes.
static void rebuild(void *model, const struct cd_shape *shape)
{
    struct obb8_tree *tree = model;
    struct obb_placement placement = obb_pieces_place(&tree->pieces, shape);
    tree->hull = cd_hull_of(shape);
    // Depth first: seven jobs a level wait.
    struct job jobs[OBB8_MAX_DEPTH * (OBB8_LANES - 1) + 1];
    struct range all = {.first = 0, .count = tree->triangle_count}, children[OBB8_LANES];
    measure(tree->pieces, &all);
    tree->node_count = 0;
    new_node(tree, &all);
    struct job top = {0, 0, all};
    uint32_t waiting = fill(tree, &top, &all, 1, &placement, jobs);
    while (waiting > 0) {
        struct job job = jobs[--waiting];
        CD_ASSERT(job.depth < OBB8_MAX_DEPTH);
        uint32_t count = divide(tree->pieces, &job, children);
        waiting += fill(tree, &job, children, count, &placement, jobs + waiting);
    }
    for (uint32_t i = 0; i < tree->triangle_count; i++)
        tree->order[i] = tree->pieces[i].triangle;
}

static enum cd_code prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                            struct cd_context *context, void **model, struct cd_status *status)
{
    (void)settings, (void)context, (void)status;
    struct obb8_tree *tree = cd_allocate(1, sizeof *tree);
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < OBB8_LEAF);
    tree->order = cd_allocate(tree->triangle_count, sizeof *tree->order);
    set_capacity(tree, (size_t)tree->triangle_count / 4 + 2);
    rebuild(tree, shape);
    cd_free(tree->pieces);
    tree->pieces = NULL;
    set_capacity(tree, tree->node_count);
    *model = tree;
    return CD_OK;
}

static void refit_child(const struct obb8_tree *tree, const struct cd_shape *shape, uint32_t node,
                        uint32_t lane, struct obb_fitted *box)
{
    uint32_t child = tree->nodes[node].child[lane], triangle = child & ~OBB8_LEAF;
    const uint32_t *triangles = &triangle;
    uint32_t count = 1;
    for (int i = 0; i < 9; i++)
        box->axes[i] = (double)tree->nodes[node].axes[i][lane];
    if (child & OBB8_LEAF) {
        const uint32_t *v = shape->mesh->triangles[triangle].v;
        struct cd_vec3 corners[3] = {shape->vertices[v[0]], shape->vertices[v[1]], shape->vertices[v[2]]};
        double axes[9];
        cd_triangle_axes(corners, axes);
        obb_round_axes(axes, box->axes);
    } else {
        triangles = tree->order + tree->nodes[child].first;
        count = tree->nodes[child].total;
    }
    box->span = cd_span_empty();
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            cd_span_add(&box->span, box->axes, shape->vertices[shape->mesh->triangles[triangles[i]].v[k]]);
    obb_find_centre(box);
}

/// Fits every box to the moved vertices; structure and inner axes stay.
static void refit(void *model, const struct cd_shape *shape)
{
    struct obb8_tree *tree = model;
    tree->hull = cd_hull_of(shape);
    struct obb_fitted boxes[OBB8_LANES];
    for (uint32_t node = 0; node < tree->node_count; node++) {
        uint32_t count = tree->nodes[node].count;
        for (uint32_t lane = 0; lane < count; lane++)
            refit_child(tree, shape, node, lane, &boxes[lane]);
        set_node(&tree->nodes[node], boxes, count, cd_vec(0, 0, 0), 1);
    }
}

static void release(void *model)
{
    struct obb8_tree *tree = model;
    cd_free(tree->nodes);
    cd_free(tree->order);
    cd_free(tree->pieces);
    cd_free(tree);
}

static void show_lane(const struct obb8_node *node, uint32_t lane, bool last, const struct cd_placed *body,
                      struct cd_volumes *volumes)
{
    struct cd_obb box;
    double centre[3];
    for (int i = 0; i < 9; i++)
        box.axes[i] = (double)node->axes[i][lane];
    for (int k = 0; k < 3; k++) {
        centre[k] = node->origin[k] + (double)node->centre[k][lane];
        box.half[k] = (double)node->half[k][lane];
    }
    box.centre = cd_vec(centre[0], centre[1], centre[2]);
    cd_emit_placed_box(volumes, body->id, last, body->pose, &box);
}

static void show_node(const struct obb8_tree *tree, uint32_t index, unsigned depth,
                      const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct obb8_node *node = &tree->nodes[index];
    for (uint32_t lane = 0; lane < node->count; lane++) {
        bool leaf = node->child[lane] & OBB8_LEAF;
        if (leaf || depth == volumes->depth)
            show_lane(node, lane, leaf, body, volumes);
        else
            show_node(tree, node->child[lane], depth + 1, body, volumes);
    }
}

/// Boxes are emitted as they are stored, without what a test inflates them by.
static void body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_node(body->model, 0, 0, body, volumes);
}

const struct cd_algo cd_algo_obb8 = {
    .name = "obb8",
    .title = "trees of oriented boxes, eight children a node",
    .source = "this project, after Gottschalk, Lin, Manocha 1996",
    .role = CD_ROLE_PAIR,
    .prepare = prepare,
    .refit = refit,
    .rebuild = rebuild,
    .release = release,
    .placement_bytes = cd_world_sphere_bytes,
    .place = obb8_place,
    .scratch_bytes = obb8_scratch_bytes,
    .test = obb8_test,
    .body_volumes = body_volumes,
};
