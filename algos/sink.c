#include "algos/sink.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdbool.h>
#include <string.h>

const char *cd_query_name(enum cd_query query)
{
    static const char *const names[] = {"any", "bodies", "pairs", "contacts"};
    return names[query];
}

struct cd_hash cd_record_hash(enum cd_query query, uint64_t frame, const struct cd_record *record)
{
    static const size_t counts[] = {1, 2, 3, 5};
    bool pairs = query == CD_QUERY_PAIRS;
    uint64_t words[5] = {frame, record->a, pairs ? record->b : record->ta, record->b, record->tb};
    return cd_hash_bytes(words, counts[query] * sizeof *words);
}

static void store(struct cd_sink *sink)
{
    size_t wanted = (size_t)sink->count + sink->pending;
    if (wanted > sink->stored_capacity) {
        size_t capacity = wanted + wanted / 2 + CD_SINK_BATCH;
        sink->stored = cd_reallocate(sink->stored, (size_t)sink->count, capacity, sizeof *sink->stored);
        sink->stored_capacity = capacity;
    }
    memcpy(sink->stored + sink->count, sink->batch, sink->pending * sizeof *sink->stored);
}

void cd_sink_flush(struct cd_sink *sink)
{
    if (sink->mode != CD_SINK_COUNT)
        for (uint32_t i = 0; i < sink->pending; i++)
            sink->digest =
                cd_hash_sum(sink->digest, cd_record_hash(sink->query, sink->frame, &sink->batch[i]));
    if (sink->mode == CD_SINK_STORE && sink->pending)
        store(sink);
    sink->count += sink->pending;
    sink->pending = 0;
}

void cd_sink_begin(struct cd_sink *sink, enum cd_query query, enum cd_sink_mode mode, uint64_t frame)
{
    sink->pending = 0;
    sink->query = query;
    sink->mode = mode;
    sink->frame = frame;
    sink->count = 0;
    sink->digest = (struct cd_hash){0, 0};
}

void cd_sink_release(struct cd_sink *sink)
{
    cd_free(sink->stored);
    sink->stored = NULL;
    sink->stored_capacity = 0;
}

struct cd_answer cd_sinks_merge(struct cd_sink *sinks, unsigned count)
{
    struct cd_answer answer = {0, {0, 0}};
    for (unsigned i = 0; i < count; i++) {
        cd_sink_flush(&sinks[i]);
        answer.count += sinks[i].count;
        answer.digest = cd_hash_sum(answer.digest, sinks[i].digest);
    }
    return answer;
}
