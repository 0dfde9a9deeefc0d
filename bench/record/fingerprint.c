#include "bench/record/fingerprint.h"

#include "algos/driver/registry.h"
#include "algos/threads.h"
#include "base/clock.h"
#include "base/levels.h"
#include "base/memory.h"
#include "base/neighbours.h"
#include "base/status.h"
#include "base/text.h"
#include "bench/record/build_info.h"
#include "bench/record/topology.h"
#ifdef CD_MPI
#include "bench/ranks/ranks.h"
#endif

#include <GL/glew.h>
#include <assimp/version.h>
#include <gnu/libc-version.h>
#include <libfyaml.h>
#include <math.h>
#include <muParserDLL.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>

json_t *cd_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

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

/// The text after "key ... : " in a file such as /proc/cpuinfo or, with a NULL key, the first line. NULL when there is
/// none. Valid until the next call.
static const char *value_of(const char *path, const char *key)
{
    static char line[4096];
    const char *value = NULL;
    FILE *file = fopen(path, "r");
    while (file && !value && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        if (!key)
            value = line;
        else if (colon && !strncmp(line, key, strlen(key)) && strchr(" \t:", line[strlen(key)]))
            value = colon + 1 + strspn(colon + 1, " \t");
    }
    if (file)
        fclose(file);
    return value;
}

#define GOVERNOR "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"

static json_t *line_json(const char *path)
{
    return cd_json_text(value_of(path, NULL));
}

json_t *cd_fingerprint_machine(void)
{
    struct utsname names;
    bool named = !uname(&names);
    const char *cpu_flags = value_of("/proc/cpuinfo", "flags");
    json_t *guest = cpu_flags ? json_boolean(strstr(cpu_flags, "hypervisor")) : json_null();
    json_t *machine = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o}", "host", cd_json_text(named ? names.nodename : NULL), "architecture",
        cd_json_text(named ? names.machine : NULL), "kernel", cd_json_text(named ? names.release : NULL),
        "system", cd_json_text(named ? names.sysname : NULL), "cpu",
        cd_json_text(value_of("/proc/cpuinfo", "model name")), "virtual", guest);
    cd_topology_add(machine);
    json_t *state =
        json_pack("{s:i, s:o, s:o, s:o, s:o}", "usable_processors", (int)cd_usable_processors(), "cpu_quota",
                  cd_json_real(cd_quota_read("").processors), "governor", line_json(GOVERNOR), "no_turbo",
                  line_json("/sys/devices/system/cpu/intel_pstate/no_turbo"), "clock_source",
                  line_json("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
    json_object_update_new(machine, state);
    return machine;
}

json_t *cd_fingerprint_build(void)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:i, s:o}", "version", cd_json_text(cd_build.version), "config",
                     cd_json_text(cd_build.config), "compiler", cd_json_text(cd_build.compiler), "flags",
                     cd_json_text(cd_build.flags), "level", (int)cd_level(), "revision",
                     cd_json_text(cd_build.revision));
}

/// Writes a version as "5.2.5"; NULL for version 0, that of a library which the build does without.
static json_t *version_json(unsigned major, unsigned minor, unsigned patch)
{
    return major || minor || patch ? json_sprintf("%u.%u.%u", major, minor, patch) : NULL;
}

static json_t *libraries_json(void)
{
    unsigned hwloc = cd_topology_library(), xxhash = XXH_versionNumber();
    muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);
    json_t *libraries = json_pack(
        "{s:s, s:s, s:s, s:s, s:s*, s:s*, s:o*, s:o*, s:o}", "glibc", gnu_get_libc_version(), "jansson",
        jansson_version_str(), "libfyaml", fy_library_version(), "muparser", mupGetVersion(parser), "glew",
        (const char *)glewGetString(GLEW_VERSION), "libpng", png_get_libpng_ver(NULL), "assimp",
        version_json(aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch()), "hwloc",
        version_json(hwloc >> 16, hwloc >> 8 & 0xff, hwloc & 0xff), "xxhash",
        version_json(xxhash / 10000, xxhash / 100 % 100, xxhash % 100));
    mupRelease(parser);
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++) {
        const struct cd_plugin_info *plugin = cd_algo_plugin(algo, NULL);
        if (plugin && plugin->library)
            json_object_set_new(libraries, algo->name, json_string(plugin->library));
    }
    return libraries;
}

static json_t *clock_json(void)
{
    struct cd_clock_facts facts = cd_clock_describe();
    return json_pack("{s:s, s:s, s:f, s:f, s:f}", "wall", facts.wall_name, "cpu", facts.cpu_name,
                     "wall_resolution_ns", facts.wall_resolution_ns, "wall_cost_ns", facts.wall_cost_ns,
                     "cpu_cost_ns", facts.cpu_cost_ns);
}

static json_t *environment_json(void)
{
    static const char *const names[] = {
        "LP_NUM_THREADS",         "GALLIUM_DRIVER", "LIBGL_ALWAYS_SOFTWARE", "MESA_LOADER_DRIVER_OVERRIDE",
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

json_t *cd_fingerprint(void)
{
    json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "build", cd_fingerprint_build(), "machine",
                            cd_fingerprint_machine(), "libraries", libraries_json(), "clock", clock_json(),
                            "load", cd_fingerprint_load(), "environment", environment_json());
#ifdef CD_MPI
    json_object_set_new(all, "ranks",
                        json_pack("{s:s, s:i, s:i}", "library", cd_ranks_library(), "count",
                                  (int)cd_ranks_count(), "on_this_host", (int)cd_ranks_here()));
#endif
    return all;
}

#ifdef CD_MPI
/// Warns when the ranks on this host need too many threads. All processors of the host count, because mpirun may bind
/// each rank to a processor of its own.
static void warn_of_ranks(unsigned threads, void (*warn)(void *user, const char *line), void *user)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if ((long)(threads * cd_ranks_here()) > processors)
        cd_tell(warn, user, "oversubscribed: %u ranks of %u threads share %ld processors of this host",
                cd_ranks_here(), threads, processors);
}
#endif

void cd_fingerprint_warnings(unsigned threads, void (*warn)(void *user, const char *line), void *user)
{
    unsigned processors = cd_usable_processors();
    double quota = cd_quota_read("").processors;
#ifdef CD_MPI
    warn_of_ranks(threads, warn, user);
#endif
    if (strcmp(cd_build.config, "release") && strcmp(cd_build.config, "mpi"))
        cd_tell(warn, user, "this is a %s build, whose times mean little; build with plain `make`",
                cd_build.config);
    if (threads > quota)
        cd_tell(warn, user,
                "a CPU quota of %.2g (in processors) is less than the %u thread%s: the kernel stops the "
                "program again and again, and wall times include the stops; raise the quota (cpu.max of the "
                "control group, `docker run --cpus`)%s",
                quota, threads, cd_plural(threads), threads > 1 ? " or lower --threads" : "");
    else if (threads > processors)
        cd_tell(warn, user, "%u threads share %u processor%s; use --threads %u or fewer", threads, processors,
                cd_plural(processors), processors);
    // The user's own last run keeps the load up for a minute, so a load that leaves room for this run is fine.
    double load, of = isfinite(quota) ? (double)sysconf(_SC_NPROCESSORS_ONLN) : (double)processors;
    if (getloadavg(&load, 1) == 1 && load > of - (double)threads + 0.5 && load > 0.5)
        cd_tell(warn, user,
                "load average %.1f on %.0f processor%s: other work disturbs the times; wait until it is done",
                load, of, of > 1 ? "s" : "");
    const char *name = value_of(GOVERNOR, NULL);
    if (name && (!strcmp(name, "powersave") || !strcmp(name, "ondemand") || !strcmp(name, "conservative")))
        cd_tell(warn, user,
                "the processor's governor is %.40s, which changes the frequency while it runs; try `sudo "
                "cpupower frequency-set -g performance`",
                name);
}
