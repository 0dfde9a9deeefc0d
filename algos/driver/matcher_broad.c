// Boxes as regions: each box is published and subscribed to. Of the matches (a, b), (b, a) and (a, a), the one with
// a < b is kept.
#include "algos/driver/adapters.h"
#include "algos/driver/registry.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define STEPS 0x1p30

struct matcher_broad {
    const struct cd_scene_algo *matcher;
    void *self;
    struct cd_settings *settings; ///< the matcher's own
    struct cd_scene scene;        ///< what the matcher knows of the frames
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

static void destroy(void *self)
{
    struct matcher_broad *broad = self;
    if (broad->self)
        broad->matcher->destroy(broad->self);
    for (unsigned i = 0; i < broad->context->threads; i++)
        cd_sink_release(&broad->sinks[i]);
    cd_radix_destroy(&broad->radix);
    cd_settings_destroy(broad->settings);
    cd_free(broad->workers);
    cd_free(broad->sinks);
    cd_free(broad->regions);
    cd_free(broad->items);
    cd_free(broad->scratch);
    cd_free(broad);
}

/// The matcher's defaults, except for `update`: regions that stay are not distinguished from others, since their space
/// changes with every frame.
static struct cd_settings *settings_of(const struct cd_algo *matcher)
{
    struct cd_settings *settings = cd_settings_create(&matcher->params, matcher->params ? 1 : 0);
    if (cd_settings_has(settings, "update"))
        cd_settings_apply(settings, matcher->name, "update=rebuild", NULL);
    return settings;
}

static enum cd_code create(const struct cd_create *create, void **self, struct cd_status *status)
{
    unsigned threads = create->context->threads;
    struct matcher_broad *broad = cd_allocate(1, sizeof *broad);
    const struct cd_algo *algo = cd_algo_find(cd_setting_choice(create->settings, "broad"));
    broad->matcher = algo->scene;
    broad->settings = settings_of(algo);
    broad->context = create->context;
    broad->scene = (struct cd_scene){.name = create->scene->name,
                                     .frame_count = create->scene->frame_count,
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
    enum cd_code code = broad->matcher->create(
        &(struct cd_create){algo, broad->settings, &broad->scene, CD_QUERY_PAIRS, create->context},
        &broad->self, status);
    if (code)
        destroy(broad);
    else
        *self = broad;
    return code;
}

static void reset(void *self)
{
    struct matcher_broad *broad = self;
    if (broad->matcher->reset)
        broad->matcher->reset(broad->self);
}

/// Monotone, so that boxes that overlap are regions that match, whatever the rounding of coordinates.
static int32_t step_of(double value, double origin, double scale)
{
    double at = (value - origin) * scale;
    return at >= STEPS ? (int32_t)STEPS : at > 0 ? (int32_t)at : 0; // extents may overflow
}

static void fill_regions(struct matcher_broad *broad)
{
    struct cd_aabb space = cd_aabb_empty();
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
}

static void update(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes, uint32_t count)
{
    struct matcher_broad *broad = self;
    CD_ASSERT(2 * count <= broad->scene.max_regions);
    broad->boxes = boxes;
    broad->count = count;
    fill_regions(broad);
    if (broad->matcher->update)
        broad->matcher->update(
            broad->self,
            &(struct cd_frame){.index = frame->index, .region_count = 2 * count, .regions = broad->regions},
            NULL);
}

/// What the threads have found, in an order that depends neither on their number nor on which of them found what.
static void add_sorted(struct matcher_broad *broad, size_t records, struct cd_pairs *pairs)
{
    unsigned bits = broad->count > 1 ? 32 - (unsigned)__builtin_clz(broad->count - 1) : 1;
    size_t count = 0;
    if (records > broad->item_capacity) {
        broad->item_capacity = records + records / 2;
        broad->items = cd_reallocate(broad->items, 0, broad->item_capacity, sizeof *broad->items);
        broad->scratch = cd_reallocate(broad->scratch, 0, broad->item_capacity, sizeof *broad->scratch);
    }
    for (unsigned i = 0; i < broad->context->threads; i++)
        for (size_t k = 0; k < broad->sinks[i].count; k++) {
            const struct cd_record *record = &broad->sinks[i].stored[k];
            if (record->b - broad->count > record->a)
                broad->items[count++] = (uint64_t)record->a << bits | (record->b - broad->count);
        }
    const uint64_t *sorted = cd_radix_sort(&broad->radix, broad->items, broad->scratch, count, 0, 2 * bits);
    for (size_t k = 0; k < count; k++)
        cd_pairs_add(pairs, broad->boxes[sorted[k] >> bits].id,
                     broad->boxes[sorted[k] & ((UINT64_C(1) << bits) - 1)].id);
}

static void candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct matcher_broad *broad = self;
    unsigned threads = broad->context->threads;
    for (unsigned i = 0; i < threads; i++)
        cd_sink_begin(&broad->sinks[i], CD_QUERY_PAIRS, CD_SINK_KEEP, 0);
    broad->matcher->query(broad->self, broad->workers, NULL);
    size_t records = (size_t)cd_sinks_merge(broad->sinks, threads).count;
    for (unsigned i = 0; i < threads; i++) {
        cd_counters_add(counters, &broad->workers[i].counters);
        broad->workers[i].counters = (struct cd_counters){0};
    }
    add_sorted(broad, records, pairs);
}

const struct cd_broad_phase cd_matcher_broad = {
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .update = update,
    .candidates = candidates,
};
