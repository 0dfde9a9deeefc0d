// HPS turned round: what Shi et al. 2000 do for one region at a time - find the cells that cover its cell or
// that it covers, and skip what bits of its position rule out - is done here for all regions of a cell at
// once, and for both sides in one preorder pass. README.md says how each step of the paper is kept.
#include "algos/regions/hps/join.h"

#include "algos/threads.h"
#include "base/memory.h"

struct hps_joined *hps_joined_create(const struct hps_joined_options *options,
                                     const struct cd_region_set *set, struct cd_region_answer *answer,
                                     struct cd_context *context)
{
    struct hps_joined *joined = cd_allocate(1, sizeof *joined);
    joined->options = *options;
    joined->set = set;
    joined->answer = answer;
    joined->context = context;
    joined->axes = set->dimensions < 2 ? 1 : 2;
    joined->space.axes[1] = joined->axes == 2 ? 1 : HPS_NO_AXIS;
    joined->joiners = cd_allocate(context->threads, sizeof *joined->joiners);
    for (int kind = 0; kind < 2; kind++) {
        hps_order_create(&joined->orders[kind], context->threads);
        hps_columns_create(&joined->sorted[kind], set->dimensions, 0);
        if (options->incremental)
            cd_region_moved_create(&joined->moved[kind], set->capacity);
        for (unsigned i = 0; i < context->threads; i++)
            hps_columns_create(&joined->joiners[i].stacks[kind], set->dimensions, 0);
    }
    return joined;
}

void hps_joined_destroy(struct hps_joined *joined)
{
    for (int kind = 0; kind < 2; kind++) {
        hps_order_destroy(&joined->orders[kind]);
        hps_columns_destroy(&joined->sorted[kind]);
        cd_region_moved_destroy(&joined->moved[kind]);
        for (unsigned i = 0; i < joined->context->threads; i++)
            hps_columns_destroy(&joined->joiners[i].stacks[kind]);
    }
    cd_free(joined->joiners);
    cd_free(joined->units);
    cd_free(joined);
}

size_t hps_joined_bytes(const struct hps_joined *joined)
{
    size_t bytes = sizeof *joined + joined->context->threads * sizeof *joined->joiners +
                   joined->unit_capacity * sizeof *joined->units;
    for (int kind = 0; kind < 2; kind++) {
        bytes += hps_order_bytes(&joined->orders[kind]) + hps_columns_bytes(&joined->sorted[kind]);
        if (joined->options.incremental)
            bytes += cd_region_moved_bytes(&joined->moved[kind]);
        for (unsigned i = 0; i < joined->context->threads; i++)
            bytes += hps_columns_bytes(&joined->joiners[i].stacks[kind]);
    }
    return bytes;
}

void hps_joined_reset(struct hps_joined *joined)
{
    joined->has_frame = false;
}

// ---- coding and sorting -----------------------------------------------------------------------------------

/// How far ahead rows are asked for.
#define AHEAD 24

static void lay_side(const struct hps_joined *joined, int kind, unsigned thread)
{
    const struct cd_region_side *side = &joined->set->sides[kind];
    const struct hps_order *order = &joined->orders[kind];
    const struct hps_columns *sorted = &joined->sorted[kind];
    uint32_t begin = hps_share_end(0, order->count, thread, joined->context->threads);
    uint32_t end = hps_share_end(0, order->count, thread + 1, joined->context->threads);
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
    const struct hps_joined *joined = user;
    for (int kind = 0; kind < 2; kind++)
        lay_side(joined, kind, thread);
}

static void sort_sides(struct hps_joined *joined, bool incremental)
{
    cd_context_phase(joined->context, "code and sort");
    if (incremental)
        hps_orders_update(joined->orders, &joined->space, joined->set, joined->moved);
    else
        hps_orders_build(joined->orders, &joined->space, joined->set);
    for (int kind = 0; kind < 2 && joined->options.incremental; kind++)
        cd_region_moved_note(&joined->moved[kind], &joined->set->sides[kind]);
    cd_context_phase(joined->context, "lay down");
    cd_run_threads(joined->context->threads, lay_down, joined);
    cd_context_phase(joined->context, NULL);
}

/// How often the space is divided, as far as cells are entered that deep: keys of 4 levels are sorted in one
/// pass, of 9 in two and of 13 in three. A line has fewer cells than a plane.
static unsigned levels_for(const struct hps_joined *joined)
{
    bool few = joined->set->sides[0].count + joined->set->sides[1].count <= 4096;
    if (joined->options.levels < 0)
        return joined->axes == 1 ? (few ? 9 : 13) : few ? 4 : 9;
    unsigned m = (unsigned)joined->options.levels;
    return m < HPS_RANK_LEVELS_MOST ? m : HPS_RANK_LEVELS_MOST;
}

void hps_joined_update(struct hps_joined *joined, const struct cd_frame *frame)
{
    bool incremental = joined->options.incremental && joined->has_frame &&
                       (joined->options.side || hps_space_holds(&joined->space, joined->set));
    cd_context_phase(joined->context, "fit");
    if (!incremental) {
        joined->space.m = levels_for(joined);
        hps_space_fit(&joined->space, joined->set, joined->options.side, joined->context->threads);
    }
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_side *side = &joined->set->sides[kind];
        hps_order_reserve(&joined->orders[kind], side->count);
        hps_columns_grow(&joined->sorted[kind], 0, side->count);
        if (incremental)
            cd_region_moved_compare(&joined->moved[kind], side, frame);
    }
    sort_sides(joined, incremental);
    joined->has_frame = true;
}
