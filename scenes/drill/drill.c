#include "scenes/drill/drill.h"
#include "scenes/kinds.h"

#include <inttypes.h>
#include <string.h>

#define NAME "drill"

/// Numbers of these where the words do not say otherwise, by setting.
#define FIREFIGHTERS        1, 6, 6
#define FIRES               1, 4, 1
#define FLAMES              8, 8, 16
#define BY_SETTING(numbers) "<" CD_PARAM_TEXT(numbers) " by setting>"

static const struct cd_param params[] = {
    CD_PARAM_CHOICE("setting", "single", "single|several|shared",
                    "one firefighter and one fire; several of both; or several firefighters and one fire"),
    CD_PARAM_INT("firefighters", BY_SETTING(FIREFIGHTERS), 1, 64, "number of firefighters, each with a jet"),
    CD_PARAM_INT("fires", BY_SETTING(FIRES), 1, 32, "number of fires"),
    CD_PARAM_INT("flames", BY_SETTING(FLAMES), 1, 32, "flames of every fire"),
    CD_PARAM_INT("droplets", "600", 1, 20000, "droplets of a jet per second"),
    CD_PARAM_REAL("seconds", "60", 0.001, 86400, "how long it is"),
    CD_PARAM_INT("rate", "30", 1, 1000, "frames per second"),
    CD_PARAM_REAL("from", "0", 0, 86400, "second of the drill at which the scene begins"),
    CD_PARAM_INT("steps", "<by seconds>", 1, (double)CD_FRAME_LIMIT, "number of frames, instead of seconds"),
    CD_PARAM_SEED("seed", "of flames and droplets"),
    CD_PARAM_END,
};

static uint32_t count_of(const struct cd_settings *settings, const char *key, uint32_t otherwise)
{
    return cd_setting_is_given(settings, key) ? (uint32_t)cd_setting_int(settings, key) : otherwise;
}

enum cd_code cd_drill_plan_read(const struct cd_settings *settings, struct cd_drill_plan *plan,
                                struct cd_status *status)
{
    static const uint32_t firefighters[] = {FIREFIGHTERS}, fires[] = {FIRES}, flames[] = {FLAMES};
    size_t k = cd_setting_is(settings, "setting", "single")    ? 0
               : cd_setting_is(settings, "setting", "several") ? 1
                                                               : 2;
    double rate = (double)cd_setting_int(settings, "rate"), seconds = cd_setting_real(settings, "seconds");
    bool has_steps = cd_setting_is_given(settings, "steps");
    *plan = (struct cd_drill_plan){
        .firefighters = count_of(settings, "firefighters", firefighters[k]),
        .fires = count_of(settings, "fires", fires[k]),
        .flames = count_of(settings, "flames", flames[k]),
        .droplets = (uint32_t)cd_setting_int(settings, "droplets"),
        .rate = (uint32_t)rate,
        .first = (uint64_t)(cd_setting_real(settings, "from") * rate + 0.5),
        .steps = has_steps ? (uint64_t)cd_setting_int(settings, "steps") : (uint64_t)(seconds * rate + 0.5),
        .seed = cd_setting_seed(settings, "seed"),
    };
    if (has_steps && cd_setting_is_given(settings, "seconds"))
        return cd_fail(status, CD_USAGE, NAME ": steps= and seconds= both say how long it is; give one");
    if (!plan->steps)
        return cd_fail(status, CD_USAGE, NAME ": seconds=%.10g: no frame at rate=%" PRIu32 "; give more",
                       seconds, plan->rate);
    return CD_OK;
}

static enum cd_code drill_check(const struct cd_settings *settings, struct cd_status *status)
{
    struct cd_drill_plan plan;
    return cd_drill_plan_read(settings, &plan, status);
}

static enum cd_code drill_make(const char *name, const struct cd_settings *settings,
                               const struct cd_scene_options *options, struct cd_scene **scene,
                               struct cd_status *status)
{
    struct cd_drill_plan plan;
    enum cd_code code = cd_drill_plan_read(settings, &plan, status);
    if (code)
        return code;
    if (options->frames)
        plan.steps = options->frames;
    if (options->has_seed)
        plan.seed = options->seed;
    return cd_scene_of_drill(name, &plan, options->stop, scene, status);
}

const struct cd_scene_kind cd_scene_kind_drill = {
    .name = NAME,
    .title = "a fire drill: firefighters, jets of droplets, flickering fires, a house",
    .example = NAME ":setting=several:seconds=10",
    .params = params,
    .check = drill_check,
    .make = drill_make,
};
