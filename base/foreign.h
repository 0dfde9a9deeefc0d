/// What a file is that is not what its name says, by its first bytes: a Git LFS pointer, a web page, an archive.
#ifndef CD_BASE_FOREIGN_H
#define CD_BASE_FOREIGN_H

#include <stddef.h>

/// Returns what begins with these bytes, and what to do ("a ZIP archive; unpack it first, as with `unzip`"), or NULL if
/// it may be what it should be. `extension` is that of a mesh file ("", or with the dot). NULL stands for other files,
/// which may begin like a mesh.
const char *cd_foreign(const char *head, size_t bytes, const char *extension);

/// The same for an open file that is no mesh.
const char *cd_foreign_file(int descriptor);

#endif
