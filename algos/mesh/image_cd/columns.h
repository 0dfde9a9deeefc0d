/// Which clusters of a pair can matter: the view is cut into columns along the line of sight, and in each of
/// them depths are compared. An edge can lie inside a solid only where something of that solid is in front of
/// it and something behind; a face counts only where it is in front of such an edge. What is left out could
/// not have changed the count at any pixel for the better.
#ifndef CD_ALGOS_MESH_IMAGE_CD_COLUMNS_H
#define CD_ALGOS_MESH_IMAGE_CD_COLUMNS_H

#include "algos/mesh/image_cd/model.h"
#include "algos/mesh/image_cd/target.h"
#include "algos/mesh/image_cd/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Columns along each side of the view.
#define IMAGE_CD_COLUMNS 32

/// What a cluster covers: columns from first to last, and depths. Nothing when last_x < first_x.
struct image_cd_span {
    int16_t first_x, last_x, first_y, last_y;
    float nearest, farthest;
};

/// Scratch.
struct image_cd_columns {
    struct image_cd_span *spans[2];
    bool *kept[2]; ///< of every cluster: of the edges, then of the faces
    float nearest[IMAGE_CD_COLUMNS * IMAGE_CD_COLUMNS], farthest[IMAGE_CD_COLUMNS * IMAGE_CD_COLUMNS];
};

void image_cd_columns_open(struct image_cd_columns *columns, uint32_t max_clusters);
void image_cd_columns_close(struct image_cd_columns *columns);

/// A body in the view.
struct image_cd_side {
    const struct image_cd_model *model;
    const struct image_cd_form *form;
    struct image_cd_transform transform;
};

/// What of one body's edges and the other's faces is to be drawn, and from where.
struct image_cd_selection {
    struct image_cd_runs edges, faces;
    bool turned;                  ///< looking from the far side
    struct image_cd_window shown; ///< pixels that the edges can touch
};

/// Chooses. `turn` allows for looking from the far side where fewer faces are in front then.
void image_cd_columns_select(struct image_cd_columns *columns, const struct image_cd_side *edges,
                             const struct image_cd_side *faces, enum image_cd_part part, int resolution,
                             bool turn, struct image_cd_selection *selection);

#endif
