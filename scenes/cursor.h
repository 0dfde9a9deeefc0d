/// Reads a scene frame by frame, and surveys a new scene.
#ifndef CD_SCENES_CURSOR_H
#define CD_SCENES_CURSOR_H

#include "scenes/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A reader of a scene's frames; opaque.
struct cd_cursor;

/// Opens a cursor, placed before the first frame.
struct cd_cursor *cd_cursor_open(const struct cd_scene *scene);

/// Goes to the next frame; `*frame` is NULL after the last one. Fails only when the frames come from a file that has
/// changed or can no longer be read.
enum cd_code cd_cursor_next(struct cd_cursor *cursor, const struct cd_frame **frame,
                            struct cd_status *status);

/// Goes back to before the first frame; the same frames follow again.
void cd_cursor_rewind(struct cd_cursor *cursor);

/// Frees a cursor; NULL is allowed.
void cd_cursor_close(struct cd_cursor *cursor);

/// Goes through all frames once. Checks and hashes them, and fills in every member of the scene that is worked out from
/// them (frame_count too, if it is unknown). CD_DATA names the frame and the body; CD_INTERRUPTED once `stop` (NULL for
/// never) returns true.
enum cd_code cd_scene_survey(struct cd_scene *scene, bool (*stop)(void), struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
