#include "algos/regions/region_scan.h"

#ifdef __AVX2__
#include <immintrin.h>

/// For a mask of eight bits, the places of its bits in ascending order, a byte each.
#define PLACE(m, i)                                                                                          \
    ((m) >> (i)&1 ? (uint64_t)(i) << 8 * __builtin_popcount((unsigned)(m) & ((1u << (i)) - 1)) : 0)
#define PLACES(m)                                                                                            \
    (PLACE(m, 0) | PLACE(m, 1) | PLACE(m, 2) | PLACE(m, 3) | PLACE(m, 4) | PLACE(m, 5) | PLACE(m, 6) |       \
     PLACE(m, 7))
#define PLACES_4(m)  PLACES(m), PLACES((m) + 1), PLACES((m) + 2), PLACES((m) + 3)
#define PLACES_16(m) PLACES_4(m), PLACES_4((m) + 4), PLACES_4((m) + 8), PLACES_4((m) + 12)
#define PLACES_64(m) PLACES_16(m), PLACES_16((m) + 16), PLACES_16((m) + 32), PLACES_16((m) + 48)
static const uint64_t places[256] = {PLACES_64(0), PLACES_64(64), PLACES_64(128), PLACES_64(192)};

/// A mask of those of eight extents that overlap the bounds in dimension k.
static inline __m256i apart_in(const int32_t *low, const int32_t *high, int32_t bound_low, int32_t bound_high)
{
    __m256i lows = _mm256_loadu_si256((const __m256i *)low);
    __m256i highs = _mm256_loadu_si256((const __m256i *)high);
    return _mm256_or_si256(_mm256_cmpgt_epi32(lows, _mm256_set1_epi32(bound_high)),
                           _mm256_cmpgt_epi32(_mm256_set1_epi32(bound_low), highs));
}

static inline uint32_t scan(int32_t *const *low, int32_t *const *high, uint32_t from, uint32_t to,
                            const struct cd_region_bounds *bounds, uint32_t first, uint32_t count,
                            uint32_t *found)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        __m256i apart = _mm256_setzero_si256();
        for (uint32_t k = from; k < to; k++)
            apart = _mm256_or_si256(
                apart, apart_in(low[k] + first + i, high[k] + first + i, bounds->low[k], bounds->high[k]));
        unsigned mask = ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(apart)) & 0xff;
        if (count - i < 8)
            mask &= (1u << (count - i)) - 1;
        // Eight are written, whatever their number; what is too much is overwritten by the next.
        __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)places[mask]));
        _mm256_storeu_si256((__m256i *)(found + hits),
                            _mm256_add_epi32(order, _mm256_set1_epi32((int)(first + i))));
        hits += (uint32_t)__builtin_popcount(mask);
    }
    return hits;
}

#else

static inline uint32_t scan(int32_t *const *low, int32_t *const *high, uint32_t from, uint32_t to,
                            const struct cd_region_bounds *bounds, uint32_t first, uint32_t count,
                            uint32_t *found)
{
    uint32_t hits = 0;
    for (uint32_t i = first; i < first + count; i++) {
        unsigned overlap = 1;
        for (uint32_t k = from; k < to; k++)
            overlap &= (unsigned)((low[k][i] <= bounds->high[k]) & (bounds->low[k] <= high[k][i]));
        found[hits] = i; // is overwritten by the next when it is none
        hits += overlap;
    }
    return hits;
}

#endif

uint32_t cd_region_scan(int32_t *const *low, int32_t *const *high, uint32_t from, uint32_t to,
                        const struct cd_region_bounds *bounds, uint32_t first, uint32_t count,
                        uint32_t *found)
{
    // The usual ones as loops of their own, in which the number of dimensions is known.
    if (from == 1 && to == 2)
        return scan(low, high, 1, 2, bounds, first, count, found);
    if (from == 0 && to == 2)
        return scan(low, high, 0, 2, bounds, first, count, found);
    if (from == 0 && to == 1)
        return scan(low, high, 0, 1, bounds, first, count, found);
    if (from == 1 && to == 3)
        return scan(low, high, 1, 3, bounds, first, count, found);
    return scan(low, high, from, to, bounds, first, count, found);
}
