/// The 15 axes of Gottschalk, Lin, Manocha 1996, section 5, for eight pairs of oriented boxes at a time. Not for
/// headers.
#define LANES 8
#include "algos/obb/lanes.h"

// Tests eight boxes with axes a and half extents `half` against eight with axes b and half extents `reach`, in one
// space: component c of axis i is a[3*i + c]. Returns as bits the wanted pairs that no axis separates. d leads from the
// centres of a to those of b; `squares` gets the squared distances of the centres unless it is NULL; `e` is the
// tolerance of every axis. Only cross products of the first `edges` axes of both boxes are used, 2 or all 3. An axis
// separates a pair if the sign bit of what the radii have left is set: everything here is finite.
INLINE unsigned obb_lanes_meet(const lanes a[9], const lanes half[3], const lanes b[9], const lanes reach[3],
                               const lanes d[3], const lanes *e, int edges, unsigned wanted, lanes *squares)
{
    lanes t[3], r[3][3], f[3][3];
    masks left = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            r[i][j] = (a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1]) + a[3 * i + 2] * b[3 * j + 2];
            f[i][j] = MAGNITUDE(r[i][j]);
        }
        t[i] = (a[3 * i] * d[0] + a[3 * i + 1] * d[1]) + a[3 * i + 2] * d[2];
        lanes radii = ((half[i] + *e) + reach[0] * f[i][0]) + (reach[1] * f[i][1] + reach[2] * f[i][2]);
        left |= (masks)(radii - MAGNITUDE(t[i]));
    }
    for (int j = 0; j < 3; j++) {
        lanes along = (d[0] * b[3 * j] + d[1] * b[3 * j + 1]) + d[2] * b[3 * j + 2];
        lanes radii = ((reach[j] + *e) + half[0] * f[0][j]) + (half[1] * f[1][j] + half[2] * f[2][j]);
        left |= (masks)(radii - MAGNITUDE(along));
    }
    if (edges == 3 && !(lanes_left(&left) & wanted)) // for fewer, the branch costs more
        return 0;
    if (squares)
        square(d, squares);
    for (int i = 0; i < edges; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < edges; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            lanes along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            lanes radii =
                (half[i1] * f[i2][j] + half[i2] * f[i1][j]) + (reach[j1] * f[i][j2] + reach[j2] * f[i][j1]);
            left |= (masks)((radii + *e) - MAGNITUDE(along));
        }
    }
    return lanes_left(&left) & wanted;
}
