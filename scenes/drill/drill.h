/// The parts of a fire drill, and what happens in it frame by frame. Only the files of this folder and its tests
/// include this header.
#ifndef CD_SCENES_DRILL_DRILL_H
#define CD_SCENES_DRILL_DRILL_H

#include "base/parameters.h"
#include "base/random.h"
#include "geom/pose.h"
#include "scenes/generators/generator.h"
#include "scenes/source.h"

/// The most that a specification may ask for.
enum { CD_DRILL_FIREFIGHTERS = 64, CD_DRILL_FIRES = 32, CD_DRILL_FLAMES = 32 * CD_DRILL_FIRES };

/// A house has a bay for every fire, and at least three.
enum { CD_DRILL_BAYS = CD_DRILL_FIRES };

/// A drill as its specification describes it.
struct cd_drill_plan {
    uint32_t firefighters, fires;
    uint32_t flames;   ///< of every fire
    uint32_t droplets; ///< per second and jet
    uint32_t rate;     ///< frames per second
    uint32_t every;    ///< from one frame of the scene to the next, so many frames of the drill
    uint64_t first;    ///< frame of the drill that is frame 0 of the scene
    uint64_t steps;    ///< frames of the scene
    uint64_t seed;
};

/// Reads the settings of the scene kind `drill`. CD_USAGE when they do not fit together.
enum cd_code cd_drill_plan_read(const struct cd_settings *settings, struct cd_drill_plan *plan,
                                struct cd_status *status);

/// Acceleration of everything that falls.
#define CD_DRILL_GRAVITY 9.81

/// Radius of a droplet.
#define CD_DROPLET_RADIUS 0.015

/// sin(2 pi (time / period + turn)), portable; full turns are taken off first.
double cd_drill_wave(double time, double period, double turn);

// ---- the house --------------------------------------------------------------------------------------------

/// A row of bays of two storeys, with its front at z = 0 and its rooms behind, at negative z. A bay has a wide opening
/// in the front of each storey and a window at the back. Doors connect the rooms.
struct cd_house {
    uint32_t bays;
};

/// The house for this number of fires; each fire has its own bay.
struct cd_house cd_house_for(uint32_t fires);

/// The bay of a fire, and the bay at a place; CD_NOWHERE for a place in no bay, or in one without a fire.
#define CD_NOWHERE UINT32_MAX
uint32_t cd_house_bay_of_fire(const struct cd_house *house, uint32_t fire, uint32_t fires);
uint32_t cd_house_bay_at(const struct cd_house *house, double x);

/// The middle of the floor behind the front opening of a bay, on storey 0 or 1.
struct cd_vec3 cd_house_hearth(const struct cd_house *house, uint32_t bay, uint32_t storey);

/// True within walls, floors and the roof.
bool cd_house_holds(const struct cd_house *house, struct cd_vec3 p);

/// A box that contains the whole house and all flames.
struct cd_aabb cd_house_box(const struct cd_house *house);

enum cd_code cd_house_mesh(const struct cd_house *house, struct cd_mesh **mesh, struct cd_status *status);

/// The ground around the house, at least out to z = `front`: a slab whose top is at y = 0.
enum cd_code cd_ground_mesh(const struct cd_house *house, double front, struct cd_mesh **mesh,
                            struct cd_status *status);

// ---- people and water -------------------------------------------------------------------------------------

/// A firefighter: where it walks and what it aims at. Both move in waves about a middle.
struct cd_firefighter {
    uint32_t fire;
    struct cd_vec3 place, target; ///< middles
    double speed;                 ///< of the water at the nozzle
    double walk_turn, own_turn;   ///< the phases of its waves at time 0
    double aim_turn[3];
    double aim_period[3];
    double next_turn; ///< how long the first droplet waits, as a part of the time between two
};

/// Chooses a firefighter, number `rank` of the `group` that stands before one fire.
void cd_firefighter_choose(struct cd_firefighter *firefighter, const struct cd_drill_plan *plan,
                           struct cd_vec3 hearth, uint32_t rank, uint32_t group, double walk_turn,
                           struct cd_random *random);

/// The pose of a firefighter at a time, facing what it aims at.
void cd_firefighter_pose(const struct cd_firefighter *firefighter, double time, struct cd_pose *pose);

/// Where water leaves the nozzle at a time, and its velocity there.
void cd_firefighter_jet(const struct cd_firefighter *firefighter, double time, struct cd_vec3 *nozzle,
                        struct cd_vec3 *velocity);

/// The longest that one of its droplets can fly before it is on the ground.
double cd_firefighter_reach(const struct cd_firefighter *firefighter);

enum cd_code cd_firefighter_mesh(struct cd_mesh **mesh, struct cd_status *status);
enum cd_code cd_droplet_mesh(struct cd_mesh **mesh, struct cd_status *status);

/// Adds a closed tube along the segment a b with a tip at each end. It has `rings` rings of `segments` segments each,
/// at the fractions `at` of the way from a to b, with the radii `radius`.
void cd_build_tube(struct cd_builder *builder, struct cd_vec3 a, struct cd_vec3 b, const double *at,
                   const double *radius, uint32_t rings, uint32_t segments);

// ---- flames -----------------------------------------------------------------------------------------------

/// Rings of a flame between its two tips, and vertices on each ring.
enum { CD_FLAME_RINGS = 10, CD_FLAME_SEGMENTS = 12 };

/// One flame of a fire as it was lit.
struct cd_flame {
    struct cd_vec3 root;
    double height, radius; ///< at full strength
    double turn[4];
    double period[3];
};

/// The shape of a flame at one moment: tips and rings from the bottom up, all horizontal and evenly spaced.
struct cd_flame_shape {
    double low, high; ///< y of the tips
    double x[CD_FLAME_RINGS + 2], z[CD_FLAME_RINGS + 2], radius[CD_FLAME_RINGS + 2];
};

/// Chooses flame `number` of a fire at `hearth`.
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

// ---- what happens -----------------------------------------------------------------------------------------

/// What does not change: people, places, and flames as they were lit.
struct cd_drill {
    struct cd_drill_plan plan;
    struct cd_house house;
    struct cd_firefighter firefighters[CD_DRILL_FIREFIGHTERS];
    uint32_t flame_count;
    struct cd_flame flames[CD_DRILL_FLAMES];   ///< those of fire 0 first
    struct cd_aabb fire_boxes[CD_DRILL_FIRES]; ///< every fire stays inside its box
    double losses[CD_DRILL_FIRES]; ///< for each fire: how much a droplet takes from the strength of a flame
    uint32_t fire_of_bay[CD_DRILL_BAYS]; ///< CD_NOWHERE for none
    uint32_t max_droplets;               ///< the most droplets that have a number
    uint32_t steps_per_frame;            ///< of the search for hits
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

/// What changes. Droplets at `droplet_end` and beyond are free.
struct cd_drill_state {
    uint64_t next_frame;
    struct cd_random random;
    struct cd_flame_state burning[CD_DRILL_FLAMES];
    uint64_t sprayed[CD_DRILL_FIREFIGHTERS]; ///< droplets of every firefighter so far
    struct cd_droplet *droplets;
    uint32_t droplet_end, droplet_number;
};

/// Makes a drill, one block for cd_free. CD_USAGE when droplets might need more numbers than bodies can have.
enum cd_code cd_drill_create(const struct cd_drill_plan *plan, struct cd_drill **drill,
                             struct cd_status *status);

/// Numbers of bodies: ground and house, firefighters, flames, droplets.
enum { CD_DRILL_GROUND, CD_DRILL_HOUSE, CD_DRILL_FIRST };

/// The state before frame 0 of the drill, or a copy of another state.
struct cd_drill_state *cd_drill_state_create(const struct cd_drill *drill);
struct cd_drill_state *cd_drill_state_copy(const struct cd_drill *drill, const struct cd_drill_state *from);
void cd_drill_state_destroy(struct cd_drill_state *state);

/// Works out the next frame.
void cd_drill_step(const struct cd_drill *drill, struct cd_drill_state *state);

#endif
