/// Reading a truth: what it says to each query.
#include "bench/oracle/truth.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"

#include <stdlib.h>
#include <string.h>

bool cd_solid_is_undefined(const struct cd_scene *scene, enum cd_meaning meaning)
{
    bool undefined = false;
    for (uint32_t i = 0; i < scene->mesh_count && meaning == CD_MEANING_SOLID; i++)
        undefined |= !scene->meshes[i]->solid;
    return undefined;
}

enum cd_meaning cd_meaning_of_truth(enum cd_query query, enum cd_meaning meaning)
{
    return query == CD_QUERY_CONTACTS ? CD_MEANING_SURFACE : meaning;
}

void cd_truth_destroy(struct cd_truth *truth)
{
    if (!truth)
        return;
    cd_free(truth->first_pair);
    cd_free(truth->pairs);
    cd_free(truth->totals);
    cd_free(truth->contact_count);
    cd_free(truth->contact_digest);
    cd_free(truth->cache_warning);
    cd_free(truth);
}

/// Leaves one record of each body in `records`.
static uint64_t sort_bodies(struct cd_record *records, uint64_t count)
{
    uint64_t kept = 0;
    if (count)
        qsort(records, count, sizeof *records, cd_record_compare);
    for (uint64_t i = 0; i < count; i++)
        if (i == 0 || records[i].a != records[kept - 1].a)
            records[kept++] = records[i];
    return kept;
}

uint64_t cd_truth_records(const struct cd_truth *truth, uint64_t frame, enum cd_query query,
                          struct cd_record **records, size_t *capacity)
{
    CD_ASSERT(frame < truth->frame_count && query != CD_QUERY_CONTACTS && truth->first_pair);
    const struct cd_pair *pairs = &truth->pairs[truth->first_pair[frame]];
    uint64_t pair_count = truth->first_pair[frame + 1] - truth->first_pair[frame], room = 2 * pair_count;
    if (room > *capacity) {
        cd_free(*records);
        *records = cd_allocate(room, sizeof **records);
        *capacity = room;
    }
    uint64_t count = 0;
    if (query == CD_QUERY_ANY && pair_count)
        (*records)[count++] = (struct cd_record){0};
    for (uint64_t i = 0; i < pair_count && query == CD_QUERY_PAIRS; i++)
        (*records)[count++] = (struct cd_record){.a = pairs[i].a, .b = pairs[i].b};
    for (uint64_t i = 0; i < pair_count && query == CD_QUERY_BODIES; i++) {
        (*records)[count++] = (struct cd_record){.a = pairs[i].a};
        (*records)[count++] = (struct cd_record){.a = pairs[i].b};
    }
    return query == CD_QUERY_BODIES ? sort_bodies(*records, count) : count;
}

struct cd_answer cd_truth_answer(const struct cd_truth *truth, uint64_t frame, enum cd_query query)
{
    struct cd_answer answer = {0};
    if (query == CD_QUERY_CONTACTS) {
        CD_ASSERT(truth->query == CD_QUERY_CONTACTS && frame < truth->frame_count);
        answer.count = truth->contact_count[frame];
        answer.digest = truth->contact_digest[frame];
        return answer;
    }
    if (truth->totals) {
        CD_ASSERT(frame < truth->frame_count);
        return truth->totals[frame][query];
    }
    struct cd_record *records = NULL;
    size_t capacity = 0;
    answer.count = cd_truth_records(truth, frame, query, &records, &capacity);
    for (uint64_t i = 0; i < answer.count; i++)
        answer.digest = cd_hash_sum(answer.digest, cd_record_hash(query, frame, &records[i]));
    cd_free(records);
    return answer;
}

static bool same_bytes(const void *a, const void *b, uint64_t count, size_t size)
{
    return !a == !b && (!a || !count || !memcmp(a, b, count * size));
}

bool cd_truth_equal(const struct cd_truth *a, const struct cd_truth *b)
{
    uint64_t frames = a->frame_count;
    if (frames != b->frame_count || !a->first_pair != !b->first_pair)
        return false;
    uint64_t pairs = a->first_pair ? a->first_pair[frames] : 0;
    return (!a->first_pair || same_bytes(a->first_pair, b->first_pair, frames + 1, sizeof *a->first_pair)) &&
           same_bytes(a->pairs, b->pairs, pairs, sizeof *a->pairs) &&
           same_bytes(a->totals, b->totals, frames, sizeof *a->totals) &&
           same_bytes(a->contact_count, b->contact_count, frames, sizeof *a->contact_count) &&
           same_bytes(a->contact_digest, b->contact_digest, frames, sizeof *a->contact_digest);
}
