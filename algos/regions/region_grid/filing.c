#include "algos/regions/region_grid/filing.h"

#include "base/memory.h"

#include <string.h>

void grid_filing_destroy(struct grid_entries *filing)
{
    cd_region_columns_destroy(&filing->pool);
    cd_free(filing->cells);
}

// ---- all at once ------------------------------------------------------------------------------------------

static void make_cells(struct grid_entries *filing, size_t words)
{
    if (words > filing->capacity_words) {
        cd_free(filing->cells);
        filing->cells = cd_allocate(words, sizeof *filing->cells);
        filing->capacity_words = words;
    }
    memset(filing->cells, 0, words * sizeof *filing->cells);
}

uint32_t *grid_filing_counts(struct grid_entries *filing, size_t cells)
{
    make_cells(filing, cells); // close together: more of them stay in the cache
    return filing->cells;
}

void grid_filing_begin(struct grid_entries *filing, size_t cells, bool spare)
{
    filing->spare = spare;
    filing->words = spare ? sizeof(struct grid_cell) / sizeof(uint32_t) : GRID_CLASSES;
    filing->cell_count = cells;
    make_cells(filing, cells * filing->words + 1); // a bound behind the last cell
}

static struct grid_cell *spare_cell(const struct grid_entries *filing, size_t cell)
{
    CD_ASSERT(filing->spare);
    return (struct grid_cell *)grid_filing_bounds(filing, cell);
}

void grid_filing_lay_out(struct grid_entries *filing)
{
    uint32_t next = 0;
    for (size_t i = 0; i < filing->cell_count; i++) {
        uint32_t *bounds = grid_filing_bounds(filing, i), first = next;
        for (int class = 0; class < GRID_CLASSES; class ++) {
            uint32_t count = bounds[class];
            bounds[class] = next;
            next += count;
        }
        if (filing->spare) {
            next += 1 + (next - first) / 4;
            spare_cell(filing, i)->limit = next;
        }
    }
    filing->pool.count = next;
    // What is spare at the end is for cells that outgrow their part.
    size_t wanted = (size_t)next + (filing->spare ? next / 4 : 0);
    if (!filing->pool.names || wanted > filing->pool.capacity)
        cd_region_columns_grow(&filing->pool, 0, wanted + wanted / 8); // regions move
}

void grid_filing_end(struct grid_entries *filing)
{
    // Filing has moved every bound to where the next class begins.
    if (!filing->spare) {
        memmove(filing->cells + 1, filing->cells, filing->cell_count * filing->words * sizeof *filing->cells);
        filing->cells[0] = 0;
        return;
    }
    uint32_t start = 0;
    for (size_t i = 0; i < filing->cell_count; i++) {
        struct grid_cell *cell = spare_cell(filing, i);
        memmove(cell->bounds + 1, cell->bounds, GRID_CLASSES * sizeof *cell->bounds);
        cell->bounds[0] = start;
        start = cell->limit;
    }
}

// ---- one by one -------------------------------------------------------------------------------------------

static void copy_entry(struct grid_entries *filing, uint32_t to, uint32_t from)
{
    cd_region_columns_copy(&filing->pool, to, &filing->pool, from, filing->pool.names[from]);
}

/// Moves a full cell to the end of the pool, where it has more room; false when there is none.
static bool move_cell(struct grid_entries *filing, struct grid_cell *cell)
{
    uint32_t first = cell->bounds[0], count = cell->bounds[GRID_CLASSES] - first;
    uint32_t room = count + count / 2 + 4, to = filing->pool.count;
    if ((size_t)to + room > filing->pool.capacity)
        return false;
    for (uint32_t i = 0; i < count; i++)
        copy_entry(filing, to + i, first + i);
    for (int class = 0; class <= GRID_CLASSES; class ++)
        cell->bounds[class] += to - first;
    cell->limit = to + room;
    filing->pool.count = cell->limit;
    return true;
}

bool grid_filing_insert(struct grid_entries *filing, size_t cell_index, enum grid_class class,
                        const struct cd_region_columns *side, uint32_t extent)
{
    struct grid_cell *cell = spare_cell(filing, cell_index);
    if (cell->bounds[GRID_CLASSES] == cell->limit && !move_cell(filing, cell))
        return false;
    // The first of every later class makes room by going behind the last one.
    uint32_t hole = cell->bounds[GRID_CLASSES]++;
    for (int later = GRID_CLASSES - 1; later > (int)class; later--) {
        copy_entry(filing, hole, cell->bounds[later]);
        hole = cell->bounds[later]++;
    }
    cd_region_columns_copy(&filing->pool, hole, side, extent, extent);
    return true;
}

static uint32_t find_entry(const struct grid_entries *filing, const struct grid_cell *cell,
                           enum grid_class class, uint32_t extent)
{
    uint32_t entry = cell->bounds[class];
    while (entry < cell->bounds[class + 1] && filing->pool.names[entry] != extent)
        entry++;
    CD_ASSERT(entry < cell->bounds[class + 1]);
    return entry;
}

void grid_filing_remove(struct grid_entries *filing, size_t cell_index, enum grid_class class,
                        uint32_t extent)
{
    struct grid_cell *cell = spare_cell(filing, cell_index);
    uint32_t hole = find_entry(filing, cell, class, extent);
    for (int later = (int)class; later < GRID_CLASSES; later++) { // the last of each fills it
        uint32_t last = --cell->bounds[later + 1];
        copy_entry(filing, hole, last);
        hole = last;
    }
}

void grid_filing_change(struct grid_entries *filing, size_t cell_index, enum grid_class class,
                        const struct cd_region_columns *side, uint32_t extent)
{
    const struct grid_cell *cell = spare_cell(filing, cell_index);
    cd_region_columns_copy(&filing->pool, find_entry(filing, cell, class, extent), side, extent, extent);
}

void grid_filing_rename(struct grid_entries *filing, const uint32_t *now)
{
    for (size_t i = 0; i < filing->cell_count; i++) {
        const struct grid_cell *cell = spare_cell(filing, i);
        for (uint32_t entry = cell->bounds[0]; entry < cell->bounds[GRID_CLASSES]; entry++)
            filing->pool.names[entry] = now[filing->pool.names[entry]];
    }
}
