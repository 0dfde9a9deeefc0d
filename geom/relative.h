/// Two bodies in one frame: the mapping of one model space to another, and how far it can be off.
#ifndef CD_GEOM_RELATIVE_H
#define CD_GEOM_RELATIVE_H

#include "geom/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// point in `to` = r * (point in `from`) + t; `r` is row-major.
struct cd_relative {
    double r[9], t[3];
};

/// Maps model space of `from` to model space of `to`, as if R of `to` were orthonormal.
void cd_relate(const struct cd_pose *to, const struct cd_pose *from, struct cd_relative *relative);

/// How far apart, at most, two points may appear in the model space of either body by `cd_relate` when their
/// canonical world points coincide: what conservative volumes are inflated by. A radius bounds the norms of
/// a body's vertices in model space. It covers `cd_relate`'s own rounding and that of a volume built in
/// doubles.
double cd_relative_slack(const struct cd_pose *a, double radius_a, const struct cd_pose *b, double radius_b);

#ifdef __cplusplus
}
#endif
#endif
