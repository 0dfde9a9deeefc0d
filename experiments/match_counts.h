/// The expected number of MATCH calls in a search of HPS: the closed form that simulations are compared with.
/// docs/match-counts.md derives it. It follows the paper's rules (Shi et al. 2000, section 2.4) and shares no code with
/// algos/papers/shi2000.
#ifndef CD_EXPERIMENTS_MATCH_COUNTS_H
#define CD_EXPERIMENTS_MATCH_COUNTS_H

#include "base/memory.h"
#include "bench/harness/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/// The largest number of divisions.
#define MATCH_DIVISIONS_MAX 7

#define MATCH_PARTS_MAX (2 * ((1 << (MATCH_DIVISIONS_MAX + 2)) + 1))

enum match_prune { MATCH_PRUNE_NONE, MATCH_PRUNE_PRINTED };

/// The question. All regions are squares of side `size` in a space of side 1. Their lower left corners are uniform in
/// [0, 1 - size]^2.
struct match_question {
    unsigned divisions; ///< m
    double size;
    enum match_prune prune;
    /// True: r* covers both axes of a cell of its level, and each cell is as likely as the others (table 1).
    /// False: r* is a region like all others.
    bool straddles;
};

/// The results by the level of r*, 0 .. m.
struct match_counts {
    double share[MATCH_DIVISIONS_MAX + 1]; ///< the share of regions that are coded on this level
    double mean[MATCH_DIVISIONS_MAX + 1];  ///< the mean of p, the part of all regions with which r* is tested
    double square[MATCH_DIVISIONS_MAX + 1]; ///< the mean of p^2
    double mean_of_all, square_of_all;      ///< the same over r* on all levels
};

/// A range of places of the lower end along one axis. Within it, no bit of either end changes.
struct match_part {
    uint32_t first, last; ///< the ends, in units of 2^-(m+2)
    int level;            ///< the level of the smallest interval that covers both, at most m
    double weight;
};

struct match_axis {
    unsigned m, count;
    struct match_part parts[MATCH_PARTS_MAX];
};

static inline int match_level_of(uint32_t first, uint32_t last, unsigned m)
{
    int level = (int)m;
    while (first >> ((int)m + 2 - level) != last >> ((int)m + 2 - level))
        level--;
    return level;
}

static inline void match_axis_fill(struct match_axis *axis, unsigned m, double size)
{
    double cuts[MATCH_PARTS_MAX + 2], one = 1u << (m + 2);
    unsigned count = 0;
    for (uint32_t i = 0; i <= 1u << (m + 2); i++) {
        if (i / one < 1 - size)
            cuts[count++] = i / one;
        if (i / one > size)
            cuts[count++] = i / one - size;
    }
    cd_sort_reals(cuts, count);
    axis->m = m;
    axis->count = 0;
    for (unsigned i = 0; i + 1 < count; i++) {
        double middle = (cuts[i] + cuts[i + 1]) / 2, weight = (cuts[i + 1] - cuts[i]) / (1 - size);
        uint32_t first = (uint32_t)(middle * one), last = (uint32_t)((middle + size) * one);
        if (weight > 0)
            axis->parts[axis->count++] =
                (struct match_part){first, last, match_level_of(first, last, m), weight};
    }
}

/// Whether an upper region, coded on level `upper`, and a region on a deeper level `lower` pass steps 6 and 7 along an
/// axis.
static inline bool match_passes_apart(const struct match_axis *axis, const struct match_part *r, int upper,
                                      const struct match_part *q, int lower)
{
    unsigned shift = axis->m - (unsigned)upper;
    unsigned a = r->first >> shift & 3, b = r->last >> shift & 3; // columns of the cell of r
    unsigned h = q->first >> (shift + 1) & 1, g = q->first >> shift & 1;
    bool deeper = lower >= upper + 2;
    if (a >> 1 == b >> 1 && a >> 1 != h)
        return false;
    return !deeper || !(h ? g == 1 && !(b & 1) : g == 0 && (a & 1));
}

/// Whether a region r* coded on level `own` is tested with r on level `other`, as far as one axis decides.
static inline bool match_passes(const struct match_axis *axis, enum match_prune prune,
                                const struct match_part *q, int own, const struct match_part *r, int other)
{
    int common = (int)axis->m + 2 - (own < other ? own : other);
    if (q->first >> common != r->first >> common)
        return false;
    if (prune == MATCH_PRUNE_NONE)
        return true;
    if (own > other)
        return match_passes_apart(axis, r, other, q, own);
    if (own < other)
        return match_passes_apart(axis, q, own, r, other);
    unsigned shift = axis->m - (unsigned)own + 1;
    return (r->first >> shift & 1) <= (q->last >> shift & 1) &&
           (q->first >> shift & 1) <= (r->last >> shift & 1);
}

/// The terms of p, for r* on one level. Term k is the part of all regions that are, along one axis, on level `level[k]`
/// or deeper and pass as regions of level `other[k]`. It depends on the place of r* along the axis.
struct match_terms {
    unsigned count;
    int sign[2 * (MATCH_DIVISIONS_MAX + 1)];
    double part[2 * (MATCH_DIVISIONS_MAX + 1)][MATCH_PARTS_MAX];
};

static inline void match_terms_fill(struct match_terms *terms, const struct match_axis *axis,
                                    enum match_prune prune, int own)
{
    terms->count = 0;
    for (int other = 0; other <= (int)axis->m; other++)
        for (int less = 0; less < (other < (int)axis->m ? 2 : 1); less++) {
            double *part = terms->part[terms->count];
            terms->sign[terms->count++] = less ? -1 : 1;
            for (unsigned q = 0; q < axis->count; q++) {
                part[q] = 0;
                for (unsigned r = 0; r < axis->count; r++)
                    if (axis->parts[r].level >= other + less &&
                        match_passes(axis, prune, &axis->parts[q], own, &axis->parts[r], other))
                        part[q] += axis->parts[r].weight;
            }
        }
}

/// Sums the products of the terms i and k (-1: none) over the places of r* on level `from` or deeper, or exactly on it.
static inline double match_sum(const struct match_axis *axis, const struct match_terms *terms, int i, int k,
                               int from, bool exactly)
{
    double sum = 0;
    for (unsigned q = 0; q < axis->count; q++)
        if (exactly ? axis->parts[q].level == from : axis->parts[q].level >= from)
            sum += axis->parts[q].weight * (i < 0 ? 1 : terms->part[i][q]) * (k < 0 ? 1 : terms->part[k][q]);
    return sum;
}

/// Does the same in two dimensions, for r* on level `own`.
static inline double match_area(const struct match_axis *axis, const struct match_terms *terms, int i, int k,
                                int own, bool straddles)
{
    double sum = match_sum(axis, terms, i, k, own, straddles), deeper = 0;
    if (!straddles && own < (int)axis->m)
        deeper = match_sum(axis, terms, i, k, own + 1, false);
    return sum * sum - deeper * deeper;
}

static inline struct match_counts match_counts_of(const struct match_question *question)
{
    struct match_counts counts = {0};
    struct match_axis *axis = cd_allocate(1, sizeof *axis);
    struct match_terms *terms = cd_allocate(1, sizeof *terms);
    match_axis_fill(axis, question->divisions, question->size);
    for (int own = 0; own <= (int)question->divisions; own++) {
        bool straddles = question->straddles;
        double all = match_area(axis, terms, -1, -1, own, straddles), sum = 0, square = 0;
        counts.share[own] = match_area(axis, terms, -1, -1, own, false);
        match_terms_fill(terms, axis, question->prune, own);
        for (int i = 0; i < (int)terms->count; i++) {
            sum += terms->sign[i] * match_area(axis, terms, i, -1, own, straddles);
            for (int k = 0; k < (int)terms->count; k++)
                square += terms->sign[i] * terms->sign[k] * match_area(axis, terms, i, k, own, straddles);
        }
        counts.mean[own] = all > 0 ? sum / all : 0;
        counts.square[own] = all > 0 ? square / all : 0;
        counts.mean_of_all += counts.share[own] * counts.mean[own];
        counts.square_of_all += counts.share[own] * counts.square[own];
    }
    cd_free(terms);
    cd_free(axis);
    return counts;
}

/// The standard deviation of the MATCH calls of one search among `candidates` regions. p has this mean and this mean
/// square, and r* and the candidates are chosen anew for each search.
static inline double match_deviation(double mean, double square, double candidates)
{
    double variance = candidates * (mean - square) + candidates * candidates * (square - mean * mean);
    return variance > 0 ? sqrt(variance) : 0;
}

#endif
