// The record of `sphere_obb`: Liu, Li, Zhao, Shan 2016, sections 1.2 and 1.3. No slip of the text changes an answer, so its
// printed, repaired and corrected forms are one algorithm. README.md says what is ours.
#include "algos/mesh/sphere_obb/tree.h"

static const struct cd_param sphere_obb_params[] = {
    CD_PARAM_CHOICE("traversal", "classified", "classified|simultaneous|single|larger|sized",
                    "which nodes are opened: those that suit the trees; always both; one tree before the "
                    "other; the larger box; or both unless one is much larger"),
    CD_PARAM_CHOICE("spheres", "yes", "yes|no", "test spheres before boxes"),
    CD_PARAM_CHOICE("boxes", "covariance", "covariance|tight",
                    "axes by the covariance of the surface, or rotated to make boxes smaller"),
    CD_PARAM_CHOICE("split", "mean", "mean|median", "split at the mean along the longest axis, or in halves"),
    CD_PARAM_INT("leaf", "1", 1, 64, "most triangles in a leaf"),
    CD_PARAM_END,
};

static enum cd_code sphere_obb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                       struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct sobb_options options = {.traversal = (enum sobb_traversal)cd_setting_place(settings, "traversal"),
                                   .spheres = cd_setting_is(settings, "spheres", "yes"),
                                   .median = cd_setting_is(settings, "split", "median"),
                                   .tight = cd_setting_is(settings, "boxes", "tight"),
                                   .leaf = (uint32_t)cd_setting_int(settings, "leaf")};
    *model = sobb_create(&options, shape, context);
    return CD_OK;
}

static void *sphere_obb_link(const struct cd_settings *settings, const void *model_a, const void *model_b)
{
    (void)settings; // the models know
    const struct sobb_tree *a = model_a;
    return a->options.traversal == SOBB_CLASSIFIED ? sobb_classify(a, model_b) : NULL;
}

const struct cd_algo cd_algo_sphere_obb = {
    .name = "sphere_obb",
    .title = "trees of spheres and oriented boxes",
    .source = "Liu, Li, Zhao, Shan 2016",
    .role = CD_ROLE_PAIR,
    .params = sphere_obb_params,
    .prepare = sphere_obb_prepare,
    .refit = sobb_refit,
    .rebuild = sobb_rebuild,
    .release = sobb_destroy,
    .link = sphere_obb_link,
    .unlink = sobb_class_destroy,
    .placement_bytes = cd_world_sphere_bytes,
    .place = sobb_place,
    .scratch_bytes = sobb_scratch_bytes,
    .test = sobb_test,
    .body_volumes = sobb_body_volumes,
};
