#include "algos/regions/hps_join/join.h"

struct hps_join_cell hps_join_cell_root(const struct hps_join *join)
{
    struct hps_join_cell cell = {.key = cell_key_root(join->space.m)};
    for (int kind = 0; kind < 2; kind++)
        cell.end[kind] = join->orders[kind].count;
    return cell;
}

uint64_t hps_join_cell_pairs(const struct hps_join_cell *cell)
{
    uint64_t p = hps_join_cell_size(cell, 0), s = hps_join_cell_size(cell, 1);
    return p * (s + cell->inherited[1]) + s * cell->inherited[0];
}

uint32_t hps_join_cell_find(const struct hps_join *join, int kind, uint32_t first, uint32_t end, uint64_t key)
{
    return hps_order_find(&join->orders[kind], first, end, hps_rank_of_key(key, join->space.m));
}

void hps_join_cell_find_own(const struct hps_join *join, const struct hps_join_cell *cell,
                            uint32_t own_end[2])
{
    for (int kind = 0; kind < 2; kind++)
        own_end[kind] = hps_join_cell_find(join, kind, cell->first[kind], cell->end[kind], cell->key + 1);
}

/// The coordinates that lie in a cell; regions beyond the space count as its nearest cells'.
static struct hps_box box_of(const struct hps_join *join, const struct hps_join_cell *cell)
{
    struct hps_box box = {{0}, {0}};
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
    struct hps_box box = box_of(join, child);
    for (int kind = 0; kind < 2; kind++) {
        if (!hps_join_cell_size(child, !kind))
            continue; // nobody there to meet
        struct hps_columns *stack = &joiner->stacks[kind];
        uint32_t own = own_end[kind] - cell->first[kind];
        size_t to = child->stack[kind], max = to + cell->inherited[kind] + own;
        if (max > stack->capacity)
            hps_columns_grow(stack, to, max + max / 4);
        uint32_t kept =
            hps_columns_clip(stack, cell->stack[kind], cell->inherited[kind], join->axes, &box, stack, to);
        kept +=
            hps_columns_clip(&join->sorted[kind], cell->first[kind], own, join->axes, &box, stack, to + kept);
        child->inherited[kind] = kept;
        if (counts)
            joiner->worker->counters.overlaps += cell->inherited[kind] + own;
    }
}
