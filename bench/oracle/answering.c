#include "bench/oracle/answering.h"

#include "base/clock.h"
#include "bench/oracle/apart.h"
#include "scenes/cursor.h"

#include <stdlib.h>

static unsigned worker_count(struct cd_instance *instance)
{
    return cd_instance_workers(instance)->context->threads;
}

// ---- in another process -----------------------------------------------------------------------------------

/// A question to an instance that lives in another process, and the answer.
struct asked {
    enum cd_query query;
    enum cd_sink_mode mode;
    uint64_t frame;
    struct cd_answering answering;
    struct cd_counters counters;
    uint64_t record_count; ///< of the frame
    uint64_t first, count; ///< of those in `records`
    struct cd_record records[1024];
};

_Static_assert(sizeof(struct asked) <= CD_BOX_BYTES, "a question fits into the box");

enum { ROOM = sizeof(((struct asked *)0)->records) / sizeof(struct cd_record) };

/// In that process: what it has found for the frame.
static struct cd_records found;

/// Finds a frame in that process.
static enum cd_code find_frame(uint64_t index, const struct cd_frame **frame, struct cd_status *status)
{
    static struct cd_cursor *cursor;
    static const struct cd_frame *current;
    enum cd_code code = CD_OK;
    if (!cursor)
        cursor = cd_cursor_open(cd_apart_scene());
    if (current && current->index >= index)
        cd_cursor_rewind(cursor);
    do
        code = cd_cursor_next(cursor, &current, status);
    while (!code && current && current->index < index);
    *frame = current;
    return !code && !current ? cd_fail(status, CD_DATA, "the scene has fewer frames than before") : code;
}

static enum cd_code begin_there(void *box, struct cd_status *status)
{
    (void)box, (void)status;
    cd_instance_reset(cd_apart_resident());
    return CD_OK;
}

static enum cd_code hand_over(void *box, struct cd_status *status)
{
    struct asked *asked = box;
    uint64_t left = found.count - asked->first;
    (void)status;
    asked->count = left < ROOM ? left : ROOM;
    for (uint64_t i = 0; i < asked->count; i++)
        asked->records[i] = found.items[asked->first + i];
    return CD_OK;
}

static enum cd_code ask_there(void *box, struct cd_status *status)
{
    struct asked *asked = box;
    const struct cd_frame *frame;
    struct cd_instance *instance = cd_apart_resident();
    enum cd_code code = find_frame(asked->frame, &frame, status);
    if (!code)
        code = cd_answering_ask(instance, asked->query, asked->mode, frame, &asked->answering, status);
    if (code)
        return code;
    asked->counters = cd_answering_counters(instance);
    found.count = 0;
    if (asked->mode == CD_SINK_STORE)
        code = cd_answering_gather(instance, &found, status);
    asked->record_count = found.count;
    asked->first = 0;
    return code ? code : hand_over(box, status);
}

static enum cd_code ask_apart(struct cd_forked *home, enum cd_query query, enum cd_sink_mode mode,
                              uint64_t frame, struct cd_answering *answering, struct cd_status *status)
{
    struct asked *asked = cd_forked_box(home);
    asked->query = query;
    asked->mode = mode;
    asked->frame = frame;
    enum cd_code code = cd_forked_call(home, ask_there, "before the first frame", status);
    *answering = asked->answering;
    return code;
}

static enum cd_code gather_apart(struct cd_forked *home, struct cd_records *records, struct cd_status *status)
{
    struct asked *asked = cd_forked_box(home);
    enum cd_code code = CD_OK;
    records->count = 0;
    for (asked->first = 0; asked->first < asked->record_count && !code; asked->first += ROOM) {
        if (asked->first)
            code = cd_forked_call(home, hand_over, "after its answer", status);
        for (uint64_t i = 0; i < asked->count && i < ROOM && !code; i++)
            cd_records_add(records, &asked->records[i]);
    }
    return code;
}

// ---- in any process ---------------------------------------------------------------------------------------

void cd_answering_begin(struct cd_instance *instance)
{
    struct cd_forked *home = cd_instance_home(instance);
    if (home)
        (void)cd_forked_call(home, begin_there, "before the first frame", NULL); // the next call fails, too
    else
        cd_instance_reset(instance);
}

enum cd_code cd_answering_ask(struct cd_instance *instance, enum cd_query query, enum cd_sink_mode mode,
                              const struct cd_frame *frame, struct cd_answering *answering,
                              struct cd_status *status)
{
    if (cd_instance_home(instance))
        return ask_apart(cd_instance_home(instance), query, mode, frame->index, answering, status);
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

enum cd_code cd_answering_gather(struct cd_instance *instance, struct cd_records *records,
                                 struct cd_status *status)
{
    if (cd_instance_home(instance))
        return gather_apart(cd_instance_home(instance), records, status);
    const struct cd_worker *workers = cd_instance_workers(instance);
    records->count = 0;
    for (unsigned i = 0; i < worker_count(instance); i++)
        for (uint64_t k = 0; k < workers[i].sink->count; k++)
            cd_records_add(records, &workers[i].sink->stored[k]);
    if (records->count)
        qsort(records->items, records->count, sizeof *records->items, cd_record_compare);
    return CD_OK;
}

struct cd_counters cd_answering_counters(struct cd_instance *instance)
{
    if (cd_instance_home(instance))
        return ((struct asked *)cd_forked_box(cd_instance_home(instance)))->counters;
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
