// The way down the tree: in preorder, by one thread, or by several that take subtrees.
#include "algos/regions/hps_join/join.h"
#include "algos/threads.h"
#include "base/memory.h"

// ---- cells ------------------------------------------------------------------------------------------------

struct hps_join_cell hps_join_cell_root(const struct hps_join *join)
{
    struct hps_join_cell cell = {.key = cell_key_root(join->space.m)};
    for (int kind = 0; kind < 2; kind++)
        cell.end[kind] = join->order.sides[kind].count;
    return cell;
}

uint64_t hps_join_cell_pairs(const struct hps_join_cell *cell)
{
    uint64_t p = hps_join_cell_size(cell, 0), s = hps_join_cell_size(cell, 1);
    return p * (s + cell->inherited[1]) + s * cell->inherited[0];
}

uint32_t hps_join_find_rank(const struct hps_join *join, int kind, uint32_t first, uint32_t end,
                            uint32_t rank)
{
    const uint64_t *items = join->order.items[kind], min = (uint64_t)rank << 32;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (items[middle] < min)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

uint32_t hps_join_cell_find(const struct hps_join *join, int kind, uint32_t first, uint32_t end, uint64_t key)
{
    return hps_join_find_rank(join, kind, first, end, hps_join_rank_of_key(key, join->space.m));
}

void hps_join_cell_find_own(const struct hps_join *join, const struct hps_join_cell *cell,
                            uint32_t own_end[2])
{
    for (int kind = 0; kind < 2; kind++)
        own_end[kind] = hps_join_cell_find(join, kind, cell->first[kind], cell->end[kind], cell->key + 1);
}

/// The coordinates that lie in a cell; regions beyond the space count as its nearest cells'.
static struct cd_region_bounds box_of(const struct hps_join *join, const struct hps_join_cell *cell)
{
    struct cd_region_bounds box = {{0}, {0}};
    uint32_t last = (1u << cell->level) - 1;
    for (uint32_t k = 0; k < join->axes; k++) {
        int64_t side = join->space.side[k], origin = join->space.origin[k];
        int64_t index = cell->index[k];
        // The least coordinate x with x * 2^level / side >= index, and the last one below that of the next.
        int64_t low = origin + ((index * side + last) >> cell->level);
        int64_t high = origin + (((index + 1) * side + last) >> cell->level) - 1;
        box.low[k] = index == 0 || low < INT32_MIN ? INT32_MIN : (int32_t)low;
        box.high[k] = index == last || high > INT32_MAX ? INT32_MAX : (int32_t)high;
    }
    return box;
}

void hps_join_cell_enter(struct hps_joiner *joiner, const struct hps_join_cell *cell,
                         const uint32_t own_end[2], const uint32_t from[2], unsigned s, bool counts,
                         struct hps_join_cell *child)
{
    const struct hps_join *join = joiner->join;
    unsigned m = join->space.m;
    child->level = cell->level + 1;
    child->key = cell_key_child(cell->key, cell->level, s, m);
    child->index[0] = 2 * cell->index[0] + cell_child_h(s);
    child->index[1] = 2 * cell->index[1] + cell_child_v(s);
    for (int kind = 0; kind < 2; kind++) {
        child->first[kind] = from[kind];
        child->end[kind] = s == 4 ? cell->end[kind]
                                  : hps_join_cell_find(join, kind, from[kind], cell->end[kind],
                                                       cell_key_next(child->key, child->level, m));
        child->inherited[kind] = 0;
        child->stack[kind] = cell->stack[kind] + cell->inherited[kind];
    }
    struct cd_region_bounds box = box_of(join, child);
    for (int kind = 0; kind < 2; kind++) {
        if (!hps_join_cell_size(child, !kind))
            continue; // nobody there to meet
        struct cd_region_columns *stack = &joiner->stacks[kind];
        uint32_t own = own_end[kind] - cell->first[kind];
        size_t to = child->stack[kind], max = to + cell->inherited[kind] + own;
        if (max > stack->capacity)
            cd_region_columns_grow(stack, to, max + max / 4);
        uint32_t kept = cd_region_columns_clip(stack, cell->stack[kind], cell->inherited[kind], join->axes,
                                               &box, stack, to);
        kept += cd_region_columns_clip(&join->order.sides[kind], cell->first[kind], own, join->axes, &box,
                                       stack, to + kept);
        child->inherited[kind] = kept;
        if (counts)
            joiner->worker->counters.overlaps += cell->inherited[kind] + own;
    }
}

// ---- one thread -------------------------------------------------------------------------------------------

/// Subtrees of fewer regions are never shared between threads, and of more never tested as one.
#define SMALL_SUBTREE 1024

/// Whether dividing a cell further would cost more than the tests that it saves.
static bool is_leaf(const struct hps_join *join, const struct hps_join_cell *cell)
{
    if (cell->level == (int)join->space.m)
        return true;
    uint64_t regions = hps_join_cell_size(cell, 0) + hps_join_cell_size(cell, 1);
    if (regions >= SMALL_SUBTREE)
        return false;
    return hps_join_cell_pairs(cell) < 24 * (regions + cell->inherited[0] + cell->inherited[1]) + 5000;
}

static bool is_over(struct hps_joiner *joiner)
{
    if (cd_region_answer_over(&joiner->join->base.answer) || cd_context_stopped(joiner->join->base.context))
        joiner->ended = true;
    return joiner->ended;
}

/// A cell and everything in it, in preorder.
static void join_cell(struct hps_joiner *joiner, const struct hps_join_cell *cell)
{
    const struct hps_join *join = joiner->join;
    if (!hps_join_cell_pairs(cell) || is_over(joiner))
        return;
    joiner->worker->counters.cells++;
    if (is_leaf(join, cell)) {
        hps_join_match_leaf(joiner, cell);
        return;
    }
    uint32_t own_end[2];
    hps_join_cell_find_own(join, cell, own_end);
    hps_join_match_own(joiner, cell, own_end, 0, 1);
    struct hps_join_cell child = {.end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        uint32_t from[2] = {child.end[0], child.end[1]};
        hps_join_cell_enter(joiner, cell, own_end, from, s, true, &child);
        join_cell(joiner, &child);
    }
}

// ---- threads ----------------------------------------------------------------------------------------------

static void add_unit(struct hps_join *join, const struct hps_join_cell *cell, bool whole, uint32_t part,
                     uint32_t parts)
{
    join->units = cd_grow(join->units, join->unit_count, &join->unit_capacity, sizeof *join->units);
    join->units[join->unit_count++] = (struct hps_unit){*cell, whole, part, parts};
}

/// Cuts a subtree into units of at most `most` regions.
static void plan(struct hps_join *join, const struct hps_join_cell *cell, uint64_t max)
{
    uint64_t size = (uint64_t)hps_join_cell_size(cell, 0) + hps_join_cell_size(cell, 1);
    if (!size)
        return;
    if (size <= max || cell->level == (int)join->space.m) {
        add_unit(join, cell, true, 0, 1);
        return;
    }
    uint32_t own_end[2], own = 0;
    hps_join_cell_find_own(join, cell, own_end);
    for (int kind = 0; kind < 2; kind++)
        own += own_end[kind] - cell->first[kind];
    uint32_t parts = 1 + (uint32_t)(8 * (uint64_t)own / max);
    for (uint32_t part = 0; part < parts; part++)
        add_unit(join, cell, false, part, parts);
    struct hps_join_cell child = {.level = cell->level + 1, .end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        child.key = cell_key_child(cell->key, cell->level, s, join->space.m);
        for (int kind = 0; kind < 2; kind++) {
            child.first[kind] = child.end[kind];
            child.end[kind] = hps_join_cell_find(join, kind, child.first[kind], cell->end[kind],
                                                 cell_key_next(child.key, child.level, join->space.m));
        }
        plan(join, &child, max);
    }
}

/// Goes down to the cell of a unit, each thread by itself: few regions lie in the cells above. False when
/// nothing is to be done there.
static bool reach(struct hps_joiner *joiner, const struct hps_unit *unit, struct hps_join_cell *cell)
{
    const struct hps_join *join = joiner->join;
    *cell = hps_join_cell_root(join);
    while (cell->level < unit->cell.level) {
        if (!hps_join_cell_pairs(cell))
            return false;
        unsigned s = cell_key_digit(unit->cell.key, cell->level + 1, join->space.m);
        uint32_t own_end[2], from[2];
        hps_join_cell_find_own(join, cell, own_end);
        for (int kind = 0; kind < 2; kind++)
            from[kind] = hps_join_cell_find(join, kind, own_end[kind], cell->end[kind],
                                            cell_key_child(cell->key, cell->level, s, join->space.m));
        // What a cell inherits is counted by the one unit that begins there.
        bool counts = cell->level + 1 == unit->cell.level && unit->part == 0;
        struct hps_join_cell child;
        hps_join_cell_enter(joiner, cell, own_end, from, s, counts, &child);
        *cell = child;
    }
    return hps_join_cell_pairs(cell) > 0;
}

static void run_unit(struct hps_joiner *joiner, const struct hps_unit *unit)
{
    struct hps_join_cell cell;
    uint32_t own_end[2];
    if (is_over(joiner) || !reach(joiner, unit, &cell))
        return;
    if (unit->whole) {
        join_cell(joiner, &cell);
        return;
    }
    joiner->worker->counters.cells += unit->part == 0;
    hps_join_cell_find_own(joiner->join, &cell, own_end);
    hps_join_match_own(joiner, &cell, own_end, unit->part, unit->parts);
}

/// Gives all threads' stacks the room that one of them needed: next time it may be another.
static void level_stacks(struct hps_join *join)
{
    for (int kind = 0; kind < 2; kind++) {
        size_t max = 0;
        for (unsigned i = 0; i < join->base.context->threads; i++)
            max = join->joiners[i].stacks[kind].capacity > max ? join->joiners[i].stacks[kind].capacity : max;
        for (unsigned i = 0; i < join->base.context->threads; i++)
            cd_region_columns_grow(&join->joiners[i].stacks[kind], 0, max);
    }
}

static void take_units(void *user, unsigned thread)
{
    struct hps_join *join = user;
    size_t unit;
    while ((unit = __atomic_fetch_add(&join->next_unit, 1, __ATOMIC_RELAXED)) < join->unit_count)
        run_unit(&join->joiners[thread], &join->units[unit]);
}

void hps_join_descend(struct hps_join *join, struct cd_worker *workers)
{
    unsigned threads = join->base.context->threads;
    cd_context_phase(join->base.context, "join");
    struct hps_join_cell root = hps_join_cell_root(join);
    uint64_t size = (uint64_t)hps_join_cell_size(&root, 0) + hps_join_cell_size(&root, 1),
             max = size / (8 * threads);
    join->unit_count = join->next_unit = 0;
    plan(join, &root, threads == 1 ? UINT64_MAX : max > SMALL_SUBTREE ? max : SMALL_SUBTREE);
    for (unsigned i = 0; i < threads; i++) {
        join->joiners[i].join = join;
        join->joiners[i].worker = &workers[i];
        join->joiners[i].ended = false;
    }
    cd_run_threads(threads, take_units, join);
    level_stacks(join);
    cd_context_phase(join->base.context, NULL);
}
