#include "algos/regions/hps/list.h"

#include "base/memory.h"

#include <string.h>

void hps_list_create(struct hps_list *list, bool directory, uint32_t capacity)
{
    *list = (struct hps_list){0};
    list->entries = cd_allocate(capacity, sizeof *list->entries);
    list->spare = cd_allocate(capacity, sizeof *list->spare);
    if (directory) {
        list->cells = cd_allocate((size_t)capacity + 1, sizeof *list->cells);
        list->cell_of = cd_allocate(capacity, sizeof *list->cell_of);
    }
}

void hps_list_destroy(struct hps_list *list)
{
    cd_free(list->entries);
    cd_free(list->spare);
    cd_free(list->cells);
    cd_free(list->cell_of);
}

/// Merge sort by key, which leaves regions of one cell in their order: the C library's qsort may allocate.
static void sort_entries(struct hps_entry *entries, struct hps_entry *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = count - start < width ? count : start + width;
            uint32_t end = count - middle < width ? count : middle + width, i = start, k = middle;
            for (uint32_t to = start; to < end; to++)
                spare[to] = k == end || (i < middle && entries[i].code.key <= entries[k].code.key)
                                ? entries[i++]
                                : entries[k++];
        }
        memcpy(entries, spare, count * sizeof *entries);
    }
}

static void list_cells(struct hps_list *list)
{
    list->cell_count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint64_t key = list->entries[i].code.key;
        if (!i || key != list->entries[i - 1].code.key)
            list->cells[list->cell_count++] = (struct hps_cell){key, i};
        list->cell_of[i] = list->cell_count - 1;
    }
    list->cells[list->cell_count] = (struct hps_cell){UINT64_MAX, HPS_END};
}

void hps_list_build(struct hps_list *list, const struct cell_space *space,
                    const struct cd_region_columns *side)
{
    list->m = space->m;
    list->count = side->count;
    for (uint32_t i = 0; i < side->count; i++)
        list->entries[i] = (struct hps_entry){cell_space_code(space, side, i), i};
    sort_entries(list->entries, list->spare, list->count);
    if (list->cells)
        list_cells(list);
}

uint32_t hps_list_find(const struct hps_list *list, uint32_t from, uint64_t key, uint64_t *hops)
{
    if (from == HPS_END || list->entries[from].code.key >= key)
        from = 0;
    if (!list->cells) {
        for (; from < list->count && list->entries[from].code.key < key; ++*hops)
            from++;
        return from < list->count ? from : HPS_END;
    }
    if (!list->count)
        return HPS_END;
    ++*hops;
    // The cells that are asked for next are near: steps that double find a range for a binary search.
    uint32_t low = list->cell_of[from], step = 1;
    if (list->cells[low].key >= key)
        return list->cells[low].first;
    while (low + step < list->cell_count && list->cells[low + step].key < key) {
        low += step;
        step *= 2;
    }
    uint32_t high = low + step < list->cell_count ? low + step : list->cell_count;
    while (high - low > 1) { // low lies before the key, high does not
        uint32_t middle = low + (high - low) / 2;
        if (list->cells[middle].key < key)
            low = middle;
        else
            high = middle;
    }
    return list->cells[high].first;
}
