/// Scenes of regions made in memory, for tests:
///
///     struct handmade_regions *made = handmade_regions_begin(2, CD_TOUCH_CLOSED);
///     handmade_region(made, 0, 7, CD_REGION_PUBLISH, (int64_t[]){0, 0}, (int64_t[]){3, 4}); // ascending
///     struct cd_scene *scene = handmade_regions_end(made, 1);
#ifndef CD_TESTS_HANDMADE_REGIONS_H
#define CD_TESTS_HANDMADE_REGIONS_H

#include "tests/handmade.h"

struct handmade_regions_entry {
    uint64_t frame;
    struct cd_region region;
};

struct handmade_regions {
    struct cd_source source;
    struct cd_scene *scene;
    struct handmade_regions_entry *entries;
    size_t count, capacity;
};

static inline void handmade_regions_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct handmade_regions *made = (const struct handmade_regions *)scene->source;
    size_t low = 0, high = made->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (made->entries[middle].frame < frame)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < made->count && made->entries[i].frame == frame; i++)
        *cd_live_add_region(live) = made->entries[i].region;
}

static inline void handmade_regions_destroy(struct cd_source *source)
{
    cd_free(((struct handmade_regions *)source)->entries);
}

static const struct cd_source_kind handmade_regions_kind = {.place = handmade_regions_place,
                                                            .destroy = handmade_regions_destroy};

static inline struct handmade_regions *handmade_regions_begin(uint32_t dimensions, enum cd_touch touch)
{
    struct handmade_regions *made = cd_allocate(1, sizeof *made);
    made->source.kind = &handmade_regions_kind;
    made->scene = cd_scene_create("handmade regions");
    made->scene->source = &made->source;
    made->scene->dimensions = dimensions;
    made->scene->touch = touch;
    return made;
}

/// Adds a region. `low` and `high` have a number for each dimension. gcc cannot see this when it inlines the function.
__attribute__((noinline, unused)) static void handmade_region(struct handmade_regions *made, uint64_t frame,
                                                              uint32_t id, enum cd_region_kind kind,
                                                              const int64_t *low, const int64_t *high)
{
    made->entries = cd_grow(made->entries, made->count, &made->capacity, sizeof *made->entries);
    struct handmade_regions_entry *entry = &made->entries[made->count++];
    *entry = (struct handmade_regions_entry){.frame = frame, .region = {.id = id, .kind = kind}};
    for (uint32_t k = 0; k < made->scene->dimensions; k++) {
        entry->region.low[k] = cd_region_stored(low[k]);
        entry->region.high[k] = cd_region_stored(high[k]);
    }
}

static inline struct cd_scene *handmade_regions_end(struct handmade_regions *made, uint64_t frame_count)
{
    struct cd_scene *scene = made->scene;
    scene->frame_count = frame_count;
    assert_int_equal(cd_scene_survey(scene, NULL, NULL), CD_OK);
    return scene;
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
static inline void handmade_random_regions(struct handmade_regions *made, struct cd_random *random,
                                           uint64_t frame, uint32_t count, uint32_t extents,
                                           enum handmade_bounds bounds)
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
