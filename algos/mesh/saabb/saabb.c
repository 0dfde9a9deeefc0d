// SAABB trees: Zhao Wei et al. 2009, sections 2.1 and 2.2. Every node has a sphere and a box; the box is tested if the
// sphere is larger by `threshold` (by default always). The work is done in algos/bvh; README.md says what is ours.
#include "algos/bvh/bvh.h"
#include "algos/form.h"

#include <string.h>

/// How formula (3) is read, for the forms that test boxes against spheres by it.
static const struct cd_param formula_params[] = {
    CD_PARAM_CHOICE("root", "lost", "lost|none",
                    "the distance of formula (3) is the root of the sum of squares, which the text has lost, "
                    "or the sum as it stands there"),
    CD_PARAM_CHOICE("edge", "whole", "whole|half", "H: the box's longest edge, or half of it"),
    CD_PARAM_CHOICE("origin", "centre", "centre|corner",
                    "what the sphere's centre is relative to: the box's centre, or its least corner"),
    CD_PARAM_END,
};

static const struct cd_param *params_of(const char *variant)
{
    return strcmp(variant, "corrected") ? formula_params : NULL;
}

static const struct cd_param saabb_params[] = {
    CD_PARAM_FORM("E9|", "", params_of),
    CD_PARAM_REAL("threshold", "1", 0, 1e9,
                  "ratio of the volumes of sphere and box from which on the box is tested as well"),
    BVH_PARAMS("65536"),
    CD_PARAM_END,
};

static void saabb_describe(const struct cd_settings *settings, struct cd_description *description)
{
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static enum cd_code saabb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct bvh_options options = bvh_options_of(settings, BVH_HYBRID);
    options.threshold = cd_setting_real(settings, "threshold");
    if (cd_form_errata(settings) & CD_ERRATUM(9))
        options.formula = (struct bvh_formula){.used = true,
                                               .rooted = cd_setting_is(settings, "root", "lost"),
                                               .half_edge = cd_setting_is(settings, "edge", "half"),
                                               .from_corner = cd_setting_is(settings, "origin", "corner")};
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
