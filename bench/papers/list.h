/// The papers and their experiments, as `cdbench reproduce --list` shows them.
#ifndef CD_BENCH_PAPERS_LIST_H
#define CD_BENCH_PAPERS_LIST_H

#include "base/options.h"

/// Prints the papers of these keys ("KEY/EXPERIMENT" stands for its paper), or all, to stdout, as text or as
/// JSON. Papers that cannot be read are left out, and the first is what the call fails with.
enum cd_code cd_papers_list(const struct cd_texts *keys, bool json, struct cd_status *status);

#endif
