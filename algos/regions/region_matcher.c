#include "algos/regions/region_matcher.h"

#include "algos/threads.h"
#include "base/memory.h"

void cd_region_matcher_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->queries = CD_REGION_QUERIES;
    description->scheduled = CD_QUERY_BIT(CD_QUERY_ANY); // which thread finds something first
    description->takes = CD_TAKES_REGIONS;
}

void *cd_region_matcher_create(const struct cd_create *create, size_t bytes, enum cd_region_keeps keeps)
{
    struct cd_region_matcher *matcher = cd_allocate(1, bytes);
    matcher->context = create->context;
    matcher->keeps = keeps;
    matcher->fresh = true;
    // A single frame leaves nothing to bring up to date.
    matcher->incremental = create->scene->frame_count > 1 && keeps != CD_REGION_KEEPS_NOTHING &&
                           cd_setting_is(create->settings, "update", "incremental");
    matcher->found = cd_allocate(create->context->threads, sizeof *matcher->found);
    cd_region_set_create(&matcher->set, create->scene, matcher->incremental);
    cd_region_answer_create(&matcher->answer, &matcher->set, create->query);
    if (keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_create(&matcher->order, &matcher->set, create->context->threads);
    return matcher;
}

void cd_region_matcher_destroy(void *self)
{
    struct cd_region_matcher *matcher = self;
    if (matcher->keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_destroy(&matcher->order);
    cd_region_answer_destroy(&matcher->answer);
    cd_region_set_destroy(&matcher->set);
    cd_free(matcher->found);
    cd_free(matcher);
}

void cd_region_matcher_reset(void *self)
{
    ((struct cd_region_matcher *)self)->fresh = true;
}

bool cd_region_matcher_take(struct cd_region_matcher *matcher, const struct cd_frame *frame)
{
    bool from_before = matcher->incremental && !matcher->fresh;
    const struct cd_region_keys keys = {cd_region_keys_of_lows, NULL, 32};
    cd_region_set_fill(&matcher->set, frame, matcher->context->threads);
    if (matcher->keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_update(&matcher->order, &keys, from_before);
    matcher->fresh = false;
    return from_before;
}

enum cd_code cd_region_matcher_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    cd_region_matcher_take(self, frame);
    return CD_OK;
}

static void take_parts(void *user, unsigned thread)
{
    struct cd_region_matcher *matcher = user;
    uint32_t part;
    while ((part = __atomic_fetch_add(&matcher->next_part, 1, __ATOMIC_RELAXED)) < matcher->parts &&
           !cd_context_stopped(matcher->context) && !cd_region_answer_over(&matcher->answer))
        matcher->match(matcher, &matcher->workers[thread], part);
}

void cd_region_matcher_run(struct cd_region_matcher *matcher, struct cd_worker *workers, uint32_t parts,
                           void (*match)(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                         uint32_t part))
{
    matcher->workers = workers;
    matcher->match = match;
    matcher->parts = parts;
    matcher->next_part = 0;
    cd_region_answer_begin(&matcher->answer);
    cd_run_threads(matcher->context->threads, take_parts, matcher);
    cd_region_answer_end(&matcher->answer, workers);
}

bool cd_region_matcher_scan(struct cd_region_matcher *matcher, struct cd_worker *worker,
                            enum cd_region_kind kind, uint32_t extent, const struct cd_region_bounds *bounds,
                            const struct cd_region_columns *others, uint32_t from, uint32_t first,
                            uint32_t end)
{
    uint32_t *found = matcher->found[worker->thread];
    for (; first < end; first += CD_REGION_ROW) {
        uint32_t count = end - first < CD_REGION_ROW ? end - first : CD_REGION_ROW;
        uint32_t hits =
            cd_region_columns_scan(others, from, matcher->set.dimensions, bounds, first, count, found);
        worker->counters.matches += count;
        if (hits &&
            cd_region_answer_mapped_row(&matcher->answer, worker, kind, extent, others->names, found, hits))
            return true;
        if (end - first <= CD_REGION_ROW)
            break;
    }
    return false;
}
