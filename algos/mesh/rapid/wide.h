/// The default variant: an OBB tree with eight children a node, whose boxes are tested eight at a time, and
/// whose answers are exact. README.md says why and derives the bound on rounding.
#ifndef CD_ALGOS_MESH_RAPID_WIDE_H
#define CD_ALGOS_MESH_RAPID_WIDE_H

#include "algos/algo.h"

/// Children a node has at most: as many floats as an AVX register holds.
#define WIDE_LANES 8

/// Marks a child that is a triangle; the other bits are its index.
#define WIDE_LEAF 0x80000000u

/// The boxes of a node's children, transposed: lane k of every row is child k. Lanes without a child are
/// zero. One node is nine cache lines, and a test reads them all.
struct wide_node {
    float axes[9][WIDE_LANES];   ///< component c of axis i is axes[3*i + c], in model space
    float centre[3][WIDE_LANES]; ///< from `origin`
    float half[3][WIDE_LANES];
    uint32_t child[WIDE_LANES]; ///< a node, or WIDE_LEAF and a triangle
    double origin[3];           ///< in model space
    float radius;               ///< every |centre|_1 + |half|_1 of the node is at most this
    uint32_t count;             ///< children
    float unused[8];
};

struct wide_tree {
    uint32_t triangle_count, node_count, depth; ///< depth: of the deepest node, that of the root being 0
    size_t node_capacity;
    double radius;           ///< no vertex of a triangle is farther from the model's origin
    struct wide_node *nodes; ///< node 0 has one child, the root
    uint32_t *first;         ///< per node: its triangles are order[first .. first + total)
    uint32_t *total;
    uint32_t *order;
    struct obb_piece *pieces; ///< kept from the first rebuild on
};

struct wide_tree *rapid_wide_create(const struct cd_shape *shape);
/// Fits every box to the moved vertices; structure and inner axes stay.
void rapid_wide_refit(struct wide_tree *tree, const struct cd_shape *shape);
/// Builds the tree anew in the memory that it has, growing it only where the new structure has more nodes.
void rapid_wide_rebuild(struct wide_tree *tree, const struct cd_shape *shape);
void rapid_wide_destroy(struct wide_tree *tree);
size_t rapid_wide_bytes(const struct wide_tree *tree);

/// No tree is deeper than this, whatever its triangles.
#define WIDE_DEPTH_MOST 40

/// Bytes of scratch that a test of any two trees needs.
size_t rapid_wide_scratch(void);

/// Answers exactly, surface meaning.
bool rapid_wide_test(const struct cd_placed *a, const struct wide_tree *tree_a, const struct cd_placed *b,
                     const struct wide_tree *tree_b, struct cd_worker *worker);

/// Emits the boxes of one level as they are stored, without what a test inflates them by.
void rapid_wide_volumes(const struct wide_tree *tree, const struct cd_placed *body,
                        struct cd_volumes *volumes);

#endif
