/// The 15 axes of Gottschalk, Lin, Manocha 1996, section 5, for eight pairs of oriented boxes at a time. Not for
/// headers.
#include "geom/lanes.h"

// Former names, for algos/mesh/sphere_obb.
#define LANES 8
#include "algos/obb/lanes.h"

// Tests eight boxes with axes a and half extents `half` against eight with axes b and half extents `reach`, in one
// space: component c of axis i is a[3*i + c]. Returns as bits the wanted pairs that no axis separates. d leads from the
// centres of a to those of b; `squares` gets the squared distances of the centres unless it is NULL; `e` is the
// tolerance of every axis. Only cross products of the first `edges` axes of both boxes are used, 2 or all 3. An axis
// separates a pair if the sign bit of what the radii have left is set: everything here is finite.
CD_INLINE unsigned obb_lanes_meet(const cd_f8 a[9], const cd_f8 half[3], const cd_f8 b[9],
                                  const cd_f8 reach[3], const cd_f8 d[3], const cd_f8 *e, int edges,
                                  unsigned wanted, cd_f8 *squares)
{
    cd_f8 t[3], r[3][3], f[3][3];
    cd_i8 left = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            r[i][j] = (a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1]) + a[3 * i + 2] * b[3 * j + 2];
            f[i][j] = CD_F8_ABS(r[i][j]);
        }
        t[i] = (a[3 * i] * d[0] + a[3 * i + 1] * d[1]) + a[3 * i + 2] * d[2];
        cd_f8 radii = ((half[i] + *e) + reach[0] * f[i][0]) + (reach[1] * f[i][1] + reach[2] * f[i][2]);
        left |= (cd_i8)(radii - CD_F8_ABS(t[i]));
    }
    for (int j = 0; j < 3; j++) {
        cd_f8 along = (d[0] * b[3 * j] + d[1] * b[3 * j + 1]) + d[2] * b[3 * j + 2];
        cd_f8 radii = ((reach[j] + *e) + half[0] * f[0][j]) + (half[1] * f[1][j] + half[2] * f[2][j]);
        left |= (cd_i8)(radii - CD_F8_ABS(along));
    }
    if (edges == 3 && !(~cd_i8_signs(&left) & wanted)) // for fewer, the branch costs more
        return 0;
    if (squares)
        *squares = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
    for (int i = 0; i < edges; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < edges; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cd_f8 along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            cd_f8 radii =
                (half[i1] * f[i2][j] + half[i2] * f[i1][j]) + (reach[j1] * f[i][j2] + reach[j2] * f[i][j1]);
            left |= (cd_i8)((radii + *e) - CD_F8_ABS(along));
        }
    }
    return ~cd_i8_signs(&left) & wanted;
}
