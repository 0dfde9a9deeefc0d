// Formulas over the columns of tables.
#include "bench/papers/formula.h"

#include "tests/test.h"

static struct cd_table *parsed(const char *text)
{
    struct cd_status status = {0};
    struct cd_table *table;
    enum cd_code code = cd_table_parse(text, "table.csv", NULL, 0, &table, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return table;
}

static void assert_value(const struct cd_table *table, size_t row, const char *expected)
{
    char buffer[CD_NUMBER_BYTES];
    assert_string_equal(cd_table_show(table, row, "rate", buffer), expected);
}

TEST(formulas_compute_a_column)
{
    struct cd_table *table = parsed("misses,false_hits,pairs,name\n1,2,12,a\n0,0,0,b\n3,NA,5,c\n5,5,10,d\n");
    struct cd_status status = {0};
    assert_int_equal(cd_table_compute(table, "rate", "(misses + false_hits) / pairs", &status), CD_OK);
    assert_value(table, 0, "0.25");
    assert_value(table, 1, "NA"); // 0 / 0
    assert_value(table, 2, "NA");
    assert_value(table, 3, "1");
    // A computed column can be used like any other, and can be set again.
    assert_int_equal(cd_table_compute(table, "rate", "rate > 0.5 ? sqrt(4) : log10(100) + 2^3", &status),
                     CD_OK);
    assert_value(table, 0, "10");
    assert_value(table, 1, "NA");
    assert_value(table, 3, "2");
    cd_table_destroy(table);
}

TEST(a_column_without_numbers_makes_a_formula_unknown)
{
    struct cd_table *table = parsed("a,name\n1,x\n");
    assert_int_equal(cd_table_compute(table, "b", "a + name", NULL), CD_OK);
    double value;
    assert_false(cd_table_number(table, 0, "b", &value));
    cd_table_destroy(table);
}

TEST(a_wrong_formula_is_refused_with_its_place)
{
    static const char *const rows[][2] = {
        {"misses / ", "the formula of column rate, \"misses / \", is wrong at character 10: Unexpected end"},
        {"(misses + pairs", "is wrong at character 16: Missing parenthesis"},
        {"misses pairs", "is wrong at character 8: Unexpected variable \"pairs\""},
        {"2 * mises", "is wrong at character 5: there is no column mises; did you mean misses?"},
        {"elephants", "is wrong at character 1: there is no column elephants"},
        {"sqrt(misses, pairs)", "is wrong at character 19: Too many parameters"},
        {"misses $ pairs", "is wrong at character 8: Unexpected token"},
        {"misses ? pairs", "is wrong: If-then-else operator is missing an else clause"},
        {"", "the formula of column rate, \"\", is wrong: Expression is empty"},
        {"\"text\"", "is wrong at character 7: Strings must only be used"},
        {"misses, pairs", "\"misses, pairs\", has 2 values; write one without commas"},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        struct cd_status status = {0};
        struct cd_table *table = parsed(i % 2 ? "misses,pairs\n1,2\n" : "misses,pairs\n");
        assert_int_equal(cd_table_compute(table, "rate", rows[i / 2][0], &status), CD_DATA);
        if (!strstr(status.text, rows[i / 2][1]) || strchr(status.text, '\n'))
            fail_msg("\"%s\" does not say \"%s\"", status.text, rows[i / 2][1]);
        assert_int_equal(table->column_count, 2);
        cd_table_destroy(table);
    }
}
