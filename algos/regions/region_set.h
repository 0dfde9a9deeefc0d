/// The regions of one frame as matchers want them: publish and subscribe regions apart, a coordinate of all
/// of them in one array, 32 bits each, every interval closed. Two of them match when low <= other high and
/// other low <= high in every dimension, whether the scene is closed or half-open.
#ifndef CD_ALGOS_REGIONS_REGION_SET_H
#define CD_ALGOS_REGIONS_REGION_SET_H

#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The regions of one kind, ascending by id; the extents of a region stand together and are counted one by
/// one. Arrays may be read (not written) up to CD_REGION_SLACK entries past their end.
struct cd_region_side {
    uint32_t count;
    uint32_t *ids;
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
};

#define CD_REGION_SLACK 16

/// The bounds of one extent.
struct cd_region_bounds {
    int32_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
};

/// An extent of the frame before that is not there any more, or not as it was.
#define CD_REGION_GONE UINT32_MAX

/// The extents of one side, compared with the frame before: `now` says where an extent stands now, by its
/// index in the frame before; `fresh` lists the indices of this frame that no `now` names.
struct cd_region_moves {
    uint32_t old_count, fresh_count;
    uint32_t *old_ids, *now, *fresh; ///< NULL in a set that does not follow moves
};

struct cd_region_set {
    uint32_t dimensions;
    bool has_extents;               ///< some region has more than one extent
    bool same_ids;                  ///< every extent is in the place where it was in the frame before
    struct cd_region_side sides[2]; ///< by enum cd_region_kind
    struct cd_region_moves moves[2];
    uint32_t capacity; ///< of both sides together
    enum cd_touch touch;
    uint32_t *ids; ///< of both sides, the publishing first; likewise the others
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
};

/// An empty set with room for any frame of the scene. One that `follows` moves compares every frame with the
/// one before.
void cd_region_set_create(struct cd_region_set *set, const struct cd_scene *scene, bool follows);
void cd_region_set_destroy(struct cd_region_set *set);

/// Replaces the content by the regions of a frame, which several threads read (CD_REGION_READERS at most have
/// something to do); allocates nothing.
void cd_region_set_fill(struct cd_region_set *set, const struct cd_frame *frame, unsigned threads);
#define CD_REGION_READERS 64

/// The exact test of publish extent i and subscribe extent j; counts nothing.
static inline bool cd_region_set_match(const struct cd_region_set *set, uint32_t i, uint32_t j)
{
    const struct cd_region_side *p = &set->sides[CD_REGION_PUBLISH], *s = &set->sides[CD_REGION_SUBSCRIBE];
    for (uint32_t k = 0; k < set->dimensions; k++)
        if (p->low[k][i] > s->high[k][j] || s->low[k][j] > p->high[k][i])
            return false;
    return true;
}

/// The bounds of one extent.
static inline struct cd_region_bounds cd_region_set_bounds(const struct cd_region_set *set,
                                                           enum cd_region_kind kind, uint32_t extent)
{
    struct cd_region_bounds bounds;
    for (uint32_t k = 0; k < set->dimensions; k++) {
        bounds.low[k] = set->sides[kind].low[k][extent];
        bounds.high[k] = set->sides[kind].high[k][extent];
    }
    return bounds; // cppcheck-suppress uninitvar ; what lies beyond the dimensions is never read
}

/// Of the matching extents of two regions only the first pair is an answer: true when no extent of the one
/// before i matches any of the other, and i matches none before j. Adds the tests that it takes to
/// `*matches`.
bool cd_region_set_is_first(const struct cd_region_set *set, uint32_t i, uint32_t j, uint64_t *matches);

#ifdef __cplusplus
}
#endif
#endif
