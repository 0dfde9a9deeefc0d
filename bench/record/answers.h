/// The file of `--answers`: every record of every frame as CSV, ascending. Its header is `frame`,
/// `frame,a`, `frame,a,b` or `frame,a,ta,b,tb`, as the query is any, bodies, pairs or contacts.
#ifndef CD_BENCH_RECORD_ANSWERS_H
#define CD_BENCH_RECORD_ANSWERS_H

#include "algos/sink.h"
#include "base/status.h"

#include <stddef.h>

struct cd_answers;

/// Begins a file that appears whole or not at all; "-" is standard output.
enum cd_code cd_answers_open(const char *path, enum cd_query query, struct cd_answers **answers,
                             struct cd_status *status);

/// Writes the numbers that a record consists of, as the columns behind `frame` have them, and returns how many
/// there are.
size_t cd_answers_columns(enum cd_query query, const struct cd_record *record, uint32_t columns[4]);

/// Adds the records of one frame; `answers` is a struct cd_answers, so that cd_judge can call this.
void cd_answers_put(void *answers, uint64_t frame, const struct cd_record *records, uint64_t count);

/// Puts the file in place; it is gone afterwards in any case. CD_IO when something could not be written.
enum cd_code cd_answers_commit(struct cd_answers *answers, struct cd_status *status);

/// Gives up and leaves no file; NULL is allowed.
void cd_answers_abort(struct cd_answers *answers);

#endif
