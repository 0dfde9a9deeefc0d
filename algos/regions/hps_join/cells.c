#include "algos/regions/hps_join/cells.h"

#include "algos/threads.h"

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

static struct cd_region_bounds hull_of(const struct cd_region_set *set, unsigned threads)
{
    struct measurement job = {.all = &set->all};
    threads = threads < MEASURERS ? threads : MEASURERS;
    for (unsigned thread = 0; thread < threads; thread++)
        job.hulls[thread] = cd_region_columns_hull(&set->all, 0, 0);
    cd_run_ranges(threads, set->all.count, measure_range, &job);
    for (unsigned thread = 1; thread < threads; thread++)
        cd_region_bounds_widen(&job.hulls[0], &job.hulls[thread], set->dimensions);
    return job.hulls[0];
}

static int exact_logarithm(int64_t side)
{
    return side & (side - 1) ? -1 : __builtin_ctzll((unsigned long long)side);
}

void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, int64_t side, unsigned threads)
{
    struct cd_region_bounds hull = {{0}, {0}};
    if (!side)
        hull = hull_of(set, threads);
    for (int i = 0; i < 2; i++) {
        uint32_t k = space->axes[i];
        space->origin[i] = cd_region_stored(0);
        space->side[i] = side ? side : 1;
        if (!side && k != CELL_NO_AXIS && set->all.count) {
            space->origin[i] = hull.low[k];
            while (space->side[i] <= (int64_t)hull.high[k] - hull.low[k])
                space->side[i] *= 2;
        }
        space->shift[i] = exact_logarithm(space->side[i]);
    }
}

bool cell_space_holds(const struct cell_space *space, const struct cd_region_set *set)
{
    struct cd_region_bounds hull = hull_of(set, 1);
    for (int i = 0; i < 2; i++) {
        uint32_t k = space->axes[i];
        if (k != CELL_NO_AXIS && set->all.count &&
            (hull.low[k] < space->origin[i] || hull.high[k] >= space->origin[i] + space->side[i]))
            return false;
    }
    return true;
}
