/// The fire drill as a generated scene, `drill:key=value:...` in place of meshes and a motion: firefighters
/// in front of a house aim jets of droplets at its fires, droplets fly on ballistic paths and are gone once
/// they have hit something, and flames flicker, shrink when they are hit, go out and rekindle.
///
/// What hits what is decided here, by formulas, and by no algorithm that is ever measured on the scene. All
/// arithmetic is IEEE's, square roots and sines made portable, so that equal words give equal scenes on every
/// machine. Lengths are metres, times seconds, y points upwards.
#ifndef CD_SCENES_DRILL_DRILL_H
#define CD_SCENES_DRILL_DRILL_H

#include "scenes/source.h"

/// A drill as its words choose it.
struct cd_drill_plan {
    uint32_t firefighters, fires;
    uint32_t flames;   ///< of every fire
    uint32_t droplets; ///< per second and jet
    uint32_t rate;     ///< frames per second
    uint64_t first;    ///< frame of the drill that is frame 0 of the scene
    uint64_t steps;    ///< frames of the scene
    uint64_t seed;
};

struct cd_settings;

/// Reads the settings of the scene kind `drill`. CD_USAGE when they do not go together.
enum cd_code cd_drill_plan_read(const struct cd_settings *settings, struct cd_drill_plan *plan,
                                struct cd_status *status);

/// Makes the scene of a plan, to be surveyed by `cd_scene_survey`, or NULL when it fails: CD_USAGE when more
/// bodies could be live at once than a scene can have; CD_INTERRUPTED once `stop` (NULL for never) says true
/// while what happens before the first frame is worked out.
enum cd_code cd_scene_of_drill(const char *name, const struct cd_drill_plan *plan, bool (*stop)(void),
                               struct cd_scene **scene, struct cd_status *status);

#endif
