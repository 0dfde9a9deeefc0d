// The record of `rapid`; the work is done in printed.c and wide_*.c.
#include "algos/mesh/rapid/rapid.h"

#include "algos/mesh/rapid/printed.h"
#include "algos/mesh/rapid/wide.h"
#include "base/memory.h"

static const struct cd_param rapid_params[] = {
    CD_PARAM_CHOICE("variant", "corrected", "corrected|printed",
                    "exact answers from an eight-wide tree, or the paper to the letter"),
    CD_PARAM_END,
};

static void rapid_describe(const struct cd_settings *settings, struct cd_description *description)
{
    bool printed = cd_setting_is(settings, "variant", "printed");
    description->quality = printed ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static enum cd_code rapid_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **result, struct cd_status *status)
{
    (void)context, (void)status;
    struct rapid_model *model = cd_allocate(1, sizeof *model);
    if (cd_setting_is(settings, "variant", "printed"))
        model->printed = rapid_printed_create(shape);
    else
        model->wide = rapid_wide_create(shape);
    *result = model;
    return CD_OK;
}

static void rapid_refit(void *self, const struct cd_shape *shape)
{
    struct rapid_model *model = self;
    if (model->printed)
        rapid_printed_rebuild(model->printed, shape); // the paper knows rigid bodies only
    else
        rapid_wide_refit(model->wide, shape);
}

static void rapid_rebuild(void *self, const struct cd_shape *shape)
{
    struct rapid_model *model = self;
    if (model->printed)
        rapid_printed_rebuild(model->printed, shape);
    else
        rapid_wide_rebuild(model->wide, shape);
}

static void rapid_release(void *self)
{
    struct rapid_model *model = self;
    if (model->printed)
        rapid_printed_destroy(model->printed);
    else
        rapid_wide_destroy(model->wide);
    cd_free(model);
}

static size_t rapid_model_bytes(const void *self)
{
    const struct rapid_model *model = self;
    size_t tree = model->printed ? rapid_printed_bytes(model->printed) : rapid_wide_bytes(model->wide);
    return sizeof *model + tree;
}

static size_t rapid_scratch_bytes(const void *model_a, const void *model_b)
{
    const struct rapid_model *model = model_a;
    (void)model_b; // a deforming body's tree may become deeper, so every tree gets room for the deepest
    return model->wide ? rapid_wide_scratch() : 0;
}

static bool rapid_test(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot,
                       struct cd_worker *worker)
{
    (void)link, (void)slot;
    const struct rapid_model *model_a = a->model, *model_b = b->model;
    if (model_a->printed)
        return rapid_printed_test(a, model_a->printed, b, model_b->printed, worker);
    return rapid_wide_test(a, model_a->wide, b, model_b->wide, worker);
}

static void rapid_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct rapid_model *model = body->model;
    if (model->printed)
        rapid_printed_volumes(model->printed, body, volumes);
    else
        rapid_wide_volumes(model->wide, body, volumes);
}

const struct cd_algo cd_algo_rapid = {
    .name = "rapid",
    .title = "RAPID: trees of oriented boxes, separating axes",
    .source = "Gottschalk, Lin, Manocha 1996",
    .role = CD_ROLE_PAIR,
    .params = rapid_params,
    .describe = rapid_describe,
    .prepare = rapid_prepare,
    .refit = rapid_refit,
    .rebuild = rapid_rebuild,
    .release = rapid_release,
    .model_bytes = rapid_model_bytes,
    .scratch_bytes = rapid_scratch_bytes,
    .test = rapid_test,
    .body_volumes = rapid_body_volumes,
};
