#include "algos/regions/adapters.h"

#include "algos/radix_sort.h"
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <math.h>

// ---- a matcher of regions as a broad phase ----------------------------------------------------------------
//
// Each box is published and subscribed to. Of the matches (a, b), (b, a) and (a, a), the one with a < b is kept.

/// Along each axis.
#define STEPS 0x1p30

struct region_broad {
    const struct cd_scene_algo *matcher;
    void *self;
    struct cd_scene scene; ///< what the matcher knows of the frames
    struct cd_context *context;
    struct cd_worker *workers;
    struct cd_sink *sinks;
    const struct cd_boxed *boxes; ///< of this frame, the driver's
    uint32_t count;
    struct cd_region *regions; ///< body i publishes region i and subscribes to region count + i
    struct cd_radix radix;
    uint64_t *items, *scratch; ///< pairs to be sorted
    size_t item_capacity;
};

static void broad_destroy(void *self)
{
    struct region_broad *broad = self;
    if (broad->self)
        broad->matcher->destroy(broad->self);
    for (unsigned i = 0; i < broad->context->threads; i++)
        cd_sink_release(&broad->sinks[i]);
    cd_radix_destroy(&broad->radix);
    cd_free(broad->workers);
    cd_free(broad->sinks);
    cd_free(broad->regions);
    cd_free(broad->items);
    cd_free(broad->scratch);
    cd_free(broad);
}

static enum cd_code broad_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    unsigned threads = create->context->threads;
    struct region_broad *broad = cd_allocate(1, sizeof *broad);
    broad->matcher = create->algo->scene;
    broad->context = create->context;
    broad->scene =
        (struct cd_scene){.name = create->scene->name,
                          .frame_count = 1, // their space changes with every frame, so nothing is kept
                          .dimensions = 3,
                          .max_regions = 2 * create->scene->max_bodies,
                          .touch = CD_TOUCH_CLOSED};
    broad->regions = cd_allocate(broad->scene.max_regions, sizeof *broad->regions);
    broad->workers = cd_allocate(threads, sizeof *broad->workers);
    broad->sinks = cd_allocate(threads, sizeof *broad->sinks);
    for (unsigned i = 0; i < threads; i++)
        broad->workers[i] = (struct cd_worker){
            .query = CD_QUERY_PAIRS, .thread = i, .sink = &broad->sinks[i], .context = create->context};
    broad->radix = cd_radix_create(threads);
    struct cd_create inner = *create;
    inner.scene = &broad->scene;
    inner.query = CD_QUERY_PAIRS;
    enum cd_code code = broad->matcher->create(&inner, &broad->self, status);
    if (code)
        broad_destroy(broad);
    else
        *self = broad;
    return code;
}

static void broad_reset(void *self)
{
    struct region_broad *broad = self;
    if (broad->matcher->reset)
        broad->matcher->reset(broad->self);
}

/// Monotone, so that boxes that overlap are regions that match, whatever the rounding of coordinates.
static int32_t step_of(double value, double origin, double scale)
{
    double at = (value - origin) * scale;
    return at >= STEPS ? (int32_t)STEPS : at > 0 ? (int32_t)at : 0; // extents may overflow
}

static void broad_update(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                         uint32_t count)
{
    struct region_broad *broad = self;
    struct cd_aabb space = cd_aabb_empty();
    CD_ASSERT(2 * count <= broad->scene.max_regions);
    broad->boxes = boxes;
    broad->count = count;
    for (uint32_t i = 0; i < broad->count; i++)
        cd_aabb_join(&space, &broad->boxes[i].box);
    for (int axis = 0; axis < 3; axis++) {
        double origin = cd_axis(&space.low, axis), extent = cd_axis(&space.high, axis) - origin;
        double scale = extent >= 0x1p-1000 && !isinf(extent) ? STEPS / extent : 0;
        for (uint32_t i = 0; i < broad->count; i++) {
            const struct cd_aabb *box = &broad->boxes[i].box;
            broad->regions[i].low[axis] = step_of(cd_axis(&box->low, axis), origin, scale);
            broad->regions[i].high[axis] = step_of(cd_axis(&box->high, axis), origin, scale);
        }
    }
    for (uint32_t i = 0; i < broad->count; i++) {
        struct cd_region *published = &broad->regions[i], *subscribed = published + broad->count;
        published->id = i;
        published->kind = CD_REGION_PUBLISH;
        *subscribed = *published;
        subscribed->id = broad->count + i;
        subscribed->kind = CD_REGION_SUBSCRIBE;
    }
    const struct cd_frame regions = {
        .index = frame->index, .region_count = 2 * count, .regions = broad->regions};
    enum cd_code code = broad->matcher->update ? broad->matcher->update(broad->self, &regions, NULL) : CD_OK;
    CD_ASSERT(!code); // no matcher of the program fails
}

static void broad_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct region_broad *broad = self;
    unsigned threads = broad->context->threads;
    for (unsigned i = 0; i < threads; i++)
        cd_sink_begin(&broad->sinks[i], CD_QUERY_PAIRS, CD_SINK_KEEP, 0);
    enum cd_code code = broad->matcher->query(broad->self, broad->workers, NULL);
    CD_ASSERT(!code);
    for (unsigned i = 0; i < threads; i++) {
        cd_counters_add(counters, &broad->workers[i].counters);
        broad->workers[i].counters = (struct cd_counters){0};
    }

    // What the threads have found is put in an order that depends neither on their number nor on who found what.
    size_t records = (size_t)cd_sinks_merge(broad->sinks, threads).count, found = 0;
    unsigned bits = broad->count > 1 ? 32 - (unsigned)__builtin_clz(broad->count - 1) : 1;
    if (records > broad->item_capacity) {
        broad->item_capacity = records + records / 2;
        broad->items = cd_reallocate(broad->items, 0, broad->item_capacity, sizeof *broad->items);
        broad->scratch = cd_reallocate(broad->scratch, 0, broad->item_capacity, sizeof *broad->scratch);
    }
    for (unsigned i = 0; i < threads; i++)
        for (size_t k = 0; k < broad->sinks[i].count; k++) {
            const struct cd_record *record = &broad->sinks[i].stored[k];
            if (record->b - broad->count > record->a)
                broad->items[found++] = (uint64_t)record->a << bits | (record->b - broad->count);
        }
    const uint64_t *sorted = cd_radix_sort(&broad->radix, broad->items, broad->scratch, found, 0, 2 * bits);
    for (size_t k = 0; k < found; k++)
        cd_pairs_add(pairs, broad->boxes[sorted[k] >> bits].id,
                     broad->boxes[sorted[k] & ((UINT64_C(1) << bits) - 1)].id);
}

const struct cd_broad_phase cd_region_broad = {.create = broad_create,
                                               .destroy = broad_destroy,
                                               .reset = broad_reset,
                                               .update = broad_update,
                                               .candidates = broad_candidates};

// ---- a broad phase as a matcher of regions ----------------------------------------------------------------
//
// Each extent is a box. The broad phase also finds pairs within one side, which are left out here.

/// Candidates that a thread takes at a time.
#define CHUNK 4096

struct broad_matcher {
    struct cd_region_matcher base;
    const struct cd_algo *algo; ///< the broad phase
    void *self;
    struct cd_scene scene; ///< what the broad phase knows of the frames
    struct cd_boxed *boxes;
    uint32_t *vanished;
    uint32_t count; ///< boxes of the frame before
    struct cd_pairs pairs;
};

static void matcher_destroy(void *self)
{
    struct broad_matcher *matcher = self;
    if (matcher->self)
        matcher->algo->broad->destroy(matcher->self);
    cd_free(matcher->boxes);
    cd_free(matcher->vanished);
    cd_free(matcher->pairs.pairs);
    cd_region_matcher_destroy(matcher);
}

static enum cd_code matcher_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    struct broad_matcher *matcher =
        cd_region_matcher_create(create, sizeof *matcher, CD_REGION_KEEPS_NOTHING);
    uint32_t capacity = create->scene->max_regions;
    matcher->algo = create->algo;
    matcher->boxes = cd_allocate(capacity, sizeof *matcher->boxes);
    matcher->vanished = cd_allocate(capacity, sizeof *matcher->vanished);
    matcher->scene = (struct cd_scene){.name = create->scene->name,
                                       .frame_count = create->scene->frame_count,
                                       .body_limit = capacity,
                                       .max_bodies = capacity};
    struct cd_create inner = *create;
    inner.scene = &matcher->scene;
    enum cd_code code =
        matcher->algo->broad->create ? matcher->algo->broad->create(&inner, &matcher->self, status) : CD_OK;
    if (code)
        matcher_destroy(matcher);
    else
        *self = matcher;
    return code;
}

static void matcher_reset(void *self)
{
    struct broad_matcher *matcher = self;
    matcher->count = 0;
    if (matcher->algo->broad->reset)
        matcher->algo->broad->reset(matcher->self);
}

/// Takes the regions of a frame. A box has the number of its extent, so that the last numbers vanish when there are
/// fewer extents.
static enum cd_code matcher_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct broad_matcher *matcher = self;
    cd_region_matcher_take(&matcher->base, frame);
    const struct cd_region_columns *all = &matcher->base.set.all;
    for (uint32_t i = 0; i < all->count; i++) {
        double low[3] = {0}, high[3] = {0};
        for (uint32_t k = 0; k < all->dimensions && k < 3; k++) {
            low[k] = all->low[k][i];
            high[k] = all->high[k][i];
        }
        matcher->boxes[i] =
            (struct cd_boxed){i, {cd_vec(low[0], low[1], low[2]), cd_vec(high[0], high[1], high[2])}};
    }
    struct cd_frame boxes = {.index = frame->index, .vanished = matcher->vanished};
    for (uint32_t id = all->count; id < matcher->count; id++)
        matcher->vanished[boxes.vanished_count++] = id;
    matcher->count = all->count;
    if (matcher->algo->broad->update)
        matcher->algo->broad->update(matcher->self, &boxes, matcher->boxes, all->count);
    return CD_OK;
}

static void match(struct cd_region_matcher *base, struct cd_worker *worker, uint32_t first, uint32_t end)
{
    const struct broad_matcher *matcher = (struct broad_matcher *)base;
    uint32_t published = base->set.sides[CD_REGION_PUBLISH].count;
    for (uint32_t i = first; i < end; i++) {
        struct cd_pair pair = matcher->pairs.pairs[i]; // the smaller first
        if (pair.a >= published || pair.b < published)
            continue;
        uint32_t other = pair.b - published;
        worker->counters.matches++;
        if (cd_region_set_match(&base->set, pair.a, other) &&
            cd_region_matcher_found(base, worker, CD_REGION_PUBLISH, pair.a, &other, 1))
            return;
    }
}

static enum cd_code matcher_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    struct broad_matcher *matcher = self;
    matcher->pairs.count = 0;
    if (matcher->algo->broad->candidates)
        matcher->algo->broad->candidates(matcher->self, &matcher->pairs, &workers[0].counters);
    else
        cd_pairs_add_all(&matcher->pairs, matcher->boxes, matcher->count);
    if (matcher->pairs.count > UINT32_MAX - CHUNK)
        return cd_fail(status, CD_ENVIRONMENT, "%s: %zu candidates are too many", matcher->algo->name,
                       matcher->pairs.count);
    workers[0].counters.candidates += matcher->pairs.count;
    cd_region_matcher_run(&matcher->base, workers, (uint32_t)matcher->pairs.count, CHUNK, match);
    return CD_OK;
}

const struct cd_scene_algo cd_broad_matcher = {.create = matcher_create,
                                               .destroy = matcher_destroy,
                                               .reset = matcher_reset,
                                               .update = matcher_update,
                                               .query = matcher_query};
