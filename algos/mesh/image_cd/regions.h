/// Where bodies may collide: the part of space that each pair of overlapping boxes shares, and groups of such
/// parts that lie together, each of which gets a view of its own.
#ifndef CD_ALGOS_MESH_IMAGE_CD_REGIONS_H
#define CD_ALGOS_MESH_IMAGE_CD_REGIONS_H

#include "algos/algo.h"
#include "algos/mesh/image_cd/bodies.h"

#include <stddef.h>
#include <stdint.h>

/// What the boxes of two bodies share; a->id < b->id.
struct image_cd_region {
    struct image_cd_body *a, *b;
    struct cd_aabb box;
};

/// The regions of a frame, in the order of their groups: group i ends before `ends[i]`. All zeros is empty.
struct image_cd_regions {
    struct image_cd_region *items;
    size_t count, capacity;
    size_t *ends;
    size_t group_count, ends_capacity;
    size_t *stack;
    size_t stack_capacity;
    uint64_t *marks; ///< per body id, the stamp of the last range it was counted in
    uint64_t stamp;
};

void image_cd_regions_open(struct image_cd_regions *regions, const struct cd_scene *scene);
void image_cd_regions_close(struct image_cd_regions *regions);

/// Finds the regions of the bodies, all as one group. Adds box tests and candidates to the counters.
void image_cd_regions_find(struct image_cd_regions *regions, const struct image_cd_bodies *bodies,
                           struct cd_counters *counters);

/// Cuts the group into smaller ones: wherever a plane across an axis passes between regions, and, while a
/// group has more than `max_bodies` bodies, at the median of its longest axis.
void image_cd_regions_group(struct image_cd_regions *regions, uint32_t max_bodies);

#endif
