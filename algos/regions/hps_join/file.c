#include "algos/regions/hps_join/file.h"

#include <string.h>

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
