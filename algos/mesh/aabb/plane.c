// The plane of least penalty, as zhao_formula_5 finds it, with less work. With lambda = 1 the penalty |left - right| +
// across is count - 2 * min(left, right), so it is the plane whose poorer side has most spheres; that changes only where
// a sphere ends. If there are few spheres, they are counted against every end, eight ends at a time. If there are many,
// their ends are counted in bins along each axis. The counts bound what a plane within each bin can reach, and only the
// ends in bins that may have the best are sorted and walked along.
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

/// The first of the best planes along an axis: at an end, or halfway from there to the next one.
struct candidate {
    uint32_t fewer; ///< spheres on the poorer side; 0 where there is no plane
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

static uint32_t lesser(uint32_t left, uint32_t right)
{
    return left < right ? left : right;
}

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

// Finds the plane with the sphere ends in eight lanes: in each lane its own best first.
static struct candidate best_of_few(const struct aabb_piece *pieces, uint32_t count, int axis)
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
    cd_f8 most = {0}, most_end = infinite;
    cd_i8 most_beyond = {0};
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
            cd_f8 fewer = CD_F8_SELECT(left < right, left, right);
            cd_i8 better = (fewer > most) | ((fewer == most) & (end < most_end));
            most = CD_F8_SELECT(better, fewer, most);
            most_end = CD_F8_SELECT(better, end, most_end);
            most_beyond = (better & -beyond) | (~better & most_beyond);
        }
    }
    cd_f8 opposite = -most;
    float fewer = -cd_f8_least(&opposite);
    cd_i8 found = most == fewer;
    cd_f8 first = CD_F8_SELECT(found, most_end, infinite);
    float end = cd_f8_least(&first);
    found &= most_beyond & (first == end);
    return (struct candidate){(uint32_t)fewer, end, cd_i8_signs(&found) != 0};
}

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
                         uint64_t *room, struct candidate best[3])
{
    struct bins bins;
    uint32_t bound = 0; // of the best plane beyond the last end of a bin
    count_ends(&bins, bounds, pieces, count);
    for (int axis = 0; axis < 3; axis++) {
        uint32_t begun = 0, ended = 0;
        for (uint32_t bin = 0; bin <= bins.count; bin++) {
            uint32_t own_begun = bins.begun[axis][bin], own_ended = bins.ended[axis][bin];
            bins.begun[axis][bin] = begun;
            bins.ended[axis][bin] = ended;
            uint32_t fewer = lesser(ended, count - begun);
            bound = fewer > bound ? fewer : bound;
            begun += own_begun;
            ended += own_ended;
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        // The bins that may have as good a plane: on its left is no more than ends by the end of the bin, on its right
        // no more than begins from its begin on.
        unsigned char wanted[BINS];
        uint32_t gathered = 0, some = 0;
        for (uint32_t bin = 0; bin < bins.count; bin++) {
            wanted[bin] = lesser(bins.ended[axis][bin + 1], count - bins.begun[axis][bin]) >= bound;
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
        best[axis] = (struct candidate){0, 0, false};
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
                uint32_t fewer = lesser(ended, count - (beyond ? touched : begun));
                if (fewer > best[axis].fewer)
                    best[axis] = (struct candidate){fewer, end, beyond};
            }
            begun = touched;
        }
    }
}

CD_LEVELS(bool, aabb_best_plane)
(const struct aabb_piece *pieces, uint32_t count, const struct aabb_bounds *bounds, uint64_t *room,
 struct aabb_plane *plane)
{
    struct candidate best[3];
    if (count > FEW)
        best_of_many(pieces, count, bounds, room, best);
    for (int axis = 0; axis < 3 && count <= FEW; axis++)
        best[axis] = best_of_few(pieces, count, axis);
    int found = aabb_longest_axis(bounds);
    uint32_t most = 0;
    for (int axis = 0; axis < 3; axis++) {
        bool longer = length_along(bounds, axis) > length_along(bounds, found);
        if (best[axis].fewer > most || (best[axis].fewer == most && longer)) {
            most = best[axis].fewer;
            found = axis;
        }
    }
    if (!most)
        return false;
    float end = best[found].end, next = best[found].beyond ? INFINITY : end;
    for (uint32_t i = 0; i < count && best[found].beyond; i++) {
        float low = pieces[i].low[found], high = pieces[i].high[found];
        next = low > end && low < next ? low : next;
        next = high > end && high < next ? high : next;
    }
    *plane = (struct aabb_plane){found, 0.5 * ((double)end + (double)next)};
    return true;
}
