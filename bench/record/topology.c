#include "bench/record/topology.h"

#include <hwloc.h>
#include <unistd.h>

static json_t *cache_json(hwloc_topology_t topology, hwloc_obj_type_t level)
{
    hwloc_obj_t cache = hwloc_get_obj_by_type(topology, level, 0);
    return cache ? json_integer((json_int_t)cache->attr->cache.size) : json_null();
}

void cd_topology_add(json_t *machine)
{
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology))
        return;
    if (!hwloc_topology_load(topology)) {
        // hwloc adds up NUMA nodes, and a virtual machine may show only some of them.
        json_int_t memory = (json_int_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
        json_t *found = json_pack("{s:i, s:i, s:i, s:i, s:I, s:{s:o, s:o, s:o}}", "packages",
                                  hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE), "cores",
                                  hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE), "processors",
                                  hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU), "numa_nodes",
                                  hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE), "memory_bytes",
                                  memory, "caches", "l1d_bytes", cache_json(topology, HWLOC_OBJ_L1CACHE),
                                  "l2_bytes", cache_json(topology, HWLOC_OBJ_L2CACHE), "l3_bytes",
                                  cache_json(topology, HWLOC_OBJ_L3CACHE));
        json_object_update_new(machine, found);
    }
    hwloc_topology_destroy(topology);
}

unsigned cd_topology_library(void)
{
    return hwloc_get_api_version();
}
