/// Every algorithm and preset: those of `list.def` and those of loaded plug-ins.
#ifndef CD_ALGOS_REGISTRY_H
#define CD_ALGOS_REGISTRY_H

#include "algos/algo.h"

/// A named composition: an algorithm with its own settings.
struct cd_preset {
    const char *name;
    const char *algo;
    const char *settings; ///< "key=value:key=value"
    const char *title;
};

/// The i-th algorithm or preset, NULL past the end. The order is alphabetical; those of plug-ins follow in the order of
/// loading.
const struct cd_algo *cd_algo_at(size_t i);
const struct cd_preset *cd_preset_at(size_t i);

/// The algorithm of this name, of any role, or NULL.
const struct cd_algo *cd_algo_find(const char *name);

/// The preset of this name, or NULL.
const struct cd_preset *cd_preset_find(const char *name);

/// True for one that only `list algos --all` shows.
bool cd_algo_is_hidden(const struct cd_algo *algo);

/// The words of the setting `broad`, with bars between them: `auto`, all broad phases and the program's own matchers of
/// regions.
const char *cd_broad_phases(void);
extern const char cd_built_in_phases[]; ///< before any plug-in is loaded

/// True when a word of the setting `broad` is a matcher of regions that serves as a broad phase; false for every other
/// setting.
bool cd_broad_is_matcher(const char *param, const char *word);

/// Registers one more algorithm. Its record and its plug-in's record must exist as long as the program. Must not be
/// called while settings are being made.
void cd_registry_add(const struct cd_algo *algo, const struct cd_plugin_info *plugin, const char *path);

/// The plug-in of an algorithm, and its file (NULL if not wanted); NULL for an algorithm of the program itself.
const struct cd_plugin_info *cd_algo_plugin(const struct cd_algo *algo, const char **path);

#endif
