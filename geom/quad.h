/// Vectors of four doubles, a number a lane. Every lane rounds alike on every machine. Not for headers.
#ifndef CD_GEOM_QUAD_H
#define CD_GEOM_QUAD_H

#include "geom/vec.h"

#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef double quad __attribute__((vector_size(32)));
typedef int64_t flags __attribute__((vector_size(32)));

// What is passed goes by address: the way to pass vectors by value depends on the machine.
#define INLINE static inline __attribute__((always_inline))

// Of two vectors, by the lanes of a third, which are 0 or -1.
#ifdef __AVX__
#define CHOSEN(which, yes, no) ((quad)_mm256_blendv_pd((__m256d)(no), (__m256d)(yes), (__m256d)(which)))
#else
#define CHOSEN(which, yes, no) ((quad)(((which) & (flags)(yes)) | (~(which) & (flags)(no))))
#endif

/// A point in the lanes 0 to 2, and 0.
INLINE void quad_set(quad *lanes, const struct cd_vec3 *p)
{
    *lanes = (quad){p->x, p->y, p->z, 0};
}

/// Whether a lane is not 0, of such.
INLINE bool quad_any(const flags *which)
{
#ifdef __AVX__
    return _mm256_movemask_pd((__m256d)*which);
#else
    return (*which)[0] | (*which)[1] | (*which)[2] | (*which)[3];
#endif
}

/// Takes the square root in every lane.
INLINE void quad_root(quad *x)
{
#ifdef __AVX__
    *x = (quad)_mm256_sqrt_pd((__m256d)*x);
#elif defined __SSE2__
    for (int half = 0; half < 2; half++)
        ((__m128d *)x)[half] = _mm_sqrt_pd(((__m128d *)x)[half]);
#else
    for (int k = 0; k < 4; k++)
        (*x)[k] = sqrt((*x)[k]);
#endif
}

/// Takes the smaller and the larger of two, lane by lane: of equal ones what was there.
INLINE void quad_widen(quad *low, quad *high, const quad *to_low, const quad *to_high)
{
#ifdef __AVX__
    *low = (quad)_mm256_min_pd((__m256d)*to_low, (__m256d)*low);
    *high = (quad)_mm256_max_pd((__m256d)*to_high, (__m256d)*high);
#elif defined __SSE2__
    for (int half = 0; half < 2; half++) {
        __m128d *l = (__m128d *)low + half, *h = (__m128d *)high + half;
        *l = _mm_min_pd(((const __m128d *)to_low)[half], *l);
        *h = _mm_max_pd(((const __m128d *)to_high)[half], *h);
    }
#else
    *low = CHOSEN(*to_low < *low, *to_low, *low);
    *high = CHOSEN(*to_high > *high, *to_high, *high);
#endif
}

#endif
