#include "algos/regions/columns.h"

#include "base/levels.h"
#include "base/memory.h"
#include "geom/lanes.h"

CD_LEVELS(void, cd_region_columns_grow)(struct cd_region_columns *columns, size_t kept, size_t capacity)
{
    if (columns->names && capacity <= columns->capacity)
        return;
    size_t room = capacity + CD_REGION_SLACK;
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        columns->low[k] = cd_reallocate(columns->low[k], kept, room, sizeof *columns->low[k]);
        columns->high[k] = cd_reallocate(columns->high[k], kept, room, sizeof *columns->high[k]);
    }
    columns->names = cd_reallocate(columns->names, kept, room, sizeof *columns->names);
    columns->capacity = capacity;
}

CD_LEVELS(void, cd_region_columns_destroy)(struct cd_region_columns *columns)
{
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        cd_free(columns->low[k]);
        cd_free(columns->high[k]);
    }
    cd_free(columns->names);
}

CD_LEVELS(struct cd_region_bounds, cd_region_columns_hull)
(const struct cd_region_columns *columns, size_t first, uint32_t count)
{
    struct cd_region_bounds hull = {{0}, {0}};
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        const int32_t *low = columns->low[k] + first, *high = columns->high[k] + first;
        int32_t min = INT32_MAX, max = INT32_MIN;
        for (uint32_t i = 0; i < count; i++) {
            min = low[i] < min ? low[i] : min;
            max = high[i] > max ? high[i] : max;
        }
        hull.low[k] = min;
        hull.high[k] = max;
    }
    return hull;
}

// Each kernel is written once for any number of axes and compiled for each number, so that the loop over axes
// disappears.

#define LANES   8
#define NUMBERS ((cd_i8){0, 1, 2, 3, 4, 5, 6, 7})

/// Lanes at any place in memory.
typedef cd_i8 stored_lanes __attribute__((aligned(4), may_alias));

CD_INLINE const stored_lanes *lanes_at(const void *place)
{
    return place;
}

/// Bit i is set where lane i of `low` is at most `box_high`, and that of `high` at least `box_low`.
CD_INLINE uint32_t meet_along(const void *low, const void *high, const cd_i8 *box_low, const cd_i8 *box_high)
{
    cd_i8 apart = (*lanes_at(low) > *box_high) | (*lanes_at(high) < *box_low);
    return ~cd_i8_signs(&apart) & 0xff;
}

/// For a mask of eight bits, the places of its bits in ascending order, one byte each.
#define PLACE(m, i)                                                                                          \
    ((m) >> (i)&1 ? (uint64_t)(i) << 8 * __builtin_popcount((unsigned)(m) & ((1u << (i)) - 1)) : 0)
#define PLACES(m)                                                                                            \
    (PLACE(m, 0) | PLACE(m, 1) | PLACE(m, 2) | PLACE(m, 3) | PLACE(m, 4) | PLACE(m, 5) | PLACE(m, 6) |       \
     PLACE(m, 7))
#define PLACES_4(m)  PLACES(m), PLACES((m) + 1), PLACES((m) + 2), PLACES((m) + 3)
#define PLACES_16(m) PLACES_4(m), PLACES_4((m) + 4), PLACES_4((m) + 8), PLACES_4((m) + 12)
#define PLACES_64(m) PLACES_16(m), PLACES_16((m) + 16), PLACES_16((m) + 32), PLACES_16((m) + 48)

/// Writes the lanes whose bits are set, side by side; it overwrites what follows them, too.
CD_INLINE void pack(void *to, const cd_i8 *values, uint32_t mask)
{
#ifdef __AVX2__
    static const uint64_t places[256] = {PLACES_64(0), PLACES_64(64), PLACES_64(128), PLACES_64(192)};
    __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)places[mask]));
    _mm256_storeu_si256(to, _mm256_permutevar8x32_epi32((__m256i)*values, order));
#else
    for (int32_t *packed = to; mask; mask &= mask - 1)
        *packed++ = (*values)[__builtin_ctz(mask)];
#endif
}

/// What rows are compared with, where a loop can keep it: stores into columns might change anything else.
struct probe {
    const int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
    cd_i8 box_low[CD_REGION_DIMENSIONS], box_high[CD_REGION_DIMENSIONS];
};

CD_INLINE struct probe columns_of(const struct cd_region_columns *columns, size_t first, uint32_t from,
                                  uint32_t to)
{
    struct probe probe = {{0}, {0}, {{0}}, {{0}}};
    for (uint32_t k = from; k < to; k++) {
        probe.low[k] = columns->low[k] + first;
        probe.high[k] = columns->high[k] + first;
    }
    return probe;
}

CD_INLINE void aim_at(struct probe *probe, const struct cd_region_bounds *bounds, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++) {
        probe->box_low[k] = bounds->low[k] - (cd_i8){0};
        probe->box_high[k] = bounds->high[k] - (cd_i8){0};
    }
}

/// The bits of the rows from i on, of `count`, that match in the dimensions from .. to - 1.
CD_INLINE uint32_t meet(const struct probe *probe, uint32_t i, uint32_t count, uint32_t from, uint32_t to)
{
    uint32_t mask = (1u << LANES) - 1;
    for (uint32_t k = from; k < to; k++)
        mask &= meet_along(probe->low[k] + i, probe->high[k] + i, &probe->box_low[k], &probe->box_high[k]);
    if (count - i < LANES)
        mask &= (1u << (count - i)) - 1;
    return mask;
}

CD_INLINE uint32_t scan_in(const struct cd_region_columns *columns, uint32_t from, uint32_t to,
                           const struct cd_region_bounds *bounds, size_t first, uint32_t count,
                           uint32_t *found)
{
    struct probe probe = columns_of(columns, first, from, to);
    uint32_t hits = 0;
    cd_i8 places = NUMBERS + (int32_t)first;
    aim_at(&probe, bounds, from, to);
    for (uint32_t i = 0; i < count; i += LANES, places += LANES) {
        uint32_t mask = meet(&probe, i, count, from, to);
        pack(found + hits, &places, mask);
        hits += (uint32_t)__builtin_popcount(mask);
    }
    return hits;
}

/// Any number of dimensions; apart, so that the usual ones need not save what it takes.
static __attribute__((noinline)) uint32_t scan_any(const struct cd_region_columns *columns, uint32_t from,
                                                   uint32_t to, const struct cd_region_bounds *bounds,
                                                   size_t first, uint32_t count, uint32_t *found)
{
    return scan_in(columns, from, to, bounds, first, count, found);
}

CD_LEVELS(uint32_t, cd_region_columns_scan)
(const struct cd_region_columns *columns, uint32_t from, uint32_t to, const struct cd_region_bounds *bounds,
 size_t first, uint32_t count, uint32_t *found)
{
    if (from == 1 && to == 2)
        return scan_in(columns, 1, 2, bounds, first, count, found);
    if (from == 0 && to == 2)
        return scan_in(columns, 0, 2, bounds, first, count, found);
    if (from == 0 && to == 1)
        return scan_in(columns, 0, 1, bounds, first, count, found);
    if (from == 1 && to == 3)
        return scan_in(columns, 1, 3, bounds, first, count, found);
    return scan_any(columns, from, to, bounds, first, count, found);
}

CD_INLINE uint32_t match_in(const struct cd_region_columns *own, size_t row, uint32_t rows, uint32_t axes,
                            const struct cd_region_columns *others, size_t first, uint32_t count,
                            uint32_t *found, uint32_t *hits)
{
    const uint32_t *names = others->names + first, *begin = found;
    struct probe probe = columns_of(others, first, 0, axes);
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t *before = found;
        for (uint32_t k = 0; k < axes; k++) {
            probe.box_low[k] = own->low[k][row + r] - (cd_i8){0};
            probe.box_high[k] = own->high[k][row + r] - (cd_i8){0};
        }
        for (uint32_t i = 0; i < count; i += LANES) {
            uint32_t mask = meet(&probe, i, count, 0, axes);
            cd_i8 values = *lanes_at(names + i);
            pack(found, &values, mask);
            found += __builtin_popcount(mask);
        }
        hits[r] = (uint32_t)(found - before);
    }
    return (uint32_t)(found - begin);
}

CD_LEVELS(uint32_t, cd_region_columns_match)
(const struct cd_region_columns *own, size_t row, uint32_t rows, const struct cd_region_columns *others,
 size_t first, uint32_t count, uint32_t *found, uint32_t hits[])
{
    switch (own->dimensions) {
    case 1:
        return match_in(own, row, rows, 1, others, first, count, found, hits);
    case 2:
        return match_in(own, row, rows, 2, others, first, count, found, hits);
    case 3:
        return match_in(own, row, rows, 3, others, first, count, found, hits);
    case 4:
        return match_in(own, row, rows, 4, others, first, count, found, hits);
    default:
        return match_in(own, row, rows, own->dimensions, others, first, count, found, hits);
    }
}

CD_INLINE uint32_t clip_in(const struct cd_region_columns *from, size_t first, uint32_t count, uint32_t axes,
                           const struct cd_region_bounds *bounds, struct cd_region_columns *into, size_t to)
{
    struct probe probe = columns_of(from, first, 0, axes);
    uint32_t kept = 0;
    cd_i8 values;
    aim_at(&probe, bounds, 0, axes);
    for (uint32_t i = 0; i < count; i += LANES) {
        uint32_t mask = meet(&probe, i, count, 0, axes);
        if (!mask)
            continue;
        for (uint32_t k = 0; k < from->dimensions; k++) {
            values = *lanes_at(from->low[k] + first + i);
            pack(into->low[k] + to + kept, &values, mask);
            values = *lanes_at(from->high[k] + first + i);
            pack(into->high[k] + to + kept, &values, mask);
        }
        values = *lanes_at(from->names + first + i);
        pack(into->names + to + kept, &values, mask);
        kept += (uint32_t)__builtin_popcount(mask);
    }
    return kept;
}

CD_LEVELS(uint32_t, cd_region_columns_clip)
(const struct cd_region_columns *from, size_t first, uint32_t count, uint32_t axes,
 const struct cd_region_bounds *bounds, struct cd_region_columns *into, size_t to)
{
    if (axes == 1)
        return clip_in(from, first, count, 1, bounds, into, to);
    return clip_in(from, first, count, 2, bounds, into, to);
}
