/// The routing space and the cells that it is divided into, m times in four. Keys of cells are numbers in base 5 with m
/// + 1 digits. The first digit is 1. Each following digit names a child (1 lower left, 2 upper left, 3 lower right, 4
/// upper right), down to the level of the cell; zeros follow. Shi, Ling, Jin and Hu 2000, section 2.2, after Abel and
/// Smith 1983. With m = 3:
///
///     1000            the whole space, level 0
///     1300            its lower right quarter, level 1
///     1310, 1320...   the children of that, level 2
///
/// Ascending keys are the quadtree's preorder: a cell is followed by everything in it.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_CELLS_H
#define CD_ALGOS_REGIONS_HPS_JOIN_CELLS_H

#include "algos/regions/region_set.h"

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

/// The digit of a key that says which child the cell's ancestor on this level (0 .. m) is; 0 if the cell itself is
/// above this level.
static inline unsigned cell_key_digit(uint64_t key, int level, unsigned m)
{
    return (unsigned)(key / cell_powers_of_5[(int)m - level] % 5);
}

/// The key that follows a cell and everything in it.
static inline uint64_t cell_key_next(uint64_t key, int level, unsigned m)
{
    return key + cell_powers_of_5[(int)m - level];
}

/// The half of its cell that contains child s: along x, and along y.
static inline unsigned cell_child_h(unsigned s)
{
    return (s - 1) >> 1;
}

static inline unsigned cell_child_v(unsigned s)
{
    return (s - 1) & 1;
}

/// An axis that does not exist: regions are the point 0 along it.
#define CELL_NO_AXIS UINT32_MAX

/// The space of up to two axes of a scene: along each, [origin, origin + side] is [0, 1].
struct cell_space {
    uint32_t axes[2];
    int64_t origin[2], side[2]; ///< in the coordinates of a region set
    int shift[2];               ///< side = 2^shift, or -1
    unsigned m;                 ///< how often it is divided
};

/// Fits the space over its axes. `side` > 0: the space is [0, side] in the scene's coordinates, whatever the regions
/// are. `side` 0: the space begins at the least coordinate, and its length is the least power of two that leaves no
/// region at 1.0. Several threads may search for that.
void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, int64_t side,
                    unsigned threads);

/// True when all regions are in the space.
bool cell_space_holds(const struct cell_space *space, const struct cd_region_set *set);

#endif
