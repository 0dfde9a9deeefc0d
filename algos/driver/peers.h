/// Peers: plug-ins that run other people's libraries. They lie in the folder `peers` beside the program, with
/// `manifest.csv`, which says what they have, and are loaded when one of their algorithms is asked for.
#ifndef CD_ALGOS_PEERS_H
#define CD_ALGOS_PEERS_H

#include "base/status.h"
#include "base/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The manifest: texts `name`, `role`, `title`, `library`, `licence` and `file`, a row for each algorithm. Without
/// rows where there is none, or none that can be read. Belongs to the program.
const struct cd_table *cd_peers(void);

/// Loads the peers that `NAME[:key=value...]` names, as the algorithm or as a value. CD_IO and CD_DATA as
/// cd_plugin_load.
enum cd_code cd_peers_require(const char *specification, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
