// Every publish region against every subscribe region: what the literature on data distribution management
// calls the region-based or brute-force matching, and every other matcher is compared with.
#include "algos/regions/region_matcher.h"

/// Subscribe extents that are tested in one go: their coordinates stay in the first-level cache.
#define BLOCK CD_REGION_ROW

static enum cd_code brute_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    *self = cd_region_matcher_create(create, sizeof(struct cd_region_matcher), CD_REGION_KEEPS_NOTHING);
    return CD_OK;
}

/// All publish extents against one block of subscribe extents.
static void match_block(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t block)
{
    const struct cd_region_set *set = &matcher->set;
    const struct cd_region_columns *s = &set->sides[CD_REGION_SUBSCRIBE];
    uint32_t *found = matcher->found[worker->thread], publish = set->sides[CD_REGION_PUBLISH].count;
    uint32_t first = block * BLOCK, count = s->count - first < BLOCK ? s->count - first : BLOCK;
    for (uint32_t i = 0; i < publish; i++) {
        if (cd_region_answer_over(&matcher->answer) || cd_context_stopped(matcher->context))
            return;
        struct cd_region_bounds bounds = cd_region_columns_bounds(&set->sides[CD_REGION_PUBLISH], i);
        uint32_t hits = cd_region_columns_scan(s, 0, set->dimensions, &bounds, first, count, found);
        worker->counters.matches += count;
        if (cd_region_answer_row(&matcher->answer, worker, CD_REGION_PUBLISH, i, found, hits))
            return;
    }
}

static enum cd_code brute_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct cd_region_matcher *matcher = self;
    uint32_t subscribe = matcher->set.sides[CD_REGION_SUBSCRIBE].count;
    cd_region_matcher_run(matcher, workers, subscribe / BLOCK + (subscribe % BLOCK > 0), match_block);
    return CD_OK;
}

const struct cd_algo cd_algo_region_brute = {
    .name = "region_brute",
    .title = "every publish region against every subscribe region",
    .source = "folklore",
    .role = CD_ROLE_SCENE,
    .describe = cd_region_matcher_describe,
    .create = brute_create,
    .destroy = cd_region_matcher_destroy,
    .update = cd_region_matcher_update,
    .query = brute_query,
};
