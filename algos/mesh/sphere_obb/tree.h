/// Binary trees whose nodes have a bounding sphere and an oriented box: Liu, Li, Zhao, Shan 2016, section
/// 1.2.
#ifndef CD_ALGOS_MESH_SPHERE_OBB_TREE_H
#define CD_ALGOS_MESH_SPHERE_OBB_TREE_H

#include "algos/float_tree.h"
#include "geom/obb.h"

/// Which nodes of two trees are opened next, in the order of the words of the setting `traversal`.
enum sobb_traversal {
    SOBB_CLASSIFIED,   ///< both if the trees are similar, else one tree or the other in turn
    SOBB_SIMULTANEOUS, ///< both nodes
    SOBB_SINGLE,       ///< nodes of one tree down to its leaves, then those of the other
    SOBB_LARGER,       ///< the one with the larger box
    SOBB_SIZED,        ///< both nodes, or the one whose box is much larger
};

struct sobb_options {
    enum sobb_traversal traversal;
    bool spheres;  ///< nodes have spheres, which are tested before boxes; they are not measured otherwise
    bool median;   ///< halve ranges, instead of splitting at the mean
    bool tight;    ///< turn boxes so that they are smaller than along the principal axes
    uint32_t leaf; ///< most triangles of a leaf
};

/// A node and its sphere. Volumes are around the node's triangles, in floats, in model space relative to the
/// tree's origin.
struct sobb_node {
    float centre[3], radius;
    uint32_t child;        ///< the first child, an even number; the other is child + 1; 0 for a leaf
    uint32_t first, total; ///< its triangles are order[first .. first + total)
    uint32_t height;       ///< levels below it
};

struct sobb_box {
    float axes[9]; ///< component c of axis i is axes[3*i + c]
    float centre[3], half[3];
    float size; ///< |half|_1
};

/// No tree is deeper than this, whatever its triangles.
#define SOBB_DEPTH_MAX 72

/// Node 0 is the root and there is no node 1, so that siblings share a cache line; children come after their
/// parents.
struct sobb_tree {
    struct sobb_options options;
    uint32_t triangle_count;
    uint32_t end; ///< one more than the last node
    struct cd_float_frame frame;
    struct sobb_node *nodes;
    struct sobb_box *boxes; ///< per node
    uint32_t *order;
    struct cd_vec3 *corners;  ///< kept from the first refit or rebuild on: those of order[i] from 3 * i on
    struct obb_piece *pieces; ///< kept from the first rebuild on
    unsigned threads;         ///< that build and measure it
};

/// The number of nodes.
static inline uint32_t sobb_node_count(const struct sobb_tree *tree)
{
    return tree->end - 1;
}

static inline bool sobb_is_leaf(const struct sobb_tree *tree, uint32_t node)
{
    return !tree->nodes[node].child;
}

/// Depth of the left subtree minus that of the right one; 0 for a leaf.
static inline int sobb_balance(const struct sobb_tree *tree, uint32_t node)
{
    uint32_t child = tree->nodes[node].child;
    return child ? (int)tree->nodes[child].height - (int)tree->nodes[child + 1].height : 0;
}

/// The volumes of a node in doubles, in model space.
struct cd_sphere sobb_sphere(const struct sobb_tree *tree, uint32_t node);
struct cd_obb sobb_box(const struct sobb_tree *tree, uint32_t node);

struct sobb_tree *sobb_create(const struct sobb_options *options, const struct cd_shape *shape,
                              const struct cd_context *context);

// Members of the record. A model is a `struct sobb_tree`.

/// Fits all volumes to the moved vertices. The structure and the axes of boxes of several triangles stay. Spheres are
/// around the centres of boxes.
void sobb_refit(void *model, const struct cd_shape *shape);
/// Builds the tree again in the memory that it has.
void sobb_rebuild(void *model, const struct cd_shape *shape);
void sobb_destroy(void *model);
void sobb_place(struct cd_placed *body);
size_t sobb_scratch_bytes(const void *model_a, const void *model_b);

/// Answers exactly, surface meaning. The link is a class, or NULL, for trees that are taken to be similar.
bool sobb_test(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot,
               struct cd_worker *worker);

/// Emits the boxes of one level, and their spheres if there are any.
void sobb_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes);

/// Whether two trees are similar (section 1.3). README.md has the rules for what the paper leaves open.
struct sobb_class {
    bool similar;       ///< no balance factors of nodes at the same position differ by more than 1
    unsigned start;     ///< which of dissimilar trees has more extra detail: 0 or 1
    uint32_t count[2];  ///< of dissimilar trees: nodes of either tree whose D is greater than 1
    uint64_t *turns[2]; ///< of dissimilar trees, per tree a bit per node: whether its D is greater than 1
};

struct sobb_class *sobb_classify(const struct sobb_tree *a, const struct sobb_tree *b);
void sobb_class_destroy(void *class);

/// True when the node's D is greater than 1.
static inline bool sobb_turns(const struct sobb_class *class, unsigned side, uint32_t node)
{
    return class->turns[side][node >> 6] >> (node & 63) & 1;
}

#endif
