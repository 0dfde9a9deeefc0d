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

#ifdef __cplusplus
}
#endif
#endif
