/// Samples of one cell on two sides. A sample is a fresh process of `cdbench run` that times some passes and prints
/// their median. The two samples of a pair run at the same time on one processor, which switches between them every
/// few milliseconds, so that whatever else the machine does slows down both. With several threads, whose wall time
/// counts, the samples run one after the other. The side that starts first alternates from pair to pair (ABBA); the
/// seed chooses the first. Only the public command line of a program is used, so a side may be older than this file.
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

/// What a run says about a side. The answers of a side's first run are compared with the oracle's. Freed by
/// cd_facts_release.
struct cd_facts {
    enum cd_outcome outcome; ///< open, wrong, one-sided (this build does not know it) or unavailable
    int code;                ///< the exit code of that run, -1 after a signal
    char reason[300];        ///< the line that says why the outcome is not open; else ""
    struct cd_table *row;    ///< what the run wrote, as in `run --csv`; NULL if it wrote nothing
};

/// Runs a side once, verified. CD_INTERRUPTED after Ctrl-C, CD_ENVIRONMENT when the program cannot be started,
/// CD_DATA when its output cannot be understood. Everything else is an outcome.
enum cd_code cd_run_side(const struct cd_workload *workload, const struct cd_side *side,
                         struct cd_progress *progress, struct cd_facts *facts, struct cd_status *status);
void cd_facts_release(struct cd_facts *facts);

/// Compares the answers of two sides, both open, with each other. False when the answers differ, or when the same
/// words mean different frames to the sides. `why` says what differs, or that sides of different meaning or quality are
/// not compared; else "".
bool cd_answers_agree(const struct cd_facts facts[2], char *why, size_t bytes);

/// The defaults of a comparison: pairs, seconds of a sample, and the seed for the order of the pairs.
#define CD_DEFAULT_PAIRS  30
#define CD_SAMPLE_SECONDS 0.05
#define CD_FIRST_SEED     1

/// The most extra pairs that a cell gets from the rest of a limited time, as a multiple of its first pairs.
#define CD_MORE_PAIRS 4

struct cd_sampling_plan {
    size_t pairs;          ///< of a cell; more (CD_MORE_PAIRS) if time is left and nothing is decided
    double seconds;        ///< for all cells together, INFINITY for no limit
    double sample_seconds; ///< how long the passes of one sample should take together
};

/// Times of a pass in milliseconds. Zeroed before the first use, freed by cd_sample_pairs_release.
struct cd_sample_pairs {
    size_t count;
    double *ms[2];   ///< by side; by the clock that cd_by_wall_time chooses
    bool b_first;    ///< side B began the first pair
    uint64_t passes; ///< of every sample, the same on both sides
};

/// A cell to be sampled; nothing is owned.
struct cd_sampling {
    const struct cd_workload *workload;
    const struct cd_side *sides;  ///< both
    const struct cd_facts *facts; ///< of the first runs of both
    const struct cd_sampling_plan *plan;
    size_t pairs;        ///< how many pairs there should be in the end
    double seconds;      ///< for taking them; one pair is always taken
    double pair_seconds; ///< how long one finished pair took; 0 if there is none
    uint64_t seed;       ///< of the order
    struct cd_progress *progress;
};

/// Takes the missing pairs, or fewer when the time runs out. The answers of every sample must be those of the first
/// runs, else CD_WRONG. After CD_INTERRUPTED finished pairs are kept. Advances `progress` by two units for every pair
/// that was missing.
enum cd_code cd_take_pairs(const struct cd_sampling *sampling, struct cd_sample_pairs *pairs,
                           struct cd_status *status);
void cd_sample_pairs_release(struct cd_sample_pairs *pairs);

// How time is divided. These functions take what was measured, so that they can be tried without a clock.

/// The passes of `pass_ms` milliseconds that fill a sample of `seconds`: at least one.
uint64_t cd_passes_within(double seconds, double pass_ms);

/// What a first pair shows.
struct cd_first_pair {
    uint64_t passes; ///< of each sample
    double seconds;  ///< for both samples, their processes included
    double pass_ms;  ///< of both sides together, as their first runs say
};

/// The passes with which `pairs` pairs fit into `budget` seconds: those of the first pair at most, a fifth at least.
uint64_t cd_passes_that_fit(const struct cd_first_pair *first, double pairs, double budget);

/// Whether the next piece of work, which should take `next` seconds, ends within the budget.
bool cd_has_time(double budget, double spent, double next);

/// The seconds of each of `cells` cells among which the rest of the budget is divided.
double cd_share_of_time(double budget, double spent, size_t cells);

/// True when wall time is compared, which is so with several threads; otherwise processor time is.
bool cd_by_wall_time(const struct cd_workload *workload);

/// Seconds of wall time since `begun`, a value of cd_clock_wall.
double cd_seconds_since(uint64_t begun);

/// Returns ln(B / A) of every pair; the array belongs to the caller.
double *cd_log_ratios(const struct cd_sample_pairs *pairs);

#endif
