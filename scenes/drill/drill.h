/// The parts of a fire drill, and what happens in it frame by frame, for drill.c and its tests. Lengths are in metres,
/// times in seconds, and y points upwards.
#ifndef CD_SCENES_DRILL_DRILL_H
#define CD_SCENES_DRILL_DRILL_H

#include "base/parameters.h"
#include "base/random.h"
#include "scenes/source.h"

/// The most that a specification may ask for. A house has a bay for every fire, and at least three.
enum { CD_DRILL_FIREFIGHTERS = 64, CD_DRILL_FIRES = 32, CD_DRILL_FLAMES = 32 * CD_DRILL_FIRES };

/// Acceleration of everything that falls.
#define CD_DRILL_GRAVITY 9.81

/// A house of this many bays: a row of bays of two storeys, with its front at z = 0 and its rooms behind, at negative z.
/// A bay has a wide opening in the front of each storey and a window at the back. Doors connect the rooms.
enum cd_code cd_house_mesh(uint32_t bays, struct cd_mesh **mesh, struct cd_status *status);

/// True within walls, floors and the roof.
bool cd_house_holds(uint32_t bays, struct cd_vec3 p);

/// A box that contains the whole house and all flames.
struct cd_aabb cd_house_box(uint32_t bays);

/// A firefighter: where it walks and what it aims at. Both move in waves about a middle.
struct cd_firefighter {
    struct cd_vec3 place, target; ///< middles
    double speed;                 ///< of the water at the nozzle
    double walk_turn, own_turn;   ///< the phases of its waves at time 0
    double aim_turn[3], aim_period[3];
    double next_turn; ///< how long the first droplet waits, as a part of the time between two
};

/// Rings of a flame between its two tips, and vertices on each ring.
enum { CD_FLAME_RINGS = 10, CD_FLAME_SEGMENTS = 12 };

/// One flame of a fire as it was lit.
struct cd_flame {
    struct cd_vec3 root;
    double height, radius; ///< at full strength
    double turn[4], period[3];
};

/// The shape of a flame at one moment: tips and rings from the bottom up, all horizontal and evenly spaced.
struct cd_flame_shape {
    double low, high; ///< y of the tips
    double x[CD_FLAME_RINGS + 2], z[CD_FLAME_RINGS + 2], radius[CD_FLAME_RINGS + 2];
};

/// Chooses flame `number` of a fire, which burns on the floor behind the front opening whose middle is `hearth`.
void cd_flame_choose(struct cd_flame *flame, struct cd_vec3 hearth, uint32_t number,
                     struct cd_random *random);

/// The shape of a flame at a time; strength is from 0 to 1.
void cd_flame_shape(const struct cd_flame *flame, double time, double strength, struct cd_flame_shape *shape);

/// True when a point is in the flame.
bool cd_flame_holds(const struct cd_flame_shape *shape, struct cd_vec3 p);

/// The vertices of the flame's mesh in this shape, relative to its root.
void cd_flame_vertices(const struct cd_flame *flame, const struct cd_flame_shape *shape,
                       struct cd_vec3 *vertices);

/// The mesh of every flame: its shape at full strength and without flicker.
enum cd_code cd_flame_mesh(struct cd_mesh **mesh, struct cd_status *status);

/// Droplets have one of this many orientations, so that they are not all parallel.
enum { CD_DROPLET_TURNS = 32 };

/// What does not change: numbers, people, places, and flames as they were lit.
struct cd_drill {
    uint32_t firefighter_count, fires, flames; ///< flames of every fire
    uint32_t droplets;                         ///< per second and jet
    uint32_t rate;                             ///< frames per second
    uint32_t every;       ///< from one frame of the scene to the next, so many frames of the drill
    uint64_t first;       ///< frame of the drill that is frame 0 of the scene
    uint64_t steps, seed; ///< frames of the scene
    uint32_t bays, flame_count;
    struct cd_firefighter firefighters[CD_DRILL_FIREFIGHTERS];
    struct cd_flame flames_lit[CD_DRILL_FLAMES]; ///< those of fire 0 first
    struct cd_aabb fire_boxes[CD_DRILL_FIRES];   ///< every fire stays inside its box
    double losses[CD_DRILL_FIRES]; ///< for each fire: how much a droplet takes from the strength of a flame
    uint32_t fire_of_bay[CD_DRILL_FIRES]; ///< UINT32_MAX for none
    uint32_t max_droplets;                ///< the most droplets that have a number
    uint32_t steps_per_frame;             ///< of the search for hits
    double turns[CD_DROPLET_TURNS][9];
};

/// A flame as it is now.
struct cd_flame_state {
    bool burns;
    double strength; ///< 0 to 1
    double lit;      ///< when it burns again
    uint32_t hits;   ///< of the last frame
    struct cd_flame_shape shape;
};

/// A droplet's number is free, then the droplet flies. In the frame in which it hits, it is where it hits. Then its
/// number stays unused for one frame, so that the next droplet is not taken for the same one.
enum cd_droplet_state { CD_DROPLET_FREE, CD_DROPLET_FLIES, CD_DROPLET_HITS, CD_DROPLET_GONE };

struct cd_droplet {
    enum cd_droplet_state state;
    uint32_t number; ///< among all droplets that the drill ever had
    double born;
    struct cd_vec3 origin, velocity; ///< when it was born
    struct cd_vec3 place;            ///< in this frame
};

/// What changes; one block for cd_free. Droplets at `droplet_end` and beyond are free.
struct cd_drill_state {
    uint64_t next_frame;
    struct cd_random random;
    struct cd_flame_state burning[CD_DRILL_FLAMES];
    uint64_t sprayed[CD_DRILL_FIREFIGHTERS]; ///< droplets of every firefighter so far
    uint32_t droplet_end, droplet_number;
    struct cd_droplet droplets[]; ///< max_droplets of the drill
};

/// Makes a drill of the settings of the scene kind `drill`, one block for cd_free; without `options` it only checks that
/// they fit together. CD_USAGE when they do not, or when droplets might need more numbers than bodies can have.
enum cd_code cd_drill_create(const struct cd_settings *settings, const struct cd_scene_options *options,
                             struct cd_drill **drill, struct cd_status *status);

/// Numbers of bodies: ground and house, firefighters, flames, droplets.
enum { CD_DRILL_GROUND, CD_DRILL_HOUSE, CD_DRILL_FIRST };

/// A copy of a state, or with NULL the state before frame 0 of the drill.
struct cd_drill_state *cd_drill_state_copy(const struct cd_drill *drill, const struct cd_drill_state *from);

/// Works out the next frame.
void cd_drill_step(const struct cd_drill *drill, struct cd_drill_state *state);

#endif
