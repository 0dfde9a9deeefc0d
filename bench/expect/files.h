/// The folder of expected answers: a file for each algorithm and preset, a line for each thing that is not
/// zero, and `scenes.csv` with the hash of every scene:
///
///     algo,settings,scene,query,threads,key,value
///     aabb,split=median,touching.yaml,pairs,1,records,12
///
/// So a new algorithm is a new file, and a new counter adds lines and changes none.
#ifndef CD_BENCH_EXPECT_FILES_H
#define CD_BENCH_EXPECT_FILES_H

#include "base/status.h"
#include "base/table.h"

#include <stdbool.h>

/// Reads all files of a folder into one table: a row for each cell, a column for each key that any file has;
/// "NA" is zero. CD_IO when there is no such folder; CD_DATA names the file and the line.
enum cd_code cd_expect_read(const char *folder, struct cd_table **cells, struct cd_status *status);

/// True when the folder has CSV files, be they expected answers or not.
bool cd_expect_has_files(const char *folder);

/// Writes the folder from such a table: each file whole or not at all. Files of algorithms that
/// `cells` lacks are removed; the caller has read the folder, so that no other CSV file is there.
enum cd_code cd_expect_write(const char *folder, const struct cd_table *cells, struct cd_status *status);

#endif
