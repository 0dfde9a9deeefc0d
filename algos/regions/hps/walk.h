/// The search for one region's partners in the list: steps 2 to 8 of algorithm HPS, Shi et al. 2000, section 2.4, with
/// its skip rules. It is corrected, or has any of its errata left in.
#ifndef CD_ALGOS_REGIONS_HPS_WALK_H
#define CD_ALGOS_REGIONS_HPS_WALK_H

// Compiled for spaces of two axes by walk.c, and for those of three by walk_cubes.c.
#if defined CELL_AXES && CELL_AXES == 3
#define hps_walk(walk) hps_walk_cubes(walk) // the function, not the struct of that name
#endif

#include "algos/algo.h"
#include "algos/form.h"
#include "algos/regions/cells/code.h"
#include "algos/regions/hps/list.h"

#include <stdbool.h>

/// Errata that are kept, as bits; README.md explains each. No bits mean the corrected algorithm.
enum {
    HPS_E1 = CD_ERRATUM(1),
    HPS_E2 = CD_ERRATUM(2),
    HPS_E4 = CD_ERRATUM(4),
    HPS_E5 = CD_ERRATUM(5),
    HPS_E9 = CD_ERRATUM(9),
    HPS_E11 = CD_ERRATUM(11),
    HPS_E12 = CD_ERRATUM(12),
};

/// In the order of the words of the setting.
enum hps_prune {
    HPS_PRUNE_PRINTED, ///< the skip rules of steps 5 to 7
    HPS_PRUNE_NONE,    ///< cells alone
    HPS_PRUNE_FULL,    ///< everything that bits j and j + 1 of both regions tell
};

struct hps_rules {
    unsigned errata;
    enum hps_prune prune;
};

/// One search. The caller fills in the members down to `user`; the rest belongs to the search.
struct hps_walk {
    const struct hps_list *list;
    struct hps_rules rules;
    struct cell_code query; ///< r*
    struct cd_counters *counters;
    /// MATCH: the exact test of r* and a region of the list, which keeps the region if the test is true.
    void (*match)(void *user, uint32_t entry);
    void *user;

    uint32_t cursor; ///< r: where the search is in the list, HPS_END after it
    uint64_t key;    ///< k
    int level;       ///< l(k)
    uint64_t steps, max_steps;
    bool over;
};

/// Searches. False when the search was given up: it made more steps than any search that makes progress can, and so
/// would never have ended. A search without errata always ends.
bool hps_walk(struct hps_walk *walk);
#if CELL_AXES == 2
bool hps_walk_cubes(struct hps_walk *walk);
#endif

// The skip rules: by bits j and j + 1 of a region, which children and grandchildren of its cell it misses.
// Section 2.3 and steps 5 to 7; s and t are children's numbers, 1 .. 4.

/// Bit j and bit j + 1 of an end.
static inline unsigned hps_high_bit(uint8_t end)
{
    return end >> 1;
}

static inline unsigned hps_low_bit(uint8_t end)
{
    return end & 1;
}

/// Step 5: two regions of one cell are in opposite halves of it, by bit j.
static inline bool hps_opposite_halves(const struct cell_code *r, const struct cell_code *q)
{
    return hps_high_bit(r->b) < hps_high_bit(q->a) || hps_high_bit(q->b) < hps_high_bit(r->a) ||
           hps_high_bit(r->d) < hps_high_bit(q->c) || hps_high_bit(q->d) < hps_high_bit(r->c) ||
           (CELL_AXES == 3 &&
            (hps_high_bit(r->f) < hps_high_bit(q->e) || hps_high_bit(q->f) < hps_high_bit(r->e)));
}

/// Steps 6 and 7: the region is in the half that does not contain child s, by bit j.
static inline bool hps_skip_child(const struct cell_code *r, unsigned s)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (hps_high_bit(r->a) == hps_high_bit(r->b) && hps_high_bit(r->a) != h) ||
           (hps_high_bit(r->c) == hps_high_bit(r->d) && hps_high_bit(r->c) != v) ||
           (CELL_AXES == 3 && hps_high_bit(r->e) == hps_high_bit(r->f) &&
            hps_high_bit(r->e) != cell_child_w(s));
}

/// Of the two ends of a region that meets half h of its cell, by bit j + 1: it misses part g of that half.
static inline bool hps_misses_part(uint8_t first, uint8_t last, unsigned h, unsigned g)
{
    return h == 0 ? g == 0 && hps_low_bit(first) == 1 : g == 1 && hps_low_bit(last) == 0;
}

/// The same for grandchild t in child s, by bit j + 1, as the paper prints it for child 1 and means it for
/// the others: the ends of the region that lie towards the middle of the space's cell decide. Says nothing
/// unless the region meets child s.
static inline bool hps_skip_grandchild(const struct cell_code *r, unsigned s, unsigned t)
{
    return hps_misses_part(r->a, r->b, cell_child_h(s), cell_child_h(t)) ||
           hps_misses_part(r->c, r->d, cell_child_v(s), cell_child_v(t)) ||
           (CELL_AXES == 3 && hps_misses_part(r->e, r->f, cell_child_w(s), cell_child_w(t)));
}

/// A rectangle of a cell's 4 x 4 grid of grandchildren, or a box of its 4 x 4 x 4 grid, ends included.
struct hps_patch {
    unsigned column[2], row[2], layer[2];
};

/// The patch of a region on the grid of its cell.
static inline struct hps_patch hps_patch_of(const struct cell_code *r)
{
    return (struct hps_patch){{r->a, r->b}, {r->c, r->d}, {r->e, r->f}};
}

/// Child s, grandchild t of child s, and the part of child s that a region of exactly that cell lies in.
static inline struct hps_patch hps_patch_of_child(unsigned s)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (struct hps_patch){
        {2 * h, 2 * h + 1}, {2 * v, 2 * v + 1}, {2 * cell_child_w(s), 2 * cell_child_w(s) + 1}};
}

static inline struct hps_patch hps_patch_of_grandchild(unsigned s, unsigned t)
{
    unsigned column = 2 * cell_child_h(s) + cell_child_h(t), row = 2 * cell_child_v(s) + cell_child_v(t);
    unsigned layer = 2 * cell_child_w(s) + cell_child_w(t);
    return (struct hps_patch){{column, column}, {row, row}, {layer, layer}};
}

static inline struct hps_patch hps_patch_within_child(unsigned s, const struct cell_code *r)
{
    unsigned h = cell_child_h(s), v = cell_child_v(s);
    return (struct hps_patch){
        {2 * h + hps_high_bit(r->a), 2 * h + hps_high_bit(r->b)},
        {2 * v + hps_high_bit(r->c), 2 * v + hps_high_bit(r->d)},
        {2 * cell_child_w(s) + hps_high_bit(r->e), 2 * cell_child_w(s) + hps_high_bit(r->f)}};
}

/// Everything that bits j and j + 1 can tell: the patches share no field of the grid.
static inline bool hps_patches_miss(struct hps_patch p, struct hps_patch q)
{
    return p.column[0] > q.column[1] || q.column[0] > p.column[1] || p.row[0] > q.row[1] ||
           q.row[0] > p.row[1] || (CELL_AXES == 3 && (p.layer[0] > q.layer[1] || q.layer[0] > p.layer[1]));
}

#endif
