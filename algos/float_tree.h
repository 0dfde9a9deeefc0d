/// Rounding outwards to floats: the origin that the floats of a tree are measured from, the sphere around a placed body,
/// and the way from the coordinates of one tree to those of another. Separation may be
/// claimed beyond the bounds here alone; algos/mesh/aabb/README.md derives them.
#ifndef CD_ALGOS_FLOAT_TREE_H
#define CD_ALGOS_FLOAT_TREE_H

#include "algos/algo.h"
#include "geom/sphere.h"

#include <float.h>
#include <string.h>

/// Where the volumes of a tree are measured from.
struct cd_float_frame {
    struct cd_vec3 origin; ///< the middle of the model's box
    double radius;         ///< no vertex of a triangle is farther from `origin`
    double reach;          ///< nor farther than this from the model's own origin
};

struct cd_float_frame cd_float_frame_of(const struct cd_shape *shape);

/// The same around all vertices of the mesh, whether triangles have them or not: found sooner, for refitting.
struct cd_float_frame cd_float_frame_around(const struct cd_shape *shape);

/// More than what taking the origin from vertices, and measuring from there, has rounded away.
static inline double cd_float_margin(const struct cd_float_frame *frame)
{
    return 0x1p-49 * frame->radius + (double)FLT_MIN;
}

/// The next float above a finite one, or below.
static inline float cd_float_beside(float value, bool above)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value == 0)
        bits = above ? 1 : 0x80000001u;
    else
        bits += (value > 0) == above ? 1 : UINT32_MAX;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

/// The least float that is not smaller. Without a branch, which would be mispredicted half of the time.
static inline float cd_rounded_up(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    uint32_t step = (double)rounded < value; // away from zero, or towards it for what is negative
    bits += bits >> 31 ? -step : step;
    memcpy(&rounded, &bits, sizeof bits);
    return rounded;
}

/// Rounds a sphere outwards: centre and radius.
void cd_float_sphere(const struct cd_float_frame *frame, const struct cd_sphere *sphere, float rounded[4]);

/// The sphere around a placed body, in the world, with room for all rounding; and its share of what model
/// spaces may be off.
struct cd_world_sphere {
    double centre[3], radius;
    struct cd_pose_slack slack;
};

/// The `placement_bytes` of a pair algorithm whose placement is a world sphere.
size_t cd_world_sphere_bytes(const struct cd_shape *shape);

/// The world sphere of a body whose model lies in `sphere`, and no farther than `reach` from its own origin.
struct cd_world_sphere cd_world_sphere_of(double reach, const struct cd_sphere *sphere,
                                          const struct cd_pose *pose);

/// True when world spheres do not meet; false where poses are too large to tell.
static inline bool cd_world_spheres_apart(const struct cd_world_sphere *a, const struct cd_world_sphere *b)
{
    double x = a->centre[0] - b->centre[0], y = a->centre[1] - b->centre[1], z = a->centre[2] - b->centre[2];
    double reach = a->radius + b->radius;
    return (x * x + y * y) + z * z > reach * reach;
}

/// From the coordinates of one tree to those of another.
struct cd_float_map {
    float r[9], t[3]; ///< r * p + t
    float slack;      ///< what every comparison is widened by
};

/// Works out the mapping from b's tree to a's, for bodies whose placements are world spheres; false where floats
/// cannot hold it: for bodies of astronomic size or place.
bool cd_float_relate(const struct cd_float_frame *a, const struct cd_placed *body_a,
                     const struct cd_float_frame *b, const struct cd_placed *body_b,
                     struct cd_float_map *map);

#endif
