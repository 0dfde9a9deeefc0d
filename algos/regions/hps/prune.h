/// The skip rules: by bits j and j + 1 of a region, which children and grandchildren of its cell it misses.
/// Shi et al. 2000, section 2.3 and steps 5 to 7 of the algorithm; s and t are children's numbers, 1 .. 4.
#ifndef CD_ALGOS_REGIONS_HPS_PRUNE_H
#define CD_ALGOS_REGIONS_HPS_PRUNE_H

#include "algos/regions/cells/code.h"

/// Step 5: two regions of one cell lie in its opposite halves, by bit j.
bool hps_opposite_halves(const struct cell_code *r, const struct cell_code *q);

/// Steps 6 and 7: the region lies in the half that does not hold child s, by bit j.
bool hps_skip_child(const struct cell_code *r, unsigned s);

/// The same for grandchild t in child s, by bit j + 1, as the paper prints it for child 1 and means it for
/// the others: the ends of the region that lie towards the middle of the space's cell decide. Says nothing
/// unless the region meets child s.
bool hps_skip_grandchild(const struct cell_code *r, unsigned s, unsigned t);

/// With the very bits of child 1 for every child: "(2) to (4) are similar to (1)", read to the letter (E6).
bool hps_skip_grandchild_alike(const struct cell_code *r, unsigned s, unsigned t);

/// A rectangle of a cell's 4 x 4 grid of grandchildren, ends included.
struct hps_patch {
    unsigned column[2], row[2];
};

/// Where a region lies on the grid of its cell.
struct hps_patch hps_patch_of(const struct cell_code *r);

/// Child s, grandchild t of child s, and the part of child s that a region of exactly that cell lies in.
struct hps_patch hps_patch_of_child(unsigned s);
struct hps_patch hps_patch_of_grandchild(unsigned s, unsigned t);
struct hps_patch hps_patch_within_child(unsigned s, const struct cell_code *r);

/// Everything that bits j and j + 1 can tell: the patches share no field of the grid.
static inline bool hps_patches_miss(struct hps_patch p, struct hps_patch q)
{
    return p.column[0] > q.column[1] || q.column[0] > p.column[1] || p.row[0] > q.row[1] ||
           q.row[0] > p.row[1];
}

#endif
