/// Files and folders that killed processes left behind under their temporary names.
#ifndef CD_BASE_LEFTOVERS_H
#define CD_BASE_LEFTOVERS_H

/// Claims an unfinished file of this process, which is named "<anything>.tmp-<process id>[-<number>]", for as long as it
/// is open. Nothing is claimed on a file system without locks.
void cd_leftovers_claim(int descriptor);

/// Removes from a folder, seen from the open folder `at` or AT_FDCWD, the unfinished files of this user that nobody
/// claims and whose process is gone, and hidden folders so named that hold no other; as far as it can. Does nothing for the
/// folder that the call before was for.
void cd_leftovers_clear(int at, const char *folder);

#endif
