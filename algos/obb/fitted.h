/// An oriented box whose axes are floats, fitted to points in doubles: what an OBB tree stores.
///
///     struct obb_fitted box;
///     obb_round_axes(axes, box.axes);
///     box.span = cd_span_empty();
///     for each point:
///         cd_span_add(&box.span, box.axes, point);
///     obb_find_centre(&box);
#ifndef CD_ALGOS_OBB_FITTED_H
#define CD_ALGOS_OBB_FITTED_H

#include "geom/obb.h"

struct obb_fitted {
    double axes[9]; ///< rounded to floats, so orthonormal to 1e-7 only
    double centre[3];
    struct cd_span span;
};

/// Rounds axes to floats: a box is that of the rounded axes.
void obb_round_axes(const double axes[9], double rounded[9]);

/// Sets `centre` to the point in the middle of the span, in the coordinates of the points.
void obb_find_centre(struct obb_fitted *box);

/// The least float that is not smaller.
float obb_rounded_up(double value);

#endif
