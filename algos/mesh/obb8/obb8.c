// The record of `obb8`: an OBB tree as one would build it for a processor with vectors of eight floats. The
// fit, the splits and the separating axes are those of Gottschalk, Lin, Manocha 1996, which `rapid` runs as
// they have it; the eight-wide nodes, the tightened boxes and the order of the search are ours.
#include "algos/mesh/obb8/tree.h"

static enum cd_code obb8_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                 struct cd_context *context, void **model, struct cd_status *status)
{
    (void)settings, (void)context, (void)status;
    *model = obb8_create(shape);
    return CD_OK;
}

const struct cd_algo cd_algo_obb8 = {
    .name = "obb8",
    .title = "trees of oriented boxes, eight children a node",
    .source = "this project, after Gottschalk, Lin, Manocha 1996",
    .role = CD_ROLE_PAIR,
    .prepare = obb8_prepare,
    .refit = obb8_refit,
    .rebuild = obb8_rebuild,
    .release = obb8_destroy,
    .scratch_bytes = obb8_scratch_bytes,
    .test = obb8_test,
    .body_volumes = obb8_body_volumes,
};
