/// Results of two runs that were stored, as `cdbench run` leaves them, held against each other. What changed
/// between the runs besides the program nobody knows: the verdicts are indications.
#ifndef CD_BENCH_COMPARE_STORED_H
#define CD_BENCH_COMPARE_STORED_H

#include "base/table.h"
#include "bench/compare/decide.h"

#include <jansson.h>

/// One stored run.
struct cd_stored {
    const char *path;       ///< of its summary.csv, not owned
    struct cd_table *cells; ///< a row per cell
    size_t *sample_counts;  ///< per row; 0 where there is no frames.csv beside it
    double **pass_ns;       ///< per row and sample: the wall time of a pass
    json_t *run;            ///< run.json beside it, or NULL
};

/// Reads a summary.csv and what lies beside it, `run.json` and `frames.csv` or NAME.json beside NAME.csv.
/// Release in either case. CD_IO when there is no such file, CD_DATA when it is no summary.
enum cd_code cd_stored_read(const char *path, struct cd_stored *stored, struct cd_status *status);
void cd_stored_release(struct cd_stored *stored);

/// True when both were taken on the same machine in the same state; `why` says what differs or is not known.
bool cd_stored_same_machine(const struct cd_stored *old, const struct cd_stored *new, char *why,
                            size_t bytes);

enum cd_stored_end {
    CD_STORED_COMPARED,  ///< `finding` says the rest
    CD_STORED_DIFFERENT, ///< they promise the same and answer differently
    CD_STORED_NO_TIMES,  ///< one of them has none
    CD_STORED_OLD_ONLY,
    CD_STORED_NEW_ONLY,
};

/// One cell of either run.
struct cd_stored_cell {
    char name[300];
    char note[300];
    enum cd_stored_end end;
    size_t rows[2];      ///< in `cells` of old and new; CD_NO_COLUMN where there is none
    double pass_ms[2];   ///< median wall time of a pass
    bool from_intervals; ///< no samples were stored; then there is no p, and the change is what intervals
                         ///< that do not overlap say
    struct cd_finding finding;
};

/// Compares all cells; the caller frees them by cd_free.
struct cd_stored_cell *cd_stored_compare(const struct cd_stored *old, const struct cd_stored *new,
                                         const struct cd_rule *rule, size_t *count);

/// CD_WRONG, CD_REGRESSION, CD_INCONCLUSIVE or CD_OK with a line for it.
enum cd_code cd_stored_verdict(const struct cd_stored_cell *cells, size_t count, struct cd_status *status);

/// One word for how a cell ended.
const char *cd_stored_word(const struct cd_stored_cell *cell);

#endif
