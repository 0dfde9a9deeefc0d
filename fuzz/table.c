/// CSV: samples, cells. A table that is written and read again must be the same.
#include "base/table.h"
#include "fuzz/fuzz.h"

static char *written(const struct cd_table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cd_table_write(table, stream);
    fclose(stream);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct cd_column known[] = {
        {"algo", CD_TYPE_TEXT, NULL}, {"ms", CD_TYPE_REAL, "ms"}, {"frames", CD_TYPE_COUNT, NULL}};
    struct cd_table *table = NULL, *again = NULL;
    struct cd_status status = {0};
    if (!fuzz_fine(cd_table_read(fuzz_file("table.csv", data, size), known, 3, &table, &status), &status))
        return 0;
    char *first = written(table), *second;
    CD_ASSERT(!cd_table_parse(first, "again", known, 3, &again, &status));
    second = written(again);
    CD_ASSERT(!strcmp(first, second));
    free(first);
    free(second);
    cd_table_destroy(table);
    cd_table_destroy(again);
    return 0;
}
