/// What the makers of scenes share: meshes by name.
#ifndef CD_SCENES_SPECIFICATION_H
#define CD_SCENES_SPECIFICATION_H

#include "scenes/scene.h"

/// Loads or generates the mesh of a name: a generator with its arguments unless there is a file of that name.
enum cd_code cd_named_mesh(const char *name, struct cd_mesh **mesh, struct cd_status *status);

#endif
