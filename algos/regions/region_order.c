#include "algos/regions/region_order.h"

#include "algos/radix_sort.h"
#include "algos/threads.h"
#include "base/memory.h"

#include <string.h>

void cd_region_order_create(struct cd_region_order *order, const struct cd_region_set *set)
{
    *order = (struct cd_region_order){.set = set};
    size_t room = (size_t)set->capacity + CD_REGION_SLACK;
    order->extents = cd_allocate(room, sizeof *order->extents);
    for (uint32_t k = 0; k < set->dimensions; k++) {
        order->low[k] = cd_allocate(room, sizeof *order->low[k]);
        order->high[k] = cd_allocate(room, sizeof *order->high[k]);
    }
    order->items = cd_allocate(set->capacity, sizeof *order->items);
    order->scratch = cd_allocate(set->capacity, sizeof *order->scratch);
}

void cd_region_order_destroy(struct cd_region_order *order)
{
    cd_free(order->extents);
    for (uint32_t k = 0; k < order->set->dimensions; k++) {
        cd_free(order->low[k]);
        cd_free(order->high[k]);
    }
    cd_free(order->items);
    cd_free(order->scratch);
}

static uint64_t item_of(const struct cd_region_side *side, uint32_t extent)
{
    return (uint64_t)((uint32_t)side->low[0][extent] ^ 0x80000000u) << 32 | extent;
}

/// Sorts a side from scratch; leaves the result in side->items.
static void sort_all(const struct cd_region_side *from, struct cd_region_sorted *side, uint64_t *scratch)
{
    for (uint32_t i = 0; i < from->count; i++)
        side->items[i] = item_of(from, i);
    uint64_t *sorted = cd_radix_sort(side->items, scratch, from->count, 32, 32);
    if (sorted != side->items)
        memcpy(side->items, sorted, from->count * sizeof *sorted);
}

/// Takes out of the old order what begins elsewhere now, to the end of `scratch`; how many stay.
static uint32_t take_out_moved(const struct cd_region_side *from, struct cd_region_sorted *side,
                               uint64_t *scratch)
{
    uint32_t kept = 0, moved = from->count;
    for (uint32_t i = 0; i < from->count; i++) {
        uint64_t now = item_of(from, (uint32_t)side->items[i]);
        if (now == side->items[i])
            side->items[kept++] = now;
        else
            scratch[--moved] = now;
    }
    return kept;
}

/// Brings the order of a side up to date when its extents are where they were.
static void sort_moved(const struct cd_region_side *from, struct cd_region_sorted *side, uint64_t *scratch)
{
    uint32_t kept = take_out_moved(from, side, scratch), moved = from->count - kept;
    if (moved > kept)
        sort_all(from, side, scratch);
    else
        cd_radix_merge(side->items, scratch, kept, from->count);
}

static void gather(const struct cd_region_side *from, struct cd_region_sorted *side, uint32_t dimensions)
{
    for (uint32_t i = 0; i < from->count; i++)
        side->extents[i] = (uint32_t)side->items[i];
    for (uint32_t k = 0; k < dimensions; k++)
        for (uint32_t i = 0; i < from->count; i++) {
            side->low[k][i] = from->low[k][side->extents[i]];
            side->high[k][i] = from->high[k][side->extents[i]];
        }
}

/// Every threads-th side.
struct share {
    struct cd_region_order *order;
    bool from_before;
    unsigned threads;
};

static void update_share(void *user, unsigned thread)
{
    const struct share *share = user;
    struct cd_region_order *order = share->order;
    for (unsigned kind = thread; kind < 2; kind += share->threads) {
        const struct cd_region_side *from = &order->set->sides[kind];
        struct cd_region_sorted *side = &order->sides[kind];
        size_t start = (size_t)(from->ids - order->set->ids);
        side->count = from->count;
        side->extents = order->extents + start;
        side->items = order->items + start;
        for (uint32_t k = 0; k < order->set->dimensions; k++) {
            side->low[k] = order->low[k] + start;
            side->high[k] = order->high[k] + start;
        }
        if (share->from_before && order->set->same_ids)
            sort_moved(from, side, order->scratch + start);
        else
            sort_all(from, side, order->scratch + start);
        gather(from, side, order->set->dimensions);
    }
}

void cd_region_order_update(struct cd_region_order *order, bool from_before, unsigned threads)
{
    // As many threads as anywhere else: OpenMP allocates when the size of a team changes.
    struct share share = {order, from_before, threads};
    cd_run_threads(threads, update_share, &share);
}

/// The first entry from `from` on whose low[0] is at least `value`; beyond all 32-bit values too.
static uint32_t search(const struct cd_region_sorted *side, uint32_t from, int64_t value)
{
    uint32_t step = 1, low = from, high;
    while (step < side->count - low && side->low[0][low + step] < value) {
        low += step;
        step *= 2;
    }
    high = step < side->count - low ? low + step : side->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (side->low[0][middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t cd_region_sorted_above(const struct cd_region_sorted *side, uint32_t from, int32_t value)
{
    return search(side, from, (int64_t)value + 1);
}

uint32_t cd_region_sorted_not_below(const struct cd_region_sorted *side, uint32_t from, int32_t value)
{
    return search(side, from, value);
}
