/// The triangles of a mesh while an OBB tree is being built: the moments of a range, its division in two, and
/// the boxes that the tree stores.
#ifndef CD_ALGOS_OBB_PIECES_H
#define CD_ALGOS_OBB_PIECES_H

#include "algos/float_tree.h"
#include "geom/obb.h"

/// A triangle while a tree is being built; kept together so that passes over a range read memory in order.
struct obb_piece {
    struct cd_vec3 p[3];
    double area; ///< its weight in the moments
    uint32_t triangle;
};

static inline void obb_swap_pieces(struct obb_piece *a, struct obb_piece *b)
{
    struct obb_piece swap = *a;
    *a = *b;
    *b = swap;
}

/// The place of pieces in model space: model = origin + unit * piece.
struct obb_placement {
    struct cd_vec3 origin; ///< the middle of the model's box
    double unit;           ///< a power of two
    double reach;          ///< no vertex of a triangle is farther from the model's own origin
    double least_area;     ///< a triangle weighs this in addition to the area of its piece
};

/// The placement that scales pieces to about unit size, so that no moment leaves the range of doubles. A triangle without
/// area weighs 1e-20 of the box's square: enough to have a mean, too little to be seen.
struct obb_placement obb_place(const struct cd_shape *shape);

/// Fills the pieces of the triangles from `begin` to before `end`.
void obb_pieces_fill(struct obb_piece *pieces, const struct cd_shape *shape, uint32_t begin, uint32_t end,
                     const struct obb_placement *placement);

/// Adds the moments of a range.
void obb_pieces_add(const struct obb_piece *pieces, uint32_t count, struct cd_moments *moments);

/// The principal axes and the mean of a range, by its moments; false when it has no area.
bool obb_pieces_moments(const struct obb_piece *pieces, uint32_t count, double axes[9], struct cd_vec3 *mean);

/// A range, its principal axes and its mean.
struct obb_measured {
    uint32_t first, count;
    double axes[9];
    struct cd_vec3 mean;
};

/// Finds the axes and means of several ranges, four at a time. Those of single triangles are not
/// set.
void obb_pieces_measure_several(const struct obb_piece *pieces, struct obb_measured *const ranges[],
                                int count);

/// The axes of a range's box, and its mean. A single triangle has the axes of its smallest flat box, and no mean.
static inline bool obb_pieces_measure(const struct obb_piece *pieces, uint32_t count, double axes[9],
                                      struct cd_vec3 *mean)
{
    return count == 1 ? cd_triangle_axes(pieces[0].p, axes) : obb_pieces_moments(pieces, count, axes, mean);
}

/// Moves those of the pieces first .. end - 1 whose centroid is at or below `mean` along `axis` behind the first `below`,
/// which have been moved before; returns how many there are then.
uint32_t obb_pieces_partition(struct obb_piece *pieces, uint32_t first, uint32_t end, uint32_t below,
                              const double axis[3], struct cd_vec3 mean);

/// Splits a range in two at the mean along the first axis that has triangles on both sides, or in equal halves when
/// there is no such axis. Returns the size of the first part, 0 < part < count. `count` >= 2.
uint32_t obb_pieces_split(struct obb_piece *pieces, uint32_t count, const double axes[9],
                          struct cd_vec3 mean);

/// The span of `count` triangles along three axes. The three corners of a triangle come `stride` bytes after those of
/// the one before.
struct cd_span obb_span_of(const struct cd_vec3 *corners, size_t stride, uint32_t count,
                           const double axes[9]);

/// The span of a range's vertices along three axes.
static inline struct cd_span obb_pieces_span(const struct obb_piece *pieces, uint32_t count,
                                             const double axes[9])
{
    return obb_span_of(pieces->p, sizeof *pieces, count, axes);
}

/// Turns `axes` (orthonormal before and after) so that the box of the range has less surface, judged by a sample of its
/// triangles (tighten.c).
void obb_tighten(const struct obb_piece *pieces, uint32_t count, double axes[9]);

/// An oriented box whose axes are floats, fitted to points in doubles.
///
///     struct obb_fitted box;
///     obb_round_axes(axes, box.axes);
///     box.span = cd_span_empty();
///     for each point:
///         cd_span_add(&box.span, box.axes, point);
///     obb_find_centre(&box);
struct obb_fitted {
    double axes[9]; ///< rounded to floats, so orthonormal to 1e-7 only
    double centre[3];
    struct cd_span span;
};

/// Rounds axes to floats: a box has the rounded axes.
void obb_round_axes(const double axes[9], double rounded[9]);

/// Sets `centre` to the point in the middle of the span, in the coordinates of the points.
void obb_find_centre(struct obb_fitted *box);

/// Fits the box of one triangle; the second function fits several, faster.
void obb_fit_triangle(const struct cd_vec3 corners[3], struct obb_fitted *box);
void obb_fit_triangles(const struct cd_vec3 (*corners)[3], uint32_t count, struct obb_fitted *boxes);

#endif
