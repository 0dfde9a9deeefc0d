#include "bench/compare/decide.h"

#include "base/memory.h"
#include "base/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- ranks ------------------------------------------------------------------------------------------------

/// A value to be ranked, with a mark that stays with it.
struct ranked {
    double key;
    bool marked; ///< positive
    size_t place;
    size_t rank; ///< twice the rank, which ties can make a multiple of a half
};

static int compare_keys(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/// Sorts the items by their keys and gives equal keys their mean rank. Returns the sum of t^3 - t over all groups of t
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
            items[i].rank = first + 1 + next; // twice the mean of first + 1 .. next
        double t = (double)(next - first);
        ties += t * t * t - t;
    }
    return ties;
}

/// Counts, for each sum, the assignments of signs whose positive ranks have this sum. All 2^count assignments are
/// equally likely. Returns the largest sum.
enum { SUMS = CD_EXACT_RANKS * (CD_EXACT_RANKS + 1) + 1 };
static size_t count_ways(const struct ranked *items, size_t count, double ways[SUMS])
{
    static_assert(CD_EXACT_RANKS < 50, "the number of assignments must be exact in a double");
    size_t max = 0;
    memset(ways, 0, SUMS * sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < count; i++) {
        max += items[i].rank;
        for (size_t s = max; s >= items[i].rank; s--)
            ways[s] += ways[s - items[i].rank];
    }
    return max;
}

static double exact_p(const struct ranked *items, size_t count, size_t sum)
{
    double ways[SUMS], below = 0, above = 0;
    size_t max = count_ways(items, count, ways);
    for (size_t s = 0; s <= max; s++) {
        below += s <= sum ? ways[s] : 0;
        above += s >= sum ? ways[s] : 0;
    }
    return fmin(1, 2 * ldexp(fmin(below, above), -(int)count));
}

/// The two-sided p of a sum that is normally distributed except for its steps of 1.
static double normal_p(double sum, double mean, double variance)
{
    return variance > 0 ? erfc(fmax(fabs(sum - mean) - 0.5, 0) / sqrt(2 * variance)) : 1;
}

double cd_signed_rank_p(const double *values, size_t count)
{
    struct ranked *items = cd_allocate(count, sizeof *items);
    size_t used = 0, sum = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] < 0 || values[i] > 0)
            items[used++] = (struct ranked){.key = fabs(values[i]), .marked = values[i] > 0};
    double ties = give_ranks(items, used), n = (double)used;
    for (size_t i = 0; i < used; i++)
        sum += items[i].marked ? items[i].rank : 0;
    double p = used <= CD_EXACT_RANKS
                   ? exact_p(items, used, sum)
                   : normal_p((double)sum / 2, n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
    cd_free(items);
    return p;
}

// ---- correlation ------------------------------------------------------------------------------------------

double cd_serial_correlation(const double *log_ratios, size_t count)
{
    static const double most = 0.99;
    enum { FEWEST = 6 };
    if (count < FEWEST)
        return NAN;
    double *own = cd_allocate(count, sizeof *own), middles[2], n = (double)count, products = 0, squares = 0;
    struct ranked *items = cd_allocate(count, sizeof *items);
    for (size_t order = 0; order < 2; order++) {
        size_t used = 0;
        for (size_t i = order; i < count; i += 2)
            own[used++] = log_ratios[i];
        middles[order] = cd_median_of_reals(own, used);
    }
    for (size_t i = 0; i < count; i++)
        items[i] = (struct ranked){.key = log_ratios[i] - middles[i % 2], .place = i};
    give_ranks(items, count);
    for (size_t i = 0; i < count; i++)
        own[items[i].place] = (double)items[i].rank - (n + 1);
    for (size_t i = 0; i < count; i++) {
        squares += own[i] * own[i];
        products += i ? own[i] * own[i - 1] : 0;
    }
    cd_free(items);
    cd_free(own);
    return squares > 0 ? fmin(products / squares * n / (n - 4), most) : 0;
}

/// How many times larger the variance of a sum of ranks is than without correlation, if the correlations of later
/// neighbours are the powers of the first (Gastwirth and Rubin 1971). Never smaller, whatever chance says.
static double inflation_of(double correlation)
{
    double counted = correlation > 0 ? correlation : 0;
    return (1 + counted) / (1 - counted);
}

/// The p that remains of p when deviations shrink by the factor.
static double shrunk_p(double p, double factor)
{
    return factor < 1 || factor > 1 ? erfc(cd_normal_deviations(p) * factor / sqrt(2)) : p;
}

// ---- the shift --------------------------------------------------------------------------------------------

/// The number of pairwise means outside the interval on each side. The interval ends where the signed-rank test would
/// begin to see a difference (Hollander, Wolfe, Chicken 2013, section 3.3), so that it misses the truth with probability
/// `error`. Zero when there is no interval.
static size_t rank_of_end(size_t count, double error)
{
    double n = (double)count, ways[SUMS], below = 0;
    struct ranked items[CD_EXACT_RANKS];
    size_t rank = 0;
    if (count > CD_EXACT_RANKS) {
        double variance = n * (n + 1) * (2 * n + 1) / 24;
        while (normal_p((double)rank, n * (n + 1) / 4, variance) <= error)
            rank++;
        return rank;
    }
    for (size_t i = 0; i < count; i++)
        items[i].rank = i + 1;
    size_t max = count_ways(items, count, ways);
    while (rank < max && (below += ways[rank]) <= ldexp(error / 2, (int)count))
        rank++;
    return rank;
}

struct cd_finding cd_find_shift(const double *log_ratios, size_t count, double confidence)
{
    struct cd_finding finding = {.pairs = count,
                                 .interval = {-INFINITY, INFINITY, confidence},
                                 .p = 1,
                                 .adjusted_p = 1,
                                 .correlation = cd_serial_correlation(log_ratios, count)};
    if (!count)
        return finding;
    double inflation = inflation_of(finding.correlation);
    finding.effective_pairs = (double)count / inflation;
    size_t used = 0, all = count * (count + 1) / 2;
    size_t end = rank_of_end(count, shrunk_p(1 - confidence, sqrt(inflation)));
    double *means = cd_allocate(all, sizeof *means);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i; k < count; k++)
            means[used++] = (log_ratios[i] + log_ratios[k]) / 2;
    cd_sort_reals(means, all);
    finding.shift = means[(all - 1) / 2] + (means[all / 2] - means[(all - 1) / 2]) / 2;
    if (end)
        finding.interval = (struct cd_interval){means[end - 1], means[all - end], confidence};
    finding.p = finding.adjusted_p = shrunk_p(cd_signed_rank_p(log_ratios, count), 1 / sqrt(inflation));
    cd_free(means);
    return finding;
}

// ---- many tests -------------------------------------------------------------------------------------------

void cd_holm_adjust(const double *p, size_t count, double *adjusted)
{
    struct ranked *items = cd_allocate(count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct ranked){.key = p[i], .rank = i};
    if (count)
        qsort(items, count, sizeof *items, compare_keys);
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fmin(1, items[i].key * (double)(count - i)));
        adjusted[items[i].rank] = largest;
    }
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

// ---- deciding ---------------------------------------------------------------------------------------------

struct cd_rule cd_rule_of_looks(struct cd_rule rule, unsigned looks)
{
    rule.level /= looks;
    rule.confidence = 1 - (1 - rule.confidence) / looks;
    return rule;
}

static enum cd_outcome judge(const struct cd_finding *finding, const struct cd_rule *rule)
{
    double ratio = exp(finding->shift);
    if (finding->adjusted_p < rule->level && ratio > 1 + rule->threshold)
        return CD_OUTCOME_SLOWER;
    if (finding->adjusted_p < rule->level && ratio < 1 - rule->threshold)
        return CD_OUTCOME_FASTER;
    // So few pairs agree too often by chance to show that nothing has changed.
    if (!finding->too_few && exp(finding->interval.low) >= 1 - rule->margin &&
        exp(finding->interval.high) <= 1 + rule->margin)
        return CD_OUTCOME_EQUIVALENT;
    return CD_OUTCOME_INCONCLUSIVE;
}

void cd_decide(struct cd_finding *findings, size_t count, const struct cd_rule *rule)
{
    double *p = cd_allocate(count, sizeof *p);
    size_t tests = 0;
    for (size_t i = 0; i < count; i++)
        if (findings[i].pairs)
            p[tests++] = findings[i].p;
    cd_holm_adjust(p, tests, p);
    for (size_t i = 0, k = 0; i < count; i++) {
        findings[i].adjusted_p = findings[i].pairs ? p[k++] : 1;
        findings[i].needed = cd_pairs_needed(rule->level, tests);
        findings[i].too_few = findings[i].effective_pairs < (double)findings[i].needed;
        findings[i].outcome = judge(&findings[i], rule);
    }
    cd_free(p);
}

static bool finds(const double *log_ratios, size_t count, double slow_down, const struct cd_rule *rule)
{
    double *moved = cd_allocate(count, sizeof *moved);
    for (size_t i = 0; i < count; i++)
        moved[i] = log_ratios[i] + log1p(slow_down);
    struct cd_finding finding = cd_find_shift(moved, count, rule->confidence);
    cd_decide(&finding, 1, rule);
    cd_free(moved);
    return finding.outcome == CD_OUTCOME_SLOWER;
}

double cd_least_found(const double *log_ratios, size_t count, const struct cd_rule *rule)
{
    enum { HALVINGS = 24 };
    double low = 0, high = CD_SLOW_DOWN_MAX;
    if (!finds(log_ratios, count, high, rule))
        return INFINITY;
    if (finds(log_ratios, count, 0, rule))
        return 0;
    // A larger slowdown is found more easily, so halving the range works.
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (finds(log_ratios, count, middle, rule))
            high = middle;
        else
            low = middle;
    }
    return high;
}

const char *cd_outcome_name(enum cd_outcome outcome)
{
    static const char *const names[] = {"unfinished", "inconclusive", "equivalent", "faster",     "slower",
                                        "wrong",      "different",    "one-sided",  "unavailable"};
    return names[outcome];
}
