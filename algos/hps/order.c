#include "algos/hps/order.h"

#include "algos/threads.h"
#include "base/memory.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

void hps_order_create(struct hps_order *order, unsigned threads)
{
    *order = (struct hps_order){.threads = threads};
    order->counts = cd_allocate((size_t)threads * DIGITS, sizeof *order->counts);
}

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
    cd_free(order->counts);
}

size_t hps_order_bytes(const struct hps_order *order)
{
    return 2 * order->capacity * sizeof *order->places +
           (size_t)order->threads * DIGITS * sizeof *order->counts;
}

// ---- sorting ----------------------------------------------------------------------------------------------

/// A sort that threads share: each has a part of the places, in order.
struct sorting {
    struct hps_order *order;
    const struct hps_space *space;
    const struct cd_region_side *side;
    const uint32_t *extents; ///< what to code, or NULL for the whole side
    uint64_t *from, *to;
    uint32_t count;
    unsigned shift; ///< where the digit begins
};

static uint32_t part_begin(const struct sorting *sorting, unsigned thread)
{
    return (uint32_t)((uint64_t)sorting->count * thread / sorting->order->threads);
}

static void code_part(void *user, unsigned thread)
{
    const struct sorting *sorting = user;
    uint32_t ranks[HPS_RANKS_MOST], end = part_begin(sorting, thread + 1);
    for (uint32_t i = part_begin(sorting, thread), count; i < end; i += count) {
        const uint32_t *extents = sorting->extents ? sorting->extents + i : NULL;
        count = end - i < HPS_RANKS_MOST ? end - i : HPS_RANKS_MOST;
        hps_ranks_of(sorting->space, sorting->side, i, extents, count, ranks);
        for (uint32_t k = 0; k < count; k++)
            sorting->from[i + k] = (uint64_t)ranks[k] << 32 | (extents ? extents[k] : i + k);
    }
}

static void count_part(void *user, unsigned thread)
{
    const struct sorting *sorting = user;
    uint32_t *counts = sorting->order->counts + (size_t)thread * DIGITS;
    memset(counts, 0, DIGITS * sizeof *counts);
    uint32_t end = part_begin(sorting, thread + 1);
    for (uint32_t i = part_begin(sorting, thread); i < end; i++)
        counts[sorting->from[i] >> sorting->shift & (DIGITS - 1)]++;
}

/// Turns counts into where each thread's places with a digit begin.
static void add_up(const struct sorting *sorting)
{
    uint32_t start = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++)
        for (unsigned thread = 0; thread < sorting->order->threads; thread++) {
            uint32_t *count = &sorting->order->counts[(size_t)thread * DIGITS + digit], size = *count;
            *count = start;
            start += size;
        }
}

static void move_part(void *user, unsigned thread)
{
    const struct sorting *sorting = user;
    uint32_t *starts = sorting->order->counts + (size_t)thread * DIGITS;
    uint32_t end = part_begin(sorting, thread + 1);
    for (uint32_t i = part_begin(sorting, thread); i < end; i++)
        sorting->to[starts[sorting->from[i] >> sorting->shift & (DIGITS - 1)]++] = sorting->from[i];
}

/// Codes and sorts, stably; the result is in `from`.
static void sort_places(struct sorting *sorting)
{
    unsigned threads = sorting->order->threads, bits = hps_rank_bits(sorting->space->m);
    cd_run_threads(threads, code_part, sorting);
    for (unsigned done = 0; done < bits; done += DIGIT_BITS) {
        sorting->shift = 32 + done;
        cd_run_threads(threads, count_part, sorting);
        add_up(sorting);
        cd_run_threads(threads, move_part, sorting);
        uint64_t *sorted = sorting->to;
        sorting->to = sorting->from;
        sorting->from = sorted;
    }
}

void hps_order_build(struct hps_order *order, const struct hps_space *space,
                     const struct cd_region_side *side)
{
    CD_ASSERT(space->m <= HPS_RANK_LEVELS_MOST);
    order->count = side->count;
    struct sorting sorting = {order, space, side, NULL, order->places, order->spare, order->count, 0};
    sort_places(&sorting);
    order->places = sorting.from;
    order->spare = sorting.to;
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
    struct sorting sorting = {order, space, side, moved->fresh, fresh, order->spare, fresh_count, 0};
    sort_places(&sorting);
    if (sorting.from != fresh && fresh_count)
        memcpy(fresh, sorting.from, fresh_count * sizeof *fresh);
    uint32_t i = 0, k = 0;
    for (uint32_t to = 0; to < kept + fresh_count; to++)
        order->spare[to] =
            k == fresh_count || (i < kept && order->places[i] < fresh[k]) ? order->places[i++] : fresh[k++];
    uint64_t *merged = order->spare;
    order->spare = order->places;
    order->places = merged;
    order->count = kept + fresh_count;
}

uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint32_t rank)
{
    uint64_t least = (uint64_t)rank << 32;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (order->places[middle] < least)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}
