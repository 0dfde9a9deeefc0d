// Trees of boxes that stay aligned with the axes of model space (zhao2009 E8), whose relative rotation is the
// same for all pairs of nodes: G. van den Bergen, Efficient Collision Detection of Complex Deformable Models
// using AABB Trees, 1997. The work is done in algos/bvh.
#include "algos/bvh/bvh.h"

static const struct cd_param aabb_params[] = {
    BVH_PARAMS("0"),
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
    struct bvh_options options = bvh_options_of(settings, BVH_BOXES);
    options.coarse = cd_setting_is(settings, "leaves", "boxes");
    *model = bvh_create(&options, shape, context);
    return CD_OK;
}

const struct cd_algo cd_algo_aabb = {
    .name = "aabb",
    .title = "tree of axis-aligned boxes",
    .source = "van den Bergen 1997; I-COLLIDE as Zhao et al. 2009 understand it",
    .role = CD_ROLE_PAIR,
    .params = aabb_params,
    .describe = aabb_describe,
    .prepare = aabb_prepare,
    BVH_MEMBERS,
};
