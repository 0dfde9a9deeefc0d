/// Trees whose nodes have a bounding sphere and an oriented box, and two of them against each other: Liu, Li, Zhao, Shan
/// 2016, sections 1.2 and 1.3. All volumes are in doubles, in model space. README.md says how what the text leaves open is
/// filled.
//
// The paper                                                                    here
//   section 1.2, the hybrid hierarchy of bounding volumes                      sobb_rebuild
//   section 1.2, spheres first, OBBs where these overlap                       sobb_overlap
//   section 1.3, balance factor BA_i: depth of the left subtree - the right    sobb_balance_factor
//   section 1.3, similar where no D_i is greater than 1                        sobb_classify
//   section 1.3, classified traversal, and the two descents it is set against  sobb_test
#ifndef CD_ALGOS_PAPERS_LIU2016_LIU2016_H
#define CD_ALGOS_PAPERS_LIU2016_LIU2016_H

#include "algos/relation.h"
#include "geom/obb.h"
#include "geom/sphere.h"

/// Which pairs of nodes follow, in the order of the words of the setting `traversal`.
enum sobb_traversal {
    SOBB_CLASSIFIED,   ///< simultaneous descent for similar trees, improved single descent for others
    SOBB_SIMULTANEOUS, ///< both trees at once
    SOBB_SINGLE,       ///< one tree down to its leaves, then the other
};

/// The pairs of nodes whose spheres are tested, in the order of the words of the setting `spheres`.
enum sobb_spheres {
    SOBB_SPHERES_OF_ALL,
    SOBB_SPHERES_OF_ROOTS,
    SOBB_NO_SPHERES,
};

struct sobb_options {
    enum sobb_traversal traversal;
    enum sobb_spheres spheres;
    bool common;   ///< D is only where both trees have a node; otherwise a missing one has balance factor 0
    bool by_nodes; ///< the tree with more nodes has more extra detail, whatever the balance factors are
    bool median;   ///< nodes are split in halves, instead of at the mean
    uint32_t leaf; ///< most triangles of a leaf
};

struct sobb_node {
    struct cd_sphere sphere; ///< around the node's triangles, in model space, like the box
    struct cd_obb box;
    uint32_t child;        ///< the left child; the right one is child + 1; 0 for a leaf
    uint32_t first, total; ///< its triangles are order[first .. first + total)
    uint32_t height;       ///< levels below it
};

/// No tree is deeper than this, whatever its triangles.
#define SOBB_DEPTH_MAX 72

/// A tree. Node 0 is the root; children come after their parents.
struct sobb_tree {
    struct sobb_options options;
    uint32_t triangle_count;
    uint32_t node_count;
    double radius; ///< no vertex of a triangle is farther from the model's origin
    struct sobb_node *nodes;
    uint32_t *order; ///< of triangles
    /// While the tree is made, and from the first refit or rebuild on: the corners of order[i], from 3 * i on. They are
    /// scaled by `unit` around `origin` to a size of about 1, so that no moment leaves the range of doubles.
    struct cd_vec3 *corners;
    struct cd_vec3 origin;
    double unit; ///< a power of two
};

static inline bool sobb_is_leaf(const struct sobb_tree *tree, uint32_t node)
{
    return !tree->nodes[node].child;
}

/// Depth of the left subtree minus that of the right one; 0 for a leaf.
static inline int sobb_balance_factor(const struct sobb_tree *tree, uint32_t node)
{
    uint32_t child = tree->nodes[node].child;
    return child ? (int)tree->nodes[child].height - (int)tree->nodes[child + 1].height : 0;
}

/// Builds the tree of a mesh, of one triangle at least. Freed by `sobb_destroy`.
struct sobb_tree *sobb_create(const struct sobb_options *options, const struct cd_shape *shape);
void sobb_destroy(void *model);

/// Builds the tree of moved vertices of the same mesh, in the memory that it has.
void sobb_rebuild(void *model, const struct cd_shape *shape);

/// Fits all volumes to moved vertices. The structure, and the axes of boxes of several triangles, stay.
void sobb_refit(void *model, const struct cd_shape *shape);

/// Emits the boxes of one level, and the spheres that are tested. A model is a `struct sobb_tree`.
void sobb_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes);

/// Whether two trees are similar.
struct sobb_class {
    bool similar;
    unsigned start;    ///< the tree with more extra detail, 0 or 1
    uint32_t count[2]; ///< nodes of either tree whose D is greater than 1
    bool *turns[2];    ///< by node of either tree: whether its D is greater than 1
};

/// Compares the balance factors of all positions, by the options of the first tree. Freed by `sobb_class_destroy`.
struct sobb_class *sobb_classify(const struct sobb_tree *a, const struct sobb_tree *b);
void sobb_class_destroy(void *class);

/// Two placed bodies whose trees are descended.
struct sobb_visit {
    const struct cd_placed *body[2];
    const struct sobb_tree *tree[2];
    const struct sobb_class *class; ///< NULL where a body deforms: its tree changes, and has no class
    struct cd_relation relation;    ///< how body[0] sees body[1]
    struct cd_worker *worker;
};

/// Begins a visit. False where volumes prove nothing, for bodies of astronomic size or place.
bool sobb_begin(struct sobb_visit *visit, const struct cd_placed *a, const struct cd_placed *b,
                const struct sobb_class *class, struct cd_worker *worker);

/// Whether the volumes of node `a` of the first tree and node `b` of the second overlap. False proves that no triangles
/// below them touch.
bool sobb_overlap(const struct sobb_visit *visit, uint32_t a, uint32_t b);

/// Whether triangles of two leaves touch, exactly. Emits all contacts if the query asks for them, and stops at the first
/// otherwise.
bool sobb_test_leaves(const struct sobb_visit *visit, uint32_t a, uint32_t b);

#endif
