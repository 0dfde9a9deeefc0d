#include "base/grid.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"

#include <string.h>

enum {
    GAP = 2,          ///< blanks between columns
    INDENT = 2,       ///< of remarks
    FIRST_WIDTH = 22, ///< if there is no room, a first text longer than this gets its own line,
    NARROW = 60,      ///< or, in fewer columns than these,
    NARROW_FIRST = 14 ///< one longer than this
};

struct row {
    char *texts[CD_GRID_COLUMNS], *remark;
};

struct cd_grid {
    const struct cd_grid_column *columns;
    size_t column_count, row_count, row_capacity;
    struct row *rows;
};

struct cd_grid *cd_grid_create(const struct cd_grid_column *columns, size_t count)
{
    CD_ASSERT(count > 0 && count <= CD_GRID_COLUMNS);
    struct cd_grid *grid = cd_allocate(1, sizeof *grid);
    grid->columns = columns;
    grid->column_count = count;
    return grid;
}

void cd_grid_destroy(struct cd_grid *grid)
{
    for (size_t r = 0; r < grid->row_count; r++) {
        for (size_t i = 0; i < grid->column_count; i++)
            cd_free(grid->rows[r].texts[i]);
        cd_free(grid->rows[r].remark);
    }
    cd_free(grid->rows);
    cd_free(grid);
}

void cd_grid_add(struct cd_grid *grid, const char *const texts[], const char *remark)
{
    grid->rows = cd_grow(grid->rows, grid->row_count, &grid->row_capacity, sizeof *grid->rows);
    struct row *row = &grid->rows[grid->row_count++];
    for (size_t i = 0; i < grid->column_count; i++)
        row->texts[i] = cd_duplicate(texts[i]);
    row->remark = cd_duplicate(remark);
}

/// Returns how many columns of the terminal a text takes, without its escape sequences.
static int columns_of(const char *text)
{
    size_t count = 0;
    for (const char *escape; (escape = strchr(text, '\033'));) {
        count += cd_count_characters(text, (size_t)(escape - text));
        text = escape + strcspn(escape, "m");
        text += *text != 0;
    }
    return (int)(count + cd_count_characters(text, strlen(text)));
}

/// Measures the width of each column. The first is as wide as its widest text of at most `max` columns. Returns the
/// total width.
static int measure(const struct cd_grid *grid, int max, int widths[CD_GRID_COLUMNS])
{
    int whole = -GAP;
    for (size_t i = 0; i < grid->column_count; i++) {
        widths[i] = columns_of(grid->columns[i].name);
        for (size_t r = 0; r < grid->row_count; r++) {
            int taken = columns_of(grid->rows[r].texts[i]);
            if (taken > widths[i] && (i > 0 || taken <= max))
                widths[i] = taken;
        }
        whole += GAP + widths[i];
    }
    return whole;
}

/// Sets the widths of columns that do not fit to -1.
static void leave_out(const struct cd_grid *grid, int width, int widths[CD_GRID_COLUMNS])
{
    for (;;) {
        size_t last = 0;
        int whole = -GAP;
        for (size_t i = 0; i < grid->column_count; i++) {
            if (widths[i] < 0)
                continue;
            whole += GAP + widths[i];
            if (grid->columns[i].rank > grid->columns[last].rank)
                last = i;
        }
        if (whole <= width || !grid->columns[last].rank)
            return;
        for (size_t i = 0; i < grid->column_count; i++)
            if (grid->columns[i].rank == grid->columns[last].rank)
                widths[i] = -1;
    }
}

static void print_texts(const struct cd_grid *grid, FILE *stream, const int widths[],
                        const char *const texts[])
{
    int used = columns_of(texts[0]);
    fputs(texts[0], stream);
    if (used > widths[0]) {
        fputc('\n', stream);
        used = 0;
    }
    int blanks = widths[0] - used;
    for (size_t i = 1; i < grid->column_count; i++) {
        if (widths[i] < 0)
            continue;
        blanks += GAP + widths[i] - columns_of(texts[i]);
        if (!*texts[i]) // no trailing blanks
            continue;
        fprintf(stream, "%*s%s", blanks, "", texts[i]);
        blanks = 0;
    }
    fputc('\n', stream);
}

static void print_remark(const char *remark, FILE *stream, int width)
{
    for (const char *line = remark; *line; line += *line == '\n') {
        size_t bytes = strcspn(line, "\n");
        char *copy = cd_duplicate(line);
        copy[bytes] = 0;
        cd_print_wrapped(stream, copy, 0, INDENT, width);
        cd_free(copy);
        line += bytes;
    }
}

/// Sets `names` to the names of the columns.
static void name_columns(const struct cd_grid *grid, const char *names[CD_GRID_COLUMNS])
{
    for (size_t i = 0; i < grid->column_count; i++)
        names[i] = grid->columns[i].name;
}

void cd_grid_print(const struct cd_grid *grid, FILE *stream, int width)
{
    int widths[CD_GRID_COLUMNS];
    const char *names[CD_GRID_COLUMNS];
    if (measure(grid, width, widths) > width)
        measure(grid, width < NARROW ? NARROW_FIRST : FIRST_WIDTH, widths);
    leave_out(grid, width, widths);
    name_columns(grid, names);
    print_texts(grid, stream, widths, names);
    for (size_t r = 0; r < grid->row_count; r++) {
        print_texts(grid, stream, widths, (const char *const *)grid->rows[r].texts);
        print_remark(grid->rows[r].remark, stream, width);
    }
}

/// Prints a row of Markdown. An unescaped bar would end a cell.
static void print_cells(const struct cd_grid *grid, FILE *stream, const char *const texts[])
{
    fputc('|', stream);
    for (size_t i = 0; i < grid->column_count; i++) {
        fputc(' ', stream);
        for (const char *text = texts[i]; *text; text++)
            fprintf(stream, *text == '|' ? "\\%c" : "%c", *text);
        fputs(" |", stream);
    }
    fputc('\n', stream);
}

void cd_grid_print_markdown(const struct cd_grid *grid, FILE *stream)
{
    const char *names[CD_GRID_COLUMNS];
    name_columns(grid, names);
    print_cells(grid, stream, names);
    for (size_t i = 0; i < grid->column_count; i++)
        fputs(i ? "---:|" : "|---|", stream);
    fputc('\n', stream);
    for (size_t r = 0; r < grid->row_count; r++)
        print_cells(grid, stream, (const char *const *)grid->rows[r].texts);
    const char *before = "\n";
    for (size_t r = 0; r < grid->row_count; r++)
        for (const char *line = grid->rows[r].remark; *line; line += strcspn(line, "\n") + 1) {
            fprintf(stream, "%s- %s: %.*s\n", before, grid->rows[r].texts[0], (int)strcspn(line, "\n"), line);
            before = "";
        }
}
