// Tables of numbers and texts, and their files.
#include "base/table.h"

#include "tests/scratch_folder.h"

#include "base/memory.h"

#include <math.h>

static struct cd_table *parsed(const char *text, const struct cd_column *known, size_t count)
{
    struct cd_status status = {0};
    struct cd_table *table;
    if (cd_table_parse(text, "table.csv", known, count, &table, &status))
        fail_msg("%s", status.text);
    return table;
}

static void assert_refused(const char *text, const char *message)
{
    static const struct cd_column known[] = {{"count", CD_TYPE_COUNT, NULL}, {"real", CD_TYPE_REAL, "ms"}};
    struct cd_status status = {0};
    struct cd_table *table;
    assert_int_equal(cd_table_parse(text, "table.csv", known, 2, &table, &status), CD_DATA);
    assert_null(table);
    assert_string_equal(status.text, message);
}

static char *written(const struct cd_table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cd_table_write(table, stream);
    assert_int_equal(fclose(stream), 0);
    return text;
}

static void assert_written(const struct cd_table *table, const char *expected)
{
    char *text = written(table);
    assert_string_equal(text, expected);
    free(text);
}

/// What is read of what is written of a table, which is freed.
static struct cd_table *read_again(struct cd_table *table)
{
    char *text = written(table);
    struct cd_table *again = parsed(text, NULL, 0);
    free(text);
    cd_table_destroy(table);
    return again;
}

static void assert_shown(const struct cd_table *table, size_t row, const char *column, const char *expected)
{
    assert_string_equal(cd_table_show(table, row, column), expected);
}

TEST(a_file_is_read_field_by_field)
{
    struct cd_table *table = parsed("\xef\xbb\xbfname,size,time\r\na,1,2.5\r\n\r\nb,2,NA\n", NULL, 0);
    assert_int_equal(table->column_count, 3);
    assert_int_equal(table->row_count, 2);
    assert_int_equal(cd_table_column(table, "name"), 0);
    assert_int_equal(cd_table_column(table, "time"), 2);
    assert_true(cd_table_column(table, "nothing") == CD_NO_COLUMN);
    assert_shown(table, 0, "time", "2.5");
    assert_shown(table, 1, "time", "NA");
    assert_shown(table, 1, "nothing", "NA");
    cd_table_destroy(table);
    table = parsed("\xef\xbb\xbf\"name\",size\ra,1\r\r\nb,2", NULL, 0);
    assert_int_equal(cd_table_column(table, "name"), 0);
    assert_int_equal(table->row_count, 2);
    cd_table_destroy(table);
}

TEST(columns_are_as_narrow_as_what_they_hold)
{
    struct cd_table *table = parsed("a,b,c,d,e,f\n0,1,1,NA,007,12345678901234567890123456789012\n"
                                    "18446744073709551614,-2,x,NA,8,00000000000000000000000000000000\n",
                                    NULL, 0);
    static const enum cd_type types[] = {CD_TYPE_COUNT, CD_TYPE_REAL, CD_TYPE_TEXT,
                                         CD_TYPE_COUNT, CD_TYPE_REAL, CD_TYPE_TEXT};
    for (size_t i = 0; i < table->column_count; i++)
        assert_int_equal(table->columns[i].type, types[i]);
    assert_string_equal(table->values[0][1], "18446744073709551614");
    assert_written(table, "a,b,c,d,e,f\n0,1,1,NA,7,12345678901234567890123456789012\n"
                          "18446744073709551614,-2,x,NA,8,00000000000000000000000000000000\n");
    cd_table_destroy(table);
}

TEST(known_columns_have_their_type_and_unit)
{
    static const struct cd_column known[] = {{"digest", CD_TYPE_TEXT, NULL}, {"ms", CD_TYPE_REAL, "ms"}};
    struct cd_table *table = parsed("digest,ms,n\n0012,3,1\n", known, 2);
    assert_string_equal(cd_table_text(table, 0, "digest"), "0012");
    assert_int_equal(table->columns[1].type, CD_TYPE_REAL);
    assert_string_equal(table->columns[1].unit, "ms");
    assert_null(table->columns[2].unit);
    cd_table_destroy(table);
}

TEST(quoted_fields_have_commas_and_quotes)
{
    struct cd_table *table = parsed("a,\"b,c\"\n\"say \"\"no\"\"\",\"\"\n", NULL, 0);
    assert_string_equal(table->columns[1].name, "b,c");
    assert_string_equal(cd_table_text(table, 0, "a"), "say \"no\"");
    assert_string_equal(cd_table_text(table, 0, "b,c"), "");
    assert_written(table, "a,\"b,c\"\n\"say \"\"no\"\"\",\n");
    cd_table_destroy(table);
}

TEST(an_empty_field_says_none)
{
    static const struct cd_column known[] = {
        {"n", CD_TYPE_COUNT, NULL}, {"ms", CD_TYPE_REAL, "ms"}, {"variant", CD_TYPE_TEXT, NULL}};
    // As version 1.0 wrote it, as it is written now, and as other programs write numbers that they lack.
    struct cd_table *table =
        parsed("n,ms,variant,free\n1,2.5,'-,\n,,,3\n\"\",\"\",\"\",x\nNA,NA,NA,NA\n2,1,-,'-\n", known, 3);
    assert_int_equal(table->columns[0].type, CD_TYPE_COUNT);
    assert_int_equal(table->columns[1].type, CD_TYPE_REAL);
    assert_written(table, "n,ms,variant,free\n1,2.5,,\nNA,NA,,3\nNA,NA,,x\nNA,NA,NA,NA\n2,1,-,\n");
    assert_true(cd_table_has(table, 0, "n") && cd_table_has(table, 0, "ms") &&
                cd_table_has(table, 1, "free"));
    assert_false(cd_table_has(table, 0, "variant") || cd_table_has(table, 1, "n") ||
                 cd_table_has(table, 0, "free"));
    assert_false(cd_table_has(table, 3, "variant") || cd_table_has(table, 0, "nowhere"));
    assert_true(cd_table_has(table, 4, "variant"));
    assert_true(isnan(cd_table_real(table, 0, "free")) && isnan(cd_table_real(table, 1, "ms")));
    cd_table_destroy(table);
    assert_refused("count\n-\n", "table.csv:2: count is \"-\", not a whole number");
}

TEST(bad_files_are_refused_with_their_line)
{
    struct cd_status status = {0};
    struct cd_table *table;
    assert_int_equal(cd_table_read(scratch_path("nothing.csv"), NULL, 0, &table, &status), CD_IO);
    assert_non_null(strstr(status.text, "nothing.csv: no such file; check the name"));
    assert_refused("a,b\n1,2\n1,2,3\n", "table.csv:3: 3 fields where the header has 2");
    assert_refused("a,b,a\n", "table.csv:1: the header has the column \"a\" twice");
    assert_refused("a\n\"open\n", "table.csv:2: a quote that is not closed on its line");
    assert_refused("", "table.csv: empty; the first line names the columns");
    assert_refused("real\n1\nfast\n", "table.csv:3: real is \"fast\", not a finite number");
    assert_refused("count\n-1\n", "table.csv:2: count is \"-1\", not a whole number");
}

TEST(texts_that_are_written_are_read_again)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    static const char *const texts[] = {"",          NULL, "a,b", "\"", "torus:triangles=100,motion=pair",
                                        "two\nlines"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cd_table_set_text(table, cd_table_add_row(table), "text", texts[i]);
    table = read_again(table);
    assert_int_equal(table->row_count, 6);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(cd_table_text(table, i, "text"), texts[i] ? texts[i] : "NA");
    assert_string_equal(cd_table_text(table, 5, "text"), "two lines");
    cd_table_destroy(table);
}

TEST(a_table_may_be_wide)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    cd_table_add_row(table);
    for (uint64_t i = 0; i < 150; i++) {
        char name[20];
        snprintf(name, sizeof name, "column%d", (int)i);
        cd_table_set_count(table, 0, name, i);
    }
    table = read_again(table);
    assert_int_equal(table->column_count, 150);
    assert_shown(table, 0, "column149", "149");
    cd_table_destroy(table);
}

TEST(columns_are_added_where_they_are_missing)
{
    struct cd_table *table = parsed("a,n\nx,1\n", NULL, 0), *more = parsed("c,n\nx,4.5\n", NULL, 0);
    cd_table_copy_row(table, cd_table_add_row(table), more, 0);
    cd_table_set_text(table, 1, "b", "x");
    assert_int_equal(cd_table_add_row(table), 2);
    cd_table_set_text(table, 0, "a", cd_table_text(table, 0, "a")); // its own text
    assert_written(table, "a,n,c,b\nx,1,NA,NA\nNA,4.5,x,x\nNA,NA,NA,NA\n");
    cd_table_destroy(table);
    cd_table_destroy(more);
}

TEST(columns_widen_for_what_is_put_into_them)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    for (int i = 0; i < 4; i++)
        cd_table_add_row(table);
    cd_table_set(table, 0, "n", "NA");
    cd_table_set(table, 1, "n", "1000");
    assert_int_equal(table->columns[0].type, CD_TYPE_COUNT);
    cd_table_set(table, 2, "n", "0.5");
    assert_int_equal(table->columns[0].type, CD_TYPE_REAL);
    cd_table_set(table, 3, "n", "all");
    assert_written(table, "n\nNA\n1000\n0.5\nall\n");
    cd_table_destroy(table);
}

TEST(numbers_keep_their_value)
{
    static const double values[] = {0, 1, -3, 0.1, 1.0 / 3, 1e300, 5e-324, 123456789012345678.0, -0.0};
    size_t count = sizeof values / sizeof *values;
    struct cd_table *table = cd_table_create(NULL, 0);
    for (size_t i = 0; i < count; i++)
        cd_table_set_real(table, cd_table_add_row(table), "a", values[i]);
    assert_shown(table, 3, "a", "0.1");
    table = read_again(table);
    for (size_t i = 0; i < count; i++) {
        double real = cd_table_real(table, i, "a");
        assert_memory_equal(&real, &values[i], sizeof values[i]);
    }
    cd_table_set_real(table, 0, "a", NAN);
    cd_table_set_real(table, 1, "a", INFINITY);
    assert_shown(table, 0, "a", "NA");
    assert_shown(table, 1, "a", "NA");
    cd_table_destroy(table);
}

TEST(texts_are_no_numbers)
{
    struct cd_table *table = parsed("a,b,c,d\nNA,exact,,nan\n", NULL, 0);
    double value;
    for (size_t c = 0; c < 4; c++)
        assert_false(cd_table_number(table, 0, table->columns[c].name, &value));
    assert_false(cd_table_number(table, 0, "nothing", &value));
    cd_table_destroy(table);
}

TEST(equal_numbers_match_however_they_are_written)
{
    struct cd_table *table = parsed("n,t\n1000,abc\n1e3,1000.0\n-0,NA\n", NULL, 0);
    assert_true(cd_table_matches(table, 0, "n", "1e3"));
    assert_true(cd_table_matches(table, 1, "n", "1000"));
    assert_true(cd_table_matches(table, 1, "t", "1000"));
    assert_true(cd_table_matches(table, 2, "n", "0"));
    assert_true(cd_table_matches(table, 2, "t", "NA"));
    assert_true(cd_table_matches(table, 0, "t", "abc"));
    assert_false(cd_table_matches(table, 0, "t", "ABC"));
    assert_false(cd_table_matches(table, 0, "n", "1001"));
    assert_false(cd_table_matches(table, 0, "n", "all"));
    cd_table_destroy(table);
}

TEST(doubled_rows_are_found_by_their_key)
{
    static const char *const all[] = {"run", "algo", "fps", "nothing", NULL}, *const fps[] = {"fps", NULL};
    static const char *const nothing[] = {"nothing", NULL};
    struct cd_table *table =
        parsed("run,algo,fps\na,brute,1.5\nb,NA,2\na,rapid,1.5\nNA,rapid,3\nNA,rapid,3\nb,NA,2\n", NULL, 0);
    size_t rows[2];
    assert_true(cd_table_find_doubles(table, all, rows));
    assert_int_equal(rows[0], 1);
    assert_int_equal(rows[1], 5);
    assert_true(cd_table_find_doubles(table, fps, rows));
    assert_int_equal(rows[0], 0);
    assert_int_equal(rows[1], 2);
    assert_false(cd_table_find_doubles(table, nothing, rows));
    cd_table_set_text(table, 5, "algo", "rapid");
    assert_false(cd_table_find_doubles(table, all, rows)); // without a run, rows 3 and 4 do not count
    cd_table_destroy(table);
}
