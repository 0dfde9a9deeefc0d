#include "algos/pairs.h"
#include "base/memory.h"

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
