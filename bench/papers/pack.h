/// Measurements of papers in one file that can be given to others: a gzipped tar archive. The programs
/// tar and gzip make it; gzip and code of our own unpack it. It contains
///
///     pack.json                            format, and the revision that packed it
///     <key>.yaml                           the paper's file
///     <key>/<experiment>/cells.csv, run.json, samples.csv
///
/// The same content gives the same bytes. run.json has machine, build, libraries and the digests of everything the rows
/// depend on; cells.csv has the hashes of scenes.
#ifndef CD_BENCH_PAPERS_PACK_H
#define CD_BENCH_PAPERS_PACK_H

#include "bench/papers/paper.h"

#include <limits.h>

/// The most bytes that a pack may have.
#define CD_PACK_BYTES (5 * 1000 * 1000)

/// Writes the measurements that a results folder has of these experiments, those of one paper next to each other;
/// experiments without any are left out. CD_IO when none has any, or a file cannot be read or written. CD_DATA when a
/// table is not whole, and, naming the largest file, when the pack gets too large.
/// CD_ENVIRONMENT without tar or gzip; CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_pack_write(const char *path, const char *results,
                           const struct cd_experiment *const *experiments, size_t count,
                           struct cd_status *status);

/// The results that an argument names: a folder, used as it is, or a pack. A pack is unpacked into the folder for
/// temporary files (base/folder.h) and stays there until the program ends.
struct cd_results_source {
    const char *name;      ///< as given; not owned by the source
    char folder[PATH_MAX]; ///< with the results
};

/// Opens the results that an argument names. CD_IO when there is no such folder or file. Only what a pack may contain
/// is taken from a pack: CD_DATA for anything else, for anything damaged or present twice, and for a pack that would
/// unpack to more than a few hundred megabytes. CD_ENVIRONMENT without gzip, CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_results_open(const char *name, struct cd_results_source *source, struct cd_status *status);

/// Makes a failure with a file of the source name the file as people know it: "mine.tar.gz: small/sizes/run.json:1:
/// ...".
void cd_results_blame(const struct cd_results_source *source, struct cd_status *status);

#endif
