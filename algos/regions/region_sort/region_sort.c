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

static const struct cd_param sort_params[] = {CD_REGION_UPDATE_PARAM, CD_PARAM_END};

static enum cd_code sort_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct sort *sort = cd_region_matcher_create(create, sizeof *sort, CD_REGION_KEEPS_MOVES);
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

/// Writes both ends of an extent.
static void put_ends(const struct sort *sort, unsigned kind, uint32_t extent, uint64_t *ends)
{
    const struct cd_region_columns *side = &sort->base.set.sides[kind];
    ends[0] = end_of(side->low[0][extent], 0, kind, extent);
    ends[1] = end_of(side->high[0][extent], 1, kind, extent);
}

/// A closed interval is open still where another begins: lower ends come before upper ones.
static void sort_all(struct sort *sort)
{
    uint32_t count = 0;
    for (unsigned kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < sort->base.set.sides[kind].count; i++, count += 2)
            put_ends(sort, kind, i, &sort->ends[count]);
    sort->end_count = count;
    uint64_t *sorted = cd_radix_sort(&sort->radix, sort->ends, sort->scratch, count, UPPER_BIT, 33);
    sort->scratch = sorted == sort->ends ? sort->scratch : sort->ends;
    sort->ends = sorted;
}

/// Removes the ends of extents that are gone and renames the others by where their extents are now. This keeps the ends
/// in order, since extents that stay keep theirs. Returns how many are left.
static uint32_t keep_ends(struct sort *sort)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sort->end_count; i++) {
        uint64_t end = sort->ends[i];
        uint32_t now = sort->base.set.moves[end >> SIDE_BIT & 1].now[end & EXTENT_MASK];
        sort->ends[kept] = (end & ~(uint64_t)EXTENT_MASK) | (now & EXTENT_MASK);
        kept += now != CD_REGION_GONE;
    }
    return kept;
}

static void sort_moved(struct sort *sort)
{
    const struct cd_region_set *set = &sort->base.set;
    uint32_t fresh = set->moves[0].fresh_count + set->moves[1].fresh_count;
    if (fresh > (set->sides[0].count + set->sides[1].count) / 2) { // a merge would need more room
        sort_all(sort);
        return;
    }
    uint32_t kept = keep_ends(sort), count = kept;
    for (unsigned kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < set->moves[kind].fresh_count; i++, count += 2)
            put_ends(sort, kind, set->moves[kind].fresh[i], &sort->scratch[count]);
    cd_radix_merge(&sort->radix, sort->ends, sort->scratch, kept, count, UPPER_BIT, 33);
    sort->end_count = count;
}

static enum cd_code sort_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct sort *sort = self;
    if (cd_region_matcher_take(&sort->base, frame))
        sort_moved(sort);
    else
        sort_all(sort);
    return CD_OK;
}

static void open_extent(const struct cd_region_columns *side, uint32_t extent, struct open_side *open)
{
    uint32_t place = open->rows.count++;
    open->places[extent] = place;
    cd_region_columns_copy(&open->rows, place, side, extent, extent);
}

/// The last of the open ones takes the place of the one that is closed.
static void close_extent(uint32_t extent, struct open_side *open)
{
    uint32_t place = open->places[extent], last = --open->rows.count, name = open->rows.names[last];
    open->places[name] = place;
    cd_region_columns_copy(&open->rows, place, &open->rows, last, name);
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
                open_extent(&set->sides[kind], i, &open[kind]);
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

/// Fetches what will be read of the extent of an end, in the first and the last dimension. A compiler may take calls of
/// a function that only fetches, and loops of such calls, for useless.
static inline __attribute__((always_inline)) void fetch_ahead(const struct cd_region_set *set,
                                                              const struct open_side *open, uint64_t end)
{
    unsigned kind = end >> SIDE_BIT & 1;
    uint32_t extent = end & EXTENT_MASK, last = set->dimensions - 1;
    const struct cd_region_columns *side = &set->sides[kind];
    __builtin_prefetch(&open[kind].places[extent], 1);
    if (end >> UPPER_BIT & 1)
        return;
    __builtin_prefetch(&side->low[0][extent]);
    __builtin_prefetch(&side->high[0][extent]);
    __builtin_prefetch(&side->low[last][extent]);
    __builtin_prefetch(&side->high[last][extent]);
}

static void sort_parts(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first_part,
                       uint32_t end_part)
{
    struct sort *sort = (struct sort *)matcher;
    const struct cd_region_set *set = &matcher->set;
    struct open_side *open = sort->open[worker->thread];
    uint32_t first = part_start(sort, first_part), end = part_start(sort, end_part);
    if (!first || open->reached != first) // otherwise this thread did the part before
        open_before(sort, first, open);
    open->reached = end;
    for (uint32_t i = first; i < end; i++) {
        uint64_t item = sort->ends[i];
        if (i + AHEAD < end)
            fetch_ahead(set, open, sort->ends[i + AHEAD]);
        unsigned kind = item >> SIDE_BIT & 1;
        uint32_t extent = item & EXTENT_MASK;
        worker->counters.list_hops++;
        if (item >> UPPER_BIT & 1) {
            close_extent(extent, &open[kind]);
            continue;
        }
        const struct cd_region_columns *other = &open[!kind].rows;
        struct cd_region_bounds bounds = cd_region_columns_bounds(&set->sides[kind], extent);
        if (cd_region_matcher_scan(matcher, worker, kind, extent, &bounds, other, 1, 0, other->count) ||
            cd_region_matcher_over(matcher))
            return;
        open_extent(&set->sides[kind], extent, &open[kind]);
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
    .params = sort_params,
    .describe = cd_region_matcher_describe,
    .scene = &(const struct cd_scene_algo){.create = sort_create,
                                           .destroy = sort_destroy,
                                           .reset = cd_region_matcher_reset,
                                           .update = sort_update,
                                           .query = sort_query},
};
