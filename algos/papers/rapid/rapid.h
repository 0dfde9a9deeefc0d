/// The binary tree of oriented boxes of `rapid`: RAPID's tree, with or without its errors.
#ifndef CD_ALGOS_PAPERS_RAPID_H
#define CD_ALGOS_PAPERS_RAPID_H

#include "algos/algo.h"

/// Marks a box with children.
#define RAPID_NOT_A_LEAF UINT32_MAX

/// Below this level ranges are halved, so that no input makes the recursion deep.
#define RAPID_HALVING_DEPTH 160

struct rapid_box {
    double axes[9];    ///< axis i in the parent's frame (the root's: in model space) is axes[3*i ..]
    double centre[3];  ///< in the parent's frame
    double half[3];    ///< NaN, as printed, when the surface below has no area
    uint32_t child;    ///< its two children are boxes child and child + 1
    uint32_t triangle; ///< of a leaf, else RAPID_NOT_A_LEAF
};

struct rapid_tree {
    bool printed;
    uint32_t triangle_count;
    uint32_t depth;             ///< of the deepest leaf; the root has depth 0
    double radius;              ///< no vertex of a triangle is farther from the model's origin
    struct rapid_box *boxes;    ///< 2 * triangle_count - 1, the root first
    struct rapid_piece *pieces; ///< kept from the first rebuild on
};

/// RAPID's test of two triangles: true when none of 17 axes separates them, the two normals, the 9 cross products
/// of edges, and for each triangle the 3 directions in its plane across its edges (for coplanar triangles).
/// Touching counts. Not exact: rounding decides near-coplanar and touching pairs. For coordinates below 1e50.
bool rapid_no_axis_separates(const struct cd_vec3 p[3], const struct cd_vec3 q[3]);

#endif
