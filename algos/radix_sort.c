#include "algos/radix_sort.h"

#include "base/status.h"

#include <stdbool.h>
#include <string.h>

/// Bits of a digit: a table of so many counts stays in the first-level cache.
#define DIGIT 11

/// Turns counts into starts; false when all words have the same digit, so that nothing need be moved.
static bool prepare(size_t *counts, size_t total)
{
    size_t start = 0;
    bool differ = true;
    for (size_t i = 0; i < (size_t)1 << DIGIT; i++) {
        size_t count = counts[i];
        differ &= count != total;
        counts[i] = start;
        start += count;
    }
    return differ;
}

uint64_t *cd_radix_sort(uint64_t *items, uint64_t *scratch, size_t count, unsigned low_bit, unsigned bits)
{
    size_t counts[1 << DIGIT];
    for (unsigned done = 0; done < bits; done += DIGIT) {
        unsigned shift = low_bit + done;
        uint64_t mask = bits - done < DIGIT ? (UINT64_C(1) << (bits - done)) - 1 : (1u << DIGIT) - 1;
        memset(counts, 0, sizeof counts);
        for (size_t i = 0; i < count; i++)
            counts[items[i] >> shift & mask]++;
        if (!prepare(counts, count))
            continue;
        for (size_t i = 0; i < count; i++)
            scratch[counts[items[i] >> shift & mask]++] = items[i];
        uint64_t *swap = items;
        items = scratch;
        scratch = swap;
    }
    return items;
}

void cd_radix_merge(uint64_t *items, uint64_t *scratch, size_t kept, size_t count)
{
    size_t left = count - kept;
    CD_ASSERT(left <= kept);
    const uint64_t *sorted = cd_radix_sort(scratch + kept, scratch, left, 0, 64);
    for (size_t to = count; left > 0;) // from the ends, so that nothing is in the way
        items[--to] = kept > 0 && items[kept - 1] > sorted[left - 1] ? items[--kept] : sorted[--left];
}
