#include "bench/harness/statistics.h"

#include "base/memory.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void cd_sort_reals(double *values, size_t count)
{
    if (count)
        qsort(values, count, sizeof *values, compare_reals);
}

static double *sorted_reals(const double *values, size_t count)
{
    double *sorted = cd_allocate(count, sizeof *sorted);
    memcpy(sorted, values, count * sizeof *sorted);
    cd_sort_reals(sorted, count);
    return sorted;
}

/// Doubles hold the times exactly, because times are far below 2^53.
static double *sorted_times(const uint64_t *times, size_t count)
{
    double *sorted = cd_allocate(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (double)times[i];
    cd_sort_reals(sorted, count);
    return sorted;
}

/// The median of sorted values.
static double middle_of(const double *sorted, size_t count)
{
    double lower = sorted[(count - 1) / 2], upper = sorted[count / 2];
    return lower + (upper - lower) / 2;
}

struct cd_summary cd_summarise(const uint64_t *values, size_t count)
{
    CD_ASSERT(count > 0);
    double *sorted = sorted_times(values, count);
    size_t rank95 = (count * 95 + 99) / 100; // the ceiling of 0.95 * count, at least 1
    struct cd_summary summary = {
        .count = count,
        .median = middle_of(sorted, count),
        .p95 = sorted[rank95 - 1],
        .min = sorted[0],
        .max = sorted[count - 1],
    };
    for (size_t i = 0; i < count; i++)
        sorted[i] = fabs(sorted[i] - summary.median);
    cd_sort_reals(sorted, count);
    summary.mad = middle_of(sorted, count);
    cd_free(sorted);
    return summary;
}

/// The number of values that may be cut off at each end, and the coverage that remains.
static size_t binomial_cut(size_t count, double *confidence)
{
    // Above this count 2^-n underflows, and the normal approximation is exact to a rank.
    enum { EXACT_MAX = 1000 };
    if (count > EXACT_MAX) {
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

/// The interval between two order statistics of `sorted`. Frees `sorted`.
static struct cd_interval interval_between(double *sorted, size_t count)
{
    struct cd_interval interval;
    size_t cut = binomial_cut(count, &interval.confidence);
    interval.low = sorted[cut];
    interval.high = sorted[count - 1 - cut];
    cd_free(sorted);
    return interval;
}

struct cd_interval cd_median_interval(const uint64_t *values, size_t count)
{
    CD_ASSERT(count > 0);
    return interval_between(sorted_times(values, count), count);
}

double cd_median_of_reals(const double *values, size_t count)
{
    CD_ASSERT(count > 0);
    double *sorted = sorted_reals(values, count);
    double median = middle_of(sorted, count);
    cd_free(sorted);
    return median;
}

/// The 97.5 % point of Student's t: the range of +- this many standard errors covers 95 %. Between two tabulated
/// degrees of freedom it returns the value of the smaller one, which is a little too large. `degrees` >= 1.
static double student_point(size_t degrees)
{
    static const double points[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                    2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                    2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                    2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
    enum { POINTS = sizeof points / sizeof *points };
    CD_ASSERT(degrees > 0);
    if (degrees <= POINTS)
        return points[degrees - 1];
    return degrees < 60 ? points[POINTS - 1] : degrees < 120 ? 2.0003 : 1.9799;
}

/// Student's interval for the mean of logarithms, as factors.
static struct cd_interval few_values_interval(const double *values, size_t count)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += log(values[i]) / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (log(values[i]) - mean) * (log(values[i]) - mean);
    double error = sqrt(squares / (double)(count - 1) / (double)count);
    double reach = student_point(count - 1) * error;
    return (struct cd_interval){.low = exp(mean - reach), .high = exp(mean + reach), .confidence = 0.95};
}

struct cd_interval cd_median_interval_of_reals(const double *values, size_t count)
{
    enum { ENOUGH = 6 };
    CD_ASSERT(count > 1);
    return count < ENOUGH ? few_values_interval(values, count)
                          : interval_between(sorted_reals(values, count), count);
}

// Uses the method of variance estimates recovery, on logarithms: distances to the ends add up as squares.
struct cd_interval cd_ratio_interval(double a, struct cd_interval of_a, double b, struct cd_interval of_b)
{
    double down = hypot(log(a / of_a.low), log(of_b.high / b));
    double up = hypot(log(of_a.high / a), log(b / of_b.low));
    return (struct cd_interval){.low = a / b * exp(-down), .high = a / b * exp(up), .confidence = 0.95};
}

double cd_normal_deviations(double p)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > p)
            low = middle;
        else
            high = middle;
    }
    return high;
}

struct cd_interval cd_share_interval(double events, double trials)
{
    static const double z = 1.959963984540054;
    CD_ASSERT(trials > 0);
    double share = events / trials, scale = 1 + z * z / trials;
    double centre = (share + z * z / (2 * trials)) / scale;
    double reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale;
    // Rounding must not move an end away from 0 or 1 when that end is exact.
    return (struct cd_interval){
        .low = events > 0 ? fmax(centre - reach, 0) : 0,
        .high = events < trials ? fmin(centre + reach, 1) : 1,
        .confidence = 0.95,
    };
}

struct cd_line cd_fit_line(const double *x, const double *y, size_t count)
{
    CD_ASSERT(count > 1);
    double n = (double)count, mean_x = 0, mean_y = 0, xx = 0, xy = 0, residuals = 0;
    for (size_t i = 0; i < count; i++) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    CD_ASSERT(xx > 0);
    double slope = xy / xx, reach = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double residual = y[i] - mean_y - slope * (x[i] - mean_x);
        residuals += residual * residual;
    }
    if (count > 2)
        reach = student_point(count - 2) * sqrt(residuals / (n - 2) / xx);
    return (struct cd_line){.slope = slope, .low = slope - reach, .high = slope + reach};
}
