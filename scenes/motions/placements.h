/// Placements of two bodies that are worked out once, when the scene is loaded, because finding one takes
/// more than a formula. A motion that uses them keeps them as its plan.
#ifndef CD_SCENES_MOTIONS_PLACEMENTS_H
#define CD_SCENES_MOTIONS_PLACEMENTS_H

#include "base/random.h"
#include "scenes/motions/motions.h"

/// Most frames of such a motion: all of their poses are held.
#define CD_PLACEMENTS_MAX 1000000u

struct cd_placement {
    struct cd_pose first, second;
};

/// The plan: one placement a frame.
struct cd_placements {
    uint32_t second_mesh;
    struct cd_placement frames[];
};

/// Finds the placements of all frames of a scene of one or two meshes: `find` is called for each with random
/// numbers that depend on the scene's seed and the frame alone, and with `finder`. CD_USAGE when there are
/// more meshes or too many frames, CD_INTERRUPTED once the user does not want to wait any longer; or as
/// `find` fails.
enum cd_code cd_placements_find(const struct cd_motion_start *start, const char *motion,
                                enum cd_code (*find)(void *finder, struct cd_random *random,
                                                     struct cd_placement *placement,
                                                     struct cd_status *status),
                                void *finder, struct cd_placements **placements, struct cd_status *status);

/// `place` of such a motion.
void cd_placements_place(const void *plan, uint64_t frame, struct cd_live *live);

#endif
