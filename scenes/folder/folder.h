/// Scenes as folders of OBJ and CSV files (docs/scenes.md): `cdbench export` writes them.
#ifndef CD_SCENES_FOLDER_FOLDER_H
#define CD_SCENES_FOLDER_FOLDER_H

#include "scenes/scene.h"

#include <limits.h>

// The files of a folder, as export writes and import reads them.
#define CD_FOLDER_FRAMES   "frames.csv"
#define CD_FOLDER_META     "meta.csv"
#define CD_FOLDER_VERTICES "vertices.csv"
#define CD_FOLDER_REGIONS  "regions.csv"
#define CD_FOLDER_MESH     "mesh-%u.obj"

/// Bytes of the longest name among them, including the NUL.
#define CD_FOLDER_NAME_BYTES 32

/// The value of `format` in meta.csv.
#define CD_FOLDER_FORMAT "1"

/// The path of a file in a folder; CD_IO when it is too long.
enum cd_code cd_folder_path(const char *folder, const char *name, char path[PATH_MAX],
                            struct cd_status *status);

/// The keys of meta.csv, all of them optional.
enum cd_meta_key {
    CD_META_DIMENSIONS,
    CD_META_FORMAT,
    CD_META_FRAMES,
    CD_META_HASH,
    CD_META_MESHES,
    CD_META_NAME,
    CD_META_SEED,
    CD_META_TOUCH,
    CD_META_KEYS
};

/// What a meta.csv says.
struct cd_folder_meta {
    bool has[CD_META_KEYS];
    uint64_t numbers[CD_META_KEYS]; ///< of keys that are numbers; 0 if not given
    struct cd_hash hash;
    enum cd_touch touch;
};

/// Reads the meta.csv of a folder, which may be missing. CD_DATA names the file and the line of a fault.
enum cd_code cd_folder_read_meta(const char *folder, struct cd_folder_meta *meta, struct cd_status *status);

/// Makes the scene of a folder; leaves `*scene` to be surveyed by `cd_scene_load`, or NULL when it fails.
enum cd_code cd_scene_from_folder(const char *specification, const char *path,
                                  const struct cd_scene_options *options, struct cd_scene **scene,
                                  struct cd_status *status);

/// Writes the scene as a folder of OBJ and CSV files (see docs of `export`). The folder is created if it is missing. An
/// earlier export in it is replaced once all new files are on disk; files that the new export does not have are then
/// removed. CD_USAGE, with everything unchanged, when the folder has files that belong to no earlier export but would
/// be read as part of the scene.
enum cd_code cd_scene_export(const struct cd_scene *scene, const char *folder, struct cd_status *status);

#endif
