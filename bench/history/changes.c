#include "bench/history/changes.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "bench/harness/statistics.h"

#include <math.h>
#include <string.h>

/// The number of random orders with which a division is compared.
#define ORDERS 999

struct division {
    size_t at; ///< the first value of the right side
    double distance;
};

/// The sums of |a - b| over the pairs within the left side, within the right side, and across.
struct sums {
    double left, right, across;
};

/// The energy distance between both sides, scaled by their lengths.
static double distance_of(const struct sums *sums, size_t left, size_t right)
{
    double n = (double)left, m = (double)right;
    double distance =
        2 * sums->across / (n * m) - 2 * sums->left / (n * (n - 1)) - 2 * sums->right / (m * (m - 1));
    return n * m / (n + m) * distance;
}

/// The best place to divide `values` in two. To find it, moves one value after the other to the left side.
static struct division divide(const double *values, size_t count)
{
    struct division best = {0, -INFINITY};
    struct sums sums = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            sums.right += fabs(values[i] - values[k]);
    for (size_t at = 1; at + CD_CHANGES_SEGMENT <= count; at++) {
        double moved = values[at - 1], to_left = 0, to_right = 0;
        for (size_t i = 0; i < at - 1; i++)
            to_left += fabs(values[i] - moved);
        for (size_t i = at; i < count; i++)
            to_right += fabs(values[i] - moved);
        sums.left += to_left;
        sums.right -= to_right;
        sums.across += to_right - to_left;
        if (at < CD_CHANGES_SEGMENT)
            continue;
        double distance = distance_of(&sums, at, count - at);
        if (distance > best.distance)
            best = (struct division){at, distance};
    }
    return best;
}

static void shuffle(double *values, size_t count, struct cd_random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)cd_random_below(random, i);
        double value = values[i - 1];
        values[i - 1] = values[k];
        values[k] = value;
    }
}

/// The share of orders that divide at least as well. The given order is one of them.
static double share_of_orders(const double *values, size_t count, double distance, struct cd_random *random)
{
    double *shuffled = cd_allocate(count, sizeof *shuffled);
    size_t as_good = 1;
    memcpy(shuffled, values, count * sizeof *shuffled);
    for (size_t i = 0; i < ORDERS && (double)as_good <= CD_CHANGES_P * (ORDERS + 1); i++) {
        shuffle(shuffled, count, random);
        as_good += divide(shuffled, count).distance >= distance;
    }
    cd_free(shuffled);
    return (double)as_good / (ORDERS + 1);
}

/// Adds the changes of values[from .. to-1] to the points and returns the new number of points.
static size_t find_between(const double *values, size_t from, size_t to, struct cd_random *random,
                           struct cd_change_point *points, size_t found)
{
    if (to - from < 2 * CD_CHANGES_SEGMENT)
        return found;
    struct division best = divide(values + from, to - from);
    double p = share_of_orders(values + from, to - from, best.distance, random);
    if (p > CD_CHANGES_P)
        return found;
    size_t at = from + best.at;
    found = find_between(values, from, at, random, points, found);
    points[found++] = (struct cd_change_point){.at = at, .p = p};
    return find_between(values, at, to, random, points, found);
}

size_t cd_find_changes(const double *values, size_t count, uint64_t seed, struct cd_change_point *points)
{
    CD_ASSERT(count <= CD_CHANGES_LONGEST);
    struct cd_random random = cd_random_seed(seed);
    size_t found = find_between(values, 0, count, &random, points, 0);
    for (size_t i = 0; i < found; i++) {
        size_t from = i ? points[i - 1].at : 0, to = i + 1 < found ? points[i + 1].at : count;
        points[i].before = cd_median_of_reals(values + from, points[i].at - from);
        points[i].after = cd_median_of_reals(values + points[i].at, to - points[i].at);
    }
    return found;
}
