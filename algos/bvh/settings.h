/// The parameters that `sphere`, `aabb` and `saabb` have in common.
#ifndef CD_ALGOS_BVH_SETTINGS_H
#define CD_ALGOS_BVH_SETTINGS_H

#include "algos/bvh/bvh.h"

#define BVH_PARAM_SPLIT(default_text)                                                                        \
    CD_PARAM_CHOICE("split", default_text, "penalty|median",                                                 \
                    "split at the plane of least |left - right| + lambda * across, or in halves")
#define BVH_PARAM_LAMBDA CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres that a splitting plane cuts")
#define BVH_PARAM_QUEUE(default_text)                                                                        \
    CD_PARAM_INT("queue", default_text, 0, 1048576,                                                          \
                 "pairs of nodes taken up breadth first at most, the others depth first; 0 for none")
#define BVH_PARAMS_STOP(leaf_default)                                                                        \
    CD_PARAM_INT("leaf", leaf_default, 1, 64, "triangles of a leaf that splitting stops for"),               \
        CD_PARAM_INT("height", "0", 0, 64, "levels below the root that splitting stops for"),                \
        CD_PARAM_REAL("leaf_weight", "1", 0, 1e6, "weight of `leaf` in the rule that stops splitting"),      \
        CD_PARAM_REAL("height_weight", "0", 0, 1e6, "weight of `height` in the rule that stops splitting")

/// The options that these settings say; `variant` and `threshold` count where they are there.
struct bvh_options bvh_options_of(const struct cd_settings *settings, enum bvh_kind kind);

#endif
