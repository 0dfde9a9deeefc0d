// The broad phase of the papers that have none: every pair of live bodies is a candidate.
#include "algos/algo.h"
#include "base/memory.h"

struct none {
    uint32_t count;
    uint32_t capacity;
    uint32_t *ids;
};

static enum cd_code none_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct none *none = cd_allocate(1, sizeof *none);
    none->capacity = create->scene->max_bodies;
    none->ids = cd_allocate(none->capacity, sizeof *none->ids);
    *self = none;
    return CD_OK;
}

static void none_destroy(void *self)
{
    struct none *none = self;
    cd_free(none->ids);
    cd_free(none);
}

static void none_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                              uint32_t count)
{
    (void)frame;
    struct none *none = self;
    CD_ASSERT(count <= none->capacity);
    none->count = count;
    for (uint32_t i = 0; i < count; i++)
        none->ids[i] = boxes[i].id;
}

static void none_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    const struct none *none = self;
    (void)counters;
    cd_pairs_reserve(pairs, (size_t)none->count * (none->count ? none->count - 1 : 0) / 2);
    for (uint32_t i = 0; i < none->count; i++)
        for (uint32_t j = i + 1; j < none->count; j++)
            cd_pairs_add(pairs, none->ids[i], none->ids[j]);
}

const struct cd_algo cd_algo_none = {
    .name = "none",
    .title = "no broad phase: every pair of bodies",
    .source = "folklore",
    .role = CD_ROLE_BROAD,
    .create = none_create,
    .destroy = none_destroy,
    .update_boxes = none_update_boxes,
    .candidates = none_candidates,
    .ignores_boxes = true,
};
