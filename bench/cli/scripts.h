/// The scripts that draw figures and write pages from what the program measured: `scripts/` in the source tree, or
/// share/cdbench/scripts/ of an installation. They run by python3, and call this program by the variable CDBENCH.
#ifndef CD_BENCH_CLI_SCRIPTS_H
#define CD_BENCH_CLI_SCRIPTS_H

#include "base/options.h"
#include "base/progress.h"
#include "base/status.h"

/// Replaces this process, which runs a command, by a script with these arguments: its output and its exit code become the
/// program's. Returns only when that fails: CD_ENVIRONMENT without python3 or the script, with what to install.
enum cd_code cd_script_become(const char *command, const char *script, const struct cd_texts *words,
                              struct cd_status *status);

/// Runs a script to its end. When it fails, the status is what it complained of, with its exit code. CD_INTERRUPTED
/// after Ctrl-C.
enum cd_code cd_script_run(const char *script, const struct cd_texts *words, struct cd_progress *progress,
                           struct cd_status *status);

#endif
