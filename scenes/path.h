/// The scene path: where names of meshes and scenes that do not begin with /, ./ or ../ are looked up.
///
/// In this order: the working directory; the directories of the environment variable CDBENCH_SCENES,
/// separated by colons; `share/cdbench/scenes/` beside the `bin/` that the program is installed in; `scenes/`
/// and `scenes/downloaded/` of the source tree, where the program lies in one: in its `build/<config>/` or
/// beside its `VERSION`. Tree and installation are found from the program's own file.
#ifndef CD_SCENES_PATH_H
#define CD_SCENES_PATH_H

#include "base/options.h"

#include <sys/stat.h>
#include <sys/types.h>

/// Adds the names and the paths of all mesh and scene files on the path, by directory and name, once per name:
/// what is found first hides what comes later, as in a look-up. Both lists begin empty; free them by `cd_texts_free`.
void cd_scene_list(struct cd_texts *names, struct cd_texts *paths);

/// As `cd_scene_find`, but a relative name is first looked up in `folder` (NULL for none), with or without a
/// slash.
enum cd_code cd_scene_find_from(const char *folder, const char *name, char *path, size_t path_bytes,
                                struct cd_status *status);

/// Whether there is a file of this kind (S_IFREG, S_IFDIR) behind a path, links being followed.
bool cd_is_kind_of_file(const char *path, mode_t kind);

#endif
