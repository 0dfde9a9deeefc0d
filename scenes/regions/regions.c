#include "scenes/regions/regions.h"
#include "scenes/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NAME "regions"

/// The space when the words do not say: the paper's with sizes, one fine enough for most with alpha.
#define SPACE_OF_SIZES 1024
#define SPACE_OF_ALPHA 1048576

/// By how much whole sides may miss the alpha that was asked for.
#define ALPHA_ERROR 0.1

static const struct cd_param lognormal_params[] = {
    CD_PARAM_REAL("sigma", "0.5", 0, 4, "deviation of the logarithm of sides"),
    CD_PARAM_END,
};
static const struct cd_param clustered_params[] = {
    CD_PARAM_INT("clusters", "8", 1, 1000, "number of clusters"),
    CD_PARAM_REAL("spread", "0.05", 0, 1, "size of a cluster as a part of the space"),
    CD_PARAM_END,
};
static const struct cd_param huge_params[] = {
    CD_PARAM_REAL("huge", "0.01", 0, 1, "part of the regions that is huge"),
    CD_PARAM_END,
};

static const char *const mixes[] = {"equal", "lognormal", "clustered", "huge"};
static const struct cd_param *const mix_params[] = {NULL, lognormal_params, clustered_params, huge_params};

static enum cd_region_mix mix_of(const char *word)
{
    unsigned mix = 0;
    while (strcmp(mixes[mix], word) != 0)
        mix++;
    return (enum cd_region_mix)mix;
}

static const struct cd_param *params_of_mix(const char *word)
{
    return mix_params[mix_of(word)];
}

static const struct cd_param params[] = {
    CD_PARAM_INT("n", "1000", 1, CD_REGION_LIMIT, "number of regions"),
    CD_PARAM_INT("size", "20", 0, 0x1p31, "length of a side"),
    CD_PARAM_REAL("alpha", "<by size>", 1e-9, 1e9,
                  "degree of overlap, instead of size: the measure of all regions over that of the space"),
    CD_PARAM_INT("d", "2", 1, CD_REGION_DIMENSIONS, "dimensions"),
    CD_PARAM_INT("space", "<" CD_PARAM_TEXT(SPACE_OF_SIZES) ", with alpha " CD_PARAM_TEXT(SPACE_OF_ALPHA) ">",
                 1, 0x1p31, "length of a side of the space"),
    {"sizes", CD_KIND_CHOICE, "equal", 0, 0, "equal|lognormal|clustered|huge",
     "sides: all equal; log-normal around size; equal, in clusters; equal but for a few of a quarter of the "
     "space",
     params_of_mix, false},
    CD_PARAM_REAL("publish", "0.5", 0, 1, "part of the regions that publishes; the others subscribe"),
    CD_PARAM_INT("extents", "1", 1, 16, "extents of a region at most"),
    CD_PARAM_CHOICE("touch", "half-open", "half-open|closed", "whether regions that share a border overlap"),
    CD_PARAM_INT("steps", "1", 1, (double)CD_FRAME_LIMIT, "number of frames"),
    CD_PARAM_REAL("move", "0.1", 0, 1, "probability that a region moves from one frame to the next"),
    CD_PARAM_INT("stride", "<size>", 0, 0x1p31, "how far it moves at most, along every axis"),
    CD_PARAM_SEED("seed", "of sizes, places and moves"),
    CD_PARAM_END,
};

/// The degree of overlap: the regions' measure in all over that of the space.
static double alpha_of(const struct cd_region_plan *plan, double size)
{
    double alpha = (double)plan->count * (plan->extents + 1) / 2;
    for (uint32_t i = 0; i < plan->dimensions; i++)
        alpha *= size / (double)plan->space;
    return alpha;
}

/// The whole side whose alpha is that asked for, as near as whole sides come to it.
static enum cd_code size_by_alpha(struct cd_region_plan *plan, double alpha, struct cd_status *status)
{
    int64_t low = 0, high = plan->space;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (alpha_of(plan, (double)middle + 0.5) < alpha)
            low = middle + 1;
        else
            high = middle;
    }
    plan->size = low;
    if (fabs(alpha_of(plan, (double)low) - alpha) <= ALPHA_ERROR * alpha)
        return CD_OK;
    if (alpha_of(plan, (double)plan->space) < alpha)
        return cd_fail(status, CD_USAGE, NAME ": alpha=%.10g: %" PRIu32 " regions come to %.10g at most",
                       alpha, plan->count, alpha_of(plan, (double)plan->space));
    return cd_fail(status, CD_USAGE,
                   NAME ": alpha=%.10g: no whole side in space=%" PRId64
                        " comes within %g %% of it; give a larger space",
                   alpha, plan->space, 100 * ALPHA_ERROR);
}

static enum cd_code choose_size(const struct cd_settings *settings, struct cd_region_plan *plan,
                                struct cd_status *status)
{
    bool by_alpha = cd_setting_is_given(settings, "alpha");
    if (cd_setting_is_given(settings, "size") && by_alpha)
        return cd_fail(status, CD_USAGE, NAME ": size= and alpha= both say how large regions are; give one");
    enum cd_code code = by_alpha ? size_by_alpha(plan, cd_setting_real(settings, "alpha"), status) : CD_OK;
    if (code)
        return code;
    if (plan->size > plan->space)
        return cd_fail(status, CD_USAGE, NAME ": size=%" PRId64 " is more than space=%" PRId64, plan->size,
                       plan->space);
    if (!plan->size && plan->touch == CD_TOUCH_HALF_OPEN)
        return cd_fail(status, CD_USAGE, NAME ": size=0: points are for touch=closed only");
    return CD_OK;
}

static void read_mix(const struct cd_settings *settings, struct cd_region_plan *plan)
{
    plan->mix = mix_of(cd_setting_choice(settings, "sizes"));
    if (plan->mix == CD_REGIONS_LOGNORMAL)
        plan->sigma = cd_setting_real(settings, "sigma");
    if (plan->mix == CD_REGIONS_HUGE)
        plan->huge = cd_setting_real(settings, "huge");
    if (plan->mix != CD_REGIONS_CLUSTERED)
        return;
    plan->clusters = (uint32_t)cd_setting_int(settings, "clusters");
    plan->spread = cd_setting_real(settings, "spread");
}

static enum cd_code make_plan(const struct cd_settings *settings, struct cd_region_plan *plan,
                              struct cd_status *status)
{
    double count = (double)cd_setting_int(settings, "n");
    *plan = (struct cd_region_plan){
        .count = (uint32_t)count,
        .publish_count = (uint32_t)(count * cd_setting_real(settings, "publish") + 0.5),
        .dimensions = (uint32_t)cd_setting_int(settings, "d"),
        .extents = (uint32_t)cd_setting_int(settings, "extents"),
        .space = cd_setting_is_given(settings, "space")   ? cd_setting_int(settings, "space")
                 : cd_setting_is_given(settings, "alpha") ? SPACE_OF_ALPHA
                                                          : SPACE_OF_SIZES,
        .size = cd_setting_int(settings, "size"),
        .touch = cd_setting_is(settings, "touch", "closed") ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN,
        .move = cd_setting_real(settings, "move"),
        .steps = (uint64_t)cd_setting_int(settings, "steps"),
        .seed = cd_setting_seed(settings, "seed"),
    };
    read_mix(settings, plan);
    enum cd_code code = choose_size(settings, plan, status);
    plan->stride = cd_setting_is_given(settings, "stride") ? cd_setting_int(settings, "stride")
                   : plan->size > 0                        ? plan->size
                                                           : 1;
    return code;
}

static enum cd_code regions_check(const struct cd_settings *settings, struct cd_status *status)
{
    struct cd_region_plan plan;
    return make_plan(settings, &plan, status);
}

static enum cd_code regions_make(const char *name, const struct cd_settings *settings,
                                 const struct cd_scene_options *options, struct cd_scene **scene,
                                 struct cd_status *status)
{
    struct cd_region_plan plan;
    enum cd_code code = make_plan(settings, &plan, status);
    if (code)
        return code;
    if (options->frames)
        plan.steps = options->frames;
    if (options->has_seed)
        plan.seed = options->seed;
    *scene = cd_scene_of_regions(name, &plan);
    return CD_OK;
}

const struct cd_scene_kind cd_scene_kind_regions = {
    .name = NAME,
    .title = "publish and subscribe regions, boxes of integers",
    .example = NAME ":n=100000:alpha=1:steps=100",
    .params = params,
    .check = regions_check,
    .make = regions_make,
};
