/// One frame's answer of an instance: what all its workers reported and counted, in a form that does not
/// depend on how many they are.
///
///     cd_answering_begin(instance, query, CD_SINK_STORE, frame->index);
///     cd_answering_ask(instance, frame, &status);
///     struct cd_answer answer = cd_answering_end(instance);
///     cd_answering_gather(instance, &records);
#ifndef CD_BENCH_ORACLE_ANSWERING_H
#define CD_BENCH_ORACLE_ANSWERING_H

#include "algos/driver/instance.h"

/// A list of records that grows; zeroed at first, `items` freed by cd_free.
struct cd_records {
    struct cd_record *items;
    uint64_t count;
    size_t capacity;
};

/// Begins the sinks of all workers.
void cd_answering_begin(struct cd_instance *instance, enum cd_query query, enum cd_sink_mode mode,
                        uint64_t frame);

/// Hands the instance a frame and has it answer.
enum cd_code cd_answering_ask(struct cd_instance *instance, const struct cd_frame *frame,
                              struct cd_status *status);

/// Merges the sinks of all workers.
struct cd_answer cd_answering_end(struct cd_instance *instance);

/// Replaces `records` by those that the workers stored in mode CD_SINK_STORE, ascending; after
/// cd_answering_end.
void cd_answering_gather(struct cd_instance *instance, struct cd_records *records);

/// The sums of the workers' counters since the last reset.
struct cd_counters cd_answering_counters(struct cd_instance *instance);

/// Appends a record.
void cd_records_add(struct cd_records *records, const struct cd_record *record);

/// Orders records by a, ta, b, tb, the columns of an answers file; for qsort.
int cd_record_compare(const void *a, const void *b);
/// Orders pairs by a, then b; for qsort.
int cd_pair_compare(const void *a, const void *b);

#endif
