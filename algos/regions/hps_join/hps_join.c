// HPS turned round. Shi et al. 2000 search for one region at a time: they find the cells that cover its cell or that
// its cell covers, and skip what bits of its position rule out. Here this is done for all regions of a cell at once,
// and for both sides in one preorder pass. The algorithm is ours; README.md says how each step of the paper is kept.
#include "algos/regions/hps_join/join.h"

#include "base/memory.h"

static enum cd_code hps_join_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = cd_region_matcher_create(create, sizeof *join, CD_REGION_KEEPS_ORDER);
    join->space.axes = join->base.set.dimensions < 2 ? 1 : 2;
    unsigned threads = create->context->threads;
    join->joiners = cd_allocate(threads, sizeof *join->joiners);
    for (unsigned i = 0; i < threads; i++) {
        join->joiners[i].join = join;
        for (int kind = 0; kind < 2; kind++) {
            join->joiners[i].stacks[kind].dimensions = join->base.set.dimensions;
            cd_region_columns_grow(&join->joiners[i].stacks[kind], 0, 0);
        }
    }
    *self = join;
    return CD_OK;
}

static void hps_join_destroy(void *self)
{
    struct hps_join *join = self;
    for (unsigned i = 0; i < join->base.context->threads; i++)
        for (int kind = 0; kind < 2; kind++)
            cd_region_columns_destroy(&join->joiners[i].stacks[kind]);
    cd_free(join->joiners);
    cd_free(join->units);
    cd_region_matcher_destroy(join);
}

static enum cd_code hps_join_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = self;
    cd_context_phase(join->base.context, "read");
    cd_region_matcher_take(&join->base, frame);
    cd_context_phase(join->base.context, "fit");
    // How often the space is divided, as far as cells are entered that deep: keys of 4 levels are sorted in one pass, of 9
    // in two and of 13 in three. A line has fewer cells than a plane.
    static const unsigned levels[2][2] = {{13, 9}, {9, 4}};
    bool plane = join->space.axes == 2, few = join->base.set.all.count <= 4096;
    join->space.m = levels[plane][few];
    cell_space_fit(&join->space, &join->base.set, join->base.context->threads);
    cd_context_phase(join->base.context, "sort");
    struct cd_region_keys ranks = hps_join_ranks(&join->space);
    cd_region_order_update(&join->base.order, &ranks);
    cd_context_phase(join->base.context, NULL);
    return CD_OK;
}

static struct hps_join_cell root_of(const struct hps_join *join)
{
    struct hps_join_cell cell = {.key = cell_key_root(join->space.m)};
    for (int kind = 0; kind < 2; kind++)
        cell.end[kind] = join->base.order.sides[kind].count;
    return cell;
}

/// The first place in first .. end whose key is at least `key`.
static uint32_t find_key(const struct hps_join *join, int kind, uint32_t first, uint32_t end, uint64_t key)
{
    return cd_region_order_find(&join->base.order, kind, first, end,
                                hps_join_rank_of_key(key, join->space.m));
}

/// Where the regions of the cell itself end, which come before those of its descendants.
static void find_own(const struct hps_join *join, const struct hps_join_cell *cell, uint32_t own_end[2])
{
    for (int kind = 0; kind < 2; kind++)
        own_end[kind] = find_key(join, kind, cell->first[kind], cell->end[kind], cell->key + 1);
}

/// Makes child s of a cell, whose children before it end at child->end, without what it inherits.
static void go_to_child(const struct hps_join *join, const struct hps_join_cell *cell, unsigned s,
                        struct hps_join_cell *child)
{
    unsigned m = join->space.m;
    child->level = cell->level + 1;
    child->key = cell_key_child(cell->key, cell->level, s, m);
    child->index[0] = 2 * cell->index[0] + ((s - 1) >> 1);
    child->index[1] = 2 * cell->index[1] + ((s - 1) & 1);
    for (int kind = 0; kind < 2; kind++) {
        child->first[kind] = child->end[kind];
        child->end[kind] = s == 4 ? cell->end[kind]
                                  : find_key(join, kind, child->first[kind], cell->end[kind],
                                             cell_key_child(cell->key, cell->level, s + 1, m));
        child->inherited[kind] = 0;
        child->stack[kind] = cell->stack[kind] + cell->inherited[kind];
    }
}

/// The same with what it inherits: of the regions that the cell has itself or inherited, those that meet the
/// child.
static void enter(struct hps_joiner *joiner, const struct hps_join_cell *cell, const uint32_t own_end[2],
                  unsigned s, bool counts, struct hps_join_cell *child)
{
    const struct hps_join *join = joiner->join;
    go_to_child(join, cell, s, child);
    struct cd_region_bounds box = {{0}, {0}};
    int64_t last = (INT64_C(1) << child->level) - 1; // to round up
    for (uint32_t k = 0; k < join->space.axes; k++) {
        unsigned shift = join->space.shift[k];
        int64_t origin = join->space.origin[k], index = child->index[k];
        int64_t high = origin + ((((index + 1) << shift) + last) >> child->level) - 1;
        box.low[k] = (int32_t)(origin + (((index << shift) + last) >> child->level));
        box.high[k] = high > INT32_MAX ? INT32_MAX : (int32_t)high;
    }
    for (int kind = 0; kind < 2; kind++) {
        if (!hps_join_cell_size(child, !kind))
            continue; // no region there to meet
        struct cd_region_columns *stack = &joiner->stacks[kind];
        uint32_t own = own_end[kind] - cell->first[kind];
        size_t to = child->stack[kind], max = to + cell->inherited[kind] + own;
        if (max > stack->capacity)
            cd_region_columns_grow(stack, to, max + max / 4);
        uint32_t kept = cd_region_columns_clip(stack, cell->stack[kind], cell->inherited[kind],
                                               join->space.axes, &box, stack, to);
        kept += cd_region_columns_clip(&join->base.order.sides[kind], cell->first[kind], own,
                                       join->space.axes, &box, stack, to + kept);
        child->inherited[kind] = kept;
        if (counts)
            joiner->worker->counters.overlaps += cell->inherited[kind] + own;
    }
}

/// Subtrees with fewer regions are never shared between threads, and subtrees with more are never tested as one.
#define SMALL_SUBTREE 1024

static bool is_over(struct hps_joiner *joiner)
{
    if (cd_region_matcher_over(&joiner->join->base) || cd_context_stopped(joiner->join->base.context))
        joiner->ended = true;
    return joiner->ended;
}

/// A cell and everything in it, in preorder.
static void join_cell(struct hps_joiner *joiner, const struct hps_join_cell *cell)
{
    const struct hps_join *join = joiner->join;
    if (!hps_join_pairs(cell, cell->end) || is_over(joiner))
        return;
    joiner->worker->counters.cells++;
    uint64_t regions = hps_join_cell_size(cell, 0) + hps_join_cell_size(cell, 1);
    uint64_t inherited = cell->inherited[0] + cell->inherited[1];
    // Dividing a small cell further costs more than the tests that it saves.
    bool pays =
        regions >= SMALL_SUBTREE || hps_join_pairs(cell, cell->end) >= 24 * (regions + inherited) + 5000;
    if (cell->level == (int)join->space.m || !pays) {
        hps_join_match_leaf(joiner, cell);
        return;
    }
    uint32_t own_end[2];
    find_own(join, cell, own_end);
    hps_join_match_own(joiner, cell, own_end, 0, 1);
    struct hps_join_cell child = {.end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        enter(joiner, cell, own_end, s, true, &child);
        join_cell(joiner, &child);
    }
}

/// Cuts a subtree into units of at most `max` regions.
static void plan(struct hps_join *join, const struct hps_join_cell *cell, uint64_t max)
{
    uint64_t size = (uint64_t)hps_join_cell_size(cell, 0) + hps_join_cell_size(cell, 1);
    if (!size)
        return;
    bool whole = size <= max || cell->level == (int)join->space.m;
    uint32_t own_end[2], parts = 1;
    find_own(join, cell, own_end);
    if (!whole) {
        uint64_t own = own_end[0] - cell->first[0] + own_end[1] - cell->first[1];
        uint32_t wanted = 1 + (uint32_t)(8 * own / max), most = 2 * join->base.context->threads;
        parts = wanted < most ? wanted : most; // each files the regions anew
    }
    for (uint32_t part = 0; part < parts; part++) {
        join->units = cd_grow(join->units, join->unit_count, &join->unit_capacity, sizeof *join->units);
        join->units[join->unit_count++] = (struct hps_unit){*cell, whole, part, parts};
    }
    if (whole)
        return;
    struct hps_join_cell child = {.end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        go_to_child(join, cell, s, &child);
        plan(join, &child, max);
    }
}

/// Goes down to the cell of a unit, from the last cell above it on the way to the thread's unit before. Each thread does
/// this on its own, since few regions are in the cells above. False when there is nothing to do there.
static bool reach(struct hps_joiner *joiner, const struct hps_unit *unit, struct hps_join_cell *cell)
{
    const struct hps_join *join = joiner->join;
    const uint32_t *index = unit->cell.index;
    int level = joiner->reached < unit->cell.level ? joiner->reached : unit->cell.level;
    while (level > 0 && (joiner->path[level].index[0] != index[0] >> (unit->cell.level - level) ||
                         joiner->path[level].index[1] != index[1] >> (unit->cell.level - level)))
        level--;
    if (level < 0)
        joiner->path[level = 0] = root_of(join);
    *cell = joiner->path[level];
    while (cell->level < unit->cell.level && hps_join_pairs(cell, cell->end)) {
        int below = unit->cell.level - cell->level - 1;
        unsigned s = 1 + 2 * (index[0] >> below & 1) + (index[1] >> below & 1);
        uint32_t own_end[2];
        struct hps_join_cell *child = &joiner->path[cell->level + 1];
        find_own(join, cell, own_end);
        for (int kind = 0; kind < 2; kind++)
            child->end[kind] = find_key(join, kind, own_end[kind], cell->end[kind],
                                        cell_key_child(cell->key, cell->level, s, join->space.m));
        // What a cell inherits is counted by the one unit that begins there.
        bool counts = cell->level + 1 == unit->cell.level && unit->part == 0;
        enter(joiner, cell, own_end, s, counts, child);
        *cell = *child;
    }
    joiner->reached = cell->level;
    return hps_join_pairs(cell, cell->end) > 0;
}

static void run_units(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                      uint32_t end)
{
    struct hps_join *join = (struct hps_join *)matcher;
    struct hps_joiner *joiner = &join->joiners[worker->thread];
    joiner->worker = worker;
    joiner->ended = false;
    for (const struct hps_unit *unit = &join->units[first]; unit < &join->units[end]; unit++) {
        struct hps_join_cell cell;
        uint32_t own_end[2];
        if (is_over(joiner) || !reach(joiner, unit, &cell))
            continue;
        if (unit->whole) {
            join_cell(joiner, &cell);
            continue;
        }
        worker->counters.cells += unit->part == 0;
        find_own(join, &cell, own_end);
        hps_join_match_own(joiner, &cell, own_end, unit->part, unit->parts);
    }
}

static enum cd_code hps_join_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct hps_join *join = self;
    unsigned threads = join->base.context->threads;
    uint64_t max = join->base.set.all.count / (8 * threads);
    cd_context_phase(join->base.context, "join");
    struct hps_join_cell root = root_of(join);
    join->unit_count = 0;
    for (unsigned i = 0; i < threads; i++)
        join->joiners[i].reached = -1;
    plan(join, &root, threads == 1 ? UINT64_MAX : max > 2 * SMALL_SUBTREE ? max : 2 * SMALL_SUBTREE);
    cd_region_matcher_run(&join->base, workers, (uint32_t)join->unit_count, 1, run_units);
    for (int kind = 0; kind < 2; kind++) { // next time another thread may need the room that one needed
        size_t room = 0;
        for (unsigned i = 0; i < threads; i++)
            room =
                join->joiners[i].stacks[kind].capacity > room ? join->joiners[i].stacks[kind].capacity : room;
        for (unsigned i = 0; i < threads; i++)
            cd_region_columns_grow(&join->joiners[i].stacks[kind], 0, room);
    }
    cd_context_phase(join->base.context, NULL);
    return CD_OK;
}

const struct cd_algo cd_algo_hps_join = {
    .name = "hps_join",
    .title = "hierarchical division of the routing space, both sides joined in one pass",
    .source = "this project, after Shi, Ling, Jin, Hu 2000",
    .describe = cd_region_matcher_describe,
    .scene = &(const struct cd_scene_algo){.create = hps_join_create,
                                           .destroy = hps_join_destroy,
                                           .update = hps_join_update,
                                           .query = hps_join_query},
};
