/// Measurements of papers in one file, to hand to others: a tar archive in gzip, by the programs of these names, which
/// holds
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
/// or a file cannot be read or written; CD_DATA, naming the largest file, where it gets too large; CD_ENVIRONMENT
/// without tar or gzip; CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_pack_write(const char *path, const char *results, const struct cd_pack_part *parts,
                           size_t count, struct cd_status *status);

/// The results that an argument names: a folder as it is, or a pack unpacked into the folder for temporary
/// files (base/folder.h), where it stays until the program ends.
struct cd_results_source {
    const char *name;      ///< as it was given; not the source's own
    char folder[PATH_MAX]; ///< with the results
};

/// CD_IO when there is no such folder or file. Of a pack nothing is taken but what a pack may hold: CD_DATA
/// for anything else, for what is damaged or there twice, and for what would unpack to more than a few
/// hundred megabytes. CD_ENVIRONMENT without tar or gzip, CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_results_open(const char *name, struct cd_results_source *source, struct cd_status *status);

/// Has a failure with a file of the source name it as people know it: "mine.tar.gz: small/sizes/run.json:1:
/// ...".
void cd_results_blame(const struct cd_results_source *source, struct cd_status *status);

#endif
