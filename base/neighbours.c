#include "base/neighbours.h"

#include "base/clock.h"
#include "base/forked.h"
#include "base/text.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
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

// ---- quotas -----------------------------------------------------------------------------------------------

enum { WORD = 32, PATH = 3 * PATH_MAX };

/// Opens a file in a folder. NULL when there is none.
static FILE *open_in(const char *folder, const char *name)
{
    char path[PATH + 40];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "re");
}

/// Reads the first number of a file, and the second if there is one; 0 for what is none, such as "max" and -1.
static void read_numbers(const char *folder, const char *name, uint64_t numbers[2])
{
    char words[2][WORD] = {"", ""};
    FILE *file = open_in(folder, name);
    if (!file || fscanf(file, "%31s %31s", words[0], words[1]) < 1)
        *words[0] = 0;
    for (int i = 0; i < 2; i++)
        if (!cd_parse_unsigned(words[i], &numbers[i]))
            numbers[i] = 0;
    if (file)
        fclose(file);
}

/// Adds what a group says in files of either version.
static void add_group(const char *folder, struct cd_quota *quota)
{
    uint64_t limit[2], time[2], period[2], throttled;
    char key[WORD], value[WORD];
    read_numbers(folder, "cpu.max", limit);
    read_numbers(folder, "cpu.cfs_quota_us", time);
    read_numbers(folder, "cpu.cfs_period_us", period);
    if (limit[0] && limit[1])
        quota->processors = fmin(quota->processors, (double)limit[0] / (double)limit[1]);
    if (time[0] && period[0])
        quota->processors = fmin(quota->processors, (double)time[0] / (double)period[0]);
    FILE *file = open_in(folder, "cpu.stat");
    while (file && fscanf(file, "%31s %31s", key, value) == 2)
        if (!strcmp(key, "nr_throttled") && cd_parse_unsigned(value, &throttled))
            quota->throttled = quota->throttled == UINT64_MAX ? throttled : quota->throttled + throttled;
    if (file)
        fclose(file);
}

/// Whether one of the words between commas is "cpu".
static bool has_cpu(const char *list)
{
    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL)
        if (strcspn(list, ",\n") == 3 && !strncmp(list, "cpu", 3))
            return true;
    return false;
}

struct cd_quota cd_quota_read(const char *root)
{
    struct cd_quota quota = {INFINITY, UINT64_MAX};
    char line[PATH_MAX + WORD], folder[PATH];
    FILE *file = open_in(root, "proc/self/cgroup");
    while (file && fgets(line, sizeof line, file)) {
        char *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        bool second = !strncmp(line, "0:", 2) && !list[1];
        if (!second && !has_cpu(list + 1))
            continue;
        // From the process's group up to the one that is mounted. A container may show paths of its host, or none at all;
        // what is mounted there is its own group.
        size_t top = strlen(root) + strlen("/sys/fs/cgroup") + (second ? 0 : strlen("/cpu"));
        snprintf(folder, sizeof folder, "%s/sys/fs/cgroup%s%s", root, second ? "" : "/cpu",
                 *path != '/' || strstr(path, "/..") ? "" : path);
        for (size_t end = strlen(folder);; *strrchr(folder, '/') = 0, end = strlen(folder)) {
            while (end > top && folder[end - 1] == '/')
                folder[--end] = 0;
            add_group(folder, &quota);
            if (end <= top)
                break;
        }
    }
    if (file)
        fclose(file);
    return quota;
}
