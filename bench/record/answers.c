#include "bench/record/answers.h"

#include <inttypes.h>
#include <string.h>

void cd_answers_write_header(FILE *stream, enum cd_query query)
{
    static const char *const headers[] = {"frame", "frame,a", "frame,a,b", "frame,a,ta,b,tb"};
    fprintf(stream, "%s\n", headers[query]);
}

size_t cd_answers_columns(enum cd_query query, const struct cd_record *record, uint32_t columns[4])
{
    static const size_t counts[] = {0, 1, 2, 4};
    const uint32_t bodies[] = {record->a, record->b};
    const uint32_t contact[] = {record->a, record->ta, record->b, record->tb};
    memcpy(columns, query == CD_QUERY_CONTACTS ? contact : bodies, counts[query] * sizeof *columns);
    return counts[query];
}

void cd_answers_write(FILE *stream, enum cd_query query, uint64_t frame, const struct cd_record *records,
                      uint64_t count)
{
    for (uint64_t r = 0; r < count; r++) {
        uint32_t columns[4];
        size_t column_count = cd_answers_columns(query, &records[r], columns);
        fprintf(stream, "%" PRIu64, frame);
        for (size_t i = 0; i < column_count; i++)
            fprintf(stream, ",%" PRIu32, columns[i]);
        fputc('\n', stream);
    }
}
