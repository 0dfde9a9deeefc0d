/// Samples of one cell on two sides. A sample is a fresh process of `cdbench run` that times some passes and
/// says their median. The two of a pair run at once on one processor, which takes turns between them every few
/// milliseconds, so that whatever else the machine does slows down both; with several threads, whose wall time
/// counts, they follow each other. Which starts first turns round from pair to pair (ABBA), beginning with one
/// that the seed chooses. Only the public command line of a program is used, so that a side may be older than this
/// file.
///
///     struct cd_facts facts[2] = {0};
///     for (int i = 0; i < 2; i++)
///         if ((code = cd_run_side(&workload, &sides[i], progress, &facts[i], status)))
///             return code;
///     if (!cd_answers_agree(facts, why, sizeof why)) ...
///     struct cd_sampling sampling = {.workload = &workload, .sides = sides, .facts = facts, .plan = &plan,
///                                    .seconds = 60, .seed = 1, .progress = progress};
///     code = cd_take_pairs(&sampling, &pairs, status);
///     double *ratios = cd_log_ratios(&pairs);
#ifndef CD_BENCH_COMPARE_SAMPLING_H
#define CD_BENCH_COMPARE_SAMPLING_H

#include "base/progress.h"
#include "base/table.h"
#include "bench/compare/decide.h"
#include "bench/compare/side.h"
#include "bench/compare/workload.h"

/// What a run says about a side, of which the first has its answers held to the oracle. Freed by
/// cd_facts_release.
struct cd_facts {
    enum cd_outcome outcome; ///< open, wrong, one-sided (this build does not know it) or unavailable
    int code;                ///< the exit code of that run, -1 after a signal
    char reason[300];        ///< the line that says why it is not open; else ""
    struct cd_table *row;    ///< what it wrote, as `run --csv` has it; NULL without
};

/// Runs a side once, verified. CD_INTERRUPTED after Ctrl-C, CD_ENVIRONMENT when the program cannot be started,
/// CD_DATA when what it says cannot be understood; everything else is an outcome.
enum cd_code cd_run_side(const struct cd_workload *workload, const struct cd_side *side,
                         struct cd_progress *progress, struct cd_facts *facts, struct cd_status *status);
void cd_facts_release(struct cd_facts *facts);

/// Holds the answers of two sides, both open, against each other. False when they differ, or the same words
/// are different frames to the sides. `why` says what differs, or that sides of different meaning or quality
/// are not compared; else "".
bool cd_answers_agree(const struct cd_facts facts[2], char *why, size_t bytes);

/// What a comparison takes unless the user says otherwise, and what seeds the order of its pairs.
#define CD_DEFAULT_PAIRS  30
#define CD_SAMPLE_SECONDS 0.05
#define CD_FIRST_SEED     1

/// How many times as many pairs again a cell gets at most, out of what is left of a limited time.
#define CD_MORE_PAIRS 4

struct cd_sampling_plan {
    size_t pairs;          ///< of a cell; more (CD_MORE_PAIRS) where time is left and nothing is decided
    double seconds;        ///< for all cells together, INFINITY for no limit
    double sample_seconds; ///< how long the passes of one sample should take together
};

/// Times in milliseconds of a pass. Zeroed before the first use, freed by cd_sample_pairs_release.
struct cd_sample_pairs {
    size_t count;
    double *ms[2];   ///< by side; by the clock that cd_by_wall_time says
    bool b_first;    ///< side B began the first pair
    uint64_t passes; ///< of every sample, the same on both sides
};

/// A cell that is sampled; nothing is owned.
struct cd_sampling {
    const struct cd_workload *workload;
    const struct cd_side *sides;  ///< both
    const struct cd_facts *facts; ///< of the first runs of both
    const struct cd_sampling_plan *plan;
    size_t pairs;        ///< how many there should be in the end
    double seconds;      ///< for taking them; there is always one
    double pair_seconds; ///< what one of those that are there took; 0 where there are none
    uint64_t seed;       ///< of the order
    struct cd_progress *progress;
};

/// Takes the pairs that are missing. Fewer when the time is over. The answers of every sample must be those of
/// the first runs, else CD_WRONG. After CD_INTERRUPTED finished pairs are kept. Advances `progress` by two
/// units for every pair that was missing.
enum cd_code cd_take_pairs(const struct cd_sampling *sampling, struct cd_sample_pairs *pairs,
                           struct cd_status *status);
void cd_sample_pairs_release(struct cd_sample_pairs *pairs);

/// Wall time is compared where there are several threads, else that of the processor.
bool cd_by_wall_time(const struct cd_workload *workload);

/// Seconds of wall time since `begun`, which cd_clock_wall told.
double cd_seconds_since(uint64_t begun);

/// ln(B / A) of every pair; the caller's.
double *cd_log_ratios(const struct cd_sample_pairs *pairs);

#endif
