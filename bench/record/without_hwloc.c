// In the place of hwloc: what /sys says. It numbers the processors of each core and package; the first of them stands for
// the core or package.
#include "bench/record/topology.h"

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROCESSOR "/sys/devices/system/cpu/cpu"

/// Reads the first word of a file of a processor; false if there is none.
static bool read_word(long processor, const char *file, char word[32])
{
    char path[200];
    snprintf(path, sizeof path, PROCESSOR "%ld/%s", processor, file);
    FILE *stream = fopen(path, "r");
    bool read = stream && fscanf(stream, "%31s", word) == 1;
    if (stream)
        fclose(stream);
    return read;
}

/// The number of groups of processors, such as cores, that a file in `topology` lists; `unknown` if it lists none.
static int count_groups(const char *file, int unknown)
{
    int groups = 0;
    long first;
    char list[32];
    for (long i = 0, end = sysconf(_SC_NPROCESSORS_CONF); i < end; i++)
        groups += read_word(i, file, list) && sscanf(list, "%ld", &first) == 1 && first == i;
    return groups ? groups : unknown;
}

static int count_nodes(void)
{
    glob_t found;
    int count = glob("/sys/devices/system/node/node[0-9]*", 0, NULL, &found) ? 1 : (int)found.gl_pathc;
    globfree(&found);
    return count;
}

/// The size of the cache of the first processor that has this level and holds data.
static json_t *cache_json(const char *level)
{
    char file[80], word[32];
    for (int i = 0; i < 8; i++) {
        long bytes;
        char unit = 0;
        snprintf(file, sizeof file, "cache/index%d/level", i);
        if (!read_word(0, file, word) || strcmp(word, level) != 0)
            continue;
        snprintf(file, sizeof file, "cache/index%d/type", i);
        if (!read_word(0, file, word) || !strcmp(word, "Instruction"))
            continue;
        snprintf(file, sizeof file, "cache/index%d/size", i);
        if (read_word(0, file, word) && sscanf(word, "%ld%c", &bytes, &unit) >= 1)
            return json_integer(bytes * (unit == 'K' ? 1 << 10 : unit == 'M' ? 1 << 20 : 1));
    }
    return json_null();
}

void cd_topology_add(json_t *machine)
{
    int processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    json_int_t memory = (json_int_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    json_t *found =
        json_pack("{s:i, s:i, s:i, s:i, s:I, s:{s:o, s:o, s:o}}", "packages",
                  count_groups("topology/core_siblings_list", 1), "cores",
                  count_groups("topology/thread_siblings_list", processors), "processors", processors,
                  "numa_nodes", count_nodes(), "memory_bytes", memory, "caches", "l1d_bytes", cache_json("1"),
                  "l2_bytes", cache_json("2"), "l3_bytes", cache_json("3"));
    json_object_update_new(machine, found);
}

unsigned cd_topology_library(void)
{
    return 0;
}
