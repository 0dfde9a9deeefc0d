/// Bodies that fly and spin at random in a box with elastic walls. Each keeps its velocity but for its
/// reflections: the sphere around it, about the centre of its mesh's box, bounces off the walls, which a
/// triangle wave of the frame number describes. Bodies pass through each other.
#include "base/memory.h"
#include "scenes/motions/motions.h"

struct flight {
    uint32_t mesh;
    struct cd_vec3 centre;          ///< of the mesh's box
    double room;                    ///< the sphere's centre stays within +-room in x, y and z
    struct cd_vec3 begin, velocity; ///< the sphere's centre at frame 0, and its way per frame
    struct cd_vec3 axis;
    double spin; ///< radians per frame
    double start[9];
};

struct plan {
    uint32_t body_count;
    struct flight flights[];
};

/// The cube root by Newton's iteration in IEEE arithmetic, since that of libm differs between machines.
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

static void choose_flight(struct flight *flight, const struct cd_motion_start *start, double radius,
                          double side, struct cd_random *random)
{
    flight->room = side / 2 - radius;
    flight->begin.x = cd_random_between(random, -flight->room, flight->room);
    flight->begin.y = cd_random_between(random, -flight->room, flight->room);
    flight->begin.z = cd_random_between(random, -flight->room, flight->room);
    flight->velocity =
        cd_scale(cd_random_point(random, 0.0625), cd_setting_real(start->settings, "speed") * radius);
    flight->axis = cd_random_point(random, 0.0625);
    flight->spin = cd_setting_real(start->settings, "spin") * (M_PI / 180) * cd_random_between(random, -1, 1);
    cd_generic_rotation(cd_random_u64(random), flight->start);
}

/// The side of the cube whose volume the spheres fill to the wanted part.
static double box_side(const struct cd_motion_start *start, const double *radii, uint32_t bodies)
{
    double volume = 0;
    for (uint32_t i = 0; i < bodies; i++) {
        double radius = radii[i % start->scene->mesh_count];
        volume += 4 * M_PI / 3 * (radius * radius * radius);
    }
    return cube_root(volume / cd_setting_real(start->settings, "fill"));
}

static enum cd_code random_prepare(const struct cd_motion_start *start, void **result,
                                   struct cd_status *status)
{
    uint32_t count;
    enum cd_code code = cd_motion_bodies(start, cd_setting_int(start->settings, "bodies"), &count, status);
    if (code)
        return code;
    struct plan *plan = cd_allocate(1, sizeof *plan + count * sizeof *plan->flights);
    plan->body_count = count;
    const struct cd_scene *scene = start->scene;
    double *radii = cd_allocate(scene->mesh_count, sizeof *radii);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        radii[i] = cd_mesh_radius(scene->meshes[i]);
    double side = box_side(start, radii, count);
    struct cd_random random = cd_random_seed(start->seed);
    for (uint32_t i = 0; i < count; i++) {
        struct flight *flight = &plan->flights[i];
        flight->mesh = i % scene->mesh_count;
        flight->centre = cd_aabb_centre(&scene->meshes[flight->mesh]->box);
        choose_flight(flight, start, radii[flight->mesh], side, &random);
    }
    cd_free(radii);
    *result = plan;
    return CD_OK;
}

/// Where a point is that started at `begin` and bounces between -room and +room.
static double bounced(double begin, double velocity, double room, double time)
{
    if (!(room > 0))
        return 0;
    double way = fmod(begin + room + velocity * time, 4 * room); // fmod is exact
    if (way < 0)
        way += 4 * room;
    return way <= 2 * room ? way - room : 3 * room - way;
}

static void random_place(const struct cd_scene *scene, uint64_t frame, struct cd_live *live)
{
    const struct plan *plan = scene->source->plan;
    double time = (double)frame;
    for (uint32_t i = 0; i < plan->body_count; i++) {
        const struct flight *flight = &plan->flights[i];
        struct cd_vec3 place = {bounced(flight->begin.x, flight->velocity.x, flight->room, time),
                                bounced(flight->begin.y, flight->velocity.y, flight->room, time),
                                bounced(flight->begin.z, flight->velocity.z, flight->room, time)};
        // The angle is worked out from the frame number, so rounding does not add up over the frames.
        double turn[9], r[9];
        cd_rotation_about(flight->axis, fmod(flight->spin * time, 2 * M_PI), turn);
        cd_matrix_multiply(turn, flight->start, r);
        cd_pose_about(r, flight->centre, place, &cd_live_add_body(live, i, flight->mesh)->pose);
    }
}

static const struct cd_param random_params[] = {
    CD_PARAM_INT("bodies", "<one a mesh>", 1, CD_BODY_LIMIT,
                 "number of bodies, which take the meshes in turn"),
    CD_PARAM_REAL("fill", "0.05", 1e-6, 0.5, "part of the box that the spheres around the bodies fill"),
    CD_PARAM_REAL("speed", "0.05", 0, 1000, "largest way per frame in radii of the body"),
    CD_PARAM_REAL("spin", "3", 0, 180, "largest turn per frame in degrees"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_random = {
    .name = "random",
    .title = "bodies fly and spin at random in a box with elastic walls",
    .steps = 200,
    .params = random_params,
    .prepare = random_prepare,
    .source = {.place = random_place},
};
