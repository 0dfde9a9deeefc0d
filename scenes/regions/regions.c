/// Generated scenes of regions: `regions:key=value:...` instead of meshes and a motion. Regions are drawn one after
/// another from one seeded sequence and move by random walks. Only integer and IEEE arithmetic is used, so equal
/// specifications give equal scenes on every machine.
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "geom/pose.h"
#include "scenes/recipe.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME "regions"

/// The lengths of the sides of regions, and the places of regions.
enum mix {
    EQUAL,     ///< every side is `size`, anywhere
    LOGNORMAL, ///< sides are log-normal around a mean of `size`, each on its own
    CLUSTERED, ///< equal, in clusters
    HUGE,      ///< equal, except a few with sides of a quarter of the space
};

/// A scene of regions as its words specify it.
struct plan {
    uint32_t count, publish_count; ///< regions in all, and those that publish
    uint32_t dimensions, extents;  ///< each region has 1 .. extents extents
    int64_t space, size;           ///< regions lie in [0, space] in every dimension
    int64_t aspect;                ///< one side is this many times as long as the others
    int along;                     ///< the axis of that side; -1: drawn for each region
    enum cd_touch touch;
    enum mix mix;
    double sigma, spread, huge;
    uint32_t clusters;
    double move;    ///< probability that a region moves from one frame to the next
    int64_t stride; ///< the farthest move in every dimension
    uint64_t steps, seed;
    double lognormal_scale; ///< the factor of exp(sigma z) for sides of mean `size`
};

// ---- the words -------------------------------------------------------------------------------------------

/// The default space: the paper's with sizes, and one fine enough for most purposes with alpha.
#define SPACE_OF_SIZES 1024
#define SPACE_OF_ALPHA 1048576

/// The largest relative error of alpha, since sides are integers.
#define ALPHA_ERROR 0.1

static const struct cd_param lognormal_params[] = {
    CD_PARAM_REAL("sigma", "0.5", 0, 4, "standard deviation of the logarithm of the sides"),
    CD_PARAM_END,
};
static const struct cd_param clustered_params[] = {
    CD_PARAM_INT("clusters", "8", 1, 1000, "number of clusters"),
    CD_PARAM_REAL("spread", "0.05", 0, 1, "size of a cluster as a share of the space"),
    CD_PARAM_END,
};
static const struct cd_param huge_params[] = {
    CD_PARAM_REAL("huge", "0.01", 0, 1, "share of huge regions"),
    CD_PARAM_END,
};

#define MIXES "equal|lognormal|clustered|huge"

static const struct cd_param *params_of_mix(const char *word)
{
    static const struct cd_param *const brought[] = {NULL, lognormal_params, clustered_params, huge_params};
    return brought[cd_word_place(MIXES, word)];
}

static const struct cd_param params[] = {
    CD_PARAM_INT("n", "1000", 1, CD_REGION_LIMIT, "number of regions"),
    CD_PARAM_INT("size", "20", 0, 0x1p31, "length of a side"),
    CD_PARAM_REAL(
        "alpha", "<by size>", 1e-9, 1e9,
        "degree of overlap, instead of size: the total measure of all regions divided by that of the space"),
    CD_PARAM_INT("d", "2", 1, CD_REGION_DIMENSIONS, "dimensions"),
    CD_PARAM_INT("space", "<" CD_PARAM_TEXT(SPACE_OF_SIZES) ", with alpha " CD_PARAM_TEXT(SPACE_OF_ALPHA) ">",
                 1, 0x1p31, "length of a side of the space"),
    {"sizes", CD_KIND_CHOICE, "equal", 0, 0, MIXES,
     "sides: all equal; log-normal around size; equal, in clusters; equal, except for a few of a quarter of "
     "the space",
     params_of_mix},
    CD_PARAM_INT("aspect", "1", 1, 65536, "length of one side of a region, as a multiple of the others"),
    CD_PARAM_INT("along", "-1", -1, CD_REGION_DIMENSIONS - 1,
                 "axis of that side, counted from 0; -1: random for each region"),
    CD_PARAM_REAL("publish", "0.5", 0, 1, "share of the regions that publish; the others subscribe"),
    CD_PARAM_INT("extents", "1", 1, 16, "most extents of a region"),
    CD_PARAM_CHOICE("touch", "half-open", "half-open|closed", "whether regions that share a border overlap"),
    CD_PARAM_INT("steps", "1", 1, (double)CD_FRAME_LIMIT, "number of frames"),
    CD_PARAM_REAL("move", "0.1", 0, 1, "probability that a region moves from one frame to the next"),
    CD_PARAM_INT("stride", "<size>", 0, 0x1p31, "largest distance that a region moves along every axis"),
    CD_PARAM_SEED("seed", "seed of sizes, positions and moves"),
    CD_PARAM_END,
};

/// The degree of overlap: the total measure of the regions divided by the measure of the space.
static double alpha_of(const struct plan *plan, double size)
{
    double alpha = (double)plan->count * (plan->extents + 1) / 2 * (double)plan->aspect;
    for (uint32_t i = 0; i < plan->dimensions; i++)
        alpha *= size / (double)plan->space;
    return alpha;
}

/// Finds the integer side whose alpha is nearest to the requested one.
static enum cd_code size_by_alpha(struct plan *plan, double alpha, struct cd_status *status)
{
    int64_t low = 0, high = plan->space / plan->aspect;
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
    double max = alpha_of(plan, (double)(plan->space / plan->aspect));
    if (max < alpha)
        return cd_fail(status, CD_USAGE, NAME ": alpha=%.10g: %" PRIu32 " regions come to %.10g at most",
                       alpha, plan->count, max);
    return cd_fail(status, CD_USAGE,
                   NAME ": alpha=%.10g: no whole side in space=%" PRId64
                        " comes within %g %% of it; give a larger space",
                   alpha, plan->space, 100 * ALPHA_ERROR);
}

static enum cd_code make_plan(const struct cd_settings *settings, struct plan *plan, struct cd_status *status)
{
    double count = (double)cd_setting_int(settings, "n");
    bool by_alpha = cd_setting_is_given(settings, "alpha");
    *plan = (struct plan){
        .count = (uint32_t)count,
        .publish_count = (uint32_t)(count * cd_setting_real(settings, "publish") + 0.5),
        .dimensions = (uint32_t)cd_setting_int(settings, "d"),
        .extents = (uint32_t)cd_setting_int(settings, "extents"),
        .space = cd_setting_is_given(settings, "space") ? cd_setting_int(settings, "space")
                 : by_alpha                             ? SPACE_OF_ALPHA
                                                        : SPACE_OF_SIZES,
        .size = cd_setting_int(settings, "size"),
        .aspect = cd_setting_int(settings, "aspect"),
        .along = (int)cd_setting_int(settings, "along"),
        .touch = cd_setting_is(settings, "touch", "closed") ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN,
        .mix = (enum mix)cd_setting_place(settings, "sizes"),
        .move = cd_setting_real(settings, "move"),
        .steps = (uint64_t)cd_setting_int(settings, "steps"),
        .seed = (uint64_t)cd_setting_int(settings, "seed"),
    };
    plan->sigma = plan->mix == LOGNORMAL ? cd_setting_real(settings, "sigma") : 0;
    plan->huge = plan->mix == HUGE ? cd_setting_real(settings, "huge") : 0;
    plan->clusters = plan->mix == CLUSTERED ? (uint32_t)cd_setting_int(settings, "clusters") : 0;
    plan->spread = plan->mix == CLUSTERED ? cd_setting_real(settings, "spread") : 0;
    if (cd_setting_is_given(settings, "size") && by_alpha)
        return cd_fail(status, CD_USAGE, NAME ": size= and alpha= both set the size of regions; give one");
    enum cd_code code = by_alpha ? size_by_alpha(plan, cd_setting_real(settings, "alpha"), status) : CD_OK;
    if (code)
        return code;
    if (plan->size > plan->space)
        return cd_fail(status, CD_USAGE, NAME ": size=%" PRId64 " is more than space=%" PRId64, plan->size,
                       plan->space);
    if (plan->size > plan->space / plan->aspect)
        return cd_fail(status, CD_USAGE,
                       NAME ": aspect=%" PRId64 " times size=%" PRId64 " is more than space=%" PRId64,
                       plan->aspect, plan->size, plan->space);
    if (plan->along >= (int)plan->dimensions)
        return cd_fail(status, CD_USAGE, NAME ": along=%d: axes are 0 to %" PRIu32, plan->along,
                       plan->dimensions - 1);
    if (!plan->size && plan->touch == CD_TOUCH_HALF_OPEN)
        return cd_fail(status, CD_USAGE, NAME ": size=0: points are for touch=closed only");
    plan->stride = cd_setting_is_given(settings, "stride") ? cd_setting_int(settings, "stride")
                   : plan->size > 0                        ? plan->size
                                                           : 1;
    double half = plan->sigma / 2;
    plan->lognormal_scale = 1;
    if (half >=
        1e-6) { // the mean of exp(2 h u) over the unit interval around 0 is sinh(h) / h; z sums twelve such u
        double mean = (cd_exp_portable(half) - cd_exp_portable(-half)) / 2 / half;
        double square = mean * mean, sixth = square * square * square;
        plan->lognormal_scale = 1 / (sixth * sixth);
    }
    return CD_OK;
}

// ---- the regions -----------------------------------------------------------------------------------------

/// A nearly normal number of mean 0 and variance 1, between -6 and 6: the sum of twelve uniform numbers.
static double random_normal(struct cd_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += cd_random_unit(random);
    return sum;
}

/// The reader of the frames. An extent is kept as its lower corner and its sides, `dimensions` numbers each.
struct region_reader {
    const struct plan *plan;
    struct cd_random random;
    double *centres; ///< of the clusters
    uint32_t *corners;
    size_t used, capacity; ///< of `corners`
    uint8_t *extents;      ///< of every region; NULL if each has one
};

static void *region_open(const struct cd_scene *scene)
{
    struct region_reader *reader = cd_allocate(1, sizeof *reader);
    const struct plan *plan = reader->plan = scene->source->plan;
    reader->centres = cd_allocate((size_t)plan->clusters * plan->dimensions, sizeof *reader->centres);
    reader->capacity = (size_t)plan->count * 2 * plan->dimensions;
    reader->corners = cd_allocate(reader->capacity, sizeof *reader->corners);
    if (plan->extents > 1)
        reader->extents = cd_allocate(plan->count, 1);
    return reader;
}

/// Draws an extent. Its sides have a mean of `size`, and its lower corner is anywhere, or about a centre as near as the
/// space allows. `huge` says whether the region is one of the few huge ones.
static void draw_extent(struct region_reader *reader, const double *centre, bool huge)
{
    const struct plan *plan = reader->plan;
    struct cd_random *random = &reader->random;
    while (reader->used + 2 * plan->dimensions > reader->capacity)
        reader->corners =
            cd_grow(reader->corners, reader->capacity, &reader->capacity, sizeof *reader->corners);
    uint32_t *low = &reader->corners[reader->used], *sides = low + plan->dimensions;
    reader->used += 2 * plan->dimensions;
    uint32_t longest = (uint32_t)plan->along;
    if (plan->along < 0)
        longest = plan->aspect > 1 ? (uint32_t)cd_random_below(random, plan->dimensions) : 0;
    for (uint32_t i = 0; i < plan->dimensions; i++) {
        int64_t size = i == longest ? plan->size * plan->aspect : plan->size, side = size;
        if (plan->mix == LOGNORMAL) {
            double z = random_normal(random);
            double wanted = (double)size * plan->lognormal_scale * cd_exp_portable(plan->sigma * z);
            side = wanted < (double)plan->space ? (int64_t)(wanted + 0.5) : plan->space;
        } else if (huge) {
            side = plan->space / 4;
        }
        side = side > 0 || plan->touch == CD_TOUCH_CLOSED ? side : 1;
        int64_t max = plan->space - side;
        sides[i] = (uint32_t)side;
        if (centre) {
            double at =
                centre[i] + plan->spread * (double)plan->space * random_normal(random) - (double)side / 2;
            low[i] = (uint32_t)(at < 0 ? 0 : at < (double)max ? (int64_t)at : max);
        } else {
            low[i] = (uint32_t)cd_random_below(random, (uint64_t)max + 1);
        }
    }
}

static void draw_all(struct region_reader *reader)
{
    const struct plan *plan = reader->plan;
    struct cd_random *random = &reader->random;
    *random = cd_random_seed(plan->seed);
    reader->used = 0;
    for (uint32_t i = 0; i < plan->clusters * plan->dimensions; i++)
        reader->centres[i] = cd_random_between(random, 0, (double)plan->space);
    for (uint32_t i = 0; i < plan->count; i++) {
        const double *centre = NULL;
        uint32_t extents = 1;
        bool huge = plan->mix == HUGE && cd_random_unit(random) < plan->huge;
        if (plan->mix == CLUSTERED)
            centre = &reader->centres[cd_random_below(random, plan->clusters) * plan->dimensions];
        if (reader->extents)
            reader->extents[i] = (uint8_t)(extents = 1 + (uint32_t)cd_random_below(random, plan->extents));
        for (uint32_t k = 0; k < extents; k++)
            draw_extent(reader, centre, huge);
    }
}

static uint32_t extents_of(const struct region_reader *reader, uint32_t number)
{
    return reader->extents ? reader->extents[number] : 1;
}

/// Takes one step with every region that moves, as far as the walls let it. Its extents stay together.
static void walk_all(struct region_reader *reader)
{
    const struct plan *plan = reader->plan;
    uint64_t strides = 2 * (uint64_t)plan->stride + 1;
    uint32_t *low = reader->corners;
    for (uint32_t i = 0; i < plan->count; i++) {
        uint32_t extents = extents_of(reader, i);
        bool moves = cd_random_unit(&reader->random) < plan->move;
        int64_t by[CD_REGION_DIMENSIONS] = {0};
        for (uint32_t k = 0; moves && k < plan->dimensions; k++)
            by[k] = (int64_t)cd_random_below(&reader->random, strides) - plan->stride;
        for (uint32_t e = 0; e < extents; e++, low += 2 * plan->dimensions)
            for (uint32_t k = 0; moves && k < plan->dimensions; k++) {
                int64_t moved = low[k] + by[k], max = plan->space - low[plan->dimensions + k];
                low[k] = (uint32_t)(moved < 0 ? 0 : moved < max ? moved : max);
            }
    }
}

static enum cd_code region_next(void *reader_given, uint64_t frame, struct cd_live *live, bool *ended,
                                struct cd_status *status)
{
    (void)ended, (void)status;
    struct region_reader *reader = reader_given;
    const struct plan *plan = reader->plan;
    if (frame)
        walk_all(reader);
    else
        draw_all(reader);
    const uint32_t *low = reader->corners;
    cd_live_reserve_regions(live, reader->used / (2 * plan->dimensions));
    for (uint32_t i = 0; i < plan->count; i++) {
        uint32_t extents = extents_of(reader, i);
        uint64_t before = (uint64_t)i * plan->publish_count / plan->count; // spread evenly among the ids
        uint64_t after = ((uint64_t)i + 1) * plan->publish_count / plan->count;
        for (uint32_t k = 0; k < extents; k++, low += 2 * plan->dimensions) {
            struct cd_region *region = cd_live_add_region(live);
            region->id = i;
            region->kind = after > before ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE;
            for (uint32_t d = 0; d < plan->dimensions; d++) {
                region->low[d] = cd_region_stored(low[d]);
                region->high[d] = cd_region_stored((int64_t)low[d] + low[plan->dimensions + d]);
            }
        }
        if (extents > 1) // in the order in which they would be read back
            qsort(&live->regions[live->region_count - extents], extents, sizeof *live->regions,
                  cd_region_compare);
    }
    return CD_OK;
}

static void region_close(void *reader_given)
{
    struct region_reader *reader = reader_given;
    cd_free(reader->centres);
    cd_free(reader->corners);
    cd_free(reader->extents);
    cd_free(reader);
}

static const struct cd_source_kind region_kind = {
    .open = region_open,
    .next = region_next,
    .close = region_close,
};

static enum cd_code regions_make(struct cd_scene *scene, const struct cd_settings *settings,
                                 const struct cd_scene_options *options, struct cd_status *status)
{
    struct plan plan;
    enum cd_code code = make_plan(settings, &plan, status);
    if (code || !options)
        return code;
    if (options->frames)
        plan.steps = options->frames;
    if (options->has_seed)
        plan.seed = options->seed;
    cd_scene_set_source(scene, &region_kind, memcpy(cd_allocate(1, sizeof plan), &plan, sizeof plan));
    scene->frame_count = plan.steps;
    scene->seed = plan.seed;
    scene->dimensions = plan.dimensions;
    scene->touch = plan.touch;
    return CD_OK;
}

const struct cd_recipe cd_recipe_regions = {
    .name = NAME,
    .title = "publish and subscribe regions, boxes of integers",
    .example = NAME ":n=100000:alpha=1:steps=100",
    .params = params,
    .make = regions_make,
};
