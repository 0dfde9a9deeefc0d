/// Signals and other ends that the program does not choose. Handlers are installed first thing in `main`.
///
/// SIGINT, SIGTERM, SIGHUP and SIGQUIT end the program with CD_INTERRUPTED: at once, unless the work defers them to
/// stop in order and keep what it has. Then the first one is answered by a line and starts a watchdog, which
/// ends the program within two seconds if the work does not get there; a second one ends it at once.
///
/// An algorithm that crashes (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP,
/// SIGSYS, SIGXCPU) or calls `exit`, `quick_exit` or `_exit` ends the program with
/// CD_WRONG and a line that names it, its scene and its frame. Crashes outside of algorithms are not touched.
///
/// Whichever way the program ends, files that are not whole are removed, and finished results that were kept
/// (cd_output_keep, cd_folder_keep) are put in their place.
#ifndef CD_BASE_INTERRUPT_H
#define CD_BASE_INTERRUPT_H

#include "base/code.h"

#include <stdbool.h>
#include <sys/types.h>

/// Keeps signals waiting until the handlers are installed, also across an `exec`.
void cd_interrupt_hold(void);
/// Installs all handlers. Writing to a closed pipe is an error of writing from now on instead of a deadly
/// signal.
void cd_interrupt_install(void);
/// Between `true` and `false` the first signal only makes `cd_interrupted` true and starts the watchdog; the
/// caller polls that and keeps what is finished.
void cd_interrupt_defer(bool defer);
/// From now on a signal ends the program at once even where the work defers it, for senders that soon kill what has not
/// ended. What is finished is kept all the same.
void cd_interrupt_hurry(void);
/// The work has come to its end, in order or by a signal, and its results are being written: stops the
/// watchdog, and from now on the first signal changes nothing.
void cd_interrupt_write(void);
/// Names a process, or the negative of a process group, that is killed when a signal ends the program; 0 for
/// none.
void cd_interrupt_take_along(pid_t whom);
/// Gives the program so many seconds of processor time from now on, and ten times as long by the clock, after which it
/// gets SIGXCPU: an algorithm that does not end is told of like one that crashes.
void cd_interrupt_limit(double seconds);
/// Ends the program at once with that code and line, and what is finished is kept.
_Noreturn void cd_interrupt_end(enum cd_code code, const char *line);
/// True after a signal that was deferred.
bool cd_interrupted(void);

#endif
