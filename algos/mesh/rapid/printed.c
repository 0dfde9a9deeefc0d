// S. Gottschalk, M. C. Lin, D. Manocha: "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// SIGGRAPH 1996: sections 4 (fit by the moments of the surface, split at the mean along the longest axis) and
// 5 (15 separating axes), one triangle a leaf, the box of a child in the frame of its parent. The epsilon of
// 1e-6 on absolute rotation entries, the descent rule (the larger box first) and the 17-axis test of leaves
// are those of the authors' library. Everything here is our own code.
//
// Where it is wrong, as the original is: leaves are decided in rounded doubles; boxes are not inflated for
// rounding; a triangle without area has no box (NaN) and never collides.
//
// Where it deviates: below HALVING_DEPTH ranges are halved, so that no input makes the recursion deep.
#include "algos/mesh/rapid/printed.h"

#include "algos/mesh/rapid/sat.h"
#include "algos/obb/pieces.h"
#include "base/memory.h"

#include <string.h>

#define PUBLISHED_EPSILON 1e-6
#define HALVING_DEPTH     160
#define NOT_A_LEAF        UINT32_MAX

struct printed_box {
    double axes[9];    ///< axis i in the parent's frame (the root's: in model space) is axes[3*i ..]
    double centre[3];  ///< in the parent's frame
    double half[3];    ///< NaN when the surface below has no area
    uint32_t child;    ///< its two children are boxes child and child + 1
    uint32_t triangle; ///< of a leaf, else NOT_A_LEAF
};

struct printed_tree {
    uint32_t triangle_count;
    struct printed_box *boxes; ///< 2 * triangle_count - 1, the root first
    struct obb_piece *pieces;
};

/// A range that is to become a box; `outer` is its parent's box in model space.
struct job {
    uint32_t box, first, count, depth;
    struct cd_obb outer;
};

/// The relative placement of two boxes and what their test needs.
struct visit {
    const struct cd_placed *a, *b;
    const struct printed_box *boxes_a, *boxes_b;
    double r[9], t[3]; ///< maps model space of b to model space of a
    struct cd_worker *worker;
};

// out = transpose(m) * n, rows of m being axes.
static void rotate_into(const double axes[9], const double r[9], double out[9])
{
    cd_matrix_multiply(axes, r, out);
}

static void apply(const double m[9], const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

static void transpose(const double m[9], double out[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = m[3 * j + i];
}

// Writes `inner` as seen from `outer`, both in model space.
static void set_box(struct printed_box *box, const struct cd_obb *inner, const struct cd_obb *outer)
{
    double columns[9], seen[9];
    transpose(inner->axes, columns);
    rotate_into(outer->axes, columns, seen);
    transpose(seen, box->axes);
    double offset[3] = {inner->centre.x - outer->centre.x, inner->centre.y - outer->centre.y,
                        inner->centre.z - outer->centre.z};
    apply(outer->axes, offset, box->centre);
    memcpy(box->half, inner->half, sizeof box->half);
}

// Makes the box of a job and the jobs of its children; returns how many these are.
static int work(struct printed_tree *tree, const struct job *job, uint32_t *used, struct job next[2])
{
    struct obb_piece *pieces = tree->pieces + job->first;
    struct printed_box *box = &tree->boxes[job->box];
    struct cd_moments moments = obb_pieces_moments(pieces, job->count);
    double axes[9];
    bool has_axes = moments.area > 0;
    if (job->count == 1)
        has_axes = cd_triangle_axes(pieces[0].p, axes);
    else
        cd_moments_axes(&moments, axes);
    struct cd_span span = obb_pieces_span(pieces, job->count, axes);
    struct cd_obb inner = cd_obb_of_span(axes, &span);
    set_box(box, &inner, &job->outer);
    if (!has_axes)
        box->half[0] = box->half[1] = box->half[2] = NAN;
    box->child = *used;
    box->triangle = job->count == 1 ? pieces[0].triangle : NOT_A_LEAF;
    if (job->count == 1)
        return 0;
    uint32_t part = job->count / 2;
    if (job->depth < HALVING_DEPTH)
        part = obb_pieces_split(pieces, job->count, axes, cd_moments_mean(&moments));
    // The part above the mean comes first; which one does decides how soon a first contact is found.
    next[0] = (struct job){*used, job->first + part, job->count - part, job->depth + 1, inner};
    next[1] = (struct job){*used + 1, job->first, part, job->depth + 1, inner};
    *used += 2;
    return 2;
}

static void build(struct printed_tree *tree, const struct cd_shape *shape)
{
    obb_pieces_fill(tree->pieces, shape, cd_vec(0, 0, 0), 1, 0);
    struct cd_obb model_space = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    // Depth first: one job per level waits, and halving takes at most 32 levels more.
    struct job jobs[HALVING_DEPTH + 40];
    int waiting = 0;
    uint32_t used = 1;
    jobs[waiting++] = (struct job){0, 0, tree->triangle_count, 0, model_space};
    while (waiting > 0) {
        struct job job = jobs[--waiting], next[2];
        if (!work(tree, &job, &used, next))
            continue;
        jobs[waiting++] = next[1];
        jobs[waiting++] = next[0];
    }
    CD_ASSERT(used == 2 * tree->triangle_count - 1);
}

struct printed_tree *rapid_printed_create(const struct cd_shape *shape)
{
    struct printed_tree *tree = cd_allocate(1, sizeof *tree);
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < UINT32_MAX / 2);
    tree->boxes = cd_allocate(2 * (size_t)tree->triangle_count - 1, sizeof *tree->boxes);
    tree->pieces = cd_allocate(tree->triangle_count, sizeof *tree->pieces);
    build(tree, shape);
    cd_free(tree->pieces);
    tree->pieces = NULL;
    return tree;
}

void rapid_printed_rebuild(struct printed_tree *tree, const struct cd_shape *shape)
{
    // Kept from the first rebuild on, so that a deforming body allocates once.
    if (!tree->pieces)
        tree->pieces = cd_allocate(tree->triangle_count, sizeof *tree->pieces);
    build(tree, shape);
}

void rapid_printed_destroy(struct printed_tree *tree)
{
    cd_free(tree->boxes);
    cd_free(tree->pieces);
    cd_free(tree);
}

size_t rapid_printed_bytes(const struct printed_tree *tree)
{
    size_t bytes = sizeof *tree + (2 * (size_t)tree->triangle_count - 1) * sizeof *tree->boxes;
    return bytes + (tree->pieces ? tree->triangle_count * sizeof *tree->pieces : 0);
}

static struct cd_vec3 to_model_of_a(const struct visit *visit, struct cd_vec3 p)
{
    const double *r = visit->r, *t = visit->t;
    return cd_vec(r[0] * p.x + r[1] * p.y + r[2] * p.z + t[0], r[3] * p.x + r[4] * p.y + r[5] * p.z + t[1],
                  r[6] * p.x + r[7] * p.y + r[8] * p.z + t[2]);
}

static bool leaves_touch(const struct visit *visit, uint32_t i, uint32_t j)
{
    visit->worker->counters.triangle_tests++;
    struct cd_vec3 p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = visit->a->vertices[visit->a->triangles[i].v[k]];
        q[k] = to_model_of_a(visit, visit->b->vertices[visit->b->triangles[j].v[k]]);
    }
    if (!rapid_triangles_overlap(p, q))
        return false;
    if (visit->worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(visit->worker, visit->a, i, visit->b, j);
    return true;
}

static bool overlap(const struct printed_box *a, const struct printed_box *b, const double r[9],
                    const double t[3], struct cd_worker *worker)
{
    worker->counters.box_tests++;
    if (isnan(a->half[0]) || isnan(b->half[0]))
        return false;
    return !cd_obb_separating_axis(r, t, a->half, b->half, PUBLISHED_EPSILON, 0);
}

static bool descend(const struct visit *visit, const struct printed_box *a, const struct printed_box *b,
                    const double r[9], const double t[3]);

// The children of a against b; r, t place b in the frame of a.
static bool descend_a(const struct visit *visit, const struct printed_box *a, const struct printed_box *b,
                      const double r[9], const double t[3])
{
    bool hit = false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct printed_box *child = &visit->boxes_a[a->child + k];
        double child_r[9], child_t[3];
        double offset[3] = {t[0] - child->centre[0], t[1] - child->centre[1], t[2] - child->centre[2]};
        rotate_into(child->axes, r, child_r);
        apply(child->axes, offset, child_t);
        hit |= descend(visit, child, b, child_r, child_t);
        if (hit && visit->worker->query != CD_QUERY_CONTACTS)
            return true;
    }
    return hit;
}

static bool descend_b(const struct visit *visit, const struct printed_box *a, const struct printed_box *b,
                      const double r[9], const double t[3])
{
    bool hit = false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct printed_box *child = &visit->boxes_b[b->child + k];
        double columns[9], child_r[9], child_t[3];
        transpose(child->axes, columns);
        cd_matrix_multiply(r, columns, child_r);
        apply(r, child->centre, child_t);
        for (int i = 0; i < 3; i++)
            child_t[i] += t[i];
        hit |= descend(visit, a, child, child_r, child_t);
        if (hit && visit->worker->query != CD_QUERY_CONTACTS)
            return true;
    }
    return hit;
}

static bool descend(const struct visit *visit, const struct printed_box *a, const struct printed_box *b,
                    const double r[9], const double t[3])
{
    visit->worker->counters.node_visits++;
    if (!overlap(a, b, r, t, visit->worker))
        return false;
    bool leaf_a = a->triangle != NOT_A_LEAF, leaf_b = b->triangle != NOT_A_LEAF;
    if (leaf_a && leaf_b)
        return leaves_touch(visit, a->triangle, b->triangle);
    // The published rule: down in a unless it is a leaf or the smaller box, by the first half-extent.
    if (leaf_b || (!leaf_a && a->half[0] > b->half[0]))
        return descend_a(visit, a, b, r, t);
    return descend_b(visit, a, b, r, t);
}

bool rapid_printed_test(const struct cd_placed *a, const struct printed_tree *tree_a,
                        const struct cd_placed *b, const struct printed_tree *tree_b,
                        struct cd_worker *worker)
{
    struct visit visit = {
        .a = a, .b = b, .boxes_a = tree_a->boxes, .boxes_b = tree_b->boxes, .worker = worker};
    double inverse[9];
    transpose(a->pose->r, inverse);
    cd_matrix_multiply(inverse, b->pose->r, visit.r);
    double apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] = b->pose->t[i] - a->pose->t[i];
    apply(inverse, apart, visit.t);

    const struct printed_box *root_a = tree_a->boxes, *root_b = tree_b->boxes;
    double columns[9], partly[9], r[9], t[3], offset[3];
    transpose(root_b->axes, columns);
    cd_matrix_multiply(visit.r, columns, partly);
    rotate_into(root_a->axes, partly, r);
    apply(visit.r, root_b->centre, offset);
    for (int i = 0; i < 3; i++)
        offset[i] += visit.t[i] - root_a->centre[i];
    apply(root_a->axes, offset, t);
    return descend(&visit, root_a, root_b, r, t);
}

// A box in model space, from its place in the one around it.
static struct cd_obb box_within(const struct printed_box *box, const struct cd_obb *outer)
{
    struct cd_obb inner;
    double offset[3], back[9];
    cd_matrix_multiply(box->axes, outer->axes, inner.axes);
    transpose(outer->axes, back);
    apply(back, box->centre, offset);
    inner.centre = cd_add(outer->centre, cd_vec(offset[0], offset[1], offset[2]));
    memcpy(inner.half, box->half, sizeof inner.half);
    return inner;
}

static void show_box(const struct printed_tree *tree, const struct printed_box *box,
                     const struct cd_obb *outer, unsigned depth, const struct cd_placed *body,
                     struct cd_volumes *volumes)
{
    struct cd_obb inner = box_within(box, outer);
    bool leaf = box->triangle != NOT_A_LEAF;
    if (!leaf && depth < volumes->depth) {
        show_box(tree, &tree->boxes[box->child], &inner, depth + 1, body, volumes);
        show_box(tree, &tree->boxes[box->child + 1], &inner, depth + 1, body, volumes);
    } else if (!isnan(box->half[0])) {
        cd_emit_placed_box(volumes, body->id, leaf, body->pose, &inner);
    }
}

void rapid_printed_volumes(const struct printed_tree *tree, const struct cd_placed *body,
                           struct cd_volumes *volumes)
{
    struct cd_obb model_space = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    show_box(tree, tree->boxes, &model_space, 0, body, volumes);
}
