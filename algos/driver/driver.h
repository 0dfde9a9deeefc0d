/// The driver makes a scene algorithm of a pair algorithm, a broad phase and a schedule.
#ifndef CD_ALGOS_DRIVER_H
#define CD_ALGOS_DRIVER_H

#include "algos/algo.h"

struct cd_driver;

/// The driver's own parameters (`broad`, `schedule`, `deform`), with the broad phases registered so far as
/// words.
const struct cd_param *cd_driver_params(void);

/// Corrects the description of a pair algorithm for what the driver's settings change.
void cd_driver_describe(const struct cd_settings *settings, struct cd_description *description);

/// Builds the models of all meshes with `pair`, and the broad phase. As `create` of a scene algorithm
/// otherwise.
enum cd_code cd_driver_create(const struct cd_algo *pair, const struct cd_create *create,
                              struct cd_driver **driver, struct cd_status *status);
void cd_driver_destroy(struct cd_driver *driver);
void cd_driver_reset(struct cd_driver *driver);
enum cd_code cd_driver_update(struct cd_driver *driver, const struct cd_frame *frame,
                              struct cd_status *status);
enum cd_code cd_driver_query(struct cd_driver *driver, struct cd_worker *workers, struct cd_status *status);

/// Bytes of scratch that every worker needs; valid after create, before any query.
size_t cd_driver_scratch_bytes(const struct cd_driver *driver);

/// Whether there is anything to show, and what: see `cd_instance_volumes`.
bool cd_driver_has_volumes(const struct cd_driver *driver);
void cd_driver_volumes(const struct cd_driver *driver, struct cd_volumes *volumes);

#endif
