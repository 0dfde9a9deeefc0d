/// Vectors of LANES floats, 4 or 8, which the file that includes this defines: one pair of volumes a lane. Every
/// lane rounds alike on every machine. Not for headers.
#include <stdint.h>
#ifdef __SSE__
#include <immintrin.h>
#endif

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));

// What is not inlined gets vectors by address: the way to pass them by value depends on the machine.
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

// The lane among `left`, of which there is one, with the least distance; non-negative floats order like their bits.
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

// The squared length of a vector in every lane.
INLINE void square(const lanes d[3], lanes *squares)
{
    *squares = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
}
