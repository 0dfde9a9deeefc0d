/// Regions side by side in columns, one coordinate each, and the two things that are done to sixteen of them
/// at a time: testing them against one region, and clipping them to a cell.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_COLUMNS_H
#define CD_ALGOS_REGIONS_HPS_JOIN_COLUMNS_H

#include "algos/regions/region_set.h"

#include <stddef.h>
#include <stdint.h>

/// Rows that may be read and written past the end of columns.
#define HPS_LANES 16

/// Columns of `capacity` rows and HPS_LANES more. Intervals are closed.
struct hps_columns {
    uint32_t dimensions;
    size_t capacity;
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
    uint32_t *extent; ///< index into its side of the region set
};

/// A box of coordinates, closed.
struct hps_box {
    int32_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
};

void hps_columns_create(struct hps_columns *columns, uint32_t dimensions, size_t capacity);
void hps_columns_destroy(struct hps_columns *columns);

/// Makes room for at least `capacity` rows; the first `kept` stay.
void hps_columns_grow(struct hps_columns *columns, size_t kept, size_t capacity);

/// The box of one row.
static inline struct hps_box hps_columns_box(const struct hps_columns *columns, size_t row)
{
    struct hps_box box = {{0}, {0}};
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        box.low[k] = columns->low[k][row];
        box.high[k] = columns->high[k][row];
    }
    return box;
}

/// Rows of one side that are tested at once.
#define HPS_ROWS_MAX 64

/// Tests the `rows` rows of `own` from `row` on, at most HPS_ROWS_MAX, each against the rows first .. first
/// + count - 1 of `others`: writes the extents of the latter that share a point with the first row to
/// `found`, behind them those of the second row and so on, and to hits[] how many each row has; returns how
/// many there are in all. `found` has room for rows * count + HPS_LANES.
uint32_t hps_columns_match(const struct hps_columns *own, size_t row, uint32_t rows,
                           const struct hps_columns *others, size_t first, uint32_t count, uint32_t *found,
                           uint32_t hits[]);

/// Writes to `chosen`, which has room for `count` + HPS_LANES, which of the rows first .. first + count - 1
/// share a point with the box along the first `axes` axes, counted from `first`; returns how many do.
uint32_t hps_columns_choose(const struct hps_columns *columns, size_t first, uint32_t count, uint32_t axes,
                            const struct hps_box *box, uint32_t *chosen);

/// The least box that holds the rows first .. first + count - 1, of which there is one at least.
struct hps_box hps_columns_bounds(const struct hps_columns *columns, size_t first, uint32_t count);

/// Copies the rows first .. first + count - 1 that share a point with the box along the first `axes` axes to
/// row `to` and on, which has room for `count`; returns how many these are. The columns may be the same
/// where the rows are not.
uint32_t hps_columns_clip(const struct hps_columns *from, size_t first, uint32_t count, uint32_t axes,
                          const struct hps_box *box, struct hps_columns *into, size_t to);

// Files: rows filed by where they begin along one axis, so finely that those which can reach a region along
// it stand side by side, and nearly no others.

/// Boxes of a file at most.
#define HPS_FILE_BOXES 1024

/// Where the boxes of two files lie along an axis: box 0 begins at `base`, each is 2^shift long, and what
/// lies outside counts as the first or the last.
struct hps_ruler {
    uint32_t axis;
    int32_t base;
    uint32_t shift, last;
};

/// A ruler for rows that lie in a box, with about as many boxes as there are rows.
struct hps_ruler hps_ruler_for(const struct hps_box *box, uint32_t axis, uint32_t rows);

static inline uint32_t hps_ruler_at(const struct hps_ruler *ruler, int32_t coordinate)
{
    if (coordinate <= ruler->base)
        return 0;
    uint32_t at = ((uint32_t)coordinate - (uint32_t)ruler->base) >> ruler->shift;
    return at < ruler->last ? at : ruler->last;
}

/// Rows first .. first + count - 1 of `columns`; those of box i begin at row first + starts[i] and end where
/// the next box begins.
struct hps_file {
    struct hps_columns *columns;
    size_t first;
    uint32_t count;
    uint32_t starts[HPS_FILE_BOXES + 3];
};

/// Rows to be filed: those among `count` of them that share a point with a box.
struct hps_source {
    const struct hps_columns *columns;
    size_t first;
    uint32_t count;
};

/// Files the rows of both sources that share a point with `box` along the first `axes` axes in `into` from
/// row `first` on, growing it behind the first `first` rows.
void hps_file_make(struct hps_file *file, const struct hps_ruler *ruler, const struct hps_source sources[2],
                   uint32_t axes, const struct hps_box *box, struct hps_columns *into, size_t first);

#endif
