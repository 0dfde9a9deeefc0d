/// A comparison of stored results for people and as files.
#ifndef CD_BENCH_COMPARE_STORED_REPORT_H
#define CD_BENCH_COMPARE_STORED_REPORT_H

#include "bench/compare/stored.h"

#include <stdio.h>

/// What was compared and what came out; nothing is owned.
struct cd_stored_report {
    const struct cd_stored *runs; ///< old and new
    const struct cd_stored_cell *cells;
    size_t count;
    const char *other_machine; ///< why the machines are not known to be the same; "" when they are
    enum cd_code code;
    const char *failure; ///< the line of the code, or ""
};

void cd_print_stored(const struct cd_stored_report *report, FILE *stream);

/// Each writes one file; errors stay with the stream.
typedef void cd_stored_writer(const struct cd_stored_report *report, FILE *stream);

cd_stored_writer cd_write_stored_csv;
cd_stored_writer cd_write_stored_json;
cd_stored_writer cd_write_stored_markdown;

#endif
