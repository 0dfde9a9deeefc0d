/// From one frame to the next: which extents stayed what they were, and where they stand now.
#ifndef CD_ALGOS_REGIONS_REGION_MOVED_H
#define CD_ALGOS_REGIONS_REGION_MOVED_H

#include "algos/regions/region_set.h"

#include <stddef.h>

/// An extent of the frame before that is not there any more, or not as it was.
#define CD_REGION_GONE UINT32_MAX

/// The extents of one side, compared. `now` is by the extent's index in the frame before, `fresh` lists the
/// indices of this frame that no `now` names.
struct cd_region_moved {
    uint32_t capacity;
    uint32_t old_count, fresh_count;
    uint32_t *old_ids, *now, *fresh;
};

void cd_region_moved_create(struct cd_region_moved *moved, uint32_t capacity);
void cd_region_moved_destroy(struct cd_region_moved *moved);
size_t cd_region_moved_bytes(const struct cd_region_moved *moved);

/// Compares the side with what was noted last, by the frame's list of the ids that changed.
void cd_region_moved_compare(struct cd_region_moved *moved, const struct cd_region_side *side,
                             const struct cd_frame *frame);

/// Notes the side for the next comparison.
void cd_region_moved_note(struct cd_region_moved *moved, const struct cd_region_side *side);

#endif
