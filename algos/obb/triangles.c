// The boxes of single triangles, four at a time in vectors of doubles, equal to those of obb_fit_triangle to the last
// bit; and the span of many triangles.
#include "algos/obb/pieces.h"
#include "base/levels.h"

#include "geom/lanes.h"

#include <string.h>

#define FOUR 4

/// A vector in space in every lane.
struct vectors {
    cd_d4 x[3];
};

#define DOT(a, b) ((a)->x[0] * (b)->x[0] + (a)->x[1] * (b)->x[1] + (a)->x[2] * (b)->x[2])

// Divides a vector by its length, which is returned in `length`.
CD_INLINE void normalise(struct vectors *a, cd_d4 *length)
{
    *length = DOT(a, a);
    cd_d4_sqrt(length);
    cd_d4 by = 1 / *length;
    for (int k = 0; k < 3; k++)
        a->x[k] = a->x[k] * by;
}

CD_INLINE struct vectors cross(const struct vectors *a, const struct vectors *b)
{
    const cd_d4 *p = a->x, *q = b->x;
    return (struct vectors){
        {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]}};
}

CD_INLINE struct vectors either(const cd_l4 *which, const struct vectors *yes, const struct vectors *no)
{
    return (struct vectors){{CD_D4_SELECT(*which, yes->x[0], no->x[0]),
                             CD_D4_SELECT(*which, yes->x[1], no->x[1]),
                             CD_D4_SELECT(*which, yes->x[2], no->x[2])}};
}

// The axes of cd_triangle_axes. A lane where it would take another branch than for most triangles is not set in
// `usual`, and the axes of that lane are of no use.
CD_INLINE void find_axes(const struct vectors corner[3], struct vectors axis[3], cd_l4 *usual)
{
    struct vectors edge[3];
    cd_d4 size = {0}, squares[3], length;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            edge[i].x[k] = corner[(i + 1) % 3].x[k] - corner[i].x[k];
            length = CD_D4_ABS(edge[i].x[k]);
            size = CD_D4_SELECT(length > size, length, size);
        }
    *usual = (size >= 0x1p-1020) & (size <= 0x1p1020);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            edge[i].x[k] = edge[i].x[k] * (1 / size);
        squares[i] = DOT(&edge[i], &edge[i]);
    }
    cd_l4 second = squares[1] > squares[0], third = squares[2] > CD_D4_SELECT(second, squares[1], squares[0]);
    struct vectors u = either(&second, &edge[1], &edge[0]), next = either(&second, &edge[2], &edge[1]);
    u = either(&third, &edge[2], &u);
    next = either(&third, &edge[0], &next);
    normalise(&u, &length);
    struct vectors w = cross(&u, &next);
    normalise(&w, &length);
    *usual &= length > 0;
    cd_d4 along = DOT(&u, &w);
    for (int k = 0; k < 3; k++)
        w.x[k] = w.x[k] - u.x[k] * along;
    normalise(&w, &length);
    *usual &= length > 0.5;
    axis[0] = u;
    axis[1] = cross(&w, &u);
    axis[2] = w;
}

// The span of the corners along an axis.
CD_INLINE void find_span(const struct vectors corner[3], const struct vectors *axis, cd_d4 *low, cd_d4 *high)
{
    *low = *high = DOT(axis, &corner[0]);
    for (int k = 1; k < 3; k++) {
        cd_d4 reach = DOT(axis, &corner[k]);
        cd_d4_widen(low, high, &reach);
    }
}

// As obb_find_centre does.
CD_INLINE void find_centre(const struct vectors axis[3], const cd_d4 low[3], const cd_d4 high[3],
                           cd_d4 centre[3])
{
    struct vectors c = {{{0}, {0}, {0}}};
    for (int step = 0; step < 2; step++) {
        cd_d4 off[3];
        for (int i = 0; i < 3; i++)
            off[i] = (0.5 * low[i] + 0.5 * high[i]) - DOT(&axis[i], &c);
        for (int k = 0; k < 3; k++)
            c.x[k] += axis[0].x[k] * off[0] + axis[1].x[k] * off[1] + axis[2].x[k] * off[2];
    }
    memcpy(centre, c.x, sizeof c.x);
}

static void fit_four(const struct cd_vec3 corners[FOUR][3], struct obb_fitted boxes[FOUR])
{
    struct vectors corner[3], axis[3];
    cd_d4 low[3], high[3], centre[3];
    for (int k = 0; k < FOUR; k++)
        for (int i = 0; i < 3; i++) {
            corner[i].x[0][k] = corners[k][i].x;
            corner[i].x[1][k] = corners[k][i].y;
            corner[i].x[2][k] = corners[k][i].z;
        }
    cd_l4 usual;
    find_axes(corner, axis, &usual);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            axis[i].x[j] = __builtin_convertvector(__builtin_convertvector(axis[i].x[j], cd_f4), cd_d4);
        find_span(corner, &axis[i], &low[i], &high[i]);
    }
    find_centre(axis, low, high, centre);
    for (int k = 0; k < FOUR; k++) {
        struct obb_fitted *box = &boxes[k];
        if (!usual[k]) {
            obb_fit_triangle(corners[k], box);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                box->axes[3 * i + j] = axis[i].x[j][k];
            box->span.low[i] = low[i][k];
            box->span.high[i] = high[i][k];
            box->centre[i] = centre[i][k];
        }
    }
}

CD_LEVELS(void, obb_fit_triangle)(const struct cd_vec3 corners[3], struct obb_fitted *box)
{
    double axes[9];
    cd_triangle_axes(corners, axes);
    obb_round_axes(axes, box->axes);
    box->span = cd_span_empty();
    for (int k = 0; k < 3; k++)
        cd_span_add(&box->span, box->axes, corners[k]);
    obb_find_centre(box);
}

CD_LEVELS(void, obb_fit_triangles)
(const struct cd_vec3 (*corners)[3], uint32_t count, struct obb_fitted *boxes)
{
    uint32_t done = 0;
    for (; done + FOUR <= count; done += FOUR)
        fit_four(corners + done, boxes + done);
    for (; done < count; done++)
        obb_fit_triangle(corners[done], &boxes[done]);
}

CD_LEVELS(struct cd_span, obb_span_of)
(const struct cd_vec3 *corners, size_t stride, uint32_t count, const double axes[9])
{
    const cd_d4 by_x = {axes[0], axes[3], axes[6]}, by_y = {axes[1], axes[4], axes[7]},
                by_z = {axes[2], axes[5], axes[8]};
    cd_d4 low = (double)INFINITY - (cd_d4){0}, high = -low;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = ((const struct cd_vec3 *)((const char *)corners + i * stride))[k];
            cd_d4 reach = by_x * p.x + by_y * p.y + by_z * p.z;
            cd_d4_widen(&low, &high, &reach);
        }
    return (struct cd_span){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}
