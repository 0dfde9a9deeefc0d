/// The first run through the frames of a scene.
#ifndef CD_SCENES_SURVEY_H
#define CD_SCENES_SURVEY_H

#include "scenes/scene.h"

/// Runs through all frames once: checks them, hashes them and fills in every member of the scene that is
/// worked out from them (frame_count as well where it is unknown). CD_DATA names the frame and the body;
/// CD_INTERRUPTED once `stop` (NULL for never) says true.
enum cd_code cd_scene_survey(struct cd_scene *scene, bool (*stop)(void), struct cd_status *status);

#endif
