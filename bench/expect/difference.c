#include "bench/expect/difference.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct comparison {
    const struct cd_expect_plan *plan;
    const struct cd_table *now, *expected;
    const char *file;
    struct cd_expect_findings *findings;
    uint64_t *unchecked;
};

static void say(const struct comparison *comparison, const char *line)
{
    comparison->plan->say(comparison->plan->user, line);
}

static bool is_same_row(const struct cd_table *a, size_t row_a, const struct cd_table *b, size_t row_b)
{
    // The last keys tell most rows apart.
    for (size_t i = CD_EXPECT_KEYS; i-- > 0;)
        if (strcmp(cd_table_text(a, row_a, cd_expect_keys[i]), cd_table_text(b, row_b, cd_expect_keys[i])))
            return false;
    return true;
}

/// The row of `where` that has the keys of that row, or SIZE_MAX.
static size_t find_row(const struct cd_table *rows, size_t row, const struct cd_table *where)
{
    // Both are in the same order but for what changed.
    for (size_t i = 0; i < where->row_count; i++) {
        size_t at = (row + i) % where->row_count;
        if (is_same_row(rows, row, where, at))
            return at;
    }
    return SIZE_MAX;
}

static void name_cell(const struct cd_table *rows, size_t row, char *text, size_t bytes)
{
    const char *settings = cd_table_text(rows, row, "settings");
    bool usual = !strcmp(settings, "-");
    snprintf(text, bytes, "%s%s%s on %s, %s", cd_table_text(rows, row, "algo"), usual ? "" : ":",
             usual ? "" : settings, cd_table_text(rows, row, "scene"), cd_table_text(rows, row, "query"));
}

// A field, "0" for what is not there, and for zeros however long.
static const char *value_of(const struct cd_table *rows, size_t row, const char *column,
                            char buffer[CD_NUMBER_BYTES])
{
    const char *text = cd_table_show(rows, row, column, buffer);
    return !strcmp(text, "NA") || !text[strspn(text, "0")] ? "0" : text;
}

static bool differs(const struct comparison *comparison, size_t now, size_t expected, const char *column)
{
    char texts[2][CD_NUMBER_BYTES];
    return strcmp(value_of(comparison->now, now, column, texts[0]),
                  value_of(comparison->expected, expected, column, texts[1])) != 0;
}

/// True when the row of today can be held to the expected one.
static bool is_comparable(const struct comparison *comparison, size_t now, size_t expected)
{
    return !differs(comparison, now, expected, "environment");
}

static void compare_answers(const struct comparison *comparison, size_t now, size_t expected,
                            const char *cell)
{
    static const char *const columns[] = {"hit_frames", "records", "digest"};
    char line[1500], texts[2][CD_NUMBER_BYTES];
    int length = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (differs(comparison, now, expected, columns[i]) && length < (int)sizeof line - 200)
            length += snprintf(line + length, sizeof line - (size_t)length, "%s%s%s %.60s, expected %.60s",
                               length ? "" : cell, length ? "; " : ": ", columns[i],
                               value_of(comparison->now, now, columns[i], texts[0]),
                               value_of(comparison->expected, expected, columns[i], texts[1]));
    if (!length)
        return;
    say(comparison, line);
    comparison->findings->answers++;
}

// A counter that no file has is told of once, by compare_keys.
static bool is_known(const struct comparison *comparison, const char *key)
{
    return cd_table_column(comparison->expected, key) != CD_NO_COLUMN;
}

static void compare_counters(const struct comparison *comparison, size_t now, size_t expected,
                             const char *cell)
{
    static const char *const names[] = {
#define COUNTER(name, what) #name,
#include "algos/counters.def"
#undef COUNTER
    };
    char line[1500], texts[2][CD_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!is_known(comparison, names[i]) || !differs(comparison, now, expected, names[i]))
            continue;
        snprintf(line, sizeof line, "%s: %s %.60s, expected %.60s", cell, names[i],
                 value_of(comparison->now, now, names[i], texts[0]),
                 value_of(comparison->expected, expected, names[i], texts[1]));
        say(comparison, line);
        comparison->findings->counters++;
    }
}

/// Rows of one scene in a row are told of once.
static bool scene_changed(const struct comparison *comparison, size_t now, size_t expected)
{
    const char *scene = cd_table_text(comparison->now, now, "scene");
    char line[1500];
    if (!differs(comparison, now, expected, "scene_hash"))
        return false;
    if (now && !strcmp(scene, cd_table_text(comparison->now, now - 1, "scene")))
        return true;
    snprintf(line, sizeof line, "%s: the scene itself changed: hash %.60s, expected %.60s", scene,
             cd_table_text(comparison->now, now, "scene_hash"),
             cd_table_text(comparison->expected, expected, "scene_hash"));
    say(comparison, line);
    comparison->findings->rows++;
    return true;
}

static void compare_row(const struct comparison *comparison, size_t now, size_t expected)
{
    char cell[1000];
    if (!is_comparable(comparison, now, expected)) {
        ++*comparison->unchecked;
        return;
    }
    if (scene_changed(comparison, now, expected))
        return;
    name_cell(comparison->now, now, cell, sizeof cell);
    compare_answers(comparison, now, expected, cell);
    compare_counters(comparison, now, expected, cell);
}

/// Rows of `rows` that `others` lacks, those of one algorithm together.
static void report_unmatched(const struct comparison *comparison, const struct cd_table *rows,
                             const bool *matched, const char *remedy)
{
    bool *told = cd_allocate(rows->row_count, sizeof *told);
    for (size_t i = 0; i < rows->row_count; i++) {
        const char *algo = cd_table_text(rows, i, "algo");
        if (matched[i] || told[i] || cd_expect_leaves_out(comparison->plan->algos, algo))
            continue;
        uint64_t count = 0, all = 0;
        for (size_t k = 0; k < rows->row_count; k++) {
            if (strcmp(cd_table_text(rows, k, "algo"), algo))
                continue;
            all++;
            count += !matched[k];
            told[k] = true;
        }
        char cell[1000], line[1500];
        name_cell(rows, i, cell, sizeof cell);
        snprintf(line, sizeof line, "%s: %" PRIu64 " of %" PRIu64 " rows %s; the first: %s", algo, count, all,
                 remedy, cell);
        say(comparison, line);
        comparison->findings->rows += count;
    }
    cd_free(told);
}

static void say_of_key(const struct comparison *comparison, const char *format, const char *key)
{
    char line[400];
    snprintf(line, sizeof line, format, comparison->file, key);
    say(comparison, line);
    comparison->findings->rows++;
}

static bool is_counted(const struct cd_table *rows, const char *key)
{
    char text[CD_NUMBER_BYTES];
    for (size_t row = 0; row < rows->row_count; row++)
        if (strcmp(value_of(rows, row, key, text), "0"))
            return true;
    return false;
}

// Counters that only one side knows are told of once, not row by row.
static void compare_keys(const struct comparison *comparison)
{
    const struct cd_table *now = comparison->now, *expected = comparison->expected;
    for (size_t i = 0; i < now->column_count; i++)
        if (!is_known(comparison, now->columns[i].name) && is_counted(now, now->columns[i].name))
            say_of_key(comparison, "%.100s knows no %.60s; if that is right, `make expected` adds it",
                       now->columns[i].name);
    for (size_t i = 0; i < expected->column_count; i++)
        if (cd_table_column(now, expected->columns[i].name) == CD_NO_COLUMN)
            say_of_key(comparison,
                       "%.100s has lines of %.60s, which nothing counts; `make expected` removes them",
                       expected->columns[i].name);
}

void cd_expect_compare(const struct cd_expect_plan *plan, const struct cd_table *now,
                       const struct cd_table *expected, const char *file, struct cd_expect_findings *findings,
                       uint64_t *unchecked)
{
    struct comparison comparison = {plan, now, expected, file, findings, unchecked};
    compare_keys(&comparison);
    bool *of_now = cd_allocate(now->row_count, sizeof *of_now);
    bool *of_expected = cd_allocate(expected->row_count, sizeof *of_expected);
    for (size_t i = 0; i < now->row_count; i++) {
        size_t row = find_row(now, i, expected);
        // What cannot be made here may be missing in the file of a machine that could not either.
        of_now[i] = row != SIZE_MAX || !strcmp(cd_table_text(now, i, "environment"), CD_EXPECT_UNAVAILABLE);
        if (row == SIZE_MAX)
            continue;
        of_expected[row] = true;
        compare_row(&comparison, i, row);
    }
    char remedy[300];
    snprintf(remedy, sizeof remedy, "are not in %.100s; if they are right, `make expected` adds them", file);
    report_unmatched(&comparison, now, of_now, remedy);
    snprintf(remedy, sizeof remedy,
             "of %.100s are of no algorithm, setting or scene that there is; `make expected` removes them",
             file);
    report_unmatched(&comparison, expected, of_expected, remedy);
    cd_free(of_now);
    cd_free(of_expected);
}

void cd_expect_keep_unavailable(struct cd_table *now, const struct cd_table *expected)
{
    for (size_t i = 0; i < now->row_count; i++) {
        if (strcmp(cd_table_text(now, i, "environment"), CD_EXPECT_UNAVAILABLE))
            continue;
        size_t row = find_row(now, i, expected);
        for (size_t k = 0; k < now->column_count && row != SIZE_MAX; k++)
            cd_table_copy(now, i, now->columns[k].name, expected, row, now->columns[k].name);
    }
}
