// The three algorithms of Zhao Wei et al. 2009 that have trees. The paper says of its rivals that SPHERE uses bounding
// spheres, and ICOLLIDE AABBs: here they are trees of the same splits, so that the three differ in their volumes, and
// in the order of tasks where `queue` differs.
//
// The paper                                          here
//   section 2.2, SCDA                                 cd_algo_saabb
//   section 3, experiment 1, SPHERE                   cd_algo_sphere
//   section 3, experiment 1, ICOLLIDE                 cd_algo_box
#include "algos/form.h"
#include "algos/papers/zhao2009/saabb.h"

#include <string.h>

/// How formula (3) is read, by the forms that test boxes against spheres by it.
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

#define QUEUE_PARAM(default_text)                                                                            \
    CD_PARAM_INT(                                                                                            \
        "queue", default_text, 0, 1048576,                                                                   \
        "most pairs of nodes that are visited breadth first, the others depth first; 0: all depth first")

static const struct cd_param saabb_params[] = {
    CD_PARAM_FORM("E9|", "", params_of),
    CD_PARAM_REAL("threshold", "1", 0, 1e9,
                  "ratio of the volumes of sphere and box from which on the box is tested as well"),
    CD_PARAM_CHOICE("leaf_rule", "both", "both|one",
                    "triangles are tested when both nodes are leaves, or when one is: all below the other"),
    QUEUE_PARAM("65536"),
    ZHAO_TREE_PARAMS,
    CD_PARAM_END,
};

static const struct cd_param rival_params[] = {QUEUE_PARAM("0"), ZHAO_TREE_PARAMS, CD_PARAM_END};

struct zhao_options zhao_options_of(const struct cd_settings *settings, enum zhao_volumes volumes)
{
    struct zhao_options options = {
        .volumes = volumes,
        .median = cd_setting_is(settings, "split", "median"),
        .lambda = cd_setting_real(settings, "lambda"),
        .stop = {(double)cd_setting_int(settings, "height"), (double)cd_setting_int(settings, "leaf"),
                 cd_setting_real(settings, "height_weight"), cd_setting_real(settings, "leaf_weight")},
        .threshold = cd_settings_has(settings, "threshold") ? cd_setting_real(settings, "threshold") : 1,
        .queue = cd_settings_has(settings, "queue") ? (uint32_t)cd_setting_int(settings, "queue") : 0,
        .form = cd_settings_has(settings, "variant") ? cd_form_errata(settings) : 0,
    };
    options.leaf_rule_one =
        cd_settings_has(settings, "leaf_rule") && cd_setting_is(settings, "leaf_rule", "one");
    if (options.form) {
        options.root_lost = cd_setting_is(settings, "root", "lost");
        options.half_edge = cd_setting_is(settings, "edge", "half");
        options.from_corner = cd_setting_is(settings, "origin", "corner");
    }
    return options;
}

static void describe_saabb(const struct cd_settings *settings, struct cd_description *description)
{
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static enum cd_code prepare_saabb(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct zhao_options options = zhao_options_of(settings, ZHAO_SAABB);
    *model = zhao_create(&options, shape);
    return CD_OK;
}

static enum cd_code prepare_sphere(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct zhao_options options = zhao_options_of(settings, ZHAO_SPHERES);
    *model = zhao_create(&options, shape);
    return CD_OK;
}

static enum cd_code prepare_box(const struct cd_settings *settings, const struct cd_shape *shape,
                                struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct zhao_options options = zhao_options_of(settings, ZHAO_BOXES);
    *model = zhao_create(&options, shape);
    return CD_OK;
}

#define MEMBERS                                                                                              \
    .refit = zhao_refit, .rebuild = zhao_rebuild, .release = zhao_release,                                   \
    .scratch_bytes = zhao_scratch_bytes, .test = zhao_test, .body_volumes = zhao_body_volumes

const struct cd_algo cd_algo_saabb = {
    .name = "saabb",
    .title = "SAABB: trees of spheres and axis-aligned boxes",
    .source = "Zhao, Tan, Yang, Ding, Li 2009",
    .role = CD_ROLE_PAIR,
    .params = saabb_params,
    .describe = describe_saabb,
    .prepare = prepare_saabb,
    MEMBERS,
};

const struct cd_algo cd_algo_sphere = {
    .name = "sphere",
    .title = "tree of spheres: SPHERE as Zhao et al. 2009 understand it",
    .source = "Zhao, Tan, Yang, Ding, Li 2009; spheres by Ritter 1990",
    .role = CD_ROLE_PAIR,
    .params = rival_params,
    .prepare = prepare_sphere,
    MEMBERS,
};

const struct cd_algo cd_algo_box = {
    .name = "box",
    .title = "tree of axis-aligned boxes: ICOLLIDE as Zhao et al. 2009 understand it",
    .source = "Zhao, Tan, Yang, Ding, Li 2009; boxes by van den Bergen 1997",
    .role = CD_ROLE_PAIR,
    .params = rival_params,
    .prepare = prepare_box,
    MEMBERS,
};
