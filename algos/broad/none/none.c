// The broad phase of the papers that have none: every pair of live bodies is a candidate.
#include "algos/algo.h"
#include "base/memory.h"

struct none {
    const struct cd_boxed *boxes; ///< of this frame, the driver's
    uint32_t count;
};

static enum cd_code none_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)create, (void)status;
    *self = cd_allocate(1, sizeof(struct none));
    return CD_OK;
}

static void none_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                              uint32_t count)
{
    (void)frame;
    *(struct none *)self = (struct none){boxes, count};
}

static void none_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    const struct none *none = self;
    (void)counters;
    cd_pairs_reserve(pairs, (size_t)none->count * (none->count ? none->count - 1 : 0) / 2);
    for (uint32_t i = 0; i < none->count; i++)
        for (uint32_t j = i + 1; j < none->count; j++)
            cd_pairs_add(pairs, none->boxes[i].id, none->boxes[j].id);
}

const struct cd_algo cd_algo_none = {
    .name = "none",
    .title = "no broad phase: every pair of bodies",
    .source = "folklore",
    .role = CD_ROLE_BROAD,
    .create = none_create,
    .destroy = cd_free,
    .update_boxes = none_update_boxes,
    .candidates = none_candidates,
    .ignores_boxes = true,
};
