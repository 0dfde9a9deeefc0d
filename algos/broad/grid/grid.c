// A grid of several widths, made anew in every frame: Mirtich, "Efficient algorithms for two-phase collision
// detection", 1997, and Ericson, Real-Time Collision Detection, 2005, section 7.2.1. A body is in one cell: the cell of
// the low corner of its box, on the finest level whose cells are no narrower than the box. The cells of the coarsest
// level are as wide as the longest side of all boxes; the width halves from level to level, down to the mean side. A
// body meets the bodies before it on its own level and the bodies of coarser levels, if their low corners are no
// farther than a cell before its own box.
//
// The boxes are stored in the order of their cells, as floats that are rounded outwards. Pairs that overlap there are
// then compared by the boxes themselves.
#include "algos/algo.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define MAX_LEVELS 32

/// Cells of all levels: an empty cell costs little, but not nothing.
#define CELLS_PER_BODY 8

/// The bodies of a part that a thread takes, about, and the most parts.
#define PART      16
#define PARTS_MAX 64

/// A box, measured from the grid's origin in widths of the finest cells.
struct box {
    float low[3], high[3];
    uint32_t body; ///< index among the live bodies
    uint32_t cell; ///< of all levels
};

struct level {
    float width; ///< in widths of the finest cells
    uint32_t cells[3], first_cell;
    uint32_t first, end; ///< its boxes in the order of cells
};

/// What a part of the boxes has found: its place in the list of a thread.
struct part {
    unsigned thread;
    size_t first, count;
    uint64_t tests;
};

struct grid {
    double factor;
    uint32_t capacity, count;
    struct cd_context *context;
    const struct cd_boxed *boxes; ///< of this frame, the driver's
    struct box *taken, *sorted;   ///< by body; by cell
    uint32_t *starts;             ///< of every cell among the sorted boxes, and the end
    struct cd_vec3 origin;
    double width;
    unsigned level_count;
    uint32_t cell_count;
    struct level levels[MAX_LEVELS];
    struct part parts[PARTS_MAX];
    uint32_t part_count;
    struct cd_pairs *found; ///< per thread
};

static const struct cd_param grid_params[] = {
    CD_PARAM_REAL("cell", "1", 0.01, 1000,
                  "cells are halved down to this multiple of the mean box's longest side"),
    CD_PARAM_END,
};

static enum cd_code grid_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct grid *grid = cd_allocate(1, sizeof *grid);
    grid->factor = cd_setting_real(create->settings, "cell");
    grid->capacity = create->scene->max_bodies;
    grid->context = create->context;
    grid->taken = cd_allocate(grid->capacity, sizeof *grid->taken);
    grid->sorted = cd_allocate(grid->capacity, sizeof *grid->sorted);
    grid->starts =
        cd_allocate((size_t)CELLS_PER_BODY * grid->capacity + MAX_LEVELS + 2, sizeof *grid->starts);
    grid->found = cd_allocate(create->context->threads, sizeof *grid->found);
    *self = grid;
    return CD_OK;
}

static void grid_destroy(void *self)
{
    struct grid *grid = self;
    for (unsigned i = 0; i < grid->context->threads; i++)
        cd_free(grid->found[i].pairs);
    cd_free(grid->found);
    cd_free(grid->taken);
    cd_free(grid->sorted);
    cd_free(grid->starts);
    cd_free(grid);
}

/// Chooses the widths of all levels, and lays their cells over the space of all boxes.
static void lay_levels(struct grid *grid)
{
    struct cd_aabb space = cd_aabb_empty();
    double mean = 0, longest = 0, extent[3];
    for (uint32_t i = 0; i < grid->count; i++) {
        double side = cd_aabb_longest_side(&grid->boxes[i].box);
        cd_aabb_join(&space, &grid->boxes[i].box);
        mean += side / grid->count;
        longest = fmax(longest, side);
    }
    longest = fmin(fmax(longest, 0x1p-900), 0x1p1000); // bodies may be points, or of astronomic size
    double halvings = floor(log2(longest / fmax(grid->factor * mean, 0x1p-900)));
    grid->level_count = halvings > 0 ? (unsigned)fmin(halvings, MAX_LEVELS - 1) + 1 : 1;
    grid->origin = space.low;
    grid->width = ldexp(longest, 1 - (int)grid->level_count);
    grid->cell_count = 0;
    for (int axis = 0; axis < 3; axis++)
        extent[axis] = fmin((cd_axis(&space.high, axis) - cd_axis(&space.low, axis)) / grid->width, 0x1p100);
    for (unsigned i = 0; i < grid->level_count; i++) {
        struct level *level = &grid->levels[i];
        *level = (struct level){.width = ldexpf(1, (int)i), .first_cell = grid->cell_count};
        double max = fmax((double)CELLS_PER_BODY * grid->capacity / grid->level_count, 1);
        for (double product = INFINITY; product > max;) { // wider where there would be too many cells
            product = 1;
            for (int axis = 0; axis < 3; axis++) {
                double cells = floor(extent[axis] / (double)level->width) + 1;
                product *= cells;
                level->cells[axis] = product <= max ? (uint32_t)cells : 1;
            }
            level->width *= product > max ? 2 : 1;
        }
        grid->cell_count += level->cells[0] * level->cells[1] * level->cells[2];
    }
}

/// The cell of a coordinate; monotone, so that rounding separates nothing.
static uint32_t cell_of(const struct level *level, float at, int axis)
{
    float cell = at / level->width; // exact: widths are powers of two
    return cell >= (float)(level->cells[axis] - 1) ? level->cells[axis] - 1 : cell > 0 ? (uint32_t)cell : 0;
}

static uint32_t row_of(const struct level *level, uint32_t y, uint32_t z)
{
    return level->first_cell + (z * level->cells[1] + y) * level->cells[0];
}

/// A float that is no larger; monotone.
static float rounded_down(double at)
{
    return (float)(at - fabs(at) * 0x1p-23 - 0x1p-100);
}

static bool take_part(void *user, size_t part, unsigned thread)
{
    (void)thread;
    struct grid *grid = user;
    double scale = 1 / grid->width;
    uint32_t end = cd_part_begin(0, grid->count, (uint32_t)part + 1, grid->part_count);
    for (uint32_t i = cd_part_begin(0, grid->count, (uint32_t)part, grid->part_count); i < end; i++) {
        struct box *box = &grid->taken[i];
        const struct cd_aabb *own = &grid->boxes[i].box;
        double side = cd_aabb_longest_side(own) * scale;
        unsigned at = 0;
        box->body = i;
        for (int axis = 0; axis < 3; axis++) {
            double origin = cd_axis(&grid->origin, axis);
            box->low[axis] = rounded_down((cd_axis(&own->low, axis) - origin) * scale);
            box->high[axis] = -rounded_down((origin - cd_axis(&own->high, axis)) * scale);
        }
        while (at + 1 < grid->level_count && side > (double)grid->levels[at].width)
            at++;
        const struct level *level = &grid->levels[at];
        box->cell = row_of(level, cell_of(level, box->low[1], 1), cell_of(level, box->low[2], 2)) +
                    cell_of(level, box->low[0], 0);
    }
    return false;
}

/// How many places ahead memory is fetched: bodies that are near each other need not have numbers that are.
#define AHEAD 16

/// Sorts the boxes by cells, by counting: starts[c + 1] ends up as the end of cell c.
static void sort_boxes(struct grid *grid)
{
    uint32_t *starts = grid->starts;
    memset(starts, 0, ((size_t)grid->cell_count + 2) * sizeof *starts);
    for (uint32_t i = 0; i < grid->count; i++) {
        if (i + AHEAD < grid->count)
            __builtin_prefetch(&starts[grid->taken[i + AHEAD].cell + 2], 1);
        starts[grid->taken[i].cell + 2]++;
    }
    for (uint32_t c = 2; c < grid->cell_count + 2; c++)
        starts[c] += starts[c - 1];
    for (uint32_t i = 0; i < grid->count; i++) {
        if (i + 2 * AHEAD < grid->count)
            __builtin_prefetch(&starts[grid->taken[i + 2 * AHEAD].cell + 1], 1);
        if (i + AHEAD < grid->count)
            __builtin_prefetch(&grid->sorted[starts[grid->taken[i + AHEAD].cell + 1]], 1);
        grid->sorted[starts[grid->taken[i].cell + 1]++] = grid->taken[i];
    }
    for (unsigned i = 0; i < grid->level_count; i++) {
        struct level *level = &grid->levels[i];
        level->first = starts[level->first_cell];
        level->end = starts[i + 1 < grid->level_count ? grid->levels[i + 1].first_cell : grid->cell_count];
    }
}

static void grid_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                              uint32_t count)
{
    (void)frame;
    struct grid *grid = self;
    CD_ASSERT(count <= grid->capacity);
    grid->count = count;
    grid->boxes = boxes;
    if (!count)
        return;
    grid->part_count = 1 + count / PART < PARTS_MAX ? 1 + count / PART : PARTS_MAX;
    lay_levels(grid);
    cd_run_items(grid->context->threads, grid->part_count, take_part, grid);
    sort_boxes(grid);
}

/// Notes the boxes of a level that overlap a box in floats, as pairs of indices, except those from place `end` on; returns
/// how many were tested.
static uint64_t report_level(const struct grid *grid, const struct level *level, const struct box *own,
                             uint32_t end, struct cd_pairs *pairs)
{
    uint32_t low[3], high[3];
    uint64_t tests = 0;
    for (int axis = 0; axis < 3; axis++) {
        // How far before a box another one of this level, or of a finer one, can begin and still overlap it, in floats.
        float reach = level->width * 1.0001F + fabsf(own->low[axis]) * 0x1p-20F;
        low[axis] = cell_of(level, own->low[axis] - reach, axis);
        high[axis] = cell_of(level, own->high[axis], axis);
    }
    for (uint32_t z = low[2]; z <= high[2]; z++)
        for (uint32_t y = low[1]; y <= high[1]; y++) {
            uint32_t row = row_of(level, y, z), first = grid->starts[row + low[0]],
                     last = grid->starts[row + high[0] + 1];
            last = last < end ? last : end;
            if (first >= end)
                return tests;
            tests += last - first;
            for (const struct box *other = grid->sorted + first; other < grid->sorted + last; other++) {
                bool apart = false;
                for (int axis = 0; axis < 3; axis++)
                    apart |= (own->low[axis] > other->high[axis]) | (other->low[axis] > own->high[axis]);
                if (!apart)
                    cd_pairs_add(pairs, own->body, other->body);
            }
        }
    return tests;
}

static bool report_part(void *user, size_t index, unsigned thread)
{
    struct grid *grid = user;
    struct part *part = &grid->parts[index];
    struct cd_pairs *found = &grid->found[thread];
    uint32_t end = cd_part_begin(0, grid->count, (uint32_t)index + 1, grid->part_count);
    const struct level *own = grid->levels, *all = grid->levels + grid->level_count;
    *part = (struct part){.thread = thread, .first = found->count};
    for (uint32_t i = cd_part_begin(0, grid->count, (uint32_t)index, grid->part_count); i < end; i++) {
        while (i >= own->end)
            own++;
        for (const struct level *level = own; level < all; level++)
            if (level->first < level->end)
                part->tests +=
                    report_level(grid, level, &grid->sorted[i], level == own ? i : level->end, found);
    }
    size_t kept = part->first; // those of the pairs whose boxes overlap, as pairs of ids
    for (size_t i = part->first; i < found->count; i++) {
        if (i + AHEAD < found->count) {
            __builtin_prefetch(&grid->boxes[found->pairs[i + AHEAD].a]);
            __builtin_prefetch(&grid->boxes[found->pairs[i + AHEAD].b]);
        }
        const struct cd_boxed *a = &grid->boxes[found->pairs[i].a], *b = &grid->boxes[found->pairs[i].b];
        if (cd_aabb_overlap(&a->box, &b->box))
            found->pairs[kept++] = (struct cd_pair){a->id, b->id};
    }
    found->count = kept;
    part->count = kept - part->first;
    return false;
}

static void grid_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct grid *grid = self;
    if (!grid->count)
        return;
    counters->cells += grid->cell_count;
    for (unsigned i = 0; i < grid->context->threads; i++)
        grid->found[i].count = 0;
    cd_run_items(grid->context->threads, grid->part_count, report_part, grid);
    for (uint32_t i = 0; i < grid->part_count; i++) { // in the boxes' order, whichever thread found them
        const struct part *part = &grid->parts[i];
        counters->box_tests += part->tests;
        if (part->count)
            cd_pairs_append(pairs, grid->found[part->thread].pairs + part->first, part->count);
    }
}

const struct cd_algo cd_algo_grid = {
    .name = "grid",
    .title = "grid with cells of several sizes, rebuilt in every frame",
    .source = "Mirtich 1997; Ericson 2005",
    .params = grid_params,
    .broad = &(const struct cd_broad_phase){.create = grid_create,
                                            .destroy = grid_destroy,
                                            .update = grid_update_boxes,
                                            .candidates = grid_candidates},
};
