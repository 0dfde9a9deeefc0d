/// The code of a region: the smallest cell that covers it, and where it lies on that cell's 4 x 4 grid of
/// grandchildren. Shi et al. 2000, section 2.3, formula (3) and figure 4.
///
/// Coordinates are fractions of the space in units of 2^-(m+2), so that bits j and j + 1 exist for regions on
/// every level up to m (E12); bit i of a fraction has the value 2^-i, and bit 0 is set for 1.0 alone.
#ifndef CD_ALGOS_REGIONS_CELLS_CODE_H
#define CD_ALGOS_REGIONS_CELLS_CODE_H

#include "algos/regions/cells/keys.h"

#include <stdbool.h>
#include <stdint.h>

/// Level and position are those of the smallest cell: level = j - 1, where bit j is the first in which the
/// ends of the region differ along some axis (m + 1 when none of the bits up to m does).
struct cell_code {
    uint64_t key;
    int8_t level;       ///< 0 .. m; -1 only with E2
    uint8_t a, b, c, d; ///< bits j and j + 1 of x1, x2, y1, y2: columns a .. b, rows c .. d of the grid
};

/// Which half of its cell the child s lies in: along x, and along y.
static inline unsigned cell_child_h(unsigned s)
{
    return (s - 1) >> 1;
}

static inline unsigned cell_child_v(unsigned s)
{
    return (s - 1) & 1;
}

/// The code of the region [x1, x2] x [y1, y2], whose ends are fractions up to 2^(m+2) (1.0), m <= 27. With
/// 1.0 among them the key is that of E2: 0 when the ends differ in bit 0.
struct cell_code cell_code_of(const uint32_t x[2], const uint32_t y[2], unsigned m);

/// Takes the bits beyond m out of a code, which the paper's fractions of m bits do not have (E12).
void cell_code_cut(struct cell_code *code, unsigned m);

#endif
