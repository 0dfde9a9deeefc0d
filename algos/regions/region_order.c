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
        cd_free(order->items[kind]);
        cd_free(order->scratch[kind]);
        order->items[kind] = cd_allocate(count, sizeof *order->items[kind]);
        order->scratch[kind] = cd_allocate(count, sizeof *order->scratch[kind]);
        cd_region_columns_grow(side, 0, count);
    }
    side->count = count;
}

/// What each thread does to a part of both sides.
struct job {
    struct cd_region_order *order;
    const struct cd_region_keys *keys;
};

/// Roughly what an extent takes, in nanoseconds.
#define CODE_NS   UINT64_C(2)
#define GATHER_NS UINT64_C(8)

static void code_part(void *user, unsigned thread)
{
    const struct job *job = user;
    uint32_t keys[CD_REGION_KEYS_MAX];
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_columns *side = &job->order->set->sides[kind];
        uint32_t end = cd_part_begin(0, side->count, thread + 1, job->order->radix.threads), count;
        for (uint32_t i = cd_part_begin(0, side->count, thread, job->order->radix.threads); i < end;
             i += count) {
            count = end - i < CD_REGION_KEYS_MAX ? end - i : CD_REGION_KEYS_MAX;
            job->keys->find(job->keys->user, side, i, count, keys);
            for (uint32_t k = 0; k < count; k++)
                job->order->items[kind][i + k] = (uint64_t)keys[k] << 32 | (i + k);
        }
    }
}

/// How far ahead rows are fetched.
#define AHEAD 24

/// Writes a part of the rows in their order.
static void gather_part(void *user, unsigned thread)
{
    const struct job *job = user;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_columns *from = &job->order->set->sides[kind],
                                       *side = &job->order->sides[kind];
        const uint64_t *items = job->order->items[kind];
        uint32_t begin = cd_part_begin(0, side->count, thread, job->order->radix.threads),
                 end = cd_part_begin(0, side->count, thread + 1, job->order->radix.threads);
        for (uint32_t i = begin; i < end; i++)
            side->names[i] = (uint32_t)items[i];
        for (uint32_t k = 0; k < side->dimensions; k++)
            for (uint32_t i = begin; i < end; i++) {
                uint32_t ahead = side->names[i + AHEAD < end ? i + AHEAD : i];
                __builtin_prefetch(&from->low[k][ahead]);
                __builtin_prefetch(&from->high[k][ahead]);
                side->low[k][i] = from->low[k][side->names[i]];
                side->high[k][i] = from->high[k][side->names[i]];
            }
    }
}

void cd_region_order_update(struct cd_region_order *order, const struct cd_region_keys *keys)
{
    struct job job = {order, keys};
    for (int kind = 0; kind < 2; kind++)
        reserve(order, kind, order->set->sides[kind].count);
    cd_run_threads(order->radix.threads, CODE_NS * order->set->all.count, code_part, &job);
    for (int kind = 0; kind < 2; kind++) {
        uint64_t *items = order->items[kind], *scratch = order->scratch[kind];
        uint32_t count = order->sides[kind].count;
        order->items[kind] = cd_radix_sort(&order->radix, items, scratch, count, 32, keys->bits);
        order->scratch[kind] = order->items[kind] == items ? scratch : items;
    }
    cd_run_threads(order->radix.threads, GATHER_NS * order->set->all.count, gather_part, &job);
}

uint32_t cd_region_order_find(const struct cd_region_order *order, enum cd_region_kind kind, uint32_t first,
                              uint32_t end, uint32_t key)
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
