/// Points and directions in space: doubles, in the unit of the mesh they come from.
#ifndef CD_GEOM_VEC_H
#define CD_GEOM_VEC_H

#include <math.h>

struct cd_vec3 {
    double x, y, z;
};

static inline struct cd_vec3 cd_vec(double x, double y, double z)
{
    struct cd_vec3 v = {x, y, z};
    return v;
}

static inline struct cd_vec3 cd_add(struct cd_vec3 a, struct cd_vec3 b)
{
    return cd_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct cd_vec3 cd_sub(struct cd_vec3 a, struct cd_vec3 b)
{
    return cd_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct cd_vec3 cd_scale(struct cd_vec3 a, double s)
{
    return cd_vec(a.x * s, a.y * s, a.z * s);
}

static inline double cd_dot(struct cd_vec3 a, struct cd_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct cd_vec3 cd_cross(struct cd_vec3 a, struct cd_vec3 b)
{
    return cd_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double cd_length(struct cd_vec3 a)
{
    return sqrt(cd_dot(a, a));
}

/// How far a point is from the segment between a and b.
static inline double cd_segment_distance(struct cd_vec3 a, struct cd_vec3 b, struct cd_vec3 point)
{
    struct cd_vec3 along = cd_sub(b, a), to = cd_sub(point, a);
    double square = cd_dot(along, along);
    double part = square > 0 ? fmin(fmax(cd_dot(to, along) / square, 0), 1) : 0;
    return cd_length(cd_sub(to, cd_scale(along, part)));
}

/// Coordinate `axis` (0, 1, 2) of `*v`.
static inline double cd_axis(const struct cd_vec3 *v, int axis)
{
    return axis == 0 ? v->x : axis == 1 ? v->y : v->z;
}

#endif
