#include "algos/regions/hps_join/columns.h"

#include "base/memory.h"

#include <string.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

void hps_columns_create(struct hps_columns *columns, uint32_t dimensions, size_t capacity)
{
    *columns = (struct hps_columns){.dimensions = dimensions};
    hps_columns_grow(columns, 0, capacity);
}

void hps_columns_destroy(struct hps_columns *columns)
{
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        cd_free(columns->low[k]);
        cd_free(columns->high[k]);
    }
    cd_free(columns->extent);
}

void hps_columns_grow(struct hps_columns *columns, size_t kept, size_t capacity)
{
    if (columns->extent && capacity <= columns->capacity)
        return;
    size_t room = capacity + HPS_LANES;
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        columns->low[k] = cd_reallocate(columns->low[k], kept, room, sizeof(int32_t));
        columns->high[k] = cd_reallocate(columns->high[k], kept, room, sizeof(int32_t));
    }
    columns->extent = cd_reallocate(columns->extent, kept, room, sizeof(uint32_t));
    columns->capacity = capacity;
}

// Both kernels are written once for any number of axes and compiled for each, so that the loop over axes
// goes.
#define FOR_ANY_AXES static inline __attribute__((always_inline))

/// What rows are compared with, where a loop can keep it: stores into columns might change anything else.
struct probe {
    const int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
#ifdef __AVX512F__
    __m512i box_low[CD_REGION_DIMENSIONS], box_high[CD_REGION_DIMENSIONS];
#else
    int32_t box_low[CD_REGION_DIMENSIONS], box_high[CD_REGION_DIMENSIONS];
#endif
};

#ifdef __AVX512F__

#define SPREAD(value) _mm512_set1_epi32(value)

/// Bit i is set when row i shares a point with the box along the first `axes` axes.
FOR_ANY_AXES uint32_t meet(const struct probe *probe, size_t row, uint32_t axes)
{
    __mmask16 mask = 0xffff;
    for (uint32_t k = 0; k < axes; k++) {
        mask =
            _mm512_mask_cmple_epi32_mask(mask, _mm512_loadu_si512(probe->low[k] + row), probe->box_high[k]);
        mask =
            _mm512_mask_cmpge_epi32_mask(mask, _mm512_loadu_si512(probe->high[k] + row), probe->box_low[k]);
    }
    return mask;
}

/// Writes those of sixteen values whose bits are set, side by side.
FOR_ANY_AXES void pack(void *to, const void *from, uint32_t mask)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)mask, _mm512_loadu_si512(from)));
}

#else

#define SPREAD(value) (value)

FOR_ANY_AXES uint32_t meet(const struct probe *probe, size_t row, uint32_t axes)
{
    uint32_t meets[HPS_LANES], mask = 0;
    for (unsigned i = 0; i < HPS_LANES; i++)
        meets[i] = 1u << i;
    for (uint32_t k = 0; k < axes; k++)
        for (unsigned i = 0; i < HPS_LANES; i++)
            meets[i] &= (uint32_t) - (int32_t)((probe->low[k][row + i] <= probe->box_high[k]) &
                                               (probe->high[k][row + i] >= probe->box_low[k]));
    for (unsigned i = 0; i < HPS_LANES; i++)
        mask |= meets[i];
    return mask;
}

FOR_ANY_AXES void pack(void *to, const void *from, uint32_t mask)
{
    const uint32_t *values = from;
    uint32_t *packed = to;
    for (; mask; mask &= mask - 1)
        *packed++ = values[__builtin_ctz(mask)];
}

#endif

FOR_ANY_AXES struct probe columns_of(const struct hps_columns *columns, size_t first, uint32_t axes)
{
    struct probe probe = {0};
    for (uint32_t k = 0; k < axes; k++) {
        probe.low[k] = columns->low[k] + first;
        probe.high[k] = columns->high[k] + first;
    }
    return probe;
}

FOR_ANY_AXES void aim_at_row(struct probe *probe, const struct hps_columns *own, size_t row, uint32_t axes)
{
    for (uint32_t k = 0; k < axes; k++) {
        probe->box_low[k] = SPREAD(own->low[k][row]);
        probe->box_high[k] = SPREAD(own->high[k][row]);
    }
}

FOR_ANY_AXES struct probe probe_of(const struct hps_columns *columns, size_t first, uint32_t axes,
                                   const struct hps_box *box)
{
    struct probe probe = columns_of(columns, first, axes);
    for (uint32_t k = 0; k < axes; k++) {
        probe.box_low[k] = SPREAD(box->low[k]);
        probe.box_high[k] = SPREAD(box->high[k]);
    }
    return probe;
}

/// The bits of the rows that there are.
static inline uint32_t rows_left(uint32_t count, uint32_t done)
{
    return count - done < HPS_LANES ? (1u << (count - done)) - 1 : 0xffff;
}

FOR_ANY_AXES uint32_t match_in(const struct hps_columns *own, size_t row, uint32_t rows, uint32_t axes,
                               const struct hps_columns *others, size_t first, uint32_t count,
                               uint32_t *found, uint32_t *hits)
{
    const uint32_t *extent = others->extent + first;
    const uint32_t *begin = found;
    struct probe probe = columns_of(others, first, axes);
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t *before = found;
        aim_at_row(&probe, own, row + r, axes);
        for (uint32_t i = 0; i < count; i += HPS_LANES) {
            uint32_t mask = meet(&probe, i, axes) & rows_left(count, i);
            pack(found, extent + i, mask);
            found += __builtin_popcount(mask);
        }
        hits[r] = (uint32_t)(found - before);
    }
    return (uint32_t)(found - begin);
}

uint32_t hps_columns_match(const struct hps_columns *own, size_t row, uint32_t rows,
                           const struct hps_columns *others, size_t first, uint32_t count, uint32_t *found,
                           uint32_t hits[])
{
    switch (own->dimensions) {
    case 1:
        return match_in(own, row, rows, 1, others, first, count, found, hits);
    case 2:
        return match_in(own, row, rows, 2, others, first, count, found, hits);
    case 3:
        return match_in(own, row, rows, 3, others, first, count, found, hits);
    default:
        return match_in(own, row, rows, 4, others, first, count, found, hits);
    }
}

FOR_ANY_AXES uint32_t choose_in(const struct hps_columns *columns, size_t first, uint32_t count,
                                uint32_t axes, const struct hps_box *box, uint32_t *chosen)
{
    const struct probe probe = probe_of(columns, first, axes, box);
    uint32_t places[HPS_LANES], hits = 0;
    for (uint32_t i = 0; i < HPS_LANES; i++)
        places[i] = i;
    for (uint32_t i = 0; i < count; i += HPS_LANES) {
        uint32_t mask = meet(&probe, i, axes) & rows_left(count, i);
        pack(chosen + hits, places, mask);
        hits += (uint32_t)__builtin_popcount(mask);
        for (uint32_t k = 0; k < HPS_LANES; k++)
            places[k] += HPS_LANES;
    }
    return hits;
}

uint32_t hps_columns_choose(const struct hps_columns *columns, size_t first, uint32_t count, uint32_t axes,
                            const struct hps_box *box, uint32_t *chosen)
{
    if (axes == 1)
        return choose_in(columns, first, count, 1, box, chosen);
    return choose_in(columns, first, count, 2, box, chosen);
}

struct hps_box hps_columns_bounds(const struct hps_columns *columns, size_t first, uint32_t count)
{
    struct hps_box box = hps_columns_box(columns, first);
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        const int32_t *low = columns->low[k] + first, *high = columns->high[k] + first;
        int32_t min = low[0], max = high[0];
        for (uint32_t i = 1; i < count; i++) {
            min = low[i] < min ? low[i] : min;
            max = high[i] > max ? high[i] : max;
        }
        box.low[k] = min;
        box.high[k] = max;
    }
    return box;
}

FOR_ANY_AXES uint32_t clip_in(const struct hps_columns *from, size_t first, uint32_t count, uint32_t axes,
                              const struct hps_box *box, struct hps_columns *into, size_t to)
{
    const struct probe probe = probe_of(from, first, axes, box);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i += HPS_LANES) {
        uint32_t mask = meet(&probe, i, axes) & rows_left(count, i);
        if (!mask)
            continue;
        for (uint32_t k = 0; k < from->dimensions; k++) {
            pack(into->low[k] + to + kept, from->low[k] + first + i, mask);
            pack(into->high[k] + to + kept, from->high[k] + first + i, mask);
        }
        pack(into->extent + to + kept, from->extent + first + i, mask);
        kept += (uint32_t)__builtin_popcount(mask);
    }
    return kept;
}

uint32_t hps_columns_clip(const struct hps_columns *from, size_t first, uint32_t count, uint32_t axes,
                          const struct hps_box *box, struct hps_columns *into, size_t to)
{
    if (axes == 1)
        return clip_in(from, first, count, 1, box, into, to);
    return clip_in(from, first, count, 2, box, into, to);
}

// ---- files ------------------------------------------------------------------------------------------------

/// Rows that are looked at before they are filed.
#define CHUNK 1024

struct hps_ruler hps_ruler_for(const struct hps_box *box, uint32_t axis, uint32_t rows)
{
    struct hps_ruler ruler = {.axis = axis, .base = box->low[axis]};
    uint32_t boxes = rows < 16 ? 16 : rows < HPS_FILE_BOXES ? rows : HPS_FILE_BOXES;
    uint32_t span = (uint32_t)box->high[axis] - (uint32_t)box->low[axis];
    while (span >> ruler.shift >= boxes)
        ruler.shift++;
    ruler.last = span >> ruler.shift;
    return ruler;
}

/// Rows that were chosen, counted into the box after next: adding up makes that the start of the next.
static void count_chosen(struct hps_file *file, const struct hps_ruler *ruler, const int32_t *low,
                         const uint32_t *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        file->starts[hps_ruler_at(ruler, low[chosen[i]]) + 2]++;
    file->count += count;
}

/// Copies rows that were chosen to where their box has got to.
static void put_chosen(struct hps_file *file, const struct hps_ruler *ruler, const struct hps_columns *from,
                       size_t first, uint32_t *chosen, uint32_t count)
{
    uint32_t places[CHUNK];
    const int32_t *along = from->low[ruler->axis] + first;
    for (uint32_t i = 0; i < count; i++)
        places[i] = file->starts[hps_ruler_at(ruler, along[chosen[i]]) + 1]++;
    for (uint32_t k = 0; k < from->dimensions; k++) {
        const int32_t *low = from->low[k] + first, *high = from->high[k] + first;
        int32_t *to_low = file->columns->low[k] + file->first,
                *to_high = file->columns->high[k] + file->first;
        for (uint32_t i = 0; i < count; i++) {
            to_low[places[i]] = low[chosen[i]];
            to_high[places[i]] = high[chosen[i]];
        }
    }
    uint32_t *to_extent = file->columns->extent + file->first;
    for (uint32_t i = 0; i < count; i++)
        to_extent[places[i]] = from->extent[first + chosen[i]];
}

static void go_through(struct hps_file *file, const struct hps_ruler *ruler, const struct hps_source *source,
                       uint32_t axes, const struct hps_box *box, bool puts)
{
    uint32_t chosen[CHUNK + HPS_LANES];
    for (uint32_t done = 0; done < source->count; done += CHUNK) {
        size_t first = source->first + done;
        uint32_t rows = source->count - done < CHUNK ? source->count - done : CHUNK;
        uint32_t count = hps_columns_choose(source->columns, first, rows, axes, box, chosen);
        if (puts)
            put_chosen(file, ruler, source->columns, first, chosen, count);
        else
            count_chosen(file, ruler, source->columns->low[ruler->axis] + first, chosen, count);
    }
}

void hps_file_make(struct hps_file *file, const struct hps_ruler *ruler, const struct hps_source sources[2],
                   uint32_t axes, const struct hps_box *box, struct hps_columns *into, size_t first)
{
    file->columns = into;
    file->first = first;
    file->count = 0;
    memset(file->starts, 0, (ruler->last + 3) * sizeof *file->starts);
    for (int i = 0; i < 2; i++)
        go_through(file, ruler, &sources[i], axes, box, false);
    for (uint32_t i = 2; i < ruler->last + 3; i++)
        file->starts[i] += file->starts[i - 1];
    if (first + file->count > into->capacity)
        hps_columns_grow(into, first, first + file->count + file->count / 4);
    for (int i = 0; i < 2; i++)
        go_through(file, ruler, &sources[i], axes, box, true);
}
