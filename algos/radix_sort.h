/// Sorting of 64-bit words by some of their bits.
#ifndef CD_ALGOS_RADIX_SORT_H
#define CD_ALGOS_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sorts `count` words by the `bits` bits from `low_bit` up, equal ones keeping their order. Returns which of
/// `items` and `scratch`, both `count` words large, holds the result; the other's content is lost.
uint64_t *cd_radix_sort(uint64_t *items, uint64_t *scratch, size_t count, unsigned low_bit, unsigned bits);

/// Sorts scratch[kept .. count) by all 64 bits and merges it into items[0 .. kept), which ascends, so that
/// items[0 .. count) does. At least half of the words must be there already: the sort takes what is in front
/// of the new ones for room.
void cd_radix_merge(uint64_t *items, uint64_t *scratch, size_t kept, size_t count);

#ifdef __cplusplus
}
#endif
#endif
