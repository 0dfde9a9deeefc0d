#include "base/memory.h"
#include "base/random.h"
#include "scenes/regions/regions.h"
#include "scenes/regions/sizes.h"

#include <stdlib.h>

struct region_source {
    struct cd_source base;
    struct cd_region_plan plan;
    struct cd_region_sizes sizes;
};

/// Reads the frames. An extent is kept as its lower corner and its sides, `dimensions` numbers of each.
struct region_reader {
    const struct region_source *source;
    struct cd_random random;
    double *centres; ///< of the clusters
    uint32_t *corners;
    size_t used, capacity; ///< of `corners`
    uint8_t *extents;      ///< of every region; NULL when each has one
};

static void *region_open(const struct cd_source *source, const struct cd_scene *scene)
{
    (void)scene;
    struct region_reader *reader = cd_allocate(1, sizeof *reader);
    reader->source = (const struct region_source *)source;
    const struct cd_region_plan *plan = &reader->source->plan;
    reader->centres = cd_allocate((size_t)plan->clusters * plan->dimensions, sizeof *reader->centres);
    reader->capacity = (size_t)plan->count * 2 * plan->dimensions;
    reader->corners = cd_allocate(reader->capacity, sizeof *reader->corners);
    if (plan->extents > 1)
        reader->extents = cd_allocate(plan->count, 1);
    return reader;
}

/// The lower end of a side: anywhere, or about a centre as near as the space allows.
static int64_t draw_low(const struct cd_region_plan *plan, const double *centre, int64_t side,
                        struct cd_random *random)
{
    int64_t max = plan->space - side;
    if (!centre)
        return (int64_t)cd_random_below(random, (uint64_t)max + 1);
    double low = *centre + plan->spread * (double)plan->space * cd_random_normal(random) - (double)side / 2;
    return low < 0 ? 0 : low < (double)max ? (int64_t)low : max;
}

static void draw_extent(struct region_reader *reader, const double *centre, bool huge)
{
    const struct cd_region_plan *plan = &reader->source->plan;
    while (reader->used + 2 * plan->dimensions > reader->capacity)
        reader->corners =
            cd_grow(reader->corners, reader->capacity, &reader->capacity, sizeof *reader->corners);
    uint32_t *low = &reader->corners[reader->used], *sides = low + plan->dimensions;
    reader->used += 2 * plan->dimensions;
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        int64_t side = cd_region_draw_side(plan, &reader->source->sizes, huge, &reader->random);
        sides[i] = (uint32_t)side;
        low[i] = (uint32_t)draw_low(plan, centre ? &centre[i] : NULL, side, &reader->random);
    }
}

static void draw_region(struct region_reader *reader, uint32_t number)
{
    const struct cd_region_plan *plan = &reader->source->plan;
    const double *centre = NULL;
    bool huge = plan->mix == CD_REGIONS_HUGE && cd_random_unit(&reader->random) < plan->huge;
    if (plan->mix == CD_REGIONS_CLUSTERED)
        centre = &reader->centres[cd_random_below(&reader->random, plan->clusters) * plan->dimensions];
    uint32_t extents = 1;
    if (reader->extents) {
        extents = 1 + (uint32_t)cd_random_below(&reader->random, plan->extents);
        reader->extents[number] = (uint8_t)extents;
    }
    for (uint32_t i = 0; i < extents; i++)
        draw_extent(reader, centre, huge);
}

static void draw_all(struct region_reader *reader)
{
    const struct cd_region_plan *plan = &reader->source->plan;
    reader->random = cd_random_seed(plan->seed);
    reader->used = 0;
    for (uint32_t i = 0; plan->mix == CD_REGIONS_CLUSTERED && i < plan->clusters * plan->dimensions; i++)
        reader->centres[i] = cd_random_between(&reader->random, 0, (double)plan->space);
    for (uint32_t i = 0; i < plan->count; i++)
        draw_region(reader, i);
}

static uint32_t extents_of(const struct region_reader *reader, uint32_t number)
{
    return reader->extents ? reader->extents[number] : 1;
}

/// Moves an extent as far as the walls let it.
static void shift_extent(const struct cd_region_plan *plan, const int64_t *by, uint32_t *low)
{
    const uint32_t *sides = low + plan->dimensions;
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        int64_t moved = low[i] + by[i], max = plan->space - sides[i];
        low[i] = (uint32_t)(moved < 0 ? 0 : moved < max ? moved : max);
    }
}

/// One step of every region that moves; its extents keep together.
static void walk_all(struct region_reader *reader)
{
    const struct cd_region_plan *plan = &reader->source->plan;
    uint64_t strides = 2 * (uint64_t)plan->stride + 1;
    uint32_t *low = reader->corners;
    for (uint32_t i = 0; i < plan->count; i++) {
        uint32_t extents = extents_of(reader, i);
        if (cd_random_unit(&reader->random) < plan->move) {
            int64_t by[CD_REGION_DIMENSIONS];
            for (uint32_t k = 0; k < plan->dimensions; k++)
                by[k] = (int64_t)cd_random_below(&reader->random, strides) - plan->stride;
            for (uint32_t k = 0; k < extents; k++)
                shift_extent(plan, by, low + 2 * k * plan->dimensions);
        }
        low += (size_t)2 * extents * plan->dimensions;
    }
}

/// Publish regions are spread evenly among the ids.
static enum cd_region_kind kind_of(const struct cd_region_plan *plan, uint32_t number)
{
    uint64_t before = (uint64_t)number * plan->publish_count / plan->count;
    uint64_t after = ((uint64_t)number + 1) * plan->publish_count / plan->count;
    return after > before ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE;
}

static void add_extent(const struct cd_region_plan *plan, uint32_t number, const uint32_t *low,
                       struct cd_live *live)
{
    const uint32_t *sides = low + plan->dimensions;
    struct cd_region *region = cd_live_add_region(live);
    region->id = number;
    region->kind = kind_of(plan, number);
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        region->low[i] = low[i];
        region->high[i] = (int64_t)low[i] + sides[i];
    }
}

static enum cd_code region_next(void *reader_given, uint64_t frame, struct cd_live *live, bool *ended,
                                struct cd_status *status)
{
    (void)status;
    struct region_reader *reader = reader_given;
    const struct cd_region_plan *plan = &reader->source->plan;
    if (frame)
        walk_all(reader);
    else
        draw_all(reader);
    const uint32_t *low = reader->corners;
    for (uint32_t i = 0; i < plan->count; i++) {
        uint32_t extents = extents_of(reader, i);
        for (uint32_t k = 0; k < extents; k++, low += 2 * plan->dimensions)
            add_extent(plan, i, low, live);
        if (extents > 1) // as they would be read back
            qsort(&live->regions[live->region_count - extents], extents, sizeof *live->regions,
                  cd_region_compare);
    }
    *ended = false; // the scene knows how many frames there are
    return CD_OK;
}

static enum cd_code region_rewind(void *reader, struct cd_status *status)
{
    (void)reader; // frame 0 draws everything anew
    (void)status;
    return CD_OK;
}

static void region_close(void *reader_given)
{
    struct region_reader *reader = reader_given;
    cd_free(reader->centres);
    cd_free(reader->corners);
    cd_free(reader->extents);
    cd_free(reader);
}

static void region_destroy(struct cd_source *source)
{
    cd_free(source);
}

static const struct cd_source_kind region_kind = {
    .open = region_open,
    .next = region_next,
    .rewind = region_rewind,
    .close = region_close,
    .destroy = region_destroy,
};

struct cd_scene *cd_scene_of_regions(const char *name, const struct cd_region_plan *plan)
{
    struct region_source *source = cd_allocate(1, sizeof *source);
    source->base.kind = &region_kind;
    source->plan = *plan;
    source->sizes = cd_region_sizes_of(plan);
    struct cd_scene *scene = cd_scene_create(name);
    scene->source = &source->base;
    scene->frame_count = plan->steps;
    scene->seed = plan->seed;
    scene->dimensions = plan->dimensions;
    scene->touch = plan->touch;
    return scene;
}
