// Tables as CSV files hold them.
#include "bench/record/dataset.h"

#include "tests/scratch_folder.h"

#include "base/memory.h"

#include <math.h>

static struct cd_dataset *parsed(const char *text)
{
    struct cd_status status = {0};
    struct cd_dataset *dataset;
    enum cd_code code = cd_dataset_parse(text, "table.csv", &dataset, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return dataset;
}

static void assert_refused(const char *text, const char *message)
{
    struct cd_status status = {0};
    struct cd_dataset *dataset;
    assert_int_equal(cd_dataset_parse(text, "table.csv", &dataset, &status), CD_DATA);
    assert_null(dataset);
    assert_string_equal(status.text, message);
}

static char *written(const struct cd_dataset *dataset)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cd_dataset_write(dataset, stream);
    assert_int_equal(fclose(stream), 0);
    return text;
}

static void assert_written(const struct cd_dataset *dataset, const char *expected)
{
    char *text = written(dataset);
    assert_string_equal(text, expected);
    free(text);
}

static void test_a_file_is_read_field_by_field(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("\xef\xbb\xbfname,size,time\r\na,1,2.5\r\n\r\nb,2,NA\n");
    assert_int_equal(table->column_count, 3);
    assert_int_equal(table->row_count, 2);
    assert_int_equal(cd_dataset_column(table, "name"), 0);
    assert_int_equal(cd_dataset_column(table, "time"), 2);
    assert_true(cd_dataset_column(table, "nothing") == CD_NO_COLUMN);
    assert_string_equal(cd_dataset_text(table, 0, "time"), "2.5");
    assert_string_equal(cd_dataset_text(table, 1, "nothing"), "NA");
    cd_dataset_destroy(table);
}

static void test_quoted_fields_have_commas_and_quotes(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("a,\"b,c\"\n\"say \"\"no\"\"\",\"\"\n");
    assert_string_equal(table->columns[1], "b,c");
    assert_string_equal(cd_dataset_text(table, 0, "a"), "say \"no\"");
    assert_string_equal(cd_dataset_text(table, 0, "b,c"), "");
    assert_written(table, "a,\"b,c\"\n\"say \"\"no\"\"\",\n");
    cd_dataset_destroy(table);
}

static void test_bad_files_are_refused_with_their_line(void **state)
{
    (void)state;
    assert_refused("a,b\n1,2\n1,2,3\n", "table.csv:3: 3 fields where the header has 2");
    assert_refused("a,b,a\n", "table.csv:1: the header has the column \"a\" twice");
    assert_refused("a\n\"open\n", "table.csv:2: a quote that is not closed on its line");
    assert_refused("", "table.csv: empty; the first line names the columns");
}

static void test_a_missing_file_is_named(void **state)
{
    (void)state;
    struct cd_status status = {0};
    struct cd_dataset *table;
    assert_int_equal(cd_dataset_read(scratch_path("nothing.csv"), &table, &status), CD_IO);
    assert_non_null(strstr(status.text, "nothing.csv: no such file; check the name"));
}

static void test_what_is_written_is_read_again(void **state)
{
    (void)state;
    static const char *const columns[] = {"text"};
    struct cd_dataset *table = cd_dataset_create(columns, 1);
    static const char *const texts[] = {"",          "NA", "a,b", "\"", "torus:triangles=100,motion=pair",
                                        "two\nlines"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cd_dataset_set(table, cd_dataset_add_row(table), "text", texts[i]);
    char *text = written(table);
    scratch_write("table.csv", text);
    free(text);
    struct cd_dataset *again;
    assert_int_equal(cd_dataset_read(scratch_path("table.csv"), &again, NULL), CD_OK);
    assert_int_equal(again->row_count, 6);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(cd_dataset_text(again, i, "text"), texts[i]);
    assert_string_equal(cd_dataset_text(again, 5, "text"), "two lines");
    cd_dataset_destroy(table);
    cd_dataset_destroy(again);
}

static void test_a_table_may_be_as_wide_as_an_experiment(void **state)
{
    (void)state;
    static const char *const columns[] = {"first"};
    struct cd_dataset *table = cd_dataset_create(columns, 1);
    cd_dataset_add_row(table);
    for (int i = 0; i < 150; i++) {
        char name[20];
        snprintf(name, sizeof name, "column%d", i);
        cd_dataset_set_number(table, 0, name, i);
    }
    char *text = written(table);
    struct cd_dataset *again = parsed(text);
    assert_int_equal(again->column_count, 151);
    assert_string_equal(cd_dataset_text(again, 0, "column149"), "149");
    free(text);
    cd_dataset_destroy(table);
    cd_dataset_destroy(again);
}

static void test_columns_are_added_where_they_are_missing(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("a\n1\n2\n");
    cd_dataset_set(table, 1, "b", "x");
    assert_int_equal(cd_dataset_add_row(table), 2);
    cd_dataset_set(table, 0, "a", cd_dataset_text(table, 0, "a"));
    assert_written(table, "a,b\n1,NA\n2,x\nNA,NA\n");
    cd_dataset_destroy(table);
}

static void test_numbers_keep_their_value(void **state)
{
    (void)state;
    static const double values[] = {0, 1, -3, 0.1, 1.0 / 3, 1e300, 5e-324, 123456789012345678.0};
    struct cd_dataset *table = parsed("a\n");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double value;
        cd_dataset_set_number(table, cd_dataset_add_row(table), "a", values[i]);
        assert_true(cd_dataset_number(table, i, "a", &value));
        assert_memory_equal(&value, &values[i], sizeof value);
    }
    assert_string_equal(cd_dataset_text(table, 3, "a"), "0.1");
    cd_dataset_set_number(table, 0, "a", NAN);
    cd_dataset_set_number(table, 1, "a", INFINITY);
    assert_string_equal(cd_dataset_text(table, 0, "a"), "NA");
    assert_string_equal(cd_dataset_text(table, 1, "a"), "NA");
    cd_dataset_destroy(table);
}

static void test_texts_are_no_numbers(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("a,b,c,d\nNA,exact,,nan\n");
    double value;
    for (size_t c = 0; c < 4; c++)
        assert_false(cd_dataset_number(table, 0, table->columns[c], &value));
    assert_false(cd_dataset_number(table, 0, "nothing", &value));
    cd_dataset_destroy(table);
}

static void test_rows_of_other_columns_are_appended(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("a,b\n1,2\n"), *more = parsed("c,a\n3,4\n5,6\n");
    cd_dataset_append(table, more);
    assert_written(table, "a,b,c\n1,2,NA\n4,NA,3\n6,NA,5\n");
    cd_dataset_destroy(table);
    cd_dataset_destroy(more);
}

static void test_equal_numbers_match_however_they_are_written(void **state)
{
    (void)state;
    struct cd_dataset *table = parsed("n,t\n1000,abc\n1e3,1000.0\n-0,NA\n");
    assert_true(cd_dataset_matches(table, 0, "n", "1e3"));
    assert_true(cd_dataset_matches(table, 1, "n", "1000"));
    assert_true(cd_dataset_matches(table, 1, "t", "1000"));
    assert_true(cd_dataset_matches(table, 2, "n", "0"));
    assert_true(cd_dataset_matches(table, 2, "t", "NA"));
    assert_true(cd_dataset_matches(table, 0, "t", "abc"));
    assert_false(cd_dataset_matches(table, 0, "t", "ABC"));
    assert_false(cd_dataset_matches(table, 0, "n", "1001"));
    assert_false(cd_dataset_matches(table, 0, "n", "all"));
    cd_dataset_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_is_read_field_by_field),
        cmocka_unit_test(test_quoted_fields_have_commas_and_quotes),
        cmocka_unit_test(test_bad_files_are_refused_with_their_line),
        cmocka_unit_test(test_a_missing_file_is_named),
        cmocka_unit_test(test_what_is_written_is_read_again),
        cmocka_unit_test(test_a_table_may_be_as_wide_as_an_experiment),
        cmocka_unit_test(test_columns_are_added_where_they_are_missing),
        cmocka_unit_test(test_numbers_keep_their_value),
        cmocka_unit_test(test_texts_are_no_numbers),
        cmocka_unit_test(test_rows_of_other_columns_are_appended),
        cmocka_unit_test(test_equal_numbers_match_however_they_are_written),
    };
    return cmocka_run_group_tests_name("dataset", tests, scratch_make, scratch_remove);
}
