/// Axis-aligned boxes. Exact: a box of doubles around points of doubles needs no rounding.
#ifndef CD_GEOM_AABB_H
#define CD_GEOM_AABB_H

#include "geom/vec.h"

#include <stdbool.h>

/// Closed box [low, high]; empty when low > high in some coordinate.
struct cd_aabb {
    struct cd_vec3 low, high;
};

static inline struct cd_aabb cd_aabb_empty(void)
{
    struct cd_aabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return box;
}

static inline void cd_aabb_add(struct cd_aabb *box, struct cd_vec3 p)
{
    box->low.x = p.x < box->low.x ? p.x : box->low.x;
    box->low.y = p.y < box->low.y ? p.y : box->low.y;
    box->low.z = p.z < box->low.z ? p.z : box->low.z;
    box->high.x = p.x > box->high.x ? p.x : box->high.x;
    box->high.y = p.y > box->high.y ? p.y : box->high.y;
    box->high.z = p.z > box->high.z ? p.z : box->high.z;
}

static inline void cd_aabb_join(struct cd_aabb *box, const struct cd_aabb *other)
{
    cd_aabb_add(box, other->low);
    cd_aabb_add(box, other->high);
}

static inline bool cd_aabb_overlap(const struct cd_aabb *a, const struct cd_aabb *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static inline struct cd_vec3 cd_aabb_centre(const struct cd_aabb *box)
{
    return cd_scale(cd_add(box->low, box->high), 0.5);
}

static inline struct cd_vec3 cd_aabb_extent(const struct cd_aabb *box)
{
    return cd_sub(box->high, box->low);
}

static inline double cd_aabb_longest_side(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    return fmax(extent.x, fmax(extent.y, extent.z));
}

/// The smallest power of two above a length, at least 2^-1000 so that its inverse is a double; 1 for no length.
static inline double cd_power_above(double length)
{
    int exponent = 0;
    if (length > 0)
        frexp(length, &exponent);
    return ldexp(1, exponent > -1000 ? exponent : -1000);
}

/// The intersection of two boxes that overlap.
static inline struct cd_aabb cd_aabb_common(const struct cd_aabb *a, const struct cd_aabb *b)
{
    struct cd_aabb common = {
        {fmax(a->low.x, b->low.x), fmax(a->low.y, b->low.y), fmax(a->low.z, b->low.z)},
        {fmin(a->high.x, b->high.x), fmin(a->high.y, b->high.y), fmin(a->high.z, b->high.z)}};
    return common;
}

#endif
