/// A comparison as a table for people and as files for programs, for pull requests and for the charts of other tools.
#ifndef CD_BENCH_COMPARE_REPORT_H
#define CD_BENCH_COMPARE_REPORT_H

#include "bench/compare/comparison.h"

#include <jansson.h>
#include <stdio.h>

/// Returns the cells as a typed table, which belongs to the caller. The CSV file, the JSON file and a kept calibration
/// are made from it. Unknown values are NA. `started` is when the comparison began, in UTC.
struct cd_table *cd_comparison_table(const struct cd_comparison *comparison, const char *started);

/// Prints the cells under a line that names the sides, in 100 columns.
void cd_print_comparison(FILE *stream, const struct cd_comparison *comparison, bool colour);

/// A comparison and how it came about; nothing is owned.
struct cd_comparison_record {
    const struct cd_comparison *comparison;
    const struct cd_table *cells;
    const json_t *circumstances; ///< everything apart from the cells: command, times, machine, warnings
    enum cd_code code;           ///< the exit code
    const char *failure;         ///< its line, or ""
};

/// Each writer writes one file; the stream keeps errors.
typedef void cd_comparison_writer(const struct cd_comparison_record *record, FILE *stream);

cd_comparison_writer cd_write_comparison_csv;       ///< a row per cell
cd_comparison_writer cd_write_comparison_samples;   ///< CSV, a row per pair of samples
cd_comparison_writer cd_write_comparison_json;      ///< everything
cd_comparison_writer cd_write_comparison_markdown;  ///< a summary for a pull request
cd_comparison_writer cd_write_comparison_benchmark; ///< name, unit, value, range, extra: side B's times

#endif
