/// The program itself: its stack, and where its own file lies. From there it finds its data: in the source tree that it was built in, or
/// under the prefix that it was installed to.
#ifndef CD_BASE_PROGRAM_FILE_H
#define CD_BASE_PROGRAM_FILE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/// Returns a path at which the running program's file can be read: that of the launcher in a bundle (docs/bundle.md),
/// which starts the program through ld.so and differs from that of every other bundle.
const char *cd_program_file(void);

/// Writes the folder of the running program's file. Returns false when the system does not tell it or it does not
/// fit.
bool cd_program_folder(char *folder, size_t bytes);

/// Writes the source tree that the running program lies in: a folder with `VERSION` and `scenes/` and with the
/// program directly in it, in its `build/<config>/`, or below that, as tests and experiments are. Returns false
/// for a program anywhere else, whatever its parent folders hold.
bool cd_program_source_tree(char *folder, size_t bytes);

/// Replaces this process by a new start of the program with these arguments, ended by NULL. Returns only when that
/// fails, with errno set, or when the program was started through ld.so by hand, without its whole path.
void cd_program_restart(char **words);

/// Raises the limits of stacks to what this program is tested with, as far as they may be raised, for the main thread and
/// for all threads that are created later. Called first. CD_ENVIRONMENT if too little is allowed: the program would
/// crash, and it would look as if an algorithm did.
enum cd_code cd_stack_claim(struct cd_status *status);

#endif
