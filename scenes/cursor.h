/// Reads a scene frame by frame, and for the first time.
#ifndef CD_SCENES_CURSOR_H
#define CD_SCENES_CURSOR_H

#include "scenes/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A reader of a scene's frames; opaque.
struct cd_cursor;

/// A cursor before the first frame.
struct cd_cursor *cd_cursor_open(const struct cd_scene *scene);

/// Goes to the next frame; `*frame` is NULL after the last one. Fails only where the frames come from a file
/// that changed or cannot be read any more.
enum cd_code cd_cursor_next(struct cd_cursor *cursor, const struct cd_frame **frame,
                            struct cd_status *status);

/// Goes back to before the first frame; the same frames follow again.
void cd_cursor_rewind(struct cd_cursor *cursor);

/// Frees a cursor; NULL is allowed.
void cd_cursor_close(struct cd_cursor *cursor);

/// Runs through all frames once: checks them, hashes them and fills in every member of the scene that is
/// worked out from them (frame_count as well where it is unknown). CD_DATA names the frame and the body;
/// CD_INTERRUPTED once `stop` (NULL for never) says true.
enum cd_code cd_scene_survey(struct cd_scene *scene, bool (*stop)(void), struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
