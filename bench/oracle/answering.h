/// An instance's answer to one frame: what all its workers reported and counted, in a form that does not depend on the
/// number of workers.
///
///     struct cd_answering answering;
///     cd_answering_ask(instance, query, CD_SINK_STORE, frame, &answering, &status);
///     cd_answering_gather(instance, &records, &status);
#ifndef CD_BENCH_ORACLE_ANSWERING_H
#define CD_BENCH_ORACLE_ANSWERING_H

#include "algos/driver/instance.h"
#include "base/memory.h"

/// A list of records that grows; zeroed at first, `items` freed by cd_free.
struct cd_records {
    struct cd_record *items;
    uint64_t count;
    size_t capacity;
};

/// The sinks of all workers merged, and the wall time of update and query.
struct cd_answering {
    struct cd_answer answer;
    uint64_t ns;
};

/// Goes back to before the first frame. What fails in that makes the next question fail.
void cd_answering_begin(struct cd_instance *instance);

/// Gives the instance a frame and lets it answer. After a failure there is a time, but no answer. If the instance lives
/// in another process (apart.h), that process reads the scene itself and finds the frame by its index.
enum cd_code cd_answering_ask(struct cd_instance *instance, enum cd_query query, enum cd_sink_mode mode,
                              const struct cd_frame *frame, struct cd_answering *answering,
                              struct cd_status *status);

/// Replaces `records` by those that the workers stored in mode CD_SINK_STORE, ascending. Called after
/// cd_answering_ask. Fails only if the instance lives in another process, and that ends.
enum cd_code cd_answering_gather(struct cd_instance *instance, struct cd_records *records,
                                 struct cd_status *status);

/// The sums of the workers' counters since the last reset. If the instance lives in another process, they are known
/// after a question.
struct cd_counters cd_answering_counters(struct cd_instance *instance);

/// Appends a record.
static inline void cd_records_add(struct cd_records *records, const struct cd_record *record)
{
    if (records->count == records->capacity)
        records->items = cd_grow(records->items, records->count, &records->capacity, sizeof *records->items);
    records->items[records->count++] = *record;
}

/// Orders the records, ascending, and keeps each once.
void cd_records_sort_once(struct cd_records *records);

/// Orders records by a, ta, b, tb, the columns of an answers file; for qsort.
int cd_record_compare(const void *a, const void *b);

#endif
