#include "algos/regions/region_answer.h"

#include "base/memory.h"

#include <string.h>

void cd_region_answer_create(struct cd_region_answer *answer, const struct cd_region_set *set,
                             enum cd_query query)
{
    *answer = (struct cd_region_answer){.set = set, .query = query};
    if (query == CD_QUERY_BODIES)
        answer->marks = cd_allocate(set->all.capacity, 1);
}

void cd_region_answer_destroy(struct cd_region_answer *answer)
{
    cd_free(answer->marks);
}

void cd_region_answer_begin(struct cd_region_answer *answer)
{
    const struct cd_region_columns *sides = answer->set->sides;
    answer->found = 0;
    if (answer->marks && sides[0].count + sides[1].count)
        memset(answer->marks, 0, sides[0].count + sides[1].count);
}

/// Threads may mark one extent at the same time, all with the same value.
static void mark(struct cd_region_answer *answer, enum cd_region_kind kind, uint32_t extent)
{
    uint32_t before = kind == CD_REGION_SUBSCRIBE ? answer->set->sides[CD_REGION_PUBLISH].count : 0;
    __atomic_store_n(&answer->marks[before + extent], 1, __ATOMIC_RELAXED);
}

static bool is_first(const struct cd_region_set *set, enum cd_region_kind kind, uint32_t extent,
                     uint32_t other, struct cd_counters *counters)
{
    bool publishes = kind == CD_REGION_PUBLISH;
    return cd_region_set_is_first(set, publishes ? extent : other, publishes ? other : extent,
                                  &counters->matches);
}

bool cd_region_answer_row_slowly(struct cd_region_answer *answer, struct cd_worker *worker,
                                 enum cd_region_kind kind, uint32_t extent, const uint32_t *others,
                                 uint32_t count)
{
    const struct cd_region_set *set = answer->set;
    if (!count)
        return cd_region_answer_over(answer);
    if (answer->query == CD_QUERY_ANY) {
        __atomic_store_n(&answer->found, 1, __ATOMIC_RELAXED);
        return true;
    }
    if (answer->query == CD_QUERY_BODIES)
        mark(answer, kind, extent);
    for (uint32_t i = 0; i < count; i++) {
        if (answer->query == CD_QUERY_BODIES)
            mark(answer, !kind, others[i]);
        else if (is_first(set, kind, extent, others[i], &worker->counters))
            cd_sink_put_pairs(worker->sink, set->sides[kind].names[extent], set->sides[!kind].names,
                              &others[i], 1);
    }
    return false;
}

/// Reports the regions of one side, all extents of which stand together.
static void put_marked(const struct cd_region_columns *side, const uint8_t *marks, struct cd_sink *sink)
{
    for (uint32_t i = 0, end; i < side->count; i = end) {
        bool marked = false;
        for (end = i; end < side->count && side->names[end] == side->names[i]; end++)
            marked |= marks[end] != 0;
        if (marked)
            cd_sink_put(sink, side->names[i], 0, 0, 0);
    }
}

void cd_region_answer_end(struct cd_region_answer *answer, struct cd_worker *workers)
{
    const struct cd_region_columns *sides = answer->set->sides;
    if (answer->query == CD_QUERY_ANY && answer->found)
        cd_sink_put(workers[0].sink, 0, 0, 0, 0);
    if (answer->query != CD_QUERY_BODIES)
        return;
    put_marked(&sides[CD_REGION_PUBLISH], answer->marks, workers[0].sink);
    put_marked(&sides[CD_REGION_SUBSCRIBE], answer->marks + sides[CD_REGION_PUBLISH].count, workers[0].sink);
}
