/// Placements of meshes in files: matrices of 3x4 numbers in double precision.
#ifndef CD_SCENES_READERS_AFFINE_H
#define CD_SCENES_READERS_AFFINE_H

#include "geom/vec.h"

#include <stdbool.h>

/// world = m[row][0..2] * point + m[row][3].
struct cd_affine {
    double m[3][4];
    bool identity; ///< points stay as they are, to the last bit
};

static inline struct cd_affine cd_affine_identity(void)
{
    return (struct cd_affine){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, true};
}

/// First `inner`, then `outer`.
static inline struct cd_affine cd_affine_compose(const struct cd_affine *outer, const double inner[3][4])
{
    struct cd_affine t = {.identity = true};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++)
                t.m[i][j] += outer->m[i][k] * inner[k][j];
            t.m[i][j] += j == 3 ? outer->m[i][3] : 0;
            t.identity &= t.m[i][j] == (i == j);
        }
    return t;
}

/// True where the outside of a triangle becomes its inside.
static inline bool cd_affine_mirrors(const struct cd_affine *t)
{
    const double(*m)[4] = t->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

static inline struct cd_vec3 cd_affine_point(const struct cd_affine *t, struct cd_vec3 p)
{
    if (t->identity)
        return p;
    return cd_vec(t->m[0][0] * p.x + t->m[0][1] * p.y + t->m[0][2] * p.z + t->m[0][3],
                  t->m[1][0] * p.x + t->m[1][1] * p.y + t->m[1][2] * p.z + t->m[1][3],
                  t->m[2][0] * p.x + t->m[2][1] * p.y + t->m[2][2] * p.z + t->m[2][3]);
}

#endif
