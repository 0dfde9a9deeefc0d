#include "algos/schedule.h"

#include <string.h>

#define SCHEDULE(name) extern const struct cd_schedule cd_schedule_##name;
#include "algos/schedules.def"
#undef SCHEDULE

static const struct cd_schedule *const schedules[] = {
#define SCHEDULE(name) &cd_schedule_##name,
#include "algos/schedules.def"
#undef SCHEDULE
};

const struct cd_schedule *cd_schedule_at(size_t i)
{
    return i < sizeof schedules / sizeof *schedules ? schedules[i] : NULL;
}

const struct cd_schedule *cd_schedule_find(const char *name)
{
    const struct cd_schedule *schedule;
    for (size_t i = 0; (schedule = cd_schedule_at(i)); i++)
        if (!strcmp(schedule->name, name))
            return schedule;
    return NULL;
}
