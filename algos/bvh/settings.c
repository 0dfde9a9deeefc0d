#include "algos/bvh/settings.h"

struct bvh_options bvh_options_of(const struct cd_settings *settings, enum bvh_kind kind)
{
    struct bvh_options options = {.kind = kind,
                                  .queue = (uint32_t)cd_setting_int(settings, "queue"),
                                  .median = cd_setting_is(settings, "split", "median"),
                                  .lambda = cd_setting_real(settings, "lambda"),
                                  .stop = {.height = (double)cd_setting_int(settings, "height"),
                                           .leaf = (double)cd_setting_int(settings, "leaf"),
                                           .height_weight = cd_setting_real(settings, "height_weight"),
                                           .leaf_weight = cd_setting_real(settings, "leaf_weight")}};
    if (kind == BVH_HYBRID) {
        options.formula = cd_setting_is(settings, "variant", "printed")  ? BVH_FORMULA_PRINTED
                          : cd_setting_is(settings, "variant", "mended") ? BVH_FORMULA_MENDED
                                                                         : BVH_ARVO;
        options.threshold = cd_setting_real(settings, "threshold");
    }
    return options;
}
