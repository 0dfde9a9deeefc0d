/// Every configuration of every algorithm that is worth an expected answer: the usual settings, the presets,
/// and each word of each choice on its own. They come from the registry, so a new algorithm, preset, schedule
/// or choice is among them without being listed anywhere else.
#ifndef CD_BENCH_EXPECT_CONFIGURATIONS_H
#define CD_BENCH_EXPECT_CONFIGURATIONS_H

#include "algos/algo.h"

/// One algorithm or preset with its settings.
struct cd_configuration {
    const char *name; ///< of the algorithm or the preset
    const struct cd_algo *algo;
    struct cd_settings *settings; ///< the configuration's own, like `changed`
    char *changed;                ///< what differs from the usual settings of `name`: `key=value:...` or ""
    bool usual;                   ///< nothing differs
    bool of_deforming;            ///< differs only where bodies deform
    struct cd_description description;
};

/// All configurations, in the order of the registry; presets last.
struct cd_configurations {
    size_t count, capacity;
    struct cd_configuration *items;
};

/// Appends the configurations of every algorithm that is neither hidden nor a broad phase, and of every
/// preset.
void cd_configurations_collect(struct cd_configurations *configurations);
void cd_configurations_release(struct cd_configurations *configurations);

#endif
