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

/// Whether a specification names a peer of `algos/peers.def`, loaded or not.
bool cd_peer_named(const char *specification);

/// A substitute for peers of `algos/peers.def` that a specification names but that were not built. It takes every scene
/// and query, and fails with CD_ENVIRONMENT when it is created. NULL when no peer is missing.
const struct cd_algo *cd_peer_missing(const char *specification);

#endif
