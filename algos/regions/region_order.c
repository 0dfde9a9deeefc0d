#include "algos/regions/region_order.h"

#include "algos/threads.h"
#include "base/memory.h"

void cd_region_order_create(struct cd_region_order *order, const struct cd_region_set *set, unsigned threads)
{
    *order = (struct cd_region_order){.set = set, .radix = cd_radix_create(threads)};
    order->sides[0].dimensions = order->sides[1].dimensions = set->dimensions;
}

void cd_region_order_destroy(struct cd_region_order *order)
{
    for (int kind = 0; kind < 2; kind++) {
        cd_region_columns_destroy(&order->sides[kind]);
        cd_free(order->items[kind]);
        cd_free(order->scratch[kind]);
    }
    cd_radix_destroy(&order->radix);
}

static void reserve(struct cd_region_order *order, int kind, uint32_t count)
{
    struct cd_region_columns *side = &order->sides[kind];
    if (!side->names || count > side->capacity) {
        order->items[kind] =
            cd_reallocate(order->items[kind], side->count, count, sizeof *order->items[kind]);
        cd_free(order->scratch[kind]);
        order->scratch[kind] = cd_allocate(count, sizeof *order->scratch[kind]);
        cd_region_columns_grow(side, 0, count);
    }
    side->count = count;
}

/// What threads do to the extents of both sides, one side after the other.
struct job {
    struct cd_region_order *order;
    const struct cd_region_keys *keys;
    const uint32_t *extents[2]; ///< what is coded, or NULL for the whole side
    uint32_t counts[2];
    uint64_t *items[2]; ///< where the items of that go
};

/// What lies on one side of a range of both, the first of which has `count`.
static void cut(int kind, uint32_t count, uint32_t *first, uint32_t *end)
{
    *first = kind ? *first > count ? *first - count : 0 : *first;
    *end = kind ? *end > count ? *end - count : 0 : *end < count ? *end : count;
}

static void code_range(void *user, unsigned part, uint32_t all_first, uint32_t all_end)
{
    const struct job *job = user;
    uint32_t keys[CD_REGION_KEYS_MAX];
    (void)part;
    for (int kind = 0; kind < 2; kind++) {
        uint32_t first = all_first, end = all_end, count;
        cut(kind, job->counts[0], &first, &end);
        for (uint32_t i = first; i < end; i += count) {
            const uint32_t *extents = job->extents[kind] ? job->extents[kind] + i : NULL;
            count = end - i < CD_REGION_KEYS_MAX ? end - i : CD_REGION_KEYS_MAX;
            job->keys->find(job->keys->user, &job->order->set->sides[kind], i, extents, count, keys);
            for (uint32_t k = 0; k < count; k++)
                job->items[kind][i + k] = (uint64_t)keys[k] << 32 | (extents ? extents[k] : i + k);
        }
    }
}

/// Removes what is gone from the items of a side and renames the others by where their extents are now, which keeps
/// them in order. Returns how many stay.
static uint32_t keep(uint64_t *items, const struct cd_region_moves *moves)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < moves->old_count; i++) {
        uint32_t now = moves->now[(uint32_t)items[i]];
        items[kept] = (items[i] & ~(uint64_t)UINT32_MAX) | now;
        kept += now != CD_REGION_GONE;
    }
    return kept;
}

/// How far ahead rows are fetched.
#define AHEAD 24

/// Writes some of the rows in their order.
static void gather_range(void *user, unsigned part, uint32_t all_first, uint32_t all_end)
{
    const struct job *job = user;
    (void)part;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_columns *from = &job->order->set->sides[kind],
                                       *side = &job->order->sides[kind];
        const uint64_t *items = job->order->items[kind];
        uint32_t first = all_first, end = all_end;
        cut(kind, job->order->sides[0].count, &first, &end);
        for (uint32_t i = first; i < end; i++)
            side->names[i] = (uint32_t)items[i];
        for (uint32_t k = 0; k < side->dimensions; k++)
            for (uint32_t i = first; i < end; i++) {
                uint32_t ahead = side->names[i + AHEAD < end ? i + AHEAD : i];
                __builtin_prefetch(&from->low[k][ahead]);
                __builtin_prefetch(&from->high[k][ahead]);
                side->low[k][i] = from->low[k][side->names[i]];
                side->high[k][i] = from->high[k][side->names[i]];
            }
    }
}

void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys,
                            bool from_before)
{
    struct job job = {.order = order, .keys = keys};
    uint32_t kept[2] = {0, 0};
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_moves *moves = &order->set->moves[kind];
        reserve(order, kind, order->set->sides[kind].count);
        if (from_before)
            kept[kind] = keep(order->items[kind], moves);
        bool merges = from_before && moves->fresh_count <= kept[kind]; // what a merge has room for
        kept[kind] = merges ? kept[kind] : 0;
        job.extents[kind] = merges ? moves->fresh : NULL;
        job.counts[kind] = merges ? moves->fresh_count : order->sides[kind].count;
        job.items[kind] = merges ? order->scratch[kind] + kept[kind] : order->items[kind];
    }
    cd_run_ranges(order->radix.threads, job.counts[0] + job.counts[1], code_range, &job);
    for (int kind = 0; kind < 2; kind++) {
        uint64_t *items = order->items[kind], *scratch = order->scratch[kind];
        if (job.extents[kind]) {
            cd_radix_merge(&order->radix, items, scratch, kept[kind], order->sides[kind].count, 32,
                           keys->bits);
            continue;
        }
        order->items[kind] = cd_radix_sort(&order->radix, items, scratch, job.counts[kind], 32, keys->bits);
        order->scratch[kind] = order->items[kind] == items ? scratch : items;
    }
    cd_run_ranges(order->radix.threads, order->set->all.count, gather_range, &job);
}

void cd_region_keys_of_lows(const void *user, const struct cd_region_columns *side, uint32_t first,
                            const uint32_t *extents, uint32_t count, uint32_t *keys)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint32_t)side->low[0][extents ? extents[i] : first + i] ^ 0x80000000u;
}

/// The first row from `from` on whose low[0] is at least `value`; beyond all 32-bit values too.
static uint32_t search(const struct cd_region_columns *side, uint32_t from, int64_t value)
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

uint32_t cd_region_order_above(const struct cd_region_columns *side, uint32_t from, int32_t value)
{
    return search(side, from, (int64_t)value + 1);
}

uint32_t cd_region_order_not_below(const struct cd_region_columns *side, uint32_t from, int32_t value)
{
    return search(side, from, value);
}
