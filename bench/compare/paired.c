#include "bench/compare/paired.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- medians ----------------------------------------------------------------------------------------------

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

static double middle_of_three(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/// Reorders the values so that the one of this rank is in its place, no greater one before it and no smaller
/// one behind it. Sorting would do, but a bootstrap asks for thousands of medians.
static void select_rank(double *values, size_t count, size_t rank)
{
    size_t first = 0, last = count - 1;
    while (first < last) {
        double pivot = middle_of_three(values[first], values[first + (last - first) / 2], values[last]);
        size_t low = first, high = last;
        for (;;) {
            while (values[low] < pivot)
                low++;
            while (values[high] > pivot)
                high--;
            if (low >= high)
                break;
            swap(&values[low++], &values[high--]);
        }
        // Everything up to `high` is at most the pivot, everything behind it at least.
        if (rank <= high)
            last = high;
        else
            first = high + 1;
    }
}

/// The median; the values change their places.
static double take_median(double *values, size_t count)
{
    size_t rank = count / 2;
    select_rank(values, count, rank);
    if (count % 2)
        return values[rank];
    double below = values[0];
    for (size_t i = 1; i < rank; i++)
        below = fmax(below, values[i]);
    return below + (values[rank] - below) / 2;
}

static size_t walsh_count(size_t count)
{
    return count * (count + 1) / 2;
}

static double walsh_median(const double *values, size_t count, double *room)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i; k < count; k++)
            room[used++] = (values[i] + values[k]) / 2;
    return take_median(room, used);
}

double cd_walsh_median(const double *values, size_t count)
{
    CD_ASSERT(count > 0);
    double *room = cd_allocate(walsh_count(count), sizeof *room);
    double median = walsh_median(values, count, room);
    cd_free(room);
    return median;
}

// ---- bootstrap --------------------------------------------------------------------------------------------

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void resample(const double *values, size_t count, struct cd_random *random, double *drawn)
{
    for (size_t i = 0; i < count; i++)
        drawn[i] = values[cd_random_below(random, count)];
}

/// What lies between the percentiles; the estimates are sorted.
static struct cd_interval percentiles(double *estimates, size_t count, double confidence)
{
    qsort(estimates, count, sizeof *estimates, compare_reals);
    size_t cut = (size_t)floor((1 - confidence) / 2 * (double)count);
    return (struct cd_interval){estimates[cut], estimates[count - 1 - cut], confidence};
}

struct cd_interval cd_walsh_interval(const double *values, size_t count, double confidence, size_t resamples,
                                     uint64_t seed)
{
    CD_ASSERT(count > 0 && resamples >= 100);
    struct cd_random random = cd_random_seed(seed);
    double *estimates = cd_allocate(resamples, sizeof *estimates);
    double *drawn = cd_allocate(count, sizeof *drawn);
    double *room = cd_allocate(walsh_count(count), sizeof *room);
    for (size_t i = 0; i < resamples; i++) {
        resample(values, count, &random, drawn);
        estimates[i] = walsh_median(drawn, count, room);
    }
    struct cd_interval interval = percentiles(estimates, resamples, confidence);
    cd_free(room);
    cd_free(drawn);
    cd_free(estimates);
    return interval;
}

// ---- ranks ------------------------------------------------------------------------------------------------

/// A value to be ranked, with what tells it from the others of its rank.
struct ranked {
    double key;
    bool marked; ///< positive
    size_t rank; ///< twice the rank, which ties make a multiple of a half
};

static int compare_keys(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return compare_reals(&x->key, &y->key);
}

/// Sorts by the keys and gives equal ones their mean rank. Returns the sum of t^3 - t over all groups of t
/// equal keys.
static double give_ranks(struct ranked *items, size_t count)
{
    double ties = 0;
    if (count)
        qsort(items, count, sizeof *items, compare_keys);
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && items[next].key <= items[first].key;)
            next++;
        for (size_t i = first; i < next; i++)
            items[i].rank = first + 1 + next; // the mean of first + 1 .. next, twice
        double t = (double)(next - first);
        ties += t * t * t - t;
    }
    return ties;
}

static size_t marked_sum(const struct ranked *items, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += items[i].marked ? items[i].rank : 0;
    return sum;
}

/// The two-sided p of a sum that is normally distributed but for its steps of `step`.
static double normal_p(double sum, double mean, double variance, double step)
{
    if (variance <= 0)
        return 1;
    double off = fmax(fabs(sum - mean) - step / 2, 0);
    return erfc(off / sqrt(2 * variance));
}

/// The two-sided p from the distribution of the sum over all assignments of signs, which are equally likely.
static double exact_signed_p(const struct ranked *items, size_t count, size_t sum)
{
    enum { SUMS = CD_EXACT_RANKS * (CD_EXACT_RANKS + 1) + 1 };
    static_assert(CD_EXACT_RANKS < 50, "the number of assignments must be exact in a double");
    double ways[SUMS] = {1}, below = 0, above = 0;
    size_t max = 0;
    for (size_t i = 0; i < count; i++) {
        max += items[i].rank;
        for (size_t s = max; s >= items[i].rank; s--)
            ways[s] += ways[s - items[i].rank];
    }
    for (size_t s = 0; s <= max; s++) {
        below += s <= sum ? ways[s] : 0;
        above += s >= sum ? ways[s] : 0;
    }
    return fmin(1, 2 * ldexp(fmin(below, above), -(int)count));
}

double cd_signed_rank_p(const double *values, size_t count)
{
    struct ranked *items = cd_allocate(count, sizeof *items);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] < 0 || values[i] > 0)
            items[used++] = (struct ranked){.key = fabs(values[i]), .marked = values[i] > 0};
    double ties = give_ranks(items, used), n = (double)used, p;
    size_t sum = marked_sum(items, used);
    if (used <= CD_EXACT_RANKS)
        p = exact_signed_p(items, used, sum);
    else
        p = normal_p((double)sum / 2, n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24 - ties / 48, 1);
    cd_free(items);
    return p;
}

// ---- many tests -------------------------------------------------------------------------------------------

void cd_holm_adjust(const double *p, size_t count, double *adjusted)
{
    struct ranked *items = cd_allocate(count, sizeof *items);
    double *result = cd_allocate(count, sizeof *result);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct ranked){.key = p[i], .rank = i};
    if (count)
        qsort(items, count, sizeof *items, compare_keys);
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fmin(1, items[i].key * (double)(count - i)));
        result[items[i].rank] = largest;
    }
    memcpy(adjusted, result, count * sizeof *adjusted);
    cd_free(result);
    cd_free(items);
}

size_t cd_pairs_needed(double level, size_t tests)
{
    CD_ASSERT(level > 0);
    size_t pairs = 1;
    while (ldexp(1, 1 - (int)pairs) * (double)(tests ? tests : 1) >= level)
        pairs++;
    return pairs;
}
