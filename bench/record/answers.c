#include "bench/record/answers.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct cd_answers {
    enum cd_query query;
    struct cd_output *output; ///< NULL for standard output
    FILE *stream;
};

enum cd_code cd_answers_open(const char *path, enum cd_query query, struct cd_answers **answers,
                             struct cd_status *status)
{
    static const char *const headers[] = {"frame", "frame,a", "frame,a,b", "frame,a,ta,b,tb"};
    struct cd_output *output = NULL;
    *answers = NULL;
    if (!cd_is_stdout(path)) {
        enum cd_code code = cd_output_open(path, &output, status);
        if (code)
            return code;
    }
    *answers = cd_allocate(1, sizeof **answers);
    (*answers)->query = query;
    (*answers)->output = output;
    (*answers)->stream = output ? cd_output_stream(output) : stdout;
    fprintf((*answers)->stream, "%s\n", headers[query]);
    return CD_OK;
}

size_t cd_answers_columns(enum cd_query query, const struct cd_record *record, uint32_t columns[4])
{
    static const size_t counts[] = {0, 1, 2, 4};
    const uint32_t bodies[] = {record->a, record->b};
    const uint32_t contact[] = {record->a, record->ta, record->b, record->tb};
    memcpy(columns, query == CD_QUERY_CONTACTS ? contact : bodies, counts[query] * sizeof *columns);
    return counts[query];
}

void cd_answers_put(void *answers, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    const struct cd_answers *file = answers;
    for (const struct cd_record *record = records; record < records + count; record++) {
        uint32_t columns[4];
        size_t column_count = cd_answers_columns(file->query, record, columns);
        fprintf(file->stream, "%" PRIu64, frame);
        for (size_t i = 0; i < column_count; i++)
            fprintf(file->stream, ",%" PRIu32, columns[i]);
        fputc('\n', file->stream);
    }
}

enum cd_code cd_answers_commit(struct cd_answers *answers, struct cd_status *status)
{
    struct cd_output *output = answers->output;
    cd_free(answers);
    if (output)
        return cd_output_commit(output, status);
    return cd_flush_stdout(status);
}

void cd_answers_abort(struct cd_answers *answers)
{
    if (!answers)
        return;
    cd_output_abort(answers->output);
    cd_free(answers);
}
