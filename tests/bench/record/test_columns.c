// The columns of summary.csv, whose types and units the program knows, are the columns in schemas/tables.json.
#include "bench/harness/cell.h"
#include "tests/test.h"

#include <jansson.h>

TEST(columns_of_summary_have_the_types_and_units_of_the_schema)
{
    static const char *const types[] = {"integer", "number", "string"};
    json_t *tables = json_load_file("schemas/tables.json", 0, NULL), *known = NULL;
    assert_int_equal(json_unpack(tables, "{s:{s:{s:o}}}", "$defs", "summary", "properties", &known), 0);
    struct cd_table *table = cd_cell_table();
    assert_int_equal(json_object_size(known), table->column_count);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct cd_column *column = &table->columns[i];
        const char *type = NULL, *unit = NULL;
        if (json_unpack(json_object_get(known, column->name), "{s:[s*], s?s}", "type", &type, "unit", &unit))
            fail_msg("the schema has no type of %s", column->name);
        if (strcmp(type, types[column->type]))
            fail_msg("%s: %s in the schema", column->name, type);
        if (column->type == CD_TYPE_REAL && strcmp(unit ? unit : "", column->unit ? column->unit : ""))
            fail_msg("%s: the unit in the schema is %s", column->name, unit ? unit : "none");
    }
    cd_table_destroy(table);
    json_decref(tables);
}
