/// The fire drill as a generated scene, `drill:key=value:...` instead of meshes and a motion. Firefighters in front of
/// a house aim jets of droplets at its fires. Droplets fly on ballistic paths and vanish once they have hit something.
/// Flames flicker, shrink when they are hit, go out and rekindle.
///
/// Formulas decide what hits what, not an algorithm that is measured on the scene. All arithmetic is IEEE arithmetic,
/// square roots and portable sines, so equal specifications give equal scenes on every machine.
///
/// In this file: the house, tubes, flames, firefighters; the drill (who stands and burns where); what happens in a frame;
/// the source of the scene.
#include "scenes/drill/drill.h"
#include "base/memory.h"
#include "scenes/generators/generator.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NAME "drill"

/// sin(2 pi (time / period + turn)), portable; full turns are taken off first.
static double wave(double time, double period, double turn)
{
    double turns = time / period + turn;
    return cd_sin_portable(2 * M_PI * (turns - floor(turns)));
}

// ---- the house --------------------------------------------------------------------------------------------

/// All parts of the house are on a grid of quarter metres. The house stands a little above the ground, so that house
/// and ground do not touch.
#define QUARTER 0.25
#define RAISED  0.0625

/// In quarters: a bay with one of its walls, a storey with its floor, and the depth with both walls.
enum { BAY = 16, STOREY = 12, HEIGHT = 2 * STOREY + 1, DEPTH = 25 };

/// In quarters from the bay's wall, from the storey's floor and from the back.
enum { OPENING_FROM = 3, OPENING_TO = 14, WINDOW_FROM = 6, WINDOW_TO = 10, DOOR_FROM = 7, DOOR_TO = 11 };
enum { FLOOR = 1, SILL = 4, LINTEL = 10 };

/// The outer side of the first bay's wall.
static double left_of(uint32_t bays)
{
    return -(double)(bays * BAY / 2) * QUARTER;
}

struct cd_aabb cd_house_box(uint32_t bays)
{
    double left = left_of(bays);
    return (struct cd_aabb){{left, 0, -DEPTH * QUARTER},
                            {left + (bays * BAY + 1) * QUARTER, RAISED + HEIGHT * QUARTER, 0}};
}

/// Whether a cell of quarters is solid.
static bool is_solid(uint32_t bays, int x, int y, int z)
{
    int width = (int)bays * BAY + 1;
    if (x < 0 || x >= width || y < 0 || y >= HEIGHT || z < 0 || z >= DEPTH)
        return false;
    int along = x % BAY, up = y % STOREY;
    if (up == 0) // floors and the roof
        return true;
    if (z == DEPTH - 1)
        return along < OPENING_FROM || along >= OPENING_TO || up < (y < STOREY ? FLOOR : SILL) ||
               up >= LINTEL;
    if (z == 0)
        return along < WINDOW_FROM || along >= WINDOW_TO || up < SILL || up >= LINTEL;
    bool outer = x == 0 || x == width - 1, door = z >= DOOR_FROM && z < DOOR_TO && up < LINTEL;
    return along == 0 && (outer || !door);
}

bool cd_house_holds(uint32_t bays, struct cd_vec3 p)
{
    double x = floor((p.x - left_of(bays)) / QUARTER), y = floor((p.y - RAISED) / QUARTER);
    double z = floor(p.z / QUARTER) + DEPTH;
    // Beyond this box a coordinate may not fit an int.
    return x >= 0 && x <= (double)bays * BAY && y >= 0 && y < HEIGHT && z >= 0 && z < DEPTH &&
           is_solid(bays, (int)x, (int)y, (int)z);
}

/// A body of cells between planes. The house says which cells are solid; for the ground, of 0 bays, all are.
struct cells {
    uint32_t bays;
    int count[3]; ///< of planes
    struct cd_vec3 origin;
    int planes[3][CD_DRILL_FIRES * 8]; ///< in quarters from `origin`
};

static bool cell_is_solid(const struct cells *cells, const int at[3])
{
    for (int i = 0; i < 3; i++)
        if (at[i] < 0 || at[i] >= cells->count[i] - 1)
            return false;
    return !cells->bays ||
           is_solid(cells->bays, cells->planes[0][at[0]], cells->planes[1][at[1]], cells->planes[2][at[2]]);
}

/// Adds the side of a cell that faces along +axis (`upper`) or -axis.
static void build_side(struct cd_builder *builder, const struct cells *cells, const int at[3], int axis,
                       int upper)
{
    uint32_t corners[4];
    for (int i = 0; i < 4; i++) {
        const double origin[3] = {cells->origin.x, cells->origin.y, cells->origin.z};
        int corner[3] = {at[0], at[1], at[2]};
        double p[3];
        corner[axis] += upper;
        corner[(axis + 1) % 3] += i == 1 || i == 2;
        corner[(axis + 2) % 3] += i >= 2;
        for (int k = 0; k < 3; k++)
            p[k] = origin[k] + cells->planes[k][corner[k]] * QUARTER;
        corners[i] = cd_build_vertex(builder, cd_vec(p[0], p[1], p[2]));
    }
    cd_build_quad(builder, corners[0], corners[upper ? 1 : 3], corners[2], corners[upper ? 3 : 1]);
}

/// The sides of solid cells that no solid cell covers.
static enum cd_code mesh_of_cells(const struct cells *cells, const char *name, struct cd_mesh **mesh,
                                  struct cd_status *status)
{
    struct cd_builder builder = {0};
    for (int x = 0; x < cells->count[0] - 1; x++)
        for (int y = 0; y < cells->count[1] - 1; y++)
            for (int z = 0; z < cells->count[2] - 1; z++) {
                const int at[3] = {x, y, z};
                for (int side = 0; side < 6 && cell_is_solid(cells, at); side++) {
                    int beside[3] = {x, y, z}, upper = side % 2;
                    beside[side / 2] += upper ? 1 : -1;
                    if (!cell_is_solid(cells, beside))
                        build_side(&builder, cells, at, side / 2, upper);
                }
            }
    return cd_build_finish(&builder, name, mesh, status);
}

enum cd_code cd_house_mesh(uint32_t bays, struct cd_mesh **mesh, struct cd_status *status)
{
    // The planes that contain vertices: wherever a part begins or ends, and in between.
    static const int x[] = {0, 1, 3, 6, 10, 14}, y[] = {0, 1, 4, 7, 10, 12, 13, 16, 19, 22, 24, 25},
                     z[] = {0, 1, 4, 7, 11, 16, 20, 24, 25};
    enum { X = sizeof x / sizeof *x, Y = sizeof y / sizeof *y, Z = sizeof z / sizeof *z };
    struct cells cells = {.bays = bays,
                          .count = {(int)bays * X + 2, Y, Z},
                          .origin = cd_vec(left_of(bays), RAISED, -DEPTH * QUARTER)};
    for (int i = 0; i < cells.count[0]; i++)
        cells.planes[0][i] = i / X * BAY + x[i % X];
    memcpy(cells.planes[1], y, sizeof y);
    memcpy(cells.planes[2], z, sizeof z);
    return mesh_of_cells(&cells, NAME ":house", mesh, status);
}

/// The ground around the house, at least out to z = `front`: a slab whose top is at y = 0.
static enum cd_code make_ground(uint32_t bays, double front, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { SIDE = 24, BACK = 40, STEP = 8, THICK = 2 }; // in quarters
    int half = (int)bays * BAY / 2 + SIDE, before = (int)ceil(front / QUARTER / STEP) * STEP;
    struct cells cells = {.count = {0, 2, 0}, .planes[1] = {-THICK, 0}};
    for (int x = -half; x <= half; x += STEP)
        cells.planes[0][cells.count[0]++] = x;
    for (int z = -BACK; z <= before; z += STEP)
        cells.planes[2][cells.count[2]++] = z;
    return mesh_of_cells(&cells, NAME ":ground", mesh, status);
}

// ---- tubes ------------------------------------------------------------------------------------------------

/// Adds a closed tube along the segment a b with a tip at each end. It has `rings` rings of `segments` segments each,
/// at the fractions `at` of the way from a to b, with the radii `radius`.
static void build_tube(struct cd_builder *builder, struct cd_vec3 a, struct cd_vec3 b, const double *at,
                       const double *radius, uint32_t rings, uint32_t segments)
{
    struct cd_vec3 way = cd_sub(b, a), along = cd_scale(way, 1 / cd_length(way));
    struct cd_vec3 start = fabs(along.x) < 0.9 ? cd_vec(1, 0, 0) : cd_vec(0, 0, 1);
    start = cd_sub(start, cd_scale(along, cd_dot(along, start)));
    struct cd_vec3 u = cd_scale(start, 1 / cd_length(start)), v = cd_cross(along, u);
    uint32_t tip = cd_build_vertex(builder, a), first = tip + 1, last = first + (rings - 1) * segments;
    for (uint32_t i = 0; i < rings; i++)
        for (uint32_t k = 0; k < segments; k++) {
            double sine, cosine;
            cd_precise_sine(2 * M_PI * k / segments, &sine, &cosine);
            struct cd_vec3 out =
                cd_add(cd_scale(cd_scale(u, radius[i]), cosine), cd_scale(cd_scale(v, radius[i]), sine));
            cd_build_vertex(builder, cd_add(cd_add(a, cd_scale(way, at[i])), out));
        }
    uint32_t other = cd_build_vertex(builder, b);
    for (uint32_t k = 0; k < segments; k++) {
        uint32_t next = (k + 1) % segments;
        cd_build_triangle(builder, tip, first + next, first + k);
        for (uint32_t ring = first; ring < last; ring += segments)
            cd_build_quad(builder, ring + k, ring + next, ring + segments + next, ring + segments + k);
        cd_build_triangle(builder, last + k, last + next, other);
    }
}

// ---- flames: stacks of horizontal rings that sway and swell, from tip to tip, with straight lines between rings ------

void cd_flame_choose(struct cd_flame *flame, struct cd_vec3 hearth, uint32_t number, struct cd_random *random)
{
    enum { IN_A_ROW = 4 }; // rows across the opening, behind the front wall
    const double spacing = 0.6, first_row = -0.75, disorder = 0.08, above_floor = 0.05;
    double column = (double)(number % IN_A_ROW) - (IN_A_ROW - 1) / 2.0, row = (double)(number / IN_A_ROW);
    // In separate statements: the compiler may evaluate arguments in any order.
    double along = cd_random_between(random, -disorder, disorder);
    double aside = cd_random_between(random, -disorder, disorder);
    flame->root = cd_vec(hearth.x + spacing * column + aside, hearth.y + above_floor,
                         first_row - spacing * row + along);
    flame->height = cd_random_between(random, 1.2, 1.9);
    flame->radius = cd_random_between(random, 0.26, 0.36);
    for (int i = 0; i < 4; i++)
        flame->turn[i] = cd_random_unit(random);
    for (int i = 0; i < 3; i++)
        flame->period[i] = cd_random_between(random, 0.5, 1.3);
}

/// The radius at a height from 0 to 1, relative to the largest radius: the shape is a drop, widest at a third.
static double profile(double height)
{
    return 1.5 * sqrt(3.0) * sqrt(height) * (1 - height);
}

void cd_flame_shape(const struct cd_flame *flame, double time, double strength, struct cd_flame_shape *shape)
{
    const double sway = 0.22; // of a tip at full strength
    double flicker = 1 + 0.15 * wave(time, flame->period[0], flame->turn[0]);
    double size = 0.3 + 0.7 * strength;
    shape->low = flame->root.y;
    shape->high = flame->root.y + flame->height * size * flicker;
    for (int i = 0; i < CD_FLAME_RINGS + 2; i++) {
        double height = (double)i / (CD_FLAME_RINGS + 1), bent = sway * size * height * height;
        double swell = 1 + 0.15 * wave(time, flame->period[0] / 2, flame->turn[3] - height);
        bool tip = i == 0 || i == CD_FLAME_RINGS + 1;
        shape->radius[i] = tip ? 0 : flame->radius * size * swell * profile(height);
        shape->x[i] = flame->root.x + bent * wave(time, flame->period[1], flame->turn[1] - 0.4 * height);
        shape->z[i] = flame->root.z + bent * wave(time, flame->period[2], flame->turn[2] - 0.4 * height);
    }
}

bool cd_flame_holds(const struct cd_flame_shape *shape, struct cd_vec3 p)
{
    double height = (p.y - shape->low) / (shape->high - shape->low) * (CD_FLAME_RINGS + 1);
    if (!(height > 0 && height < CD_FLAME_RINGS + 1))
        return false;
    int below = (int)height;
    double part = height - below;
    double x = shape->x[below] + part * (shape->x[below + 1] - shape->x[below]) - p.x;
    double z = shape->z[below] + part * (shape->z[below + 1] - shape->z[below]) - p.z;
    double radius = shape->radius[below] + part * (shape->radius[below + 1] - shape->radius[below]);
    return x * x + z * z <= radius * radius;
}

void cd_flame_vertices(const struct cd_flame *flame, const struct cd_flame_shape *shape,
                       struct cd_vec3 *vertices)
{
    // The sines of twelfths of a turn are known.
    const double half = 0.5, max = sqrt(3.0) / 2;
    const double sines[CD_FLAME_SEGMENTS] = {0, half, max, 1, max, half, 0, -half, -max, -1, -max, -half};
    double step = (shape->high - shape->low) / (CD_FLAME_RINGS + 1);
    double low = shape->low - flame->root.y;
    *vertices++ = cd_vec(shape->x[0] - flame->root.x, low, shape->z[0] - flame->root.z);
    for (int i = 1; i <= CD_FLAME_RINGS; i++)
        for (int k = 0; k < CD_FLAME_SEGMENTS; k++)
            *vertices++ =
                cd_vec(shape->x[i] - flame->root.x + shape->radius[i] * sines[(k + 3) % CD_FLAME_SEGMENTS],
                       low + i * step, shape->z[i] - flame->root.z - shape->radius[i] * sines[k]);
    int top = CD_FLAME_RINGS + 1;
    *vertices =
        cd_vec(shape->x[top] - flame->root.x, shape->high - flame->root.y, shape->z[top] - flame->root.z);
}

enum cd_code cd_flame_mesh(struct cd_mesh **mesh, struct cd_status *status)
{
    double at[CD_FLAME_RINGS], radius[CD_FLAME_RINGS];
    for (int i = 0; i < CD_FLAME_RINGS; i++) {
        at[i] = (double)(i + 1) / (CD_FLAME_RINGS + 1);
        radius[i] = 0.31 * profile(at[i]);
    }
    struct cd_builder builder = {0};
    build_tube(&builder, cd_vec(0, 0, 0), cd_vec(0, 1.55, 0), at, radius, CD_FLAME_RINGS, CD_FLAME_SEGMENTS);
    return cd_build_finish(&builder, NAME ":flame", mesh, status);
}

// ---- firefighters -----------------------------------------------------------------------------------------

/// The end of a nozzle in the firefighter's own coordinates, in which the firefighter looks along -z.
#define NOZZLE_HEIGHT 1.27
#define NOZZLE_AHEAD  0.85

/// Where a firefighter is at a time, what it aims at, and the level direction of length 1 from one to the other. All
/// those of a fire walk to and fro together, and each a little alone.
static void follow(const struct cd_firefighter *f, double time, struct cd_vec3 *place, struct cd_vec3 *target,
                   struct cd_vec3 *ahead)
{
    const double walk = 0.6, own_walk = 0.1;
    static const struct cd_vec3 sweep = {1.05, 0.45, 0.2};
    *place = f->place;
    place->x += walk * wave(time, 17, f->walk_turn) + own_walk * wave(time, 5, f->own_turn);
    place->z += walk * wave(time, 23, f->walk_turn) + own_walk * wave(time, 7, f->own_turn);
    *target = f->target;
    target->x += sweep.x * wave(time, f->aim_period[0], f->aim_turn[0]);
    target->y += sweep.y * wave(time, f->aim_period[1], f->aim_turn[1]);
    target->z += sweep.z * wave(time, f->aim_period[2], f->aim_turn[2]);
    struct cd_vec3 way = cd_vec(target->x - place->x, 0, target->z - place->z);
    *ahead = cd_scale(way, 1 / cd_length(way));
}

static enum cd_code make_firefighter(struct cd_mesh **mesh, struct cd_status *status)
{
    /// A body part: a tube. Limbs have a constant radius except at their ends.
    static const struct {
        struct cd_vec3 from, to;
        uint32_t rings;
        double at[4], radius[4];
    } parts[] = {
#define LIMB(radius) 4, {0.02, 0.1, 0.9, 0.98}, {0.6 * (radius), radius, radius, 0.6 * (radius)}
        {{-0.13, 0, 0}, {-0.09, 0.85, 0}, LIMB(0.085)},
        {{-0.25, 1.42, 0}, {-0.04, 1.2, -0.45}, LIMB(0.06)},
        {{0.13, 0, 0}, {0.09, 0.85, 0}, LIMB(0.085)},
        {{0.25, 1.42, 0}, {0.04, 1.2, -0.45}, LIMB(0.06)},
        {{0, 0.8, 0}, {0, 1.54, 0}, 4, {0.02, 0.2, 0.75, 0.93}, {0.17, 0.17, 0.22, 0.18}}, // the torso
        {{0, 1.5, 0}, {0, 1.8, 0}, 3, {0.15, 0.5, 0.85}, {0.08, 0.11, 0.08}},
        {{0, 1.68, 0}, {0, 1.87, 0}, 3, {0.03, 0.3, 0.8}, {0.19, 0.15, 0.1}}, // the helmet
        {{0, 0.95, 0.26}, {0, 1.5, 0.26}, LIMB(0.09)},                        // the air cylinder
        {{0, 1.19, -0.3}, {0, NOZZLE_HEIGHT, 0.03 - NOZZLE_AHEAD}, LIMB(0.035)},
        {{0, 1.2, -0.3}, {0.35, 0.05, 0.6}, LIMB(0.035)}, // the hose
#undef LIMB
    };
    struct cd_builder builder = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        build_tube(&builder, parts[i].from, parts[i].to, parts[i].at, parts[i].radius, parts[i].rings, 8);
    return cd_build_finish(&builder, NAME ":firefighter", mesh, status);
}

// ---- the drill --------------------------------------------------------------------------------------------

/// Default numbers of these, by setting.
#define FIREFIGHTERS        1, 6, 6
#define FIRES               1, 4, 1
#define FLAMES              8, 8, 16
#define BY_SETTING(numbers) "<" CD_PARAM_TEXT(numbers) " by setting>"

static const struct cd_param params[] = {
    CD_PARAM_CHOICE("setting", "single", "single|several|shared",
                    "one firefighter and one fire; several of both; or several firefighters and one fire"),
    CD_PARAM_INT("firefighters", BY_SETTING(FIREFIGHTERS), 1, CD_DRILL_FIREFIGHTERS,
                 "number of firefighters, each with a jet"),
    CD_PARAM_INT("fires", BY_SETTING(FIRES), 1, CD_DRILL_FIRES, "number of fires"),
    CD_PARAM_INT("flames", BY_SETTING(FLAMES), 1, 32, "flames of every fire"),
    CD_PARAM_INT("droplets", "600", 1, 20000, "droplets of a jet per second"),
    CD_PARAM_REAL("seconds", "60", 0.001, 86400, "length of the drill in seconds"),
    CD_PARAM_INT("rate", "30", 1, 1000, "frames per second"),
    CD_PARAM_INT("every", "1", 1, 1000, "the scene has one of so many frames of the drill"),
    CD_PARAM_REAL("from", "0", 0, 86400, "second of the drill at which the scene begins"),
    CD_PARAM_INT("steps", "<by seconds>", 1, (double)CD_FRAME_LIMIT, "number of frames, instead of seconds"),
    CD_PARAM_SEED("seed", "seed of flames and droplets"),
    CD_PARAM_END,
};

static uint32_t count_of(const struct cd_settings *settings, const char *key, uint32_t otherwise)
{
    return cd_setting_is_given(settings, key) ? (uint32_t)cd_setting_int(settings, key) : otherwise;
}

/// Lights the fires and lines up the firefighters, each before its fire.
static void choose_places(struct cd_drill *drill)
{
    // No ring is farther out from a flame's root, and no tip higher.
    const struct cd_vec3 room = cd_vec(0.75, 0, 0.75), top = cd_vec(0, 2.3, 0);
    // The seconds that all water on a fire needs to put it out, if every droplet hits and no flame recovers.
    const double endurance = 3.0;
    const double above_ground = 0.02, front_row = 8.5, between_rows = 1.5; // soles and ground do not touch
    // The square of the water's speed, as a multiple of the least that a throw to the same distance on even ground
    // needs. The larger it is, the flatter is the throw.
    const double flatness = 1.5;
    // If every bay burns, the firefighters in front of one fire have the width of a bay.
    const uint32_t row_length = drill->fires > 1 ? 4 : 10;
    const double spacing = drill->fires > 1 ? 0.9 : 1.4;
    struct cd_random random = cd_random_seed(drill->seed);
    struct cd_vec3 hearths[CD_DRILL_FIRES];
    for (uint32_t i = 0; i < drill->bays; i++)
        drill->fire_of_bay[i] = UINT32_MAX;
    for (uint32_t fire = 0; fire < drill->fires; fire++) {
        uint32_t bay = (2 * fire + 1) * drill->bays / (2 * drill->fires);
        double middle = bay * BAY + (OPENING_FROM + OPENING_TO) / 2.0; // in quarters
        hearths[fire] = cd_vec(left_of(drill->bays) + middle * QUARTER,
                               RAISED + (fire % 2 * STOREY + FLOOR) * QUARTER, 0);
        drill->fire_of_bay[bay] = fire;
        drill->fire_boxes[fire] = cd_aabb_empty();
        for (uint32_t i = 0; i < drill->flames; i++) {
            struct cd_flame *flame = &drill->flames_lit[fire * drill->flames + i];
            cd_flame_choose(flame, hearths[fire], i, &random);
            cd_aabb_add(&drill->fire_boxes[fire], cd_sub(flame->root, room));
            cd_aabb_add(&drill->fire_boxes[fire], cd_add(cd_add(flame->root, room), top));
        }
    }
    uint32_t count = drill->firefighter_count;
    for (uint32_t first = 0, group; first < count; first += group) {
        uint32_t fire = (uint32_t)((uint64_t)first * drill->fires / count);
        for (group = 1; first + group < count && (first + group) * drill->fires / count == fire;)
            group++;
        double walk_turn = cd_random_unit(&random);
        for (uint32_t rank = 0; rank < group; rank++) {
            struct cd_firefighter *f = &drill->firefighters[first + rank];
            uint32_t row = rank / row_length, rest = group - row * row_length;
            double along =
                (rank % row_length - ((rest < row_length ? rest : row_length) - 1) / 2.0) * spacing +
                (row % 2 ? spacing / 2 : 0);
            double depth = (drill->flames - 1) / 4 * 0.3; // the middle row of the flames
            f->place = cd_vec(hearths[fire].x + along, above_ground,
                              front_row + between_rows * row - 0.04 * along * along);
            f->target = cd_vec(hearths[fire].x, hearths[fire].y + 1.1, -0.75 - depth);
            double away = f->place.z - f->target.z, up = f->target.y - NOZZLE_HEIGHT;
            f->speed = sqrt(flatness * CD_DRILL_GRAVITY * (away + (up > 0 ? up : 0)));
            f->walk_turn = walk_turn;
            f->own_turn = cd_random_unit(&random);
            f->next_turn = cd_random_unit(&random);
            for (int i = 0; i < 3; i++) {
                f->aim_turn[i] = cd_random_unit(&random);
                f->aim_period[i] = cd_random_between(&random, 4, 9);
            }
        }
        drill->losses[fire] = drill->flames / (endurance * drill->droplets * group);
    }
}

enum cd_code cd_drill_create(const struct cd_settings *settings, const struct cd_scene_options *options,
                             struct cd_drill **result, struct cd_status *status)
{
    // A droplet moves about this far between two tests for a hit, which is less than the thickness of a wall.
    const double look = 0.08;
    static const uint32_t firefighters[] = {FIREFIGHTERS}, fires[] = {FIRES}, flames[] = {FLAMES};
    struct cd_drill *drill = *result = cd_allocate(1, sizeof *drill);
    enum cd_code code = CD_OK;
    unsigned k = cd_setting_place(settings, "setting");
    double rate = (double)cd_setting_int(settings, "rate"), seconds = cd_setting_real(settings, "seconds");
    double every = (double)cd_setting_int(settings, "every");
    bool has_steps = cd_setting_is_given(settings, "steps");
    drill->firefighter_count = count_of(settings, "firefighters", firefighters[k]);
    drill->fires = count_of(settings, "fires", fires[k]);
    drill->flames = count_of(settings, "flames", flames[k]);
    drill->droplets = (uint32_t)cd_setting_int(settings, "droplets");
    drill->rate = (uint32_t)rate;
    drill->every = (uint32_t)every;
    drill->first = (uint64_t)(cd_setting_real(settings, "from") * rate + 0.5);
    drill->steps =
        has_steps ? (uint64_t)cd_setting_int(settings, "steps") : (uint64_t)(seconds * rate / every + 0.5);
    drill->seed = (uint64_t)cd_setting_int(settings, "seed");
    if (has_steps && cd_setting_is_given(settings, "seconds"))
        code = cd_fail(status, CD_USAGE, NAME ": steps= and seconds= both set the length; give one");
    else if (!drill->steps)
        code = cd_fail(status, CD_USAGE, NAME ": seconds=%.10g: no frame at rate=%" PRIu32 "; give more",
                       seconds, drill->rate);
    if (!code && options) {
        drill->steps = options->frames ? options->frames : drill->steps;
        drill->seed = options->has_seed ? options->seed : drill->seed;
        drill->bays = drill->fires < 3 ? 3 : drill->fires;
        drill->flame_count = drill->fires * drill->flames;
        choose_places(drill);
        double max = 0, fastest = 0, others = CD_DRILL_FIRST + drill->firefighter_count + drill->flame_count;
        for (uint32_t i = 0; i < drill->firefighter_count; i++) {
            // The longest that a droplet can fly before it is on the ground; droplets are not all equally fast.
            double speed = drill->firefighters[i].speed, high = speed * 1.1;
            double reach =
                (high + sqrt(high * high + 4 * CD_DRILL_GRAVITY * NOZZLE_HEIGHT)) / CD_DRILL_GRAVITY;
            max += ceil((reach + 4.0 / drill->rate) * drill->droplets) + 1;
            fastest = fmax(fastest, speed);
        }
        if (max + others > CD_BODY_LIMIT)
            code = cd_fail(status, CD_USAGE,
                           NAME ": firefighters=%" PRIu32 " with droplets=%" PRIu32
                                ": up to %.0f bodies at once, more than the %u of a scene; give fewer",
                           drill->firefighter_count, drill->droplets, max + others, CD_BODY_LIMIT);
        drill->max_droplets = (uint32_t)max;
        drill->steps_per_frame = (uint32_t)ceil(1.2 * fastest / drill->rate / look);
        for (uint32_t i = 0; i < CD_DROPLET_TURNS; i++)
            cd_generic_rotation(i, drill->turns[i]);
    }
    if (code || !options) {
        cd_free(drill);
        *result = NULL;
    }
    return code;
}

// ---- what happens -----------------------------------------------------------------------------------------

struct cd_drill_state *cd_drill_state_copy(const struct cd_drill *drill, const struct cd_drill_state *from)
{
    struct cd_drill_state *state =
        cd_allocate(1, sizeof *state + drill->max_droplets * sizeof *state->droplets);
    if (from)
        return memcpy(state, from, sizeof *from + from->droplet_end * sizeof *from->droplets);
    state->random = cd_random_seed(drill->seed ^ UINT64_C(0x7761746572)); // "water": not that of the places
    for (uint32_t i = 0; i < drill->flame_count; i++)
        state->burning[i] = (struct cd_flame_state){.burns = true, .strength = 1};
    return state;
}

/// What is at a point.
enum { NOTHING = -2, SOLID = -1 }; // or the number of a flame

static int64_t what_is_at(const struct cd_drill *drill, const struct cd_drill_state *state, struct cd_vec3 p)
{
    if (p.y <= 0 || cd_house_holds(drill->bays, p))
        return SOLID;
    double bay = (p.x - left_of(drill->bays)) / (BAY * QUARTER);
    uint32_t fire = bay >= 0 && bay < drill->bays ? drill->fire_of_bay[(uint32_t)bay] : UINT32_MAX;
    const struct cd_aabb point = {p, p};
    if (fire == UINT32_MAX || !cd_aabb_overlap(&drill->fire_boxes[fire], &point))
        return NOTHING;
    for (uint32_t i = fire * drill->flames; i < (fire + 1) * drill->flames; i++)
        if (state->burning[i].burns && cd_flame_holds(&state->burning[i].shape, p))
            return i;
    return NOTHING;
}

static struct cd_vec3 place_after(const struct cd_droplet *droplet, double age)
{
    struct cd_vec3 p = cd_add(droplet->origin, cd_scale(droplet->velocity, age));
    p.y -= CD_DRILL_GRAVITY / 2 * age * age;
    return p;
}

/// Moves a droplet to its place in this frame. If it hits something on its way, its flight ends at the point of impact,
/// so that the two surfaces meet.
static void fly(const struct cd_drill *drill, struct cd_drill_state *state, struct cd_droplet *droplet,
                double time, double next_time)
{
    double before = fmax(time - droplet->born, 0), next_age = next_time - droplet->born, age = before;
    struct cd_vec3 a = droplet->place, b = droplet->place = place_after(droplet, next_age);
    struct cd_aabb house = cd_house_box(drill->bays);
    bool is_near = fmin(a.z, b.z) <= house.high.z && fmax(a.z, b.z) >= house.low.z &&
                   fmin(a.x, b.x) <= house.high.x && fmax(a.x, b.x) >= house.low.x;
    double step = (next_age - age) / drill->steps_per_frame;
    for (uint32_t i = 1; (b.y <= 0 || is_near) && i <= drill->steps_per_frame; i++) {
        double after = i == drill->steps_per_frame ? next_age : age + i * step;
        if (what_is_at(drill, state, place_after(droplet, after)) == NOTHING) {
            before = after;
            continue;
        }
        for (int k = 0; k < 8; k++) {
            double middle = (before + after) / 2;
            bool flies = what_is_at(drill, state, place_after(droplet, middle)) == NOTHING;
            before = flies ? middle : before;
            after = flies ? after : middle;
        }
        droplet->place = place_after(droplet, after);
        droplet->state = CD_DROPLET_HITS;
        int64_t what = what_is_at(drill, state, droplet->place);
        if (what >= 0)
            state->burning[what].hits++;
        return;
    }
}

static struct cd_vec3 random_in_ball(struct cd_random *random, double radius)
{
    struct cd_vec3 v;
    do {
        // In separate statements: the compiler may evaluate arguments in any order.
        v.z = cd_random_between(random, -1, 1);
        v.y = cd_random_between(random, -1, 1);
        v.x = cd_random_between(random, -1, 1);
    } while (cd_dot(v, v) > 1);
    return cd_scale(v, radius);
}

/// Adds the droplets that leave a nozzle up to the time of this frame, in the free slots from `*slot` on.
static void spray(const struct cd_drill *drill, struct cd_drill_state *state, uint32_t firefighter,
                  double time, uint32_t *slot)
{
    const double nozzle = 0.06, spread = 0.4; // its radius; by so much velocities differ from the jet's
    const struct cd_firefighter *f = &drill->firefighters[firefighter];
    double born;
    for (; (born = ((double)state->sprayed[firefighter] + f->next_turn) / drill->droplets) <= time;
         state->sprayed[firefighter]++) {
        while (*slot < state->droplet_end && state->droplets[*slot].state != CD_DROPLET_FREE)
            ++*slot;
        CD_ASSERT(*slot < drill->max_droplets);
        struct cd_droplet *droplet = &state->droplets[*slot];
        struct cd_vec3 place, target, ahead;
        follow(f, born, &place, &target, &ahead);
        place = cd_add(place, cd_add(cd_scale(ahead, NOZZLE_AHEAD), cd_vec(0, NOZZLE_HEIGHT, 0)));
        double away = (target.x - place.x) * ahead.x + (target.z - place.z) * ahead.z;
        double up = target.y - place.y, square = f->speed * f->speed, fall = CD_DRILL_GRAVITY * away;
        // The flatter of the two throws that reach the target, or the farthest throw if none does.
        double rest = square * square - CD_DRILL_GRAVITY * (fall * away + 2 * up * square);
        ahead.y = rest > 0 ? (square - sqrt(rest)) / fall : square / fall;
        droplet->origin = cd_add(place, random_in_ball(&state->random, nozzle));
        droplet->velocity = cd_add(cd_scale(ahead, f->speed / sqrt(1 + ahead.y * ahead.y)),
                                   random_in_ball(&state->random, spread));
        droplet->born = born;
        droplet->place = place_after(droplet, time - born);
        droplet->number = state->droplet_number++;
        droplet->state = CD_DROPLET_FLIES;
        state->droplet_end += *slot == state->droplet_end;
    }
}

void cd_drill_step(const struct cd_drill *drill, struct cd_drill_state *state)
{
    double rate = drill->rate, time = (double)state->next_frame / rate;
    double time_before = state->next_frame ? (double)(state->next_frame - 1) / rate : 0;
    // The strength that a flame gains per second if nothing hits it. Below the least strength it goes out, and after
    // some seconds it comes back with a little more.
    const double recovery = 0.15, least = 0.15, rekindled = 0.3, out_min = 2, out_max = 5;
    for (uint32_t i = 0; i < drill->flame_count; i++) {
        struct cd_flame_state *burning = &state->burning[i];
        if (burning->burns) {
            double lost = burning->hits * drill->losses[i / drill->flames];
            burning->strength = fmin(burning->strength - lost + recovery / drill->rate, 1);
            burning->burns = burning->strength >= least;
            if (!burning->burns)
                burning->lit = time + cd_random_between(&state->random, out_min, out_max);
        } else if (time >= burning->lit) {
            burning->burns = true;
            burning->strength = rekindled;
        }
        burning->hits = 0;
        if (burning->burns)
            cd_flame_shape(&drill->flames_lit[i], time, burning->strength, &burning->shape);
    }
    uint32_t end = 0, slot = 0;
    for (uint32_t i = 0; i < state->droplet_end; i++) {
        struct cd_droplet *droplet = &state->droplets[i];
        if (droplet->state == CD_DROPLET_FLIES)
            fly(drill, state, droplet, time_before, time);
        else
            droplet->state = droplet->state == CD_DROPLET_HITS ? CD_DROPLET_GONE : CD_DROPLET_FREE;
        end = droplet->state != CD_DROPLET_FREE ? i + 1 : end;
    }
    state->droplet_end = end;
    for (uint32_t i = 0; i < drill->firefighter_count; i++)
        spray(drill, state, i, time, &slot);
    state->next_frame++;
}

// ---- the scene --------------------------------------------------------------------------------------------

/// Meshes of a drill, in the order of the scene.
enum { GROUND, HOUSE, FIREFIGHTER, FLAME, DROPLET };

enum { FLAME_VERTICES = CD_FLAME_RINGS * CD_FLAME_SEGMENTS + 2 };

struct drill_source {
    struct cd_source base;        ///< its plan is the drill
    struct cd_drill_state *begin; ///< before the first frame of the scene
};

struct drill_reader {
    const struct cd_drill *drill;
    struct cd_drill_state *state;
    struct cd_vec3 *vertices; ///< of every flame
};

static void *drill_open(const struct cd_scene *scene)
{
    const struct drill_source *source = (const struct drill_source *)scene->source;
    struct drill_reader *reader = cd_allocate(1, sizeof *reader);
    reader->drill = source->base.plan;
    reader->state = cd_drill_state_copy(reader->drill, source->begin);
    reader->vertices =
        cd_allocate((size_t)reader->drill->flame_count * FLAME_VERTICES, sizeof *reader->vertices);
    return reader;
}

/// Adds a body that is turned by `r`, or with NULL stays upright.
static struct cd_body *add_body(struct cd_live *live, uint32_t id, uint32_t mesh, const double *r,
                                struct cd_vec3 place)
{
    struct cd_body *body = cd_live_add_body(live, id, mesh);
    cd_pose_about(r ? r : body->pose.r, cd_vec(0, 0, 0), place, &body->pose);
    return body;
}

static enum cd_code drill_next(void *reader_given, uint64_t number, struct cd_live *live, bool *ended,
                               struct cd_status *status)
{
    (void)ended, (void)status;
    struct drill_reader *reader = reader_given;
    const struct cd_drill *drill = reader->drill;
    struct cd_drill_state *state = reader->state;
    for (uint32_t left = number ? drill->every : 1; left > 0; left--)
        cd_drill_step(drill, state);
    uint64_t frame = state->next_frame - 1;
    cd_live_add_body(live, CD_DRILL_GROUND, GROUND);
    cd_live_add_body(live, CD_DRILL_HOUSE, HOUSE);
    uint32_t id = CD_DRILL_FIRST;
    for (uint32_t i = 0; i < drill->firefighter_count; i++, id++) {
        struct cd_vec3 place, target, ahead;
        follow(&drill->firefighters[i], (double)frame / drill->rate, &place, &target, &ahead);
        const double r[9] = {-ahead.z, 0, -ahead.x, 0, 1, 0, ahead.x, 0, -ahead.z};
        add_body(live, id, FIREFIGHTER, r, place);
    }
    for (uint32_t i = 0; i < drill->flame_count; i++, id++) {
        struct cd_vec3 *vertices = &reader->vertices[(size_t)i * FLAME_VERTICES];
        if (!state->burning[i].burns)
            continue;
        cd_flame_vertices(&drill->flames_lit[i], &state->burning[i].shape, vertices);
        struct cd_body *body = add_body(live, id, FLAME, NULL, drill->flames_lit[i].root);
        body->vertices = vertices;
        body->version = frame + 1; // a frame of the drill, since scenes may begin in its middle
    }
    for (uint32_t i = 0; i < state->droplet_end; i++) {
        const struct cd_droplet *droplet = &state->droplets[i];
        if (droplet->state == CD_DROPLET_FLIES || droplet->state == CD_DROPLET_HITS)
            add_body(live, id + i, DROPLET, drill->turns[droplet->number % CD_DROPLET_TURNS], droplet->place);
    }
    return CD_OK;
}

static void drill_close(void *reader_given)
{
    struct drill_reader *reader = reader_given;
    cd_free(reader->state);
    cd_free(reader->vertices);
    cd_free(reader);
}

static void drill_destroy(struct cd_source *source)
{
    cd_free(((struct drill_source *)source)->begin);
}

static const struct cd_source_kind drill_kind = {
    .open = drill_open,
    .next = drill_next,
    .close = drill_close,
    .destroy = drill_destroy,
};

static enum cd_code drill_make(struct cd_scene *scene, const struct cd_settings *settings,
                               const struct cd_scene_options *options, struct cd_status *status)
{
    struct cd_drill *drill;
    enum cd_code code = cd_drill_create(settings, options, &drill, status);
    if (code || !options)
        return code;
    struct drill_source *source = cd_allocate(1, sizeof *source);
    source->base.kind = &drill_kind;
    source->base.plan = drill;
    source->begin = cd_drill_state_copy(drill, NULL);
    scene->source = &source->base;
    scene->frame_count = drill->steps;
    scene->seed = drill->seed;
    struct cd_builder droplet = {0};
    cd_build_unit_sphere(&droplet, 80);
    for (uint32_t i = 0; i < droplet.vertex_count; i++)
        droplet.vertices[i] = cd_scale(droplet.vertices[i], 0.015);
    double front = 0;
    for (uint32_t i = 0; i < drill->firefighter_count; i++)
        front = fmax(front, drill->firefighters[i].place.z + 3);
    for (int i = GROUND; !code && i <= DROPLET; i++) {
        struct cd_mesh *mesh;
        code = i == GROUND        ? make_ground(drill->bays, front, &mesh, status)
               : i == HOUSE       ? cd_house_mesh(drill->bays, &mesh, status)
               : i == FIREFIGHTER ? make_firefighter(&mesh, status)
               : i == FLAME       ? cd_flame_mesh(&mesh, status)
                                  : cd_build_finish(&droplet, NAME ":droplet", &mesh, status);
        if (!code)
            cd_scene_add_mesh(scene, mesh);
    }
    CD_ASSERT(!code); // all of them are sound
    while (!code &&
           source->begin->next_frame < drill->first) { // the time before the first frame of the scene
        cd_drill_step(drill, source->begin);
        if (options->stop && options->stop())
            code = cd_fail(status, CD_INTERRUPTED, NAME ": interrupted before its first frame");
    }
    return code;
}

const struct cd_recipe cd_recipe_drill = {
    .name = NAME,
    .title = "a fire drill: firefighters, jets of droplets, flickering fires, a house",
    .example = NAME ":setting=several:seconds=10",
    .params = params,
    .make = drill_make,
};
