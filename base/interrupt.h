/// Signals and other unplanned ends. Handlers are installed first thing in `main`.
///
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU (processor time ran out) end the program with CD_INTERRUPTED: at once,
/// unless the work defers them in order to stop cleanly and keep its results. Then the first signal prints a line and
/// starts a watchdog, which ends the program after two seconds if the work has not stopped by then; a second signal ends
/// it at once.
///
/// A crash stays a crash. Algorithms that are not ours run in processes of their own (base/forked.h).
///
/// However the program ends, except by SIGKILL, incomplete files are removed, and finished results that were
/// kept (cd_output_keep, cd_folder_keep) are renamed to their final names.
#ifndef CD_BASE_INTERRUPT_H
#define CD_BASE_INTERRUPT_H

#include "base/code.h"

#include <stdbool.h>
#include <sys/types.h>

/// Blocks signals until the handlers are installed, even across an `exec`.
void cd_interrupt_hold(void);
/// Installs all handlers. From now on, writing to a closed pipe is a write error instead of a deadly signal.
void cd_interrupt_install(void);
/// Between calls with `true` and `false` the first signal only makes `cd_interrupted` true and starts the watchdog;
/// the caller polls `cd_interrupted` and keeps what is finished.
void cd_interrupt_defer(bool defer);
/// From now on a signal ends the program at once even where the work defers it, for senders that soon kill what has not
/// ended. What is finished is kept all the same.
void cd_interrupt_hurry(void);
/// Call this when the work has ended, in order or by a signal, and its results are about to be written: stops the
/// watchdog; from now on the first signal has no effect.
void cd_interrupt_write(void);
/// Names a process (or, negated, a process group) that is killed when a signal ends the program, which
/// waits for its end; 0 for none.
void cd_interrupt_take_along(pid_t whom);
/// Ends the program at once with this code and line; finished results are kept.
__attribute__((noreturn)) void cd_interrupt_end(enum cd_code code, const char *line);
/// True after a signal that was deferred.
bool cd_interrupted(void);

#endif
