#include "scenes/drill/drill.h"

#include <math.h>

/// All parts of the house are on a grid of quarter metres. The house stands a little above the ground, so that house
/// and ground do not touch.
#define QUARTER 0.25
#define RAISED  0.0625

/// In quarters: a bay with one of its walls, a storey with its floor, and the depth with both walls.
enum { BAY = 16, STOREY = 12, HEIGHT = 2 * STOREY + 1, DEPTH = 25 };

/// In quarters from the bay's wall, from the storey's floor and from the back.
enum { OPENING_FROM = 3, OPENING_TO = 14, WINDOW_FROM = 6, WINDOW_TO = 10, DOOR_FROM = 7, DOOR_TO = 11 };
enum { FLOOR = 1, SILL = 4, LINTEL = 10 };

/// The planes that contain the meshes' vertices: wherever a part begins or ends, and in between.
static const int bay_planes[] = {0, 1, 3, 6, 10, 14};
static const int height_planes[] = {0, 1, 4, 7, 10, 12, 13, 16, 19, 22, 24, 25};
static const int depth_planes[] = {0, 1, 4, 7, 11, 16, 20, 24, 25};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct cd_house cd_house_for(uint32_t fires)
{
    return (struct cd_house){fires < 3 ? 3 : fires};
}

uint32_t cd_house_bay_of_fire(const struct cd_house *house, uint32_t fire, uint32_t fires)
{
    return (2 * fire + 1) * house->bays / (2 * fires);
}

/// The outer side of the first bay's wall.
static double left_of(const struct cd_house *house)
{
    return -(double)(house->bays * BAY / 2) * QUARTER;
}

uint32_t cd_house_bay_at(const struct cd_house *house, double x)
{
    double bay = (x - left_of(house)) / (BAY * QUARTER);
    return bay >= 0 && bay < house->bays ? (uint32_t)bay : CD_NOWHERE;
}

struct cd_vec3 cd_house_hearth(const struct cd_house *house, uint32_t bay, uint32_t storey)
{
    double middle = bay * BAY + (OPENING_FROM + OPENING_TO) / 2.0;
    return cd_vec(left_of(house) + middle * QUARTER, RAISED + (storey * STOREY + FLOOR) * QUARTER, 0);
}

struct cd_aabb cd_house_box(const struct cd_house *house)
{
    double left = left_of(house);
    return (struct cd_aabb){{left, 0, -DEPTH * QUARTER},
                            {left + (house->bays * BAY + 1) * QUARTER, RAISED + HEIGHT * QUARTER, 0}};
}

/// Whether a cell of quarters is solid.
static bool is_solid(const struct cd_house *house, int x, int y, int z)
{
    int width = (int)house->bays * BAY + 1;
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

bool cd_house_holds(const struct cd_house *house, struct cd_vec3 p)
{
    double x = floor((p.x - left_of(house)) / QUARTER), y = floor((p.y - RAISED) / QUARTER);
    double z = floor(p.z / QUARTER) + DEPTH;
    // Beyond this box a coordinate may not fit an int.
    if (!(x >= 0 && x <= (double)house->bays * BAY && y >= 0 && y < HEIGHT && z >= 0 && z < DEPTH))
        return false;
    return is_solid(house, (int)x, (int)y, (int)z);
}

// ---- meshes -----------------------------------------------------------------------------------------------

/// The widest house has 32 bays.
enum { PLANES_MAX = 256 };

/// A body of cells between planes. The house says which cells are solid; without a house, all are.
struct cells {
    int planes[3][PLANES_MAX]; ///< in quarters from `origin`
    int count[3];              ///< of planes
    struct cd_vec3 origin;
    const struct cd_house *house;
};

static bool cell_is_solid(const struct cells *cells, const int at[3])
{
    for (int i = 0; i < 3; i++)
        if (at[i] < 0 || at[i] >= cells->count[i] - 1)
            return false;
    return !cells->house ||
           is_solid(cells->house, cells->planes[0][at[0]], cells->planes[1][at[1]], cells->planes[2][at[2]]);
}

static uint32_t build_corner(struct cd_builder *builder, const struct cells *cells, const int at[3])
{
    return cd_build_vertex(builder, cd_vec(cells->origin.x + cells->planes[0][at[0]] * QUARTER,
                                           cells->origin.y + cells->planes[1][at[1]] * QUARTER,
                                           cells->origin.z + cells->planes[2][at[2]] * QUARTER));
}

/// Adds the side of a cell that faces along +axis (`upper`) or -axis.
static void build_face(struct cd_builder *builder, const struct cells *cells, const int at[3], int axis,
                       bool upper)
{
    int b = (axis + 1) % 3, c = (axis + 2) % 3;
    uint32_t corners[4];
    for (int i = 0; i < 4; i++) {
        int corner[3];
        corner[axis] = at[axis] + upper;
        corner[b] = at[b] + (i == 1 || i == 2);
        corner[c] = at[c] + (i >= 2);
        corners[i] = build_corner(builder, cells, corner);
    }
    if (upper)
        cd_build_quad(builder, corners[0], corners[1], corners[2], corners[3]);
    else
        cd_build_quad(builder, corners[0], corners[3], corners[2], corners[1]);
}

/// Adds the sides of a solid cell that no solid cell covers.
static void build_cell(struct cd_builder *builder, const struct cells *cells, const int at[3])
{
    for (int axis = 0; axis < 3; axis++)
        for (int upper = 0; upper < 2; upper++) {
            int beside[3] = {at[0], at[1], at[2]};
            beside[axis] += upper ? 1 : -1;
            if (!cell_is_solid(cells, beside))
                build_face(builder, cells, at, axis, upper);
        }
}

static enum cd_code mesh_of_cells(const struct cells *cells, const char *name, struct cd_mesh **mesh,
                                  struct cd_status *status)
{
    struct cd_builder builder = {0};
    for (int x = 0; x < cells->count[0] - 1; x++)
        for (int y = 0; y < cells->count[1] - 1; y++)
            for (int z = 0; z < cells->count[2] - 1; z++) {
                const int at[3] = {x, y, z};
                if (cell_is_solid(cells, at))
                    build_cell(&builder, cells, at);
            }
    return cd_build_finish(&builder, name, mesh, status);
}

static void add_plane(struct cells *cells, int axis, int quarter)
{
    CD_ASSERT(cells->count[axis] < PLANES_MAX);
    cells->planes[axis][cells->count[axis]++] = quarter;
}

enum cd_code cd_house_mesh(const struct cd_house *house, struct cd_mesh **mesh, struct cd_status *status)
{
    struct cells cells = {.house = house, .origin = cd_vec(left_of(house), RAISED, -DEPTH * QUARTER)};
    int width = (int)house->bays * BAY;
    for (int bay = 0; bay < (int)house->bays; bay++)
        for (size_t i = 0; i < COUNT(bay_planes); i++)
            add_plane(&cells, 0, bay * BAY + bay_planes[i]);
    add_plane(&cells, 0, width);
    add_plane(&cells, 0, width + 1);
    for (size_t i = 0; i < COUNT(height_planes); i++)
        add_plane(&cells, 1, height_planes[i]);
    for (size_t i = 0; i < COUNT(depth_planes); i++)
        add_plane(&cells, 2, depth_planes[i]);
    return mesh_of_cells(&cells, "drill:house", mesh, status);
}

enum cd_code cd_ground_mesh(const struct cd_house *house, double front, struct cd_mesh **mesh,
                            struct cd_status *status)
{
    enum { SIDE = 24, BACK = 40, STEP = 8, THICK = 2 }; // in quarters
    int half = (int)house->bays * BAY / 2 + SIDE, before = (int)ceil(front / QUARTER / STEP) * STEP;
    struct cells cells = {0};
    for (int x = -half; x <= half; x += STEP)
        add_plane(&cells, 0, x);
    add_plane(&cells, 1, -THICK);
    add_plane(&cells, 1, 0);
    for (int z = -BACK; z <= before; z += STEP)
        add_plane(&cells, 2, z);
    return mesh_of_cells(&cells, "drill:ground", mesh, status);
}
