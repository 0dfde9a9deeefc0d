/// A folder of static pages that shows what was measured of papers: an overview, a page for each paper, the machines side
/// by side. It needs neither a server nor the network, and nothing outside of it.
///
///     index.html  paper-<key>.html  machines.html  report.css  report.js  data-<key>-<experiment>-<source>.csv
#ifndef CD_BENCH_PAGES_PAGES_H
#define CD_BENCH_PAGES_PAGES_H

#include "base/progress.h"
#include "bench/papers/ledgers.h"

/// Writes the pages of all ledgers into a folder that is new, empty or has pages of an earlier call, which are replaced.
/// They appear all or none. CD_USAGE where the folder has anything else; CD_IO; CD_DATA as cd_measurements_load;
/// CD_ENVIRONMENT without gnuplot; CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_pages_write(const struct cd_ledgers *ledgers, const char *folder,
                            struct cd_progress *progress, struct cd_status *status);

#endif
