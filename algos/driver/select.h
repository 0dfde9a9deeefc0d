/// Algorithms with settings, as users name them.
#ifndef CD_ALGOS_SELECT_H
#define CD_ALGOS_SELECT_H

#include "algos/algo.h"

/// The defaults of everything that `algo` accepts: its own parameters and, for a pair algorithm, those of the driver
/// and of the chosen broad phase and schedule.
struct cd_settings *cd_algo_settings(const struct cd_algo *algo);

struct cd_texts;

/// Adds the names of everything that can be asked for: algorithms except hidden ones, presets and peers, which need not
/// be loaded. The texts belong to the program.
void cd_algo_names(struct cd_texts *names);

/// Reads `NAME[:key=value...]`, where NAME is an algorithm or a preset. CD_USAGE names the nearest name or the valid
/// keys. For a peer that is not built it gives the substitute (cd_peer_named). The caller destroys the settings.
enum cd_code cd_algo_select(const char *specification, const struct cd_algo **algo,
                            struct cd_settings **settings, struct cd_status *status);

#endif
