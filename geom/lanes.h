/// Short vectors, a number a lane: cd_f8 are eight floats, cd_d4 four doubles, cd_i8 eight integers of 32 bits, cd_l4
/// four of 64; cd_f4, cd_i4, cd_d2 and cd_l2 are half as long. Plain operators work on them, and comparisons give
/// integers, -1 for true; the operations for which C has no operator follow. Every lane rounds alike on every machine.
/// Vectors of 32 bytes go by address: the way to pass them by value depends on the machine. Not for headers.
#ifndef CD_GEOM_LANES_H
#define CD_GEOM_LANES_H

#include "geom/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef float cd_f4 __attribute__((vector_size(16)));
typedef float cd_f8 __attribute__((vector_size(32)));
typedef double cd_d2 __attribute__((vector_size(16)));
typedef double cd_d4 __attribute__((vector_size(32)));
typedef int32_t cd_i4 __attribute__((vector_size(16)));
typedef int32_t cd_i8 __attribute__((vector_size(32)));
typedef int64_t cd_l2 __attribute__((vector_size(16)));
typedef int64_t cd_l4 __attribute__((vector_size(32)));

#define CD_INLINE static inline __attribute__((always_inline))

#define CD_F4_ABS(x) ((cd_f4)((cd_i4)(x)&INT32_MAX))
#define CD_F8_ABS(x) ((cd_f8)((cd_i8)(x)&INT32_MAX))
#define CD_D4_ABS(x) ((cd_d4)((cd_l4)(x)&INT64_MAX))

// One of two vectors in every lane, by the lanes of a third, which are 0 or -1.
#define CD_F8_SELECT(which, yes, no) ((cd_f8)(((which) & (cd_i8)(yes)) | (~(which) & (cd_i8)(no))))
#ifdef __AVX__
#define CD_D4_SELECT(which, yes, no)                                                                         \
    ((cd_d4)_mm256_blendv_pd((__m256d)(no), (__m256d)(yes), (__m256d)(which)))
#else
#define CD_D4_SELECT(which, yes, no) ((cd_d4)(((which) & (cd_l4)(yes)) | (~(which) & (cd_l4)(no))))
#endif

// ---- two doubles

CD_INLINE cd_d2 cd_d2_abs(cd_d2 a)
{
    return (cd_d2)((cd_l2)a & INT64_MAX);
}

/// a > b ? a : b in every lane, like cd_d2_min with < for >.
CD_INLINE cd_d2 cd_d2_max(cd_d2 a, cd_d2 b)
{
#ifdef __SSE2__
    return _mm_max_pd(a, b);
#else
    return (cd_d2){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

CD_INLINE cd_d2 cd_d2_min(cd_d2 a, cd_d2 b)
{
#ifdef __SSE2__
    return _mm_min_pd(a, b);
#else
    return (cd_d2){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/// The sign bits: bit 0 is that of a[0], bit 1 that of a[1].
CD_INLINE unsigned cd_d2_signs(cd_d2 a)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_pd(a);
#else
    return (unsigned)(signbit(a[0]) != 0) | (unsigned)(signbit(a[1]) != 0) << 1;
#endif
}

CD_INLINE cd_d2 cd_d2_swapped(cd_d2 a)
{
    return (cd_d2){a[1], a[0]};
}

// ---- four doubles

/// A point in the lanes 0 to 2, and 0.
CD_INLINE void cd_d4_point(cd_d4 *x, const struct cd_vec3 *p)
{
    *x = (cd_d4){p->x, p->y, p->z, 0};
}

/// Whether any lane is -1, of lanes that are 0 or -1.
CD_INLINE bool cd_l4_any(const cd_l4 *which)
{
#ifdef __AVX__
    return _mm256_movemask_pd((__m256d)*which);
#else
    return (*which)[0] | (*which)[1] | (*which)[2] | (*which)[3];
#endif
}

/// Takes the square root in every lane.
CD_INLINE void cd_d4_sqrt(cd_d4 *x)
{
#ifdef __AVX__
    *x = (cd_d4)_mm256_sqrt_pd((__m256d)*x);
#else
    for (int k = 0; k < 4; k++)
        (*x)[k] = sqrt((*x)[k]);
#endif
}

/// Keeps the smaller of two and the larger of two, lane by lane: among equal ones the value that was there.
CD_INLINE void cd_d4_widen(cd_d4 *low, cd_d4 *high, const cd_d4 *by_low, const cd_d4 *by_high)
{
#ifdef __AVX__
    *low = (cd_d4)_mm256_min_pd((__m256d)*by_low, (__m256d)*low);
    *high = (cd_d4)_mm256_max_pd((__m256d)*by_high, (__m256d)*high);
#else
    *low = CD_D4_SELECT(*by_low < *low, *by_low, *low);
    *high = CD_D4_SELECT(*by_high > *high, *by_high, *high);
#endif
}

// ---- four and eight floats, and integers of their size

/// The sign bits: bit k is that of lane k.
CD_INLINE unsigned cd_i4_signs(cd_i4 x)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)x);
#else
    return (unsigned)((x[0] < 0) | (x[1] < 0) << 1 | (x[2] < 0) << 2 | (x[3] < 0) << 3);
#endif
}

CD_INLINE unsigned cd_i8_signs(const cd_i8 *x)
{
#ifdef __AVX__
    return (unsigned)_mm256_movemask_ps((__m256)*x);
#else
    const cd_i4 *half = (const cd_i4 *)x;
    return cd_i4_signs(half[0]) | cd_i4_signs(half[1]) << 4;
#endif
}

/// Keeps the smaller and the larger of two, lane by lane: among equal ones the value that was there.
CD_INLINE void cd_f8_widen(cd_f8 *low, cd_f8 *high, const cd_f8 *x)
{
#ifdef __AVX__
    *low = (cd_f8)_mm256_min_ps((__m256)*x, (__m256)*low);
    *high = (cd_f8)_mm256_max_ps((__m256)*x, (__m256)*high);
#elif defined __SSE2__
    for (int half = 0; half < 2; half++) {
        __m128 *l = (__m128 *)low + half, *h = (__m128 *)high + half, y = ((const __m128 *)x)[half];
        *l = _mm_min_ps(y, *l);
        *h = _mm_max_ps(y, *h);
    }
#else
    *low = CD_F8_SELECT(*x < *low, *x, *low);
    *high = CD_F8_SELECT(*x > *high, *x, *high);
#endif
}

/// The least of all lanes.
CD_INLINE float cd_f8_least(const cd_f8 *x)
{
    cd_f8 low = *x, high = low, other = __builtin_shufflevector(low, low, 4, 5, 6, 7, 0, 1, 2, 3);
    cd_f8_widen(&low, &high, &other);
    other = __builtin_shufflevector(low, low, 2, 3, 0, 1, 6, 7, 4, 5);
    cd_f8_widen(&low, &high, &other);
    return low[0] < low[1] ? low[0] : low[1];
}

#endif
