/// Assimp in a process of its own: its readers trust what a damaged file claims, and may crash or ask for any
/// amount of memory. There they can do neither to us.
#ifndef CD_SCENES_READERS_ASSIMP_PROCESS_H
#define CD_SCENES_READERS_ASSIMP_PROCESS_H

#include "base/status.h"
#include "scenes/mesh.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Triangles as Assimp gives them, in the order of the file's nodes and faces; not yet joined or validated.
/// The arrays belong to the caller (freed by cd_free).
struct cd_import {
    struct cd_vec3 *vertices;
    struct cd_triangle *triangles;
    uint32_t vertex_count, triangle_count;
};

/// Most triangles that a file may unfold to by naming the same mesh in many nodes.
#define CD_IMPORT_TRIANGLES_MAX 200000000u

/// True when Assimp has a reader for files of this extension (".ply").
bool cd_assimp_knows(const char *extension);

/// Reads a file of `file_bytes` bytes: node transforms applied (a mirroring one turns the triangles round),
/// polygons fanned in place, points and lines dropped. CD_DATA with Assimp's own words when it fails, or when
/// it crashes or wants far more memory than the file warrants.
enum cd_code cd_assimp_import(const char *path, uint64_t file_bytes, struct cd_import *import,
                              struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
