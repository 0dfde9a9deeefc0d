#include "base/neighbours.h"

#include "base/clock.h"
#include "base/forked.h"
#include "base/quota.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/// The kernel counts in hundredths of a second; a shorter watch is mostly rounding.
#define SHORTEST_SECONDS 0.1

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static void add_usage(struct cd_neighbour_watch *watch, int who)
{
    struct rusage usage;
    if (getrusage(who, &usage))
        return;
    watch->own += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    watch->switches += (double)usage.ru_nivcsw;
}

void cd_neighbours_begin(struct cd_neighbour_watch *watch)
{
    enum { USER, NICE, SYSTEM, IDLE, WAITING, INTERRUPT, SOFT_INTERRUPT, STOLEN, FIELDS };
    unsigned long long ticks[FIELDS];
    *watch = (struct cd_neighbour_watch){.wall_ns = cd_clock_wall(), .busy = NAN, .stolen = NAN};
    watch->throttled = cd_quota_read("").throttled;
    add_usage(watch, RUSAGE_SELF);
    add_usage(watch, RUSAGE_CHILDREN);
    double seconds, switches; // of children that live
    cd_forked_usage(&seconds, &switches);
    watch->own += seconds;
    watch->switches += switches;
    FILE *file = fopen("/proc/stat", "r");
    if (!file)
        return;
    int found = fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[USER], &ticks[NICE],
                       &ticks[SYSTEM], &ticks[IDLE], &ticks[WAITING], &ticks[INTERRUPT],
                       &ticks[SOFT_INTERRUPT], &ticks[STOLEN]);
    fclose(file);
    if (found != FIELDS)
        return;
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    watch->stolen = (double)ticks[STOLEN] * tick;
    watch->busy = (double)(ticks[USER] + ticks[NICE] + ticks[SYSTEM] + ticks[INTERRUPT] +
                           ticks[SOFT_INTERRUPT] + ticks[STOLEN]) *
                  tick;
}

struct cd_neighbours cd_neighbours_end(const struct cd_neighbour_watch *watch)
{
    struct cd_neighbour_watch now;
    cd_neighbours_begin(&now);
    double seconds = (double)(now.wall_ns - watch->wall_ns) * 1e-9;
    bool counted = watch->throttled <= now.throttled && now.throttled != UINT64_MAX;
    uint64_t throttled = counted ? now.throttled - watch->throttled : UINT64_MAX;
    if (seconds < SHORTEST_SECONDS)
        return (struct cd_neighbours){NAN, NAN, NAN, throttled};
    double others = (now.busy - watch->busy - (now.own - watch->own)) / seconds;
    return (struct cd_neighbours){
        .others = others < 0 ? 0 : others, // a tick may belong to others or to us
        .stolen = (now.stolen - watch->stolen) / seconds,
        .switches = (now.switches - watch->switches) / seconds,
        .throttled = throttled,
    };
}

bool cd_is_throttled(struct cd_neighbours neighbours)
{
    return neighbours.throttled && neighbours.throttled != UINT64_MAX;
}

bool cd_is_busy(struct cd_neighbours neighbours)
{
    return neighbours.others > CD_BUSY_PROCESSORS;
}
