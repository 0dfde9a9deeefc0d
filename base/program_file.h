/// Where the program's own file lies, from which it finds what belongs to it: the source tree it was built
/// in, or the prefix it was installed under.
#ifndef CD_BASE_PROGRAM_FILE_H
#define CD_BASE_PROGRAM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/// Writes the folder that the running program's file is in; false when the system does not tell
/// or there is no room.
bool cd_program_folder(char *folder, size_t bytes);

/// Writes the source tree that the running program lies in: the folder with `VERSION` and `scenes/`, with the
/// program in the tree itself, in its `build/<config>/` or, as tests and experiments do, below
/// that. False anywhere else, whatever there is above the program's folder.
bool cd_program_source_tree(char *folder, size_t bytes);

/// Starts the program once more in this process's place, with these words as its own, ended by NULL. Returns
/// only where that fails, with errno, or where the program was started by hand through ld.so.
void cd_program_restart(char **words);

#endif
