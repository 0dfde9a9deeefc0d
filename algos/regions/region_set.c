#include "algos/regions/region_set.h"

#include "algos/threads.h"

#include <string.h>

void cd_region_set_create(struct cd_region_set *set, const struct cd_scene *scene)
{
    *set = (struct cd_region_set){.dimensions = scene->dimensions, .touch = scene->touch};
    set->all.dimensions = set->dimensions;
    cd_region_columns_grow(&set->all, 0, scene->max_regions);
}

void cd_region_set_destroy(struct cd_region_set *set)
{
    cd_region_columns_destroy(&set->all);
}

/// A frame; each thread reads a part of it.
struct reading {
    struct cd_region_set *set;
    const struct cd_frame *frame;
    uint32_t next[CD_REGION_READERS][2]; ///< where a part's next regions of each kind go
    bool has_extents[CD_REGION_READERS];
};

static void count_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    struct reading *reading = user;
    uint32_t publish = 0;
    for (uint32_t i = first; i < end; i++)
        publish += reading->frame->regions[i].kind == CD_REGION_PUBLISH;
    reading->next[part][CD_REGION_PUBLISH] += publish;
    reading->next[part][CD_REGION_SUBSCRIBE] += end - first - publish;
}

static void read_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    struct reading *reading = user;
    struct cd_region_set *set = reading->set;
    const struct cd_region *regions = reading->frame->regions;
    uint32_t next[2] = {reading->next[part][0], reading->next[part][1]};
    bool has_extents = false;
    int32_t open = set->touch == CD_TOUCH_HALF_OPEN; // such an interval ends one before
    for (uint32_t i = first; i < end; i++) {
        const struct cd_region *region = &regions[i];
        struct cd_region_columns *side = &set->sides[region->kind];
        uint32_t at = next[region->kind]++;
        has_extents |= i > 0 && regions[i - 1].id == region->id;
        side->names[at] = region->id;
        for (uint32_t k = 0; k < set->dimensions; k++) {
            side->low[k][at] = region->low[k];
            side->high[k][at] = region->high[k] - open;
        }
    }
    memcpy(reading->next[part], next, sizeof next);
    reading->has_extents[part] |= has_extents;
}

void cd_region_set_fill(struct cd_region_set *set, const struct cd_frame *frame, unsigned threads)
{
    CD_ASSERT(frame->region_count <= set->all.capacity);
    struct reading reading = {.set = set, .frame = frame};
    threads = threads < CD_REGION_READERS ? threads : CD_REGION_READERS;
    cd_run_ranges(threads, frame->region_count, count_range, &reading);
    uint32_t totals[2] = {0, 0};
    for (unsigned thread = 0; thread < threads; thread++)
        for (int kind = 0; kind < 2; kind++) {
            uint32_t count = reading.next[thread][kind];
            reading.next[thread][kind] = totals[kind];
            totals[kind] += count;
        }
    set->all.count = frame->region_count;
    for (int kind = 0; kind < 2; kind++) {
        uint32_t first = kind ? totals[0] : 0;
        struct cd_region_columns *side = &set->sides[kind];
        *side = (struct cd_region_columns){
            .dimensions = set->dimensions, .count = totals[kind], .names = set->all.names + first};
        for (uint32_t k = 0; k < set->dimensions; k++) {
            side->low[k] = set->all.low[k] + first;
            side->high[k] = set->all.high[k] + first;
        }
    }
    cd_run_ranges(threads, frame->region_count, read_range, &reading);
    set->has_extents = false;
    for (unsigned thread = 0; thread < threads; thread++)
        set->has_extents |= reading.has_extents[thread];
}

bool cd_region_set_is_first(const struct cd_region_set *set, uint32_t i, uint32_t j, uint64_t *matches)
{
    const struct cd_region_columns *p = &set->sides[CD_REGION_PUBLISH], *s = &set->sides[CD_REGION_SUBSCRIBE];
    uint32_t first_i = i, first_j = j, end_j = j + 1;
    while (first_i > 0 && p->names[first_i - 1] == p->names[i])
        first_i--;
    while (first_j > 0 && s->names[first_j - 1] == s->names[j])
        first_j--;
    while (end_j < s->count && s->names[end_j] == s->names[j])
        end_j++;
    for (uint32_t earlier_i = first_i; earlier_i <= i; earlier_i++)
        for (uint32_t other = first_j; other < (earlier_i < i ? end_j : j); other++) {
            ++*matches;
            if (cd_region_set_match(set, earlier_i, other))
                return false;
        }
    return true;
}
