/// What the makers of scenes share: meshes by name.
#ifndef CD_SCENES_SPECIFICATION_H
#define CD_SCENES_SPECIFICATION_H

#include "scenes/scene.h"

/// Loads or generates the mesh of a name: a generator with its arguments unless there is a file of that name.
/// Relative names are first looked up in `folder` (NULL for none), then as `cd_scene_find` does.
enum cd_code cd_named_mesh(const char *folder, const char *name, struct cd_mesh **mesh,
                           struct cd_status *status);

/// Makes the scene of words such as `gear+torus,motion=random`; leaves `*scene` to be surveyed by
/// `cd_scene_load`, or NULL when it fails.
enum cd_code cd_scene_from_words(const char *specification, const struct cd_scene_options *options,
                                 struct cd_scene **scene, struct cd_status *status);

#endif
