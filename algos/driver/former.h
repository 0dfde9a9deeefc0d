/// Names of settings in version 1, which command lines and scripts still contain.
#ifndef CD_ALGOS_DRIVER_FORMER_H
#define CD_ALGOS_DRIVER_FORMER_H

#include "base/status.h"

/// Rewrites "key=value:key=value..." of an algorithm with the settings that it has now. `broad` is the broad phase in front
/// of it where the text names none, or "". The text is the caller's to free by cd_free. CD_USAGE names the present setting
/// when it can't be put in the same place; `*now` is then NULL.
enum cd_code cd_former_settings(const char *algo, const char *broad, const char *settings, char **now,
                                struct cd_status *status);

#endif
