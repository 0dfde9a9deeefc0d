/// Code that may crash, exit or never end runs in a process of its own: a copy of this process that waits for calls.
///
///     struct cd_forked *forked;
///     if ((code = cd_forked_start(sizeof(struct box), &forked, status)))
///         return code;
///     struct box *box = cd_forked_box(forked); // both processes see it
///     box->size = 100;
///     code = cd_forked_call(forked, work, "in its preprocessing", status); // work(box, status) runs there
///     if (cd_forked_has_ended(forked))
///         ...; // status->text: "crashed (SIGSEGV) in frame 6"
///     cd_forked_end(forked);
///
/// The copy has everything that was in memory when it was made, at the same addresses, and no thread but its own. What
/// either process changes afterwards stays its own, except in the box. The copy leaves Ctrl-C to this process, and dies with
/// it. What it writes to standard output goes to standard error. One thread calls these functions.
#ifndef CD_BASE_FORKED_H
#define CD_BASE_FORKED_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cd_forked;

/// What is called in the other process. Its result and the text in `status` become those of cd_forked_call.
typedef enum cd_code cd_forked_function(void *box, struct cd_status *status);

/// Starts a process that shares a box of `bytes` zeroed bytes with this one. CD_ENVIRONMENT if there can be none.
enum cd_code cd_forked_start(size_t bytes, struct cd_forked **forked, struct cd_status *status);

/// Calls the function there and waits for its end. If the process ends first, returns CD_WRONG and says how: "crashed
/// (SIGABRT) in frame 6", or, outside of frames, `when`: "called exit(3) in its preprocessing". It does so in
/// every later call, too. After Ctrl-C the process is killed and CD_INTERRUPTED returned. If it was short of memory:
/// CD_ENVIRONMENT. If an activity there (activity.h) forks and comes back in both processes, the copy ends.
enum cd_code cd_forked_call(struct cd_forked *forked, cd_forked_function *function, const char *when,
                            struct cd_status *status);

/// Starts a process for a single call, with a copy of `box`, and copies back what is in the box then. If the process
/// ends early, the text begins with `name`: "mine.so: crashed (SIGSEGV) when it was loaded".
enum cd_code cd_forked_once(cd_forked_function *function, void *box, size_t bytes, const char *when,
                            const char *name, struct cd_status *status);

void *cd_forked_box(struct cd_forked *forked);

/// True once the process has ended, in whatever way; cd_forked_call failed for this reason.
bool cd_forked_has_ended(const struct cd_forked *forked);

/// From now on, in all processes, a call hangs if nothing is finished for so long: no frame, no preprocessing. It is then
/// killed. The time during which this process is stopped does not count. CD_HANG_SECONDS until the first call.
void cd_forked_set_patience(double seconds);
#define CD_HANG_SECONDS 600

/// Limits the process to so much processor time from its start, and ten times as much wall time, however much it
/// finishes.
void cd_forked_limit(struct cd_forked *forked, double seconds);

/// Processor time and involuntary context switches of all such processes that live, up to their last calls.
void cd_forked_usage(double *seconds, double *switches);

/// Kills the process and frees what belongs to it; NULL is allowed.
void cd_forked_end(struct cd_forked *forked);

#endif
