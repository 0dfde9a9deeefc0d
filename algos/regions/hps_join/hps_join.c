// HPS turned round: what Shi et al. 2000 do for one region at a time - find the cells that cover its cell or
// that it covers, and skip what bits of its position rule out - is done here for all regions of a cell at
// once, and for both sides in one preorder pass. This is ours; README.md says how each
// step of the paper is kept.
#include "algos/regions/hps_join/join.h"

#include "algos/threads.h"
#include "base/memory.h"

static const struct cd_param hps_join_params[] = {
    CD_PARAM_INT("levels", "-1", -1, HPS_RANK_LEVELS_MAX,
                 "how often the space is divided; -1 by the number of regions"),
    CD_PARAM_INT("space", "0", 0, 4294967296.0, "regions lie in [0, space]; 0 fits the space to them"),
    CD_PARAM_CHOICE("update", "rebuild", "rebuild|incremental",
                    "sort anew in every frame, or merge in what appeared or changed"),
    CD_PARAM_END,
};

static enum cd_code hps_join_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = cd_region_matcher_create(create, sizeof *join, CD_REGION_KEEPS_MOVES);
    join->side = cd_setting_int(create->settings, "space");
    join->levels = (int)cd_setting_int(create->settings, "levels");
    join->axes = join->base.set.dimensions < 2 ? 1 : 2;
    join->space.axes[1] = join->axes == 2 ? 1 : CELL_NO_AXIS;
    unsigned threads = create->context->threads;
    join->joiners = cd_allocate(threads, sizeof *join->joiners);
    for (int kind = 0; kind < 2; kind++) {
        hps_order_create(&join->orders[kind], threads);
        hps_columns_create(&join->sorted[kind], join->base.set.dimensions, 0);
        for (unsigned i = 0; i < threads; i++)
            hps_columns_create(&join->joiners[i].stacks[kind], join->base.set.dimensions, 0);
    }
    *self = join;
    return CD_OK;
}

static void hps_join_destroy(void *self)
{
    struct hps_join *join = self;
    for (int kind = 0; kind < 2; kind++) {
        hps_order_destroy(&join->orders[kind]);
        hps_columns_destroy(&join->sorted[kind]);
        for (unsigned i = 0; i < join->base.context->threads; i++)
            hps_columns_destroy(&join->joiners[i].stacks[kind]);
    }
    cd_free(join->joiners);
    cd_free(join->units);
    cd_region_matcher_destroy(join);
}

// ---- coding and sorting -----------------------------------------------------------------------------------

/// How far ahead rows are asked for.
#define AHEAD 24

static void lay_side(const struct hps_join *join, int kind, unsigned thread)
{
    const struct cd_region_side *side = &join->base.set.sides[kind];
    const struct hps_order *order = &join->orders[kind];
    const struct hps_columns *sorted = &join->sorted[kind];
    uint32_t begin = hps_share_end(0, order->count, thread, join->base.context->threads);
    uint32_t end = hps_share_end(0, order->count, thread + 1, join->base.context->threads);
    for (uint32_t i = begin; i < end; i++)
        sorted->extent[i] = (uint32_t)order->places[i];
    for (uint32_t k = 0; k < sorted->dimensions; k++)
        for (uint32_t i = begin; i < end; i++) {
            uint32_t ahead = sorted->extent[i + AHEAD < end ? i + AHEAD : i];
            __builtin_prefetch(&side->low[k][ahead]);
            __builtin_prefetch(&side->high[k][ahead]);
            sorted->low[k][i] = side->low[k][sorted->extent[i]];
            sorted->high[k][i] = side->high[k][sorted->extent[i]];
        }
}

/// Lays a thread's share of both sides down in the order of their keys.
static void lay_down(void *user, unsigned thread)
{
    const struct hps_join *join = user;
    for (int kind = 0; kind < 2; kind++)
        lay_side(join, kind, thread);
}

static void sort_sides(struct hps_join *join, bool incremental)
{
    cd_context_phase(join->base.context, "code and sort");
    if (incremental)
        hps_orders_update(join->orders, &join->space, &join->base.set);
    else
        hps_orders_build(join->orders, &join->space, &join->base.set);
    cd_context_phase(join->base.context, "lay down");
    cd_run_threads(join->base.context->threads, lay_down, join);
    cd_context_phase(join->base.context, NULL);
}

/// How often the space is divided, as far as cells are entered that deep: keys of 4 levels are sorted in one
/// pass, of 9 in two and of 13 in three. A line has fewer cells than a plane.
static unsigned levels_for(const struct hps_join *join)
{
    bool few = join->base.set.sides[0].count + join->base.set.sides[1].count <= 4096;
    if (join->levels < 0)
        return join->axes == 1 ? (few ? 9 : 13) : few ? 4 : 9;
    return (unsigned)join->levels;
}

static enum cd_code hps_join_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = self;
    cd_context_phase(join->base.context, "read");
    bool incremental = cd_region_matcher_take(&join->base, frame) &&
                       (join->side || cell_space_holds(&join->space, &join->base.set));
    cd_context_phase(join->base.context, "fit");
    if (!incremental) {
        join->space.m = levels_for(join);
        cell_space_fit(&join->space, &join->base.set, join->side, join->base.context->threads);
    }
    for (int kind = 0; kind < 2; kind++) {
        hps_order_reserve(&join->orders[kind], join->base.set.sides[kind].count);
        hps_columns_grow(&join->sorted[kind], 0, join->base.set.sides[kind].count);
    }
    sort_sides(join, incremental);
    return CD_OK;
}

static enum cd_code hps_join_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = self;
    cd_region_answer_begin(&join->base.answer);
    hps_join_descend(join, workers);
    cd_region_answer_end(&join->base.answer, workers);
    return CD_OK;
}

const struct cd_algo cd_algo_hps_join = {
    .name = "hps_join",
    .title = "hierarchical division of the routing space, both sides joined in one pass",
    .source = "this project, after Shi, Ling, Jin, Hu 2000",
    .role = CD_ROLE_SCENE,
    .params = hps_join_params,
    .describe = cd_region_matcher_describe,
    .create = hps_join_create,
    .destroy = hps_join_destroy,
    .reset = cd_region_matcher_reset,
    .update = hps_join_update,
    .query = hps_join_query,
};
