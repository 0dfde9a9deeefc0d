/// Crowds: bodies that move and spin in a box with elastic walls, and pass through each other. The sphere around
/// each, about the centre of its mesh's box, bounces off the walls, which a triangle wave describes.
///
/// `fall`, `pile` and `brownian` are after the three scenes of Broadmark: Serpa and Rodrigues, "Broadmark: A
/// Testing Framework for Broad-Phase Collision Detection Algorithms", Computer Graphics Forum 39(1), 2020. Sizes and
/// speeds are those of its scene generator. There a physics engine moves the bodies, which push each other away. Here
/// formulas move them, and a heap of all bodies is as deep as the part `fill` of the box.
///
/// `still`: bodies at rest in a row, each with its own orientation, near enough for neighbours to overlap.
#include "base/memory.h"
#include "scenes/motions/motions.h"

#include <inttypes.h>

struct flight {
    uint32_t mesh;
    struct cd_vec3 centre;          ///< of the mesh's box
    double room;                    ///< the sphere's centre stays within +-room in x, y and z
    struct cd_vec3 begin, velocity; ///< of the sphere's centre: its place at frame 0, and its way per frame
    struct cd_vec3 axis;
    double spin; ///< radians per frame
    double start[9];
};

struct plan;

/// The place of a body in a frame. A path that ends sets the body's time to the time of the end.
typedef struct cd_vec3 path(const struct plan *plan, uint32_t body, double *time);

struct plan {
    path *path;
    uint32_t body_count;
    uint64_t key;               ///< of `brownian`: chooses where legs end
    double side, fill;          ///< of the box
    double gravity, turn, legs; ///< from the settings, angles in radians; `legs` is `speed`
    struct flight flights[];
};

/// The cube root by Newton's iteration in IEEE arithmetic, since libm's cube root differs between machines.
static double cube_root(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent); // in [0.5, 1)
    int third = exponent >= 0 ? exponent / 3 : -((2 - exponent) / 3);
    mantissa = ldexp(mantissa, exponent - 3 * third); // in [0.5, 4)
    double root = 1;
    for (int i = 0; i < 10; i++)
        root = (2 * root + mantissa / (root * root)) / 3;
    return ldexp(root, third);
}

/// The value of a setting that not all motions of crowds have; 0 without the setting.
static double setting(const struct cd_motion_start *start, const char *key)
{
    return cd_settings_has(start->settings, key) ? cd_setting_real(start->settings, key) : 0;
}

/// A random point of the cube of this half side.
static struct cd_vec3 random_in_cube(struct cd_random *random, double half)
{
    struct cd_vec3 p;
    p.x = cd_random_between(random, -half, half);
    p.y = cd_random_between(random, -half, half);
    p.z = cd_random_between(random, -half, half);
    return p;
}

/// The number of bodies that are asked for: one per mesh by default, but at least two. CD_USAGE when there are fewer
/// bodies than meshes.
static enum cd_code count_bodies(const struct cd_motion_start *start, uint32_t *bodies,
                                 struct cd_status *status)
{
    uint32_t meshes = start->scene->mesh_count;
    int64_t asked = cd_setting_int(start->settings, "bodies");
    *bodies = asked > 0 ? (uint32_t)asked : meshes > 2 ? meshes : 2;
    if (*bodies < meshes)
        return cd_fail(status, CD_USAGE,
                       "bodies=%" PRIu32 ": fewer than the %" PRIu32 " meshes; leave some out", *bodies,
                       meshes);
    return CD_OK;
}

/// The place of a point that started at `begin` and bounces between -room and +room.
static double bounced(double begin, double velocity, double room, double time)
{
    if (!(room > 0))
        return 0;
    double way = fmod(begin + room + velocity * time, 4 * room); // fmod is exact
    if (way < 0)
        way += 4 * room;
    return way <= 2 * room ? way - room : 3 * room - way;
}

static void crowd_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = scene->source->plan;
    for (uint32_t i = 0; i < plan->body_count; i++) {
        const struct flight *flight = &plan->flights[i];
        double time = (double)frame;
        struct cd_vec3 place = plan->path(plan, i, &time);
        // The angle is computed from the frame number, so rounding does not add up over the frames.
        double turn[9], r[9];
        cd_rotation_about(flight->axis, fmod(flight->spin * time, 2 * M_PI), turn);
        cd_matrix_multiply(turn, flight->start, r);
        cd_pose_about(r, flight->centre, place, &cd_live_add_body(live, i, flight->mesh)->pose);
    }
}

static struct cd_vec3 random_path(const struct plan *plan, uint32_t body, double *time)
{
    const struct flight *flight = &plan->flights[body];
    return cd_vec(bounced(flight->begin.x, flight->velocity.x, flight->room, *time),
                  bounced(flight->begin.y, flight->velocity.y, flight->room, *time),
                  bounced(flight->begin.z, flight->velocity.z, flight->room, *time));
}

/// Bodies come to rest in a heap, one above the other in the same order as in the box.
static struct cd_vec3 fall_path(const struct plan *plan, uint32_t body, double *time)
{
    const struct flight *flight = &plan->flights[body];
    double from = flight->begin.y + flight->room, rest = plan->fill * from;
    double gravity = plan->gravity * plan->side;
    double end = gravity > 0 ? sqrt(2 * (from - rest) / gravity) : 0;
    *time = fmin(*time, end);
    struct cd_vec3 place = random_path(plan, body, time);
    place.y = (*time < end ? from - gravity / 2 * *time * *time : rest) - flight->room;
    return place;
}

/// A coordinate in a crowd that `pull` presses towards the wall on the side of its sign: not at all for 0, flat against
/// the wall for 1 and -1.
static double pressed(double begin, double room, double pull)
{
    return begin * (1 - fabs(pull)) + room * pull;
}

/// The crowd is pressed together along each axis by gravity's component on that axis, so the heap keeps its density. As
/// in Broadmark, gravity turns about an axis that itself turns about z. Broadmark turns it in steps; this is the limit
/// of small steps.
static struct cd_vec3 pile_path(const struct plan *plan, uint32_t body, double *time)
{
    const struct flight *flight = &plan->flights[body];
    double strength = (1 - plan->fill) * fmin(1, plan->gravity * *time * *time);
    double turned = plan->turn * *time, outer[9], inner[9], r[9];
    cd_rotation_about(cd_vec(0, 0, 1), fmod(turned, 2 * M_PI), outer);
    cd_rotation_about(cd_vec(0, 1, -1), fmod(sqrt(2) * turned, 2 * M_PI), inner);
    cd_matrix_multiply(outer, inner, r);
    struct cd_vec3 pull = cd_scale(cd_vec(r[0], r[3], r[6]), strength);
    return cd_vec(pressed(flight->begin.x, flight->room, pull.x),
                  pressed(flight->begin.y, flight->room, pull.y),
                  pressed(flight->begin.z, flight->room, pull.z));
}

/// The place where a leg of a walk begins, on the circle of the triangle wave of each axis.
static struct cd_vec3 leg_begin(const struct plan *plan, uint32_t body, uint64_t leg)
{
    struct cd_random random = cd_random_seed(plan->key ^ ((uint64_t)body << 32 | leg));
    return random_in_cube(&random, 2 * plan->flights[body].room);
}

/// The place after a part of the way from one place on the circle to another, the shorter way round.
static double walked(double from, double to, double room, double part)
{
    double way = to - from;
    way -= way > 2 * room ? 4 * room : way < -2 * room ? -4 * room : 0;
    return bounced(from, way, room, part);
}

/// Independent uniform places on a circle differ by independent uniform ways. So each leg is a new random velocity,
/// bodies are spread evenly at all times, and any frame can be computed directly.
static struct cd_vec3 brownian_path(const struct plan *plan, uint32_t body, double *time)
{
    double legs = (double)body / plan->body_count + plan->legs * *time; // begin one after another
    double part = legs - floor(legs), room = plan->flights[body].room;
    uint64_t leg = (uint64_t)legs;
    struct cd_vec3 from = leg_begin(plan, body, leg), to = leg_begin(plan, body, leg + 1);
    return cd_vec(walked(from.x, to.x, room, part), walked(from.y, to.y, room, part),
                  walked(from.z, to.z, room, part));
}

static enum cd_code crowd_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    static path *const paths[] = {brownian_path, fall_path, pile_path, random_path};
    uint32_t count;
    enum cd_code code = count_bodies(start, &count, status);
    if (code)
        return code;
    struct plan *plan = start->plan = cd_allocate(1, sizeof *plan + count * sizeof *plan->flights);
    const struct cd_scene *scene = start->scene;
    double *radii = cd_allocate(scene->mesh_count, sizeof *radii), volume = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        radii[i] = cd_mesh_radius(scene->meshes[i]);
    for (uint32_t i = 0; i < count; i++) {
        double radius = radii[i % scene->mesh_count];
        volume += 4 * M_PI / 3 * (radius * radius * radius);
    }
    // The side of the cube of which the spheres fill the wanted part.
    double side = cube_root(volume / cd_setting_real(start->settings, "fill"));
    *plan = (struct plan){.path = paths[cd_word_place("brownian|fall|pile|random", start->motion->name)],
                          .body_count = count,
                          .side = side,
                          .fill = setting(start, "fill"),
                          .gravity = setting(start, "gravity"),
                          .turn = setting(start, "turn") * (M_PI / 180),
                          .legs = setting(start, "speed")};
    struct cd_random random = cd_random_seed(start->seed);
    for (uint32_t i = 0; i < count; i++) {
        struct flight *flight = &plan->flights[i];
        flight->mesh = i % scene->mesh_count;
        flight->centre = cd_aabb_centre(&scene->meshes[flight->mesh]->box);
        flight->room = side / 2 - radii[flight->mesh];
        flight->begin = random_in_cube(&random, flight->room);
        double unit = cd_settings_has(start->settings, "gravity") ? side : radii[flight->mesh];
        flight->velocity = cd_scale(cd_random_point(&random, 0.0625), setting(start, "speed") * unit);
        flight->axis = cd_random_point(&random, 0.0625);
        flight->spin =
            cd_setting_real(start->settings, "spin") * (M_PI / 180) * cd_random_between(&random, -1, 1);
        cd_generic_rotation(cd_random_u64(&random), flight->start);
    }
    plan->key = cd_random_u64(&random);
    cd_free(radii);
    return CD_OK;
}

#define BODIES_PARAM                                                                                         \
    CD_PARAM_INT("bodies", "<one per mesh>", 1, CD_BODY_LIMIT,                                               \
                 "number of bodies, which take the meshes in turn")
#define CROWD_PARAMS(fill)                                                                                   \
    BODIES_PARAM,                                                                                            \
        CD_PARAM_REAL("fill", fill, 1e-6, 0.5, "share of the box that the spheres around the bodies fill")
#define SPIN_PARAM CD_PARAM_REAL("spin", "3", 0, 180, "largest rotation per frame, in degrees")
// Broadmark's density of 0.01, of cubes, is a fill of 0.027. Its second has 30 frames. In Broadmark, in sides of the
// box, gravity is 0.0981, or four times that if it turns, once in 6.2 s. Speeds go up to 0.75, evenly in a ball.
static const struct cd_param fall_params[] = {
    CROWD_PARAMS("0.027"),
    CD_PARAM_REAL("gravity", "0.000109", 1e-7, 1, "acceleration, in sides of the box per frame squared"),
    CD_PARAM_REAL("speed", "0.025", 0, 1, "largest distance per frame at the start, in sides of the box"),
    SPIN_PARAM,
    CD_PARAM_END,
};
static const struct cd_param pile_params[] = {
    CROWD_PARAMS("0.027"),
    CD_PARAM_REAL("gravity", "0.000436", 1e-7, 1, "acceleration, in sides of the box per frame squared"),
    CD_PARAM_REAL("turn", "1.94", 0, 180, "rotation of gravity per frame, in degrees"),
    SPIN_PARAM,
    CD_PARAM_END,
};
static const struct cd_param brownian_params[] = {
    CROWD_PARAMS("0.027"),
    CD_PARAM_REAL("speed", "0.0194", 0, 1, "root mean square distance per frame, in sides of the box"),
    SPIN_PARAM,
    CD_PARAM_END,
};
static const struct cd_param random_params[] = {
    CROWD_PARAMS("0.05"),
    CD_PARAM_REAL("speed", "0.05", 0, 1000, "largest distance per frame, in radii of the body"),
    SPIN_PARAM,
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_brownian = {
    .name = "brownian",
    .title = "bodies walk at random in a box, each with a new velocity from time to time",
    .steps = 200,
    .params = brownian_params,
    .prepare = crowd_prepare,
    .source = {.place = crowd_place},
};

const struct cd_recipe cd_recipe_fall = {
    .name = "fall",
    .title = "bodies are dropped in a box and come to rest in a heap on its floor",
    .steps = 200,
    .params = fall_params,
    .prepare = crowd_prepare,
    .source = {.place = crowd_place},
};

const struct cd_recipe cd_recipe_pile = {
    .name = "pile",
    .title = "bodies in a heap that strong, turning gravity drags around a box",
    .steps = 200,
    .params = pile_params,
    .prepare = crowd_prepare,
    .source = {.place = crowd_place},
};

const struct cd_recipe cd_recipe_random = {
    .name = "random",
    .title = "bodies fly and spin at random in a box with elastic walls",
    .steps = 200,
    .params = random_params,
    .prepare = crowd_prepare,
    .source = {.place = crowd_place},
};

// ---- still ------------------------------------------------------------------------------------------------

struct row {
    uint32_t body_count;
    struct cd_body bodies[];
};

static enum cd_code still_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    uint32_t count;
    enum cd_code code = count_bodies(start, &count, status);
    if (code)
        return code;
    struct row *row = start->plan = cd_allocate(1, sizeof *row + count * sizeof *row->bodies);
    row->body_count = count;
    struct cd_random random = cd_random_seed(start->seed);
    double along = 0, size_before = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct cd_body *body = &row->bodies[i];
        body->id = i;
        body->mesh = i % start->scene->mesh_count;
        const struct cd_aabb *box = &start->scene->meshes[body->mesh]->box;
        double size = cd_aabb_longest_side(box), r[9];
        along += i ? cd_setting_real(start->settings, "d") * (size_before + size) / 2 : 0;
        size_before = size;
        cd_generic_rotation(cd_random_u64(&random), r);
        cd_pose_about(r, cd_aabb_centre(box), cd_vec(along, 0, 0), &body->pose);
    }
    return CD_OK;
}

static void still_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    (void)frame;
    const struct row *row = scene->source->plan;
    for (uint32_t i = 0; i < row->body_count; i++)
        *cd_live_add_body(live, i, 0) = row->bodies[i];
}

static const struct cd_param still_params[] = {
    BODIES_PARAM,
    CD_PARAM_REAL("d", "0.75", 0, 1000,
                  "distance between the box centres of neighbours, in mean largest extents"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_still = {
    .name = "still",
    .title = "bodies at rest in a row, each in its own orientation, neighbours overlapping",
    .steps = 1,
    .params = still_params,
    .prepare = still_prepare,
    .source = {.place = still_place},
};
