/// What each candidate is likely to take, found out before anything is measured: it is created and asked for a few
/// frames, within a time limit.
#ifndef CD_BENCH_SUIT_TRIAL_H
#define CD_BENCH_SUIT_TRIAL_H

#include "bench/harness/selection.h"

/// A candidate and what its trial came to.
struct cd_trial {
    struct cd_choice choice; ///< what it points to is a selection's
    char *left_out;          ///< why it takes no part, a line for cd_free; NULL when it does
    double create_seconds;   ///< what creating it took
    double pass_seconds;     ///< what a pass seems to take; NAN when it could not be created
    bool cut_short;          ///< it was stopped in the middle of a frame: a pass takes longer than that
};

/// Creates an instance, asks it for frames from all over the scene, one at least, and destroys it. Frames that
/// nobody asks for are only handed over. Ends after `seconds`, in the middle of a frame where the algorithm can be
/// stopped there; creating it takes as long as it takes. What cannot take the scene (CD_USAGE, CD_DATA,
/// CD_ENVIRONMENT) is left out; everything else that goes wrong, and Ctrl-C, is a failure.
enum cd_code cd_trial_run(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query,
                          unsigned threads, double seconds, struct cd_trial *trial, struct cd_status *status);

/// Leaves out those that are hopeless: in order of their times, what three passes of all together say to be more than
/// `seconds`. The fastest of those that promise exact answers always takes part, and so does the fastest of the others
/// as long as it alone would not take half of the time.
void cd_trials_admit(struct cd_trial *trials, size_t count, double seconds);

/// Leaves out what takes part, since the program was interrupted before it was measured.
void cd_trial_abandon(struct cd_trial *trial);

#endif
