/// Finds out how long each candidate is likely to take, before anything is measured: the candidate is created and asked
/// about a few frames, within a time limit.
#ifndef CD_BENCH_SUIT_TRIAL_H
#define CD_BENCH_SUIT_TRIAL_H

#include "bench/harness/selection.h"

/// A candidate and the result of its trial.
struct cd_trial {
    struct cd_choice choice; ///< its pointers belong to a selection
    char *left_out;          ///< a line that says why it takes no part, freed by cd_free; NULL if it does
    bool failed;             ///< because it crashed, ended its process or hung
    double create_seconds;   ///< the time of creating it
    double pass_seconds;     ///< the estimated time of a pass; NAN if it could not be created
    bool cut_short; ///< it was stopped in the middle of a frame: a pass takes longer than `pass_seconds`
};

/// Creates an instance, asks it about frames from all over the scene, at least one, and destroys it. The other frames
/// are only given to it. Ends after `seconds`, in the middle of a frame if the algorithm can be stopped there; creation
/// has no limit. A candidate that cannot take the scene (CD_USAGE, CD_DATA, CD_ENVIRONMENT) is left out, and so is
/// one whose process (bench/oracle/apart.h) ends. Any other fault, and Ctrl-C, is a failure.
enum cd_code cd_trial_run(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query,
                          unsigned threads, double seconds, struct cd_trial *trial, struct cd_status *status);

/// Leaves out hopeless candidates. In order of their times, those are left out with which three passes of all together
/// would take more than `seconds`. The fastest of those that promise exact answers always takes part. So does the
/// fastest of the others, unless it alone would take half of the time.
void cd_trials_admit(struct cd_trial *trials, size_t count, double seconds);

/// Leaves out a candidate that takes part, because the program was interrupted before it was measured.
void cd_trial_abandon(struct cd_trial *trial);

#endif
