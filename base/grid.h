/// A table of texts for people. Columns are as wide as what stands in them; where the terminal is too narrow, those of
/// the highest rank are left out, all of one rank together.
///
///     static const struct cd_grid_column columns[] = {{"algorithm", 0}, {"fps", 1}, {"memory", 2}};
///     struct cd_grid *grid = cd_grid_create(columns, 3);
///     cd_grid_add(grid, (const char *const[]){"obb8", "1 019 594", "351 kB"}, "");
///     cd_grid_print(grid, stdout, 80);
///     cd_grid_destroy(grid);
#ifndef CD_BASE_GRID_H
#define CD_BASE_GRID_H

#include <stddef.h>
#include <stdio.h>

struct cd_grid_column {
    const char *name;
    unsigned rank; ///< 0: always shown
};

/// Most columns of a grid.
#define CD_GRID_COLUMNS 16

struct cd_grid;

/// An empty table; the columns must outlive it. The first one is flush left, all others are flush right.
struct cd_grid *cd_grid_create(const struct cd_grid_column *columns, size_t count);
void cd_grid_destroy(struct cd_grid *grid);

/// Adds a row of copies of `texts`, one for each column, in UTF-8. `remark` is printed below the row: lines, each of
/// them ended, or "". Escape sequences of colours take no room.
void cd_grid_add(struct cd_grid *grid, const char *const texts[], const char *remark);

/// Prints head and rows within `width` columns, as far as those of rank 0 fit. A first text that would push others out
/// gets a line of its own.
void cd_grid_print(const struct cd_grid *grid, FILE *stream, int width);

/// Prints all columns as a table in Markdown, and the remarks as a list below it.
void cd_grid_print_markdown(const struct cd_grid *grid, FILE *stream);

#endif
