/// SAABB trees, whose nodes have a sphere and an axis-aligned box: Zhao Wei, Tan Ruipu, Yang Qiuna, Ding Wenbao, Li
/// Wenhui, "Parallel collision detection algorithm based on coloring algorithm", Application Research of Computers
/// 26(5):1695-1699, 2009. Its rivals SPHERE and ICOLLIDE are the same trees with one of the two volumes.
//
// The paper                                          here
//   section 1.3, (1) and (2), for tests only          zhao_formula_1, zhao_formula_2
//   section 2.1 c, the three features of a node       zhao_node
//   section 2.1 d, the causes b and their weights a   zhao_stop
#ifndef CD_ALGOS_PAPERS_ZHAO2009_SAABB_H
#define CD_ALGOS_PAPERS_ZHAO2009_SAABB_H

#include "algos/relation.h"
#include "geom/sphere.h"

/// Which volumes the nodes of a tree are tested by.
enum zhao_volumes { ZHAO_SAABB, ZHAO_SPHERES, ZHAO_BOXES };

/// Section 2.1 d: the causes that end the recursion, B, and their weights, A. The paper names these two.
struct zhao_stop {
    double height, leaf;               ///< levels below the root (set by tests only); triangles of a leaf
    double height_weight, leaf_weight; ///< the weight of each (the first is set by tests only, else 0)
};

struct zhao_options {
    enum zhao_volumes volumes;
    bool median; ///< ranges are halved, instead of split at the plane of least penalty
    double lambda;
    struct zhao_stop stop;
    double threshold;   ///< RatioThreshold, the same for all nodes
    uint32_t queue;     ///< tasks that LIVESET has room for
    bool leaf_rule_one; ///< triangles are tested when one node is a leaf (section 2.3), not both (2.2)
    unsigned form;      ///< the errata that are left in (algos/form.h); the next three are of formula (3)
    bool root_lost;     ///< its distance is a root, which the text has lost
    bool half_edge;     ///< its H is half of the box's longest edge, not the whole of it
    bool from_corner;   ///< its origin is the least corner of the box, not its centre
};

/// A node and its volumes, around the vertices of its triangles, in model space. They are not inflated for rounding:
/// README.md derives by how much that is off.
struct zhao_node {
    struct cd_sphere sphere;          ///< not of a tree of boxes
    double centre[3], half[3];        ///< of the box; not of a tree of spheres
    double sphere_2_box_volume_ratio; ///< infinite in a tree of boxes, 0 in a tree of spheres
    uint32_t left;                    ///< its left child, which the right one follows; 0: a leaf
    uint32_t first, total;            ///< its triangles are order[first .. first + total)
};

/// No tree is deeper than this, whatever its triangles.
#define ZHAO_DEPTH_MAX 72

/// An end of an underlying sphere along an axis. Ends are rounded outwards to floats.
struct zhao_end {
    float at;
    uint32_t sphere : 31, last : 1; ///< last: the sphere ends here, else it begins
};

/// An axis-aligned plane and its penalty.
struct zhao_plane {
    int axis;
    double at, penalty;
};

struct zhao_tree {
    struct zhao_options options;
    uint32_t triangle_count, node_count;
    double radius;           ///< no vertex of a triangle is farther from the origin of the model
    struct zhao_node *nodes; ///< the root first
    uint32_t *order;
    struct cd_sphere *underlying; ///< of every triangle, in model space
    // What building takes; kept from the first refit or rebuild on.
    float (*spheres)[4];      ///< of every triangle, from the middle of the body: centre and radius
    struct zhao_end *ends[3]; ///< of all spheres along an axis: range after range, sorted in each
    uint64_t *words;          ///< of all ends along an axis, twice: for sorting, and then for dividing
    bool *right;              ///< of every triangle: it goes to the right child
    struct cd_vec3 *corners;  ///< three of each triangle in `order`, from the middle of the body
};

/// Formula (1), for tests: a box of edge H that begins at the origin has the point p.
static inline bool zhao_formula_1(struct cd_vec3 p, double h)
{
    return 0 < p.x && p.x < h && 0 < p.y && p.y < h && 0 < p.z && p.z < h;
}

/// Formula (2), for tests: a sphere of radius Rs around (X0, Y0, Z0) has the point p.
static inline bool zhao_formula_2(struct cd_vec3 p, double x0, double y0, double z0, double rs)
{
    return (p.x - x0) * (p.x - x0) + (p.y - y0) * (p.y - y0) + (p.z - z0) * (p.z - z0) < rs * rs;
}

/// Formula (3) (erratum E9): the paper's test of a box of edge H and a sphere of radius Rs around (X0, Y0, Z0). True
/// when the formula says that they meet. It is wrong in both directions. It says nothing at X0 = 0, where IEEE
/// arithmetic goes on with arctan(infinity), or with NaN; NaN counts as not meeting.
bool zhao_formula_3(double x0, double y0, double z0, double rs, double h, bool root_lost);

/// Formula (5): finds the plane with the least penalty over all axes, for `count` spheres whose ends are sorted along
/// each axis. A sphere that touches the plane is on one side. A plane with no sphere on one side is none; false when
/// there is no other. Of equal planes along an axis the first is taken, and of equal axes the longer.
bool zhao_formula_5(struct zhao_end *const ends[3], uint32_t count, double lambda, struct zhao_plane *plane);

/// Formula (6): true when a range of n triangles at this depth becomes a leaf, because
/// height_weight * (depth - height) + leaf_weight * (leaf - n) >= 0. A single triangle always does.
bool zhao_formula_6(const struct zhao_stop *stop, uint32_t depth, uint32_t n);

/// Makes a tree; zhao_release frees it.
struct zhao_tree *zhao_create(const struct zhao_options *options, const struct cd_shape *shape);

/// How balanced a tree is, for experiments/trees.c and tests. Depths and height count levels below the root.
struct zhao_balance {
    uint32_t leaves, height, min_depth;
    double mean_depth; ///< over leaves
};

struct zhao_balance zhao_balance(const struct zhao_tree *tree);

/// Two bodies, and how their volumes are related.
struct zhao_visit {
    const struct cd_placed *a, *b;
    const struct zhao_tree *ra, *rb;
    struct cd_relation relation;
    double magnitude[9]; ///< |relation.pose.r|
    struct cd_worker *worker;
};

/// False where volumes prove nothing: then cd_placed_surfaces_touch decides.
bool zhao_visit_of(const struct cd_placed *a, const struct cd_placed *b, struct cd_worker *worker,
                   struct zhao_visit *visit);

/// Whether volumes of a1, a node of a's tree, and of b1, one of b's, are certainly apart: their spheres, their boxes,
/// or the box of one, of a or of b, and the sphere of the other. They count the test.
bool zhao_spheres_apart(const struct zhao_visit *visit, const struct zhao_node *a1,
                        const struct zhao_node *b1);
bool zhao_boxes_apart(const struct zhao_visit *visit, const struct zhao_node *a1, const struct zhao_node *b1);
bool zhao_box_and_sphere_apart(const struct zhao_visit *visit, bool box_of_a, const struct zhao_node *box,
                               const struct cd_sphere *sphere);

/// Whether triangles of the two nodes touch, exactly: emits contacts if the query asks for them, and stops at the first
/// otherwise.
bool zhao_leaves_touch(const struct zhao_visit *visit, const struct zhao_node *a1,
                       const struct zhao_node *b1);

/// Members of the record. A model is a `struct zhao_tree`.
void zhao_refit(void *model, const struct cd_shape *shape);
void zhao_rebuild(void *model, const struct cd_shape *shape);
void zhao_release(void *model);
void zhao_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes);

/// The options that are made of the settings that an algorithm has.
struct zhao_options zhao_options_of(const struct cd_settings *settings, enum zhao_volumes volumes);

#endif
