/// Scenes of regions made in memory, for tests:
///
///     struct handmade *made = handmade_regions_begin(2, CD_TOUCH_CLOSED);
///     handmade_region(made, 0, 7, CD_REGION_PUBLISH, (int64_t[]){0, 0}, (int64_t[]){3, 4}); // ascending
///     struct cd_scene *scene = handmade_end(made, 1);
#ifndef CD_TESTS_HANDMADE_REGIONS_H
#define CD_TESTS_HANDMADE_REGIONS_H

#include "tests/handmade.h"

static inline struct handmade *handmade_regions_begin(uint32_t dimensions, enum cd_touch touch)
{
    struct handmade *made = handmade_begin();
    made->scene->dimensions = dimensions;
    made->scene->touch = touch;
    return made;
}

/// Adds a region. `low` and `high` have a number for each dimension. gcc cannot see this when it inlines the function.
__attribute__((noinline, unused)) static void handmade_region(struct handmade *made, uint64_t frame,
                                                              uint32_t id, enum cd_region_kind kind,
                                                              const int64_t *low, const int64_t *high)
{
    made->entries = cd_grow(made->entries, made->count, &made->capacity, sizeof *made->entries);
    struct handmade_entry *entry = &made->entries[made->count++];
    *entry = (struct handmade_entry){.frame = frame, .region = {.id = id, .kind = kind}};
    for (uint32_t k = 0; k < made->scene->dimensions; k++) {
        entry->region.low[k] = cd_region_stored(low[k]);
        entry->region.high[k] = cd_region_stored(high[k]);
    }
}

/// How the bounds of random regions are drawn.
enum handmade_bounds {
    HANDMADE_CROWDED, ///< on a grid of five: shared borders, equal regions, points if closed
    HANDMADE_SMALL,   ///< short intervals in a space of 64
    HANDMADE_LONG,    ///< any interval in a space of 1000
    HANDMADE_EXTREME, ///< the whole range; both of its ends are likely
    HANDMADE_BOUNDS
};

static inline int64_t handmade_bound(struct cd_random *random, enum handmade_bounds bounds)
{
    if (bounds == HANDMADE_CROWDED)
        return (int64_t)cd_random_below(random, 5);
    if (bounds == HANDMADE_SMALL)
        return (int64_t)cd_random_below(random, 64);
    if (bounds == HANDMADE_LONG)
        return (int64_t)cd_random_below(random, 1000);
    const int64_t ends[] = {CD_REGION_MIN, CD_REGION_MIN + 1, CD_REGION_MAX - 1, CD_REGION_MAX, 0, -1};
    if (cd_random_below(random, 3) == 0)
        return ends[cd_random_below(random, 6)];
    return CD_REGION_MIN + (int64_t)cd_random_below(random, (uint64_t)1 << 32);
}

/// Draws one interval that `touch` allows.
static inline void handmade_interval(struct cd_random *random, enum handmade_bounds bounds,
                                     enum cd_touch touch, int64_t *low, int64_t *high)
{
    do {
        int64_t a = handmade_bound(random, bounds), b = handmade_bound(random, bounds);
        if (bounds == HANDMADE_SMALL)
            b = a + (int64_t)cd_random_below(random, 8);
        *low = a < b ? a : b;
        *high = a < b ? b : a;
    } while (touch == CD_TOUCH_HALF_OPEN && *low == *high);
}

/// Adds a frame of `count` random regions with up to `extents` extents each. As many publish as do not. About a third
/// of the ids are left out.
static inline void handmade_random_regions(struct handmade *made, struct cd_random *random, uint64_t frame,
                                           uint32_t count, uint32_t extents, enum handmade_bounds bounds)
{
    for (uint32_t i = 0, id = 0; i < count; i++, id += cd_random_below(random, 3) ? 1 : 2) {
        enum cd_region_kind kind = cd_random_below(random, 2) ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE;
        for (uint64_t left = 1 + cd_random_below(random, extents); left > 0; left--) {
            int64_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
            for (uint32_t k = 0; k < made->scene->dimensions; k++)
                handmade_interval(random, bounds, made->scene->touch, &low[k], &high[k]);
            handmade_region(made, frame, id, kind, low, high);
        }
    }
}

#endif
