/// The routing space: the coordinates of a frame are fractions of it.
#ifndef CD_ALGOS_REGIONS_CELLS_SPACE_H
#define CD_ALGOS_REGIONS_CELLS_SPACE_H

#include "algos/regions/cells/code.h"
#include "algos/regions/region_set.h"

/// An axis that does not exist: regions are the point 0 along it.
#define CELL_NO_AXIS UINT32_MAX

/// A basic space of up to three axes of a scene: along each, [origin, origin + side] is [0, 1].
struct cell_space {
    uint32_t axes[3];           ///< the third counts in spaces of three axes only
    int64_t origin[3], side[3]; ///< in the coordinates of a region set
    int shift[3];               ///< side = 2^shift, or -1
    unsigned m;                 ///< how often it is divided
    bool cubes;                 ///< divided in eight: three axes, keys in base 9
    bool reaches_one;           ///< coordinates of 1.0 stay (E2); else they count as the last ones below 1.0
    bool lacks_bits;            ///< fractions have m bits only (E12)
};

/// Fits the space over its axes. `side` > 0: the space is [0, side] in the scene's coordinates, whatever the regions
/// are. `side` 0: the space begins at the least coordinate, and its length is the least power of two that leaves no
/// region at 1.0. Several threads may search for that.
void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, int64_t side,
                    unsigned threads);

/// True when all regions are in the space.
bool cell_space_holds(const struct cell_space *space, const struct cd_region_set *set);

/// A coordinate as a fraction, in units of 2^-(m+2), rounded down. Coordinates outside count as the nearest ones
/// inside. The function is monotone, so that regions that share a point share a fraction.
static inline uint32_t cell_space_fraction(const struct cell_space *space, int axis, int32_t coordinate)
{
    int64_t x = coordinate - space->origin[axis], side = space->side[axis];
    uint32_t one = 1u << (space->m + 2);
    if (x < 0)
        return 0;
    if (x >= side)
        return space->reaches_one ? one : one - 1;
    int shift = space->shift[axis], bits = (int)space->m + 2;
    if (shift < 0)
        return (uint32_t)((x << bits) / side);
    return (uint32_t)(shift > bits ? x >> (shift - bits) : x << (bits - shift));
}

/// The code of extent `i` of a side.
static inline struct cell_code cell_space_code(const struct cell_space *space,
                                               const struct cd_region_columns *side, uint32_t i)
{
    uint32_t ends[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    for (int axis = 0; axis < (space->cubes ? 3 : 2); axis++)
        if (space->axes[axis] != CELL_NO_AXIS) {
            ends[axis][0] = cell_space_fraction(space, axis, side->low[space->axes[axis]][i]);
            ends[axis][1] = cell_space_fraction(space, axis, side->high[space->axes[axis]][i]);
        }
    struct cell_code code = space->cubes ? cell_code_of_cube(ends, space->m) : cell_code_of(ends, space->m);
    if (space->lacks_bits)
        cell_code_cut(&code, space->m);
    return code;
}

#endif
