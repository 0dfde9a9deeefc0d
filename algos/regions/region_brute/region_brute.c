// Every publish region against every subscribe region. The literature on data distribution management calls this
// region-based or brute-force matching, and every other matcher is compared with it.
#include "algos/regions/region_matcher.h"

/// Subscribe extents that are tested together: their coordinates stay in the first-level cache.
#define BLOCK CD_REGION_ROW

static enum cd_code brute_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    *self = cd_region_matcher_create(create, sizeof(struct cd_region_matcher), CD_REGION_KEEPS_NOTHING);
    return CD_OK;
}

/// All publish extents against the block of subscribe extents first .. end - 1.
static void match_block(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    const struct cd_region_set *set = &matcher->set;
    const struct cd_region_columns *s = &set->sides[CD_REGION_SUBSCRIBE];
    uint32_t *found = matcher->found[worker->thread], publish = set->sides[CD_REGION_PUBLISH].count;
    for (uint32_t i = 0; i < publish; i++) {
        if (cd_region_matcher_over(matcher) || cd_context_stopped(matcher->context))
            return;
        struct cd_region_bounds bounds = cd_region_columns_bounds(&set->sides[CD_REGION_PUBLISH], i);
        uint32_t hits = cd_region_columns_scan(s, 0, set->dimensions, &bounds, first, end - first, found);
        worker->counters.matches += end - first;
        if (cd_region_matcher_found(matcher, worker, CD_REGION_PUBLISH, i, found, hits))
            return;
    }
}

static enum cd_code brute_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct cd_region_matcher *matcher = self;
    cd_region_matcher_run(matcher, workers, matcher->set.sides[CD_REGION_SUBSCRIBE].count, BLOCK,
                          match_block);
    return CD_OK;
}

const struct cd_algo cd_algo_region_brute = {
    .name = "region_brute",
    .title = "every publish region against every subscribe region",
    .source = "folklore",
    .describe = cd_region_matcher_describe,
    .scene = &(const struct cd_scene_algo){.create = brute_create,
                                           .destroy = cd_region_matcher_destroy,
                                           .update = cd_region_matcher_update,
                                           .query = brute_query},
};
