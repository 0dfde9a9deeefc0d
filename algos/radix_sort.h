/// Sorting of 64-bit words by some of their bits.
#ifndef CD_ALGOS_RADIX_SORT_H
#define CD_ALGOS_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The threads that sort together, and room for their counts of digits.
struct cd_radix {
    unsigned threads;
    uint32_t *counts;
};

struct cd_radix cd_radix_create(unsigned threads);
void cd_radix_destroy(struct cd_radix *radix);

/// Sorts `count` words, fewer than 2^32, by the `bits` bits from `low_bit` up, equal ones keeping their order. Returns which of
/// `items` and `scratch`, both `count` words large, holds the result; the other's content is lost. Called by
/// one thread, which sorts alone where `radix` is NULL.
uint64_t *cd_radix_sort(const struct cd_radix *radix, uint64_t *items, uint64_t *scratch, size_t count,
                        unsigned low_bit, unsigned bits);

#ifdef __cplusplus
}
#endif
#endif
