/// A cell of a run: one algorithm with its settings on one scene, the verdict on its answers, and its times. A row of
/// `summary.csv`, an object of `run.json` and a line of the table are three forms of a cell.
#ifndef CD_BENCH_HARNESS_CELL_H
#define CD_BENCH_HARNESS_CELL_H

#include "base/table.h"
#include "bench/harness/harness.h"
#include "bench/harness/statistics.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cd_verdict {
    CD_VERDICT_EXACT,       ///< promised and kept in every frame
    CD_VERDICT_APPROXIMATE, ///< errors are allowed and counted
    CD_VERDICT_PRINTED,     ///< a paper's letter: the same
    CD_VERDICT_WRONG,       ///< exactness was promised and not kept, perhaps only in a timed pass
    CD_VERDICT_UNVERIFIED,  ///< not compared with the oracle
    CD_VERDICT_UNAVAILABLE, ///< this machine lacks something the algorithm needs; nothing was measured
    CD_VERDICT_FAILED,      ///< it crashed, ended its process or hung; there are no times
};

#define CD_CELL_ENVIRONMENT 256

struct cd_cell {
    // What was run; the texts belong to the cell.
    char *algo;     ///< the name as typed: an algorithm or a preset
    char *settings; ///< all of them, `key=value:key=value`, "" for none
    char *label;    ///< for people: the name and what differs from the defaults
    char *variant;  ///< the setting of this name, or ""
    enum cd_query query;
    char *scene;
    char scene_hash[CD_HASH_TEXT];
    uint64_t frames, bodies, triangles; ///< the most bodies and triangles live in one frame
    uint64_t regions;                   ///< likewise; each extent is one; 0 in a scene of bodies
    unsigned threads;
    uint64_t seed;
    struct cd_description description;
    char environment[CD_CELL_ENVIRONMENT]; ///< the GL renderer or whatever else the times depend on; or ""

    // What the answers are worth.
    enum cd_verdict verdict;
    char *lacking; ///< the line that says why the cell is unavailable, or how it failed; else NULL
    /// CD_USAGE or CD_DATA if it is unavailable because it does not take the scene but others do; else CD_OK.
    enum cd_code unfit;
    bool answered; ///< digest and hit_frames are known
    bool judged;   ///< the numbers of errors are known
    /// The truth that judged it: "surface", "solid", "mixed" (open meshes only by their surface),
    /// "regions" or "none".
    const char *truth;
    uint64_t hit_frames, records; ///< frames with an answer; answers of all frames
    bool *hits; ///< per frame: whether it has an answer; NULL until the algorithm has answered
    char digest[CD_HASH_TEXT];
    struct cd_judgement judgement;

    // What it took; valid unless the verdict is wrong, unavailable or failed.
    uint64_t create_ns;
    bool memory_unseen; ///< a library keeps memory that cannot be seen, so that `struct_bytes` means nothing
    size_t struct_bytes;
    uint64_t peak_rss_kb; ///< of the process while the scene was measured, all cells of this process included
    bool by_cpu;          ///< rates come from processor time, not from wall time
    struct cd_timed timed;
    struct cd_summary frame, pass, cpu; ///< in nanoseconds, when timed.samples > 0
    struct cd_interval interval;        ///< of the median pass, or its processor time
};

/// True when there are times that may be shown: the answers were right, as far as that was promised, and the
/// same in every pass.
bool cd_cell_has_times(const struct cd_cell *cell);

/// True when a cell has no numbers: it is unavailable or has failed.
bool cd_cell_is_void(const struct cd_cell *cell);

/// Says for people why a cell without times has none. The result is `text` or belongs to the cell.
const char *cd_cell_fault(const struct cd_cell *cell, char *text, size_t bytes);

/// The times that rates come from: wall or processor time of every sample.
const uint64_t *cd_cell_basis(const struct cd_cell *cell);

/// frames / median pass time.
double cd_cell_fps(const struct cd_cell *cell);

/// Nanoseconds of a frame that collides, or of one that does not, by `hits` (one bool per frame): the mean over those
/// frames, and then the median of these means over all samples. NAN when there are no such frames.
double cd_cell_frame_ns(const struct cd_cell *cell, const bool *hits, bool colliding);

/// Works out the statistics of the samples in `timed`.
void cd_cell_summarise(struct cd_cell *cell);

void cd_cell_release(struct cd_cell *cell);

const char *cd_verdict_name(enum cd_verdict verdict);

/// An empty table with the columns of `summary.csv`.
struct cd_table *cd_cell_table(void);

/// Adds the row of a cell to such a table. Unknown, undefined and withheld values are NA. `number` is the number of the
/// cell in its run, starting from 1.
void cd_cell_add_row(struct cd_table *table, const struct cd_cell *cell, uint64_t number);

#endif
