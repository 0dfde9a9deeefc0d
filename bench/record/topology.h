/// The processors, memory and caches of this machine.
#ifndef CD_BENCH_RECORD_TOPOLOGY_H
#define CD_BENCH_RECORD_TOPOLOGY_H

#include <jansson.h>

/// Adds packages, cores, processors, NUMA nodes, memory and the caches of the first processor to the description of a
/// machine. The size of a cache that is not found is null.
void cd_topology_add(json_t *machine);

/// The version of hwloc, 8 bits for each part; 0 in a build without it, where /sys is asked.
unsigned cd_topology_library(void);

#endif
