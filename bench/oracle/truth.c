/// Reads the answers to each query from a truth.
#include "bench/oracle/truth.h"
#include "base/memory.h"

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

struct cd_truth *cd_truth_create(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                 bool totals, uint64_t pair_count)
{
    struct cd_truth *truth = cd_allocate(1, sizeof *truth);
    uint64_t frames = scene->frame_count;
    *truth = (struct cd_truth){.query = query,
                               .meaning = meaning,
                               .solid_undefined = cd_solid_is_undefined(scene, meaning),
                               .frame_count = frames,
                               .pair_count = pair_count};
    if (totals) {
        truth->totals = cd_allocate(frames, sizeof *truth->totals);
    } else {
        truth->first_pair = cd_allocate(frames + 1, sizeof *truth->first_pair);
        truth->pairs = cd_allocate(pair_count, sizeof *truth->pairs);
    }
    if (query == CD_QUERY_CONTACTS) {
        truth->contact_count = cd_allocate(frames, sizeof *truth->contact_count);
        truth->contact_digest = cd_allocate(frames, sizeof *truth->contact_digest);
    }
    return truth;
}

struct cd_truth_arrays cd_truth_arrays(const struct cd_truth *truth)
{
    uint64_t frames = truth->frame_count;
    return (struct cd_truth_arrays){{
        {truth->first_pair, truth->first_pair ? (frames + 1) * sizeof *truth->first_pair : 0},
        {truth->pairs, truth->pairs ? truth->pair_count * sizeof *truth->pairs : 0},
        {truth->totals, truth->totals ? frames * sizeof *truth->totals : 0},
        {truth->contact_count, truth->contact_count ? frames * sizeof *truth->contact_count : 0},
        {truth->contact_digest, truth->contact_digest ? frames * sizeof *truth->contact_digest : 0},
    }};
}

void cd_truth_destroy(struct cd_truth *truth)
{
    if (!truth)
        return;
    struct cd_truth_arrays arrays = cd_truth_arrays(truth);
    for (size_t i = 0; i < sizeof arrays.of / sizeof *arrays.of; i++)
        cd_free(arrays.of[i].items);
    cd_free(truth->cache_warning);
    cd_free(truth);
}

void cd_truth_records(const struct cd_truth *truth, uint64_t frame, enum cd_query query,
                      struct cd_records *records)
{
    CD_ASSERT(frame < truth->frame_count && query != CD_QUERY_CONTACTS && truth->first_pair);
    uint64_t first = truth->first_pair[frame], end = truth->first_pair[frame + 1];
    records->count = 0;
    if (query == CD_QUERY_ANY && first < end)
        cd_records_add(records, &(struct cd_record){0});
    for (const struct cd_pair *pair = &truth->pairs[first]; pair < &truth->pairs[end]; pair++) {
        if (query == CD_QUERY_PAIRS)
            cd_records_add(records, &(struct cd_record){.a = pair->a, .b = pair->b});
        if (query == CD_QUERY_BODIES) {
            cd_records_add(records, &(struct cd_record){.a = pair->a});
            cd_records_add(records, &(struct cd_record){.a = pair->b});
        }
    }
    if (query == CD_QUERY_BODIES)
        cd_records_sort_once(records);
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
    struct cd_records records = {0};
    cd_truth_records(truth, frame, query, &records);
    answer.count = records.count;
    for (uint64_t i = 0; i < records.count; i++)
        answer.digest = cd_hash_sum(answer.digest, cd_record_hash(query, frame, &records.items[i]));
    cd_free(records.items);
    return answer;
}

bool cd_truth_equal(const struct cd_truth *a, const struct cd_truth *b)
{
    struct cd_truth_arrays p = cd_truth_arrays(a), q = cd_truth_arrays(b);
    for (size_t i = 0; i < sizeof p.of / sizeof *p.of; i++)
        if (p.of[i].bytes != q.of[i].bytes ||
            (p.of[i].bytes && memcmp(p.of[i].items, q.of[i].items, p.of[i].bytes)))
            return false;
    return true;
}
