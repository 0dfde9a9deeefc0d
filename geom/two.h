/// Two doubles side by side, so that the processor does the same arithmetic for both triangles of a pair in
/// one instruction. Plain operators work on them; what C has no operator for is here.
#ifndef CD_GEOM_TWO_H
#define CD_GEOM_TWO_H

#include "geom/vec.h"

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double cd_two __attribute__((vector_size(16)));
typedef int64_t cd_two_words __attribute__((vector_size(16)));

/// A point or direction of each.
struct cd_two_points {
    cd_two x, y, z;
};

/// a > b ? a : b for both, like cd_two_smaller with < for >.
static inline cd_two cd_two_larger(cd_two a, cd_two b)
{
#ifdef __SSE2__
    return _mm_max_pd(a, b);
#else
    return (cd_two){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

static inline cd_two cd_two_smaller(cd_two a, cd_two b)
{
#ifdef __SSE2__
    return _mm_min_pd(a, b);
#else
    return (cd_two){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/// The sign bits: bit 0 of a[0], bit 1 of a[1].
static inline unsigned cd_two_signs(cd_two a)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_pd(a);
#else
    return (unsigned)(signbit(a[0]) != 0) | (unsigned)(signbit(a[1]) != 0) << 1;
#endif
}

static inline cd_two cd_two_magnitude(cd_two a)
{
    return (cd_two)((cd_two_words)a & (cd_two_words){INT64_MAX, INT64_MAX});
}

static inline cd_two cd_two_exchanged(cd_two a)
{
    return (cd_two){a[1], a[0]};
}

static inline struct cd_two_points cd_two_points_of(const struct cd_vec3 *p, const struct cd_vec3 *q)
{
    return (struct cd_two_points){{p->x, q->x}, {p->y, q->y}, {p->z, q->z}};
}

static inline struct cd_two_points cd_two_points_exchanged(struct cd_two_points p)
{
    return (struct cd_two_points){cd_two_exchanged(p.x), cd_two_exchanged(p.y), cd_two_exchanged(p.z)};
}

static inline struct cd_two_points cd_two_points_sub(struct cd_two_points p, struct cd_two_points q)
{
    return (struct cd_two_points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline struct cd_two_points cd_two_points_cross(struct cd_two_points p, struct cd_two_points q)
{
    return (struct cd_two_points){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static inline cd_two cd_two_points_dot(struct cd_two_points p, struct cd_two_points q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

/// The largest coordinate in magnitude.
static inline cd_two cd_two_points_reach(struct cd_two_points p)
{
    return cd_two_larger(cd_two_larger(cd_two_magnitude(p.x), cd_two_magnitude(p.y)), cd_two_magnitude(p.z));
}

#endif
