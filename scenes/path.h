/// The scene path: the places where names of meshes and scenes are looked up, unless they begin with /, ./ or ../.
///
/// In this order: the working directory; the directories of the environment variable CDBENCH_SCENES,
/// separated by colons; `share/cdbench/scenes/` beside the `bin/` that the program is installed in; `scenes/` and
/// `scenes/downloaded/` of the source tree, if the program is in one: in its `build/<config>/` or beside its `VERSION`.
/// Tree and installation are found from the program's own file.
#ifndef CD_SCENES_PATH_H
#define CD_SCENES_PATH_H

#include "base/options.h"

#include <sys/stat.h>
#include <sys/types.h>

/// Adds the names and the paths of all mesh and scene files on the path, by directory and name. Each name occurs once:
/// the file that is found first hides later ones, as in a look-up. Both lists begin empty; free them with
/// `cd_texts_free`.
void cd_scene_list(struct cd_texts *names, struct cd_texts *paths);

/// Like `cd_scene_find`, but first looks up a relative name in `folder` (NULL for none), with or without a slash.
enum cd_code cd_scene_find_from(const char *folder, const char *name, char *path, size_t path_bytes,
                                struct cd_status *status);

/// True when a path, with links followed, leads to a file of this kind (S_IFREG, S_IFDIR).
bool cd_is_kind_of_file(const char *path, mode_t kind);

#endif
