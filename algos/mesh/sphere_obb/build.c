// Liu et al. 2016, section 1.2: top down. The paper says neither where ranges are split nor how many triangles a leaf
// has. Here they are split, as in Gottschalk, Lin, Manocha 1996, at the mean along the axis of largest variance, or in
// halves; below HALVING_DEPTH always in halves, so that no input makes a tree deep.
#include "algos/mesh/sphere_obb/tree.h"
#include "algos/obb/pieces.h"
#include "algos/threads.h"
#include "base/levels.h"
#include "base/memory.h"

#include <string.h>

#define HALVING_DEPTH 40

// Triangles whose boxes are fitted at a time.
#define TOGETHER 8

// Ranges that are divided at a time.
#define OPENED 4

// Parts that threads share: of the top of the tree, and of all nodes.
#define PARTS 32

// A step over all triangles takes at least so long for each.
#define PASS_NS (uint64_t)10

/// A range of triangles that is to become a node.
struct job {
    uint32_t node, depth;
    uint32_t child; ///< where its children go, and then all nodes below them, if every leaf is a triangle
    struct obb_measured range;
};

typedef void measure_one(struct sobb_tree *tree, uint32_t node);

/// What threads share while they build or measure.
struct work {
    struct sobb_tree *tree;
    const struct cd_shape *shape;
    measure_one *find_sphere;
    struct obb_placement placement;
    struct job jobs[PARTS], parts[PARTS][2];
    uint32_t left[PARTS]; ///< parts of a job
};

// ---- structure -------------------------------------------------------------------------------------------

static void set_axes(struct sobb_box *box, const double axes[9])
{
    for (int i = 0; i < 9; i++)
        box->axes[i] = (float)axes[i];
}

// Chooses the axes of a node's box, and divides its triangles; returns how many come first, 0 for a leaf.
static uint32_t divide(struct sobb_tree *tree, const struct job *job)
{
    const struct obb_measured *range = &job->range;
    struct obb_piece *pieces = tree->pieces + range->first;
    double axes[9];
    if (range->count == 1)
        return 0;
    memcpy(axes, range->axes, sizeof axes);
    if (tree->options.tight)
        obb_tighten(pieces, range->count, axes);
    set_axes(&tree->boxes[job->node], axes);
    if (range->count <= tree->options.leaf)
        return 0;
    if (tree->options.median || job->depth >= HALVING_DEPTH)
        return obb_pieces_halve(pieces, range->count, range->axes);
    return obb_pieces_split(pieces, range->count, range->axes, range->mean);
}

static void find_heights(struct sobb_tree *tree)
{
    for (uint32_t i = tree->end; i-- > 0;) {
        struct sobb_node *node = &tree->nodes[i];
        const struct sobb_node *below = &tree->nodes[node->child];
        node->height = 0;
        if (node->child)
            node->height = 1 + (below[0].height > below[1].height ? below[0].height : below[1].height);
    }
}

// Turns ranges into nodes, OPENED at most; returns how many ranges are left of them. Those are measured together.
static uint32_t open_jobs(struct sobb_tree *tree, const struct job *jobs, uint32_t count,
                          struct job parts[2 * OPENED])
{
    struct obb_measured *measured[2 * OPENED];
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct job *job = &jobs[i];
        uint32_t first = job->range.first, total = job->range.count, part = divide(tree, job),
                 child = job->child;
        struct sobb_node *node = &tree->nodes[job->node];
        node->first = first;
        node->total = total;
        node->child = 0;
        if (!part) {
            for (uint32_t k = first; k < first + total; k++)
                tree->order[k] = tree->pieces[k].triangle;
            continue;
        }
        CD_ASSERT(job->depth < SOBB_DEPTH_MAX);
        if (tree->options.leaf > 1) {
            child = tree->end;
            tree->end += 2;
        }
        node->child = child;
        struct job *low = &parts[left++], *high = &parts[left++];
        *low = (struct job){child, job->depth + 1, child + 2, {.first = first, .count = part}};
        *high = (struct job){
            child + 1, job->depth + 1, child + 2 * part, {.first = first + part, .count = total - part}};
    }
    for (uint32_t i = 0; i < left; i++)
        measured[i] = &parts[i].range;
    obb_pieces_measure_several(tree->pieces, measured, (int)left);
    return left;
}

static void build_below(struct sobb_tree *tree, const struct job *top)
{
    // Depth first, OPENED at a time, so at most twice as many wait on each level.
    struct job waiting[2 * OPENED * (SOBB_DEPTH_MAX + 1)] = {*top};
    uint32_t count = 1;
    while (count > 0) {
        struct job jobs[OPENED];
        uint32_t taken = count < OPENED ? count : OPENED;
        count -= taken;
        memcpy(jobs, waiting + count, taken * sizeof *jobs);
        count += open_jobs(tree, jobs, taken, waiting + count);
    }
}

static bool open_one(void *user, size_t item, unsigned thread)
{
    struct work *work = user;
    struct job parts[2 * OPENED];
    work->left[item] = open_jobs(work->tree, &work->jobs[item], 1, parts);
    memcpy(work->parts[item], parts, sizeof work->parts[item]);
    return (void)thread, false;
}

static bool build_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    build_below(work->tree, &work->jobs[item]);
    return (void)thread, false;
}

// Finds the frame, or fills a part of the pieces.
static bool look_at(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct sobb_tree *tree = work->tree;
    if (!item)
        tree->frame = cd_float_frame_of(work->shape);
    else
        obb_pieces_fill(tree->pieces, work->shape,
                        cd_part_begin(0, tree->triangle_count, (uint32_t)item - 1, PARTS),
                        cd_part_begin(0, tree->triangle_count, (uint32_t)item, PARTS), &work->placement);
    return (void)thread, false;
}

// Ranges are opened level by level until there are enough for all threads. The tree is the same for any number of
// threads; where leaves have several triangles, one thread numbers the nodes.
static void build_structure(struct work *work)
{
    struct sobb_tree *tree = work->tree;
    unsigned threads = tree->options.leaf == 1 ? tree->threads : 1;
    uint64_t ns = PASS_NS * tree->triangle_count;
    uint32_t count = 1;
    if (!tree->pieces)
        tree->pieces = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces);
    work->placement = obb_place(work->shape);
    cd_run_work(tree->threads, ns, PARTS + 1, look_at, work);
    tree->end = 2;
    work->jobs[0] = (struct job){.child = 2, .range.count = tree->triangle_count};
    obb_pieces_moments(tree->pieces, tree->triangle_count, work->jobs[0].range.axes,
                       &work->jobs[0].range.mean);
    while (count > 0 && count <= PARTS / 2) {
        uint32_t next = 0;
        cd_run_work(threads, ns, count, open_one, work);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < work->left[i]; k++)
                work->jobs[next++] = work->parts[i][k];
        count = next;
    }
    cd_run_work(threads, ns, count, build_one, work);
    if (tree->options.leaf == 1)
        tree->end = 2 * tree->triangle_count;
    find_heights(tree);
}

// ---- volumes ---------------------------------------------------------------------------------------------

static void measure_sphere(struct sobb_tree *tree, uint32_t node)
{
    struct sobb_node *sphere = &tree->nodes[node];
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)sphere->first;
    struct cd_sphere exact = cd_sphere_of_points(corners, 3 * (size_t)sphere->total, NULL);
    float rounded[4];
    cd_float_sphere(&tree->frame, &exact, rounded);
    memcpy(sphere->centre, rounded, sizeof sphere->centre);
    sphere->radius = rounded[3];
}

// A sphere around the middle of the box, for tight boxes and bodies that deform. It is somewhat larger, for a quarter of
// the work.
static void follow_box(struct sobb_tree *tree, uint32_t node)
{
    struct sobb_node *sphere = &tree->nodes[node];
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)sphere->first;
    memcpy(sphere->centre, tree->boxes[node].centre, sizeof sphere->centre);
    double x = (double)sphere->centre[0], y = (double)sphere->centre[1], z = (double)sphere->centre[2];
    double farthest = cd_farthest_of_points(cd_vec(x, y, z), corners, 3 * (size_t)sphere->total);
    sphere->radius = cd_rounded_up(sqrt(farthest) + cd_float_margin(&tree->frame));
}

static void set_box(struct sobb_tree *tree, uint32_t node, const struct obb_fitted *fitted)
{
    struct sobb_box *box = &tree->boxes[node];
    set_axes(box, fitted->axes);
    for (int k = 0; k < 3; k++)
        box->centre[k] = (float)fitted->centre[k];
    double size = 0;
    for (int i = 0; i < 3; i++) {
        const double *q = fitted->axes + 3 * i;
        double middle =
            q[0] * (double)box->centre[0] + q[1] * (double)box->centre[1] + q[2] * (double)box->centre[2];
        double above = fitted->span.high[i] - middle, below = middle - fitted->span.low[i];
        double half = above > below ? above : below;
        box->half[i] = cd_rounded_up(half + cd_float_margin(&tree->frame));
        size += (double)box->half[i];
    }
    box->size = cd_rounded_up(size);
}

// Measures the box along the axes that it has.
static void measure_box(struct sobb_tree *tree, uint32_t node)
{
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)tree->nodes[node].first;
    struct obb_fitted fitted;
    for (int i = 0; i < 9; i++)
        fitted.axes[i] = (double)tree->boxes[node].axes[i];
    fitted.span = obb_span_of(corners, 3 * sizeof *corners, tree->nodes[node].total, fitted.axes);
    obb_find_centre(&fitted);
    set_box(tree, node, &fitted);
}

// Fits the volumes of nodes that have a single triangle.
static void fit_triangles(struct sobb_tree *tree, const uint32_t nodes[], uint32_t count,
                          measure_one *find_sphere)
{
    struct cd_vec3 corners[TOGETHER][3];
    struct obb_fitted boxes[TOGETHER];
    for (uint32_t i = 0; i < count; i++)
        memcpy(corners[i], tree->corners + 3 * (size_t)tree->nodes[nodes[i]].first, sizeof corners[i]);
    obb_fit_triangles((const struct cd_vec3(*)[3])corners, count, boxes);
    for (uint32_t i = 0; i < count; i++) {
        set_box(tree, nodes[i], &boxes[i]);
        if (tree->options.spheres)
            find_sphere(tree, nodes[i]);
    }
}

static bool measure_part(void *user, size_t part, unsigned thread)
{
    const struct work *work = user;
    struct sobb_tree *tree = work->tree;
    uint32_t single[TOGETHER], count = 0, end = cd_part_begin(0, tree->end, (uint32_t)part + 1, PARTS);
    for (uint32_t node = cd_part_begin(0, tree->end, (uint32_t)part, PARTS); node < end; node++) {
        if (node == 1)
            continue;
        if (tree->nodes[node].total == 1)
            single[count++] = node;
        else {
            measure_box(tree, node);
            if (tree->options.spheres)
                work->find_sphere(tree, node);
        }
        if (count == TOGETHER) {
            fit_triangles(tree, single, count, work->find_sphere);
            count = 0;
        }
    }
    fit_triangles(tree, single, count, work->find_sphere);
    return (void)thread, false;
}

static void measure(struct work *work)
{
    struct sobb_tree *tree = work->tree;
    cd_float_corners(&tree->frame, work->shape, tree->order, tree->threads, &tree->corners);
    cd_run_work(tree->threads, PASS_NS * tree->triangle_count, PARTS, measure_part, work);
}

// ---- the tree --------------------------------------------------------------------------------------------

CD_LEVELS(struct sobb_tree *, sobb_create)
(const struct sobb_options *options, const struct cd_shape *shape, const struct cd_context *context)
{
    struct sobb_tree *tree = cd_allocate(1, sizeof *tree);
    tree->options = *options;
    tree->threads = context ? context->threads : 1;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < UINT32_MAX / 4);
    size_t max = 2 * (size_t)tree->triangle_count;
    tree->nodes = cd_allocate(max, sizeof *tree->nodes);
    tree->boxes = cd_allocate_unset(max, sizeof *tree->boxes);
    memset(&tree->boxes[1], 0, sizeof *tree->boxes); // there is no node 1
    tree->order = cd_allocate_unset(tree->triangle_count, sizeof *tree->order);
    sobb_rebuild(tree, shape);
    cd_free(tree->pieces);
    cd_free(tree->corners);
    tree->pieces = NULL;
    tree->corners = NULL;
    return tree;
}

CD_LEVELS(void, sobb_rebuild)(void *model, const struct cd_shape *shape)
{
    struct sobb_tree *tree = model;
    measure_one *find_sphere = tree->options.tight ? follow_box : measure_sphere;
    struct work work = {.tree = tree, .shape = shape, .find_sphere = find_sphere};
    build_structure(&work);
    measure(&work);
}

CD_LEVELS(void, sobb_refit)(void *model, const struct cd_shape *shape)
{
    struct work work = {.tree = model, .shape = shape, .find_sphere = follow_box};
    work.tree->frame = cd_float_frame_of(shape);
    measure(&work);
}

CD_LEVELS(void, sobb_destroy)(void *model)
{
    struct sobb_tree *tree = model;
    cd_free(tree->nodes);
    cd_free(tree->boxes);
    cd_free(tree->order);
    cd_free(tree->corners);
    cd_free(tree->pieces);
    cd_free(tree);
}

// ---- what a tree can show of itself ----------------------------------------------------------------------

CD_LEVELS(struct cd_sphere, sobb_sphere)(const struct sobb_tree *tree, uint32_t node)
{
    const struct sobb_node *sphere = &tree->nodes[node];
    struct cd_vec3 centre =
        cd_vec((double)sphere->centre[0], (double)sphere->centre[1], (double)sphere->centre[2]);
    return (struct cd_sphere){cd_add(tree->frame.origin, centre), (double)sphere->radius};
}

CD_LEVELS(struct cd_obb, sobb_box)(const struct sobb_tree *tree, uint32_t node)
{
    const struct sobb_box *box = &tree->boxes[node];
    struct cd_obb shown;
    struct cd_vec3 centre = cd_vec((double)box->centre[0], (double)box->centre[1], (double)box->centre[2]);
    for (int i = 0; i < 9; i++)
        shown.axes[i] = (double)box->axes[i];
    for (int i = 0; i < 3; i++)
        shown.half[i] = (double)box->half[i];
    shown.centre = cd_add(tree->frame.origin, centre);
    return shown;
}

static void show_below(const struct sobb_tree *tree, uint32_t node, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    bool leaf = sobb_is_leaf(tree, node);
    if (!leaf && depth < volumes->depth) {
        show_below(tree, tree->nodes[node].child, depth + 1, body, volumes);
        show_below(tree, tree->nodes[node].child + 1, depth + 1, body, volumes);
        return;
    }
    struct cd_obb box = sobb_box(tree, node);
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &box);
    if (!tree->options.spheres)
        return;
    struct cd_sphere sphere = sobb_sphere(tree, node);
    cd_emit_placed_sphere(volumes, body->id, leaf, body->pose, sphere.centre, sphere.radius);
}

CD_LEVELS(void, sobb_body_volumes)(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}
