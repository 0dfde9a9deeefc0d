#include "bench/record/fingerprint.h"

#include "algos/threads.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/record/build_info.h"

#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

json_t *cd_json_text(const char *text)
{
    if (!text)
        return json_null();
    const char *at = text;
    for (size_t bytes; *at && ((bytes = cd_character_bytes(at)) || (unsigned char)*at < ' ');)
        at += bytes ? bytes : 1;
    if (!*at)
        return json_string(text);
    char *shown = cd_escaped(text);
    json_t *string = json_string(shown);
    cd_free(shown);
    return string;
}

/// The first line of a small system file, or NULL; valid until the next call.
static const char *first_line(const char *path)
{
    static char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return read ? line : NULL;
}

/// What follows "key ... : " in a file such as /proc/cpuinfo, or NULL; valid until the next call.
static const char *value_of(const char *path, const char *key)
{
    static char line[4096];
    const char *value = NULL;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    while (!value && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        size_t length = strlen(key);
        if (!colon || strncmp(line, key, length) || !strchr(" \t:", line[length]))
            continue;
        line[strcspn(line, "\n")] = '\0';
        value = colon + 1 + strspn(colon + 1, " \t");
    }
    fclose(file);
    return value;
}

static void add_caches(json_t *machine, hwloc_topology_t topology)
{
    static const struct {
        const char *name;
        hwloc_obj_type_t type;
    } levels[] = {
        {"l1d_bytes", HWLOC_OBJ_L1CACHE}, {"l2_bytes", HWLOC_OBJ_L2CACHE}, {"l3_bytes", HWLOC_OBJ_L3CACHE}};
    json_t *caches = json_object();
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        hwloc_obj_t cache = hwloc_get_obj_by_type(topology, levels[i].type, 0);
        json_object_set_new(caches, levels[i].name,
                            cache ? json_integer((json_int_t)cache->attr->cache.size) : json_null());
    }
    json_object_set_new(machine, "caches", caches);
}

static void add_topology(json_t *machine)
{
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology))
        return;
    if (!hwloc_topology_load(topology)) {
        json_object_set_new(machine, "packages",
                            json_integer(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE)));
        json_object_set_new(machine, "cores",
                            json_integer(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE)));
        json_object_set_new(machine, "processors",
                            json_integer(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU)));
        json_object_set_new(machine, "numa_nodes",
                            json_integer(hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE)));
        // hwloc adds up NUMA nodes, of which a virtual machine may show a part only.
        json_object_set_new(machine, "memory_bytes",
                            json_integer((json_int_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE)));
        add_caches(machine, topology);
    }
    hwloc_topology_destroy(topology);
}

static const char *governor(void)
{
    return first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
}

json_t *cd_fingerprint_machine(void)
{
    json_t *machine = json_object();
    struct utsname names;
    bool named = !uname(&names);
    json_object_set_new(machine, "host", cd_json_text(named ? names.nodename : NULL));
    json_object_set_new(machine, "architecture", cd_json_text(named ? names.machine : NULL));
    json_object_set_new(machine, "kernel", cd_json_text(named ? names.release : NULL));
    json_object_set_new(machine, "system", cd_json_text(named ? names.sysname : NULL));
    json_object_set_new(machine, "cpu", cd_json_text(value_of("/proc/cpuinfo", "model name")));
    const char *flags = value_of("/proc/cpuinfo", "flags");
    json_object_set_new(machine, "virtual", flags ? json_boolean(strstr(flags, "hypervisor")) : json_null());
    add_topology(machine);
    json_object_set_new(machine, "usable_processors", json_integer(cd_usable_processors()));
    json_object_set_new(machine, "governor", cd_json_text(governor()));
    json_object_set_new(machine, "no_turbo",
                        cd_json_text(first_line("/sys/devices/system/cpu/intel_pstate/no_turbo")));
    json_object_set_new(
        machine, "clock_source",
        cd_json_text(first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")));
    return machine;
}

json_t *cd_fingerprint_build(void)
{
    json_t *build = json_object();
    json_object_set_new(build, "version", cd_json_text(cd_version()));
    json_object_set_new(build, "config", cd_json_text(cd_build_config()));
    json_object_set_new(build, "compiler", cd_json_text(cd_build_compiler()));
    json_object_set_new(build, "flags", cd_json_text(cd_build_flags()));
    json_object_set_new(build, "revision", cd_json_text(cd_build_revision()));
    return build;
}

json_t *cd_fingerprint_clock(void)
{
    struct cd_clock_facts facts = cd_clock_facts();
    json_t *clock = json_object();
    json_object_set_new(clock, "wall", cd_json_text(facts.wall_name));
    json_object_set_new(clock, "cpu", cd_json_text(facts.cpu_name));
    json_object_set_new(clock, "wall_resolution_ns", json_real(facts.wall_resolution_ns));
    json_object_set_new(clock, "wall_cost_ns", json_real(facts.wall_cost_ns));
    json_object_set_new(clock, "cpu_cost_ns", json_real(facts.cpu_cost_ns));
    return clock;
}

json_t *cd_fingerprint_environment(void)
{
    static const char *const names[] = {
        "OMP_NUM_THREADS",
        "OMP_PROC_BIND",
        "OMP_PLACES",
        "OMP_WAIT_POLICY",
        "LP_NUM_THREADS",
        "GALLIUM_DRIVER",
        "LIBGL_ALWAYS_SOFTWARE",
        "MESA_LOADER_DRIVER_OVERRIDE",
        "LP_NATIVE_VECTOR_WIDTH",
    };
    json_t *environment = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            json_object_set_new(environment, names[i], cd_json_text(getenv(names[i])));
    return environment;
}

json_t *cd_fingerprint_load(void)
{
    double load[3];
    if (getloadavg(load, 3) != 3)
        return json_null();
    return json_pack("[f,f,f]", load[0], load[1], load[2]);
}

unsigned cd_usable_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set))
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

void cd_fingerprint_warnings(unsigned threads, void (*warn)(void *user, const char *line), void *user)
{
    char line[256];
    unsigned processors = cd_usable_processors();
    if (strcmp(cd_build_config(), "release")) {
        snprintf(line, sizeof line, "this is a %s build, whose times mean little; build with plain `make`",
                 cd_build_config());
        warn(user, line);
    }
    unsigned running = cd_threads_that_run(threads);
    if (running < threads) {
        snprintf(line, sizeof line, "%u of %u threads run; unset OMP_THREAD_LIMIT, or use --threads %u",
                 running, threads, running);
        warn(user, line);
    }
    if (running > processors) {
        snprintf(line, sizeof line, "%u threads share %u processors; use --threads %u or fewer", threads,
                 processors, processors);
        warn(user, line);
    }
    // One's own last run keeps the load up for a minute, so a load that leaves room for this run is fine.
    double load;
    if (getloadavg(&load, 1) == 1 && load > (double)processors - (double)threads + 0.5 && load > 0.5) {
        snprintf(line, sizeof line,
                 "load average %.1f on %u processors: other work disturbs the times; wait until it is done",
                 load, processors);
        warn(user, line);
    }
    const char *name = governor();
    if (name && (!strcmp(name, "powersave") || !strcmp(name, "ondemand") || !strcmp(name, "conservative"))) {
        snprintf(line, sizeof line,
                 "the processor's governor is %.40s, which changes its frequency on the way; try "
                 "`sudo cpupower frequency-set -g performance`",
                 name);
        warn(user, line);
    }
}
