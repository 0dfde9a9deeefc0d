// The record of `sphere_obb`: Liu, Li, Zhao, Shan 2016, sections 1.2 and 1.3. Nothing that the text says is wrong, so its
// printed, repaired and corrected forms are one algorithm.
//
// The paper                                                                    here
//   section 1.2, hierarchies are built (before the first step)                 sphere_obb_prepare
//   section 1.3, pairs are classified (once for each pair of meshes, E3)       sphere_obb_link
//
// What the text leaves open is a setting: `spheres`, `missing`, `extra`, `split` and `leaf` are the interpretations of
// papers/liu2016.yaml. `spheres=no` and the traversals `simultaneous` and `single` are what the paper compares itself with.
#include "algos/papers/liu2016/liu2016.h"

static const struct cd_param sphere_obb_params[] = {
    CD_PARAM_CHOICE("traversal", "classified", "classified|simultaneous|single",
                    "how two trees are descended: as their class has it; both at once; one before the other"),
    CD_PARAM_CHOICE("spheres", "yes", "yes|roots|no",
                    "test spheres before boxes: of all nodes, of the roots only, or of none"),
    CD_PARAM_CHOICE("missing", "zero", "zero|common",
                    "a node that one tree lacks has balance factor 0, or its position is not compared"),
    CD_PARAM_CHOICE("extra", "uneven", "uneven|nodes",
                    "which of two dissimilar trees has more extra detail: the less balanced, or the larger"),
    CD_PARAM_CHOICE("split", "mean", "mean|median", "split at the mean along the longest axis, or in halves"),
    CD_PARAM_INT("leaf", "1", 1, 64, "most triangles in a leaf"),
    CD_PARAM_END,
};

static enum cd_code sphere_obb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                       struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct sobb_options options = {.traversal = (enum sobb_traversal)cd_setting_place(settings, "traversal"),
                                   .spheres = (enum sobb_spheres)cd_setting_place(settings, "spheres"),
                                   .common = cd_setting_is(settings, "missing", "common"),
                                   .by_nodes = cd_setting_is(settings, "extra", "nodes"),
                                   .median = cd_setting_is(settings, "split", "median"),
                                   .leaf = (uint32_t)cd_setting_int(settings, "leaf")};
    *model = sobb_create(&options, shape);
    return CD_OK;
}

static void *sphere_obb_link(const struct cd_settings *settings, const void *model_a, const void *model_b)
{
    return cd_setting_is(settings, "traversal", "classified") ? sobb_classify(model_a, model_b) : NULL;
}

const struct cd_algo cd_algo_sphere_obb = {
    .name = "sphere_obb",
    .title = "trees of spheres and oriented boxes",
    .source = "Liu, Li, Zhao, Shan 2016",
    .params = sphere_obb_params,
    .pair = &(const struct cd_pair_algo){.prepare = sphere_obb_prepare,
                                         .refit = sobb_refit,
                                         .rebuild = sobb_rebuild,
                                         .release = sobb_destroy,
                                         .link = sphere_obb_link,
                                         .unlink = sobb_class_destroy,
                                         .test = sobb_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = sobb_body_volumes},
};
