/// Reads mesh files.
#ifndef CD_SCENES_READERS_READERS_H
#define CD_SCENES_READERS_READERS_H

#include "scenes/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a mesh file: .obj by the strict double reader, anything else through Assimp. CD_IO when the file is
/// missing, unreadable or a directory; CD_DATA (naming the line where there is one) when its content is bad.
enum cd_code cd_mesh_load(const char *path, struct cd_mesh **mesh, struct cd_status *status);

// Each is handed the path of a file and makes a mesh called `name`.

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
