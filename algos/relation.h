/// Two placed bodies in one space, for trees whose volumes are in doubles. All authors' trees are tested by it, one pair of
/// volumes at a time, and decide their leaves by it, so that a ratio between two of them is the algorithms' and not
/// ours.
#ifndef CD_ALGOS_RELATION_H
#define CD_ALGOS_RELATION_H

#include "algos/algo.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where body b is as body a sees it.
struct cd_relation {
    struct cd_pose pose; ///< maps model space of b to model space of a
    double slack; ///< volumes that are farther apart than this contain no points that coincide in the world
};

/// Relates two bodies. No vertex of a triangle is farther than `radius_a`, or `radius_b`, from the origin of its model.
/// `levels` is how many frames are composed, at most, on the way from a model space to a volume: 0 when all volumes of
/// a tree are given in model space. False where volumes prove nothing, for bodies of astronomic size or place: then
/// cd_placed_surfaces_touch decides.
bool cd_relation_of(const struct cd_placed *a, double radius_a, const struct cd_placed *b, double radius_b,
                    uint32_t levels, struct cd_relation *relation);

/// A bound on how far the vertices of a shape's triangles are from the origin of its model.
double cd_shape_radius(const struct cd_shape *shape);

/// Whether triangle i of a and triangle j of b share a point, exactly. Counts the test, and emits the contact if the
/// query asks for contacts.
bool cd_test_triangles(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j,
                       struct cd_worker *worker);

#ifdef __cplusplus
}
#endif
#endif
