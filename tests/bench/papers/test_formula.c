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

static void assert_wrong_formula(const char *formula, const char *message)
{
    struct cd_status status = {0};
    struct cd_table *tables[] = {parsed("misses,pairs\n1,2\n"), parsed("misses,pairs\n")};
    for (int i = 0; i < 2; i++) { // with rows and without
        assert_int_equal(cd_table_compute(tables[i], "rate", formula, &status), CD_DATA);
        if (!strstr(status.text, message))
            print_error("\"%s\" does not say \"%s\"\n", status.text, message);
        assert_non_null(strstr(status.text, message));
        assert_null(strchr(status.text, '\n'));
        assert_int_equal(tables[i]->column_count, 2);
        cd_table_destroy(tables[i]);
    }
}

TEST(a_wrong_formula_is_refused_with_its_place)
{
    assert_wrong_formula(
        "misses / ", "the formula of column rate, \"misses / \", is wrong at character 10: Unexpected end");
    assert_wrong_formula("(misses + pairs", "is wrong at character 16: Missing parenthesis");
    assert_wrong_formula("misses pairs", "is wrong at character 8: Unexpected variable \"pairs\"");
    assert_wrong_formula("2 * mises",
                         "is wrong at character 5: there is no column mises; did you mean misses?");
    assert_wrong_formula("elephants", "is wrong at character 1: there is no column elephants");
    assert_wrong_formula("sqrt(misses, pairs)", "is wrong at character 19: Too many parameters");
    assert_wrong_formula("misses $ pairs", "is wrong at character 8: Unexpected token");
    assert_wrong_formula("misses ? pairs", "is wrong: If-then-else operator is missing an else clause");
    assert_wrong_formula("", "the formula of column rate, \"\", is wrong: Expression is empty");
    assert_wrong_formula("\"text\"", "is wrong at character 7: Strings must only be used");
    assert_wrong_formula("misses, pairs", "\"misses, pairs\", has 2 values; write one without commas");
}
