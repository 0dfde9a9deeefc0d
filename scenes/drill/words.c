#include "base/memory.h"
#include "scenes/drill/drill.h"
#include "scenes/parameters.h"

#include <inttypes.h>
#include <string.h>

#define NAME "drill"

enum { SETTING, FIREFIGHTERS, FIRES, FLAMES, DROPLETS, SECONDS, RATE, FROM, STEPS, SEED, PARAMETERS };

static const char *const settings[] = {"single", "several", "shared", NULL};

/// What a setting means where the words do not say otherwise.
static const struct {
    uint32_t firefighters, fires, flames;
} meanings[] = {{1, 1, 8}, {6, 4, 8}, {6, 1, 16}};

static const struct cd_parameter defaults[PARAMETERS] = {
    [SETTING] = {.key = "setting", .kind = CD_PARAMETER_CHOICE, .choices = settings},
    [FIREFIGHTERS] = {.key = "firefighters", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 64},
    [FIRES] = {.key = "fires", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 32},
    [FLAMES] = {.key = "flames", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 32},
    [DROPLETS] = {.key = "droplets", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 20000, .count = 600},
    [SECONDS] = {.key = "seconds", .kind = CD_PARAMETER_REAL, .least = 0.001, .most = 86400, .real = 60},
    [RATE] = {.key = "rate", .kind = CD_PARAMETER_COUNT, .least = 1, .most = 1000, .count = 30},
    [FROM] = {.key = "from", .kind = CD_PARAMETER_REAL, .least = 0, .most = 86400},
    [STEPS] = {.key = "steps", .kind = CD_PARAMETER_COUNT, .least = 1, .most = CD_FRAME_LIMIT},
    [SEED] = {.key = "seed", .kind = CD_PARAMETER_SEED, .count = 1},
};

bool cd_names_drill(const char *specification)
{
    size_t length = strlen(NAME);
    return !strncmp(specification, NAME, length) &&
           (!specification[length] || strchr(":,", specification[length]));
}

static uint32_t count_of(const struct cd_parameter *parameter, uint32_t otherwise)
{
    return parameter->given ? (uint32_t)parameter->count : otherwise;
}

static enum cd_code make_plan(const struct cd_parameter *given, struct cd_drill_plan *plan,
                              struct cd_status *status)
{
    uint64_t setting = given[SETTING].count;
    double rate = (double)given[RATE].count;
    *plan = (struct cd_drill_plan){
        .firefighters = count_of(&given[FIREFIGHTERS], meanings[setting].firefighters),
        .fires = count_of(&given[FIRES], meanings[setting].fires),
        .flames = count_of(&given[FLAMES], meanings[setting].flames),
        .droplets = (uint32_t)given[DROPLETS].count,
        .rate = (uint32_t)given[RATE].count,
        .first = (uint64_t)(given[FROM].real * rate + 0.5),
        .steps = given[STEPS].given ? given[STEPS].count : (uint64_t)(given[SECONDS].real * rate + 0.5),
        .seed = given[SEED].count,
    };
    if (given[STEPS].given && given[SECONDS].given)
        return cd_fail(status, CD_USAGE, NAME ": steps= and seconds= both say how long it is; give one");
    if (!plan->steps)
        return cd_fail(status, CD_USAGE, NAME ": seconds=%.10g: no frame at rate=%" PRIu32 "; give more",
                       given[SECONDS].real, plan->rate);
    if (plan->seed > CD_SEED_LIMIT)
        return cd_fail(status, CD_USAGE, NAME ": seed=%" PRIu64 ": give a whole number from 0 to %" PRIu64,
                       plan->seed, CD_SEED_LIMIT);
    return CD_OK;
}

enum cd_code cd_drill_plan_read(const char *specification, struct cd_drill_plan *plan,
                                struct cd_status *status)
{
    CD_ASSERT(cd_names_drill(specification));
    struct cd_parameter given[PARAMETERS];
    memcpy(given, defaults, sizeof given);
    const char *rest = specification + strlen(NAME);
    if (*rest && !rest[1])
        return cd_fail(status, CD_USAGE, NAME ": nothing behind the colon; write key=value");
    char *words = cd_duplicate(*rest ? rest + 1 : rest);
    // `,steps=` and `,seed=`, as other scenes have them
    for (char *comma = words; (comma = strchr(comma, ','));)
        *comma = ':';
    enum cd_code code = cd_read_parameters(NAME, words, given, PARAMETERS, status);
    cd_free(words);
    return code ? code : make_plan(given, plan, status);
}
