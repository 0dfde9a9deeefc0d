/// The readers behind `cd_mesh_load`. Each is handed the path of a file and makes a mesh called `name`.
#ifndef CD_SCENES_READERS_READERS_H
#define CD_SCENES_READERS_READERS_H

#include "scenes/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Wavefront OBJ, strictly and in double: `v` and `f` records (corners v, v/vt, v//vn, v/vt/vn, indices from
/// 1 or negative; polygons fanned in place); all other records are skipped.
enum cd_code cd_read_obj(const char *path, const char *name, struct cd_mesh **mesh, struct cd_status *status);

/// Everything else that Assimp knows, in single precision: node transforms applied, polygons fanned in place,
/// points and lines dropped, vertices of equal position joined.
enum cd_code cd_read_assimp(const char *path, const char *name, struct cd_mesh **mesh,
                            struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
