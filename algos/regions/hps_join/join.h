/// What the files of this folder share: cells on the way down the tree, the data of every thread, and the tests of a
/// cell's regions.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_JOIN_H
#define CD_ALGOS_REGIONS_HPS_JOIN_JOIN_H

#include "algos/regions/region_matcher.h"

// ---- cells (cells.c) --------------------------------------------------------------------------------------
// The space is divided m times in four. Keys of cells are numbers in base 5 with m + 1 digits. The first digit is 1. Each
// following digit names a child (1 lower left, 2 upper left, 3 lower right, 4 upper right), down to the level of the cell;
// zeros follow. Shi, Ling, Jin and Hu 2000, section 2.2, after Abel and Smith 1983. With m = 3:
//
//     1000            the whole space, level 0
//     1300            its lower right quarter, level 1
//     1310, 1320...   the children of that, level 2
//
// Ascending keys are the quadtree's preorder: a cell is followed by everything in it.

/// The deepest division for which twice a key fits 32 bits.
#define CELL_LEVELS_MAX 13

/// 5^0 .. 5^13.
extern const uint64_t cell_powers_of_5[CELL_LEVELS_MAX + 1];

/// The key of the whole space, divided m times.
static inline uint64_t cell_key_root(unsigned m)
{
    return cell_powers_of_5[m];
}

/// Child s (1 .. 4) of a cell above level m.
static inline uint64_t cell_key_child(uint64_t key, int level, unsigned s, unsigned m)
{
    return key + s * cell_powers_of_5[(int)m - level - 1];
}

/// The space of the first one or two axes of a scene: along each, [origin, origin + 2^shift] is [0, 1].
struct cell_space {
    uint32_t axes;     ///< with a single one, regions are the point 0 along the other
    int32_t origin[2]; ///< in the coordinates of a region set
    unsigned shift[2];
    unsigned m; ///< how often it is divided
};

/// Fits the space over its axes: it begins at the least coordinate, and its length is the least power of two that
/// leaves no region at 1.0. Several threads may search for that.
void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, unsigned threads);

/// The regions of a side are in the order of their ranks: codes in 32 bits. A rank is 2 * (key - root's key), plus
/// one for regions that bit j tells apart along y alone: of a cell's own regions, those across its middle along x
/// come first. Ascending ranks are ascending keys. CELL_LEVELS_MAX is the deepest division whose ranks fit.

/// The rank of the first region that a cell with this key, or one after it, can have.
static inline uint32_t hps_join_rank_of_key(uint64_t key, unsigned m)
{
    return (uint32_t)(2 * (key - cell_key_root(m)));
}

/// The key to sort by: the ranks in a space, which must outlive the sorting.
struct cd_region_keys hps_join_ranks(const struct cell_space *space);

/// Rows of one side that are tested at once.
#define HPS_ROWS_MAX 64

/// Rows that are tested before the matches are reported.
#define HPS_FOUND_MAX 4096

/// A cell on the way down the tree. Members of two are by enum cd_region_kind; ranges are of the order.
struct hps_join_cell {
    int level;
    uint64_t key;
    uint32_t index[2];         ///< number of the cell along x and y among those of its level
    uint32_t first[2], end[2]; ///< regions of the cell and everything in it
    size_t stack[2];           ///< row of the thread's stack at which regions of ancestors begin ...
    uint32_t inherited[2];     ///< ... and how many of them meet this cell
};

/// Most boxes of a file.
#define HPS_FILE_BOXES 1024

/// Rows filed by where they begin along one axis. The boxes are so fine that the rows which can reach a region along
/// the axis are side by side, with hardly any others. The file has rows first .. first + count - 1 of `columns`. The
/// rows of box i begin at row first + starts[i] and end where the next box begins.
struct hps_file {
    struct cd_region_columns *columns;
    size_t first;
    uint32_t count;
    uint32_t starts[HPS_FILE_BOXES + 3];
};

/// One thread's stack of ancestors' regions, cell by cell.
struct hps_joiner {
    struct hps_join *join;
    struct cd_worker *worker;
    struct cd_region_columns stacks[2];
    struct hps_join_cell path[CELL_LEVELS_MAX + 1]; ///< from the root to the last unit's cell, whose level is
    int reached;                                    ///< this, or -1
    struct hps_file files[2];
    uint32_t found[HPS_FOUND_MAX + CD_REGION_SLACK], hits[HPS_ROWS_MAX];
    bool ended;
};

/// The work that a thread takes at a time: a cell and everything in it, or only a share of the cell's own regions.
struct hps_unit {
    struct hps_join_cell cell;
    bool whole;
    uint32_t part, parts;
};

struct hps_join {
    struct cd_region_matcher base; ///< its order is by rank
    struct cell_space space;
    struct hps_joiner *joiners;
    struct hps_unit *units;
    size_t unit_count, unit_capacity;
};

static inline uint32_t hps_join_cell_size(const struct hps_join_cell *cell, int kind)
{
    return cell->end[kind] - cell->first[kind];
}

/// The number of pairs of which one region is in the first .. end[] of its side, and the other is so or inherited.
static inline uint64_t hps_join_pairs(const struct hps_join_cell *cell, const uint32_t end[2])
{
    uint64_t p = end[0] - cell->first[0], s = end[1] - cell->first[1];
    return p * (s + cell->inherited[1]) + s * cell->inherited[0];
}

/// Tests the regions of both sides (up to end[]) that are in the cell and in none of its children, against each other
/// and against those that the cell inherited. Makes one share of these tests.
void hps_join_match_own(struct hps_joiner *joiner, const struct hps_join_cell *cell, const uint32_t end[2],
                        uint32_t part, uint32_t parts);

/// The same for everything in the cell, including its children.
void hps_join_match_leaf(struct hps_joiner *joiner, const struct hps_join_cell *cell);

#endif
