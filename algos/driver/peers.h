/// Peers: plug-ins that run other people's libraries. They are in the folder `peers` beside the program, with
/// `manifest.csv`, which lists their algorithms. A peer is loaded when one of its algorithms is asked for.
#ifndef CD_ALGOS_PEERS_H
#define CD_ALGOS_PEERS_H

#include "algos/algo.h"
#include "base/status.h"
#include "base/table.h"

/// The manifest: texts `name`, `role`, `title`, `library`, `licence` and `file`, a row for each algorithm. It has no
/// rows when there is no manifest, or when it cannot be read. Belongs to the program.
const struct cd_table *cd_peers(void);

/// Loads the peers that `NAME[:key=value...]` names, as the algorithm or as a value. CD_IO and CD_DATA as in
/// cd_plugin_load.
enum cd_code cd_peers_require(const char *specification, struct cd_status *status);

/// A substitute for the first peer of `algos/peers.def` that a specification names and that is not loaded, or for the first
/// one at all. It takes every scene and query, and fails with CD_ENVIRONMENT when it is created. NULL when there is none.
const struct cd_algo *cd_peer_named(const char *specification, bool loaded_too);

#endif
