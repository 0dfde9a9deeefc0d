/// Peers: plug-ins that run other people's libraries. They lie in the folder `peers` beside the program, with
/// `manifest.csv`, which says what they have, and are loaded when one of their algorithms is asked for.
#ifndef CD_ALGOS_PEERS_H
#define CD_ALGOS_PEERS_H

#include "algos/algo.h"
#include "base/status.h"
#include "base/table.h"

/// The manifest: texts `name`, `role`, `title`, `library`, `licence` and `file`, a row for each algorithm. Without
/// rows where there is none, or none that can be read. Belongs to the program.
const struct cd_table *cd_peers(void);

/// Loads the peers that `NAME[:key=value...]` names, as the algorithm or as a value. CD_IO and CD_DATA as
/// cd_plugin_load.
enum cd_code cd_peers_require(const char *specification, struct cd_status *status);

/// What stands in for peers of `algos/peers.def` that a specification names and that are not there, as nothing was
/// built: it takes every scene and query, and fails with CD_ENVIRONMENT when it is created. NULL when none is missing.
const struct cd_algo *cd_peer_missing(const char *specification);

#endif
