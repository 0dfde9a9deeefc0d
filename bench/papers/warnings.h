/// Warnings that are given once, however often there is a reason.
#ifndef CD_BENCH_PAPERS_WARNINGS_H
#define CD_BENCH_PAPERS_WARNINGS_H

#include "base/options.h"

/// The lines given so far; zeroed before.
struct cd_warnings {
    struct cd_texts lines;
};

/// True when the line is new.
bool cd_warnings_add(struct cd_warnings *warnings, const char *line);
void cd_warnings_release(struct cd_warnings *warnings);

#endif
