/// What `run.json` says about a run apart from its numbers: everything that they depend on.
#ifndef CD_BENCH_RECORD_RUN_RECORD_H
#define CD_BENCH_RECORD_RUN_RECORD_H

#include "bench/harness/cell.h"
#include "bench/record/results.h"

#include <jansson.h>

/// Characters of a run id, including the NUL: UTC time and six hexadecimal digits, "20240611T101500Z-1a2b3c".
#define CD_RUN_ID 24

/// A new id; two runs of the same second differ in the digits.
void cd_run_id(char id[CD_RUN_ID]);

/// A run in progress. The JSON values belong to the record.
struct cd_run_record {
    char id[CD_RUN_ID];
    json_t *facts;       ///< command, start, build, machine, clock, load, environment, warnings
    json_t *scenes;      ///< what was loaded
    const char *started; ///< the start time, as in the facts
};

/// Notes the time, the machine and its load. argv[0] is the command's name.
struct cd_run_record cd_run_record_begin(int argc, char **argv);
void cd_run_record_release(struct cd_run_record *record);

void cd_run_record_add_scene(struct cd_run_record *record, const struct cd_scene *scene);
/// Notes a warning once; false when it was noted before.
bool cd_run_record_add_warning(struct cd_run_record *record, const char *line);

/// How the run ended.
struct cd_run_end {
    enum cd_code code;   ///< the exit code
    const char *failure; ///< its line, or NULL
    const struct cd_timing_plan *timing;
    bool verified;
    const struct cd_table *cells; ///< rows with the columns of `summary.csv`
};

/// The complete run.json, which belongs to the caller.
json_t *cd_run_record_json(const struct cd_run_record *record, const struct cd_run_end *end);

#endif
