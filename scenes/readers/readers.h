/// Reads mesh files.
#ifndef CD_SCENES_READERS_READERS_H
#define CD_SCENES_READERS_READERS_H

#include "scenes/mesh.h"

/// Reads a mesh file: OBJ, PLY, STL and OFF strictly and in double precision, anything else through Assimp in
/// single precision. Triangles are in the file's order, polygons fanned in place; vertices of equal position
/// are joined, but for those of OBJ. CD_IO when the file is missing, unreadable or a directory; CD_DATA
/// (naming the line or byte where there is one) when its content is bad.
enum cd_code cd_mesh_load(const char *path, struct cd_mesh **mesh, struct cd_status *status);

#endif
