/// Scenes as folders of OBJ and CSV files (docs/scenes.md): `cdbench export` writes them.
#ifndef CD_SCENES_FOLDER_FOLDER_H
#define CD_SCENES_FOLDER_FOLDER_H

#include "scenes/scene.h"

/// Makes the scene of a folder; leaves `*scene` to be surveyed or destroyed by `cd_scene_load`, also when it fails.
enum cd_code cd_scene_from_folder(const char *specification, const char *path,
                                  const struct cd_scene_options *options, struct cd_scene **scene,
                                  struct cd_status *status);

/// Writes the scene as a folder of OBJ and CSV files (see docs of `export`). The folder is created if it is missing. An
/// earlier export in it is replaced once all new files are on disk; files that the new export does not have are then
/// removed. CD_USAGE, with everything unchanged, when the folder has files that belong to no earlier export but would
/// be read as part of the scene.
enum cd_code cd_scene_export(const struct cd_scene *scene, const char *folder, struct cd_status *status);

#endif
