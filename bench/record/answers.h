/// The file of `--answers`: every record of every frame as CSV, ascending. Its header is `frame`,
/// `frame,a`, `frame,a,b` or `frame,a,ta,b,tb`, for the query any, bodies, pairs or contacts.
#ifndef CD_BENCH_RECORD_ANSWERS_H
#define CD_BENCH_RECORD_ANSWERS_H

#include "algos/sink.h"

#include <stddef.h>
#include <stdio.h>

void cd_answers_write_header(FILE *stream, enum cd_query query);

/// Writes the numbers of a record in the order of the columns after `frame`, and returns how many there are.
size_t cd_answers_columns(enum cd_query query, const struct cd_record *record, uint32_t columns[4]);

/// Adds the records of one frame.
void cd_answers_write(FILE *stream, enum cd_query query, uint64_t frame, const struct cd_record *records,
                      uint64_t count);

#endif
