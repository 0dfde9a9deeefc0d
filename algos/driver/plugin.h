/// Algorithms from shared objects.
#ifndef CD_ALGOS_PLUGIN_H
#define CD_ALGOS_PLUGIN_H

#include "base/options.h"
#include "base/status.h"

/// Loads a plug-in and registers its algorithms; the plug-in stays loaded. CD_IO when it cannot be opened,
/// CD_DATA when it exports no `cd_plugin`, has another ABI version or a broken record, CD_WRONG when it crashes, exits or
/// hangs on being loaded.
enum cd_code cd_plugin_load(const char *path, struct cd_status *status);

/// A warning for each plug-in that changed the floating-point state of the program on being loaded. It was restored.
const struct cd_texts *cd_plugin_warnings(void);

#endif
