/// An OBB tree with eight children per node, whose boxes are tested eight at a time. Its answers are exact;
/// docs/exactness.md says why and derives the bounds on rounding.
#ifndef CD_ALGOS_MESH_OBB8_OBB8_H
#define CD_ALGOS_MESH_OBB8_OBB8_H

#include "algos/float_tree.h"
#include "algos/hull.h"
#include "geom/obb.h"

/// Most children of a node: the number of floats in an AVX register.
#define OBB8_LANES 8

/// Marks a child that is a triangle; the other bits are its index.
#define OBB8_LEAF 0x80000000u

/// The boxes of a node's children, transposed: lane k of every row is child k. Lanes without a child are
/// zero. One node is nine cache lines, and a test reads them all.
struct obb8_node {
    float axes[9][OBB8_LANES];   ///< component c of axis i is axes[3*i + c], in model space
    float centre[3][OBB8_LANES]; ///< from `origin`
    float half[3][OBB8_LANES];
    uint32_t child[OBB8_LANES]; ///< a node, or OBB8_LEAF and a triangle
    double origin[3];           ///< in model space
    float radius;               ///< every |centre|_1 + |half|_1 of the node is at most this
    uint32_t count;             ///< children
    uint32_t first, total;      ///< its triangles are order[first .. first + total)
    uint32_t leaf;              ///< its triangles, if all children are triangles: of the tree's `leaves`
    float unused[5];
};

/// The triangles of a node whose children are all triangles, transposed like boxes.
struct obb8_leaf {
    float corner[3][OBB8_LANES];  ///< the first corner, from the node's origin
    float edge[2][3][OBB8_LANES]; ///< from there to the second and to the third
    float radius;                 ///< every |corner|_1 is at most this
    float longest;                ///< and the length of every edge this
    float unused[6];
};

struct obb8_tree {
    uint32_t triangle_count, node_count;
    size_t node_capacity;
    struct cd_hull hull;     ///< of the triangles
    struct obb8_node *nodes; ///< node 0 has one child, the root
    struct obb8_leaf *leaves;
    size_t leaf_capacity;
    uint32_t *order;
    struct obb8_piece *pieces;    ///< kept from the first rebuild on
    struct cd_vec3 (*corners)[3]; ///< of the triangles, in order; kept from the first refit or rebuild on
    double unit;                  ///< model = hull.middle + unit * piece; a power of two
    unsigned threads;             ///< that build it
    bool large;                   ///< steps over all its triangles are worth sharing
};

/// True if all children of a node are triangles.
static inline bool obb8_is_leaf(const struct obb8_node *node)
{
    return node->total == node->count;
}

/// A box whose axes are floats, fitted to triangles in doubles.
struct obb8_box {
    double axes[9]; ///< rounded to floats, so orthonormal to 1e-7 only
    double centre[3];
    struct cd_span span;
};

/// Fits the box of `count` triangles along axes, which are rounded to floats. The three corners of a triangle come
/// `stride` bytes after those of the one before.
void obb8_fit_box(const struct cd_vec3 *corners, size_t stride, uint32_t count, const double axes[9],
                  struct obb8_box *box);

/// Fits the smallest flat boxes of single triangles.
void obb8_fit_triangles(const struct cd_vec3 (*corners)[3], uint32_t count, struct obb8_box *boxes);

// Members of the record; a model is a `struct obb8_tree`.

enum cd_code obb8_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                          struct cd_context *context, void **model, struct cd_status *status);
void obb8_refit(void *model, const struct cd_shape *shape);
void obb8_rebuild(void *model, const struct cd_shape *shape);
size_t obb8_scratch_bytes(const void *model_a, const void *model_b);
bool obb8_test(const struct cd_test *t);

/// No tree is deeper than this, whatever its triangles.
#define OBB8_MAX_DEPTH 40

#endif
