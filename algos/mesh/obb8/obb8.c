// The record of `obb8`. README.md describes it.
#include "algos/mesh/obb8/tree.h"

const struct cd_algo cd_algo_obb8 = {
    .name = "obb8",
    .title = "trees of oriented boxes, eight children a node",
    .source = "this project, after Gottschalk, Lin, Manocha 1996",
    .pair = &(const struct cd_pair_algo){.prepare = obb8_prepare,
                                         .refit = obb8_refit,
                                         .rebuild = obb8_rebuild,
                                         .release = obb8_release,
                                         .placement_bytes = cd_world_sphere_bytes,
                                         .place = obb8_place,
                                         .scratch_bytes = obb8_scratch_bytes,
                                         .test = obb8_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = obb8_body_volumes},
};
