// Matching by a grid of cells: A. Boukerche, C. Dzermajko, "Performance Evaluation of Data Distribution
// Management Strategies", Concurrency and Computation 16(15), 2004, and many before; every subscribe extent
// is filed in the cells that it overlaps, in the first two dimensions, and every publish extent is tested
// against what is filed in its own cells.
//
// An extent that is filed in several cells would be found several times. Within a cell those that begin in
// the cell's column, row, both or none stand apart, and a pair is tested in that one of its common cells only
// which holds the lower corner of their overlap: D. Tsitsigkos, P. Bouros, K. Lampropoulos, N. Mamoulis,
// "A Two-layer Partitioning for Non-point Spatial Data", ICDE 2021.
//
// From frame to frame the cells stay as they were, as long as they fit, and what changed is filed anew.
#include "algos/regions/region_grid/filing.h"
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define AXES      2
#define MAX_CELLS 4096 ///< along an axis

/// Entries for every extent, on average, that the automatic choice of cells allows, and the user's.
#define FEW_COPIES 8
#define MAX_COPIES 64

/// Cells for every extent that are laid at most, whatever the user asks for: by then most are empty.
#define CELLS_PER_EXTENT 64

/// All is filed anew when more than one subscribe extent in so many changed.
#define FEWEST_STAY 2

/// Publish extents that a thread takes at a time.
#define CHUNK 256

struct axis {
    uint32_t cells;
    int32_t bounds[MAX_CELLS + 1]; ///< where cells begin; the last one is not used
    double first, per_unit;        ///< to guess a cell by
};

/// The cells that an extent overlaps.
struct span {
    uint16_t first[AXES], last[AXES];
};
static const struct span nowhere = {{1, 1}, {0, 0}};

struct grid {
    struct cd_region_matcher base;
    uint32_t asked_cells; ///< along an axis; 0 for as many as seem good
    struct axis axes[AXES];
    struct grid_entries filing;
    uint32_t *order; ///< publish extents by the cell of their lower corner, so that neighbours share cells
    uint32_t divided_count;             ///< subscribe extents when the cells were chosen
    uint64_t publish_moves;             ///< since publish extents were put in order
    struct span *spans, *spans_scratch; ///< when incremental: where every subscribe extent is filed
};

static const struct cd_param grid_params[] = {
    CD_PARAM_CHOICE("update", "incremental", "incremental|rebuild",
                    "file only regions that changed anew, or choose cells and file all in every frame"),
    CD_PARAM_INT("cells", "0", 0, MAX_CELLS,
                 "cells along each of two axes (halved while regions fill more than 64 on average, or there "
                 "are more than 64 cells a region); 0 fits them to the regions"),
    CD_PARAM_END};

static enum cd_code grid_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct grid *grid = cd_region_matcher_create(create, sizeof *grid, CD_REGION_KEEPS_MOVES);
    grid->asked_cells = (uint32_t)cd_setting_int(create->settings, "cells");
    size_t room = grid->base.set.all.capacity;
    grid->order = cd_allocate(room, sizeof *grid->order);
    grid->filing.pool.dimensions = grid->base.set.dimensions;
    grid->spans = grid->base.incremental ? cd_allocate(room, sizeof *grid->spans) : NULL;
    grid->spans_scratch = grid->base.incremental ? cd_allocate(room, sizeof *grid->spans) : NULL;
    *self = grid;
    return CD_OK;
}

static void grid_destroy(void *self)
{
    struct grid *grid = self;
    cd_free(grid->spans);
    cd_free(grid->spans_scratch);
    grid_filing_destroy(&grid->filing);
    cd_free(grid->order);
    cd_region_matcher_destroy(grid);
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

static struct span span_of(const struct grid *grid, const struct cd_region_columns *side, uint32_t extent)
{
    struct span span = {{0}, {0}};
    for (uint32_t k = 0; k < AXES && k < grid->base.set.dimensions; k++) {
        span.first[k] = (uint16_t)cell_of(&grid->axes[k], side->low[k][extent]);
        span.last[k] = (uint16_t)cell_of(&grid->axes[k], side->high[k][extent]);
    }
    return span;
}

/// How long extents are along an axis on average.
static double mean_length(const struct cd_region_columns *all, uint32_t axis)
{
    double sum = 0;
    for (uint32_t i = 0; i < all->count; i++)
        sum += (double)all->high[axis][i] - all->low[axis][i] + 1;
    return sum / all->count;
}

static size_t count_entries(const struct grid *grid)
{
    const struct cd_region_columns *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    size_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        struct span span = span_of(grid, s, i);
        count += ((size_t)span.last[0] - span.first[0] + 1) * ((size_t)span.last[1] - span.first[1] + 1);
    }
    return count;
}

static uint32_t wanted_cells(const struct cd_region_columns *all, uint32_t axis, double length, uint32_t axes)
{
    double max = axes == 1 ? all->count : sqrt(all->count); // about one region a cell
    double cells = length / mean_length(all, axis);         // cells as large as the mean region
    cells = cells < max ? cells : max;
    return cells < 1 ? 1 : cells < MAX_CELLS ? (uint32_t)cells : MAX_CELLS;
}

/// Whether the cells and the entries in them are few enough for the number of extents; one cell always is.
static bool is_affordable(const struct grid *grid)
{
    const struct cd_region_columns *sides = grid->base.set.sides;
    size_t subscribe = sides[CD_REGION_SUBSCRIBE].count, all = subscribe + sides[CD_REGION_PUBLISH].count;
    return (size_t)grid->axes[0].cells * grid->axes[1].cells <= CELLS_PER_EXTENT * all &&
           count_entries(grid) <= subscribe * (grid->asked_cells ? MAX_COPIES : FEW_COPIES);
}

/// Chooses the cells: as large as the mean extent, and larger where few large extents would fill too many.
static void divide(struct grid *grid)
{
    const struct cd_region_set *set = &grid->base.set;
    uint32_t axes = set->dimensions < AXES ? set->dimensions : AXES;
    struct cd_region_bounds hull = cd_region_columns_hull(&set->all, 0, set->all.count);
    uint32_t cells[AXES] = {1, 1};
    for (uint32_t k = 0; k < axes; k++) {
        double length = (double)hull.high[k] - hull.low[k] + 1;
        cells[k] = grid->asked_cells ? grid->asked_cells : wanted_cells(&set->all, k, length, axes);
    }
    grid->axes[1].cells = 1; // in one dimension
    for (;;) {
        for (uint32_t k = 0; k < axes; k++)
            divide_axis(&grid->axes[k], hull.low[k], hull.high[k], cells[k]);
        if (is_affordable(grid))
            return;
        for (uint32_t k = 0; k < axes; k++)
            cells[k] = (cells[k] + 1) / 2;
    }
}

// ---- filing -----------------------------------------------------------------------------------------------

static size_t cell_at(const struct grid *grid, uint32_t x, uint32_t y)
{
    return (size_t)y * grid->axes[0].cells + x;
}

static enum grid_class class_of(const struct span *span, uint32_t x, uint32_t y)
{
    bool column = x == span->first[0], row = y == span->first[1];
    return column && row ? GRID_IN_BOTH : column ? GRID_IN_COLUMN : row ? GRID_IN_ROW : GRID_IN_NONE;
}

enum task { COUNT, PUT, INSERT, REMOVE, CHANGE };

/// Does a task in every cell of an extent; false when there was no room for it. Inline, so that the task is
/// known where all extents are gone through.
static inline bool file(struct grid *grid, enum task task, const struct span *span, uint32_t extent)
{
    const struct cd_region_columns *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    bool done = true;
    for (uint32_t y = span->first[1]; y <= span->last[1]; y++)
        for (uint32_t x = span->first[0]; x <= span->last[0]; x++) {
            size_t cell = cell_at(grid, x, y);
            enum grid_class class = class_of(span, x, y);
            if (task == COUNT)
                grid_filing_count(&grid->filing, cell, class);
            else if (task == PUT)
                grid_filing_put(&grid->filing, cell, class, s, extent);
            else if (task == INSERT)
                done = done && grid_filing_insert(&grid->filing, cell, class, s, extent);
            else if (task == REMOVE)
                grid_filing_remove(&grid->filing, cell, class, extent);
            else
                grid_filing_change(&grid->filing, cell, class, s, extent);
        }
    return done;
}

/// Sorts publish extents by the cell of their lower corner; counts in `places`, of which there is one a cell.
static void order_publish(struct grid *grid, uint32_t *places, size_t cells)
{
    const struct cd_region_columns *p = &grid->base.set.sides[CD_REGION_PUBLISH];
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < p->count; i++) {
            struct span span = span_of(grid, p, i);
            uint32_t *place = &places[cell_at(grid, span.first[0], span.first[1])];
            if (pass)
                grid->order[*place] = i;
            ++*place;
        }
        uint32_t sum = 0;
        for (size_t i = 0; i < cells && !pass; i++) { // turns counts into places
            uint32_t here = places[i];
            places[i] = sum;
            sum += here;
        }
    }
    grid->publish_moves = 0;
}

/// Chooses cells and files all of them, with room for changes if `spare`.
static void file_all(struct grid *grid, bool spare)
{
    const struct cd_region_columns *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    divide(grid);
    grid->divided_count = s->count;
    size_t cells = (size_t)grid->axes[0].cells * grid->axes[1].cells;
    order_publish(grid, grid_filing_counts(&grid->filing, cells), cells);
    grid_filing_begin(&grid->filing, cells, spare);
    for (uint32_t i = 0; i < s->count; i++) {
        struct span span = span_of(grid, s, i);
        file(grid, COUNT, &span, i);
    }
    grid_filing_lay_out(&grid->filing);
    for (uint32_t i = 0; i < s->count; i++) {
        struct span span = span_of(grid, s, i);
        file(grid, PUT, &span, i);
        if (grid->base.incremental)
            grid->spans[i] = span;
    }
    grid_filing_end(&grid->filing);
}

// ---- from frame to frame ----------------------------------------------------------------------------------

/// Whether what changed is little enough, and the cells still fit: they were chosen for about as many.
static bool worth_changing(const struct grid *grid)
{
    const struct cd_region_columns *sides = grid->base.set.sides;
    uint64_t count = sides[CD_REGION_SUBSCRIBE].count, divided = grid->divided_count;
    return FEWEST_STAY * (uint64_t)grid->base.set.moves[CD_REGION_SUBSCRIBE].fresh_count <= count &&
           4 * count <= 5 * divided && 5 * count >= 4 * divided &&
           grid->publish_moves <= 2 * (uint64_t)sides[CD_REGION_PUBLISH].count;
}

/// Keeps publish extents in order: one that changed stays where it is, one that is new goes to the end.
static void reorder_publish(struct grid *grid)
{
    struct cd_region_moves *moved = &grid->base.set.moves[CD_REGION_PUBLISH];
    const struct cd_region_columns *p = &grid->base.set.sides[CD_REGION_PUBLISH];
    uint32_t fresh = 0, added = 0, kept = 0;
    for (uint32_t e = 0; e < moved->old_count; e++) {
        if (moved->now[e] != CD_REGION_GONE)
            continue;
        while (fresh < moved->fresh_count && p->names[moved->fresh[fresh]] < moved->old_ids[e])
            moved->fresh[added++] = moved->fresh[fresh++];
        if (fresh < moved->fresh_count && p->names[moved->fresh[fresh]] == moved->old_ids[e])
            moved->now[e] = moved->fresh[fresh++];
    }
    grid->publish_moves += moved->fresh_count;
    while (fresh < moved->fresh_count)
        moved->fresh[added++] = moved->fresh[fresh++];
    for (uint32_t i = 0; i < moved->old_count; i++) {
        uint32_t now = moved->now[grid->order[i]];
        grid->order[kept] = now;
        kept += now != CD_REGION_GONE;
    }
    for (uint32_t i = 0; i < added; i++)
        grid->order[kept + i] = moved->fresh[i];
}

static bool same_span(const struct span *a, const struct span *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/// Takes out of the cells what is gone; what changed within its cells is kept there for now. True when some
/// extents have another number now.
static bool remove_gone(struct grid *grid)
{
    struct cd_region_moves *moved = &grid->base.set.moves[CD_REGION_SUBSCRIBE];
    const struct cd_region_columns *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    const uint32_t *fresh = moved->fresh, *end = fresh + moved->fresh_count;
    bool renamed = false;
    for (uint32_t i = 0; i < moved->fresh_count; i++)
        grid->spans_scratch[fresh[i]] = nowhere;
    for (uint32_t e = 0; e < moved->old_count; e++) {
        if (moved->now[e] == CD_REGION_GONE) {
            while (fresh < end && s->names[*fresh] < moved->old_ids[e])
                fresh++;
            bool changed = fresh < end && s->names[*fresh] == moved->old_ids[e];
            struct span span = changed ? span_of(grid, s, *fresh) : nowhere;
            if (changed && same_span(&span, &grid->spans[e]))
                moved->now[e] = *fresh;
            else
                file(grid, REMOVE, &grid->spans[e], e);
            fresh += changed;
        }
        if (moved->now[e] == CD_REGION_GONE)
            continue;
        grid->spans_scratch[moved->now[e]] = grid->spans[e];
        renamed |= moved->now[e] != e;
    }
    return renamed;
}

/// Files what is fresh; false when there was no room.
static bool file_fresh(struct grid *grid)
{
    const struct cd_region_moves *moved = &grid->base.set.moves[CD_REGION_SUBSCRIBE];
    const struct cd_region_columns *s = &grid->base.set.sides[CD_REGION_SUBSCRIBE];
    bool done = true;
    for (uint32_t i = 0; i < moved->fresh_count && done; i++) {
        uint32_t extent = moved->fresh[i];
        struct span *span = &grid->spans[extent];
        bool filed = !same_span(span, &nowhere);
        if (!filed)
            *span = span_of(grid, s, extent);
        done = file(grid, filed ? CHANGE : INSERT, span, extent);
    }
    return done;
}

/// Brings cells and order up to date; false when all has to be filed anew.
static bool file_changes(struct grid *grid)
{
    reorder_publish(grid);
    if (remove_gone(grid))
        grid_filing_rename(&grid->filing, grid->base.set.moves[CD_REGION_SUBSCRIBE].now);
    struct span *swap = grid->spans;
    grid->spans = grid->spans_scratch;
    grid->spans_scratch = swap;
    return file_fresh(grid);
}

static enum cd_code grid_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct grid *grid = self;
    const struct cd_region_columns *sides = grid->base.set.sides;
    bool from_before = cd_region_matcher_take(&grid->base, frame);
    if (!sides[CD_REGION_PUBLISH].count || !sides[CD_REGION_SUBSCRIBE].count) {
        grid->base.fresh = true;
        return CD_OK;
    }
    // Where much changes, much may again: room for it would go to waste.
    bool spare = from_before ? worth_changing(grid) : grid->base.incremental;
    if (!from_before || !spare || !grid->filing.spare || !file_changes(grid))
        file_all(grid, spare);
    return CD_OK;
}

// ---- matching ---------------------------------------------------------------------------------------------

/// One publish extent in one of its cells; true when the query is answered.
static bool match_cell(struct grid *grid, struct cd_worker *worker, uint32_t extent,
                       const struct cd_region_bounds *bounds, const struct span *span, uint32_t x, uint32_t y)
{
    // What begins before this column or row was, or will be, met in another cell, unless this one does too.
    bool column = x == span->first[0], row = y == span->first[1];
    enum grid_class first = row ? GRID_IN_COLUMN : GRID_IN_BOTH;
    enum grid_class end = !column ? GRID_IN_ROW : row ? GRID_CLASSES : GRID_IN_NONE;
    const struct grid_entries *filing = &grid->filing;
    const uint32_t *bounds_of = grid_filing_bounds(filing, cell_at(grid, x, y));
    worker->counters.cells++;
    return cd_region_matcher_scan(&grid->base, worker, CD_REGION_PUBLISH, extent, bounds, &filing->pool, 0,
                                  bounds_of[first], bounds_of[end]);
}

static void match_chunk(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    struct grid *grid = (struct grid *)matcher;
    const struct cd_region_columns *p = &matcher->set.sides[CD_REGION_PUBLISH];
    for (uint32_t i = first; i < end; i++) {
        uint32_t extent = grid->order[i];
        struct span span = span_of(grid, p, extent);
        struct cd_region_bounds bounds = cd_region_columns_bounds(p, extent);
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
    const struct cd_region_columns *sides = grid->base.set.sides;
    uint32_t publish = sides[CD_REGION_SUBSCRIBE].count ? sides[CD_REGION_PUBLISH].count : 0;
    cd_region_matcher_run(&grid->base, workers, publish, CHUNK, match_chunk);
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
    .reset = cd_region_matcher_reset,
    .update = grid_update,
    .query = grid_query,
};
