/// Rigid poses and the canonical world vertex, on which every exact answer is defined.
#ifndef CD_GEOM_POSE_H
#define CD_GEOM_POSE_H

#include "geom/vec.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// world = R * point + t; `r` is row-major (r[3*row + column]).
struct cd_pose {
    double r[9];
    double t[3];
};

/// The identity pose.
static inline struct cd_pose cd_pose_identity(void)
{
    struct cd_pose pose = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    return pose;
}

/// The canonical world vertex: each coordinate is ((r0*x + r1*y) + r2*z) + t in double, in this order and
/// without contraction to fused multiply-add. Two triangles collide when the triangles of their canonical
/// vertices, taken as exact numbers, share a point. Every translation unit of this program is compiled with
/// -ffp-contract=off; a plug-in whose compiler may contract calls `cd_canonical_vertices`.
static inline struct cd_vec3 cd_canonical_vertex(const struct cd_pose *pose, struct cd_vec3 p)
{
    const double *r = pose->r, *t = pose->t;
    return cd_vec(((r[0] * p.x + r[1] * p.y) + r[2] * p.z) + t[0],
                  ((r[3] * p.x + r[4] * p.y) + r[5] * p.z) + t[1],
                  ((r[6] * p.x + r[7] * p.y) + r[8] * p.z) + t[2]);
}

/// The canonical world vertices of `count` model points, as a function of the program for plug-ins; `world`
/// has room for `count` points and may be `points` itself.
void cd_canonical_vertices(const struct cd_pose *pose, const struct cd_vec3 *points, unsigned long count,
                           struct cd_vec3 *world);

/// The largest absolute entry of R^T R - I: how far R is from orthonormal.
double cd_pose_defect(const struct cd_pose *pose);

/// Largest defect that a scene may have; poses beyond it are rejected when a scene is loaded.
#define CD_POSE_DEFECT_MAX 1e-12

/// True when every entry is finite, R is orthonormal to CD_POSE_DEFECT_MAX and det R > 0.
bool cd_pose_is_rigid(const struct cd_pose *pose);

/// A bound on the distance between a canonical vertex and the exact R*p + t for every |p| <= radius.
double cd_pose_rounding(const struct cd_pose *pose, double radius);

/// sin and cos rounded to a multiple of 2^-30, since the last bits of libm differ between machines.
double cd_sin_portable(double angle);
double cd_cos_portable(double angle);

/// exp(x) for |x| <= 700 by IEEE arithmetic alone, to about 1e-14.
double cd_exp_portable(double x);

/// Writes the rotation by `angle` (radians) about `axis` (any non-zero length) into `r`, built from portable
/// sines by a normalised quaternion: equal on every machine and orthonormal to a few units in the last place.
void cd_rotation_about(struct cd_vec3 axis, double angle, double r[9]);

/// Writes the rotation of a quaternion (any non-zero length) into `r`: equal on every machine and orthonormal
/// to a few units in the last place.
void cd_rotation_of_quaternion(double w, double x, double y, double z, double r[9]);

/// c = a * b for row-major 3x3 matrices; c may not alias a or b.
void cd_matrix_multiply(const double a[9], const double b[9], double c[9]);

// Two bodies in one frame: the mapping of one model space to another, and how far it can be off.

/// The pose of model space of `from` in model space of `to`, as if R of `to` were orthonormal.
void cd_relate(const struct cd_pose *to, const struct cd_pose *from, struct cd_pose *relative);

/// The pose of model space of `to` in model space of `from`, where `relative` is what cd_relate made of the two.
void cd_relate_back(const struct cd_pose *to, const struct cd_pose *from, const struct cd_pose *relative,
                    struct cd_pose *back);

/// What a body adds to the slack of a pair, the same for all pairs of a frame.
struct cd_pose_slack {
    double rounding, defect, reach;
    double radius; ///< bounds the norms of the body's vertices in model space
};

struct cd_pose_slack cd_pose_slack_of(const struct cd_pose *pose, double radius);

/// How far apart, at most, two points may appear in the model space of either body by `cd_relate` when their
/// canonical world points coincide: what conservative volumes are inflated by. It covers `cd_relate`'s own
/// rounding and that of a volume built in doubles.
double cd_relative_slack(const struct cd_pose_slack *a, const struct cd_pose_slack *b);

#ifdef __cplusplus
}
#endif
#endif
