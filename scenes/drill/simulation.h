/// What happens in a drill, frame by frame: flames burn, droplets fly and hit.
#ifndef CD_SCENES_DRILL_SIMULATION_H
#define CD_SCENES_DRILL_SIMULATION_H

#include "base/random.h"
#include "scenes/drill/parts.h"

/// What does not change: people, places and how they were lit.
struct cd_drill {
    struct cd_drill_plan plan;
    struct cd_house house;
    struct cd_firefighter *firefighters;
    uint32_t flame_count;
    struct cd_flame *flames;    ///< those of fire 0 first
    struct cd_aabb *fire_boxes; ///< nothing of a fire is ever outside of its box
    double *losses;             ///< of each fire: what a droplet takes from the strength of a flame
    uint32_t *fire_of_bay;      ///< CD_NOWHERE for none
    uint32_t max_droplets;      ///< as many droplets have a number at most
    uint32_t steps_per_frame;   ///< of the search for hits
};

/// A flame as it is now.
struct cd_flame_state {
    bool burns;
    double strength; ///< 0 to 1
    double lit;      ///< when it burns again
    uint32_t hits;   ///< of the last frame
    struct cd_flame_shape shape;
};

/// A droplet's number is free, then it flies; in the frame in which it hits it is where it hits; then its
/// number stays unused for one frame, so that nobody takes the next droplet for the same.
enum cd_droplet_state { CD_DROPLET_FREE, CD_DROPLET_FLIES, CD_DROPLET_HITS, CD_DROPLET_GONE };

struct cd_droplet {
    enum cd_droplet_state state;
    uint32_t number; ///< among all that its drill ever had
    double born;
    struct cd_vec3 origin, velocity; ///< when it was born
    struct cd_vec3 place;            ///< in this frame
};

/// What changes. Droplets at `droplet_end` and beyond are free.
struct cd_drill_state {
    uint64_t next_frame;
    struct cd_random random;
    struct cd_flame_state *burning;
    uint64_t *sprayed; ///< droplets of every firefighter so far
    struct cd_droplet *droplets;
    uint32_t droplet_end, droplet_number;
};

/// Fails with CD_USAGE when droplets might need more numbers than bodies can have.
enum cd_code cd_drill_create(const struct cd_drill_plan *plan, struct cd_drill **drill,
                             struct cd_status *status);
void cd_drill_destroy(struct cd_drill *drill);

/// Numbers of bodies: ground and house, firefighters, flames, droplets.
enum { CD_DRILL_GROUND, CD_DRILL_HOUSE, CD_DRILL_FIRST };

/// The state before frame 0 of the drill, or a copy of another one's.
struct cd_drill_state *cd_drill_state_create(const struct cd_drill *drill);
struct cd_drill_state *cd_drill_state_copy(const struct cd_drill *drill, const struct cd_drill_state *from);
void cd_drill_state_destroy(struct cd_drill_state *state);

/// Works out the next frame.
void cd_drill_step(const struct cd_drill *drill, struct cd_drill_state *state);

#endif
