/// What is filed in the cells of a grid: all entries in one pool, those of a cell in a row, and there by
/// class. Cells that have room to spare take entries in and let them go one by one.
#ifndef CD_ALGOS_REGIONS_REGION_GRID_FILING_H
#define CD_ALGOS_REGIONS_REGION_GRID_FILING_H

#include "algos/regions/columns.h"

/// What is filed in a cell, in the order in which it stands there: what begins in its column only, in its
/// column and row, in its row only, elsewhere. So what a publish extent looks at is always in a row.
enum grid_class { GRID_IN_COLUMN, GRID_IN_BOTH, GRID_IN_ROW, GRID_IN_NONE, GRID_CLASSES };

/// A cell that has room to spare: entries bounds[c] .. bounds[c + 1] - 1 of the pool are of class c; there is
/// room up to `limit`. Without room to spare the last bound is the first one of the next cell.
struct grid_cell {
    uint32_t bounds[GRID_CLASSES + 1], limit;
};

struct grid_entries {
    bool spare;     ///< cells have room to spare: entries may come and go
    uint32_t words; ///< of a cell: those of a grid_cell, or GRID_CLASSES bounds
    uint32_t *cells;
    size_t cell_count, capacity_words;
    struct cd_region_columns pool; ///< its count is what belongs to cells
};

void grid_filing_destroy(struct grid_entries *filing);

/// A zero for each of so many cells, for the caller to count in; good until they are made.
uint32_t *grid_filing_counts(struct grid_entries *filing, size_t cells);

/// Makes so many empty cells, with room to spare or without.
void grid_filing_begin(struct grid_entries *filing, size_t cells, bool spare);

/// The bounds of a cell: GRID_CLASSES + 1 of them, once all are filed.
static inline uint32_t *grid_filing_bounds(const struct grid_entries *filing, size_t cell)
{
    return filing->cells + cell * filing->words;
}

/// Announces an entry; all of them are, before the pool is laid out.
static inline void grid_filing_count(struct grid_entries *filing, size_t cell, enum grid_class class)
{
    grid_filing_bounds(filing, cell)[class]++;
}

/// Gives every cell its part of the pool: as much as was announced, and what it has to spare. Allocates
/// only where the pool was smaller in every frame before.
void grid_filing_lay_out(struct grid_entries *filing);

/// Files what was announced.
static inline void grid_filing_put(struct grid_entries *filing, size_t cell, enum grid_class class,
                                   const struct cd_region_columns *side, uint32_t extent)
{
    cd_region_columns_copy(&filing->pool, grid_filing_bounds(filing, cell)[class]++, side, extent, extent);
}

/// After the last of what was announced.
void grid_filing_end(struct grid_entries *filing);

/// These four want room to spare. Files one more entry; false, and nothing is changed, when the pool has no
/// room left.
bool grid_filing_insert(struct grid_entries *filing, size_t cell, enum grid_class class,
                        const struct cd_region_columns *side, uint32_t extent);

/// Takes out the entry of an extent, which is there; or gives it other bounds.
void grid_filing_remove(struct grid_entries *filing, size_t cell, enum grid_class class, uint32_t extent);
void grid_filing_change(struct grid_entries *filing, size_t cell, enum grid_class class,
                        const struct cd_region_columns *side, uint32_t extent);

/// Every extent e is called now[e] from now on.
void grid_filing_rename(struct grid_entries *filing, const uint32_t *now);

#endif
