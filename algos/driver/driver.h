/// The driver makes a scene algorithm from a pair algorithm, a broad phase and a schedule.
#ifndef CD_ALGOS_DRIVER_H
#define CD_ALGOS_DRIVER_H

#include "algos/algo.h"

/// Drives the pair algorithm of its `cd_create`, whose models it builds, with the broad phase and the
/// schedule that the settings name. Not registered.
extern const struct cd_scene_algo cd_driver;
extern const struct cd_debug_draw cd_driver_draw;

/// The driver's own parameters (`broad`, `schedule`, ..). The words of `broad` are the broad phases registered so far.
const struct cd_param *cd_driver_params(void);

/// Adapts the description of a pair algorithm to what the driver's settings change.
void cd_driver_describe(const struct cd_settings *settings, struct cd_description *description);

/// For a driver, from its creation on: the bytes of scratch that every worker needs, and whether there are volumes to
/// show.
size_t cd_driver_scratch_bytes(const void *self);
bool cd_driver_has_volumes(const void *self);

#endif
