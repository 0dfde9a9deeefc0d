/// How both variants divide triangles: moments of a range of triangles, and its partition at the mean.
#ifndef CD_ALGOS_RAPID_SPLIT_H
#define CD_ALGOS_RAPID_SPLIT_H

#include "algos/algo.h"
#include "geom/obb.h"

/// A triangle while a tree is being built; kept together so that passes over a range read memory in order.
struct rapid_piece {
    struct cd_vec3 p[3];
    double area; ///< its weight in the moments
    uint32_t triangle;
};

/// Fills one piece per triangle with (vertex - origin) * scale; a triangle weighs its area plus
/// `least_area`.
void rapid_pieces_fill(struct rapid_piece *pieces, const struct cd_shape *shape, struct cd_vec3 origin,
                       double scale, double least_area);

/// The moments of a range.
struct cd_moments rapid_pieces_moments(const struct rapid_piece *pieces, uint32_t count);

/// Moves the pieces whose centroid lies at or below `mean` along `axis` to the front; returns how many these
/// are.
uint32_t rapid_pieces_partition(struct rapid_piece *pieces, uint32_t count, const double axis[3],
                                struct cd_vec3 mean);

/// Splits a range in two at the mean along the first axis that has triangles on both sides, in equal halves
/// when there is none; returns the size of the first part, 0 < part < count. `count` >= 2.
uint32_t rapid_pieces_split(struct rapid_piece *pieces, uint32_t count, const double axes[9],
                            struct cd_vec3 mean);

/// The span of a range's vertices along three axes.
struct cd_span rapid_pieces_span(const struct rapid_piece *pieces, uint32_t count, const double axes[9]);

#endif
