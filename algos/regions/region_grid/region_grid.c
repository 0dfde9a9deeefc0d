// Matching by a grid of cells: A. Boukerche, C. Dzermajko, "Performance Evaluation of Data Distribution
// Management Strategies", Concurrency and Computation 16(15), 2004, and many before; every subscribe extent
// is filed in the cells that it overlaps, in the first two dimensions, and every publish extent is tested
// against what is filed in its own cells.
//
// An extent that is filed in several cells would be found several times. Within a cell, the extents that begin in the
// cell's column, row, both or neither are kept apart, and a pair is tested only in the one of its common cells that has
// the lower corner of their overlap: D. Tsitsigkos, P. Bouros, K. Lampropoulos, N. Mamoulis, "A Two-layer Partitioning
// for Non-point Spatial Data", ICDE 2021.
//
// Both sides are sorted by the cell of their lower corner first, so that filing and matching go through memory in
// order.
#include "algos/regions/region_matcher.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define AXES      2    ///< rows of cells follow one another along the first, columns along the second
#define MAX_CELLS 4096 ///< along an axis

/// There are at least this many extents for every cell, on average: they are tested many at a time.
#define EXTENTS_PER_CELL 16

/// The most entries for every extent, on average.
#define MAX_COPIES 8

/// Extents whose cells are worked out at once, and publish extents that a thread takes at a time.
#define CHUNK CD_REGION_KEYS_MAX

struct axis {
    uint32_t dimension; ///< of the regions; of a single one both axes are, and the second has one cell
    uint32_t cells;
    int32_t low, high;
    double per_unit; ///< cells
};

/// The first and the last cell, along each axis, of some extents.
struct spans {
    uint32_t first[AXES][CHUNK], last[AXES][CHUNK];
};

/// The entries of a cell, in the order in which they are stored: those that begin in its column only, in its column and
/// row, in its row only, elsewhere. So what a publish extent looks at is always consecutive.
enum entry_class { IN_COLUMN, IN_BOTH, IN_ROW, IN_NONE, CLASSES };

/// What a thread finds in its part of the extents, and the rows of cells that it fills.
struct part {
    struct cd_region_bounds hull;
    uint64_t lengths[AXES]; ///< of its extents, together
    uint64_t entries;       ///< of its extents; then, in its rows
    uint32_t tallest;       ///< how many rows further than its first one an extent goes at most
};

struct grid {
    struct cd_region_matcher base; ///< its order is by the cell of the lower corner
    struct axis axes[AXES];
    unsigned threads;
    struct part *parts; ///< one for each thread
    unsigned fillers;   ///< threads that have rows of cells
    uint32_t tallest;   ///< of all parts
    /// The entries of class c in cell i begin at bounds[CLASSES * i + c] and end at the next bound.
    uint32_t *bounds;
    size_t bound_capacity;
    struct cd_region_columns pool; ///< all entries, those of a cell in a row
};

static enum cd_code grid_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct grid *grid = cd_region_matcher_create(create, sizeof *grid, CD_REGION_KEEPS_ORDER);
    grid->axes[1].dimension = grid->base.set.dimensions > 1;
    grid->threads = create->context->threads;
    grid->parts = cd_allocate(grid->threads, sizeof *grid->parts);
    grid->pool.dimensions = grid->base.set.dimensions;
    *self = grid;
    return CD_OK;
}

static void grid_destroy(void *self)
{
    struct grid *grid = self;
    cd_region_columns_destroy(&grid->pool);
    cd_free(grid->bounds);
    cd_free(grid->parts);
    cd_region_matcher_destroy(grid);
}

// ---- cells ------------------------------------------------------------------------------------------------

static void find_cells(const struct axis *axis, const int32_t *places, uint32_t count,
                       uint32_t *restrict cells)
{
    int32_t low = axis->low, high = axis->high;
    double per_unit = axis->per_unit;
    for (uint32_t i = 0; i < count; i++) {
        int32_t place = places[i] < low ? low : places[i] > high ? high : places[i];
        cells[i] = (uint32_t)(int32_t)(((double)place - low) * per_unit);
    }
}

static void find_spans(const struct grid *grid, const struct cd_region_columns *side, size_t first,
                       uint32_t count, struct spans *spans)
{
    for (int k = 0; k < AXES; k++) {
        const struct axis *axis = &grid->axes[k];
        // cppcheck-suppress uninitvar ; find_cells writes there
        find_cells(axis, side->low[axis->dimension] + first, count, spans->first[k]);
        find_cells(axis, side->high[axis->dimension] + first, count, spans->last[k]);
    }
}

static struct cd_region_columns *side_of(struct grid *grid, enum cd_region_kind kind)
{
    return &grid->base.set.sides[kind];
}

static void measure_range(void *user, unsigned thread, uint32_t first, uint32_t end)
{
    struct grid *grid = user;
    const struct cd_region_columns *all = &grid->base.set.all;
    struct part *part = &grid->parts[thread];
    struct cd_region_bounds hull = cd_region_columns_hull(all, first, end - first);
    cd_region_bounds_widen(&part->hull, &hull, all->dimensions);
    for (int k = 0; k < AXES; k++) {
        const int32_t *low = all->low[grid->axes[k].dimension], *high = all->high[grid->axes[k].dimension];
        for (uint32_t i = first; i < end; i++)
            part->lengths[k] += (uint64_t)((int64_t)high[i] - low[i] + 1);
    }
}

static void count_entries(void *user, unsigned thread, uint32_t first, uint32_t end)
{
    struct grid *grid = user;
    const struct cd_region_columns *s = side_of(grid, CD_REGION_SUBSCRIBE);
    uint32_t tallest = grid->parts[thread].tallest, count;
    uint64_t entries = 0;
    for (uint32_t i = first; i < end; i += count) {
        struct spans spans;
        count = end - i < CHUNK ? end - i : CHUNK;
        find_spans(grid, s, i, count, &spans);
        for (uint32_t j = 0; j < count; j++) {
            uint32_t height = spans.last[0][j] - spans.first[0][j];
            entries += (height + 1) * (spans.last[1][j] - spans.first[1][j] + 1);
            tallest = height > tallest ? height : tallest;
        }
    }
    grid->parts[thread].entries += entries;
    grid->parts[thread].tallest = tallest;
}

/// Whether the entries in the cells are few enough for the number of extents; with one cell they always are.
static bool is_affordable(struct grid *grid)
{
    uint64_t subscribe = side_of(grid, CD_REGION_SUBSCRIBE)->count, entries = 0;
    for (unsigned thread = 0; thread < grid->threads; thread++)
        grid->parts[thread].entries = grid->parts[thread].tallest = 0;
    cd_run_ranges(grid->threads, (uint32_t)subscribe, count_entries, grid);
    grid->tallest = 0;
    for (unsigned thread = 0; thread < grid->threads; thread++) {
        const struct part *part = &grid->parts[thread];
        entries += part->entries;
        grid->tallest = part->tallest > grid->tallest ? part->tallest : grid->tallest;
    }
    return entries <= subscribe * MAX_COPIES && entries <= UINT32_MAX;
}

/// Chooses the cells: as large as the mean extent, unless fewer have enough extents. They are larger if few large
/// extents would fill too many.
static void divide(struct grid *grid)
{
    for (unsigned thread = 0; thread < grid->threads; thread++)
        grid->parts[thread] = (struct part){.hull = cd_region_columns_hull(&grid->base.set.all, 0, 0)};
    cd_run_ranges(grid->threads, grid->base.set.all.count, measure_range, grid);
    for (int k = 0; k < AXES; k++) {
        struct axis *axis = &grid->axes[k];
        struct cd_region_bounds hull = grid->parts->hull;
        uint64_t sum = grid->parts->lengths[k];
        for (unsigned thread = 1; thread < grid->threads; thread++) {
            cd_region_bounds_widen(&hull, &grid->parts[thread].hull, grid->base.set.dimensions);
            sum += grid->parts[thread].lengths[k];
        }
        axis->low = hull.low[axis->dimension];
        axis->high = hull.high[axis->dimension];
        bool one_axis = !grid->axes[1].dimension;
        double count = grid->base.set.all.count, few = count / EXTENTS_PER_CELL;
        double length = (double)axis->high - axis->low + 1;
        double cells = fmin(length / ((double)sum / count), one_axis ? few : sqrt(few));
        axis->cells = k && one_axis ? 1 : (uint32_t)fmax(1, fmin(cells, MAX_CELLS));
    }
    for (;;) {
        for (int k = 0; k < AXES; k++) {
            struct axis *axis = &grid->axes[k];
            axis->per_unit = axis->cells / ((double)axis->high - axis->low + 1);
        }
        if (is_affordable(grid))
            return;
        for (int k = 0; k < AXES; k++)
            grid->axes[k].cells = (grid->axes[k].cells + 1) / 2;
    }
}

// ---- filing -----------------------------------------------------------------------------------------------

static void find_keys(const void *user, const struct cd_region_columns *side, uint32_t first, uint32_t count,
                      uint32_t *keys)
{
    const struct grid *grid = user;
    uint32_t cells[AXES][CHUNK];
    for (int k = 0; k < AXES; k++)
        find_cells(&grid->axes[k], side->low[grid->axes[k].dimension] + first, count, cells[k]);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = cells[0][i] * grid->axes[1].cells + cells[1][i];
}

/// The first subscribe extent that begins in a row of cells, or after it.
static uint32_t first_of_row(const struct grid *grid, uint32_t row)
{
    const struct cd_region_order *order = &grid->base.order;
    return cd_region_order_find(order, CD_REGION_SUBSCRIBE, 0, order->sides[CD_REGION_SUBSCRIBE].count,
                                row * grid->axes[1].cells);
}

/// The first row of a thread. Rows are shared so that about as many extents begin in the rows of each thread.
static uint32_t first_row(const struct grid *grid, unsigned thread)
{
    unsigned threads = grid->fillers;
    uint32_t at = cd_part_begin(0, grid->base.order.sides[CD_REGION_SUBSCRIBE].count, thread, threads);
    if (thread == 0 || thread == threads)
        return thread ? grid->axes[0].cells : 0;
    return (uint32_t)(grid->base.order.items[CD_REGION_SUBSCRIBE][at] >> 32) / grid->axes[1].cells;
}

/// Goes through the entries of rows first .. end - 1 of cells and counts them by class or, with `put`, puts them where
/// the bounds say. That moves every bound to where the next class begins. A call looks at some of the extents, and
/// returns true after the last ones. Inline, so that the compiler knows `put`.
static inline bool file(struct grid *grid, uint32_t first, uint32_t end, size_t call, bool put)
{
    const struct cd_region_columns *s = &grid->base.order.sides[CD_REGION_SUBSCRIBE];
    uint32_t columns = grid->axes[1].cells, count;
    uint32_t i = first_of_row(grid, first > grid->tallest ? first - grid->tallest : 0) +
                 CD_RANGE_MAX * (uint32_t)call,
             end_extent = first_of_row(grid, end);
    bool last = end_extent - i <= CD_RANGE_MAX;
    for (end_extent = last ? end_extent : i + CD_RANGE_MAX; i < end_extent; i += count) {
        struct spans spans;
        count = end_extent - i < CHUNK ? end_extent - i : CHUNK;
        find_spans(grid, s, i, count, &spans);
        for (uint32_t j = 0; j < count; j++) {
            uint32_t row = spans.first[0][j] > first ? spans.first[0][j] : first;
            for (; row <= spans.last[0][j] && row < end; row++)
                for (uint32_t column = spans.first[1][j]; column <= spans.last[1][j]; column++) {
                    size_t cell = (size_t)row * columns + column;
                    enum entry_class in = column == spans.first[1][j] ? IN_COLUMN : IN_NONE;
                    if (row == spans.first[0][j])
                        in = in == IN_COLUMN ? IN_BOTH : IN_ROW;
                    uint32_t *bound = &grid->bounds[1 + CLASSES * cell + in];
                    for (uint32_t k = 0; k < s->dimensions && put; k++) {
                        grid->pool.low[k][*bound] = s->low[k][i + j];
                        grid->pool.high[k][*bound] = s->high[k][i + j];
                    }
                    if (put)
                        grid->pool.names[*bound] = s->names[i + j];
                    ++*bound;
                }
        }
    }
    return last;
}

static bool count_rows(void *user, unsigned thread, size_t call)
{
    struct grid *grid = user;
    uint32_t first = first_row(grid, thread), end = first_row(grid, thread + 1), entries = 0;
    size_t words = (size_t)CLASSES * grid->axes[1].cells;
    uint32_t *bounds = grid->bounds + 1 + first * words;
    if (!call)
        memset(bounds, 0, (end - first) * words * sizeof *bounds);
    if (!file(grid, first, end, call, false))
        return false;
    for (size_t i = 0; i < (end - first) * words; i++) {
        uint32_t here = bounds[i];
        bounds[i] = entries;
        entries += here;
    }
    grid->parts[thread].entries = entries;
    return true;
}

static bool fill_rows(void *user, unsigned thread, size_t call)
{
    struct grid *grid = user;
    uint32_t first = first_row(grid, thread), end = first_row(grid, thread + 1), before = 0;
    size_t words = (size_t)CLASSES * grid->axes[1].cells;
    uint32_t *bounds = grid->bounds + 1 + first * words;
    for (unsigned i = 0; i < thread; i++)
        before += (uint32_t)grid->parts[i].entries;
    for (size_t i = 0; i < (end - first) * words && before && !call; i++)
        bounds[i] += before;
    return file(grid, first, end, call, true);
}

/// Files the subscribe extents, which are in order; every thread fills rows of its own.
static void file_all(struct grid *grid)
{
    size_t words = (size_t)CLASSES * grid->axes[0].cells * grid->axes[1].cells + 1, entries = 0;
    if (words > grid->bound_capacity) {
        cd_free(grid->bounds);
        grid->bounds = cd_allocate(words, sizeof *grid->bounds);
        grid->bound_capacity = words;
    }
    uint32_t count = grid->base.order.sides[CD_REGION_SUBSCRIBE].count;
    grid->fillers = count > CD_RANGE_MAX ? grid->threads : 1;
    cd_run_parts(grid->fillers, count / CD_RANGE_MAX + 1, count_rows, grid);
    for (unsigned thread = 0; thread < grid->fillers; thread++)
        entries += grid->parts[thread].entries;
    if (!grid->pool.names || entries > grid->pool.capacity)
        cd_region_columns_grow(&grid->pool, 0, entries + entries / 8); // regions move
    cd_run_parts(grid->fillers, count / CD_RANGE_MAX + 1, fill_rows, grid);
}

static enum cd_code grid_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct grid *grid = self;
    cd_context_phase(grid->base.context, "read");
    cd_region_matcher_take(&grid->base, frame);
    if (side_of(grid, CD_REGION_PUBLISH)->count && side_of(grid, CD_REGION_SUBSCRIBE)->count) {
        cd_context_phase(grid->base.context, "divide");
        divide(grid);
        cd_context_phase(grid->base.context, "sort");
        uint32_t last = grid->axes[0].cells * grid->axes[1].cells - 1;
        const struct cd_region_keys keys = {find_keys, grid, last ? 32 - (unsigned)__builtin_clz(last) : 0};
        cd_region_order_update(&grid->base.order, &keys);
        cd_context_phase(grid->base.context, "file");
        file_all(grid);
    }
    cd_context_phase(grid->base.context, NULL);
    return CD_OK;
}

// ---- matching ---------------------------------------------------------------------------------------------

/// Publish extents, each in all of its cells.
static void match_chunk(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    struct grid *grid = (struct grid *)matcher;
    const struct cd_region_columns *p = &matcher->order.sides[CD_REGION_PUBLISH];
    struct spans spans;
    find_spans(grid, p, first, end - first, &spans);
    for (uint32_t i = 0; i < end - first; i++) {
        struct cd_region_bounds box = cd_region_columns_bounds(p, first + i);
        for (uint32_t row = spans.first[0][i]; row <= spans.last[0][i]; row++)
            for (uint32_t column = spans.first[1][i]; column <= spans.last[1][i]; column++) {
                bool starts_row = row == spans.first[0][i], starts_column = column == spans.first[1][i];
                const uint32_t *bounds =
                    grid->bounds + CLASSES * ((size_t)row * grid->axes[1].cells + column);
                // What begins before this row or column was, or will be, met in another cell, unless this one does too.
                uint32_t from = bounds[starts_row ? IN_COLUMN : IN_BOTH];
                uint32_t to = bounds[!starts_column ? IN_ROW : starts_row ? CLASSES : IN_NONE];
                worker->counters.cells++;
                if (from < to && cd_region_matcher_scan(matcher, worker, CD_REGION_PUBLISH,
                                                        p->names[first + i], &box, &grid->pool, 0, from, to))
                    return;
            }
    }
}

static enum cd_code grid_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct grid *grid = self;
    uint32_t publish =
        side_of(grid, CD_REGION_SUBSCRIBE)->count ? side_of(grid, CD_REGION_PUBLISH)->count : 0;
    cd_region_matcher_run(&grid->base, workers, publish, CHUNK, match_chunk);
    return CD_OK;
}

const struct cd_algo cd_algo_region_grid = {
    .name = "region_grid",
    .title = "subscribe regions sorted into the cells of a grid",
    .source = "Boukerche, Dzermajko 2004; Tsitsigkos et al. 2021",
    .describe = cd_region_matcher_describe,
    .scene =
        &(const struct cd_scene_algo){
            .create = grid_create, .destroy = grid_destroy, .update = grid_update, .query = grid_query},
};
