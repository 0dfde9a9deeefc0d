// The record of `rapid`: RAPID's tree and descent. README.md says what differs between its variants.
#include "algos/mesh/rapid/tree.h"

static const struct cd_param rapid_params[] = {
    CD_PARAM_CHOICE(
        "variant", "corrected", "corrected|printed",
        "exact: boxes are inflated by what rounding can do and triangles are decided exactly; or the "
        "paper and its library to the letter"),
    CD_PARAM_END,
};

static void rapid_describe(const struct cd_settings *settings, struct cd_description *description)
{
    bool printed = cd_setting_is(settings, "variant", "printed");
    description->quality = printed ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static enum cd_code rapid_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    *model = rapid_create(shape, cd_setting_is(settings, "variant", "printed"));
    return CD_OK;
}

// No refit: the paper knows rigid bodies only, so a deforming body's tree is built anew.
const struct cd_algo cd_algo_rapid = {
    .name = "rapid",
    .title = "RAPID: binary trees of oriented boxes, separating axes",
    .source = "Gottschalk, Lin, Manocha 1996",
    .role = CD_ROLE_PAIR,
    .params = rapid_params,
    .describe = rapid_describe,
    .prepare = rapid_prepare,
    .rebuild = rapid_rebuild,
    .release = rapid_destroy,
    .test = rapid_test,
    .body_volumes = rapid_body_volumes,
};
