/// Binary trees of spheres, of axis-aligned boxes, or of both: what `sphere`, `aabb` and `saabb` are made of.
/// The functions without a tree in their arguments are members of a pair algorithm's record (algos/algo.h).
///
///     struct bvh_options options = {.kind = BVH_HYBRID, .lambda = 1, .stop = {.leaf = 1, .leaf_weight = 1}};
///     struct bvh_tree *tree = bvh_create(&options, &shape, context);
///     ...
///     bvh_release(tree);
#ifndef CD_ALGOS_BVH_BVH_H
#define CD_ALGOS_BVH_BVH_H

#include "algos/float_tree.h"

/// Which volumes a node has.
enum bvh_kind { BVH_SPHERES, BVH_BOXES, BVH_HYBRID };

/// When a range of triangles becomes a leaf: n triangles at depth d do when
/// height_weight * (d - height) + leaf_weight * (leaf - n) >= 0. A single triangle always becomes a leaf.
struct bvh_stop {
    double height, leaf;               ///< wanted: levels below the root, triangles of a leaf
    double height_weight, leaf_weight; ///< the weight of each
};

/// How a box is tested against a sphere: by J. Arvo's method unless formula (3) of Zhao et al. 2009 is `used`.
struct bvh_formula {
    bool used;
    bool rooted;      ///< with the root that the text seems to have lost
    bool half_edge;   ///< H is half of the box's longest edge, not the whole of it
    bool from_corner; ///< the origin is the corner of the box with the least coordinates, not its centre
};

struct bvh_options {
    enum bvh_kind kind;
    bool median;    ///< halve ranges, instead of splitting at the plane of least penalty
    bool coarse;    ///< leaves whose volumes overlap collide: no triangle tests, no contacts
    uint32_t queue; ///< tasks that LIVESET has room for; depth first when it is full; 0: always depth first
    struct bvh_formula formula; ///< of hybrid nodes
    double lambda;
    double threshold; ///< from this ratio of volumes on, a hybrid node is also tested by its box
    struct bvh_stop stop;
};

/// Siblings are stored together, so that their volumes take one or two loads: member [.][k] is that of sibling k. Pair
/// 0 is the root alone.
struct bvh_spheres {
    float centre[3][2], radius[2];
};

struct bvh_boxes {
    float centre[3][2], half[3][2];
};

/// Marks a node without children.
#define BVH_LEAF 0x80000000u

struct bvh_links {
    uint32_t child[2];   ///< the pair of children, or BVH_LEAF
    uint32_t use_box[2]; ///< all ones if a hybrid node's box is worth a test, else 0
};

/// No tree is deeper than this, whatever its triangles.
#define BVH_DEPTH_MAX 72

/// A tree; node 2*p + k is sibling k of pair p. Volumes are around the node's triangles, in floats, in model
/// space relative to the frame's origin.
struct bvh_tree {
    struct bvh_options options;
    uint32_t triangle_count;
    uint32_t pair_count, pair_capacity;
    struct cd_float_frame frame;
    struct bvh_spheres *spheres; ///< per pair; NULL for BVH_BOXES
    struct bvh_boxes *boxes;     ///< per pair; NULL for BVH_SPHERES
    struct bvh_links *links;     ///< per pair
    uint32_t *first, *total;     ///< per node: its triangles are order[first .. first + total)
    uint32_t *order;
    float (*underlying)[4];      ///< per place of `order`: the sphere of that triangle; NULL for BVH_BOXES
    struct cd_vec3 *corners;     ///< kept from the first refit or rebuild on; NULL for BVH_BOXES
    struct bvh_piece *pieces[2]; ///< kept from the first rebuild on
    unsigned threads;            ///< number that build and fit the tree
};

static inline bool bvh_is_leaf(const struct bvh_tree *tree, uint32_t node)
{
    return tree->links[node >> 1].child[node & 1] & BVH_LEAF;
}

/// Child k of an inner node.
static inline uint32_t bvh_child(const struct bvh_tree *tree, uint32_t node, uint32_t k)
{
    return 2 * tree->links[node >> 1].child[node & 1] + k;
}

/// The volumes of a node in doubles, in model space.
struct cd_sphere bvh_sphere(const struct bvh_tree *tree, uint32_t node);
struct cd_aabb bvh_box(const struct bvh_tree *tree, uint32_t node);

/// How balanced a tree is. Depths and height count levels below the root.
struct bvh_balance {
    uint32_t leaves, nodes, height, min_depth;
    double mean_depth; ///< over leaves
};

struct bvh_balance bvh_balance(const struct bvh_tree *tree);

/// Makes a tree; bvh_release frees it.
struct bvh_tree *bvh_create(const struct bvh_options *options, const struct cd_shape *shape,
                            const struct cd_context *context);

/// The options in the settings BVH_PARAMS.
struct bvh_options bvh_options_of(const struct cd_settings *settings, enum bvh_kind kind);

/// Members of the record. A model is a `struct bvh_tree`.
void bvh_refit(void *model, const struct cd_shape *shape);
void bvh_rebuild(void *model, const struct cd_shape *shape);
void bvh_release(void *model);
void bvh_place(struct cd_placed *body);
size_t bvh_scratch_bytes(const void *model_a, const void *model_b);
bool bvh_test(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot,
              struct cd_worker *worker);
void bvh_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes);

/// All of them, in a record.
#define BVH_MEMBERS                                                                                          \
    .refit = bvh_refit, .rebuild = bvh_rebuild, .release = bvh_release,                                      \
    .placement_bytes = cd_world_sphere_bytes, .place = bvh_place, .scratch_bytes = bvh_scratch_bytes,        \
    .test = bvh_test, .body_volumes = bvh_body_volumes

/// The parameters that `sphere`, `aabb` and `saabb` have in common.
#define BVH_PARAMS(queue_default)                                                                            \
    CD_PARAM_INT(                                                                                            \
        "queue", queue_default, 0, 1048576,                                                                  \
        "most pairs of nodes that are visited breadth first, the others depth first; 0: all depth first"),   \
        CD_PARAM_CHOICE(                                                                                     \
            "split", "penalty", "penalty|median",                                                            \
            "split at the plane with the least |left - right| + lambda * across, or into halves"),           \
        CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres that a splitting plane cuts"),               \
        CD_PARAM_INT("leaf", "1", 1, 64, "number of triangles at which splitting stops"),                    \
        BVH_RARE("height", CD_KIND_INT, "0", 64,                                                             \
                 "number of levels below the root at which splitting stops"),                                \
        BVH_RARE("leaf_weight", CD_KIND_REAL, "1", 1e6, "weight of `leaf` in the stopping rule"),            \
        BVH_RARE("height_weight", CD_KIND_REAL, "0", 1e6, "weight of `height` in the stopping rule")
#define BVH_RARE(name, kind, default_text, max, help)                                                        \
    {                                                                                                        \
        name, kind, default_text, 0, max, NULL, help, NULL, true                                             \
    }

#endif
