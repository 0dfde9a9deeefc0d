/// A folder of static pages that show the measurements for papers: an overview, a page for each paper, the machines
/// side by side. The folder needs no server, no network and nothing outside it.
///
///     index.html  paper-<key>.html  machines.html  report.css  report.js  data-<key>-<experiment>-<source>.csv
#ifndef CD_BENCH_PAGES_PAGES_H
#define CD_BENCH_PAGES_PAGES_H

#include "base/progress.h"
#include "bench/papers/ledgers.h"

/// Writes the pages of all ledgers into a folder that is new, empty or has pages of an earlier call, which are
/// replaced. Either all pages appear or none. CD_USAGE when the folder contains anything else; CD_IO; CD_DATA as in
/// cd_measurements_load; CD_ENVIRONMENT without gnuplot; CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_pages_write(const struct cd_ledgers *ledgers, const char *folder,
                            struct cd_progress *progress, struct cd_status *status);

#endif
