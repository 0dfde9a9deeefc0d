#include "bench/statistics.h"

#include "base/memory.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_values(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint64_t *sorted_copy(const uint64_t *values, size_t count)
{
    uint64_t *sorted = cd_allocate(count, sizeof *sorted);
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_values);
    return sorted;
}

static double middle(double lower, double upper)
{
    return lower + (upper - lower) / 2;
}

static double median_deviation(const uint64_t *values, size_t count, double median)
{
    double *deviations = cd_allocate(count, sizeof *deviations);
    for (size_t i = 0; i < count; i++)
        deviations[i] = fabs((double)values[i] - median);
    qsort(deviations, count, sizeof *deviations, compare_reals);
    double deviation = middle(deviations[(count - 1) / 2], deviations[count / 2]);
    cd_free(deviations);
    return deviation;
}

struct cd_summary cd_summarise(const uint64_t *values, size_t count)
{
    CD_ASSERT(count > 0);
    uint64_t *sorted = sorted_copy(values, count);
    size_t rank95 = (count * 95 + 99) / 100; // the ceiling of 0.95 * count, at least 1
    struct cd_summary summary = {
        .count = count,
        .median = middle((double)sorted[(count - 1) / 2], (double)sorted[count / 2]),
        .p95 = (double)sorted[rank95 - 1],
        .least = (double)sorted[0],
        .most = (double)sorted[count - 1],
    };
    summary.mad = median_deviation(sorted, count, summary.median);
    cd_free(sorted);
    return summary;
}

/// How many values may be cut off at each end, and the coverage that is left.
static size_t binomial_cut(size_t count, double *confidence)
{
    // Beyond this 2^-n underflows, and the normal approximation is exact to a rank.
    enum { EXACT_MOST = 1000 };
    if (count > EXACT_MOST) {
        *confidence = 0.95;
        return (size_t)floor((double)count / 2 - 1.96 * sqrt((double)count) / 2);
    }
    double mass = ldexp(1, -(int)count), tail = mass;
    *confidence = 1 - 2 * tail;
    size_t cut = 0;
    for (;;) {
        mass *= (double)(count - cut) / (double)(cut + 1);
        if (tail + mass > 0.025)
            return cut;
        tail += mass;
        cut++;
        *confidence = 1 - 2 * tail;
    }
}

struct cd_interval cd_median_interval(const uint64_t *values, size_t count)
{
    CD_ASSERT(count > 0);
    uint64_t *sorted = sorted_copy(values, count);
    struct cd_interval interval;
    size_t cut = binomial_cut(count, &interval.confidence);
    interval.low = (double)sorted[cut];
    interval.high = (double)sorted[count - 1 - cut];
    cd_free(sorted);
    return interval;
}
