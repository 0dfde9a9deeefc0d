/// Extents of regions side by side: one array per coordinate, and operations on many extents at a time. Two extents
/// match when low <= other high and other low <= high in every dimension.
#ifndef CD_ALGOS_REGIONS_COLUMNS_H
#define CD_ALGOS_REGIONS_COLUMNS_H

#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arrays may be read this many rows past their last one. Likewise, functions here may write this far past their
/// results.
#define CD_REGION_SLACK 8

/// The bounds of one extent, or of any box; both ends are included.
struct cd_region_bounds {
    int32_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
};

/// A row is an extent. Its name is the id of its region in a region set, and elsewhere the number of the extent
/// in its side of the set.
struct cd_region_columns {
    uint32_t dimensions, count;
    size_t capacity; ///< rows that there is room for; 0 for a part of other columns
    uint32_t *names;
    int32_t *low[CD_REGION_DIMENSIONS], *high[CD_REGION_DIMENSIONS];
};

/// Makes room for at least `capacity` rows of columns whose dimensions are set; the first `kept` stay.
void cd_region_columns_grow(struct cd_region_columns *columns, size_t kept, size_t capacity);
void cd_region_columns_destroy(struct cd_region_columns *columns);

/// The bounds of one row.
static inline struct cd_region_bounds cd_region_columns_bounds(const struct cd_region_columns *columns,
                                                               size_t row)
{
    struct cd_region_bounds bounds;
    for (uint32_t k = 0; k < columns->dimensions; k++) {
        bounds.low[k] = columns->low[k][row];
        bounds.high[k] = columns->high[k][row];
    }
    return bounds; // cppcheck-suppress uninitvar ; what lies beyond the dimensions is never read
}

/// The least box that contains the rows first .. first + count - 1. Without rows, each low end is above its high end.
struct cd_region_bounds cd_region_columns_hull(const struct cd_region_columns *columns, size_t first,
                                               uint32_t count);

/// Widens bounds by others of as many dimensions.
static inline void cd_region_bounds_widen(struct cd_region_bounds *bounds, const struct cd_region_bounds *by,
                                          uint32_t dimensions)
{
    for (uint32_t k = 0; k < dimensions; k++) {
        bounds->low[k] = by->low[k] < bounds->low[k] ? by->low[k] : bounds->low[k];
        bounds->high[k] = by->high[k] > bounds->high[k] ? by->high[k] : bounds->high[k];
    }
}

/// Writes which of the rows first .. first + count - 1 match `bounds` in the dimensions from .. to - 1 into
/// `found`, ascending, and returns their number; there is room for `count` + CD_REGION_SLACK.
uint32_t cd_region_columns_scan(const struct cd_region_columns *columns, uint32_t from, uint32_t to,
                                const struct cd_region_bounds *bounds, size_t first, uint32_t count,
                                uint32_t *found);

/// Tests the `rows` rows of `own` from `row` on, each against the rows first .. first + count - 1 of `others`. Writes
/// to `found` the names of the others that match the first row, then of those that match the second row, and so on.
/// Writes to hits[] the number for each row, and returns the total. There is room for rows * count + CD_REGION_SLACK.
uint32_t cd_region_columns_match(const struct cd_region_columns *own, size_t row, uint32_t rows,
                                 const struct cd_region_columns *others, size_t first, uint32_t count,
                                 uint32_t *found, uint32_t hits[]);

/// Copies the rows first .. first + count - 1 that match the bounds along the first `axes` axes, one or two, to
/// row `to` and on, where there is room for `count`. Returns their number. The columns may be the same if the rows are
/// not.
uint32_t cd_region_columns_clip(const struct cd_region_columns *from, size_t first, uint32_t count,
                                uint32_t axes, const struct cd_region_bounds *bounds,
                                struct cd_region_columns *into, size_t to);

#ifdef __cplusplus
}
#endif
#endif
