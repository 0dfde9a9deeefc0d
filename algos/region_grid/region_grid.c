// Matching by a grid of cells: A. Boukerche, C. Dzermajko, "Performance Evaluation of Data Distribution
// Management Strategies", Concurrency and Computation 16(15), 2004, and many before; every subscribe extent
// is filed in the cells that it overlaps, in the first two dimensions, and every publish extent is tested
// against what is filed in its own cells.
//
// An extent that is filed in several cells would be found several times. Within a cell those that begin in
// the cell's column, row, both or none stand apart, and a pair is tested in that one of its common cells only
// which holds the lower corner of their overlap: D. Tsitsigkos, P. Bouros, K. Lampropoulos, N. Mamoulis,
// "A Two-layer Partitioning for Non-point Spatial Data", ICDE 2021.
#include "algos/region_matcher.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define AXES       2
#define MOST_CELLS 4096 ///< along an axis

/// Entries for every extent, on average, that the automatic choice of cells allows, and the user's.
#define FEW_COPIES  8
#define MOST_COPIES 64

/// Publish extents that a thread takes at a time.
#define CHUNK 256

/// What is filed in a cell, in the order in which it stands there: what begins in its column only, in its
/// column and row, in its row only, elsewhere. So what a publish extent looks at is always in a row.
enum class { IN_COLUMN, IN_BOTH, IN_ROW, IN_NONE, CLASSES };

struct axis {
    uint32_t cells;
    int32_t bounds[MOST_CELLS + 1]; ///< where cells begin; the last one is not used
    double first, per_unit;         ///< to guess a cell by
};

struct grid {
    struct cd_region_matcher base;
    uint32_t asked_cells; ///< along an axis; 0 for as many as seem good
    struct axis axes[AXES];
    uint32_t *starts; ///< CLASSES for every cell, and one more
    size_t starts_capacity, entry_capacity;
    uint32_t entry_count;
    uint32_t *extents; ///< of the entries; likewise the others
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
    uint32_t *order; ///< publish extents by the cell of their lower corner, so that neighbours share cells
};

static const struct cd_param grid_params[] = {
    CD_PARAM_INT("cells", "0", 0, MOST_CELLS,
                 "cells along each of two axes (halved while regions fill more than 64 on average); 0 fits "
                 "them to the regions"),
    CD_PARAM_END};

static enum cd_code grid_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct grid *grid = cd_allocate(1, sizeof *grid);
    cd_region_matcher_create(&grid->base, create);
    grid->asked_cells = (uint32_t)cd_setting_int(create->settings, "cells");
    grid->order = cd_allocate(grid->base.set.capacity, sizeof *grid->order);
    *self = grid;
    return CD_OK;
}

static void grid_destroy(void *self)
{
    struct grid *grid = self;
    for (uint32_t k = 0; k < grid->base.set.dimensions; k++) {
        cd_free(grid->low[k]);
        cd_free(grid->high[k]);
    }
    cd_free(grid->extents);
    cd_free(grid->starts);
    cd_free(grid->order);
    cd_region_matcher_destroy(&grid->base);
    cd_free(grid);
}

static size_t grid_bytes(const void *self)
{
    const struct grid *grid = self;
    return sizeof *grid + cd_region_matcher_bytes(&grid->base) +
           grid->base.set.capacity * sizeof *grid->order + grid->starts_capacity * sizeof *grid->starts +
           grid->entry_capacity *
               (sizeof *grid->extents + 2 * grid->base.set.dimensions * sizeof *grid->low[0]);
}

// ---- cells ------------------------------------------------------------------------------------------------

/// Cells along all of [low, high]; `cells` at most as many as there are places.
static void divide_axis(struct axis *axis, int32_t low, int32_t high, uint32_t cells)
{
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;
    axis->cells = cells < span ? cells : (uint32_t)span;
    for (uint32_t i = 0; i < axis->cells; i++)
        axis->bounds[i] = (int32_t)(low + (int64_t)((span * i + axis->cells - 1) / axis->cells));
    axis->first = low;
    axis->per_unit = axis->cells / (double)span;
}

/// The cell of a place; the guess may be off by one.
static uint32_t cell_of(const struct axis *axis, int32_t place)
{
    double guess = (place - axis->first) * axis->per_unit;
    uint32_t cell = guess <= 0 ? 0 : guess < axis->cells ? (uint32_t)guess : axis->cells - 1;
    while (cell > 0 && place < axis->bounds[cell])
        cell--;
    while (cell + 1 < axis->cells && place >= axis->bounds[cell + 1])
        cell++;
    return cell;
}

/// The cells that an extent overlaps.
struct span {
    uint32_t first[AXES], last[AXES];
};

static struct span span_of(const struct grid *grid, const struct cd_region_side *side, uint32_t extent)
{
    struct span span = {{0}, {0}};
    for (uint32_t k = 0; k < AXES && k < grid->base.set.dimensions; k++) {
        span.first[k] = cell_of(&grid->axes[k], side->low[k][extent]);
        span.last[k] = cell_of(&grid->axes[k], side->high[k][extent]);
    }
    return span;
}

/// Sides of the mean extent and the bounds of all.
static void measure_axis(const struct cd_region_set *set, uint32_t axis, double *mean, int32_t *low,
                         int32_t *high)
{
    double sum = 0;
    *low = INT32_MAX;
    *high = INT32_MIN;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_side *side = &set->sides[kind];
        for (uint32_t i = 0; i < side->count; i++) {
            sum += (double)side->high[axis][i] - side->low[axis][i] + 1;
            *low = side->low[axis][i] < *low ? side->low[axis][i] : *low;
            *high = side->high[axis][i] > *high ? side->high[axis][i] : *high;
        }
    }
    *mean = sum / ((double)set->sides[0].count + set->sides[1].count);
}

static size_t count_entries(const struct grid *grid)
{
    const struct cd_region_side *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    size_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        struct span span = span_of(grid, s, i);
        count += (size_t)(span.last[0] - span.first[0] + 1) * (span.last[1] - span.first[1] + 1);
    }
    return count;
}

static uint32_t wanted_cells(const struct grid *grid, double mean, double length, uint32_t axes)
{
    const struct cd_region_set *set = &grid->base.set;
    double all = (double)set->sides[0].count + set->sides[1].count;
    double most = axes == 1 ? all : sqrt(all); // about one region a cell
    double cells = length / mean;              // cells as large as the mean region
    cells = cells < most ? cells : most;
    return cells < 1 ? 1 : cells < MOST_CELLS ? (uint32_t)cells : MOST_CELLS;
}

/// Chooses the cells: as large as the mean extent, and larger where few large extents would fill too many.
static void divide(struct grid *grid)
{
    const struct cd_region_set *set = &grid->base.set;
    uint32_t axes = set->dimensions < AXES ? set->dimensions : AXES;
    int32_t low[AXES], high[AXES];
    uint32_t cells[AXES] = {1, 1};
    for (uint32_t k = 0; k < axes; k++) {
        double mean;
        measure_axis(set, k, &mean, &low[k], &high[k]);
        cells[k] = grid->asked_cells ? grid->asked_cells
                                     : wanted_cells(grid, mean, (double)high[k] - low[k] + 1, axes);
    }
    grid->axes[1].cells = 1; // in one dimension
    size_t most =
        (size_t)set->sides[CD_REGION_SUBSCRIBE].count * (grid->asked_cells ? MOST_COPIES : FEW_COPIES);
    for (;;) {
        for (uint32_t k = 0; k < axes; k++)
            divide_axis(&grid->axes[k], low[k], high[k], cells[k]);
        size_t count = count_entries(grid);
        grid->entry_count = (uint32_t)count;
        if (count <= most) // which one cell always is
            return;
        for (uint32_t k = 0; k < axes; k++)
            cells[k] = (cells[k] + 1) / 2;
    }
}

// ---- filing -----------------------------------------------------------------------------------------------

static void make_room(struct grid *grid)
{
    size_t wanted = (size_t)CLASSES * grid->axes[0].cells * grid->axes[1].cells + 1;
    if (wanted > grid->starts_capacity) {
        cd_free(grid->starts);
        grid->starts = cd_allocate(wanted, sizeof *grid->starts);
        grid->starts_capacity = wanted;
    }
    if ((size_t)grid->entry_count + CD_REGION_SLACK <= grid->entry_capacity)
        return;
    size_t room = (size_t)grid->entry_count + grid->entry_count / 8 + CD_REGION_SLACK; // regions move
    cd_free(grid->extents);
    grid->extents = cd_allocate(room, sizeof *grid->extents);
    for (uint32_t k = 0; k < grid->base.set.dimensions; k++) {
        cd_free(grid->low[k]);
        cd_free(grid->high[k]);
        grid->low[k] = cd_allocate(room, sizeof *grid->low[k]);
        grid->high[k] = cd_allocate(room, sizeof *grid->high[k]);
    }
    grid->entry_capacity = room;
}

static size_t class_of(const struct grid *grid, const struct span *span, uint32_t x, uint32_t y)
{
    bool column = x == span->first[0], row = y == span->first[1];
    enum class class = column && row ? IN_BOTH : column ? IN_COLUMN : row ? IN_ROW : IN_NONE;
    return ((size_t)y * grid->axes[0].cells + x) * CLASSES + class;
}

static void file_entry(struct grid *grid, uint32_t entry, uint32_t extent)
{
    const struct cd_region_side *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    grid->extents[entry] = extent;
    for (uint32_t k = 0; k < grid->base.set.dimensions; k++) {
        grid->low[k][entry] = s->low[k][extent];
        grid->high[k][entry] = s->high[k][extent];
    }
}

/// Counts how many entries each class of each cell has, or files them where starts[] says, moving that on.
static void go_through(struct grid *grid, bool file)
{
    const struct cd_region_side *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    for (uint32_t i = 0; i < s->count; i++) {
        struct span span = span_of(grid, s, i);
        for (uint32_t y = span.first[1]; y <= span.last[1]; y++)
            for (uint32_t x = span.first[0]; x <= span.last[0]; x++) {
                uint32_t *start = &grid->starts[class_of(grid, &span, x, y)];
                if (file)
                    file_entry(grid, *start, i);
                ++*start;
            }
    }
}

/// Turns counts into starts.
static void add_up(uint32_t *starts, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t here = starts[i];
        starts[i] = sum;
        sum += here;
    }
}

/// Sorts publish extents by the cell of their lower corner; uses starts[] for it.
static void order_publish(struct grid *grid, size_t cells)
{
    const struct cd_region_side *p = &grid->base.set.sides[CD_REGION_PUBLISH];
    memset(grid->starts, 0, cells * sizeof *grid->starts);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < p->count; i++) {
            struct span span = span_of(grid, p, i);
            uint32_t *start = &grid->starts[(size_t)span.first[1] * grid->axes[0].cells + span.first[0]];
            if (pass)
                grid->order[*start] = i;
            ++*start;
        }
        if (!pass)
            add_up(grid->starts, cells);
    }
}

static enum cd_code grid_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct grid *grid = self;
    cd_region_set_fill(&grid->base.set, frame);
    if (!grid->base.set.sides[CD_REGION_PUBLISH].count || !grid->base.set.sides[CD_REGION_SUBSCRIBE].count)
        return CD_OK;
    divide(grid);
    make_room(grid);
    size_t cells = (size_t)grid->axes[0].cells * grid->axes[1].cells;
    order_publish(grid, cells);
    memset(grid->starts, 0, (CLASSES * cells + 1) * sizeof *grid->starts);
    go_through(grid, false);
    add_up(grid->starts, CLASSES * cells + 1);
    go_through(grid, true);
    // Filing has moved every start to where the next class begins.
    memmove(grid->starts + 1, grid->starts, CLASSES * cells * sizeof *grid->starts);
    grid->starts[0] = 0;
    return CD_OK;
}

// ---- matching ---------------------------------------------------------------------------------------------

/// One publish extent in one of its cells; true when the query is answered.
static bool match_cell(struct grid *grid, struct cd_worker *worker, uint32_t extent,
                       const struct cd_region_bounds *bounds, const struct span *span, uint32_t x, uint32_t y)
{
    // What begins before this column or row was, or will be, met in another cell, unless this one does too.
    bool column = x == span->first[0], row = y == span->first[1];
    enum class first = row ? IN_COLUMN : IN_BOTH, end = !column ? IN_ROW : row ? CLASSES : IN_NONE;
    const uint32_t *starts = &grid->starts[((size_t)y * grid->axes[0].cells + x) * CLASSES];
    worker->counters.cells++;
    return cd_region_matcher_scan(&grid->base, worker, CD_REGION_PUBLISH, extent, bounds, grid->low,
                                  grid->high, grid->extents, 0, starts[first], starts[end]);
}

static void match_chunk(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t chunk)
{
    struct grid *grid = (struct grid *)matcher;
    const struct cd_region_side *p = &matcher->set.sides[CD_REGION_PUBLISH];
    uint32_t first = chunk * CHUNK, end = p->count - first < CHUNK ? p->count : first + CHUNK;
    for (uint32_t i = first; i < end; i++) {
        uint32_t extent = grid->order[i];
        struct span span = span_of(grid, p, extent);
        struct cd_region_bounds bounds = cd_region_set_bounds(&matcher->set, CD_REGION_PUBLISH, extent);
        for (uint32_t y = span.first[1]; y <= span.last[1]; y++)
            for (uint32_t x = span.first[0]; x <= span.last[0]; x++)
                if (match_cell(grid, worker, extent, &bounds, &span, x, y))
                    return;
    }
}

static enum cd_code grid_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct grid *grid = self;
    const struct cd_region_side *sides = grid->base.set.sides;
    uint32_t publish = sides[CD_REGION_SUBSCRIBE].count ? sides[CD_REGION_PUBLISH].count : 0;
    cd_region_matcher_run(&grid->base, workers, publish / CHUNK + (publish % CHUNK > 0), match_chunk);
    return CD_OK;
}

const struct cd_algo cd_algo_region_grid = {
    .name = "region_grid",
    .title = "a grid of cells in which subscribe regions are filed",
    .source = "Boukerche, Dzermajko 2004; Tsitsigkos et al. 2021",
    .role = CD_ROLE_SCENE,
    .params = grid_params,
    .describe = cd_region_matcher_describe,
    .create = grid_create,
    .destroy = grid_destroy,
    .bytes = grid_bytes,
    .update = grid_update,
    .query = grid_query,
};
