/// Checks of files before Assimp sees them: that everything a header claims is there and that what refers to
/// something refers to something that exists. They read the whole file in bounded memory. Each fails with
/// CD_DATA, naming the line of a text file, or CD_IO.
#ifndef CD_SCENES_READERS_CHECKS_H
#define CD_SCENES_READERS_CHECKS_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a file holds.
struct cd_file_contents {
    bool known;         ///< false: the number of triangles cannot be told cheaply
    uint64_t triangles; ///< an n-gon counts n - 2
};

enum cd_code cd_check_ply(const char *path, struct cd_file_contents *claim, struct cd_status *status);
enum cd_code cd_check_stl(const char *path, struct cd_file_contents *claim, struct cd_status *status);
enum cd_code cd_check_off(const char *path, struct cd_file_contents *claim, struct cd_status *status);
enum cd_code cd_check_glb(const char *path, struct cd_file_contents *claim, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
