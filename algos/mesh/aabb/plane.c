// The plane of least penalty, as zhao_formula_5 finds it, with less work. The penalty changes only where a sphere
// ends. If there are few spheres, they are counted against every end, eight ends at a time. If there are many, their
// ends are counted in bins along each axis. The counts bound the penalty within each bin, and only the ends in bins
// that may have the least penalty are sorted and walked along.
#include "algos/mesh/aabb/aabb.h"

#include "algos/radix_sort.h"
#include "base/levels.h"
#include "geom/lanes.h"

#include <math.h>
#include <string.h>

#define LANES 8

// This many spheres are few.
#define FEW 32

// The most bins along an axis.
#define BINS 256

/// The first plane of least penalty along an axis: at an end, or halfway from there to the next one.
struct candidate {
    double penalty;
    float end;
    bool beyond;
};

CD_LEVELS(struct aabb_bounds, aabb_bounds_of)(const struct aabb_piece *pieces, uint32_t count)
{
    cd_f8 low, high, ends; // the lower and the upper end of a piece are next to each other
    memcpy(&low, pieces, sizeof low);
    high = low;
    for (uint32_t i = 1; i < count; i++) {
        memcpy(&ends, &pieces[i], sizeof ends);
        cd_f8_widen(&low, &high, &ends);
    }
    struct aabb_bounds bounds;
    memcpy(bounds.low, &low, sizeof bounds.low);
    memcpy(bounds.high, (const float *)&high + 4, sizeof bounds.high);
    return bounds;
}

static float length_along(const struct aabb_bounds *bounds, int axis)
{
    return bounds->high[axis] - bounds->low[axis];
}

CD_LEVELS(int, aabb_longest_axis)(const struct aabb_bounds *bounds)
{
    int found = 0;
    for (int axis = 1; axis < 3; axis++)
        if (length_along(bounds, axis) > length_along(bounds, found))
            found = axis;
    return found;
}

static double penalty(uint32_t left, uint32_t right, uint32_t count, double lambda)
{
    if (!left || !right)
        return INFINITY;
    return fabs((double)left - right) + lambda * ((double)count - left - right);
}

// ---- sorting ---------------------------------------------------------------------------------------------

static float value_of(uint32_t key)
{
    float value;
    key = key & 0x80000000u ? key & ~0x80000000u : ~key;
    memcpy(&value, &key, sizeof value);
    return value;
}

CD_LEVELS(uint64_t *, aabb_sort)(uint64_t *words, uint64_t *spare, uint32_t count)
{
    if (count > 128)
        return cd_radix_sort(NULL, words, spare, count, 0, 64);
    for (uint32_t i = 1; i < count; i++) {
        uint64_t word = words[i];
        uint32_t place = i;
        for (; place > 0 && words[place - 1] > word; place--)
            words[place] = words[place - 1];
        words[place] = word;
    }
    return words;
}

// ---- few spheres -----------------------------------------------------------------------------------------

// Finds the plane with the sphere ends in eight lanes: in each lane its own best first.
static struct candidate best_of_few(const struct aabb_piece *pieces, uint32_t count, int axis, float lambda)
{
    _Alignas(32) float ends[2 * FEW + LANES];
    float *low = ends, *high = ends + count;
    for (uint32_t i = 0; i < count; i++) {
        low[i] = pieces[i].low[axis];
        high[i] = pieces[i].high[axis];
    }
    for (uint32_t i = 2 * count; i % LANES; i++)
        ends[i] = ends[0];
    const cd_f8 infinite = INFINITY - (cd_f8){0}, n = (float)count - (cd_f8){0};
    cd_f8 least = infinite, least_end = infinite;
    cd_i8 least_beyond = {0};
    for (uint32_t at = 0; at < 2 * count; at += LANES) {
        cd_f8 end = *(const cd_f8 *)(ends + at);
        cd_i8 ended = {0}, begun = {0}, touched = {0};
        for (uint32_t i = 0; i < count; i++) {
            ended -= high[i] <= end;
            begun -= low[i] < end;
            touched -= low[i] <= end;
        }
        cd_f8 left = __builtin_convertvector(ended, cd_f8);
        for (int beyond = 0; beyond < 2; beyond++) {
            cd_f8 right = n - __builtin_convertvector(beyond ? touched : begun, cd_f8);
            cd_f8 found = CD_F8_ABS((left - right)) + lambda * (n - left - right);
            cd_i8 better =
                (left > 0) & (right > 0) & ((found < least) | ((found == least) & (end < least_end)));
            least = CD_F8_SELECT(better, found, least);
            least_end = CD_F8_SELECT(better, end, least_end);
            least_beyond = (better & -beyond) | (~better & least_beyond);
        }
    }
    float penalty_found = cd_f8_least(&least);
    cd_i8 found = least == penalty_found;
    cd_f8 first = CD_F8_SELECT(found, least_end, infinite);
    float end = cd_f8_least(&first);
    found &= least_beyond & (first == end);
    return (struct candidate){(double)penalty_found, end, cd_i8_signs(&found) != 0};
}

// Of two spheres, one of which must end before the other begins.
static struct candidate best_of_two(const struct aabb_piece pieces[2], int axis)
{
    for (int i = 0; i < 2; i++)
        if (pieces[i].high[axis] <= pieces[1 - i].low[axis])
            return (struct candidate){0, pieces[i].high[axis], false};
    return (struct candidate){INFINITY, 0, false};
}

// ---- many spheres ----------------------------------------------------------------------------------------

/// Spheres that begin and that end in each bin along the axes; once added up, those before it.
struct bins {
    uint32_t count;
    float low[4], scale[4];
    uint32_t begun[3][BINS + 1], ended[3][BINS + 1];
};

CD_INLINE uint32_t bin_of(const struct bins *bins, int axis, float end)
{
    return (uint32_t)(int32_t)((end - bins->low[axis]) * bins->scale[axis]);
}

static void count_ends(struct bins *bins, const struct aabb_bounds *bounds, const struct aabb_piece *pieces,
                       uint32_t count)
{
    bins->count = 16;
    while (bins->count < BINS && bins->count * 8 < count)
        bins->count *= 2;
    memcpy(bins->low, bounds->low, sizeof bins->low);
    for (int axis = 0; axis < 3; axis++) {
        memset(bins->begun[axis], 0, (bins->count + 1) * sizeof **bins->begun);
        memset(bins->ended[axis], 0, (bins->count + 1) * sizeof **bins->ended);
        bins->scale[axis] = (float)(bins->count - 1) / length_along(bounds, axis);
        if (!isfinite(bins->scale[axis])) // a body of almost no size: all in one bin
            bins->scale[axis] = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            bins->begun[axis][bin_of(bins, axis, pieces[i].low[axis])]++;
            bins->ended[axis][bin_of(bins, axis, pieces[i].high[axis])]++;
        }
}

static void best_of_many(const struct aabb_piece *pieces, uint32_t count, const struct aabb_bounds *bounds,
                         double lambda, uint64_t *room, struct candidate best[3])
{
    struct bins bins;
    double bound = INFINITY; // the least penalty beyond the last end of a bin
    count_ends(&bins, bounds, pieces, count);
    for (int axis = 0; axis < 3; axis++) {
        uint32_t begun = 0, ended = 0;
        for (uint32_t bin = 0; bin <= bins.count; bin++) {
            uint32_t own_begun = bins.begun[axis][bin], own_ended = bins.ended[axis][bin];
            bins.begun[axis][bin] = begun;
            bins.ended[axis][bin] = ended;
            bound = fmin(bound, penalty(ended, count - begun, count, lambda));
            begun += own_begun;
            ended += own_ended;
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        // The bins that may have a plane of at most this penalty. Within a bin the penalty is the larger of two linear
        // functions, of what has begun and what has ended; each is taken where it is least.
        unsigned char wanted[BINS];
        uint32_t gathered = 0, some = 0;
        for (uint32_t bin = 0; bin < bins.count; bin++) {
            const uint32_t *begun = bins.begun[axis] + bin, *ended = bins.ended[axis] + bin;
            double left =
                count - (1 + lambda) * ended[1] - (1 - lambda) * (lambda <= 1 ? begun[1] : begun[0]);
            double right =
                (1 - lambda) * (lambda <= 1 ? ended[0] : ended[1]) + (1 + lambda) * begun[0] - count;
            double least = fmax(left, right) * (1 - 0x1p-40) - 0x1p-20; // except for rounding
            wanted[bin] = least <= bound;
            some |= wanted[bin];
        }
        // Their ends, as words: the end, and whether a sphere ends there.
        for (uint32_t i = 0; i < count && some; i++) {
            float low = pieces[i].low[axis], high = pieces[i].high[axis];
            room[gathered] = (uint64_t)aabb_key(low) << 1;
            gathered += wanted[bin_of(&bins, axis, low)];
            room[gathered] = (uint64_t)aabb_key(high) << 1 | 1;
            gathered += wanted[bin_of(&bins, axis, high)];
        }
        const uint64_t *words = aabb_sort(room, room + 2 * (size_t)count, gathered);
        uint32_t bin = BINS, begun = 0, ended = 0;
        best[axis] = (struct candidate){INFINITY, 0, false};
        for (uint32_t i = 0; i < gathered;) {
            float end = value_of((uint32_t)(words[i] >> 1));
            if (bin_of(&bins, axis, end) != bin) {
                bin = bin_of(&bins, axis, end);
                begun = bins.begun[axis][bin];
                ended = bins.ended[axis][bin];
            }
            uint32_t touched = begun;
            for (; i < gathered && value_of((uint32_t)(words[i] >> 1)) == end; i++) {
                touched += !(words[i] & 1);
                ended += words[i] & 1;
            }
            for (int beyond = 0; beyond < 2; beyond++) {
                double found = penalty(ended, count - (beyond ? touched : begun), count, lambda);
                if (found < best[axis].penalty)
                    best[axis] = (struct candidate){found, end, beyond};
            }
            begun = touched;
        }
    }
}

// ---- all axes --------------------------------------------------------------------------------------------

CD_LEVELS(bool, aabb_best_plane)
(const struct aabb_piece *pieces, uint32_t count, const struct aabb_bounds *bounds, double lambda,
 uint64_t *room, struct aabb_plane *plane)
{
    struct candidate best[3];
    bool is_short =
        lambda <= 1024 && lambda * 256 == floor(lambda * 256); // penalties are floats without rounding
    if (count == 2)
        for (int axis = 0; axis < 3; axis++)
            best[axis] = best_of_two(pieces, axis);
    else if (count <= FEW && is_short)
        for (int axis = 0; axis < 3; axis++)
            best[axis] = best_of_few(pieces, count, axis, (float)lambda);
    else
        best_of_many(pieces, count, bounds, lambda, room, best);
    int found = aabb_longest_axis(bounds);
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        bool longer = length_along(bounds, axis) > length_along(bounds, found);
        if (best[axis].penalty < least || (best[axis].penalty == least && longer)) {
            least = best[axis].penalty;
            found = axis;
        }
    }
    if (!(least < (double)INFINITY))
        return false;
    float end = best[found].end, next = best[found].beyond ? INFINITY : end;
    for (uint32_t i = 0; i < count && best[found].beyond; i++) {
        float low = pieces[i].low[found], high = pieces[i].high[found];
        next = low > end && low < next ? low : next;
        next = high > end && high < next ? high : next;
    }
    *plane = (struct aabb_plane){found, 0.5 * ((double)end + (double)next), least};
    return true;
}
