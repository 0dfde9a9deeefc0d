// The space that cells divide, and the ranks of regions, for many of them at a time.
#include "algos/regions/hps_join/join.h"

#include "algos/threads.h"

#include <string.h>

const uint64_t cell_powers_of_5[CELL_LEVELS_MAX + 1] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125,
};

/// The most threads that look for the bounds of regions.
#define MEASURERS 16

/// What each thread finds in its part of the regions.
struct measurement {
    const struct cd_region_columns *all;
    struct cd_region_bounds hulls[MEASURERS];
};

static void measure_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    struct measurement *job = user;
    struct cd_region_bounds hull = cd_region_columns_hull(job->all, first, end - first);
    cd_region_bounds_widen(&job->hulls[part], &hull, job->all->dimensions);
}

void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, unsigned threads)
{
    struct measurement job = {.all = &set->all};
    struct cd_region_bounds *hull = &job.hulls[0];
    threads = threads < MEASURERS ? threads : MEASURERS;
    for (unsigned thread = 0; thread < threads; thread++)
        job.hulls[thread] = cd_region_columns_hull(&set->all, 0, 0);
    cd_run_ranges(threads, set->all.count, measure_range, &job);
    for (unsigned thread = 1; thread < threads; thread++)
        cd_region_bounds_widen(hull, &job.hulls[thread], set->dimensions);
    for (uint32_t i = 0; i < space->axes; i++) {
        space->origin[i] = hull->low[i];
        space->shift[i] = 0;
        while (INT64_C(1) << space->shift[i] <= (int64_t)hull->high[i] - hull->low[i])
            space->shift[i]++;
    }
}

/// The first m bits of coordinates as fractions of the space, rounded down.
static void halve(const struct cell_space *space, int axis, const int32_t *coordinates, uint32_t count,
                  uint32_t *restrict bits)
{
    unsigned shift = space->shift[axis], m = space->m; // m is not 0, so that no shift is by 32
    unsigned left = shift < m ? m - shift : 0, right = shift > m ? shift - m : 0;
    uint32_t origin = (uint32_t)space->origin[axis];
    for (uint32_t i = 0; i < count; i++)
        bits[i] = ((uint32_t)coordinates[i] - origin) >> right << left;
}

/// All coordinates of the regions at hand.
struct ends {
    uint32_t x1[CD_REGION_KEYS_MAX], x2[CD_REGION_KEYS_MAX], y1[CD_REGION_KEYS_MAX], y2[CD_REGION_KEYS_MAX];
};

/// Leaves in x1 and y1 the bits before j alone, and in x2 which bits these are; the ranks begin with what
/// bit j says.
static void find_j(struct ends *ends, uint32_t count, unsigned m, uint32_t *restrict ranks)
{
    uint32_t all = (1u << m) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t along_x = ends->x1[i] ^ ends->x2[i], differ = along_x | (ends->y1[i] ^ ends->y2[i]);
        ranks[i] = along_x <= differ >> 1; // the first bit that differs does not do so along x
        differ |= differ >> 1;
        differ |= differ >> 2;
        differ |= differ >> 4;
        differ |= differ >> 8;
        uint32_t same = all & ~differ;
        ends->x1[i] &= same;
        ends->y1[i] &= same;
        ends->x2[i] = same;
    }
}

static void find_ranks(const void *user, const struct cd_region_columns *side, uint32_t first, uint32_t count,
                       uint32_t *ranks)
{
    const struct cell_space *space = user;
    struct ends ends;
    uint32_t *bits[2][2] = {{ends.x1, ends.x2}, {ends.y1, ends.y2}};
    for (int axis = 0; axis < (int)space->axes; axis++) {
        halve(space, axis, side->low[axis] + first, count, bits[axis][0]);
        halve(space, axis, side->high[axis] + first, count, bits[axis][1]);
    }
    if (space->axes == 1) {
        memset(ends.y1, 0, count * sizeof *ends.y1);
        memset(ends.y2, 0, count * sizeof *ends.y2);
    }
    find_j(&ends, count, space->m, ranks);
    // Formula (3): digit 2a + c + 1 for every bit before j.
    for (unsigned b = 0; b < space->m; b++) {
        uint32_t power = (uint32_t)(2 * cell_powers_of_5[b]);
        for (uint32_t i = 0; i < count; i++)
            ranks[i] += power * (2 * (ends.x1[i] >> b & 1) + (ends.y1[i] >> b & 1) + (ends.x2[i] >> b & 1));
    }
}

struct cd_region_keys hps_join_ranks(const struct cell_space *space)
{
    CD_ASSERT(space->m <= CELL_LEVELS_MAX);
    unsigned bits = 64 - (unsigned)__builtin_clzll(2 * cell_key_root(space->m) - 1);
    return (struct cd_region_keys){find_ranks, space, bits};
}
