/// What `verify` prints: the frames that differ and a line, or an object of JSON, for each algorithm and
/// scene.
#ifndef CD_BENCH_CLI_VERIFY_REPORT_H
#define CD_BENCH_CLI_VERIFY_REPORT_H

#include "bench/harness/selection.h"
#include "bench/oracle/judge.h"

#include <jansson.h>
#include <stdio.h>

/// Records of one frame that are listed unless all are wanted.
#define CD_VERIFY_LISTED 8

struct cd_verify_report {
    FILE *stream;    ///< where the text goes
    json_t *cells;   ///< where the objects go; NULL when text is wanted
    bool all, brief; ///< every record of a frame; no frames at all
    // Of the cell at hand.
    const struct cd_choice *choice;
    const struct cd_hearing *hearing;
    json_t *differences;
};

/// Adds a frame that differs, or forgets those so far, as struct cd_hearing has it; `report` is a struct
/// cd_verify_report.
void cd_verify_report_frame(void *report, const struct cd_difference *difference);

/// Ends the cell with what it came to.
void cd_verify_report_end(struct cd_verify_report *report, const struct cd_judgement *judgement);

/// True when the choice at hand promised exactness and did not keep it.
bool cd_verify_is_wrong(const struct cd_choice *choice, const struct cd_judgement *judgement);

#endif
