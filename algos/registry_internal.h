/// What the registry shares with the loader of plug-ins.
#ifndef CD_ALGOS_REGISTRY_INTERNAL_H
#define CD_ALGOS_REGISTRY_INTERNAL_H

#include "algos/registry.h"
#include "algos/schedule.h"

/// Registers one more algorithm, whose record lives as long as the program.
void cd_registry_add(const struct cd_algo *algo);

/// The preset of this name, or NULL.
const struct cd_preset *cd_preset_find(const char *name);

#endif
