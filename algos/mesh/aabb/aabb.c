// Trees of boxes that stay aligned with the axes of model space (zhao2009 E8), whose relative rotation is the
// same for all pairs of nodes: G. van den Bergen, Efficient Collision Detection of Complex Deformable Models
// using AABB Trees, 1997. The work is done in algos/bvh.
#include "algos/bvh/bvh.h"

static const struct cd_param aabb_params[] = {
    BVH_PARAMS("0"),
    CD_PARAM_END,
};

static enum cd_code aabb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                 struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct bvh_options options = bvh_options_of(settings, BVH_BOXES);
    *model = bvh_create(&options, shape);
    return CD_OK;
}

const struct cd_algo cd_algo_aabb = {
    .name = "aabb",
    .title = "tree of axis-aligned boxes",
    .source = "van den Bergen 1997; what Zhao et al. 2009 take I-COLLIDE for",
    .role = CD_ROLE_PAIR,
    .params = aabb_params,
    .prepare = aabb_prepare,
    BVH_MEMBERS,
};
