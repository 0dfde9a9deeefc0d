// SAABB trees: Zhao Wei et al. 2009, sections 2.1 and 2.2. Every node has a sphere and a box; the box is tested if the
// sphere is larger by `threshold` (by default always). The work is done in algos/bvh; README.md says what is ours.
#include "algos/bvh/bvh.h"

static const struct cd_param saabb_params[] = {
    CD_PARAM_CHOICE("variant", "corrected", "corrected|repaired|printed",
                    "test of a box against a sphere: Arvo's, formula (3) with the root that seems to be "
                    "missing, or formula (3) as printed"),
    CD_PARAM_REAL("threshold", "1", 0, 1e9,
                  "ratio of the volumes of sphere and box from which on the box is tested as well"),
    BVH_PARAMS("65536"),
    CD_PARAM_END,
};

static void saabb_describe(const struct cd_settings *settings, struct cd_description *description)
{
    bool corrected = cd_setting_is(settings, "variant", "corrected");
    description->quality = corrected ? CD_QUALITY_EXACT : CD_QUALITY_PRINTED;
}

static enum cd_code saabb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct bvh_options options = bvh_options_of(settings, BVH_HYBRID);
    *model = bvh_create(&options, shape, context);
    return CD_OK;
}

const struct cd_algo cd_algo_saabb = {
    .name = "saabb",
    .title = "SAABB: trees of spheres and axis-aligned boxes",
    .source = "Zhao, Tan, Yang, Ding, Li 2009",
    .role = CD_ROLE_PAIR,
    .params = saabb_params,
    .describe = saabb_describe,
    .prepare = saabb_prepare,
    BVH_MEMBERS,
};
