#include "base/memory.h"
#include "scenes/parameters.h"
#include "scenes/regions/regions.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NAME "regions"

/// The space when the words do not say: the paper's with sizes, one fine enough for most with alpha.
#define SPACE_OF_SIZES 1024
#define SPACE_OF_ALPHA (1 << 20)

/// By how much whole sides may miss the alpha that was asked for.
#define ALPHA_ERROR 0.1

enum {
    COUNT,
    SIZE,
    ALPHA,
    DIMENSIONS,
    SPACE,
    SIZES,
    PUBLISH,
    EXTENTS,
    TOUCH,
    STEPS,
    MOVE,
    STRIDE,
    SEED,
    SIGMA,
    CLUSTERS,
    SPREAD,
    HUGE_SHARE,
    PARAMETERS
};

static const char *const mixes[] = {"equal", "lognormal", "clustered", "huge", NULL};
static const char *const touches[] = {"half-open", "closed", NULL};

static const struct cd_parameter defaults[PARAMETERS] = {
    [COUNT] = {.key = "n", .kind = CD_PARAMETER_COUNT, .least = 1, .most = CD_REGION_LIMIT, .count = 1000},
    [SIZE] = {.key = "size", .kind = CD_PARAMETER_COUNT, .least = 0, .most = 0x1p31, .count = 20},
    [ALPHA] = {.key = "alpha", .kind = CD_PARAMETER_REAL, .least = 1e-9, .most = 1e9},
    [DIMENSIONS] =
        {.key = "d", .kind = CD_PARAMETER_COUNT, .least = 1, .most = CD_REGION_DIMENSIONS, .count = 2},
    [SPACE] = {.key = "space", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 0x1p31},
    [SIZES] = {.key = "sizes", .kind = CD_PARAMETER_CHOICE, .choices = mixes},
    [PUBLISH] = {.key = "publish", .kind = CD_PARAMETER_REAL, .least = 0, .most = 1, .real = 0.5},
    [EXTENTS] = {.key = "extents", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 16, .count = 1},
    [TOUCH] = {.key = "touch", .kind = CD_PARAMETER_CHOICE, .choices = touches},
    [STEPS] = {.key = "steps", .kind = CD_PARAMETER_COUNT, .least = 1, .most = CD_FRAME_LIMIT, .count = 1},
    [MOVE] = {.key = "move", .kind = CD_PARAMETER_REAL, .least = 0, .most = 1, .real = 0.1},
    [STRIDE] = {.key = "stride", .kind = CD_PARAMETER_COUNT, .least = 0, .most = 0x1p31},
    [SEED] = {.key = "seed", .kind = CD_PARAMETER_SEED, .count = 1},
    [SIGMA] = {.key = "sigma", .kind = CD_PARAMETER_REAL, .least = 0, .most = 4, .real = 0.5},
    [CLUSTERS] = {.key = "clusters", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 1000, .count = 8},
    [SPREAD] = {.key = "spread", .kind = CD_PARAMETER_REAL, .least = 0, .most = 1, .real = 0.05},
    [HUGE_SHARE] = {.key = "huge", .kind = CD_PARAMETER_REAL, .least = 0, .most = 1, .real = 0.01},
};

bool cd_names_regions(const char *specification)
{
    size_t length = strlen(NAME);
    return !strncmp(specification, NAME, length) &&
           (!specification[length] || strchr(":,", specification[length]));
}

/// Keys of another mix would change nothing, which their user should know.
static enum cd_code check_mix(const struct cd_parameter *given, struct cd_status *status)
{
    static const struct {
        int key;
        enum cd_region_mix mix;
    } needs[] = {{SIGMA, CD_REGIONS_LOGNORMAL},
                 {CLUSTERS, CD_REGIONS_CLUSTERED},
                 {SPREAD, CD_REGIONS_CLUSTERED},
                 {HUGE_SHARE, CD_REGIONS_HUGE}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (given[needs[i].key].given && given[SIZES].count != needs[i].mix)
            return cd_fail(status, CD_USAGE, NAME ": %s= belongs to sizes=%s; add that or leave it out",
                           given[needs[i].key].key, mixes[needs[i].mix]);
    return CD_OK;
}

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

static enum cd_code choose_size(const struct cd_parameter *given, struct cd_region_plan *plan,
                                struct cd_status *status)
{
    if (given[SIZE].given && given[ALPHA].given)
        return cd_fail(status, CD_USAGE, NAME ": size= and alpha= both say how large regions are; give one");
    if (given[ALPHA].given) {
        enum cd_code code = size_by_alpha(plan, given[ALPHA].real, status);
        if (code)
            return code;
    }
    if (plan->size > plan->space)
        return cd_fail(status, CD_USAGE, NAME ": size=%" PRId64 " is more than space=%" PRId64, plan->size,
                       plan->space);
    if (!plan->size && plan->touch == CD_TOUCH_HALF_OPEN)
        return cd_fail(status, CD_USAGE, NAME ": size=0: points are for touch=closed only");
    return CD_OK;
}

static enum cd_code make_plan(const struct cd_parameter *given, struct cd_region_plan *plan,
                              struct cd_status *status)
{
    *plan = (struct cd_region_plan){
        .count = (uint32_t)given[COUNT].count,
        .publish_count = (uint32_t)((double)given[COUNT].count * given[PUBLISH].real + 0.5),
        .dimensions = (uint32_t)given[DIMENSIONS].count,
        .extents = (uint32_t)given[EXTENTS].count,
        .space = given[SPACE].given   ? (int64_t)given[SPACE].count
                 : given[ALPHA].given ? SPACE_OF_ALPHA
                                      : SPACE_OF_SIZES,
        .size = (int64_t)given[SIZE].count,
        .touch = given[TOUCH].count ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN,
        .mix = (enum cd_region_mix)given[SIZES].count,
        .sigma = given[SIGMA].real,
        .spread = given[SPREAD].real,
        .huge = given[HUGE_SHARE].real,
        .clusters = (uint32_t)given[CLUSTERS].count,
        .move = given[MOVE].real,
        .steps = given[STEPS].count,
        .seed = given[SEED].count,
    };
    if (plan->seed > CD_SEED_LIMIT)
        return cd_fail(status, CD_USAGE, NAME ": seed=%" PRIu64 ": give a whole number from 0 to %" PRIu64,
                       plan->seed, CD_SEED_LIMIT);
    enum cd_code code = check_mix(given, status);
    if (!code)
        code = choose_size(given, plan, status);
    plan->stride = given[STRIDE].given ? (int64_t)given[STRIDE].count : plan->size > 0 ? plan->size : 1;
    return code;
}

enum cd_code cd_region_plan_read(const char *specification, struct cd_region_plan *plan,
                                 struct cd_status *status)
{
    CD_ASSERT(cd_names_regions(specification));
    struct cd_parameter given[PARAMETERS];
    memcpy(given, defaults, sizeof given);
    const char *rest = specification + strlen(NAME);
    if (*rest && !rest[1])
        return cd_fail(status, CD_USAGE, NAME ": nothing behind the colon; write key=value");
    char *words = cd_duplicate(*rest ? rest + 1 : rest);
    // `,steps=` and `,seed=`, as scenes of bodies have them
    for (char *comma = words; (comma = strchr(comma, ','));)
        *comma = ':';
    enum cd_code code = cd_read_parameters(NAME, words, given, PARAMETERS, status);
    cd_free(words);
    return code ? code : make_plan(given, plan, status);
}
