/// What image_cd can show of itself: the stencil buffer of its last test, and the boxes that it selects by.
#ifndef CD_ALGOS_MESH_IMAGE_CD_PICTURE_H
#define CD_ALGOS_MESH_IMAGE_CD_PICTURE_H

#include "algos/mesh/image_cd/bodies.h"
#include "algos/mesh/image_cd/passes.h"
#include "algos/mesh/image_cd/target.h"
#include "algos/mesh/image_cd/view.h"
#include "algos/volumes.h"

#include <stdbool.h>

/// The test that the target still shows.
struct image_cd_shown {
    bool drawn;    ///< since the last query began
    uint32_t a, b; ///< CD_NO_BODY when many share the view
    struct image_cd_view view;
};

/// Reads the stencil buffer into the target's pixels; false when there is nothing in it or GL fails. Takes
/// the context itself.
bool image_cd_picture_read(const struct image_cd_target *target, const struct image_cd_rules *rules,
                           const struct image_cd_shown *shown, struct cd_picture *picture);

/// Emits the world boxes of the live bodies, or from depth 1 on the boxes of their clusters.
void image_cd_show_boxes(const struct image_cd_bodies *bodies, struct cd_volumes *volumes);

#endif
