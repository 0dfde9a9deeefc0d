// Boxes of single triangles, four at a time in vectors of doubles, and boxes of many triangles along given axes.
#include "algos/mesh/obb8/obb8.h"
#include "base/levels.h"
#include "geom/lanes.h"

#include <string.h>

#define FOUR 4

// The span of triangles along the axes of a box, and its middle.
CD_LEVELS(void, obb8_fit_box)
(const struct cd_vec3 *corners, size_t stride, uint32_t count, const double axes[9], struct obb8_box *box)
{
    double *q = box->axes, *c = box->centre;
    for (int i = 0; i < 9; i++)
        q[i] = (double)(float)axes[i];
    const cd_d4 by_x = {q[0], q[3], q[6]}, by_y = {q[1], q[4], q[7]}, by_z = {q[2], q[5], q[8]};
    cd_d4 low = (double)INFINITY - (cd_d4){0}, high = -low;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = ((const struct cd_vec3 *)((const char *)corners + i * stride))[k];
            cd_d4 reach = by_x * p.x + by_y * p.y + by_z * p.z;
            cd_d4_widen(&low, &high, &reach, &reach);
        }
    box->span = (struct cd_span){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    memset(c, 0, sizeof box->centre);
    // Rounded axes are orthonormal to 1e-7 only: the second step corrects the first.
    for (int step = 0; step < 2; step++) {
        double off[3];
        for (int i = 0; i < 3; i++)
            off[i] = (0.5 * low[i] + 0.5 * high[i]) -
                     (q[3 * i] * c[0] + q[3 * i + 1] * c[1] + q[3 * i + 2] * c[2]);
        for (int k = 0; k < 3; k++)
            c[k] += q[k] * off[0] + q[3 + k] * off[1] + q[6 + k] * off[2];
    }
}

#define DOT(a, b) ((a)[0] * (b)[0] + (a)[1] * (b)[1] + (a)[2] * (b)[2])

CD_INLINE void cross(const cd_d4 p[3], const cd_d4 q[3], cd_d4 to[3])
{
    to[0] = p[1] * q[2] - p[2] * q[1];
    to[1] = p[2] * q[0] - p[0] * q[2];
    to[2] = p[0] * q[1] - p[1] * q[0];
}

// Divides a vector by its length, which is returned in `length`.
CD_INLINE void normalise(cd_d4 a[3], cd_d4 *length)
{
    *length = DOT(a, a);
    cd_d4_sqrt(length);
    cd_d4 by = 1 / *length;
    for (int k = 0; k < 3; k++)
        a[k] = a[k] * by;
}

// The axes of cd_triangle_axes. A lane where it would take another branch than for most triangles is not set in
// `usual`, and the axes of that lane are of no use.
CD_INLINE void find_axes(const cd_d4 corner[3][3], cd_d4 axis[3][3], cd_l4 *usual)
{
    cd_d4 edge[3][3], next[3], squares[3], size = {0}, length, *u = axis[0], *w = axis[2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            edge[i][k] = corner[(i + 1) % 3][k] - corner[i][k];
            length = CD_D4_ABS(edge[i][k]);
            size = CD_D4_SELECT(length > size, length, size);
        }
    *usual = (size >= 0x1p-1020) & (size <= 0x1p1020);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            edge[i][k] = edge[i][k] * (1 / size);
        squares[i] = DOT(edge[i], edge[i]);
    }
    cd_l4 second = squares[1] > squares[0], third = squares[2] > CD_D4_SELECT(second, squares[1], squares[0]);
    for (int k = 0; k < 3; k++) {
        cd_d4 longer = CD_D4_SELECT(second, edge[1][k], edge[0][k]);
        cd_d4 behind = CD_D4_SELECT(second, edge[2][k], edge[1][k]);
        u[k] = CD_D4_SELECT(third, edge[2][k], longer);
        next[k] = CD_D4_SELECT(third, edge[0][k], behind);
    }
    normalise(u, &length);
    cross(u, next, w);
    normalise(w, &length);
    *usual &= length > 0;
    cd_d4 along = DOT(u, w);
    for (int k = 0; k < 3; k++)
        w[k] = w[k] - u[k] * along;
    normalise(w, &length);
    *usual &= length > 0.5;
    cross(w, u, axis[1]);
}

// Gives the same boxes, to the last bit, as cd_triangle_axes and obb8_fit_box.
static void fit_four(const struct cd_vec3 corners[FOUR][3], struct obb8_box boxes[FOUR])
{
    cd_d4 corner[3][3], axis[3][3], low[3], high[3], centre[3] = {{0}, {0}, {0}};
    cd_l4 usual;
    for (int k = 0; k < FOUR; k++)
        for (int i = 0; i < 3; i++) {
            corner[i][0][k] = corners[k][i].x;
            corner[i][1][k] = corners[k][i].y;
            corner[i][2][k] = corners[k][i].z;
        }
    find_axes((const cd_d4(*)[3])corner, axis, &usual);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            axis[i][k] = __builtin_convertvector(__builtin_convertvector(axis[i][k], cd_f4), cd_d4);
        low[i] = high[i] = DOT(axis[i], corner[0]);
        for (int k = 1; k < 3; k++) {
            cd_d4 reach = DOT(axis[i], corner[k]);
            cd_d4_widen(&low[i], &high[i], &reach, &reach);
        }
    }
    for (int step = 0; step < 2; step++) {
        cd_d4 off[3];
        for (int i = 0; i < 3; i++)
            off[i] = (0.5 * low[i] + 0.5 * high[i]) - DOT(axis[i], centre);
        for (int k = 0; k < 3; k++)
            centre[k] += axis[0][k] * off[0] + axis[1][k] * off[1] + axis[2][k] * off[2];
    }
    for (int k = 0; k < FOUR; k++) {
        struct obb8_box *box = &boxes[k];
        if (!usual[k])
            obb8_fit_triangles(corners + k, 1, box);
        for (int i = 0; i < 3 && usual[k]; i++) {
            for (int j = 0; j < 3; j++)
                box->axes[3 * i + j] = axis[i][j][k];
            box->span.low[i] = low[i][k];
            box->span.high[i] = high[i][k];
            box->centre[i] = centre[i][k];
        }
    }
}

CD_LEVELS(void, obb8_fit_triangles)
(const struct cd_vec3 (*corners)[3], uint32_t count, struct obb8_box *boxes)
{
    uint32_t done = 0;
    for (; done + FOUR <= count; done += FOUR)
        fit_four(corners + done, boxes + done);
    for (; done < count; done++) {
        double axes[9];
        cd_triangle_axes(corners[done], axes);
        obb8_fit_box(corners[done], sizeof *corners, 1, axes, &boxes[done]);
    }
}
