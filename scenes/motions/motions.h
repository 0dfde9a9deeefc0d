/// Motions: formulas that place bodies frame by frame; users choose one as `motion=NAME:key=value...`.
#ifndef CD_SCENES_MOTIONS_MOTIONS_H
#define CD_SCENES_MOTIONS_MOTIONS_H

#include "scenes/recipe.h"

/// A motion as a user chose it (cd_recipe_read), and the scene that it starts from, whose meshes it may replace.
struct cd_motion_start {
    const struct cd_recipe *motion;
    struct cd_settings *settings; ///< with `steps` and `seed`
    bool (*stop)(void);     ///< called during a long preparation: true ends it with CD_INTERRUPTED; or NULL
    struct cd_scene *scene; ///< this and the following members are set by cd_motion_start
    uint64_t steps, seed;
    void *plan; ///< what the motion's `prepare` makes, until the scene has it
};

/// The name of the default motion of a scene with this number of meshes.
const char *cd_motion_by_default(size_t mesh_count);

/// Gives the scene, which has its meshes, its source, frame count and seed; `options` override settings.
enum cd_code cd_motion_start(struct cd_motion_start *start, const struct cd_scene_options *options,
                             struct cd_scene *scene, struct cd_status *status);

// ---- for the motions themselves ---------------------------------------------------------------------------

/// Adds the two bodies of a pair in the poses of their meshes; the second has the last mesh. They follow each other in
/// memory.
struct cd_body *cd_motion_add_pair(const struct cd_scene *scene, struct cd_live *live);

/// How much of the scene has passed: 0 in the first frame, 1 in the last one, a half if there is only one frame.
double cd_motion_passed(const struct cd_scene *scene, uint64_t frame);

/// The largest distance of a vertex in use from the centre of the mesh's box.
double cd_mesh_radius(const struct cd_mesh *mesh);

/// Finds the plan of a pair whose placements are worked out once, when the scene is loaded, because finding a placement
/// takes more than a formula: start->plan becomes two poses for every frame. `find` is called for each frame with `finder`
/// and with random numbers that depend only on the scene's seed and the frame. CD_USAGE when there are more than a million
/// frames, CD_INTERRUPTED once the user no longer wants to wait, or the code with which `find` fails.
enum cd_code cd_placements_find(struct cd_motion_start *start,
                                enum cd_code (*find)(void *finder, struct cd_random *random,
                                                     struct cd_pose poses[2], struct cd_status *status),
                                void *finder, struct cd_status *status);

/// `place` of such a motion.
void cd_placements_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live);

#endif
