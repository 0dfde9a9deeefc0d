// A uniform grid, made anew in every frame: bodies are entered into every cell that their box touches, and
// those that share a cell are candidates if their boxes overlap. A pair is reported by the lowest cell that
// both lie in, and by no other.
//
// Simon Green and many before him; the size of the cells follows the boxes, as Christer Ericson: Real-Time
// Collision Detection, 2005, section 7.1 advises. Where a few huge bodies would fill thousands of cells each,
// cells are doubled until there are at most 8 entries a body on average. An entry has the body's box in floats,
// rounded outwards, so that a cell is tested without a look at anything else.
#include "algos/algo.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ENTRIES_PER_BODY 8
#define CELLS_PER_BODY   8 // in all of the grid: empty cells cost little, but not nothing

/// Cells that a thread takes at a time: a part of all.
#define PARTS 64

/// A box in numbers of cells from the grid's origin.
struct entry {
    float low[3], high[3];
    uint32_t body; ///< index among the live bodies
};

/// What a part of the cells has found: in the list of a thread.
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
    struct entry *scaled;         ///< per live body
    struct entry *entries;        ///< cell after cell
    uint32_t *starts;             ///< of every cell among the entries, and the end
    struct cd_vec3 origin;
    double cell;
    uint32_t cells[3];
    uint64_t entered[PARTS]; ///< entries of a part of the bodies
    struct part parts[PARTS];
    struct cd_pairs *found; ///< per thread
};

static const struct cd_param grid_params[] = {
    CD_PARAM_REAL("cell", "1", 0.01, 1000, "width of a cell as a multiple of the mean box's longest side"),
    CD_PARAM_END,
};

static enum cd_code grid_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct grid *grid = cd_allocate(1, sizeof *grid);
    grid->factor = cd_setting_real(create->settings, "cell");
    grid->capacity = create->scene->max_bodies;
    grid->context = create->context;
    grid->scaled = cd_allocate(grid->capacity, sizeof *grid->scaled);
    grid->entries = cd_allocate((size_t)ENTRIES_PER_BODY * grid->capacity, sizeof *grid->entries);
    grid->starts = cd_allocate((size_t)CELLS_PER_BODY * grid->capacity + 2, sizeof *grid->starts);
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
    cd_free(grid->scaled);
    cd_free(grid->entries);
    cd_free(grid->starts);
    cd_free(grid);
}

// ---- cells ------------------------------------------------------------------------------------------------

/// Lays cells over the space of all boxes; false when they would be more than there is room for.
static bool lay_cells(struct grid *grid, const struct cd_aabb *space)
{
    struct cd_vec3 extent = cd_aabb_extent(space);
    double max = (double)CELLS_PER_BODY * grid->capacity, product = 1;
    for (int axis = 0; axis < 3; axis++) {
        double side = cd_axis(&extent, axis);
        bool one = side < grid->cell || isinf(grid->cell); // extents may overflow
        double cells = one ? 1 : floor(side / grid->cell) + 1;
        product *= cells;
        if (!(product <= max))
            return false;
        grid->cells[axis] = (uint32_t)cells;
    }
    return true;
}

/// The cell of a coordinate; monotone, so that boxes that overlap share a cell however it is rounded.
static uint32_t cell_of(const struct grid *grid, float at, int axis)
{
    float last = (float)(grid->cells[axis] - 1);
    return at >= last ? grid->cells[axis] - 1 : at > 0 ? (uint32_t)at : 0; // and 0 for what is no number
}

/// A coordinate in cells, rounded down; up for the negative of it.
static float rounded_down(double at)
{
    float value = (float)at;
    return (double)value > at ? nextafterf(value, -INFINITY) : value;
}

/// Scales the boxes of a part of the bodies, and counts their entries.
static bool scale_part(void *user, size_t part, unsigned thread)
{
    (void)thread;
    struct grid *grid = user;
    uint64_t entered = 0;
    uint32_t end = cd_part_begin(0, grid->count, (uint32_t)part + 1, PARTS);
    for (uint32_t i = cd_part_begin(0, grid->count, (uint32_t)part, PARTS); i < end; i++) {
        struct entry *entry = &grid->scaled[i];
        const struct cd_aabb *box = &grid->boxes[i].box;
        uint64_t cells = 1;
        entry->body = i;
        for (int axis = 0; axis < 3; axis++) {
            double origin = cd_axis(&grid->origin, axis);
            entry->low[axis] = rounded_down((cd_axis(&box->low, axis) - origin) / grid->cell);
            entry->high[axis] = -rounded_down(-(cd_axis(&box->high, axis) - origin) / grid->cell);
            cells *= cell_of(grid, entry->high[axis], axis) - cell_of(grid, entry->low[axis], axis) + 1;
        }
        entered += cells;
    }
    grid->entered[part] = entered;
    return false;
}

/// The cells of every box; false when there would be more entries than there is room for.
static bool scale_boxes(struct grid *grid)
{
    uint64_t entered = 0;
    cd_run_items(grid->context->threads, PARTS, scale_part, grid);
    for (int part = 0; part < PARTS; part++)
        entered += grid->entered[part];
    return entered <= (uint64_t)ENTRIES_PER_BODY * grid->count;
}

/// Counts a body in every cell of its, two cells on, or puts it there.
static inline void enter(struct grid *grid, const struct entry *entry, bool puts)
{
    uint32_t low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = cell_of(grid, entry->low[axis], axis);
        high[axis] = cell_of(grid, entry->high[axis], axis);
    }
    for (uint32_t z = low[2]; z <= high[2]; z++)
        for (uint32_t y = low[1]; y <= high[1]; y++)
            for (uint32_t x = low[0]; x <= high[0]; x++) {
                size_t cell = ((size_t)z * grid->cells[1] + y) * grid->cells[0] + x;
                if (puts)
                    grid->entries[grid->starts[cell + 1]++] = *entry;
                else
                    grid->starts[cell + 2]++;
            }
}

static uint32_t cell_count(const struct grid *grid)
{
    return grid->cells[0] * grid->cells[1] * grid->cells[2];
}

/// Sorts the bodies into their cells by counting: starts[c + 1] ends up as the end of cell c.
static void fill_cells(struct grid *grid)
{
    size_t cells = cell_count(grid);
    memset(grid->starts, 0, (cells + 2) * sizeof *grid->starts);
    for (uint32_t i = 0; i < grid->count; i++)
        enter(grid, &grid->scaled[i], false);
    for (size_t c = 2; c < cells + 2; c++)
        grid->starts[c] += grid->starts[c - 1];
    for (uint32_t i = 0; i < grid->count; i++)
        enter(grid, &grid->scaled[i], true);
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
    struct cd_aabb space = cd_aabb_empty();
    double sides = 0;
    for (uint32_t i = 0; i < count; i++) {
        cd_aabb_join(&space, &boxes[i].box);
        sides += cd_aabb_longest_side(&boxes[i].box) / count;
    }
    grid->origin = space.low;
    grid->cell = fmax(grid->factor * sides, 0x1p-1000); // bodies may all be points
    while (!lay_cells(grid, &space) || !scale_boxes(grid))
        grid->cell *= 2;
    fill_cells(grid);
}

// ---- pairs ------------------------------------------------------------------------------------------------

static bool overlap(const struct entry *a, const struct entry *b)
{
    bool apart = false;
    for (int axis = 0; axis < 3; axis++)
        apart |= (a->low[axis] > b->high[axis]) | (b->low[axis] > a->high[axis]);
    return !apart;
}

/// Whether the cell is the lowest that both bodies lie in.
static bool is_first_common(const struct grid *grid, const struct entry *a, const struct entry *b,
                            uint32_t cell)
{
    uint32_t at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = cell_of(grid, a->low[axis] > b->low[axis] ? a->low[axis] : b->low[axis], axis);
    return (at[2] * grid->cells[1] + at[1]) * grid->cells[0] + at[0] == cell;
}

static void report_cell(const struct grid *grid, uint32_t cell, struct cd_pairs *pairs)
{
    const struct entry *end = grid->entries + grid->starts[cell + 1];
    for (const struct entry *a = grid->entries + grid->starts[cell]; a < end; a++)
        for (const struct entry *b = a + 1; b < end; b++) {
            const struct cd_boxed *boxes = grid->boxes;
            if (overlap(a, b) && is_first_common(grid, a, b, cell) &&
                cd_aabb_overlap(&boxes[a->body].box, &boxes[b->body].box))
                cd_pairs_add(pairs, boxes[a->body].id, boxes[b->body].id);
        }
}

static bool report_part(void *user, size_t index, unsigned thread)
{
    struct grid *grid = user;
    struct part *part = &grid->parts[index];
    struct cd_pairs *found = &grid->found[thread];
    uint32_t cells = cell_count(grid), end = cd_part_begin(0, cells, (uint32_t)index + 1, PARTS);
    *part = (struct part){.thread = thread, .first = found->count};
    for (uint32_t cell = cd_part_begin(0, cells, (uint32_t)index, PARTS); cell < end; cell++) {
        uint64_t entries = grid->starts[cell + 1] - grid->starts[cell];
        part->tests += entries * (entries - (entries > 0)) / 2;
        report_cell(grid, cell, found);
    }
    part->count = found->count - part->first;
    return false;
}

static void grid_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct grid *grid = self;
    if (!grid->count)
        return;
    counters->cells += cell_count(grid);
    for (unsigned i = 0; i < grid->context->threads; i++)
        grid->found[i].count = 0;
    cd_run_items(grid->context->threads, PARTS, report_part, grid);
    for (int i = 0; i < PARTS; i++) { // in the order of the cells, whichever thread found them
        const struct part *part = &grid->parts[i];
        counters->box_tests += part->tests;
        cd_pairs_append(pairs, grid->found[part->thread].pairs + part->first, part->count);
    }
}

const struct cd_algo cd_algo_grid = {
    .name = "grid",
    .title = "uniform grid of cells, made anew in every frame",
    .source = "folklore; Ericson 2005",
    .role = CD_ROLE_BROAD,
    .params = grid_params,
    .create = grid_create,
    .destroy = grid_destroy,
    .update_boxes = grid_update_boxes,
    .candidates = grid_candidates,
};
