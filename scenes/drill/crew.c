/// Firefighters and the water that they spray.
#include "scenes/drill/drill.h"

#include <math.h>

/// The end of a nozzle in the firefighter's own coordinates, in which the firefighter looks along -z.
#define NOZZLE_HEIGHT 1.27
#define NOZZLE_AHEAD  0.85

/// A firefighter's soles are above the ground, so that firefighter and ground do not touch.
#define ABOVE_GROUND 0.02

/// In metres: the firefighters' distance from the house, the distance between rows, and how far they walk to and fro:
/// all those of a fire together, and each alone.
#define FRONT_ROW    8.5
#define BETWEEN_ROWS 1.5
#define WALK         0.6
#define OWN_WALK     0.1

/// The square of the water's speed, as a multiple of the least that a throw to the same distance on even ground needs.
/// The larger it is, the flatter is the throw.
#define FLATNESS 1.5

/// How far the aim moves to the left and right, up and down, and towards the back of a fire beyond its rows.
static const struct cd_vec3 sweep = {1.05, 0.45, 0.2};

void cd_firefighter_choose(struct cd_firefighter *f, const struct cd_drill_plan *plan, struct cd_vec3 hearth,
                           uint32_t rank, uint32_t group, double walk_turn, struct cd_random *random)
{
    // If every bay burns, the firefighters in front of one fire have the width of a bay.
    uint32_t row_length = plan->fires > 1 ? 4 : 10, row = rank / row_length;
    double spacing = plan->fires > 1 ? 0.9 : 1.4;
    uint32_t in_row = group - row * row_length < row_length ? group - row * row_length : row_length;
    double along = (rank % row_length - (in_row - 1) / 2.0) * spacing + (row % 2 ? spacing / 2 : 0);
    double depth = (plan->flames - 1) / 4 * 0.3; // the middle row of the flames
    f->place = cd_vec(hearth.x + along, ABOVE_GROUND, FRONT_ROW + BETWEEN_ROWS * row - 0.04 * along * along);
    f->target = cd_vec(hearth.x, hearth.y + 1.1, -0.75 - depth);
    double away = f->place.z - f->target.z, up = f->target.y - NOZZLE_HEIGHT;
    f->speed = sqrt(FLATNESS * CD_DRILL_GRAVITY * (away + (up > 0 ? up : 0)));
    f->walk_turn = walk_turn;
    f->own_turn = cd_random_unit(random);
    f->next_turn = cd_random_unit(random);
    for (int i = 0; i < 3; i++) {
        f->aim_turn[i] = cd_random_unit(random);
        f->aim_period[i] = cd_random_between(random, 4, 9);
    }
}

static struct cd_vec3 place_at(const struct cd_firefighter *f, double time)
{
    struct cd_vec3 p = f->place;
    p.x += WALK * cd_drill_wave(time, 17, f->walk_turn) + OWN_WALK * cd_drill_wave(time, 5, f->own_turn);
    p.z += WALK * cd_drill_wave(time, 23, f->walk_turn) + OWN_WALK * cd_drill_wave(time, 7, f->own_turn);
    return p;
}

static struct cd_vec3 target_at(const struct cd_firefighter *f, double time)
{
    struct cd_vec3 p = f->target;
    p.x += sweep.x * cd_drill_wave(time, f->aim_period[0], f->aim_turn[0]);
    p.y += sweep.y * cd_drill_wave(time, f->aim_period[1], f->aim_turn[1]);
    p.z += sweep.z * cd_drill_wave(time, f->aim_period[2], f->aim_turn[2]);
    return p;
}

/// The level direction from one point to another, of length 1.
static struct cd_vec3 level(struct cd_vec3 from, struct cd_vec3 to)
{
    struct cd_vec3 way = cd_vec(to.x - from.x, 0, to.z - from.z);
    return cd_scale(way, 1 / cd_length(way));
}

void cd_firefighter_pose(const struct cd_firefighter *f, double time, struct cd_pose *pose)
{
    struct cd_vec3 place = place_at(f, time), ahead = level(place, target_at(f, time));
    const double r[9] = {-ahead.z, 0, -ahead.x, 0, 1, 0, ahead.x, 0, -ahead.z};
    cd_pose_about(r, cd_vec(0, 0, 0), place, pose);
}

void cd_firefighter_jet(const struct cd_firefighter *f, double time, struct cd_vec3 *nozzle,
                        struct cd_vec3 *velocity)
{
    struct cd_vec3 place = place_at(f, time), target = target_at(f, time), ahead = level(place, target);
    *nozzle = cd_add(place, cd_add(cd_scale(ahead, NOZZLE_AHEAD), cd_vec(0, NOZZLE_HEIGHT, 0)));
    double away = (target.x - nozzle->x) * ahead.x + (target.z - nozzle->z) * ahead.z;
    double up = target.y - nozzle->y, square = f->speed * f->speed, fall = CD_DRILL_GRAVITY * away;
    // The flatter of the two throws that reach the target, or the farthest throw if none does.
    double rest = square * square - CD_DRILL_GRAVITY * (fall * away + 2 * up * square);
    double slope = rest > 0 ? (square - sqrt(rest)) / fall : square / fall;
    ahead.y = slope;
    *velocity = cd_scale(ahead, f->speed / sqrt(1 + slope * slope));
}

double cd_firefighter_reach(const struct cd_firefighter *f)
{
    double fastest = f->speed * 1.1; // droplets are not all equally fast
    return (fastest + sqrt(fastest * fastest + 4 * CD_DRILL_GRAVITY * NOZZLE_HEIGHT)) / CD_DRILL_GRAVITY;
}

// ---- meshes -----------------------------------------------------------------------------------------------

/// A limb: a tube with a constant radius except at its ends.
static void build_limb(struct cd_builder *builder, struct cd_vec3 from, struct cd_vec3 to, double radius)
{
    static const double at[] = {0.02, 0.1, 0.9, 0.98};
    const double radii[] = {0.6 * radius, radius, radius, 0.6 * radius};
    cd_build_tube(builder, from, to, at, radii, 4, 8);
}

enum cd_code cd_firefighter_mesh(struct cd_mesh **mesh, struct cd_status *status)
{
    static const double torso_at[] = {0.02, 0.2, 0.75, 0.93}, torso[] = {0.17, 0.17, 0.22, 0.18};
    static const double head_at[] = {0.15, 0.5, 0.85}, head[] = {0.08, 0.11, 0.08};
    static const double helmet_at[] = {0.03, 0.3, 0.8}, helmet[] = {0.19, 0.15, 0.1};
    struct cd_builder builder = {0};
    for (int side = -1; side <= 1; side += 2) {
        build_limb(&builder, cd_vec(0.13 * side, 0, 0), cd_vec(0.09 * side, 0.85, 0), 0.085);
        build_limb(&builder, cd_vec(0.25 * side, 1.42, 0), cd_vec(0.04 * side, 1.2, -0.45), 0.06);
    }
    cd_build_tube(&builder, cd_vec(0, 0.8, 0), cd_vec(0, 1.54, 0), torso_at, torso, 4, 8);
    cd_build_tube(&builder, cd_vec(0, 1.5, 0), cd_vec(0, 1.8, 0), head_at, head, 3, 8);
    cd_build_tube(&builder, cd_vec(0, 1.68, 0), cd_vec(0, 1.87, 0), helmet_at, helmet, 3, 8);
    build_limb(&builder, cd_vec(0, 0.95, 0.26), cd_vec(0, 1.5, 0.26), 0.09); // the air cylinder
    build_limb(&builder, cd_vec(0, 1.19, -0.3), cd_vec(0, NOZZLE_HEIGHT, 0.03 - NOZZLE_AHEAD), 0.035);
    build_limb(&builder, cd_vec(0, 1.2, -0.3), cd_vec(0.35, 0.05, 0.6), 0.035); // the hose
    return cd_build_finish(&builder, "drill:firefighter", mesh, status);
}

enum cd_code cd_droplet_mesh(struct cd_mesh **mesh, struct cd_status *status)
{
    struct cd_builder builder = {0};
    cd_build_unit_sphere(&builder, 80);
    for (uint32_t i = 0; i < builder.vertex_count; i++)
        builder.vertices[i] = cd_scale(builder.vertices[i], CD_DROPLET_RADIUS);
    return cd_build_finish(&builder, "drill:droplet", mesh, status);
}
