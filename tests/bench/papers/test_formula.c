// Formulas over the columns of tables.
#include "base/text.h"
#include "bench/papers/formula.h"

#include "tests/test.h"

static struct cd_table *parsed(const char *text)
{
    struct cd_table *table;
    assert_int_equal(cd_table_parse(text, "table.csv", NULL, 0, &table, NULL), CD_OK);
    return table;
}

TEST(formulas_compute_a_column)
{
    static const char *const rows[][3] = {
        {"rate", "(misses + false_hits) / pairs", "0.25 NA NA 1"}, // the second is 0 / 0
        // A computed column can be used like any other, and can be set again.
        {"rate", "rate > 0.5 ? sqrt(4) : log10(100) + 2^3", "10 NA NA 2"},
        {"other", "misses + name", "NA NA NA NA"}, // which has no numbers
    };
    struct cd_table *table = parsed("misses,false_hits,pairs,name\n1,2,12,a\n0,0,0,b\n3,NA,5,c\n5,5,10,d\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i][1]);
        char found[200] = "";
        assert_int_equal(cd_table_compute(table, rows[i][0], rows[i][1], NULL), CD_OK);
        for (size_t row = 0; row < table->row_count; row++)
            cd_append(found, sizeof found, "%s%s", row ? " " : "", cd_table_show(table, row, rows[i][0]));
        assert_string_equal(found, rows[i][2]);
    }
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
        test_row("%s", rows[i / 2][0]);
        struct cd_status status = {0};
        struct cd_table *table = parsed(i % 2 ? "misses,pairs\n1,2\n" : "misses,pairs\n");
        assert_int_equal(cd_table_compute(table, "rate", rows[i / 2][0], &status), CD_DATA);
        if (!strstr(status.text, rows[i / 2][1]) || strchr(status.text, '\n') ||
            strstr(status.text, " position ")) // that of the parser, from 0
            fail_msg("\"%s\" does not say \"%s\"", status.text, rows[i / 2][1]);
        assert_int_equal(table->column_count, 2);
        cd_table_destroy(table);
    }
}
