// The tests of a cell's own regions against each other and against those of its ancestors that reach into it.
#include "algos/regions/hps_join/join.h"
#include "algos/threads.h"
#include "base/levels.h"

#include <string.h>

/// Rows that are looked at before they are filed.
#define CHUNK 1024

/// Where the boxes of two files are along an axis: box 0 begins at `base`, each is 2^shift long, and what is outside
/// counts as in the first or the last.
struct ruler {
    uint32_t axis;
    int32_t base;
    uint32_t shift, last;
};

/// A ruler for rows that lie in a box, with about as many boxes as there are rows.
static struct ruler ruler_for(const struct cd_region_bounds *box, uint32_t axis, uint32_t rows)
{
    struct ruler ruler = {.axis = axis, .base = box->low[axis]};
    uint32_t boxes = rows < 16 ? 16 : rows < HPS_FILE_BOXES ? rows : HPS_FILE_BOXES;
    uint32_t span = (uint32_t)box->high[axis] - (uint32_t)box->low[axis];
    while (span >> ruler.shift >= boxes)
        ruler.shift++;
    ruler.last = span >> ruler.shift;
    return ruler;
}

static inline uint32_t ruler_at(const struct ruler *ruler, int32_t coordinate)
{
    if (coordinate <= ruler->base)
        return 0;
    uint32_t at = ((uint32_t)coordinate - (uint32_t)ruler->base) >> ruler->shift;
    return at < ruler->last ? at : ruler->last;
}

/// Rows to be filed: those among `count` of them that share a point with a box.
struct source {
    const struct cd_region_columns *columns;
    size_t first;
    uint32_t count;
};

/// Goes through the rows of a source that share a point with a box, and counts them or, with `puts`, copies them to the next
/// place of their box.
static void go_through(struct hps_file *file, const struct ruler *ruler, const struct source *source,
                       uint32_t axes, const struct cd_region_bounds *box, bool puts)
{
    const struct cd_region_columns *from = source->columns, *into = file->columns;
    uint32_t chosen[CHUNK + CD_REGION_SLACK], places[CHUNK];
    for (uint32_t done = 0; done < source->count; done += CHUNK) {
        uint32_t rows = source->count - done < CHUNK ? source->count - done : CHUNK;
        uint32_t count = cd_region_columns_scan(from, 0, axes, box, source->first + done, rows, chosen);
        const int32_t *along = from->low[ruler->axis];
        for (uint32_t i = 0; i < count && !puts;
             i++) // into the box after next: adding up makes that its start
            file->starts[ruler_at(ruler, along[chosen[i]]) + 2]++;
        if (!puts) {
            file->count += count;
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            places[i] = file->starts[ruler_at(ruler, along[chosen[i]]) + 1]++;
        for (uint32_t k = 0; k < from->dimensions; k++) {
            const int32_t *low = from->low[k], *high = from->high[k];
            int32_t *to_low = into->low[k] + file->first, *to_high = into->high[k] + file->first;
            for (uint32_t i = 0; i < count; i++) {
                to_low[places[i]] = low[chosen[i]];
                to_high[places[i]] = high[chosen[i]];
            }
        }
        for (uint32_t i = 0; i < count; i++)
            into->names[file->first + places[i]] = from->names[chosen[i]];
    }
}

/// Files in `into`, from row `first` on, the rows of both sources that share a point with `box` along the first `axes`
/// axes. Grows `into` behind the first `first` rows.
static void make_file(struct hps_file *file, const struct ruler *ruler, const struct source sources[2],
                      uint32_t axes, const struct cd_region_bounds *box, struct cd_region_columns *into,
                      size_t first)
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
        cd_region_columns_grow(into, first, first + file->count + file->count / 4);
    for (int i = 0; i < 2; i++)
        go_through(file, ruler, &sources[i], axes, box, true);
}

/// Filing a region costs as much as this many tests.
#define FILING 60

/// Tests rows of `own`, of side `kind`, each against rows of the other side.
static void test_rows(struct hps_joiner *joiner, int kind, const struct cd_region_columns *own, size_t row,
                      uint32_t rows, const struct cd_region_columns *others, size_t first, uint32_t count)
{
    joiner->worker->counters.matches += (uint64_t)rows * count;
    for (uint32_t chunk; count && !joiner->ended; count -= chunk, first += chunk) {
        chunk = count < HPS_FOUND_MAX ? count : HPS_FOUND_MAX;
        uint32_t max = HPS_FOUND_MAX / chunk < HPS_ROWS_MAX ? HPS_FOUND_MAX / chunk : HPS_ROWS_MAX;
        for (uint32_t r = 0, some; r < rows && !joiner->ended; r += some) {
            some = rows - r < max ? rows - r : max;
            const uint32_t *found = joiner->found, *hits = joiner->hits;
            if (!cd_region_columns_match(own, row + r, some, others, first, chunk, joiner->found,
                                         joiner->hits))
                continue;
            for (uint32_t i = 0; i < some; found += hits[i++])
                if (hits[i] &&
                    cd_region_matcher_found(&joiner->join->base, joiner->worker, (enum cd_region_kind)kind,
                                            own->names[row + r + i], found, hits[i]))
                    joiner->ended = true;
        }
    }
}

/// Tests the regions first .. end of both sides against each other and against what the cell inherited, each
/// against each.
static void test_all(struct hps_joiner *joiner, const struct hps_join_cell *cell, const uint32_t end[2],
                     uint32_t part, uint32_t parts)
{
    const struct hps_join *join = joiner->join;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_columns *sorted = &join->base.order.sides[kind];
        uint32_t others = end[!kind] - cell->first[!kind], own = end[kind] - cell->first[kind];
        uint32_t row = cd_part_begin(cell->first[kind], end[kind], part, parts);
        uint32_t rows = cd_part_begin(cell->first[kind], end[kind], part + 1, parts) - row;
        // Of the two sides, the one with fewer regions goes row by row.
        if (own < others || (own == others && kind == 0))
            test_rows(joiner, kind, sorted, row, rows, &join->base.order.sides[!kind], cell->first[!kind],
                      others);
        test_rows(joiner, kind, sorted, row, rows, &joiner->stacks[!kind], cell->stack[!kind],
                  cell->inherited[!kind]);
    }
}

/// Tests each row of a share of file `kind` against the rows of the other file that begin in the same box or a later
/// one, and no later than the row ends. With `after`, rows in the same box are left out.
static void scan(struct hps_joiner *joiner, const struct ruler *ruler, int kind, bool after, uint32_t part,
                 uint32_t parts)
{
    const struct hps_file *own = &joiner->files[kind], *others = &joiner->files[!kind];
    const int32_t *low = own->columns->low[ruler->axis] + own->first;
    const int32_t *high = own->columns->high[ruler->axis] + own->first;
    uint32_t end = cd_part_begin(0, own->count, part + 1, parts);
    for (uint32_t row = cd_part_begin(0, own->count, part, parts); row < end && !joiner->ended; row++) {
        uint32_t first = others->starts[ruler_at(ruler, low[row]) + after];
        uint32_t last = others->starts[ruler_at(ruler, high[row]) + 1];
        if (first < last)
            test_rows(joiner, kind, own->columns, own->first + row, 1, others->columns, others->first + first,
                      last - first);
    }
}

/// Tests the rows first .. end of side `kind`, one arm of the cross that a cell's own regions make. They are tested
/// against what is there of the other side: the cell's own regions from `from` on and the regions that it inherited.
/// Both are filed along the arm.
static void test_arm(struct hps_joiner *joiner, const struct hps_join_cell *cell, int kind, uint32_t first,
                     uint32_t end, uint32_t from, uint32_t others_end, uint32_t axis, uint32_t part,
                     uint32_t parts)
{
    struct hps_join *join = joiner->join;
    if (first == end)
        return;
    const struct source own[2] = {{&join->base.order.sides[kind], first, end - first}, {NULL, 0, 0}};
    const struct source others[2] = {
        {&join->base.order.sides[!kind], from, others_end - from},
        {&joiner->stacks[!kind], cell->stack[!kind], cell->inherited[!kind]},
    };
    struct cd_region_bounds box = cd_region_columns_hull(&join->base.order.sides[kind], first, end - first);
    struct ruler ruler = ruler_for(&box, axis, end - first);
    make_file(&joiner->files[kind], &ruler, own, join->space.axes, &box, &joiner->stacks[kind],
              cell->stack[kind] + cell->inherited[kind]);
    make_file(&joiner->files[!kind], &ruler, others, join->space.axes, &box, &joiner->stacks[!kind],
              cell->stack[!kind] + cell->inherited[!kind]);
    if (part == 0)
        joiner->worker->counters.overlaps += others[0].count + others[1].count;
    scan(joiner, &ruler, kind, false, part, parts);
    scan(joiner, &ruler, !kind, true, part, parts);
}

/// Tests a cell's own regions, which lie across its middle along x or, failing that, along y.
static void test_cross(struct hps_joiner *joiner, const struct hps_join_cell *cell, const uint32_t end[2],
                       uint32_t part, uint32_t parts)
{
    uint32_t middle[2], along = joiner->join->space.axes - 1;
    for (int kind = 0; kind < 2; kind++)
        middle[kind] = cd_region_order_find(&joiner->join->base.order, kind, cell->first[kind], end[kind],
                                            hps_join_rank_of_key(cell->key, joiner->join->space.m) + 1);
    // Regions across the middle along x are one above the other, so they are filed along y.
    test_arm(joiner, cell, 0, cell->first[0], middle[0], cell->first[1], end[1], along, part, parts);
    test_arm(joiner, cell, 1, cell->first[1], middle[1], middle[0], end[0], along, part, parts);
    test_arm(joiner, cell, 0, middle[0], end[0], middle[1], end[1], 0, part, parts);
    test_arm(joiner, cell, 1, middle[1], end[1], end[0], end[0], 0, part, parts);
}

/// Whether there are enough pairs for filing to pay.
static bool is_crowded(const struct hps_join_cell *cell, const uint32_t end[2])
{
    uint64_t p = end[0] - cell->first[0], s = end[1] - cell->first[1];
    return hps_join_pairs(cell, end) > FILING * (p + s + cell->inherited[0] + cell->inherited[1]);
}

CD_LEVELS(void, hps_join_match_own)
(struct hps_joiner *joiner, const struct hps_join_cell *cell, const uint32_t end[2], uint32_t part,
 uint32_t parts)
{
    if (is_crowded(cell, end))
        test_cross(joiner, cell, end, part, parts);
    else
        test_all(joiner, cell, end, part, parts);
}

CD_LEVELS(void, hps_join_match_leaf)(struct hps_joiner *joiner, const struct hps_join_cell *cell)
{
    if (!is_crowded(cell, cell->end)) {
        test_all(joiner, cell, cell->end, 0, 1);
        return;
    }
    // As if it were one arm, along the axis in which regions are spread the most.
    const uint32_t *first = cell->first, *end = cell->end;
    int kind = first[0] == end[0];
    struct cd_region_bounds box =
        cd_region_columns_hull(&joiner->join->base.order.sides[kind], first[kind], end[kind] - first[kind]);
    uint32_t along = (int64_t)box.high[1] - box.low[1] > (int64_t)box.high[0] - box.low[0];
    test_arm(joiner, cell, 0, first[0], end[0], first[1], end[1], along, 0, 1);
    test_arm(joiner, cell, 1, first[1], end[1], end[0], end[0], along, 0, 1);
}
