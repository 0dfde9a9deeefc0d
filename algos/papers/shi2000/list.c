// Shi, Ling, Jin, Hu: Region Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software,
// 2000, section 2.4: the list of step 1.
//
// The paper                                             here
//   section 2.4, figure 3                               hps_list_build
//   section 2.4, HPS, step 1                            hps_list_build
#include "algos/papers/shi2000/list.h"

#include "base/memory.h"

#include <string.h>

void hps_list_create(struct hps_list *list, const struct hps_rs *rs, uint32_t capacity)
{
    *list = (struct hps_list){.rs = rs};
    list->spaces = cd_allocate(capacity, sizeof *list->spaces);
    list->regions = cd_allocate(capacity, sizeof *list->regions);
    list->keys = cd_allocate(capacity, sizeof *list->keys);
    list->spare = cd_allocate(capacity, sizeof *list->spare);
}

void hps_list_destroy(struct hps_list *list)
{
    cd_free(list->spaces);
    cd_free(list->regions);
    cd_free(list->keys);
    cd_free(list->spare);
}

/// Merge sort, which leaves regions of one space in their order: the C library's qsort may allocate.
static void sort_keys(struct hps_key *keys, struct hps_key *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = count - start < width ? count : start + width;
            uint32_t end = count - middle < width ? count : middle + width, i = start, k = middle;
            for (uint32_t to = start; to < end; to++)
                spare[to] = k == end || (i < middle && keys[i].k <= keys[k].k) ? keys[i++] : keys[k++];
        }
        memcpy(keys, spare, count * sizeof *keys);
    }
}

void hps_list_build(struct hps_list *list, const struct cd_region_columns *side, bool of_regions)
{
    struct hps_space *last = NULL;
    list->count = side->count;
    list->first = side->count ? list->spaces : NULL;
    for (uint32_t i = 0; i < side->count; i++)
        list->keys[i] = (struct hps_key){hps_code(list->rs, side, i, &list->regions[i]), i};
    sort_keys(list->keys, list->spare, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        struct hps_region *r = &list->regions[i];
        uint64_t k = hps_code(list->rs, side, list->keys[i].id, r);
        if (last && !of_regions && last->k == k) {
            r[-1].ptr = r;
            continue;
        }
        struct hps_space *space = last ? last + 1 : list->spaces;
        *space = (struct hps_space){.k = k, .l = r->l, .regions = r};
        if (last)
            last->next = space;
        last = space;
    }
}
