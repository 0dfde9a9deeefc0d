/// Binary trees of axis-aligned boxes in floats, of which siblings are tested in vectors.
#ifndef CD_ALGOS_MESH_AABB_AABB_H
#define CD_ALGOS_MESH_AABB_AABB_H

#include "algos/float_tree.h"

#include <string.h>

/// Siblings are stored together, so that their boxes take one or two loads: member [.][k] is that of sibling k. Pair
/// 0 is the root alone.
struct aabb_boxes {
    float centre[3][2], half[3][2];
};

/// Marks a node without children.
#define AABB_LEAF 0x80000000u

/// No tree is deeper than this, whatever its triangles.
#define AABB_DEPTH_MAX 72

/// A tree; node 2*p + k is sibling k of pair p. Boxes are around the node's triangles, in floats, in model space
/// relative to the frame's origin.
struct aabb_tree {
    bool coarse;   ///< leaves whose boxes overlap collide: no triangle tests, no contacts
    uint32_t leaf; ///< most triangles of a leaf, 1 at least
    uint32_t triangle_count;
    struct cd_float_frame frame;
    struct aabb_boxes *boxes; ///< per pair
    uint32_t (*child)[2];     ///< per pair, of each sibling: the pair of its children, or AABB_LEAF
    uint32_t *first, *total;  ///< per node: its triangles are order[first .. first + total)
    uint32_t *order;
    struct aabb_piece *pieces[2]; ///< kept from the first rebuild on
    unsigned threads;             ///< number that build the tree
};

static inline bool aabb_is_leaf(const struct aabb_tree *tree, uint32_t node)
{
    return tree->child[node >> 1][node & 1] & AABB_LEAF;
}

/// Child k of an inner node.
static inline uint32_t aabb_child(const struct aabb_tree *tree, uint32_t node, uint32_t k)
{
    return 2 * tree->child[node >> 1][node & 1] + k;
}

/// The box of a node in doubles, in model space.
struct cd_aabb aabb_box(const struct aabb_tree *tree, uint32_t node);

/// Members of the record. A model is a `struct aabb_tree`.
void aabb_refit(void *model, const struct cd_shape *shape);
void aabb_rebuild(void *model, const struct cd_shape *shape);
size_t aabb_scratch_bytes(const void *model_a, const void *model_b);
bool aabb_test(const struct cd_test *t);

/// A triangle while the structure is built: the ends of the sphere around it along each axis, and the sphere's centre.
struct aabb_piece {
    float low[4], high[4]; ///< [3] is unused
    float centre[3];
    uint32_t triangle;
};

/// The least and the greatest ends along each axis; [3] is unused.
struct aabb_bounds {
    float low[4], high[4];
};

struct aabb_bounds aabb_bounds_of(const struct aabb_piece *pieces, uint32_t count);
int aabb_longest_axis(const struct aabb_bounds *bounds);

/// Floats in their order, as unsigned integers.
static inline uint32_t aabb_key(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// Sorts words. Returns `words` or `spare`, which is as large: the one that contains the result.
uint64_t *aabb_sort(uint64_t *words, uint64_t *spare, uint32_t count);

/// An axis-aligned plane.
struct aabb_plane {
    int axis;
    double at;
};

/// Finds the plane of least |left - right| + across over all axes. `left` and `right` count the spheres on one side (a
/// sphere that touches the plane is on one side), and `across` counts the others. A plane with no sphere on one side is
/// not a split; false when there is no other plane. Among equal planes the first along the longer axis is taken. `room`
/// is for 4 * count words.
bool aabb_best_plane(const struct aabb_piece *pieces, uint32_t count, const struct aabb_bounds *bounds,
                     uint64_t *room, struct aabb_plane *plane);

#endif
