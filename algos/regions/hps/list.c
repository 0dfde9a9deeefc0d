#include "algos/regions/hps/list.h"

#include "base/memory.h"

#include <string.h>

void hps_list_create(struct hps_list *list, bool linked, bool updates, uint32_t capacity)
{
    *list = (struct hps_list){
        .linked = linked, .updates = updates, .capacity = capacity, .head = HPS_END, .free_entry = HPS_END};
    if (updates)
        list->fresh = cd_allocate(capacity, sizeof *list->fresh);
    list->entries = cd_allocate(capacity, sizeof *list->entries);
    list->spare = cd_allocate(capacity, sizeof *list->spare);
    if (!linked) {
        list->cells = cd_allocate((size_t)capacity + 1, sizeof *list->cells);
        list->cell_of = cd_allocate(capacity, sizeof *list->cell_of);
    }
}

void hps_list_destroy(struct hps_list *list)
{
    cd_free(list->entries);
    cd_free(list->spare);
    cd_free(list->fresh);
    cd_free(list->cells);
    cd_free(list->cell_of);
}

/// By key; regions of one cell in their order in the frame.
static bool precedes(const struct hps_entry *a, const struct hps_entry *b)
{
    return a->code.key < b->code.key || (a->code.key == b->code.key && a->extent < b->extent);
}

/// Merge sort: the C library's qsort may allocate.
static void sort_entries(struct hps_entry *entries, struct hps_entry *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = count - start < width ? count : start + width;
            uint32_t end = count - middle < width ? count : middle + width, i = start, k = middle;
            for (uint32_t to = start; to < end; to++)
                spare[to] = k == end || (i < middle && !precedes(&entries[k], &entries[i])) ? entries[i++]
                                                                                            : entries[k++];
        }
        memcpy(entries, spare, count * sizeof *entries);
    }
}

static void link_in_order(struct hps_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        list->entries[i].next = i + 1 < list->count ? i + 1 : HPS_END;
    list->head = list->count ? 0 : HPS_END;
    list->free_entry = HPS_END;
    list->used = list->count;
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
        list->entries[i] = (struct hps_entry){cell_space_code(space, side, i), i, HPS_END};
    sort_entries(list->entries, list->spare, list->count);
    if (list->linked)
        link_in_order(list);
    else
        list_cells(list);
}

// ---- update -----------------------------------------------------------------------------------------------

/// An array: what stays is merged with what is fresh into the spare one.
static void merge_array(struct hps_list *list, const struct cd_region_moves *moves,
                        const struct hps_entry *fresh)
{
    uint32_t to = 0, k = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct hps_entry entry = list->entries[i];
        if (moves->now[entry.extent] == CD_REGION_GONE)
            continue;
        entry.extent = moves->now[entry.extent];
        while (k < moves->fresh_count && precedes(&fresh[k], &entry))
            list->spare[to++] = fresh[k++];
        list->spare[to++] = entry;
    }
    while (k < moves->fresh_count)
        list->spare[to++] = fresh[k++];
    struct hps_entry *old = list->entries;
    list->entries = list->spare;
    list->spare = old;
    list->count = to;
    list_cells(list);
}

/// A linked list: unlinks what is gone, and follows the entries that stay to where they stand now.
static void unlink_gone(struct hps_list *list, const struct cd_region_moves *moves)
{
    list->count = 0;
    for (uint32_t *link = &list->head, node; (node = *link) != HPS_END;) {
        struct hps_entry *entry = &list->entries[node];
        list->hops++;
        if (moves->now[entry->extent] == CD_REGION_GONE) {
            *link = entry->next;
            entry->next = list->free_entry;
            list->free_entry = node;
        } else {
            entry->extent = moves->now[entry->extent];
            link = &entry->next;
            list->count++;
        }
    }
}

static uint32_t take_node(struct hps_list *list)
{
    uint32_t node = list->free_entry;
    if (node == HPS_END)
        return list->used++;
    list->free_entry = list->entries[node].next;
    return node;
}

static void link_fresh(struct hps_list *list, const struct hps_entry *fresh, uint32_t count)
{
    uint32_t *link = &list->head;
    for (uint32_t k = 0; k < count; k++) {
        for (; *link != HPS_END && precedes(&list->entries[*link], &fresh[k]); list->hops++)
            link = &list->entries[*link].next;
        uint32_t node = take_node(list);
        list->entries[node] = fresh[k];
        list->entries[node].next = *link;
        *link = node;
        link = &list->entries[node].next;
    }
    list->count += count;
}

void hps_list_update(struct hps_list *list, const struct cell_space *space,
                     const struct cd_region_columns *side, const struct cd_region_moves *moves)
{
    CD_ASSERT(space->m == list->m);
    for (uint32_t i = 0; i < moves->fresh_count; i++)
        list->fresh[i] =
            (struct hps_entry){cell_space_code(space, side, moves->fresh[i]), moves->fresh[i], HPS_END};
    sort_entries(list->fresh, list->spare, moves->fresh_count);
    if (list->linked) {
        unlink_gone(list, moves);
        link_fresh(list, list->fresh, moves->fresh_count);
    } else {
        merge_array(list, moves, list->fresh);
    }
}

uint32_t hps_list_find(const struct hps_list *list, uint32_t from, uint64_t key, uint64_t *hops)
{
    if (from == HPS_END || list->entries[from].code.key >= key)
        from = hps_list_first(list);
    if (list->linked) {
        for (; from != HPS_END && list->entries[from].code.key < key; ++*hops)
            from = list->entries[from].next;
        return from;
    }
    if (from == HPS_END)
        return HPS_END;
    ++*hops;
    // Cells asked for next lie near: steps that double find a range for a binary search.
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
