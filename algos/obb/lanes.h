/// Vectors of LANES floats. The file that includes this header defines LANES as 4 or 8. Each lane is one pair of
/// volumes and rounds alike on every machine. Not for headers.
#include <stdint.h>
#include <string.h>
#ifdef __SSE__
#include <immintrin.h>
#endif

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));

// Functions that are not inlined get vectors by address: how they are passed by value depends on the machine.
#define INLINE static inline __attribute__((always_inline))

#define MAGNITUDE(x) ((lanes)((masks)(x)&0x7fffffff))

// Bit k is set where the sign bit of lane k is not.
INLINE unsigned lanes_left(const masks *negative)
{
#if LANES == 8 && defined __AVX__
    return ~(unsigned)_mm256_movemask_ps((__m256)*negative) & 0xff;
#elif LANES == 4 && defined __SSE__
    return ~(unsigned)_mm_movemask_ps((__m128)*negative) & 0xf;
#else
    unsigned bits = 0;
    for (unsigned k = 0; k < LANES; k++)
        bits |= (*negative)[k] < 0 ? 0 : 1u << k;
    return bits;
#endif
}

// The squared length of a vector in every lane.
INLINE void square(const lanes d[3], lanes *squares)
{
    *squares = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
}

#if LANES == 8
// Keep the smaller or the larger of two, lane by lane: among equal ones the value that was there.
INLINE void lanes_widen(lanes *low, lanes *high, const lanes *x)
{
#if defined __AVX__
    *low = (lanes)_mm256_min_ps((__m256)*x, (__m256)*low);
    *high = (lanes)_mm256_max_ps((__m256)*x, (__m256)*high);
#elif defined __SSE__
    for (int half = 0; half < 2; half++) {
        __m128 *l = (__m128 *)low + half, *h = (__m128 *)high + half, y = ((const __m128 *)x)[half];
        *l = _mm_min_ps(y, *l);
        *h = _mm_max_ps(y, *h);
    }
#else
    masks less = *x<*low, more = *x> * high;
    *low = (lanes)((less & (masks)*x) | (~less & (masks)*low));
    *high = (lanes)((more & (masks)*x) | (~more & (masks)*high));
#endif
}

// The least of all lanes.
INLINE float lanes_least(const lanes *x)
{
    lanes low = *x, high = low, other = __builtin_shufflevector(low, low, 4, 5, 6, 7, 0, 1, 2, 3);
    lanes_widen(&low, &high, &other);
    other = __builtin_shufflevector(low, low, 2, 3, 0, 1, 6, 7, 4, 5);
    lanes_widen(&low, &high, &other);
    return low[0] < low[1] ? low[0] : low[1];
}

// The lane in `left`, which is not empty, with the least distance. Non-negative floats order like their bits; half of
// these is finite as a float even for an infinite distance, and the lowest of them give way to the lane. Several lanes
// are compared without branches, which would be mispredicted.
INLINE unsigned nearest_lane(const lanes *distance, unsigned left)
{
    if (!(left & (left - 1)))
        return (unsigned)__builtin_ctz(left);
    const masks lane = {0, 1, 2, 3, 4, 5, 6, 7}, bit = {1, 2, 4, 8, 16, 32, 64, 128};
    masks out = (((int32_t)left - (masks){0}) & bit) == 0;
    masks key = ((((masks)*distance >> 1 & -LANES) | lane) & ~out) | (out & 0x7f7fffff); // the largest float
    lanes keys = (lanes)key;
    float least = lanes_least(&keys);
    uint32_t bits;
    memcpy(&bits, &least, sizeof bits);
    return bits % LANES;
}
#else
// The lane in `left`, which is not empty, with the least distance; non-negative floats order like their bits.
INLINE unsigned nearest_lane(const lanes *distance, unsigned left)
{
    masks bits = (masks)*distance;
    int32_t min = INT32_MAX;
    for (; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        int32_t key = (bits[k] & -LANES) | (int32_t)k; // a tie goes to the lower lane
        min = key < min ? key : min;
    }
    return (unsigned)min % LANES;
}
#endif
