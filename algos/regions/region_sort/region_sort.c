// Sort-based matching: C. Raczy, G. Tan, J. Yu, "A Sort-Based DDM Matching Algorithm for HLA", ACM TOMACS
// 15(1), 2005; by parts in parallel as in M. Marzolla, G. D'Angelo, "Parallel Sort-Based Matching for Data
// Distribution Management on Shared-Memory Multiprocessors", DS-RT 2017.
//
// The ends of all extents in the first dimension are sorted. Going through them, an extent is open from its lower to
// its upper end; one that opens overlaps the open ones of the other side. The paper does so in every dimension and
// intersects matrices of bits, whose size is publish times subscribe; here the open extents are tested in the other
// dimensions at once. The parallel paper works out what is open where a part begins by a prefix computation over the
// parts; here every part looks at all extents for it.
#include "algos/radix_sort.h"
#include "algos/regions/region_matcher.h"
#include "algos/threads.h"
#include "base/memory.h"

/// An end: its place (its sign turned) above whether it is an upper one, above the side and the extent.
#define PLACE_BIT   30
#define UPPER_BIT   29
#define SIDE_BIT    28
#define EXTENT_MASK ((1u << SIDE_BIT) - 1)

/// Parts for every thread, when there is more than one.
#define PARTS 4

/// The fewest ends of a part.
#define PART_LEAST 512

/// The open extents of one side, in any order.
struct open_side {
    struct cd_region_columns rows;
    uint32_t *places; ///< by extent: its place
    uint32_t reached; ///< the end number before which these are open
};

struct sort {
    struct cd_region_matcher base;
    uint64_t *ends, *scratch; ///< two an extent; `ends` are in order
    uint32_t end_count;
    struct open_side (*open)[2]; ///< for every thread
    struct cd_radix radix;
};

static enum cd_code sort_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct sort *sort = cd_region_matcher_create(create, sizeof *sort, CD_REGION_KEEPS_NOTHING);
    size_t room = sort->base.set.all.capacity;
    CD_ASSERT(room <= EXTENT_MASK);
    sort->ends = cd_allocate(room, 2 * sizeof *sort->ends);
    sort->scratch = cd_allocate(room, 2 * sizeof *sort->scratch);
    sort->radix = cd_radix_create(create->context->threads);
    sort->open = cd_allocate(create->context->threads, sizeof *sort->open);
    for (unsigned i = 0; i < create->context->threads; i++)
        for (int kind = 0; kind < 2; kind++) {
            struct open_side *open = &sort->open[i][kind];
            open->rows.dimensions = sort->base.set.dimensions;
            cd_region_columns_grow(&open->rows, 0, room);
            open->places = cd_allocate(room, sizeof *open->places);
        }
    *self = sort;
    return CD_OK;
}

static void sort_destroy(void *self)
{
    struct sort *sort = self;
    for (unsigned i = 0; i < sort->base.context->threads; i++)
        for (int kind = 0; kind < 2; kind++) {
            cd_region_columns_destroy(&sort->open[i][kind].rows);
            cd_free(sort->open[i][kind].places);
        }
    cd_free(sort->open);
    cd_free(sort->ends);
    cd_free(sort->scratch);
    cd_radix_destroy(&sort->radix);
    cd_region_matcher_destroy(sort);
}

static uint64_t end_of(int32_t place, unsigned upper, unsigned kind, uint32_t extent)
{
    return (uint64_t)((uint32_t)place ^ 0x80000000u) << PLACE_BIT | (uint64_t)upper << UPPER_BIT |
           (uint64_t)kind << SIDE_BIT | extent;
}

/// Sorts all ends. A closed interval is open still where another begins: lower ends come before upper ones.
static enum cd_code sort_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct sort *sort = self;
    uint64_t *ends = sort->ends;
    uint32_t count = 0;
    cd_region_matcher_take(&sort->base, frame);
    for (unsigned kind = 0; kind < 2; kind++) {
        const struct cd_region_columns *side = &sort->base.set.sides[kind];
        for (uint32_t i = 0; i < side->count; i++) {
            ends[count++] = end_of(side->low[0][i], 0, kind, i);
            ends[count++] = end_of(side->high[0][i], 1, kind, i);
        }
    }
    sort->end_count = count;
    sort->ends = cd_radix_sort(&sort->radix, ends, sort->scratch, count, UPPER_BIT, 33);
    sort->scratch = sort->ends == ends ? sort->scratch : ends;
    return CD_OK;
}

/// Puts a row of columns at a place among the open ones, without the first dimension, along which they are open.
static inline void put_row(const struct cd_region_columns *from, uint32_t row, uint32_t extent,
                           uint32_t place, struct open_side *open)
{
    open->places[extent] = place;
    open->rows.names[place] = extent;
    for (uint32_t k = 1; k < open->rows.dimensions; k++) {
        open->rows.low[k][place] = from->low[k][row];
        open->rows.high[k][place] = from->high[k][row];
    }
}

/// Opens what is open before the end number `first`.
static void open_before(const struct sort *sort, uint32_t first, struct open_side *open)
{
    const struct cd_region_set *set = &sort->base.set;
    open[0].rows.count = open[1].rows.count = 0;
    if (!first || first >= sort->end_count)
        return;
    uint64_t place = sort->ends[first] >> UPPER_BIT;
    for (unsigned kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < set->sides[kind].count; i++)
            if (end_of(set->sides[kind].low[0][i], 0, 0, 0) >> UPPER_BIT < place &&
                end_of(set->sides[kind].high[0][i], 1, 0, 0) >> UPPER_BIT >= place)
                put_row(&set->sides[kind], i, i, open[kind].rows.count++, &open[kind]);
}

/// Where part `part` begins: between ends of different places, so that it is clear what is open there.
static uint32_t part_start(const struct sort *sort, uint32_t part)
{
    uint32_t first = cd_part_begin(0, sort->end_count, part, sort->base.count);
    while (first > 0 && first < sort->end_count &&
           sort->ends[first - 1] >> UPPER_BIT == sort->ends[first] >> UPPER_BIT)
        first++;
    return first;
}

/// How many ends ahead memory is fetched: extents may be anywhere in memory.
#define AHEAD 16

static void sort_parts(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first_part,
                       uint32_t end_part)
{
    struct sort *sort = (struct sort *)matcher;
    struct open_side *open = sort->open[worker->thread];
    uint32_t first = part_start(sort, first_part), end = part_start(sort, end_part);
    uint32_t dimensions = matcher->set.dimensions;
    if (!first || open->reached != first) // otherwise this thread did the part before
        open_before(sort, first, open);
    open->reached = end;
    for (uint32_t i = first; i < end; i++) {
        uint64_t item = sort->ends[i], ahead = sort->ends[i + AHEAD < end ? i + AHEAD : i];
        unsigned kind = item >> SIDE_BIT & 1, kind_ahead = ahead >> SIDE_BIT & 1;
        uint32_t extent = item & EXTENT_MASK, extent_ahead = ahead & EXTENT_MASK;
        const struct cd_region_columns *side = &matcher->set.sides[kind], *other = &open[!kind].rows;
        const struct cd_region_columns *side_ahead = &matcher->set.sides[kind_ahead];
        __builtin_prefetch(&open[kind_ahead].places[extent_ahead], 1);
        __builtin_prefetch(&side_ahead->low[dimensions - 1][extent_ahead]);
        __builtin_prefetch(&side_ahead->high[dimensions - 1][extent_ahead]);
        worker->counters.list_hops++;
        if (item >> UPPER_BIT & 1) { // the last of the open ones takes its place
            struct cd_region_columns *rows = &open[kind].rows;
            uint32_t last = --rows->count;
            put_row(rows, last, rows->names[last], open[kind].places[extent], &open[kind]);
            continue;
        }
        struct cd_region_bounds bounds;
        for (uint32_t k = 1; k < dimensions; k++) {
            bounds.low[k] = side->low[k][extent];
            bounds.high[k] = side->high[k][extent];
        }
        if (cd_region_matcher_scan(matcher, worker, kind, extent, &bounds, other, 1, 0, other->count) ||
            cd_region_matcher_over(matcher))
            return;
        put_row(side, extent, extent, open[kind].rows.count++, &open[kind]);
    }
}

static enum cd_code sort_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct sort *sort = self;
    unsigned threads = sort->base.context->threads, most = 1 + sort->end_count / PART_LEAST;
    for (unsigned i = 0; i < threads; i++)
        sort->open[i]->reached = 0;
    cd_region_matcher_run(&sort->base, workers, threads * PARTS < most ? threads * PARTS : most, 1,
                          sort_parts);
    return CD_OK;
}

const struct cd_algo cd_algo_region_sort = {
    .name = "region_sort",
    .title = "sort-based matching: visits the sorted ends of all regions and keeps the set of open ones",
    .source = "Raczy, Tan, Yu 2005",
    .describe = cd_region_matcher_describe,
    .scene =
        &(const struct cd_scene_algo){
            .create = sort_create, .destroy = sort_destroy, .update = sort_update, .query = sort_query},
};
