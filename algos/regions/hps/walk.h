/// The search of one region's partners in the list: steps 2 to 8 of algorithm HPS, Shi et al. 2000, section
/// 2.4, corrected, or with any of its errata left in, and its skip rules.
#ifndef CD_ALGOS_REGIONS_HPS_WALK_H
#define CD_ALGOS_REGIONS_HPS_WALK_H

// Compiled for spaces of two axes by walk.c, and for those of three by walk_cubes.c.
#if defined CELL_AXES && CELL_AXES == 3
#define hps_walk                  hps_walk_cubes
#define hps_opposite_halves       hps_opposite_halves_cubes
#define hps_skip_child            hps_skip_child_cubes
#define hps_skip_grandchild       hps_skip_grandchild_cubes
#define hps_skip_grandchild_alike hps_skip_grandchild_alike_cubes
#define hps_patch_of              hps_patch_of_cubes
#define hps_patch_of_child        hps_patch_of_child_cubes
#define hps_patch_of_grandchild   hps_patch_of_grandchild_cubes
#define hps_patch_within_child    hps_patch_within_child_cubes
#endif

#include "algos/algo.h"
#include "algos/regions/cells/code.h"
#include "algos/regions/hps/list.h"

#include <stdbool.h>

/// Errata that are kept, as bits; README.md says what each is. None: the corrected algorithm.
#define HPS_E1      (1u << 1)
#define HPS_E2      (1u << 2)
#define HPS_E3      (1u << 3)
#define HPS_E4      (1u << 4)
#define HPS_E5      (1u << 5)
#define HPS_E6      (1u << 6)
#define HPS_E7      (1u << 7)
#define HPS_E8      (1u << 8)
#define HPS_E9      (1u << 9)
#define HPS_E10     (1u << 10)
#define HPS_E11     (1u << 11)
#define HPS_E12     (1u << 12)
#define HPS_E8_LOOP (1u << 13) ///< the other reading of E8: NEXT(k) gives the first region of key k again

/// The paper's rules in a sane flow of control.
#define HPS_MENDED (HPS_E1 | HPS_E2 | HPS_E4 | HPS_E5)

/// To the letter, where NEXT(k) is read so that it gets ahead; the comment of E7 gives way to the code.
#define HPS_PRINTED (HPS_MENDED | HPS_E3 | HPS_E6 | HPS_E8 | HPS_E9 | HPS_E10 | HPS_E11 | HPS_E12)

/// In the order of the words of the setting.
enum hps_prune {
    HPS_PRUNE_PRINTED, ///< the skip rules of steps 5 to 7
    HPS_PRUNE_NONE,    ///< cells alone
    HPS_PRUNE_FULL,    ///< all that bits j and j + 1 of both regions tell
};

struct hps_rules {
    unsigned errata;
    enum hps_prune prune;
};

/// One search. Filled in by the caller down to `user`; the rest is the search's own.
struct hps_walk {
    const struct hps_list *list;
    struct hps_rules rules;
    struct cell_code query; ///< r*
    struct cd_counters *counters;
    /// MATCH: the exact test of r* and a region of the list, which keeps the region where it is true.
    bool (*match)(void *user, uint32_t entry);
    void *user;

    uint32_t cursor; ///< where the list was left, HPS_END after it
    uint32_t region; ///< r; the cursor's but for E10
    uint64_t key;    ///< k
    int level;       ///< l(k)
    uint64_t steps, max_steps;
    bool over;
};

/// Searches. False when the search was given up: it made more steps than any search that gets ahead can, and
/// so would never have ended. A search without errata always ends.
bool hps_walk(struct hps_walk *walk);
#if CELL_AXES == 2
bool hps_walk_cubes(struct hps_walk *walk);
#endif

// The skip rules: by bits j and j + 1 of a region, which children and grandchildren of its cell it misses.
// Section 2.3 and steps 5 to 7; s and t are children's numbers, 1 .. 4.

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

/// A rectangle of a cell's 4 x 4 grid of grandchildren, or a box of its 4 x 4 x 4 grid, ends included.
struct hps_patch {
    unsigned column[2], row[2], layer[2];
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
           q.row[0] > p.row[1] || (CELL_AXES == 3 && (p.layer[0] > q.layer[1] || q.layer[0] > p.layer[1]));
}

#endif
