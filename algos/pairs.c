#include "algos/pairs.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

void cd_pairs_reserve(struct cd_pairs *pairs, size_t count)
{
    if (count <= pairs->capacity)
        return;
    pairs->pairs = cd_reallocate(pairs->pairs, pairs->count, count, sizeof *pairs->pairs);
    pairs->capacity = count;
}

void cd_pairs_add(struct cd_pairs *pairs, uint32_t a, uint32_t b)
{
    pairs->pairs = cd_grow(pairs->pairs, pairs->count, &pairs->capacity, sizeof *pairs->pairs);
    pairs->pairs[pairs->count++] = a < b ? (struct cd_pair){a, b} : (struct cd_pair){b, a};
}

void cd_pairs_append(struct cd_pairs *pairs, const struct cd_pair *more, size_t count)
{
    size_t wanted = pairs->count + count;
    if (wanted > pairs->capacity)
        cd_pairs_reserve(pairs, wanted + wanted / 2);
    if (count)
        memcpy(pairs->pairs + pairs->count, more, count * sizeof *more);
    pairs->count = wanted;
}

// Open addressing with linear probing. When an entry is taken out, its followers move up, so that no tombstones pile up
// over a long scene.

#define MIN_SLOTS 64

static size_t home(const struct pair_set *set, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    key *= UINT64_C(0x9e3779b97f4a7c15); // the golden ratio spreads neighbouring ids
    return (size_t)(key >> 32) & (set->slot_count - 1);
}

/// The slot of the pair, or the free slot where it would go.
static size_t find(const struct pair_set *set, uint32_t a, uint32_t b)
{
    size_t slot = home(set, a, b);
    for (; set->slots[slot]; slot = (slot + 1) & (set->slot_count - 1)) {
        const struct cd_pair *pair = &set->list[set->slots[slot] - 1];
        if (pair->a == a && pair->b == b)
            break;
    }
    return slot;
}

size_t pair_set_add(struct pair_set *set, uint32_t a, uint32_t b)
{
    if (2 * set->count >= set->slot_count) {
        set->slot_count = set->slot_count ? 2 * set->slot_count : MIN_SLOTS;
        cd_free(set->slots);
        set->slots = cd_allocate(set->slot_count, sizeof *set->slots);
        for (size_t i = 0; i < set->count; i++)
            set->slots[find(set, set->list[i].a, set->list[i].b)] = (uint32_t)i + 1;
    }
    size_t slot = find(set, a, b);
    if (set->slots[slot])
        return set->slots[slot] - 1;
    CD_ASSERT(set->count < UINT32_MAX);
    set->list = cd_grow(set->list, set->count, &set->capacity, sizeof *set->list);
    set->list[set->count++] = (struct cd_pair){a, b};
    set->slots[slot] = (uint32_t)set->count;
    return set->count - 1;
}

void pair_set_remove(struct pair_set *set, uint32_t a, uint32_t b)
{
    size_t slot = set->slot_count ? find(set, a, b) : 0;
    if (!set->slot_count || !set->slots[slot])
        return;
    size_t place = set->slots[slot] - 1, last = set->count - 1, mask = set->slot_count - 1, hole = slot;
    while (set->slots[slot = (slot + 1) & mask]) { // entries that would not be found any more move up
        const struct cd_pair *pair = &set->list[set->slots[slot] - 1];
        if (((slot - home(set, pair->a, pair->b)) & mask) < ((slot - hole) & mask))
            continue;
        set->slots[hole] = set->slots[slot];
        hole = slot;
    }
    set->slots[hole] = 0;
    if (place != last) { // the last of the list takes the free place
        struct cd_pair moved = set->list[last];
        set->slots[find(set, moved.a, moved.b)] = (uint32_t)place + 1;
        set->list[place] = moved;
    }
    set->count = last;
}

void pair_set_clear(struct pair_set *set)
{
    set->count = 0;
    if (set->slot_count)
        memset(set->slots, 0, set->slot_count * sizeof *set->slots);
}

void pair_set_free(struct pair_set *set)
{
    cd_free(set->list);
    cd_free(set->slots);
}
