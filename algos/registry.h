/// Every algorithm and preset there is: those of `list.def` and those of loaded plug-ins.
#ifndef CD_ALGOS_REGISTRY_H
#define CD_ALGOS_REGISTRY_H

#include "algos/algo.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A named composition: an algorithm with settings of its own.
struct cd_preset {
    const char *name;
    const char *algo;
    const char *settings; ///< "key=value:key=value"
    const char *title;
};

/// The i-th algorithm or preset, NULL past the end: in alphabetical order, and those of plug-ins behind, as
/// they were loaded.
const struct cd_algo *cd_algo_at(size_t i);
const struct cd_preset *cd_preset_at(size_t i);

/// The algorithm of this name, of any role, or NULL.
const struct cd_algo *cd_algo_find(const char *name);

/// The defaults of everything that `algo` accepts: its own parameters, and for a pair algorithm those of the
/// driver with those of the broad phase and the schedule that are chosen.
struct cd_settings *cd_algo_settings(const struct cd_algo *algo);

/// Reads `NAME[:key=value...]`, NAME an algorithm or a preset; CD_USAGE names the nearest name or the valid
/// keys. The settings are the caller's to destroy.
enum cd_code cd_algo_select(const char *specification, const struct cd_algo **algo,
                            struct cd_settings **settings, struct cd_status *status);

/// Loads a plug-in and registers its algorithms; the plug-in stays loaded. CD_IO when it cannot be opened,
/// CD_DATA when it exports no `cd_plugin`, has another ABI version or a broken record.
enum cd_code cd_plugin_load(const char *path, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
