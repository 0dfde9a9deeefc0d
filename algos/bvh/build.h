/// Inside this folder: the structure of a tree, and its volumes.
#ifndef CD_ALGOS_BVH_BUILD_H
#define CD_ALGOS_BVH_BUILD_H

#include "algos/bvh/bvh.h"
#include "algos/bvh/split.h"

/// What building the structure takes: 73 bytes a triangle.
struct bvh_builder {
    struct bvh_sorted sorted;
    struct bvh_end *spare;
    float (*sphere)[4];   ///< per triangle
    unsigned char *above; ///< per triangle: it goes to the second child
};

/// Sets `origin`, `radius` and `reach` for where the vertices are now.
void bvh_survey(struct bvh_tree *tree, const struct cd_shape *shape);

/// The underlying sphere of a triangle with these corners, which are relative to the tree's origin: centre
/// and radius.
void bvh_underlying(const struct bvh_tree *tree, const struct cd_vec3 corners[3], float sphere[4]);

/// True when a range of `count` triangles at `depth` becomes a leaf: formula (6).
bool bvh_stops(const struct bvh_stop *stop, uint32_t depth, uint32_t count);

/// Makes links, ranges and order anew, growing the arrays where they are too short.
void bvh_build_structure(struct bvh_tree *tree, struct bvh_builder *builder, const struct cd_shape *shape);

/// Works out the volumes of all nodes.
void bvh_measure(struct bvh_tree *tree, const struct cd_shape *shape);

struct bvh_builder *bvh_builder_create(uint32_t triangle_count);
void bvh_builder_destroy(struct bvh_builder *builder);
size_t bvh_builder_bytes(uint32_t triangle_count);

#endif
