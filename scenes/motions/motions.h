/// Motions: formulas that place bodies frame by frame; users choose one as `motion=NAME:key=value...`.
#ifndef CD_SCENES_MOTIONS_MOTIONS_H
#define CD_SCENES_MOTIONS_MOTIONS_H

#include "scenes/recipe.h"

/// A motion as a user chose it, and what it then starts from: the scene, whose meshes it may replace.
struct cd_motion_start {
    const struct cd_recipe *motion;
    struct cd_settings *settings; ///< with `steps` and `seed`
    bool (*stop)(void); ///< asked while a long preparation runs: true ends it with CD_INTERRUPTED; or NULL
    struct cd_scene *scene; ///< this and what follows is set by cd_motion_start
    uint64_t steps, seed;
};

/// Reads "NAME" or "NAME:key=value:key=value"; CD_USAGE names the valid names, keys or the range. The settings are
/// the caller's, NULL after a failure.
enum cd_code cd_motion_read(const char *text, struct cd_motion_start *start, struct cd_status *status);

/// The name of the motion where a scene of so many meshes names none.
const char *cd_motion_by_default(size_t mesh_count);

/// Gives the scene, whose meshes are there, its source, frame count and seed; `options` count more than settings.
enum cd_code cd_motion_start(struct cd_motion_start *start, const struct cd_scene_options *options,
                             struct cd_scene *scene, struct cd_status *status);

// ---- for the motions themselves ---------------------------------------------------------------------------

/// Adds the two bodies of a pair, the second of the last mesh, in the poses of their meshes. They lie one behind
/// the other.
struct cd_body *cd_motion_add_pair(const struct cd_scene *scene, struct cd_live *live);

/// How much of the scene has passed: 0 in the first frame, 1 in the last one, a half where it is the same.
double cd_motion_passed(const struct cd_scene *scene, uint64_t frame);

/// The largest distance of a vertex in use from the centre of the mesh's box.
double cd_mesh_radius(const struct cd_mesh *mesh);

/// The number of bodies when `asked` are asked for: 0 means one a mesh, but at least two. CD_USAGE when there
/// are fewer bodies than meshes.
enum cd_code cd_motion_bodies(const struct cd_motion_start *start, int64_t asked, uint32_t *bodies,
                              struct cd_status *status);

/// Most frames of a motion whose placements are worked out once, when the scene is loaded, because finding
/// one takes more than a formula: all of their poses are held, as its plan.
#define CD_PLACEMENTS_MAX 1000000u

struct cd_placement {
    struct cd_pose first, second;
};

/// Finds the plan of a pair, the placements of all frames: `find` is called for each with random
/// numbers that depend on the scene's seed and the frame alone, and with `finder`. CD_USAGE when there are
/// too many frames, CD_INTERRUPTED once the user does not want to wait any longer; or as
/// `find` fails.
enum cd_code cd_placements_find(const struct cd_motion_start *start,
                                enum cd_code (*find)(void *finder, struct cd_random *random,
                                                     struct cd_placement *placement,
                                                     struct cd_status *status),
                                void *finder, void **plan, struct cd_status *status);

/// `place` of such a motion.
void cd_placements_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live);

#endif
