// Zhao Wei et al. 2009, section 2.1, formulas (4) and (5). The penalty changes only where a sphere ends, so
// one walk over the sorted ends of an axis sees every value that it takes.
#include "algos/bvh/split.h"

#include "base/status.h"

#include <math.h>
#include <string.h>

// Floats in their order, as unsigned integers.
static uint32_t key_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

void bvh_sort(struct bvh_end *ends, struct bvh_end *spare, uint32_t count)
{
    enum { BITS = 8, BINS = 1 << BITS };
    for (unsigned shift = 0; shift < 32; shift += BITS) { // an even number of passes: it ends in `ends`
        uint32_t place[BINS] = {0}, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            place[key_of(ends[i].at) >> shift & (BINS - 1)]++;
        for (uint32_t bin = 0; bin < BINS; bin++) {
            uint32_t size = place[bin];
            place[bin] = sum;
            sum += size;
        }
        for (uint32_t i = 0; i < count; i++)
            spare[place[key_of(ends[i].at) >> shift & (BINS - 1)]++] = ends[i];
        struct bvh_end *swap = ends;
        ends = spare;
        spare = swap;
    }
}

static void consider(struct bvh_plane *best, int axis, double at, uint32_t left, uint32_t right,
                     uint32_t count, double lambda)
{
    if (!left || !right)
        return;
    double across = (double)count - left - right;
    double penalty = fabs((double)left - right) + lambda * across;
    if (penalty < best->penalty)
        *best = (struct bvh_plane){axis, at, penalty};
}

static void sweep(const struct bvh_sorted *sorted, int axis, double lambda, struct bvh_plane *best)
{
    const struct bvh_end *low = sorted->low[axis], *high = sorted->high[axis];
    uint32_t count = sorted->count, begun = 0, ended = 0;
    while (ended < count) {
        float at = begun < count && low[begun].at < high[ended].at ? low[begun].at : high[ended].at;
        uint32_t before = begun;
        while (begun < count && low[begun].at == at)
            begun++;
        while (ended < count && high[ended].at == at)
            ended++;
        consider(best, axis, (double)at, ended, count - before, count, lambda);
        if (ended == count)
            return;
        float next = begun < count && low[begun].at < high[ended].at ? low[begun].at : high[ended].at;
        consider(best, axis, 0.5 * ((double)at + (double)next), ended, count - begun, count, lambda);
    }
}

bool bvh_best_plane(const struct bvh_sorted *sorted, double lambda, struct bvh_plane *plane)
{
    float length[3];
    int axes[3] = {0, 1, 2};
    for (int axis = 0; axis < 3; axis++)
        length[axis] = sorted->high[axis][sorted->count - 1].at - sorted->low[axis][0].at;
    for (int i = 1; i < 3; i++)
        for (int k = i; k > 0 && length[axes[k]] > length[axes[k - 1]]; k--) {
            int swap = axes[k];
            axes[k] = axes[k - 1];
            axes[k - 1] = swap;
        }
    *plane = (struct bvh_plane){axes[0], 0, INFINITY};
    for (int i = 0; i < 3; i++)
        sweep(sorted, axes[i], lambda, plane);
    return plane->penalty < (double)INFINITY;
}
