// An OBB tree as one would build it for a processor with vectors of eight floats. The fit, the
// splits and the separating axes are those of Gottschalk, Lin, Manocha 1996, which `rapid` runs as they describe them;
// the eight-wide nodes, the tightened boxes and the order of the search are ours.
//
// The structure is that of Gottschalk, Lin, Manocha 1996, section 4 (moments, split at the mean along the longest axis,
// one triangle a leaf), with three levels of the binary tree folded into one node of eight children. If a range has at
// most GROUP triangles, the split moves to the nearest multiple of eight, so that the lowest nodes are full.
#include "algos/float_tree.h"
#include "algos/mesh/obb8/tree.h"
#include "algos/threads.h"
#include "base/levels.h"
#include "base/memory.h"

#include <string.h>

#define GROUP (OBB8_LANES * OBB8_LANES)

// Below this many nodes ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 24

// Ranges with more triangles are measured in parts of this many, which threads share. The parts depend on the number of
// triangles only, so the sums are the same for any number of threads.
#define PART      16384
#define PARTS_MAX 16

/// A node that is to be filled with the children of a range.
struct job {
    uint32_t node, depth;
    struct obb_measured range;
};

/// The children of a node, and their boxes.
struct opened {
    struct obb_measured children[OBB8_LANES];
    struct obb_fitted boxes[OBB8_LANES];
    uint32_t count;
};

/// The parts of a range, and the moments of each.
struct parts {
    const struct obb_piece *pieces;
    uint32_t triangles, count;
    struct cd_moments *moments;
};

static bool measure_part(void *user, size_t item, unsigned thread)
{
    const struct parts *parts = user;
    uint32_t begin = cd_part_begin(0, parts->triangles, (uint32_t)item, parts->count);
    uint32_t end = cd_part_begin(0, parts->triangles, (uint32_t)item + 1, parts->count);
    obb_pieces_add(parts->pieces + begin, end - begin, &parts->moments[item]);
    return (void)thread, false;
}

static void measure(const struct obb8_tree *tree, struct obb_measured *range)
{
    const struct obb_piece *pieces = tree->pieces + range->first;
    if (range->count <= PART) {
        obb_pieces_measure(pieces, range->count, range->axes, &range->mean);
        return;
    }
    struct cd_moments moments[PARTS_MAX] = {{0}};
    struct parts parts = {pieces, range->count, 1 + range->count / PART, moments};
    parts.count = parts.count < PARTS_MAX ? parts.count : PARTS_MAX;
    cd_run_large_items(tree->large, tree->threads, parts.count, measure_part, &parts);
    for (uint32_t i = 1; i < parts.count; i++)
        cd_moments_join(&moments[0], &moments[i]);
    cd_moments_axes(&moments[0], range->axes);
    range->mean = cd_moments_mean(&moments[0]);
}

// Sorts the pieces of a small range along its first axis; returns how many are at or below the mean.
static uint32_t sort_along(struct obb_piece *pieces, const struct obb_measured *range)
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

/// Both halves of a range while they are split.
struct halves {
    const struct obb_measured *range;
    struct obb_piece *pieces;
    uint32_t count[2], below[2];
};

static void split_half(void *user, unsigned half, uint32_t first, uint32_t end)
{
    struct halves *halves = user;
    struct obb_piece *pieces = halves->pieces + half * halves->count[0];
    first -= half * halves->count[0], end -= half * halves->count[0];
    halves->below[half] = obb_pieces_partition(pieces, first, end, halves->below[half], halves->range->axes,
                                               halves->range->mean);
}

// Splits a large range at the mean: its halves, which threads share, and then the pieces that are in the wrong half are
// exchanged. Returns the size of the first part.
static uint32_t split_large(const struct obb8_tree *tree, struct obb_piece *pieces,
                            const struct obb_measured *range)
{
    struct halves halves = {range, pieces, {range->count / 2, range->count - range->count / 2}, {0, 0}};
    if (tree->large)
        cd_run_ranges(2, range->count, split_half, &halves);
    else
        for (unsigned half = 0; half < 2; half++)
            split_half(&halves, half, half * halves.count[0], half ? range->count : halves.count[0]);
    uint32_t above = halves.count[0] - halves.below[0], below = halves.below[1];
    uint32_t wrong = above < below ? above : below;
    struct obb_piece *to = pieces + halves.below[0], *from = pieces + halves.count[0] + below - wrong;
    for (uint32_t i = 0; i < wrong; i++)
        obb_swap_pieces(&to[i], &from[i]);
    below += halves.below[0];
    return below > 0 && below < range->count
               ? below
               : obb_pieces_split(pieces, range->count, range->axes, range->mean);
}

// Splits a range in two; returns the size of the first part.
static uint32_t split(const struct obb8_tree *tree, const struct obb_measured *range, uint32_t depth)
{
    struct obb_piece *own = tree->pieces + range->first;
    if (range->count <= GROUP) {
        uint32_t full = (sort_along(own, range) + OBB8_LANES / 2) / OBB8_LANES * OBB8_LANES;
        uint32_t max = (range->count - 1) / OBB8_LANES * OBB8_LANES;
        return full < OBB8_LANES ? OBB8_LANES : full > max ? max : full;
    }
    if (depth >= HALVING_DEPTH)
        return range->count / 2;
    return range->count > PART ? split_large(tree, own, range)
                               : obb_pieces_split(own, range->count, range->axes, range->mean);
}

// Divides a range into the children of one node. A leaf node's range is divided into single triangles, others by
// splitting the largest part until there are eight; returns the number of children.
static uint32_t divide(const struct obb8_tree *tree, const struct job *job,
                       struct obb_measured children[OBB8_LANES])
{
    const struct obb_measured *range = &job->range;
    uint32_t count = 0;
    if (range->count <= OBB8_LANES) {
        for (; count < range->count; count++)
            children[count] = (struct obb_measured){.first = range->first + count, .count = 1};
        return count;
    }
    children[count++] = *range;
    while (count < OBB8_LANES) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (children[i].count > children[largest].count)
                largest = i;
        struct obb_measured *low = &children[largest], *high = &children[count];
        if (low->count <= OBB8_LANES)
            break;
        uint32_t part = split(tree, low, job->depth);
        *high = (struct obb_measured){.first = low->first + part, .count = low->count - part};
        low->count = part;
        if (low->count + high->count <= PART)
            obb_pieces_measure_several(tree->pieces, (struct obb_measured *[]){low, high}, 2);
        else {
            measure(tree, low);
            measure(tree, high);
        }
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
    float radius = cd_rounded_up((reach[0] + reach[1] + reach[2]) * (1 + 0x1p-50));
    node->radius = radius > node->radius ? radius : node->radius; // this calls no fmaxf
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

// Makes room for the nodes of so many triangles; it hardly ever has to grow.
static void allocate_nodes(struct obb8_tree *tree, uint32_t triangles)
{
    tree->node_capacity = (size_t)triangles / 4 + 2;
    tree->nodes = cd_allocate_unset(tree->node_capacity, sizeof *tree->nodes);
}

static void new_node(struct obb8_tree *tree, const struct obb_measured *range)
{
    tree->nodes = cd_grow(tree->nodes, tree->node_count, &tree->node_capacity, sizeof *tree->nodes);
    tree->nodes[tree->node_count++] = (struct obb8_node){.first = range->first, .total = range->count};
}

static void fit(const struct obb8_tree *tree, const struct obb_measured *child, struct obb_fitted *box)
{
    const struct obb_piece *pieces = tree->pieces + child->first;
    double axes[9];
    if (child->count == 1) {
        obb_fit_triangle(pieces->p, box);
        return;
    }
    memcpy(axes, child->axes, sizeof axes);
    obb_tighten(pieces, child->count, axes);
    obb_round_axes(axes, box->axes);
    box->span = obb_pieces_span(pieces, child->count, box->axes);
    obb_find_centre(box);
}

/// What threads share while a tree is built: jobs of its top, then the parts below them.
struct work {
    struct obb8_tree *tree;
    const struct cd_shape *shape;
    struct job jobs[OBB8_LANES * OBB8_LANES];
    struct opened *opened;   ///< per job of the top
    struct obb8_tree *parts; ///< per job, where several threads build: a tree that has its nodes alone
    uint32_t first[OBB8_LANES * OBB8_LANES]; ///< where those go, but for the topmost
};

struct lanes_to_fit {
    const struct obb8_tree *tree;
    struct opened *opened;
};

static bool fit_lane(void *user, size_t item, unsigned thread)
{
    const struct lanes_to_fit *to_fit = user;
    fit(to_fit->tree, &to_fit->opened->children[item], &to_fit->opened->boxes[item]);
    return (void)thread, false;
}

static void open_job(const struct obb8_tree *tree, const struct job *job, struct opened *opened)
{
    struct lanes_to_fit to_fit = {tree, opened};
    opened->count = divide(tree, job, opened->children);
    if (job->range.count == opened->count) {
        struct cd_vec3 corners[OBB8_LANES][3];
        for (uint32_t lane = 0; lane < opened->count; lane++)
            memcpy(corners[lane], tree->pieces[job->range.first + lane].p, sizeof corners[lane]);
        obb_fit_triangles((const struct cd_vec3(*)[3])corners, opened->count, opened->boxes);
    } else if (job->range.count > PART)
        cd_run_large_items(tree->large, tree->threads, opened->count, fit_lane, &to_fit);
    else
        for (uint32_t lane = 0; lane < opened->count; lane++)
            fit_lane(&to_fit, lane, 0);
}

// Fills the node of a job; those of its children that are not triangles become jobs.
static uint32_t fill(struct obb8_tree *tree, const struct job *job, const struct opened *opened,
                     struct job next[OBB8_LANES])
{
    uint32_t jobs = 0;
    for (uint32_t lane = 0; lane < opened->count; lane++) {
        const struct obb_measured *child = &opened->children[lane];
        if (child->count == 1) {
            tree->order[child->first] = tree->pieces[child->first].triangle;
            tree->nodes[job->node].child[lane] = OBB8_LEAF | tree->order[child->first];
            continue;
        }
        tree->nodes[job->node].child[lane] = tree->node_count;
        next[jobs++] = (struct job){tree->node_count, job->depth + 1, *child};
        new_node(tree, child);
    }
    set_node(&tree->nodes[job->node], opened->boxes, opened->count, tree->placement.origin,
             tree->placement.unit);
    return jobs;
}

static void build_below(struct obb8_tree *tree, const struct job *top)
{
    // Depth first: seven jobs wait on each level.
    struct job jobs[OBB8_MAX_DEPTH * (OBB8_LANES - 1) + 1] = {*top};
    uint32_t waiting = 1;
    struct opened opened;
    while (waiting > 0) {
        struct job job = jobs[--waiting];
        CD_ASSERT(job.depth < OBB8_MAX_DEPTH);
        open_job(tree, &job, &opened);
        waiting += fill(tree, &job, &opened, jobs + waiting);
    }
}

static bool open_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    open_job(work->tree, &work->jobs[item], &work->opened[item]);
    return (void)thread, false;
}

static bool build_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct obb8_tree *part = &work->parts[item];
    struct job job = work->jobs[item];
    *part = (struct obb8_tree){.pieces = work->tree->pieces,
                               .order = work->tree->order,
                               .placement = work->tree->placement,
                               .threads = 1};
    allocate_nodes(part, job.range.count);
    new_node(part, &job.range);
    job.node = 0;
    build_below(part, &job);
    return (void)thread, false;
}

// Takes over the nodes of a part, and puts them where they would be if one thread had built the tree.
static bool take_over(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct obb8_tree *part = &work->parts[item];
    struct obb8_node *to = work->tree->nodes + work->first[item];
    for (uint32_t i = 0; i < part->node_count; i++) {
        struct obb8_node *node = &part->nodes[i];
        for (uint32_t lane = 0; lane < node->count; lane++)
            if (!(node->child[lane] & OBB8_LEAF))
                node->child[lane] += work->first[item] - 1;
        if (i > 0)
            to[i - 1] = *node;
        else
            work->tree->nodes[work->jobs[item].node] = *node;
    }
    cd_free(part->nodes);
    return (void)thread, false;
}

// Builds the parts below the jobs in threads.
static void build_parts(struct work *work, uint32_t count)
{
    struct obb8_tree parts[OBB8_LANES * OBB8_LANES], *tree = work->tree;
    work->parts = parts;
    cd_run_large_items(tree->large, tree->threads, count, build_one, work);
    for (uint32_t i = 0; i < count; i++) {
        work->first[i] = tree->node_count;
        tree->node_count += parts[i].node_count - 1; // cppcheck-suppress uninitvar // build_one fills parts
    }
    if (tree->node_count > tree->node_capacity)
        set_capacity(tree, tree->node_count);
    cd_run_items(tree->threads, count, take_over, work);
}

// Opens the jobs of a level, of one to eight, in turn; returns the number of jobs behind it.
static uint32_t open_level(struct work *work, uint32_t count)
{
    struct opened opened[OBB8_LANES];
    struct job done[OBB8_LANES];
    uint32_t next = 0;
    work->opened = opened;
    if (count == 1) // in which threads share more than jobs
        open_one(work, 0, 0);
    else
        cd_run_large_items(work->tree->large, work->tree->threads, count, open_one, work);
    memcpy(done, work->jobs, count * sizeof *done);
    for (uint32_t i = 0; i < count; i++)
        next += fill(work->tree, &done[i], &opened[i], work->jobs + next);
    return next;
}

// Finds the hull, or fills a part of the pieces. Later steps over the triangles take no less than this one.
static bool look_at(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct obb8_tree *tree = work->tree;
    if (!item)
        tree->hull = cd_hull_of(work->shape);
    else
        obb_pieces_fill(tree->pieces, work->shape,
                        cd_part_begin(0, tree->triangle_count, (uint32_t)item - 1, PARTS_MAX),
                        cd_part_begin(0, tree->triangle_count, (uint32_t)item, PARTS_MAX), &tree->placement);
    return (void)thread, false;
}

static void build(struct obb8_tree *tree, const struct cd_shape *shape)
{
    struct work work = {.tree = tree, .shape = shape};
    struct obb_measured all = {.first = 0, .count = tree->triangle_count};
    struct opened top = {.count = 1};
    if (!tree->pieces)
        tree->pieces = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces);
    tree->placement = obb_place(shape);
    tree->large = cd_run_items(tree->threads, PARTS_MAX + 1, look_at, &work);
    tree->node_count = 0;
    measure(tree, &all);
    new_node(tree, &all);
    top.children[0] = all;
    fit(tree, &all, &top.boxes[0]);
    uint32_t count = fill(tree, &(struct job){0, 0, all}, &top, work.jobs);
    while (count > 0 && count <= OBB8_LANES && tree->node_count < OBB8_LANES * OBB8_LANES)
        count = open_level(&work, count);
    if (tree->large)
        build_parts(&work, count);
    else
        for (uint32_t i = 0; i < count; i++)
            build_below(tree, &work.jobs[i]);
    obb8_number_leaves(tree);
    obb8_set_leaves(tree, shape);
}

/// Builds the tree anew in the memory that it has, and grows that memory only if the new structure has more nodes.
CD_LEVELS(void, obb8_rebuild)(void *model, const struct cd_shape *shape)
{
    struct obb8_tree *tree = model;
    if (!tree->corners) // so that a later refit need not allocate it
        tree->corners = cd_allocate_unset(3 * (size_t)tree->triangle_count, sizeof *tree->corners);
    build(tree, shape);
}

CD_LEVELS(enum cd_code, obb8_prepare)
(const struct cd_settings *settings, const struct cd_shape *shape, struct cd_context *context, void **model,
 struct cd_status *status)
{
    (void)settings, (void)status;
    struct obb8_tree *tree = cd_allocate(1, sizeof *tree);
    tree->threads = context ? context->threads : 1;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < OBB8_LEAF);
    tree->order = cd_allocate_unset(tree->triangle_count, sizeof *tree->order);
    allocate_nodes(tree, tree->triangle_count);
    build(tree, shape);
    cd_free(tree->pieces);
    tree->pieces = NULL;
    tree->threads = 1; // with several threads, each would allocate
    set_capacity(tree, tree->node_count);
    *model = tree;
    return CD_OK;
}

// Fits the box of a child, along the axes that it has, to the vertices below it; fits a triangle's box anew.
static void refit_child(const struct obb8_tree *tree, const struct cd_shape *shape,
                        const struct obb8_node *node, uint32_t lane, struct obb_fitted *box)
{
    uint32_t child = node->child[lane];
    if (child & OBB8_LEAF) {
        const uint32_t *v = shape->mesh->triangles[child & ~OBB8_LEAF].v;
        struct cd_vec3 corners[3] = {shape->vertices[v[0]], shape->vertices[v[1]], shape->vertices[v[2]]};
        obb_fit_triangle(corners, box);
        return;
    }
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)tree->nodes[child].first;
    for (int i = 0; i < 9; i++)
        box->axes[i] = (double)node->axes[i][lane];
    box->span = obb_span_of(corners, 3 * sizeof *corners, tree->nodes[child].total, box->axes);
    obb_find_centre(box);
}

/// Fits every box to the moved vertices; structure and inner axes stay.
CD_LEVELS(void, obb8_refit)(void *model, const struct cd_shape *shape)
{
    struct obb8_tree *tree = model;
    struct obb_fitted boxes[OBB8_LANES];
    tree->hull = cd_hull_of(shape);
    cd_float_corners(&(struct cd_float_frame){.radius = 0}, shape, tree->order, tree->threads,
                     &tree->corners);
    const struct cd_vec3(*corners)[3] = (const struct cd_vec3(*)[3])tree->corners;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        struct obb8_node *node = &tree->nodes[i];
        if (obb8_is_leaf(node))
            obb_fit_triangles(corners + node->first, node->count, boxes);
        else
            for (uint32_t lane = 0; lane < node->count; lane++)
                refit_child(tree, shape, node, lane, &boxes[lane]);
        set_node(node, boxes, node->count, cd_vec(0, 0, 0), 1);
    }
    obb8_set_leaves(tree, shape);
}

CD_LEVELS(void, obb8_release)(void *model)
{
    struct obb8_tree *tree = model;
    cd_free(tree->nodes);
    cd_free(tree->leaves);
    cd_free(tree->order);
    cd_free(tree->pieces);
    cd_free(tree->corners);
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

/// Boxes are emitted as they are stored, without the margin that a test adds to them.
CD_LEVELS(void, obb8_body_volumes)(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_node(body->model, 0, 0, body, volumes);
}
