/// Keys of the cells that a routing space is divided into, m times in four: numbers in base 5 with m + 1
/// digits. The first digit is 1. Each following digit names a child (1 lower left, 2 upper left, 3 lower right, 4 upper
/// right), down to the level of the cell; zeros follow. Shi, Ling, Jin and Hu 2000, section 2.2, formulas (1), (2), (4)
/// and (5), after Abel and Smith 1983. With m = 3:
///
///     1000            the whole space, level 0
///     1300            its lower right quarter, level 1
///     1310, 1320...   the children of that, level 2
///
/// Ascending keys are the quadtree's preorder: a cell is followed by everything in it.
///
/// Also the code of a region: the smallest cell that covers it, and its place on that cell's 4 x 4 grid of
/// grandchildren. Shi et al. 2000, section 2.3, formula (3) and figure 4.
///
/// Spaces of three axes are divided in eight, and keys are numbers in base 9 (section 2.5: "similar coding and
/// storage"): children 1 to 4 are those of the plane in the lower half along z, 5 to 8 those in the upper half. A
/// source file is compiled for the one or the other kind, by CELL_AXES.
///
/// Coordinates are fractions of the space in units of 2^-(m+2), so that bits j and j + 1 exist for regions on
/// every level up to m (E12); bit i of a fraction has the value 2^-i, and bit 0 is set for 1.0 alone.
#ifndef CD_ALGOS_REGIONS_CELLS_CODE_H
#define CD_ALGOS_REGIONS_CELLS_CODE_H

#include <stdbool.h>
#include <stdint.h>

/// The deepest division whose keys fit 64 bits, of spaces of two axes and of three.
#define CELL_LEVELS_MAX      27
#define CELL_CUBE_LEVELS_MAX 19

/// 5^0 .. 5^27.
extern const uint64_t cell_powers_of_5[CELL_LEVELS_MAX + 1];
/// 9^0 .. 9^19.
extern const uint64_t cell_powers_of_9[CELL_CUBE_LEVELS_MAX + 1];

#ifndef CELL_AXES
#define CELL_AXES 2 ///< of the spaces that this source file is compiled for: 2 or 3
#endif
enum { CELL_CHILDREN = 1 << CELL_AXES, CELL_BASE = CELL_CHILDREN + 1 };

static inline uint64_t cell_power(int exponent)
{
    return CELL_AXES == 3 ? cell_powers_of_9[exponent] : cell_powers_of_5[exponent];
}

/// The key of the whole space, divided m times.
static inline uint64_t cell_key_root(unsigned m)
{
    return cell_power((int)m);
}

/// The number of keys of a cell and everything in it: key .. key + span - 1. Level -1, above the space, exists for the
/// codes that erratum E2 gives.
static inline uint64_t cell_key_span(int level, unsigned m)
{
    return level < 0 ? CELL_BASE * cell_power((int)m) : cell_power((int)m - level);
}

/// The level of a cell: m minus the number of zeros at the end of its key.
static inline int cell_key_level(uint64_t key, unsigned m)
{
    int level = (int)m;
    if (!key)
        return -1;
    while (level > 0 && key % CELL_BASE == 0) {
        key /= CELL_BASE;
        level--;
    }
    return level;
}

/// Child s (1 .. 4, or 8) of a cell above level m: formula (1).
static inline uint64_t cell_key_child(uint64_t key, int level, unsigned s, unsigned m)
{
    return key + s * cell_key_span(level + 1, m);
}

/// The digit of a key that says which child the cell's ancestor on this level (0 .. m) is; 0 if the cell itself is
/// above this level.
static inline unsigned cell_key_digit(uint64_t key, int level, unsigned m)
{
    return (unsigned)(key / cell_power((int)m - level) % CELL_BASE);
}

/// Formula (5): the key that follows a cell and everything in it. A last child carries over, which gives
/// its parent's next sibling; after the last cell it is outside the space.
static inline uint64_t cell_key_next(uint64_t key, int level, unsigned m)
{
    return key + cell_key_span(level, m);
}

/// Formula (4), corrected (E1): whether the cell `key` of level `level` is or covers the cell `other` >= key.
static inline bool cell_key_covers(uint64_t key, int level, uint64_t other, unsigned m)
{
    return other - key < cell_key_span(level, m);
}

/// Formula (4) as printed: the next sibling counts as covered as well.
static inline bool cell_key_covers_printed(uint64_t key, int level, uint64_t other, unsigned m)
{
    return other - key <= cell_key_span(level, m);
}

/// Level and position are those of the smallest cell: level = j - 1, where bit j is the first in which the
/// ends of the region differ along some axis (m + 1 when none of the bits up to m does).
struct cell_code {
    uint64_t key;
    int8_t level;       ///< 0 .. m; -1 only with E2
    uint8_t a, b, c, d; ///< bits j and j + 1 of x1, x2, y1, y2: columns a .. b, rows c .. d of the grid
    uint8_t e, f;       ///< of z1, z2; 0 in spaces of two axes
};

/// The half of its cell that contains the child s: along x, along y, and along z.
static inline unsigned cell_child_h(unsigned s)
{
    return CELL_AXES == 3 ? (s - 1) >> 1 & 1 : (s - 1) >> 1;
}

static inline unsigned cell_child_v(unsigned s)
{
    return (s - 1) & 1;
}

static inline unsigned cell_child_w(unsigned s)
{
    return CELL_AXES == 3 ? (s - 1) >> 2 : 0;
}

/// The code of the region [x1, x2] x [y1, y2], whose ends are fractions up to 2^(m+2) (1.0), m <= 27; along z
/// both are 0. With 1.0 among them the key is that of E2: 0 when the ends differ in bit 0.
struct cell_code cell_code_of(const uint32_t ends[3][2], unsigned m);

/// The same of a box [x1, x2] x [y1, y2] x [z1, z2], m <= 19; its key is in base 9.
struct cell_code cell_code_of_cube(const uint32_t ends[3][2], unsigned m);

/// Removes the bits beyond m from a code. The paper's fractions of m bits do not have them (E12).
void cell_code_cut(struct cell_code *code, unsigned m);

#endif
