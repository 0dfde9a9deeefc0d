/// Rows filed by where they begin along one axis: so finely that those which can reach a region along it
/// stand side by side, and nearly no others.
#ifndef CD_ALGOS_REGIONS_HPS_JOIN_FILE_H
#define CD_ALGOS_REGIONS_HPS_JOIN_FILE_H

#include "algos/regions/hps_join/columns.h"

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
