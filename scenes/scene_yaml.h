/// Scenes written as YAML (docs/scenes.md).
#ifndef CD_SCENES_SCENE_YAML_H
#define CD_SCENES_SCENE_YAML_H

#include "scenes/scene.h"

/// Makes the scene of a YAML file; leaves `*scene` to be surveyed or destroyed by `cd_scene_load`.
enum cd_code cd_scene_from_yaml(const char *specification, const char *path,
                                const struct cd_scene_options *options, struct cd_scene **scene,
                                struct cd_status *status);

#endif
