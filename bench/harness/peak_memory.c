#include "bench/harness/peak_memory.h"

#include "base/status.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>

void cd_peak_memory_reset(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (!file)
        return;
    fputs("5\n", file); // see proc(5): sets the peak to the current size
    fclose(file);
}

/// Reads the peak from a file that, unlike getrusage, follows a reset.
static bool read_high_water_mark(uint64_t *kb)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file))
        found = sscanf(line, "VmHWM: %" SCNu64 " kB", kb) == 1;
    if (file)
        fclose(file);
    return found;
}

uint64_t cd_peak_memory_kb(void)
{
    uint64_t kb;
    if (read_high_water_mark(&kb))
        return kb;
    struct rusage usage;
    CD_ASSERT(!getrusage(RUSAGE_SELF, &usage));
    return (uint64_t)usage.ru_maxrss;
}
