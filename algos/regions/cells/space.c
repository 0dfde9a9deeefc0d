#include "algos/regions/cells/space.h"

#include "algos/threads.h"

/// A region set's coordinates are the scene's less this.
#define SHIFT (CD_REGION_MIN - INT32_MIN)

/// Threads that look for the bounds of regions at most.
#define MEASURERS 16

/// The least and the largest coordinate of all regions along each axis.
struct bounds {
    int32_t min[2], max[2];
};

/// Every thread looks at a part of the regions.
struct measurement {
    const struct cell_space *space;
    const struct cd_region_set *set;
    unsigned threads;
    struct bounds bounds[MEASURERS];
};

static void measure_part(void *user, unsigned thread)
{
    struct measurement *job = user;
    for (int axis = 0; axis < 2 && thread < job->threads; axis++) {
        uint32_t k = job->space->axes[axis];
        int32_t min = INT32_MAX, max = INT32_MIN;
        for (int kind = 0; kind < 2 && k != CELL_NO_AXIS; kind++) {
            const struct cd_region_columns *side = &job->set->sides[kind];
            const int32_t *low = side->low[k], *high = side->high[k];
            uint32_t end = (uint32_t)((uint64_t)side->count * (thread + 1) / job->threads);
            for (uint32_t i = (uint32_t)((uint64_t)side->count * thread / job->threads); i < end; i++) {
                min = low[i] < min ? low[i] : min;
                max = high[i] > max ? high[i] : max;
            }
        }
        job->bounds[thread].min[axis] = min;
        job->bounds[thread].max[axis] = max;
    }
}

/// Without regions, and along an axis that there is not, the least coordinate is above the largest.
static struct bounds bounds_of(const struct cell_space *space, const struct cd_region_set *set,
                               unsigned threads)
{
    struct measurement job = {.space = space, .set = set};
    job.threads = threads < MEASURERS ? threads : MEASURERS;
    cd_run_threads(threads, measure_part, &job);
    struct bounds all = job.bounds[0];
    for (unsigned thread = 1; thread < job.threads; thread++)
        for (int axis = 0; axis < 2; axis++) {
            const struct bounds *part = &job.bounds[thread];
            all.min[axis] = part->min[axis] < all.min[axis] ? part->min[axis] : all.min[axis];
            all.max[axis] = part->max[axis] > all.max[axis] ? part->max[axis] : all.max[axis];
        }
    return all;
}

static int exact_logarithm(int64_t side)
{
    return side & (side - 1) ? -1 : __builtin_ctzll((unsigned long long)side);
}

void cell_space_fit(struct cell_space *space, const struct cd_region_set *set, int64_t side, unsigned threads)
{
    struct bounds bounds = {{0}, {-1}};
    if (!side)
        bounds = bounds_of(space, set, threads);
    for (int i = 0; i < 2; i++) {
        space->origin[i] = -SHIFT;
        space->side[i] = side ? side : 1;
        if (!side && bounds.min[i] <= bounds.max[i]) {
            space->origin[i] = bounds.min[i];
            while (space->side[i] <= (int64_t)bounds.max[i] - bounds.min[i])
                space->side[i] *= 2;
        }
        space->shift[i] = exact_logarithm(space->side[i]);
    }
}

bool cell_space_holds(const struct cell_space *space, const struct cd_region_set *set)
{
    struct bounds bounds = bounds_of(space, set, 1);
    for (int i = 0; i < 2; i++)
        if (bounds.min[i] <= bounds.max[i] &&
            (bounds.min[i] < space->origin[i] || bounds.max[i] >= space->origin[i] + space->side[i]))
            return false;
    return true;
}
