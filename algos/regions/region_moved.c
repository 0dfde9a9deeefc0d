#include "algos/regions/region_moved.h"

#include "base/memory.h"

#include <string.h>

void cd_region_moved_create(struct cd_region_moved *moved, uint32_t capacity)
{
    *moved = (struct cd_region_moved){.capacity = capacity};
    moved->old_ids = cd_allocate(capacity, sizeof *moved->old_ids);
    moved->now = cd_allocate(capacity, sizeof *moved->now);
    moved->fresh = cd_allocate(capacity, sizeof *moved->fresh);
}

void cd_region_moved_destroy(struct cd_region_moved *moved)
{
    cd_free(moved->old_ids);
    cd_free(moved->now);
    cd_free(moved->fresh);
}

size_t cd_region_moved_bytes(const struct cd_region_moved *moved)
{
    return 3 * (size_t)moved->capacity * sizeof(uint32_t);
}

void cd_region_moved_note(struct cd_region_moved *moved, const struct cd_region_side *side)
{
    moved->old_count = side->count;
    if (side->count)
        memcpy(moved->old_ids, side->ids, side->count * sizeof *side->ids);
}

/// Whether an id is among the changed ones; ids are asked for in ascending order.
static bool has_changed(const struct cd_frame *frame, uint32_t id, uint32_t *at)
{
    while (*at < frame->changed_count && frame->changed[*at] < id)
        ++*at;
    return *at < frame->changed_count && frame->changed[*at] == id;
}

void cd_region_moved_compare(struct cd_region_moved *moved, const struct cd_region_side *side,
                             const struct cd_frame *frame)
{
    uint32_t i = 0, changed = 0;
    moved->fresh_count = 0;
    for (uint32_t k = 0; k < side->count; k++) {
        while (i < moved->old_count && moved->old_ids[i] < side->ids[k])
            moved->now[i++] = CD_REGION_GONE;
        // The extents of a region that did not change are as many as they were, in the same order.
        bool stays = i < moved->old_count && moved->old_ids[i] == side->ids[k] &&
                     !has_changed(frame, side->ids[k], &changed);
        if (stays)
            moved->now[i++] = k;
        else
            moved->fresh[moved->fresh_count++] = k;
    }
    while (i < moved->old_count)
        moved->now[i++] = CD_REGION_GONE;
}
