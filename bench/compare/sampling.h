/// Samples of one cell on two sides. A sample is a fresh process of `cdbench run` that times some passes and
/// says their median; the two of a pair follow each other, and which goes first turns round from pair to pair
/// (ABBA), beginning with one that the seed chooses. Only the public command line of a program is used, so
/// that a side may be older than this file.
///
///     struct cd_runner sides[2] = {{.program = "./cdbench", .algo = "obb8"},
///                                  {.program = "./cdbench", .algo = "obb8", .slow_down = 0.1}};
///     struct cd_facts facts[2] = {0};
///     if ((code = cd_probe(&workload, &sides[0], progress, &facts[0], status)) ||
///         (code = cd_probe(&workload, &sides[1], progress, &facts[1], status)))
///         return code;
///     if (!cd_answers_agree(facts, why, sizeof why)) ...
///     struct cd_sampling_plan plan = {.pairs = 30, .seconds = 60, .sample_seconds = 0.05, .seed = 1};
///     code = cd_take_pairs(&workload, sides, facts, &plan, progress, &pairs, status);
///     double *ratios = cd_log_ratios(&pairs, CD_CPU_TIME);
#ifndef CD_BENCH_COMPARE_SAMPLING_H
#define CD_BENCH_COMPARE_SAMPLING_H

#include "base/progress.h"
#include "base/table.h"
#include "bench/compare/decide.h"
#include "bench/compare/workload.h"

/// How one side runs. Texts belong to the caller.
struct cd_runner {
    const char *program;            ///< the path of a cdbench executable
    const char *algo;               ///< instead of the workload's; NULL for that
    const struct cd_texts *plugins; ///< that it loads, at most CD_PLUGINS_MAX; NULL for none
    double slow_down;               ///< the share by which every pass is prolonged: `run --slow-down`
};

/// Most plug-ins of a comparison.
#define CD_PLUGINS_MAX 3

/// What a first run, with its answers held to the oracle, says about a side. Zeroed before the first use,
/// freed by cd_facts_release.
struct cd_facts {
    enum cd_outcome outcome; ///< open, wrong, one-sided (this build does not know it) or unavailable
    int code;                ///< the exit code of that run, -1 after a signal
    char reason[300];        ///< the line that says why it is not open; else ""
    struct cd_table *row;    ///< what it wrote, as `run --csv` has it; NULL without
};

/// Runs a side once, verified. CD_INTERRUPTED after Ctrl-C, CD_ENVIRONMENT when the program cannot be
/// started, CD_DATA when what it says cannot be understood; everything else is an outcome.
enum cd_code cd_probe(const struct cd_workload *workload, const struct cd_runner *runner,
                      struct cd_progress *progress, struct cd_facts *facts, struct cd_status *status);
void cd_facts_release(struct cd_facts *facts);

/// Holds the answers of two sides, both open, against each other. False when they differ, or the same words
/// are different frames to the sides. `why` says what differs, or that sides of different meaning or quality
/// are not compared; else "".
bool cd_answers_agree(const struct cd_facts facts[2], char *why, size_t bytes);

/// What a comparison takes unless the user says otherwise.
#define CD_DEFAULT_PAIRS  30
#define CD_SAMPLE_SECONDS 0.05

struct cd_sampling_plan {
    size_t pairs;          ///< at most
    double seconds;        ///< for all of them; at least one pair is taken
    double sample_seconds; ///< how long the passes of one sample should take together
    uint64_t seed;         ///< of the order
};

enum cd_time { CD_CPU_TIME, CD_WALL_TIME };

/// Times in milliseconds of a pass. Zeroed before the first use, freed by cd_sample_pairs_release.
struct cd_sample_pairs {
    size_t count;
    double *ms[2][2]; ///< by enum cd_time and side
    bool b_first;     ///< side B began the first pair
    uint64_t passes;  ///< of every sample, the same on both sides
};

/// Takes the pairs. Fewer than planned when the time is over. The answers of every sample must be those of
/// `facts`, else CD_WRONG. After CD_INTERRUPTED finished pairs are kept. Advances `progress` by two units for
/// every pair planned.
enum cd_code cd_take_pairs(const struct cd_workload *workload, const struct cd_runner runners[2],
                           const struct cd_facts facts[2], const struct cd_sampling_plan *plan,
                           struct cd_progress *progress, struct cd_sample_pairs *pairs,
                           struct cd_status *status);
void cd_sample_pairs_release(struct cd_sample_pairs *pairs);

/// The time that decides: of the processor where there is one thread, else by the wall clock.
enum cd_time cd_time_that_decides(const struct cd_workload *workload);

/// ln(B / A) of every pair; the caller's.
double *cd_log_ratios(const struct cd_sample_pairs *pairs, enum cd_time time);

/// Makes the environment of all samples the same whatever the user's language is; once, before the first.
void cd_fix_environment(void);

#endif
