#include "bench/oracle/answering.h"

#include "base/clock.h"

#include <stdlib.h>

static unsigned worker_count(struct cd_instance *instance)
{
    return cd_instance_workers(instance)->context->threads;
}

enum cd_code cd_answering_ask(struct cd_instance *instance, enum cd_query query, enum cd_sink_mode mode,
                              const struct cd_frame *frame, struct cd_answering *answering,
                              struct cd_status *status)
{
    struct cd_worker *workers = cd_instance_workers(instance);
    struct cd_answer *answer = &answering->answer;
    *answer = (struct cd_answer){0};
    for (unsigned i = 0; i < worker_count(instance); i++)
        cd_sink_begin(workers[i].sink, query, mode, frame->index);
    uint64_t begin = cd_clock_wall();
    enum cd_code code = cd_instance_update(instance, frame, status);
    if (!code)
        code = cd_instance_query(instance, status);
    answering->ns = cd_clock_span(begin, cd_clock_wall());
    for (unsigned i = 0; i < worker_count(instance) && !code; i++) {
        struct cd_answer part = cd_sinks_merge(workers[i].sink, 1);
        answer->count += part.count;
        answer->digest = cd_hash_sum(answer->digest, part.digest);
    }
    return code;
}

void cd_answering_gather(struct cd_instance *instance, struct cd_records *records)
{
    const struct cd_worker *workers = cd_instance_workers(instance);
    records->count = 0;
    for (unsigned i = 0; i < worker_count(instance); i++)
        for (uint64_t k = 0; k < workers[i].sink->count; k++)
            cd_records_add(records, &workers[i].sink->stored[k]);
    if (records->count)
        qsort(records->items, records->count, sizeof *records->items, cd_record_compare);
}

struct cd_counters cd_answering_counters(struct cd_instance *instance)
{
    const struct cd_worker *workers = cd_instance_workers(instance);
    struct cd_counters sum = {0};
    for (unsigned i = 0; i < worker_count(instance); i++)
        cd_counters_add(&sum, &workers[i].counters);
    return sum;
}

void cd_records_sort_once(struct cd_records *records)
{
    uint64_t kept = 0;
    if (records->count)
        qsort(records->items, records->count, sizeof *records->items, cd_record_compare);
    for (uint64_t i = 0; i < records->count; i++)
        if (!i || cd_record_compare(&records->items[i], &records->items[kept - 1]))
            records->items[kept++] = records->items[i];
    records->count = kept;
}

int cd_record_compare(const void *a, const void *b)
{
    const struct cd_record *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->ta != q->ta)
        return p->ta < q->ta ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return (p->tb > q->tb) - (p->tb < q->tb);
}
