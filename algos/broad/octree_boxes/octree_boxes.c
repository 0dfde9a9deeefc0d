// An octree whose leaves report the pairs of bodies whose boxes overlap.
//
// Ours, after Liu, Li, Zhao, Shan 2016 (algos/papers/liu2016/octree.c), whose leaves hand over all pairs of their bodies. A
// body is in every cell that its box touches, so two bodies may share several leaves. A pair is reported by the one that
// has the lowest corner of what the two boxes share: nothing is remembered or sorted. A cell is divided only where that
// leaves no more pairs to compare than there were, so there is no setting with which the work explodes. The tree is gone
// over depth first in every frame, and no more of it is in memory than the way from the root to a cell.
#include "algos/algo.h"
#include "base/memory.h"

#include <math.h>

/// A cube of space, and the bodies whose boxes touch it.
struct cell {
    double low[3], high[3]; ///< low ends belong to it, high ends to a neighbour; none at the root's own faces
    double middle[3], size; ///< where it is cut, and how wide it is
    uint32_t level;         ///< below the root
    size_t first;           ///< its bodies are entries[first .. first + count)
    uint32_t count;
};

struct octree {
    uint32_t capacity, depth, count;
    const struct cd_boxed *boxes; ///< of this frame, the driver's
    uint32_t *entries; ///< places in `boxes`: of a cell, of its children, of the children of one of these ...
    size_t entry_capacity;
    unsigned char *marks; ///< of a cell's bodies: the children touched, or whether there is an overlap
    double *ends[6];      ///< low x, y, z and high x, y, z of the bodies of a leaf
};

/// What is done with a leaf: its pairs are reported or, if `volumes` is set, it is shown.
struct visit {
    struct cd_pairs *pairs;
    struct cd_counters *counters;
    struct cd_volumes *volumes;
};

static const struct cd_param octree_boxes_params[] = {
    CD_PARAM_INT("capacity", "32", 1, 100000,
                 "a cell with more bodies is divided into eight, unless they overlap too much"),
    CD_PARAM_INT("depth", "8", 0, 20, "most levels below the root"),
    CD_PARAM_END,
};

static enum cd_code octree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct octree *octree = cd_allocate(1, sizeof *octree);
    octree->capacity = (uint32_t)cd_setting_int(create->settings, "capacity");
    octree->depth = (uint32_t)cd_setting_int(create->settings, "depth");
    octree->marks = cd_allocate(create->scene->max_bodies, 1);
    for (int k = 0; k < 6; k++)
        octree->ends[k] = cd_allocate(create->scene->max_bodies, sizeof *octree->ends[k]);
    *self = octree;
    return CD_OK;
}

static void octree_destroy(void *self)
{
    struct octree *octree = self;
    cd_free(octree->entries);
    cd_free(octree->marks);
    for (int k = 0; k < 6; k++)
        cd_free(octree->ends[k]);
    cd_free(octree);
}

static void octree_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                                uint32_t count)
{
    (void)frame;
    struct octree *octree = self;
    octree->boxes = boxes;
    octree->count = count;
}

/// Makes room for `count` entries.
static void reserve_entries(struct octree *octree, size_t count)
{
    if (count <= octree->entry_capacity)
        return;
    octree->entries =
        cd_reallocate(octree->entries, octree->entry_capacity, 2 * count, sizeof *octree->entries);
    octree->entry_capacity = 2 * count;
}

/// Which children a box touches that touches the cell: bit c for child c, whose bits say for which axes it is above the
/// middle. A point of two boxes is in a child that both touch, whatever the rounding of `middle`.
static unsigned children_touched(const struct cd_aabb *box, const double middle[3])
{
    unsigned x = 0x55u * !(box->low.x >= middle[0]) | 0xaau * !(box->high.x < middle[0]);
    unsigned y = 0x33u * !(box->low.y >= middle[1]) | 0xccu * !(box->high.y < middle[1]);
    unsigned z = 0x0fu * !(box->low.z >= middle[2]) | 0xf0u * !(box->high.z < middle[2]);
    return x & y & z;
}

/// Deals the bodies of a cell to its children, whose entries begin at `end`, and returns where these end; 0 if there would
/// be more pairs to compare than before.
static size_t divide(struct octree *octree, const struct cell *cell, size_t end, struct cell children[8])
{
    uint32_t counts[8] = {0};
    double pairs = 0;
    size_t next[8];
    for (uint32_t i = 0; i < cell->count; i++) {
        uint32_t body = octree->entries[cell->first + i];
        unsigned touched = children_touched(&octree->boxes[body].box, cell->middle);
        octree->marks[i] = (unsigned char)touched;
        for (; touched; touched &= touched - 1)
            counts[__builtin_ctz(touched)]++;
    }
    for (unsigned c = 0; c < 8; c++)
        pairs += counts[c] * (counts[c] - 1.0);
    if (pairs > cell->count * (cell->count - 1.0))
        return 0;
    for (unsigned c = 0; c < 8; c++) {
        struct cell *child = &children[c];
        *child = *cell;
        child->level++;
        child->size = 0.5 * cell->size;
        for (int axis = 0; axis < 3; axis++) {
            bool above = c >> axis & 1;
            if (above)
                child->low[axis] = fmax(cell->low[axis], cell->middle[axis]);
            else
                child->high[axis] = fmin(cell->high[axis], cell->middle[axis]);
            child->middle[axis] += (above ? 0.5 : -0.5) * child->size;
        }
        child->first = next[c] = end;
        child->count = counts[c];
        end += counts[c];
    }
    reserve_entries(octree, end);
    for (uint32_t i = 0; i < cell->count; i++)
        for (unsigned touched = octree->marks[i]; touched; touched &= touched - 1)
            octree->entries[next[__builtin_ctz(touched)]++] = octree->entries[cell->first + i];
    return end;
}

/// Which of the boxes behind box i overlap it. By itself, so that compilers see that several can be compared at a time.
static void compare_boxes(double *const ends[6], uint32_t i, uint32_t count, unsigned char *restrict overlaps)
{
    const double *low_x = ends[0], *low_y = ends[1], *low_z = ends[2];
    const double *high_x = ends[3], *high_y = ends[4], *high_z = ends[5];
    double low[3] = {low_x[i], low_y[i], low_z[i]}, high[3] = {high_x[i], high_y[i], high_z[i]};
    for (uint32_t j = i + 1; j < count; j++)
        overlaps[j] = (low_x[j] <= high[0]) & (low_y[j] <= high[1]) & (low_z[j] <= high[2]) &
                      (high_x[j] >= low[0]) & (high_y[j] >= low[1]) & (high_z[j] >= low[2]);
}

/// Reports the pairs of a leaf that overlap and are its own.
static void report_leaf(struct octree *octree, const struct cell *leaf, struct cd_pairs *pairs,
                        struct cd_counters *counters)
{
    const uint32_t *bodies = octree->entries + leaf->first;
    double *const *ends = octree->ends;
    counters->cells++;
    counters->box_tests += (uint64_t)leaf->count * (leaf->count - 1) / 2;
    for (uint32_t i = 0; i < leaf->count; i++) {
        const struct cd_aabb *box = &octree->boxes[bodies[i]].box;
        for (int axis = 0; axis < 3; axis++) {
            ends[axis][i] = cd_axis(&box->low, axis);
            ends[3 + axis][i] = cd_axis(&box->high, axis);
        }
    }
    for (uint32_t i = 0; i + 1 < leaf->count; i++) {
        compare_boxes(ends, i, leaf->count, octree->marks);
        for (uint32_t j = i + 1; j < leaf->count; j++) {
            bool own = octree->marks[j];
            for (int axis = 0; axis < 3 && own; axis++) {
                double lowest = fmax(ends[axis][i], ends[axis][j]);
                own = lowest >= leaf->low[axis] && lowest < leaf->high[axis];
            }
            if (own)
                cd_pairs_add(pairs, octree->boxes[bodies[i]].id, octree->boxes[bodies[j]].id);
        }
    }
}

/// Visits the leaves in a cell that have a pair to report, or a body to show. The entries of its children begin at `end`.
static void visit_cell(struct octree *octree, const struct cell *cell, size_t end, const struct visit *visit)
{
    struct cell children[8];
    size_t next = 0;
    if (cell->count < (visit->volumes ? 1 : 2))
        return;
    if (cell->count > octree->capacity && cell->level < octree->depth)
        next = divide(octree, cell, end, children);
    for (int c = 0; c < 8 && next; c++)
        visit_cell(octree, &children[c], next, visit);
    if (!next && !visit->volumes) {
        report_leaf(octree, cell, visit->pairs, visit->counters);
    } else if (!next && cell->level <= visit->volumes->depth) {
        double half = 0.5 * cell->size;
        struct cd_vec3 middle = cd_vec(cell->middle[0], cell->middle[1], cell->middle[2]),
                       to = cd_vec(half, half, half);
        cd_emit_aabb(visit->volumes, CD_NO_BODY, true, true,
                     &(struct cd_aabb){cd_sub(middle, to), cd_add(middle, to)});
    }
}

/// Visits all leaves. The root is the smallest cube that contains all boxes.
static void visit_leaves(struct octree *octree, const struct visit *visit)
{
    struct cell root = {.low = {-INFINITY, -INFINITY, -INFINITY}, .high = {INFINITY, INFINITY, INFINITY}};
    struct cd_aabb all = cd_aabb_empty();
    root.count = octree->count;
    reserve_entries(octree, root.count);
    for (uint32_t i = 0; i < root.count; i++) {
        cd_aabb_join(&all, &octree->boxes[i].box);
        octree->entries[i] = i;
    }
    struct cd_vec3 centre = cd_aabb_centre(&all);
    root.size = cd_aabb_longest_side(&all);
    for (int axis = 0; axis < 3; axis++)
        root.middle[axis] = cd_axis(&centre, axis);
    visit_cell(octree, &root, root.count, visit);
}

static void octree_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    visit_leaves(self, &(struct visit){.pairs = pairs, .counters = counters});
}

static void octree_volumes(const void *self, struct cd_volumes *volumes)
{
    struct octree *octree = (struct octree *)(uintptr_t)self; // a visit uses the entries as its own scratch
    visit_leaves(octree, &(struct visit){.volumes = volumes});
}

const struct cd_algo cd_algo_octree_boxes = {
    .name = "octree_boxes",
    .title = "octree whose leaves compare boxes",
    .source = "this project, after Liu, Li, Zhao, Shan 2016",
    .params = octree_boxes_params,
    .broad = &(const struct cd_broad_phase){.create = octree_create,
                                            .destroy = octree_destroy,
                                            .update = octree_update_boxes,
                                            .candidates = octree_candidates},
    .draw = &(const struct cd_debug_draw){.volumes = octree_volumes},
};
