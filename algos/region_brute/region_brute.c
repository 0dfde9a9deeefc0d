// Every publish region against every subscribe region: what the literature on data distribution management
// calls the region-based or brute-force matching, and every other matcher is compared with.
#include "algos/algo.h"
#include "algos/region_answer.h"
#include "algos/region_scan.h"
#include "algos/threads.h"
#include "base/memory.h"

/// Subscribe extents that are tested in one go: their coordinates stay in the first-level cache.
#define BLOCK CD_REGION_ROW

struct brute {
    struct cd_region_set set;
    struct cd_region_answer answer;
    struct cd_context *context;
    struct cd_worker *workers;
    uint32_t (*found)[BLOCK + CD_REGION_SLACK]; ///< one row a thread
};

static void brute_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->queries = CD_REGION_QUERIES;
    description->scheduled = CD_QUERY_BIT(CD_QUERY_ANY); // which thread finds something first
    description->takes = CD_TAKES_REGIONS;
}

static enum cd_code brute_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct brute *brute = cd_allocate(1, sizeof *brute);
    brute->context = create->context;
    brute->found = cd_allocate(create->context->threads, sizeof *brute->found);
    cd_region_set_create(&brute->set, create->scene);
    cd_region_answer_create(&brute->answer, &brute->set, create->query);
    *self = brute;
    return CD_OK;
}

static void brute_destroy(void *self)
{
    struct brute *brute = self;
    cd_region_answer_destroy(&brute->answer);
    cd_region_set_destroy(&brute->set);
    cd_free(brute->found);
    cd_free(brute);
}

static size_t brute_bytes(const void *self)
{
    const struct brute *brute = self;
    return sizeof *brute + brute->context->threads * sizeof *brute->found + cd_region_set_bytes(&brute->set) +
           cd_region_answer_bytes(&brute->answer);
}

static enum cd_code brute_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    cd_region_set_fill(&((struct brute *)self)->set, frame);
    return CD_OK;
}

static void match_block(struct brute *brute, struct cd_worker *worker, uint32_t first, uint32_t count)
{
    const struct cd_region_set *set = &brute->set;
    const struct cd_region_side *s = &set->sides[CD_REGION_SUBSCRIBE];
    uint32_t *found = brute->found[worker->thread], publish = set->sides[CD_REGION_PUBLISH].count;
    for (uint32_t i = 0; i < publish; i++) {
        if (cd_region_answer_over(&brute->answer) || cd_context_stopped(brute->context))
            return;
        struct cd_region_bounds bounds = cd_region_set_bounds(set, CD_REGION_PUBLISH, i);
        uint32_t hits = cd_region_scan(s->low, s->high, 0, set->dimensions, &bounds, first, count, found);
        worker->counters.matches += count;
        if (cd_region_answer_row(&brute->answer, worker, CD_REGION_PUBLISH, i, found, hits))
            return;
    }
}

/// Every threads-th block.
static void match_share(void *self, unsigned thread)
{
    struct brute *brute = self;
    uint32_t subscribe = brute->set.sides[CD_REGION_SUBSCRIBE].count;
    uint64_t step = (uint64_t)brute->context->threads * BLOCK;
    for (uint64_t first = (uint64_t)thread * BLOCK; first < subscribe; first += step)
        match_block(brute, &brute->workers[thread], (uint32_t)first,
                    subscribe - first < BLOCK ? (uint32_t)(subscribe - first) : BLOCK);
}

static enum cd_code brute_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct brute *brute = self;
    brute->workers = workers;
    cd_region_answer_begin(&brute->answer);
    cd_run_threads(brute->context->threads, match_share, brute);
    cd_region_answer_end(&brute->answer, workers);
    return CD_OK;
}

const struct cd_algo cd_algo_region_brute = {
    .name = "region_brute",
    .title = "every publish region against every subscribe region",
    .source = "folklore",
    .role = CD_ROLE_SCENE,
    .describe = brute_describe,
    .create = brute_create,
    .destroy = brute_destroy,
    .bytes = brute_bytes,
    .update = brute_update,
    .query = brute_query,
};
