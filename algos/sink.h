/// Where answers go: one sink per thread, filled in batches, merged by the harness frame by frame.
#ifndef CD_ALGOS_SINK_H
#define CD_ALGOS_SINK_H

#include "base/hash.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is asked of a frame. Records of each: any (nothing), bodies (a), pairs (a, b), contacts (a, ta, b,
/// tb); a < b.
enum cd_query {
    CD_QUERY_ANY,      ///< does anything collide: one record when it does
    CD_QUERY_BODIES,   ///< the bodies that touch something
    CD_QUERY_PAIRS,    ///< the pairs of bodies that touch
    CD_QUERY_CONTACTS, ///< the pairs of triangles that touch
};

#define CD_QUERY_BIT(query) (1u << (query))
#define CD_QUERY_ALL        0xfu

/// One record of an answer; members that the query does not have are 0.
struct cd_record {
    uint32_t a, ta, b, tb;
};

/// What becomes of the records besides being counted: nothing, a digest, a digest and a list, or a list alone.
enum cd_sink_mode { CD_SINK_COUNT, CD_SINK_DIGEST, CD_SINK_STORE, CD_SINK_KEEP };

#define CD_SINK_BATCH 256

struct cd_sink {
    uint32_t pending; ///< records in `batch`
    struct cd_record batch[CD_SINK_BATCH];
    enum cd_query query;
    enum cd_sink_mode mode;
    uint64_t frame;
    uint64_t count;
    struct cd_hash digest;
    struct cd_record *stored; ///< in the modes with a list, `count` of them since `cd_sink_begin`
    size_t stored_capacity;
};

/// Works off the batch; called when it is full and at the end of a frame.
void cd_sink_flush(struct cd_sink *sink);

/// Adds one record; the caller passes zeros for what the query does not have.
static inline void cd_sink_put(struct cd_sink *sink, uint32_t a, uint32_t ta, uint32_t b, uint32_t tb)
{
    struct cd_record *record = &sink->batch[sink->pending];
    record->a = a;
    record->ta = ta;
    record->b = b;
    record->tb = tb;
    if (++sink->pending == CD_SINK_BATCH)
        cd_sink_flush(sink);
}

/// What `cd_sink_put_pairs` does where a list alone is kept.
void cd_sink_keep_pairs(struct cd_sink *sink, uint32_t a, const uint32_t *ids, const uint32_t *chosen,
                        uint32_t count);

/// Adds `count` pairs at once: {a, ids[chosen[i]]} for every i. A sink that only counts need not look at them
/// one by one, and one that keeps a list alone takes them as they are; all others get record after record.
static inline void cd_sink_put_pairs(struct cd_sink *sink, uint32_t a, const uint32_t *ids,
                                     const uint32_t *chosen, uint32_t count)
{
    if (sink->mode == CD_SINK_COUNT) {
        sink->count += count;
        return;
    }
    if (sink->mode == CD_SINK_KEEP) {
        cd_sink_keep_pairs(sink, a, ids, chosen, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = ids[chosen[i]];
        cd_sink_put(sink, a < b ? a : b, 0, a < b ? b : a, 0);
    }
}

/// Empties the sink for the answers to `query` in frame number `frame`; keeps its memory.
void cd_sink_begin(struct cd_sink *sink, enum cd_query query, enum cd_sink_mode mode, uint64_t frame);

/// Frees what a sink holds, not the sink itself.
void cd_sink_release(struct cd_sink *sink);

/// The answer of one frame: how many records, and the order-free sum of their hashes (zero in modes without).
struct cd_answer {
    uint64_t count;
    struct cd_hash digest;
};

/// Flushes and merges the sinks of all threads.
struct cd_answer cd_sinks_merge(struct cd_sink *sinks, unsigned count);

/// The hash of one record as the digest sums it: XXH3 over the little-endian 64-bit words frame, then a; a,
/// b; or a, ta, b, tb, as the query has them.
struct cd_hash cd_record_hash(enum cd_query query, uint64_t frame, const struct cd_record *record);

/// "any", "bodies", "pairs" or "contacts".
const char *cd_query_name(enum cd_query query);

#ifdef __cplusplus
}
#endif
#endif
