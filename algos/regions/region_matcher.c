#include "algos/regions/region_matcher.h"

#include "algos/threads.h"
#include "base/memory.h"

#include <string.h>

void cd_region_matcher_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->queries =
        CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS);
    description->scheduled = CD_QUERY_BIT(CD_QUERY_ANY); // which thread finds something first
    description->takes = CD_TAKES_REGIONS;
}

void *cd_region_matcher_create(const struct cd_create *create, size_t bytes, enum cd_region_keeps keeps)
{
    struct cd_region_matcher *matcher = cd_allocate(1, bytes);
    matcher->context = create->context;
    matcher->query = create->query;
    matcher->keeps = keeps;
    matcher->found = cd_allocate(create->context->threads, sizeof *matcher->found);
    cd_region_set_create(&matcher->set, create->scene);
    if (create->query == CD_QUERY_BODIES)
        matcher->marks = cd_allocate(matcher->set.all.capacity, 1);
    if (keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_create(&matcher->order, &matcher->set, create->context->threads);
    return matcher;
}

void cd_region_matcher_destroy(void *self)
{
    struct cd_region_matcher *matcher = self;
    if (matcher->keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_destroy(&matcher->order);
    cd_region_set_destroy(&matcher->set);
    cd_free(matcher->marks);
    cd_free(matcher->found);
    cd_free(matcher);
}

void cd_region_matcher_take(struct cd_region_matcher *matcher, const struct cd_frame *frame)
{
    cd_region_set_fill(&matcher->set, frame, matcher->context->threads);
}

static void find_lows(const void *user, const struct cd_region_columns *side, uint32_t first, uint32_t count,
                      uint32_t *keys)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint32_t)side->low[0][first + i] ^ 0x80000000u;
}

enum cd_code cd_region_matcher_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct cd_region_matcher *matcher = self;
    const struct cd_region_keys lows = {find_lows, NULL, 32};
    cd_region_matcher_take(matcher, frame);
    if (matcher->keeps == CD_REGION_KEEPS_ORDER)
        cd_region_order_update(&matcher->order, &lows);
    return CD_OK;
}

static bool match_chunk(void *user, size_t chunk, unsigned thread)
{
    struct cd_region_matcher *matcher = user;
    uint32_t first = (uint32_t)chunk * matcher->chunk;
    matcher->match(matcher, &matcher->workers[thread], first,
                   matcher->count - first < matcher->chunk ? matcher->count : first + matcher->chunk);
    return cd_context_stopped(matcher->context) || cd_region_matcher_over(matcher);
}

void cd_region_matcher_run(struct cd_region_matcher *matcher, struct cd_worker *workers, uint32_t count,
                           uint32_t chunk, cd_region_match *match)
{
    const struct cd_region_columns *all = &matcher->set.all;
    matcher->workers = workers;
    matcher->match = match;
    matcher->count = count;
    matcher->chunk = chunk;
    matcher->any = 0;
    if (matcher->marks && all->count)
        memset(matcher->marks, 0, all->count);
    cd_run_items(matcher->context->threads, count / chunk + (count % chunk > 0), match_chunk, matcher);
    if (matcher->any)
        cd_sink_put(workers[0].sink, 0, 0, 0, 0);
    for (uint32_t i = 0, end; matcher->marks && i < all->count;
         i = end) { // all extents of a region are consecutive
        bool marked = false;
        for (end = i; end < all->count && all->names[end] == all->names[i]; end++)
            marked |= matcher->marks[end] != 0;
        if (marked)
            cd_sink_put(workers[0].sink, all->names[i], 0, 0, 0);
    }
}

/// Threads may mark one extent at the same time, all with the same value.
static void mark(struct cd_region_matcher *matcher, enum cd_region_kind kind, uint32_t extent)
{
    uint32_t before = kind == CD_REGION_SUBSCRIBE ? matcher->set.sides[CD_REGION_PUBLISH].count : 0;
    __atomic_store_n(&matcher->marks[before + extent], 1, __ATOMIC_RELAXED);
}

bool cd_region_matcher_found_slowly(struct cd_region_matcher *matcher, struct cd_worker *worker,
                                    enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                    uint32_t count)
{
    const struct cd_region_set *set = &matcher->set;
    if (matcher->query == CD_QUERY_ANY) {
        if (count)
            __atomic_store_n(&matcher->any, 1, __ATOMIC_RELAXED);
        return cd_region_matcher_over(matcher);
    }
    const uint32_t *own = set->sides[kind].names, *names = set->sides[!kind].names;
    if (matcher->query == CD_QUERY_PAIRS && !set->has_extents) {
        cd_sink_put_pairs(worker->sink, own[extent], names, others, count);
        return false;
    }
    if (matcher->query == CD_QUERY_BODIES && count)
        mark(matcher, kind, extent);
    for (uint32_t i = 0; i < count; i++) {
        bool publishes = kind == CD_REGION_PUBLISH;
        if (matcher->query == CD_QUERY_BODIES)
            mark(matcher, !kind, others[i]);
        else if (cd_region_set_is_first(set, publishes ? extent : others[i], publishes ? others[i] : extent,
                                        &worker->counters.matches))
            cd_sink_put_pairs(worker->sink, own[extent], names, &others[i], 1);
    }
    return false;
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
        if (!cd_region_matcher_counts(matcher, worker))
            for (uint32_t i = 0; i < hits; i++)
                found[i] = others->names[found[i]];
        if (hits && cd_region_matcher_found(matcher, worker, kind, extent, found, hits))
            return true;
        if (end - first <= CD_REGION_ROW)
            break;
    }
    return false;
}
