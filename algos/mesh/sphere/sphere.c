// Trees of bounding spheres, SPHERE in Zhao Wei et al. 2009, table 1, which says no more about them. The spheres are
// those of Ritter 1990, and the trees are split like SAABB trees, so that the two differ in their volumes. The work is
// done in algos/bvh.
#include "algos/bvh/bvh.h"

static const struct cd_param sphere_params[] = {
    BVH_PARAMS("0"),
    CD_PARAM_END,
};

static enum cd_code sphere_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct bvh_options options = bvh_options_of(settings, BVH_SPHERES);
    *model = bvh_create(&options, shape, context);
    return CD_OK;
}

const struct cd_algo cd_algo_sphere = {
    .name = "sphere",
    .title = "sphere tree",
    .source = "SPHERE in Zhao, Tan, Yang, Ding, Li 2009; spheres by Ritter 1990",
    .role = CD_ROLE_PAIR,
    .params = sphere_params,
    .prepare = sphere_prepare,
    BVH_MEMBERS,
};
