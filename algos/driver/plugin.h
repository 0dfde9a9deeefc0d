/// Algorithms from shared objects.
#ifndef CD_ALGOS_PLUGIN_H
#define CD_ALGOS_PLUGIN_H

#include "base/options.h"
#include "base/status.h"

/// Loads a plug-in and registers its algorithms; the plug-in stays loaded. CD_IO when it cannot be opened,
/// CD_DATA when it exports no `cd_plugin`, has another ABI version or a broken record, CD_WRONG when it crashes, exits or
/// hangs on being loaded.
enum cd_code cd_plugin_load(const char *path, struct cd_status *status);

/// Keeps a warning if the floating-point state has changed since the last look, `who` being what was loaded since.
void cd_plugin_note_changes(const char *who);

/// Passes these warnings on: one for each plug-in, and one for the libraries of the program.
void cd_plugin_advise(void (*warn)(void *user, const char *line), void *user);

#endif
