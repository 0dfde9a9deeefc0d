// Ours, after G. van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997:
// boxes that stay aligned with the axes of model space, so that their relative rotation is the same for all pairs of
// nodes. The same splits as those of `box` (algos/papers/zhao2009), in floats, vectors and threads.
#include "algos/mesh/aabb/tree.h"

static const struct cd_param aabb_params[] = {
    CD_PARAM_CHOICE("split", "penalty", "penalty|median",
                    "split at the plane with the least |left - right| + lambda * across, or into halves"),
    CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres around triangles that a splitting plane cuts"),
    CD_PARAM_INT("leaf", "1", 1, 64, "number of triangles at which splitting stops"),
    {"height", CD_KIND_INT, "0", 0, 64, NULL, "number of levels below the root at which splitting stops",
     NULL, true},
    {"leaf_weight", CD_KIND_REAL, "1", 0, 1e6, NULL, "weight of `leaf` in the stopping rule", NULL, true},
    {"height_weight", CD_KIND_REAL, "0", 0, 1e6, NULL, "weight of `height` in the stopping rule", NULL, true},
    {"leaves", CD_KIND_CHOICE, "triangles", 0, 0, "triangles|boxes",
     "what decides if the boxes of leaves overlap: their triangles, or nothing else", NULL, true},
    CD_PARAM_END,
};

static void aabb_describe(const struct cd_settings *settings, struct cd_description *description)
{
    if (cd_setting_is(settings, "leaves", "triangles"))
        return;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

static enum cd_code aabb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                 struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct aabb_options options = {.median = cd_setting_is(settings, "split", "median"),
                                   .coarse = cd_setting_is(settings, "leaves", "boxes"),
                                   .lambda = cd_setting_real(settings, "lambda"),
                                   .stop = {.height = (double)cd_setting_int(settings, "height"),
                                            .leaf = (double)cd_setting_int(settings, "leaf"),
                                            .height_weight = cd_setting_real(settings, "height_weight"),
                                            .leaf_weight = cd_setting_real(settings, "leaf_weight")}};
    *model = aabb_create(&options, shape, context);
    return CD_OK;
}

const struct cd_algo cd_algo_aabb = {
    .name = "aabb",
    .title = "ours: tree of axis-aligned boxes, four pairs at a time",
    .source = "van den Bergen 1997",
    .params = aabb_params,
    .describe = aabb_describe,
    .pair = &(const struct cd_pair_algo){.prepare = aabb_prepare,
                                         .refit = aabb_refit,
                                         .rebuild = aabb_rebuild,
                                         .release = aabb_release,
                                         .placement_bytes = cd_world_sphere_bytes,
                                         .place = aabb_place,
                                         .scratch_bytes = aabb_scratch_bytes,
                                         .test = aabb_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = aabb_body_volumes},
};
