#include "algos/sink.h"

#include "base/memory.h"
#include "base/status.h"

#define XXH_INLINE_ALL // a hundred million records are hashed, each in less time than a call of the library takes

#include <stdbool.h>
#include <string.h>
#include <xxhash.h>

const char *cd_query_name(enum cd_query query)
{
    static const char *const names[] = {"any", "bodies", "pairs", "contacts"};
    return names[query];
}

struct cd_hash cd_record_hash(enum cd_query query, uint64_t frame, const struct cd_record *record)
{
    static const size_t counts[] = {1, 2, 3, 5};
    if (query == CD_QUERY_PAIRS) {
        uint64_t words[3] = {frame, record->a, record->b};
        XXH128_hash_t hash = XXH3_128bits(words, sizeof words); // a known length leaves one of its branches
        return (struct cd_hash){.high = hash.high64, .low = hash.low64};
    }
    uint64_t words[5] = {frame, record->a, record->ta, record->b, record->tb};
    return cd_hash_bytes(words, counts[query] * sizeof *words);
}

/// Makes room for this many more records behind the stored ones.
static struct cd_record *room_for(struct cd_sink *sink, size_t count)
{
    size_t wanted = (size_t)sink->count + count;
    if (wanted > sink->stored_capacity) {
        size_t capacity = wanted + wanted / 2 + CD_SINK_BATCH;
        sink->stored = cd_reallocate(sink->stored, (size_t)sink->count, capacity, sizeof *sink->stored);
        sink->stored_capacity = capacity;
    }
    return sink->stored + sink->count;
}

void cd_sink_flush(struct cd_sink *sink)
{
    if (sink->mode == CD_SINK_DIGEST || sink->mode == CD_SINK_STORE)
        for (uint32_t i = 0; i < sink->pending; i++)
            sink->digest =
                cd_hash_sum(sink->digest, cd_record_hash(sink->query, sink->frame, &sink->batch[i]));
    if (sink->mode >= CD_SINK_STORE && sink->pending)
        memcpy(room_for(sink, sink->pending), sink->batch, sink->pending * sizeof *sink->stored);
    sink->count += sink->pending;
    sink->pending = 0;
}

void cd_sink_keep_pairs(struct cd_sink *sink, uint32_t a, const uint32_t *ids, const uint32_t *chosen,
                        uint32_t count)
{
    cd_sink_flush(sink);
    struct cd_record *record = room_for(sink, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = ids[chosen[i]];
        record[i] = (struct cd_record){.a = a < b ? a : b, .b = a < b ? b : a};
    }
    sink->count += count;
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
