#include "bench/expect/expected.h"

#include "base/atomic_file.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCENES "scenes.csv"

enum { ALGO, SETTINGS, SCENE, QUERY, THREADS, KEY, VALUE, COLUMNS };

static const struct cd_column columns[COLUMNS] = {
    {"algo", CD_TYPE_TEXT, NULL},  {"settings", CD_TYPE_TEXT, NULL}, {"scene", CD_TYPE_TEXT, NULL},
    {"query", CD_TYPE_TEXT, NULL}, {"threads", CD_TYPE_TEXT, NULL},  {"key", CD_TYPE_TEXT, NULL},
    {"value", CD_TYPE_TEXT, NULL},
};

static const struct cd_column scene_columns[] = {{"scene", CD_TYPE_TEXT, NULL}, {"hash", CD_TYPE_TEXT, NULL}};

struct cd_expected cd_expected_create(void)
{
    return (struct cd_expected){cd_table_create(columns, COLUMNS), cd_table_create(scene_columns, 2)};
}

void cd_expected_release(struct cd_expected *expected)
{
    cd_table_destroy(expected->lines);
    cd_table_destroy(expected->scenes);
    *expected = (struct cd_expected){0};
}

bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name)
{
    for (size_t i = 0; i < algos->count; i++)
        if (!strcmp(algos->items[i], name))
            return false;
    return algos->count > 0;
}

/// The first of the first `count` rows that has the text in the column, or SIZE_MAX.
static size_t find_text(const struct cd_table *table, size_t count, size_t column, const char *text)
{
    for (size_t row = 0; row < count; row++)
        if (!strcmp(cd_table_text(table, row, table->columns[column].name), text))
            return row;
    return SIZE_MAX;
}

/// Adds a row with the texts of a row of another table that has the same columns.
static size_t append(struct cd_table *table, const struct cd_table *from, size_t from_row)
{
    size_t row = cd_table_add_row(table);
    for (size_t i = 0; i < table->column_count; i++)
        cd_table_copy(table, row, table->columns[i].name, from, from_row, table->columns[i].name);
    return row;
}

// ---- cells ------------------------------------------------------------------------------------------------

/// The lines of one cell, which stand together.
struct cell {
    const struct cd_table *lines;
    size_t first, count;
    bool matched; ///< the other side has it, too
};

struct cells {
    size_t count;
    struct cell *items;
};

/// A text of the first line.
static const char *text_of(const struct cell *cell, size_t column)
{
    return cd_table_text(cell->lines, cell->first, columns[column].name);
}

/// The value of a key; "0" where the cell has no such line.
static const char *value_of(const struct cell *cell, const char *key)
{
    for (size_t row = cell->first; row < cell->first + cell->count; row++)
        if (!strcmp(cd_table_text(cell->lines, row, "key"), key))
            return cd_table_text(cell->lines, row, "value");
    return "0";
}

static bool is_same_cell(const struct cd_table *a, size_t row_a, const struct cd_table *b, size_t row_b)
{
    // The last columns tell most cells apart.
    for (size_t i = KEY; i-- > 0;)
        if (strcmp(cd_table_text(a, row_a, columns[i].name), cd_table_text(b, row_b, columns[i].name)) != 0)
            return false;
    return true;
}

static struct cells cells_of(const struct cd_expected *expected)
{
    const struct cd_table *lines = expected->lines;
    struct cells cells = {0, cd_allocate(lines->row_count, sizeof *cells.items)};
    for (size_t row = 0; row < lines->row_count; row++)
        if (row && is_same_cell(lines, row - 1, lines, row))
            cells.items[cells.count - 1].count++;
        else
            cells.items[cells.count++] = (struct cell){lines, row, 1, false};
    return cells;
}

/// The same cell among others, or NULL. `i` is where it may well be: both are in the same order but for what
/// changed.
static struct cell *find_cell(const struct cells *cells, const struct cell *cell, size_t i)
{
    for (size_t k = 0; k < cells->count; k++) {
        struct cell *other = &cells->items[(i + k) % cells->count];
        if (is_same_cell(other->lines, other->first, cell->lines, cell->first))
            return other;
    }
    return NULL;
}

// ---- reading ----------------------------------------------------------------------------------------------

static int is_of_algo(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && !strcmp(entry->d_name + length - 4, ".csv") && strcmp(entry->d_name, SCENES);
}

/// The files of algorithms in order; each of them and the array are the caller's to free.
static enum cd_code list_files(const char *folder, struct dirent ***files, int *count,
                               struct cd_status *status)
{
    *count = scandir(folder, files, is_of_algo, alphasort);
    if (*count < 0)
        return cd_fail(status, CD_IO,
                       "%s: %s; `cdbench expect --write %s` makes it, and --check names another folder",
                       folder, strerror(errno), folder);
    return CD_OK;
}

/// Appends a file to a table, whose columns it must have. Twice the same key for a cell, or the same scene,
/// is an error.
static enum cd_code read_file(const char *folder, const char *name, struct cd_table *all,
                              struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_table *read;
    size_t before = all->row_count, key = all->column_count - 2;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    enum cd_code code = cd_table_read(path, all->columns, all->column_count, &read, status);
    if (code)
        return code;
    for (size_t i = 0; i < all->column_count && !code; i++)
        if (cd_table_column(read, all->columns[i].name) == CD_NO_COLUMN)
            code =
                cd_fail(status, CD_DATA, "%s:1: the header has no column \"%s\"", path, all->columns[i].name);
    for (size_t row = 0; row < read->row_count && !code; row++) {
        size_t added = append(all, read, row);
        for (size_t other = added; other-- > before && (key < KEY || is_same_cell(all, other, all, added));)
            if (!strcmp(cd_table_text(all, other, all->columns[key].name),
                        cd_table_text(all, added, all->columns[key].name)))
                code = cd_fail(status, CD_DATA, "%s:%zu: %s is given twice; keep one of the lines", path,
                               row + 2, cd_table_text(all, added, all->columns[key].name));
    }
    cd_table_destroy(read);
    return code;
}

enum cd_code cd_expected_read(const char *folder, struct cd_expected *expected, struct cd_status *status)
{
    struct dirent **files;
    int count;
    enum cd_code code = list_files(folder, &files, &count, status);
    if (code)
        return code;
    *expected = cd_expected_create();
    for (int i = 0; i < count; i++) {
        if (!code)
            code = read_file(folder, files[i]->d_name, expected->lines, status);
        free(files[i]);
    }
    free(files);
    if (!code && count)
        code = read_file(folder, SCENES, expected->scenes, status);
    return code;
}

// ---- writing ----------------------------------------------------------------------------------------------

static enum cd_code write_table(const char *folder, const char *name, const struct cd_table *table,
                                struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_output *output;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    enum cd_code code = cd_output_open(path, &output, status);
    if (code)
        return code;
    cd_table_write(table, cd_output_stream(output));
    return cd_output_commit(output, status);
}

/// Writes the cells of an algorithm, with those of `before` in place of what could not be made here.
static enum cd_code write_algo(const char *folder, const char *algo, const struct cells *now,
                               const struct cells *before, struct cd_status *status)
{
    char name[NAME_MAX + 1];
    struct cd_table *lines = cd_table_create(columns, COLUMNS);
    for (size_t i = 0; i < now->count; i++) {
        const struct cell *cell = &now->items[i], *kept = NULL;
        if (strcmp(text_of(cell, ALGO), algo) != 0)
            continue;
        if (!strcmp(value_of(cell, "environment"), CD_EXPECT_UNAVAILABLE))
            kept = find_cell(before, cell, i);
        cell = kept ? kept : cell;
        for (size_t row = cell->first; row < cell->first + cell->count; row++)
            append(lines, cell->lines, row);
    }
    snprintf(name, sizeof name, "%s.csv", algo);
    enum cd_code code = write_table(folder, name, lines, status);
    cd_table_destroy(lines);
    return code;
}

/// Removes the files of algorithms that have no lines.
static enum cd_code remove_others(const char *folder, const struct cd_table *lines, struct cd_status *status)
{
    struct dirent **files;
    int count;
    enum cd_code code = list_files(folder, &files, &count, status);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX], algo[NAME_MAX + 1];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        snprintf(algo, sizeof algo, "%.*s", (int)strlen(files[i]->d_name) - 4, files[i]->d_name);
        if (!code && find_text(lines, lines->row_count, ALGO, algo) == SIZE_MAX && unlink(path))
            code = cd_fail(status, CD_IO, "%s: cannot remove it: %s", path, strerror(errno));
        free(files[i]);
    }
    if (count >= 0)
        free(files);
    return code;
}

enum cd_code cd_expected_write(const char *folder, const struct cd_expected *now,
                               const struct cd_expected *before, struct cd_status *status)
{
    struct cells cells = cells_of(now), others = cells_of(before);
    enum cd_code code = CD_OK;
    for (size_t row = 0; row < now->lines->row_count && !code; row++) {
        const char *algo = cd_table_text(now->lines, row, "algo");
        if (find_text(now->lines, row, ALGO, algo) == SIZE_MAX)
            code = write_algo(folder, algo, &cells, &others, status);
    }
    cd_free(cells.items);
    cd_free(others.items);
    if (!code)
        code = write_table(folder, SCENES, now->scenes, status);
    return code ? code : remove_others(folder, now->lines, status);
}

// ---- comparing --------------------------------------------------------------------------------------------

struct comparison {
    const struct cd_expect_plan *plan;
    const struct cd_expected *now, *expected;
    const char *folder;
    struct cd_expect_findings *findings;
    struct cells sides[2]; ///< of today, and expected
};

static const char *const counters[] = {
#define COUNTER(name, what) #name,
#include "algos/counters.def"
#undef COUNTER
};

enum { COUNTERS = sizeof counters / sizeof *counters };

static const char *const answers[] = {"hit_frames", "records", "digest"};

enum { ANSWERS = sizeof answers / sizeof *answers };

/// Says something and counts it.
static __attribute__((format(printf, 3, 4))) void say(const struct comparison *comparison, size_t *findings,
                                                      const char *format, ...)
{
    char line[1500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    comparison->plan->say(comparison->plan->user, line);
    ++*findings;
}

static const char *name_cell(const struct cell *cell, char text[1000])
{
    const char *settings = text_of(cell, SETTINGS);
    bool usual = !strcmp(settings, "-");
    snprintf(text, 1000, "%s%s%s on %s, %s", text_of(cell, ALGO), usual ? "" : ":", usual ? "" : settings,
             text_of(cell, SCENE), text_of(cell, QUERY));
    return text;
}

static void compare_cell(const struct comparison *comparison, const struct cell *now,
                         const struct cell *expected, const bool known[COUNTERS])
{
    char name[1000], line[400] = "";
    size_t length = 0;
    name_cell(now, name);
    for (size_t i = 0; i < ANSWERS; i++) {
        const char *value = value_of(now, answers[i]), *other = value_of(expected, answers[i]);
        if (strcmp(value, other) != 0)
            length += (size_t)snprintf(line + length, sizeof line - length, "%s%s %.40s, expected %.40s",
                                       length ? "; " : "", answers[i], value, other);
    }
    if (length)
        say(comparison, &comparison->findings->answers, "%s: %s", name, line);
    for (size_t i = 0; i < COUNTERS; i++) {
        const char *value = value_of(now, counters[i]), *other = value_of(expected, counters[i]);
        if (known[i] && strcmp(value, other) != 0)
            say(comparison, &comparison->findings->counters, "%s: %s %.60s, expected %.60s", name,
                counters[i], value, other);
    }
}

/// Cells of one scene in a row are told of once.
static bool scene_changed(const struct comparison *comparison, size_t i)
{
    const char *scene = text_of(&comparison->sides[0].items[i], SCENE), *hashes[2];
    for (int side = 0; side < 2; side++) {
        const struct cd_table *scenes = side ? comparison->expected->scenes : comparison->now->scenes;
        size_t row = find_text(scenes, scenes->row_count, 0, scene);
        hashes[side] = row == SIZE_MAX ? "none" : cd_table_text(scenes, row, "hash");
    }
    if (!strcmp(hashes[0], hashes[1]))
        return false;
    if (!i || strcmp(scene, text_of(&comparison->sides[0].items[i - 1], SCENE)) != 0)
        say(comparison, &comparison->findings->rows,
            "%s: the scene itself changed: hash %.60s, expected %.60s", scene, hashes[0], hashes[1]);
    return true;
}

static void compare_cells(const struct comparison *comparison, const bool known[COUNTERS])
{
    const struct cells *now = &comparison->sides[0];
    for (size_t i = 0; i < now->count; i++) {
        struct cell *cell = &now->items[i], *other = find_cell(&comparison->sides[1], cell, i);
        const char *environment = value_of(cell, "environment");
        // What cannot be made here may be missing in the folder of a machine that could not either.
        cell->matched = other || !strcmp(environment, CD_EXPECT_UNAVAILABLE);
        bool comparable = !other || !strcmp(environment, value_of(other, "environment"));
        comparison->findings->compared += comparable;
        comparison->findings->unchecked += !comparable;
        if (!other)
            continue;
        other->matched = true;
        if (comparable && !scene_changed(comparison, i))
            compare_cell(comparison, cell, other, known);
    }
}

/// Tells of cells that the other side lacks, those of one algorithm together.
static void report_unmatched(const struct comparison *comparison, const struct cells *cells,
                             const char *format)
{
    char name[1000], remedy[300];
    snprintf(remedy, sizeof remedy, format, comparison->folder);
    for (size_t i = 0; i < cells->count; i++) {
        const char *algo = text_of(&cells->items[i], ALGO);
        size_t count = 0, all = 0;
        if (cells->items[i].matched || cd_expect_leaves_out(comparison->plan->algos, algo))
            continue;
        name_cell(&cells->items[i], name);
        for (size_t k = 0; k < cells->count; k++) {
            bool is_of_it = !strcmp(text_of(&cells->items[k], ALGO), algo);
            all += is_of_it;
            count += is_of_it && !cells->items[k].matched;
            cells->items[k].matched |= is_of_it; // told of
        }
        say(comparison, &comparison->findings->rows, "%s: %zu of %zu rows %s; the first: %s", algo, count,
            all, remedy, name);
        comparison->findings->rows += count - 1;
    }
}

/// Tells once of each counter that only one side knows, and finds out which ones are expected.
static void compare_keys(const struct comparison *comparison, bool known[COUNTERS])
{
    const struct cd_table *now = comparison->now->lines, *expected = comparison->expected->lines;
    for (size_t i = 0; i < COUNTERS; i++) {
        known[i] = find_text(expected, expected->row_count, KEY, counters[i]) != SIZE_MAX;
        if (!known[i] && find_text(now, now->row_count, KEY, counters[i]) != SIZE_MAX)
            say(comparison, &comparison->findings->rows,
                "%.100s knows no %.60s; if that is right, `make expected` adds it", comparison->folder,
                counters[i]);
    }
    for (size_t row = 0; row < expected->row_count; row++) {
        const char *key = cd_table_text(expected, row, "key");
        bool counted = !strcmp(key, "environment");
        for (size_t i = 0; i < ANSWERS + COUNTERS && !counted; i++)
            counted = !strcmp(key, i < ANSWERS ? answers[i] : counters[i - ANSWERS]);
        if (!counted && find_text(expected, row, KEY, key) == SIZE_MAX)
            say(comparison, &comparison->findings->rows,
                "%.100s has lines of %.60s, which nothing counts; `make expected` removes them",
                comparison->folder, key);
    }
}

void cd_expect_compare(const struct cd_expect_plan *plan, const struct cd_expected *now,
                       const struct cd_expected *expected, const char *folder,
                       struct cd_expect_findings *findings)
{
    struct comparison comparison = {plan,   now,      expected,
                                    folder, findings, {cells_of(now), cells_of(expected)}};
    bool known[COUNTERS];
    compare_keys(&comparison, known);
    compare_cells(&comparison, known);
    report_unmatched(&comparison, &comparison.sides[0],
                     "are not in %.100s; if they are right, `make expected` adds them");
    report_unmatched(&comparison, &comparison.sides[1],
                     "of %.100s are of no algorithm, setting or scene that there is; `make expected` removes "
                     "them");
    cd_free(comparison.sides[0].items);
    cd_free(comparison.sides[1].items);
}
