/// The files of an exported scene folder, as export writes and import reads them; docs/scenes.md tells users.
#ifndef CD_SCENES_FOLDER_FOLDER_FILES_H
#define CD_SCENES_FOLDER_FOLDER_FILES_H

#define CD_FOLDER_FRAMES   "frames.csv"
#define CD_FOLDER_META     "meta.csv"
#define CD_FOLDER_VERTICES "vertices.csv"
#define CD_FOLDER_REGIONS  "regions.csv"
#define CD_FOLDER_MESH     "mesh-%u.obj"

/// Longest name among them, with the NUL.
#define CD_FOLDER_NAME_BYTES 32

/// The value of `format` in meta.csv.
#define CD_FOLDER_FORMAT "1"

#endif
