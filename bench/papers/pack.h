/// Measurements of papers in one file, to hand to others: a tar archive in gzip, which holds
///
///     pack.json                            format, and the revision that packed it
///     <key>.yaml                           the paper's file
///     <key>/<experiment>/cells.csv, run.json, samples.csv
///
/// The same content gives the same bytes. run.json has machine, build, libraries and the digests of what the rows
/// rest on; cells.csv has the hashes of scenes.
#ifndef CD_BENCH_PAPERS_PACK_H
#define CD_BENCH_PAPERS_PACK_H

#include "bench/papers/paper.h"

#include <limits.h>

/// The most bytes that a pack may have.
#define CD_PACK_BYTES (5 * 1000 * 1000)

/// What goes into a pack.
struct cd_pack_part {
    const struct cd_paper *paper;
    const struct cd_experiment *experiment;
};

/// Writes what a results folder has of these; parts without measurements are left out. CD_IO where none has any
/// or a file cannot be read or written; CD_DATA, naming the largest file, where it gets too large.
enum cd_code cd_pack_write(const char *path, const char *results, const struct cd_pack_part *parts,
                           size_t count, struct cd_status *status);

/// Unpacks into a private temporary folder, which is then a results folder. Nothing but what a pack may hold is
/// taken: CD_DATA for anything else, for what is damaged, and for what would unpack to more than a few hundred
/// megabytes. After a failure there is no folder.
enum cd_code cd_pack_open(const char *path, char folder[PATH_MAX], struct cd_status *status);

/// Removes that folder.
void cd_pack_close(const char *folder);

/// The results that an argument names: a folder as it is, a pack unpacked.
struct cd_results_source {
    const char *name;      ///< as it was given; not the source's own
    char folder[PATH_MAX]; ///< with the results
    bool unpacked;         ///< it is ours, to be removed
};

/// CD_IO when there is no such folder or file.
enum cd_code cd_results_open(const char *name, struct cd_results_source *source, struct cd_status *status);
void cd_results_close(struct cd_results_source *source);

#endif
