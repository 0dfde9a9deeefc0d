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

#ifdef __cplusplus
extern "C" {
#endif

/// What lists print.
#define CD_DRILL_TITLE "a fire drill: firefighters, jets of droplets, flickering fires, a house"
#define CD_DRILL_PARAMETERS                                                                                  \
    "setting=single|several|shared firefighters=1|6|6 fires=1|4|1 flames=8|8|16 droplets=600 seconds=60 "    \
    "rate=30 from=0 steps seed=1"

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

/// True when a specification is one of a drill: `drill`, alone or followed by a colon or a comma.
bool cd_names_drill(const char *specification);

/// Reads the words of a specification for which that is true. CD_USAGE names what is wrong.
enum cd_code cd_drill_plan_read(const char *specification, struct cd_drill_plan *plan,
                                struct cd_status *status);

/// Makes the scene of a plan, to be surveyed by `cd_scene_survey`, or NULL when it fails: CD_USAGE when more
/// bodies could be live at once than a scene can have; CD_INTERRUPTED once `stop` (NULL for never) says true
/// while what happens before the first frame is worked out.
enum cd_code cd_scene_of_drill(const char *name, const struct cd_drill_plan *plan, bool (*stop)(void),
                               struct cd_scene **scene, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
