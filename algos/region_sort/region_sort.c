// Sort-based matching: C. Raczy, G. Tan, J. Yu, "A Sort-Based DDM Matching Algorithm for HLA", ACM TOMACS
// 15(1), 2005; by parts in parallel as in M. Marzolla, G. D'Angelo, "Parallel Sort-Based Matching for Data
// Distribution Management on Shared-Memory Multiprocessors", DS-RT 2017.
//
// The ends of all extents in the first dimension are sorted. Going through them, an extent is open from its
// lower to its upper end; one that opens overlaps the open ones of the other side. The paper does so in every
// dimension and intersects matrices of bits, whose size is publish times subscribe; here the open extents are
// tested in the other dimensions at once. What is open where a part begins, the parallel paper works out by a
// prefix computation over the parts; here every part looks at all extents for it.
#include "algos/radix_sort.h"
#include "algos/region_matcher.h"
#include "base/memory.h"

/// An end: its place (its sign turned) above whether it is an upper one, above the side and the extent.
#define PLACE_BIT   30
#define UPPER_BIT   29
#define SIDE_BIT    28
#define EXTENT_MASK ((1u << SIDE_BIT) - 1)

/// Parts for every thread, when there is more than one.
#define PARTS 4

/// The open extents of one side, in any order.
struct open_side {
    uint32_t count;
    uint32_t *extents;
    uint32_t *places;                                                ///< by extent: where it stands
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS]; ///< from the second dimension on
};

struct sort {
    struct cd_region_matcher base;
    uint64_t *items, *scratch; ///< two ends an extent
    uint64_t *ends;            ///< the sorted ones: one of the two
    uint32_t end_count;
    struct open_side (*open)[2]; ///< for every thread
};

static void create_open(struct open_side *open, const struct cd_region_set *set)
{
    size_t room = (size_t)set->capacity + CD_REGION_SLACK;
    open->extents = cd_allocate(room, sizeof *open->extents);
    open->places = cd_allocate(room, sizeof *open->places);
    for (uint32_t k = 1; k < set->dimensions; k++) {
        open->low[k] = cd_allocate(room, sizeof *open->low[k]);
        open->high[k] = cd_allocate(room, sizeof *open->high[k]);
    }
}

static void destroy_open(struct open_side *open, uint32_t dimensions)
{
    cd_free(open->extents);
    cd_free(open->places);
    for (uint32_t k = 1; k < dimensions; k++) {
        cd_free(open->low[k]);
        cd_free(open->high[k]);
    }
}

static enum cd_code sort_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct sort *sort = cd_allocate(1, sizeof *sort);
    cd_region_matcher_create(&sort->base, create);
    CD_ASSERT(sort->base.set.capacity <= EXTENT_MASK);
    sort->items = cd_allocate(sort->base.set.capacity, 2 * sizeof *sort->items);
    sort->scratch = cd_allocate(sort->base.set.capacity, 2 * sizeof *sort->scratch);
    sort->open = cd_allocate(create->context->threads, sizeof *sort->open);
    for (unsigned i = 0; i < create->context->threads; i++)
        for (int kind = 0; kind < 2; kind++)
            create_open(&sort->open[i][kind], &sort->base.set);
    *self = sort;
    return CD_OK;
}

static void sort_destroy(void *self)
{
    struct sort *sort = self;
    for (unsigned i = 0; i < sort->base.context->threads; i++)
        for (int kind = 0; kind < 2; kind++)
            destroy_open(&sort->open[i][kind], sort->base.set.dimensions);
    cd_free(sort->open);
    cd_free(sort->items);
    cd_free(sort->scratch);
    cd_region_matcher_destroy(&sort->base);
    cd_free(sort);
}

static size_t sort_bytes(const void *self)
{
    const struct sort *sort = self;
    size_t room = sort->base.set.capacity, coordinates = 2 * (sort->base.set.dimensions - 1);
    size_t open = 2 * (room + CD_REGION_SLACK) * (2 * sizeof(uint32_t) + coordinates * sizeof(int32_t));
    return sizeof *sort + cd_region_matcher_bytes(&sort->base) + 4 * room * sizeof *sort->items +
           sort->base.context->threads * (sizeof *sort->open + open);
}

static uint64_t end_of(int32_t place, unsigned upper, unsigned kind, uint32_t extent)
{
    return (uint64_t)((uint32_t)place ^ 0x80000000u) << PLACE_BIT | (uint64_t)upper << UPPER_BIT |
           (uint64_t)kind << SIDE_BIT | extent;
}

static enum cd_code sort_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct sort *sort = self;
    cd_region_set_fill(&sort->base.set, frame);
    sort->end_count = 0;
    for (unsigned kind = 0; kind < 2; kind++) {
        const struct cd_region_side *side = &sort->base.set.sides[kind];
        for (uint32_t i = 0; i < side->count; i++) {
            sort->items[sort->end_count++] = end_of(side->low[0][i], 0, kind, i);
            sort->items[sort->end_count++] = end_of(side->high[0][i], 1, kind, i);
        }
    }
    // A closed interval is open still where another begins: lower ends come before upper ones.
    sort->ends = cd_radix_sort(sort->items, sort->scratch, sort->end_count, UPPER_BIT, 33);
    return CD_OK;
}

static void open_extent(const struct cd_region_set *set, unsigned kind, uint32_t extent,
                        struct open_side *open)
{
    uint32_t place = open->count++;
    open->places[extent] = place;
    open->extents[place] = extent;
    for (uint32_t k = 1; k < set->dimensions; k++) {
        open->low[k][place] = set->sides[kind].low[k][extent];
        open->high[k][place] = set->sides[kind].high[k][extent];
    }
}

/// The last of the open ones takes the place of the one that is closed.
static void close_extent(const struct cd_region_set *set, uint32_t extent, struct open_side *open)
{
    uint32_t place = open->places[extent], last = --open->count;
    open->extents[place] = open->extents[last];
    open->places[open->extents[place]] = place;
    for (uint32_t k = 1; k < set->dimensions; k++) {
        open->low[k][place] = open->low[k][last];
        open->high[k][place] = open->high[k][last];
    }
}

/// Opens what is open before the end number `first`.
static void open_before(const struct sort *sort, uint32_t first, struct open_side *open)
{
    const struct cd_region_set *set = &sort->base.set;
    open[0].count = open[1].count = 0;
    if (!first || first >= sort->end_count)
        return;
    uint64_t place = sort->ends[first] >> UPPER_BIT;
    for (unsigned kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < set->sides[kind].count; i++)
            if (end_of(set->sides[kind].low[0][i], 0, 0, 0) >> UPPER_BIT < place &&
                end_of(set->sides[kind].high[0][i], 1, 0, 0) >> UPPER_BIT >= place)
                open_extent(set, kind, i, &open[kind]);
}

/// Where part `part` begins: between ends of different places, so that what is open there is plain.
static uint32_t part_start(const struct sort *sort, uint32_t part)
{
    uint32_t first = (uint32_t)((uint64_t)sort->end_count * part / sort->base.parts);
    while (first > 0 && first < sort->end_count &&
           sort->ends[first - 1] >> UPPER_BIT == sort->ends[first] >> UPPER_BIT)
        first++;
    return first;
}

static void sort_part(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t part)
{
    struct sort *sort = (struct sort *)matcher;
    const struct cd_region_set *set = &matcher->set;
    struct open_side *open = sort->open[worker->thread];
    uint32_t first = part_start(sort, part), end = part_start(sort, part + 1);
    open_before(sort, first, open);
    for (uint32_t i = first; i < end; i++) {
        uint64_t item = sort->ends[i];
        unsigned kind = item >> SIDE_BIT & 1;
        uint32_t extent = item & EXTENT_MASK;
        worker->counters.list_hops++;
        if (item >> UPPER_BIT & 1) {
            close_extent(set, extent, &open[kind]);
            continue;
        }
        const struct open_side *other = &open[!kind];
        struct cd_region_bounds bounds = cd_region_set_bounds(set, kind, extent);
        if (cd_region_matcher_scan(matcher, worker, kind, extent, &bounds, other->low, other->high,
                                   other->extents, 1, 0, other->count) ||
            cd_region_answer_over(&matcher->answer))
            return;
        open_extent(set, kind, extent, &open[kind]);
    }
}

static enum cd_code sort_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct sort *sort = self;
    unsigned threads = sort->base.context->threads;
    cd_region_matcher_run(&sort->base, workers, threads > 1 ? threads * PARTS : 1, sort_part);
    return CD_OK;
}

const struct cd_algo cd_algo_region_sort = {
    .name = "region_sort",
    .title = "sort-based matching: the ends of all regions in order, and what is open there",
    .source = "Raczy, Tan, Yu 2005",
    .role = CD_ROLE_SCENE,
    .describe = cd_region_matcher_describe,
    .create = sort_create,
    .destroy = sort_destroy,
    .bytes = sort_bytes,
    .update = sort_update,
    .query = sort_query,
};
