// A uniform grid, made anew in every frame: bodies are entered into every cell that their box touches, and
// those that share a cell are candidates if their boxes overlap. A pair is reported by the lowest cell that
// both lie in, and by no other.
//
// Simon Green and many before him; the size of the cells follows the boxes, as Christer Ericson: Real-Time
// Collision Detection, 2005, section 7.1 advises. Where a few huge bodies would fill thousands of cells each,
// cells are doubled until there are at most 8 entries a body on average.
#include "algos/algo.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define ENTRIES_PER_BODY 8
#define CELLS_PER_BODY   8 // in all of the grid: empty cells cost little, but not nothing

/// The first and last cell of a box along each axis.
struct range {
    uint32_t low[3], high[3];
};

struct grid {
    double factor;
    uint32_t capacity, count;
    const struct cd_boxed *boxes; ///< of this frame, the driver's
    struct range *ranges;         ///< per live body
    uint32_t *entries;            ///< indices of live bodies, cell after cell
    uint32_t *starts;             ///< of every cell among the entries, and the end
    struct cd_vec3 origin;
    double cell;
    uint32_t cells[3];
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
    grid->ranges = cd_allocate(grid->capacity, sizeof *grid->ranges);
    grid->entries = cd_allocate((size_t)ENTRIES_PER_BODY * grid->capacity, sizeof *grid->entries);
    grid->starts = cd_allocate((size_t)CELLS_PER_BODY * grid->capacity + 2, sizeof *grid->starts);
    *self = grid;
    return CD_OK;
}

static void grid_destroy(void *self)
{
    struct grid *grid = self;
    cd_free(grid->ranges);
    cd_free(grid->entries);
    cd_free(grid->starts);
    cd_free(grid);
}

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
static uint32_t cell_of(const struct grid *grid, const struct cd_vec3 *point, int axis)
{
    double at = (cd_axis(point, axis) - cd_axis(&grid->origin, axis)) / grid->cell;
    uint32_t last = grid->cells[axis] - 1;
    return at < last ? (uint32_t)at : last;
}

/// The cells of every box; false when there would be more entries than there is room for.
static bool find_ranges(struct grid *grid)
{
    uint64_t entries = 0, max = (uint64_t)ENTRIES_PER_BODY * grid->count;
    for (uint32_t i = 0; i < grid->count && entries <= max; i++) {
        struct range *range = &grid->ranges[i];
        uint64_t cells = 1;
        for (int axis = 0; axis < 3; axis++) {
            range->low[axis] = cell_of(grid, &grid->boxes[i].box.low, axis);
            range->high[axis] = cell_of(grid, &grid->boxes[i].box.high, axis);
            cells *= range->high[axis] - range->low[axis] + 1;
        }
        entries += cells;
    }
    return entries <= max;
}

/// Counts a body in every cell of its, two cells on, or puts it there.
static inline void enter(struct grid *grid, uint32_t body, bool puts)
{
    const struct range *range = &grid->ranges[body];
    for (uint32_t z = range->low[2]; z <= range->high[2]; z++)
        for (uint32_t y = range->low[1]; y <= range->high[1]; y++)
            for (uint32_t x = range->low[0]; x <= range->high[0]; x++) {
                size_t cell = ((size_t)z * grid->cells[1] + y) * grid->cells[0] + x;
                if (puts)
                    grid->entries[grid->starts[cell + 1]++] = body;
                else
                    grid->starts[cell + 2]++;
            }
}

static size_t cell_count(const struct grid *grid)
{
    return (size_t)grid->cells[0] * grid->cells[1] * grid->cells[2];
}

/// Sorts the bodies into their cells by counting: starts[c + 1] ends up as the end of cell c.
static void fill_cells(struct grid *grid)
{
    size_t cells = cell_count(grid);
    memset(grid->starts, 0, (cells + 2) * sizeof *grid->starts);
    for (uint32_t i = 0; i < grid->count; i++)
        enter(grid, i, false);
    for (size_t c = 2; c < cells + 2; c++)
        grid->starts[c] += grid->starts[c - 1];
    for (uint32_t i = 0; i < grid->count; i++)
        enter(grid, i, true);
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
    while (!lay_cells(grid, &space) || !find_ranges(grid))
        grid->cell *= 2;
    fill_cells(grid);
}

/// Whether the cell is the lowest that both bodies lie in.
static bool is_first_common(const struct grid *grid, const struct range *a, const struct range *b,
                            size_t cell)
{
    uint32_t at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = a->low[axis] > b->low[axis] ? a->low[axis] : b->low[axis];
    return ((size_t)at[2] * grid->cells[1] + at[1]) * grid->cells[0] + at[0] == cell;
}

static void report_cell(const struct grid *grid, size_t cell, struct cd_pairs *pairs,
                        struct cd_counters *counters)
{
    for (uint32_t i = grid->starts[cell]; i < grid->starts[cell + 1]; i++)
        for (uint32_t j = i + 1; j < grid->starts[cell + 1]; j++) {
            uint32_t a = grid->entries[i], b = grid->entries[j];
            counters->box_tests++;
            if (cd_aabb_overlap(&grid->boxes[a].box, &grid->boxes[b].box) &&
                is_first_common(grid, &grid->ranges[a], &grid->ranges[b], cell))
                cd_pairs_add(pairs, grid->boxes[a].id, grid->boxes[b].id);
        }
}

static void grid_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    const struct grid *grid = self;
    if (!grid->count)
        return;
    size_t cells = cell_count(grid);
    counters->cells += cells;
    for (size_t cell = 0; cell < cells; cell++)
        report_cell(grid, cell, pairs, counters);
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
