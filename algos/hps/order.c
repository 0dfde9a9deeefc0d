#include "algos/hps/order.h"

#include "base/memory.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

void hps_order_reserve(struct hps_order *order, uint32_t capacity)
{
    if (capacity <= order->capacity)
        return;
    order->places = cd_reallocate(order->places, order->count, capacity, sizeof *order->places);
    cd_free(order->spare);
    order->spare = cd_allocate(capacity, sizeof *order->spare);
    order->capacity = capacity;
}

void hps_order_destroy(struct hps_order *order)
{
    cd_free(order->places);
    cd_free(order->spare);
}

size_t hps_order_bytes(const struct hps_order *order)
{
    return 2 * order->capacity * sizeof *order->places;
}

/// One pass over the digit of the key that begins at bit `shift`.
static void sort_digit(const uint64_t *from, uint64_t *to, uint32_t count, unsigned shift)
{
    uint32_t starts[DIGITS] = {0};
    for (uint32_t i = 0; i < count; i++)
        starts[from[i] >> shift & (DIGITS - 1)]++;
    for (uint32_t digit = 0, start = 0; digit < DIGITS; digit++) {
        uint32_t size = starts[digit];
        starts[digit] = start;
        start += size;
    }
    for (uint32_t i = 0; i < count; i++)
        to[starts[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

/// Sorts by key, stably; where it ends is told, since the two arrays take turns.
static uint64_t *sort_places(uint64_t *places, uint64_t *spare, uint32_t count, unsigned m)
{
    // All keys are from 5^m on; their highest bits are the same where 2 * 5^m needs no more of them.
    unsigned bits = 64 - (unsigned)__builtin_clzll(2 * hps_key_root(m));
    for (unsigned done = 0; done < bits; done += DIGIT_BITS) {
        sort_digit(places, spare, count, 32 + done);
        uint64_t *sorted = spare;
        spare = places;
        places = sorted;
    }
    return places;
}

static void code_place(uint64_t *place, const struct hps_space *space, const struct cd_region_side *side,
                       uint32_t extent)
{
    *place = hps_space_code(space, side, extent).key << 32 | extent;
}

void hps_order_build(struct hps_order *order, const struct hps_space *space,
                     const struct cd_region_side *side)
{
    CD_ASSERT(space->m <= HPS_ORDER_LEVELS_MOST);
    order->count = side->count;
    for (uint32_t i = 0; i < side->count; i++)
        code_place(&order->places[i], space, side, i);
    uint64_t *sorted = sort_places(order->places, order->spare, order->count, space->m);
    order->spare = sorted == order->places ? order->spare : order->places;
    order->places = sorted;
}

void hps_order_update(struct hps_order *order, const struct hps_space *space,
                      const struct cd_region_side *side, const struct cd_region_moved *moved)
{
    // What stays moves together at the front, which leaves room behind it for what is fresh and its sorting:
    // all of it is in this frame.
    uint32_t kept = 0, fresh_count = moved->fresh_count;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t now = moved->now[(uint32_t)order->places[i]];
        if (now != CD_REGION_GONE)
            order->places[kept++] = (order->places[i] & ~(uint64_t)UINT32_MAX) | now;
    }
    uint64_t *fresh = order->places + kept;
    for (uint32_t i = 0; i < fresh_count; i++)
        code_place(&fresh[i], space, side, moved->fresh[i]);
    uint64_t *sorted = sort_places(fresh, order->spare, fresh_count, space->m);
    if (sorted != fresh && fresh_count)
        memcpy(fresh, sorted, fresh_count * sizeof *fresh);
    uint32_t i = 0, k = 0;
    for (uint32_t to = 0; to < kept + fresh_count; to++)
        order->spare[to] =
            k == fresh_count || (i < kept && order->places[i] < fresh[k]) ? order->places[i++] : fresh[k++];
    uint64_t *merged = order->spare;
    order->spare = order->places;
    order->places = merged;
    order->count = kept + fresh_count;
}

uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint64_t key)
{
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (hps_order_key(order, middle) < key)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}
