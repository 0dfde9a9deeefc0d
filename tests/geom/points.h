/// What tests of geometry draw: points on a grid, and numbers beside a number.
#ifndef CD_TESTS_POINTS_H
#define CD_TESTS_POINTS_H

#include "tests/exact_reference.h"
#include "tests/handmade.h"
#include "tests/test.h"

static inline struct cd_vec3 grid_point(struct cd_random *random, unsigned size)
{
    double x = (double)cd_random_below(random, size), y = (double)cd_random_below(random, size);
    return cd_vec(x, y, (double)cd_random_below(random, size));
}

/// The value, or the next one above or below.
static inline double nudged(struct cd_random *random, double value)
{
    uint64_t kind = cd_random_below(random, 3);
    return kind == 0 ? value : nextafter(value, kind == 1 ? INFINITY : -INFINITY);
}

static inline struct cd_vec3 nudged_point(struct cd_random *random, struct cd_vec3 p)
{
    double x = nudged(random, p.x), y = nudged(random, p.y);
    return cd_vec(x, y, nudged(random, p.z));
}

/// The transposed rotation of a pose, applied to a vector.
static inline struct cd_vec3 turned_back(const struct cd_pose *pose, struct cd_vec3 v)
{
    const double *r = pose->r;
    return cd_vec(r[0] * v.x + r[3] * v.y + r[6] * v.z, r[1] * v.x + r[4] * v.y + r[7] * v.z,
                  r[2] * v.x + r[5] * v.y + r[8] * v.z);
}

#endif
