#include "algos/regions/hps/prune.h"

/// Bit j and bit j + 1 of an end.
static unsigned high_bit(uint8_t end)
{
    return end >> 1;
}

static unsigned low_bit(uint8_t end)
{
    return end & 1;
}

bool hps_opposite_halves(const struct cell_code *r, const struct cell_code *q)
{
    return high_bit(r->b) < high_bit(q->a) || high_bit(q->b) < high_bit(r->a) ||
           high_bit(r->d) < high_bit(q->c) || high_bit(q->d) < high_bit(r->c);
}

bool hps_skip_child(const struct cell_code *r, unsigned s)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (high_bit(r->a) == high_bit(r->b) && high_bit(r->a) != h) ||
           (high_bit(r->c) == high_bit(r->d) && high_bit(r->c) != v);
}

/// Of the two ends of a region that meets half h of its cell, by bit j + 1: it misses part g of that half.
static bool misses_part(uint8_t first, uint8_t last, unsigned h, unsigned g)
{
    return h == 0 ? g == 0 && low_bit(first) == 1 : g == 1 && low_bit(last) == 0;
}

bool hps_skip_grandchild(const struct cell_code *r, unsigned s, unsigned t)
{
    return misses_part(r->a, r->b, cell_child_h(s), cell_child_h(t)) ||
           misses_part(r->c, r->d, cell_child_v(s), cell_child_v(t));
}

bool hps_skip_grandchild_alike(const struct cell_code *r, unsigned s, unsigned t)
{
    (void)s;
    return hps_skip_grandchild(r, 1, t);
}

struct hps_patch hps_patch_of(const struct cell_code *r)
{
    return (struct hps_patch){{r->a, r->b}, {r->c, r->d}};
}

struct hps_patch hps_patch_of_child(unsigned s)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (struct hps_patch){{2 * h, 2 * h + 1}, {2 * v, 2 * v + 1}};
}

struct hps_patch hps_patch_of_grandchild(unsigned s, unsigned t)
{
    unsigned column = 2 * cell_child_h(s) + cell_child_h(t), row = 2 * cell_child_v(s) + cell_child_v(t);
    return (struct hps_patch){{column, column}, {row, row}};
}

struct hps_patch hps_patch_within_child(unsigned s, const struct cell_code *r)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (struct hps_patch){{2 * h + high_bit(r->a), 2 * h + high_bit(r->b)},
                              {2 * v + high_bit(r->c), 2 * v + high_bit(r->d)}};
}
