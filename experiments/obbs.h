/// Oriented boxes in doubles, fitted, moved and tested as volumes.c and cost_model.c time it.
#ifndef CD_EXPERIMENTS_OBBS_H
#define CD_EXPERIMENTS_OBBS_H

#include "geom/obb.h"
#include "geom/pose.h"

/// The box with these axes around `count` points.
static inline struct cd_obb obb_around(const double axes[9], const struct cd_vec3 *points, size_t count)
{
    struct cd_span span = cd_span_empty();
    for (size_t i = 0; i < count; i++)
        cd_span_add(&span, axes, points[i]);
    return cd_obb_of_span(axes, &span);
}

static inline struct cd_obb obb_moved(const struct cd_obb *obb, const struct cd_pose *pose)
{
    struct cd_obb moved = *obb;
    const double *r = pose->r;
    for (int i = 0; i < 3; i++) {
        const double *axis = &obb->axes[3 * i];
        for (int k = 0; k < 3; k++)
            moved.axes[3 * i + k] = r[3 * k] * axis[0] + r[3 * k + 1] * axis[1] + r[3 * k + 2] * axis[2];
    }
    moved.centre = cd_canonical_vertex(pose, obb->centre);
    return moved;
}

static inline bool obbs_overlap(const struct cd_obb *a, const struct cd_obb *b)
{
    double r[9], t[3];
    struct cd_vec3 apart = cd_sub(b->centre, a->centre);
    for (int i = 0; i < 3; i++) {
        const double *u = &a->axes[3 * i];
        for (int j = 0; j < 3; j++)
            r[3 * i + j] = u[0] * b->axes[3 * j] + u[1] * b->axes[3 * j + 1] + u[2] * b->axes[3 * j + 2];
        t[i] = u[0] * apart.x + u[1] * apart.y + u[2] * apart.z;
    }
    return !cd_obb_separating_axis(r, t, a->half, b->half, 1e-14, 0);
}

#endif
