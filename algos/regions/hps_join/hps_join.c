// HPS turned round: what Shi et al. 2000 do for one region at a time - find the cells that cover its cell or
// that it covers, and skip what bits of its position rule out - is done here for all regions of a cell at
// once, and for both sides in one preorder pass. This is ours; README.md says how each
// step of the paper is kept.
#include "algos/regions/hps_join/join.h"

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
    cd_region_order_create(&join->order, &join->base.set, threads);
    for (unsigned i = 0; i < threads; i++)
        for (int kind = 0; kind < 2; kind++) {
            join->joiners[i].stacks[kind].dimensions = join->base.set.dimensions;
            cd_region_columns_grow(&join->joiners[i].stacks[kind], 0, 0);
        }
    *self = join;
    return CD_OK;
}

static void hps_join_destroy(void *self)
{
    struct hps_join *join = self;
    cd_region_order_destroy(&join->order);
    for (unsigned i = 0; i < join->base.context->threads; i++)
        for (int kind = 0; kind < 2; kind++)
            cd_region_columns_destroy(&join->joiners[i].stacks[kind]);
    cd_free(join->joiners);
    cd_free(join->units);
    cd_region_matcher_destroy(join);
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
    cd_context_phase(join->base.context, "sort");
    struct cd_region_keys ranks = hps_join_ranks(&join->space);
    cd_region_order_update(&join->order, &ranks, incremental);
    cd_context_phase(join->base.context, NULL);
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
