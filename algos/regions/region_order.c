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

/// What threads do to the extents of a side.
struct job {
    const struct cd_region_keys *keys;
    const struct cd_region_columns *from; ///< the side as it was read,
    struct cd_region_columns *side;       ///< and in order
    uint64_t *items;
};

static void code_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct job *job = user;
    uint32_t keys[CD_REGION_KEYS_MAX], count;
    (void)part;
    for (uint32_t i = first; i < end; i += count) {
        count = end - i < CD_REGION_KEYS_MAX ? end - i : CD_REGION_KEYS_MAX;
        job->keys->find(job->keys->user, job->from, i, count, keys);
        for (uint32_t k = 0; k < count; k++)
            job->items[i + k] = (uint64_t)keys[k] << 32 | (i + k);
    }
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

void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys)
{
    const struct cd_radix *radix = &order->radix;
    for (int kind = 0; kind < 2; kind++) {
        struct cd_region_columns *side = &order->sides[kind];
        uint32_t count = side->count = order->set->sides[kind].count;
        if (!side->names || count > side->capacity) {
            order->items[kind] = cd_reallocate(order->items[kind], 0, count, sizeof *order->items[kind]);
            order->scratch[kind] =
                cd_reallocate(order->scratch[kind], 0, count, sizeof *order->scratch[kind]);
            cd_region_columns_grow(side, 0, count);
        }
        uint64_t *items = order->items[kind], *scratch = order->scratch[kind];
        struct job job = {keys, &order->set->sides[kind], side, items};
        cd_run_ranges(radix->threads, count, code_range, &job);
        job.items = cd_radix_sort(radix, items, scratch, count, 32, keys->bits);
        order->items[kind] = job.items;
        order->scratch[kind] = job.items == items ? scratch : items;
        cd_run_ranges(radix->threads, count, gather_range, &job);
    }
}

uint32_t cd_region_order_find(const struct cd_region_order *order, int kind, uint32_t first, uint32_t end,
                              uint32_t key)
{
    const uint64_t *items = order->items[kind], min = (uint64_t)key << 32;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (items[middle] < min)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

uint32_t cd_region_order_row(const struct cd_region_columns *side, uint32_t from, int64_t value)
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
