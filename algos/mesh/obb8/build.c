// An OBB tree as one would build it for a processor with vectors of eight floats. The fit, the splits and the
// separating axes are those of Gottschalk, Lin, Manocha 1996, section 4 (moments of the surface, a split at the mean
// along the longest axis, one triangle a leaf), which `rapid` runs as they describe them. Ours are the eight-wide nodes,
// into which three levels of the binary tree are folded, and the tightened boxes. If a range has at most GROUP
// triangles, its split moves to the nearest multiple of eight, so that the lowest nodes are full.
#include "algos/mesh/obb8/obb8.h"
#include "algos/threads.h"
#include "algos/tighten.h"
#include "base/levels.h"
#include "base/memory.h"
#include "geom/lanes.h"

#include <string.h>

#define GROUP (OBB8_LANES * OBB8_LANES)

// Below this many nodes ranges are halved, so that no input makes the tree deep.
#define HALVING_DEPTH 24

// Ranges with more triangles are measured in parts of this many, which threads share. The parts depend on the number of
// triangles only, so the sums are the same for any number of threads.
#define PART      16384
#define PARTS_MAX 16

// A triangle without area weighs this much of the square of the body's size: enough to have a mean, too little to be
// seen.
#define LEAST_AREA 1e-20

/// A triangle while a tree is built, scaled to a body of about unit size, so that no moment leaves the range of doubles.
/// It is kept together so that passes over a range read memory in order.
struct obb8_piece {
    struct cd_vec3 p[3];
    double area; ///< its weight in the moments
    uint32_t triangle;
};

/// A range of pieces, its principal axes and its mean.
struct range {
    uint32_t first, count;
    double axes[9];
    struct cd_vec3 mean;
};

/// A node that is to be filled with the children of a range.
struct job {
    uint32_t node, depth;
    struct range range;
};

/// The children of a node, and their boxes.
struct children {
    struct range ranges[OBB8_LANES];
    struct obb8_box boxes[OBB8_LANES];
    uint32_t count;
};

/// What threads share while a tree is built: jobs of its top, then the parts below them.
struct work {
    struct obb8_tree *tree;
    const struct cd_shape *shape;
    struct job jobs[GROUP];
    struct children *children; ///< per job of the top
    struct obb8_tree *parts;   ///< per job, where several threads build: a tree that has its nodes alone
    uint32_t first[GROUP];     ///< where those go, but for the topmost
};

// ---- ranges of triangles ---------------------------------------------------------------------------------

static void fill_pieces(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct work *work = user;
    const struct obb8_tree *tree = work->tree;
    const struct cd_shape *shape = work->shape;
    double scale = 1 / tree->unit;
    (void)part;
    for (uint32_t i = first; i < end; i++) {
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 vertex = shape->vertices[shape->mesh->triangles[i].v[k]];
            p[k] = cd_scale(cd_sub(vertex, tree->hull.middle), scale);
        }
        tree->pieces[i] = (struct obb8_piece){{p[0], p[1], p[2]}, cd_triangle_area(p) + LEAST_AREA, i};
    }
}

/// A point, and its coordinates in turn: (x, y, z) and (y, z, x). What is in the last lane does not matter.
struct turned {
    cd_d4 own, next;
};

// A piece has more numbers behind its last corner.
CD_INLINE struct turned load_corner(const struct cd_vec3 *p)
{
    struct turned corner;
    cd_d4 x = p->x - (cd_d4){0}, behind;
    memcpy(&corner.own, &p->x, sizeof corner.own);
    memcpy(&behind, &p->y, sizeof behind);
    corner.next = __builtin_shufflevector(behind, x, 0, 1, 6, 7);
    return corner;
}

/// A range that is measured, in parts.
struct parts {
    const struct obb8_piece *pieces;
    uint32_t triangles, count;
    struct cd_moments moments[PARTS_MAX];
};

// As cd_moments_add does for each piece, with three of the numbers in a vector.
static bool measure_part(void *user, size_t item, unsigned thread)
{
    struct parts *parts = user;
    uint32_t end = cd_part_begin(0, parts->triangles, (uint32_t)item + 1, parts->count);
    cd_d4 first = {0}, squares = {0}, products = {0};
    double area = 0;
    for (uint32_t i = cd_part_begin(0, parts->triangles, (uint32_t)item, parts->count); i < end; i++) {
        const struct obb8_piece *piece = &parts->pieces[i];
        struct turned p = load_corner(&piece->p[0]), q = load_corner(&piece->p[1]),
                      r = load_corner(&piece->p[2]);
        cd_d4 sum = p.own + q.own + r.own, next = p.next + q.next + r.next;
        double third = piece->area / 3, twelfth = piece->area / 12;
        area += piece->area;
        first += sum * third;
        squares += twelfth * (sum * sum + p.own * p.own + q.own * q.own + r.own * r.own);
        products += twelfth * (sum * next + p.own * p.next + q.own * q.next + r.own * r.next);
    }
    parts->moments[item] =
        (struct cd_moments){area,
                            cd_vec(first[0], first[1], first[2]),
                            {squares[0], products[0], products[2], squares[1], products[1], squares[2]}};
    return (void)thread, false;
}

// Finds the axes and means of one or two ranges; a single triangle has axes of its own, and needs no mean.
static void measure(const struct obb8_tree *tree, struct range *const ranges[], int count)
{
    struct range *measured[2];
    struct cd_moments moments[2];
    double axes[2][9];
    int several = 0;
    for (int i = 0; i < count; i++) {
        struct parts parts;
        if (ranges[i]->count == 1)
            continue;
        parts.pieces = tree->pieces + ranges[i]->first;
        parts.triangles = ranges[i]->count;
        parts.count = 1;
        if (ranges[i]->count > PART) {
            parts.count = 1 + ranges[i]->count / PART;
            parts.count = parts.count < PARTS_MAX ? parts.count : PARTS_MAX;
            cd_run_large_items(tree->large, tree->threads, parts.count, measure_part, &parts);
        } else
            measure_part(&parts, 0, 0);
        for (uint32_t part = 1; part < parts.count; part++)
            cd_moments_join(&parts.moments[0], &parts.moments[part]);
        measured[several] = ranges[i];
        moments[several++] = parts.moments[0];
    }
    if (several)
        cd_moments_axes_of_several(moments, several, axes);
    for (int i = 0; i < several; i++) {
        memcpy(measured[i]->axes, axes[i], sizeof axes[i]);
        measured[i]->mean = cd_moments_mean(&moments[i]);
    }
}

// Splits a range in two: at the mean along the first axis that has triangles on both sides, or in halves. Returns the
// size of the first part.
static uint32_t split(const struct obb8_tree *tree, const struct range *range, uint32_t depth)
{
    struct obb8_piece *pieces = tree->pieces + range->first;
    if (range->count <= GROUP) { // the pieces are sorted along the first axis
        const double *axis = range->axes;
        double middle = 3 * (axis[0] * range->mean.x + axis[1] * range->mean.y + axis[2] * range->mean.z);
        double keys[GROUP];
        uint32_t sorted[GROUP], below = 0;
        struct obb8_piece copy[GROUP];
        for (uint32_t i = 0; i < range->count; i++) {
            const struct cd_vec3 *p = pieces[i].p;
            struct cd_vec3 sum = cd_add(cd_add(p[0], p[1]), p[2]);
            double key = axis[0] * sum.x + axis[1] * sum.y + axis[2] * sum.z;
            below += key <= middle;
            uint32_t place = i;
            // cppcheck-suppress uninitvar ; what is before i is set
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
        uint32_t full = (below + OBB8_LANES / 2) / OBB8_LANES * OBB8_LANES;
        uint32_t max = (range->count - 1) / OBB8_LANES * OBB8_LANES;
        return full < OBB8_LANES ? OBB8_LANES : full > max ? max : full;
    }
    for (const double *axis = range->axes; axis < range->axes + 9 && depth < HALVING_DEPTH; axis += 3) {
        double middle = axis[0] * range->mean.x + axis[1] * range->mean.y + axis[2] * range->mean.z;
        uint32_t below = 0;
        for (uint32_t i = 0; i < range->count; i++) {
            const struct cd_vec3 *p = pieces[i].p;
            double x = p[0].x + p[1].x + p[2].x, y = p[0].y + p[1].y + p[2].y, z = p[0].z + p[1].z + p[2].z;
            if (!((axis[0] * x + axis[1] * y + axis[2] * z) / 3 <= middle))
                continue;
            struct obb8_piece swap = pieces[i];
            pieces[i] = pieces[below];
            pieces[below++] = swap;
        }
        if (below > 0 && below < range->count)
            return below;
    }
    return range->count / 2;
}

// ---- nodes -----------------------------------------------------------------------------------------------

static void fit(const struct obb8_tree *tree, const struct range *range, struct obb8_box *box)
{
    const struct obb8_piece *pieces = tree->pieces + range->first;
    double axes[9];
    if (range->count == 1) {
        obb8_fit_triangles((const struct cd_vec3(*)[3])pieces->p, 1, box);
        return;
    }
    memcpy(axes, range->axes, sizeof axes);
    cd_tighten(pieces->p, sizeof *pieces, range->count, axes);
    obb8_fit_box(pieces->p, sizeof *pieces, range->count, axes, box);
}

// Divides the range of a job into the children of a node and fits their boxes. A leaf node's range is divided into
// single triangles, others by splitting the largest part until there are eight.
static void divide(const struct obb8_tree *tree, const struct job *job, struct children *children)
{
    const struct range *range = &job->range;
    struct range *ranges = children->ranges;
    if (range->count <= OBB8_LANES) {
        struct cd_vec3 corners[OBB8_LANES][3];
        children->count = range->count;
        for (uint32_t lane = 0; lane < range->count; lane++) {
            ranges[lane] = (struct range){.first = range->first + lane, .count = 1};
            memcpy(corners[lane], tree->pieces[range->first + lane].p, sizeof corners[lane]);
        }
        obb8_fit_triangles((const struct cd_vec3(*)[3])corners, range->count, children->boxes);
        return;
    }
    ranges[0] = *range;
    for (children->count = 1; children->count < OBB8_LANES; children->count++) {
        struct range *low = ranges, *high = &ranges[children->count];
        for (uint32_t i = 1; i < children->count; i++)
            if (ranges[i].count > low->count)
                low = &ranges[i];
        if (low->count <= OBB8_LANES)
            break;
        uint32_t part = split(tree, low, job->depth);
        *high = (struct range){.first = low->first + part, .count = low->count - part};
        low->count = part;
        measure(tree, (struct range *[]){low, high}, 2);
    }
    for (uint32_t lane = 0; lane < children->count; lane++)
        fit(tree, &ranges[lane], &children->boxes[lane]);
}

// Writes the boxes of a node's children, around the middle of their centres. Their coordinates differ from model space
// by `base` and `unit`: the point p of the span is the point base + unit * p.
static void set_node(struct obb8_node *node, const struct obb8_box *boxes, uint32_t count,
                     struct cd_vec3 base, double unit)
{
    const double base_at[3] = {base.x, base.y, base.z};
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (uint32_t lane = 0; lane < count; lane++)
            sum += boxes[lane].centre[k];
        node->origin[k] = base_at[k] + unit * (sum / count);
    }
    node->radius = 0;
    node->count = count;
    for (uint32_t lane = 0; lane < count; lane++) {
        const struct obb8_box *box = &boxes[lane];
        double centre[3], reach[3];
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
}

// Makes room for the nodes of so many triangles; it hardly ever has to grow.
static void allocate_nodes(struct obb8_tree *tree, uint32_t triangles)
{
    tree->node_capacity = (size_t)triangles / 4 + 2;
    tree->nodes = cd_allocate_unset(tree->node_capacity, sizeof *tree->nodes);
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

// Fills the node of a job; those of its children that are not triangles become jobs.
static uint32_t fill(struct obb8_tree *tree, const struct job *job, const struct children *children,
                     struct job next[OBB8_LANES])
{
    uint32_t jobs = 0;
    for (uint32_t lane = 0; lane < children->count; lane++) {
        const struct range *child = &children->ranges[lane];
        if (child->count == 1) {
            tree->order[child->first] = tree->pieces[child->first].triangle;
            tree->nodes[job->node].child[lane] = OBB8_LEAF | tree->order[child->first];
            continue;
        }
        tree->nodes[job->node].child[lane] = tree->node_count;
        next[jobs++] = (struct job){tree->node_count, job->depth + 1, *child};
        new_node(tree, child);
    }
    set_node(&tree->nodes[job->node], children->boxes, children->count, tree->hull.middle, tree->unit);
    return jobs;
}

// ---- the tree --------------------------------------------------------------------------------------------

static bool divide_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    divide(work->tree, &work->jobs[item], &work->children[item]);
    return (void)thread, false;
}

static void build_below(struct obb8_tree *tree, const struct job *top)
{
    // Depth first: seven jobs wait on each level.
    struct job jobs[OBB8_MAX_DEPTH * (OBB8_LANES - 1) + 1] = {*top};
    uint32_t waiting = 1;
    struct children children;
    while (waiting > 0) {
        struct job job = jobs[--waiting];
        CD_ASSERT(job.depth < OBB8_MAX_DEPTH);
        divide(tree, &job, &children);
        waiting += fill(tree, &job, &children, jobs + waiting);
    }
}

static bool build_one(void *user, size_t item, unsigned thread)
{
    const struct work *work = user;
    struct obb8_tree *part = &work->parts[item];
    struct job job = work->jobs[item];
    *part = *work->tree;
    part->threads = 1;
    part->node_count = 0;
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
        *(i > 0 ? &to[i - 1] : &work->tree->nodes[work->jobs[item].node]) = *node;
    }
    cd_free(part->nodes);
    return (void)thread, false;
}

// Fills the leaves among some of the nodes: their triangles as floats from the node's origin, in the order of its
// children.
static void set_leaves(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct work *work = user;
    const struct obb8_tree *tree = work->tree;
    (void)part;
    for (uint32_t at = first; at < end; at++) {
        const struct obb8_node *node = &tree->nodes[at];
        if (!obb8_is_leaf(node))
            continue;
        struct obb8_leaf *leaf = &tree->leaves[node->leaf];
        double radius = 0, longest = 0;
        *leaf = (struct obb8_leaf){.radius = 0};
        for (uint32_t lane = 0; lane < node->count; lane++) {
            const uint32_t *v = work->shape->mesh->triangles[node->child[lane] & ~OBB8_LEAF].v;
            double p[3][3], sum = 0;
            for (int i = 0; i < 3; i++)
                memcpy(p[i], &work->shape->vertices[v[i]], sizeof p[i]);
            for (int k = 0; k < 3; k++) {
                leaf->corner[k][lane] = (float)(p[0][k] - node->origin[k]);
                leaf->edge[0][k][lane] = (float)(p[1][k] - p[0][k]);
                leaf->edge[1][k][lane] = (float)(p[2][k] - p[0][k]);
                sum += fabs((double)leaf->corner[k][lane]);
            }
            radius = sum > radius ? sum : radius;
            for (int i = 0; i < 3; i++) {
                const double *q = p[i], *r = p[(i + 1) % 3];
                double square = (r[0] - q[0]) * (r[0] - q[0]) + (r[1] - q[1]) * (r[1] - q[1]) +
                                (r[2] - q[2]) * (r[2] - q[2]);
                longest = square > longest ? square : longest;
            }
        }
        leaf->radius = cd_rounded_up(radius * (1 + 0x1p-50));
        leaf->longest = cd_rounded_up(sqrt(longest) * (1 + 0x1p-50));
    }
}

// The top is divided level by level, then the parts below it are built, by threads where that is worth it: the tree is
// the same. Later steps over the triangles take no less than earlier ones.
static void build(struct obb8_tree *tree, const struct cd_shape *shape)
{
    struct children children[OBB8_LANES];
    struct obb8_tree parts[GROUP];
    struct work work = {.tree = tree, .shape = shape, .children = children, .parts = parts};
    struct job done[OBB8_LANES] = {{.range.count = tree->triangle_count}};
    struct range *all = &done->range;
    uint32_t count, leaves = 0;
    if (!tree->pieces)
        tree->pieces = cd_allocate_unset(tree->triangle_count, sizeof *tree->pieces);
    tree->hull = cd_hull_of(shape);
    tree->unit = cd_power_above(2 * fmax(tree->hull.half[0], fmax(tree->hull.half[1], tree->hull.half[2])));
    tree->large = cd_run_ranges(tree->threads, tree->triangle_count, fill_pieces, &work);

    // Node 0 has one child, the root.
    tree->node_count = 0;
    measure(tree, &all, 1);
    new_node(tree, all);
    *children = (struct children){.ranges[0] = *all, .count = 1};
    fit(tree, all, children->boxes);
    count = fill(tree, done, children, work.jobs);

    // at most GROUP jobs, and not all the way down a tree whose nodes have one inner child each
    while (count > 0 && count <= OBB8_LANES && tree->node_count < GROUP) {
        uint32_t next = 0;
        if (count == 1) // in which threads share more than jobs
            divide_one(&work, 0, 0);
        else
            tree->large |= cd_run_large_items(tree->large, tree->threads, count, divide_one, &work);
        memcpy(done, work.jobs, count * sizeof *done);
        for (uint32_t i = 0; i < count; i++)
            next += fill(tree, &done[i], &children[i], work.jobs + next);
        count = next;
    }
    if (tree->large) {
        cd_run_large_items(true, tree->threads, count, build_one, &work);
        for (uint32_t i = 0; i < count; i++) {
            work.first[i] = tree->node_count;
            tree->node_count +=
                parts[i].node_count - 1; // cppcheck-suppress uninitvar // build_one fills parts
        }
        if (tree->node_count > tree->node_capacity)
            set_capacity(tree, tree->node_count);
        cd_run_items(tree->threads, count, take_over, &work);
    } else
        for (uint32_t i = 0; i < count; i++)
            build_below(tree, &work.jobs[i]);

    for (uint32_t i = 0; i < tree->node_count; i++)
        if (obb8_is_leaf(&tree->nodes[i]))
            tree->nodes[i].leaf = leaves++;
    if (leaves > tree->leaf_capacity) {
        cd_free(tree->leaves);
        tree->leaves = cd_allocate_unset(leaves, sizeof *tree->leaves);
        tree->leaf_capacity = leaves;
    }
    cd_run_ranges(tree->threads, tree->node_count, set_leaves, &work);
}

static void allocate_corners(struct obb8_tree *tree)
{
    if (!tree->corners)
        tree->corners = cd_allocate_unset(tree->triangle_count, sizeof *tree->corners);
}

/// Builds the tree anew in the memory that it has, and grows that memory only if the new structure has more nodes.
CD_LEVELS(void, obb8_rebuild)(void *model, const struct cd_shape *shape)
{
    allocate_corners(model); // so that a later refit need not
    build(model, shape);
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

/// Fits every box to the moved vertices; structure and inner axes stay.
CD_LEVELS(void, obb8_refit)(void *model, const struct cd_shape *shape)
{
    struct obb8_tree *tree = model;
    struct obb8_box boxes[OBB8_LANES];
    tree->hull = cd_hull_of(shape);
    allocate_corners(tree);
    for (uint32_t i = 0; i < tree->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            tree->corners[i][k] = shape->vertices[shape->mesh->triangles[tree->order[i]].v[k]];
    for (uint32_t i = 0; i < tree->node_count; i++) {
        struct obb8_node *node = &tree->nodes[i];
        if (obb8_is_leaf(node))
            obb8_fit_triangles((const struct cd_vec3(*)[3])tree->corners + node->first, node->count, boxes);
        for (uint32_t lane = 0; lane < node->count && !obb8_is_leaf(node); lane++) {
            uint32_t child = node->child[lane];
            if (child & OBB8_LEAF) {
                const uint32_t *v = shape->mesh->triangles[child & ~OBB8_LEAF].v;
                struct cd_vec3 corners[3] = {shape->vertices[v[0]], shape->vertices[v[1]],
                                             shape->vertices[v[2]]};
                obb8_fit_triangles((const struct cd_vec3(*)[3])corners, 1, &boxes[lane]);
                continue;
            }
            double axes[9];
            for (int k = 0; k < 9; k++)
                axes[k] = (double)node->axes[k][lane];
            obb8_fit_box(tree->corners[tree->nodes[child].first], sizeof *tree->corners,
                         tree->nodes[child].total, axes, &boxes[lane]);
        }
        set_node(node, boxes, node->count, cd_vec(0, 0, 0), 1);
    }
    struct work work = {.tree = tree, .shape = shape};
    set_leaves(&work, 0, 0, tree->node_count);
}
