/// The regions of one frame as matchers want them: publish and subscribe regions apart, one array per coordinate, in
/// the form that regions store. Every interval is closed, whether the scene is closed or half-open.
#ifndef CD_ALGOS_REGIONS_REGION_SET_H
#define CD_ALGOS_REGIONS_REGION_SET_H

#include "algos/regions/columns.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cd_region_set {
    uint32_t dimensions;
    bool has_extents;             ///< some region has more than one extent
    struct cd_region_columns all; ///< extents of both sides, the publishing first
    /// By enum cd_region_kind, parts of `all`: ascending by name, which is the id of the region. The extents of a
    /// region are together and are counted one by one.
    struct cd_region_columns sides[2];
    enum cd_touch touch;
};

/// Makes an empty set with room for any frame of the scene.
void cd_region_set_create(struct cd_region_set *set, const struct cd_scene *scene);
void cd_region_set_destroy(struct cd_region_set *set);

/// Replaces the content by the regions of a frame. Several threads read it; at most CD_REGION_READERS have work.
/// Allocates nothing.
void cd_region_set_fill(struct cd_region_set *set, const struct cd_frame *frame, unsigned threads);
#define CD_REGION_READERS 64

/// The exact test of publish extent i and subscribe extent j; changes no counter.
static inline bool cd_region_set_match(const struct cd_region_set *set, uint32_t i, uint32_t j)
{
    const struct cd_region_columns *p = &set->sides[CD_REGION_PUBLISH], *s = &set->sides[CD_REGION_SUBSCRIBE];
    for (uint32_t k = 0; k < set->dimensions; k++)
        if (p->low[k][i] > s->high[k][j] || s->low[k][j] > p->high[k][i])
            return false;
    return true;
}

/// Only the first pair of matching extents of two regions is an answer. True when no extent of the first region before
/// i matches any extent of the other, and i matches none before j. Adds the number of tests to `*matches`.
bool cd_region_set_is_first(const struct cd_region_set *set, uint32_t i, uint32_t j, uint64_t *matches);

#ifdef __cplusplus
}
#endif
#endif
