/// Oriented boxes: axes from the area-weighted moments of a surface, extents from its vertices, and the
/// separating-axis test of two boxes (Gottschalk, Lin, Manocha 1996).
///
///     struct cd_moments moments = {0};
///     for each triangle:
///         cd_moments_add(&moments, triangle, cd_triangle_area(triangle));
///     double axes[9];
///     cd_moments_axes(&moments, axes);
///     struct cd_span span = cd_span_empty();
///     for each vertex:
///         cd_span_add(&span, axes, vertex);
///     struct cd_obb box = cd_obb_of_span(axes, &span);
#ifndef CD_GEOM_OBB_H
#define CD_GEOM_OBB_H

#include "geom/vec.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A box: the points centre + sum u[i] * axis i with |u[i]| <= half[i].
struct cd_obb {
    double axes[9]; ///< axis i is axes[3*i .. 3*i + 2]: unit length, pairwise orthogonal, right-handed
    struct cd_vec3 centre;
    double half[3]; ///< half-extents along the axes
};

/// Integrals over a surface: its area, its positions, and the products of their coordinates.
struct cd_moments {
    double area;
    struct cd_vec3 first;
    double second[6]; ///< xx, xy, xz, yy, yz, zz
};

/// The area of a triangle; 0 when it underflows.
double cd_triangle_area(const struct cd_vec3 triangle[3]);

/// The axes of the smallest flat box of a triangle: along its longest edge, across it in the plane, and the
/// normal. Always orthonormal. Returns false when the triangle has no normal in doubles; the last two axes are then
/// arbitrary.
bool cd_triangle_axes(const struct cd_vec3 triangle[3], double axes[9]);

/// Adds a triangle that weighs `area`: its own area, or any other weight that a degenerate one should have.
static inline void cd_moments_add(struct cd_moments *moments, const struct cd_vec3 triangle[3], double area)
{
    struct cd_vec3 p = triangle[0], q = triangle[1], r = triangle[2];
    struct cd_vec3 sum = cd_add(cd_add(p, q), r);
    // The integral of x*y over a triangle is area/12 * (9*mx*my + px*py + qx*qy + rx*ry), m the centroid.
    double third = area / 3, twelfth = area / 12;
    moments->area += area;
    moments->first = cd_add(moments->first, cd_scale(sum, third));
    moments->second[0] += twelfth * (sum.x * sum.x + p.x * p.x + q.x * q.x + r.x * r.x);
    moments->second[1] += twelfth * (sum.x * sum.y + p.x * p.y + q.x * q.y + r.x * r.y);
    moments->second[2] += twelfth * (sum.x * sum.z + p.x * p.z + q.x * q.z + r.x * r.z);
    moments->second[3] += twelfth * (sum.y * sum.y + p.y * p.y + q.y * q.y + r.y * r.y);
    moments->second[4] += twelfth * (sum.y * sum.z + p.y * p.z + q.y * q.z + r.y * r.z);
    moments->second[5] += twelfth * (sum.z * sum.z + p.z * p.z + q.z * q.z + r.z * r.z);
}

/// Adds the moments of another surface.
static inline void cd_moments_join(struct cd_moments *moments, const struct cd_moments *other)
{
    moments->area += other->area;
    moments->first = cd_add(moments->first, other->first);
    for (int i = 0; i < 6; i++)
        moments->second[i] += other->second[i];
}

/// The centroid of the surface; NaN if it has no area.
struct cd_vec3 cd_moments_mean(const struct cd_moments *moments);

/// The principal axes of the surface, the most spread one first, as a right-handed orthonormal frame. Without
/// area, or where the moments are not finite, the coordinate axes.
void cd_moments_axes(const struct cd_moments *moments, double axes[9]);

/// The same of one to four surfaces, in little more time than one takes.
void cd_moments_axes_of_several(const struct cd_moments *moments, int count, double (*axes)[9]);

/// Eigenvalues (descending) and unit eigenvectors (vectors[3*i ..] belongs to values[i]; right-handed, the
/// largest component of the first two positive) of the symmetric matrix xx, xy, xz, yy, yz, zz, by Jacobi
/// rotations. A matrix that is not finite gives the coordinate axes and its diagonal. Public for its test.
void cd_eigen_symmetric(const double matrix[6], double values[3], double vectors[9]);

/// How far points reach along three axes.
struct cd_span {
    double low[3], high[3];
};

static inline struct cd_span cd_span_empty(void)
{
    struct cd_span span = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return span;
}

/// Widens the span by one point.
static inline void cd_span_add(struct cd_span *span, const double axes[9], struct cd_vec3 p)
{
    for (int i = 0; i < 3; i++) {
        double reach = axes[3 * i] * p.x + axes[3 * i + 1] * p.y + axes[3 * i + 2] * p.z;
        span->low[i] = reach < span->low[i] ? reach : span->low[i];
        span->high[i] = reach > span->high[i] ? reach : span->high[i];
    }
}

/// The box of a span that is not empty. It holds the points up to rounding: about 8 units in the last place
/// of their distance from the origin.
struct cd_obb cd_obb_of_span(const double axes[9], const struct cd_span *span);

/// Looks for a separating axis of two boxes: `r[3*i + j]` is the product of axis i of a and axis j of b, `t`
/// the centre of b seen from that of a along the axes of a, `a` and `b` the half-extents. Returns 0 when the
/// boxes may overlap, otherwise the first separating axis: 1-3 an axis of a, 4-6 one of b, 7-15 the cross
/// product of axes (7 + 3*i + j). `guard` is added to every |r[k]|: it covers errors of r where two edges are
/// nearly parallel. `slack` is added to the sum of radii on every axis: what the boxes may be off by, in the
/// unit of `t`. A NaN never separates.
int cd_obb_separating_axis(const double r[9], const double t[3], const double a[3], const double b[3],
                           double guard, double slack);

#ifdef __cplusplus
}
#endif
#endif
