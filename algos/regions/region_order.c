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

/// What threads do to the extents of a side.
struct job {
    const struct cd_region_keys *keys;
    const struct cd_region_columns *from; ///< the side as it was read,
    struct cd_region_columns *side;       ///< and in order
    const uint32_t *extents;              ///< what is coded, or NULL for the whole side
    uint64_t *items;                      ///< where the items of that go
};

static void code_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct job *job = user;
    uint32_t keys[CD_REGION_KEYS_MAX], count;
    (void)part;
    for (uint32_t i = first; i < end; i += count) {
        const uint32_t *extents = job->extents ? job->extents + i : NULL;
        count = end - i < CD_REGION_KEYS_MAX ? end - i : CD_REGION_KEYS_MAX;
        job->keys->find(job->keys->user, job->from, i, extents, count, keys);
        for (uint32_t k = 0; k < count; k++)
            job->items[i + k] = (uint64_t)keys[k] << 32 | (extents ? extents[k] : i + k);
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

/// Writes some of the rows of a side in their order.
static void gather_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct job *job = user;
    const struct cd_region_columns *from = job->from, *side = job->side;
    (void)part;
    for (uint32_t i = first; i < end; i++)
        side->names[i] = (uint32_t)job->items[i];
    for (uint32_t k = 0; k < side->dimensions; k++)
        for (uint32_t i = first; i < end; i++) {
            uint32_t ahead = side->names[i + AHEAD < end ? i + AHEAD : i];
            __builtin_prefetch(&from->low[k][ahead]);
            __builtin_prefetch(&from->high[k][ahead]);
            side->low[k][i] = from->low[k][side->names[i]];
            side->high[k][i] = from->high[k][side->names[i]];
        }
}

void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys,
                            bool from_before)
{
    const struct cd_radix *radix = &order->radix;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_moves *moves = &order->set->moves[kind];
        uint32_t count = order->set->sides[kind].count;
        reserve(order, kind, count);
        uint64_t *items = order->items[kind], *scratch = order->scratch[kind];
        uint32_t kept = from_before ? keep(items, moves) : 0;
        bool merges = from_before && moves->fresh_count <= kept; // what a merge has room for
        struct job job = {keys, &order->set->sides[kind], &order->sides[kind], merges ? moves->fresh : NULL,
                          merges ? scratch + kept : items};
        cd_run_ranges(radix->threads, merges ? moves->fresh_count : count, code_range, &job);
        job.items = items;
        if (merges)
            cd_radix_merge(radix, items, scratch, kept, count, 32, keys->bits);
        else
            job.items = cd_radix_sort(radix, items, scratch, count, 32, keys->bits);
        order->items[kind] = job.items;
        order->scratch[kind] = job.items == items ? scratch : items;
        cd_run_ranges(radix->threads, count, gather_range, &job);
    }
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
