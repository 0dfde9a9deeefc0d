// Regions as boxes, one for each extent. The broad phase gets the boxes of both sides and also finds pairs within one
// side, which are left out here.
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <string.h>

/// Candidates that a thread takes at a time.
#define CHUNK 4096

struct broad_matcher {
    struct cd_region_matcher base;
    const struct cd_algo *algo;
    const struct cd_broad_phase *broad;
    void *self;
    struct cd_scene scene; ///< what the broad phase knows of the frames
    struct cd_boxed *boxes;
    uint32_t *vanished;
    uint32_t count; ///< boxes of the frame before
    struct cd_pairs pairs;
};

static void destroy(void *self)
{
    struct broad_matcher *matcher = self;
    if (matcher->self)
        matcher->broad->destroy(matcher->self);
    cd_free(matcher->boxes);
    cd_free(matcher->vanished);
    cd_free(matcher->pairs.pairs);
    cd_region_matcher_destroy(matcher);
}

static enum cd_code create(const struct cd_create *create, void **self, struct cd_status *status)
{
    struct broad_matcher *matcher =
        cd_region_matcher_create(create, sizeof *matcher, CD_REGION_KEEPS_NOTHING);
    uint32_t capacity = create->scene->max_regions;
    matcher->algo = create->algo;
    matcher->broad = create->algo->broad;
    matcher->boxes = cd_allocate(capacity, sizeof *matcher->boxes);
    matcher->vanished = cd_allocate(capacity, sizeof *matcher->vanished);
    matcher->scene = (struct cd_scene){.name = create->scene->name,
                                       .frame_count = create->scene->frame_count,
                                       .body_limit = capacity,
                                       .max_bodies = capacity};
    struct cd_create inner = *create;
    inner.scene = &matcher->scene;
    enum cd_code code =
        matcher->broad->create ? matcher->broad->create(&inner, &matcher->self, status) : CD_OK;
    if (code)
        destroy(matcher);
    else
        *self = matcher;
    return code;
}

static void reset(void *self)
{
    struct broad_matcher *matcher = self;
    matcher->count = 0;
    cd_region_matcher_reset(matcher);
    if (matcher->broad->reset)
        matcher->broad->reset(matcher->self);
}

/// Takes the regions of a frame. A box has the number of its extent, so that the last numbers vanish when there are
/// fewer extents.
static enum cd_code update(void *self, const struct cd_frame *frame, struct cd_status *status)
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
    if (matcher->broad->update)
        matcher->broad->update(matcher->self, &boxes, matcher->boxes, all->count);
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

static enum cd_code query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    struct broad_matcher *matcher = self;
    matcher->pairs.count = 0;
    if (matcher->broad->candidates)
        matcher->broad->candidates(matcher->self, &matcher->pairs, &workers[0].counters);
    else
        cd_pairs_add_all(&matcher->pairs, matcher->boxes, matcher->count);
    if (matcher->pairs.count > UINT32_MAX - CHUNK)
        return cd_fail(status, CD_ENVIRONMENT, "%s: %zu candidates are too many", matcher->algo->name,
                       matcher->pairs.count);
    workers[0].counters.candidates += matcher->pairs.count;
    cd_region_matcher_run(&matcher->base, workers, (uint32_t)matcher->pairs.count, CHUNK, match);
    return CD_OK;
}

const struct cd_scene_algo cd_broad_matcher = {
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .update = update,
    .query = query,
};
