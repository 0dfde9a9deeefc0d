/// `convex:triangles=N:stretch=S:seed=K`: a random convex polytope, the hull of N/2+2 random points on an
/// ellipsoid whose first half axis is 1 and whose others are random in 1/S .. 1. The hull grows point by point. Exact
/// predicates make every decision, so rounding can never make the hull non-convex.
#include "base/memory.h"
#include "geom/predicates.h"
#include "scenes/generators/generator.h"
#include "scenes/source.h"

#include <math.h>
#include <string.h>

/// A side of the hull. `next[i]` is the side across the edge from v[i] to v[(i + 1) % 3].
struct side {
    uint32_t v[3], next[3];
    bool visible, gone;
};

/// An edge between a side that the new point sees and a side that it does not see.
struct horizon {
    uint32_t from, to, beyond;
};

struct growth {
    struct cd_vec3 *points;
    uint32_t point_count;
    struct cd_vec3 centre; ///< strictly inside from the first four points on
    struct cd_random random;
    struct side *sides;
    size_t side_count, side_capacity;
    uint32_t last; ///< a side that is not gone
    uint32_t *seen;
    size_t seen_count, seen_capacity;
    struct horizon *horizon;
    size_t horizon_count, horizon_capacity;
    uint32_t *starting; ///< per point: the new side whose horizon edge starts there
};

static bool sees(const struct growth *growth, uint32_t side, const struct cd_vec3 *p)
{
    const uint32_t *v = growth->sides[side].v;
    const struct cd_vec3 *points = growth->points;
    return cd_orient3d(&points[v[0]], &points[v[1]], &points[v[2]], p) < 0;
}

static uint32_t add_side(struct growth *growth, uint32_t a, uint32_t b, uint32_t c)
{
    growth->sides = cd_grow(growth->sides, growth->side_count, &growth->side_capacity, sizeof *growth->sides);
    growth->sides[growth->side_count] = (struct side){.v = {a, b, c}};
    growth->last = (uint32_t)growth->side_count;
    return (uint32_t)growth->side_count++;
}

/// Six times the volume of the first four points; positive if the last point is below the others.
static double first_volume(const struct cd_vec3 *p)
{
    return cd_dot(cd_cross(cd_sub(p[0], p[3]), cd_sub(p[1], p[3])), cd_sub(p[2], p[3]));
}

/// Draws the points, and the first four again until they are well apart. Begins with the hull of these.
static void begin(struct growth *growth, const double axes[3])
{
    struct cd_vec3 *points = growth->points;
    for (uint32_t i = 0; i < growth->point_count; i++) {
        struct cd_vec3 p = cd_random_point(&growth->random, 0.01);
        double length = cd_length(p);
        points[i] = cd_vec(axes[0] * (p.x / length), axes[1] * (p.y / length), axes[2] * (p.z / length));
        if (i == 3 && fabs(first_volume(points)) < 0.6 * axes[0] * axes[1] * axes[2])
            i = UINT32_MAX; // starts again from 0
    }
    if (first_volume(points) < 0) {
        struct cd_vec3 swap = points[0];
        points[0] = points[1];
        points[1] = swap;
    }
    growth->centre = cd_scale(cd_add(cd_add(points[0], points[1]), cd_add(points[2], points[3])), 0.25);
    static const struct side sides[4] = {{.v = {0, 1, 2}, .next = {1, 2, 3}},
                                         {.v = {0, 3, 1}, .next = {3, 2, 0}},
                                         {.v = {1, 3, 2}, .next = {1, 3, 0}},
                                         {.v = {2, 3, 0}, .next = {2, 1, 0}}};
    for (int i = 0; i < 4; i++) {
        uint32_t side = add_side(growth, sides[i].v[0], sides[i].v[1], sides[i].v[2]);
        memcpy(growth->sides[side].next, sides[i].next, sizeof sides[i].next);
    }
}

/// Walks to the side through which the ray from the centre through p leaves the hull. The edge to try first is random,
/// so that no arrangement of sides can make the walk cycle for ever.
static uint32_t walk(struct growth *growth, const struct cd_vec3 *p)
{
    for (uint32_t side = growth->last, next;; side = next) {
        const struct side *s = &growth->sides[side];
        uint32_t first = (uint32_t)cd_random_below(&growth->random, 3), k = 0;
        for (next = side; k < 3 && next == side; k++) {
            uint32_t edge = (first + k) % 3;
            const struct cd_vec3 *a = &growth->points[s->v[edge]], *b = &growth->points[s->v[(edge + 1) % 3]];
            if (cd_orient3d(&growth->centre, a, b, p) > 0)
                next = s->next[edge];
        }
        if (next == side)
            return side;
    }
}

static void see(struct growth *growth, uint32_t side)
{
    growth->sides[side].visible = true;
    growth->seen = cd_grow(growth->seen, growth->seen_count, &growth->seen_capacity, sizeof *growth->seen);
    growth->seen[growth->seen_count++] = side;
}

/// Collects the sides that p sees, which are connected, and the edges around them.
static void find_horizon(struct growth *growth, uint32_t first, const struct cd_vec3 *p)
{
    growth->seen_count = growth->horizon_count = 0;
    see(growth, first);
    for (size_t i = 0; i < growth->seen_count; i++) {
        struct side side = growth->sides[growth->seen[i]];
        for (int k = 0; k < 3; k++) {
            uint32_t beyond = side.next[k];
            if (growth->sides[beyond].visible)
                continue;
            if (sees(growth, beyond, p)) {
                see(growth, beyond);
                continue;
            }
            growth->horizon = cd_grow(growth->horizon, growth->horizon_count, &growth->horizon_capacity,
                                      sizeof *growth->horizon);
            growth->horizon[growth->horizon_count++] =
                (struct horizon){side.v[k], side.v[(k + 1) % 3], beyond};
        }
    }
}

/// Joins the point to every edge of the horizon. The new sides replace those that the point sees.
static void close_hull(struct growth *growth, uint32_t point)
{
    for (size_t i = 0; i < growth->horizon_count; i++) {
        struct horizon edge = growth->horizon[i];
        uint32_t side = add_side(growth, edge.from, edge.to, point);
        struct side *beyond = &growth->sides[edge.beyond];
        growth->sides[side].next[0] = edge.beyond;
        for (int k = 0; k < 3; k++)
            if (beyond->v[k] == edge.to && beyond->v[(k + 1) % 3] == edge.from)
                beyond->next[k] = side;
        growth->starting[edge.from] = side;
    }
    for (size_t i = 0; i < growth->horizon_count; i++) {
        uint32_t side = growth->starting[growth->horizon[i].from];
        uint32_t following = growth->starting[growth->horizon[i].to];
        growth->sides[side].next[1] = following;
        growth->sides[following].next[2] = side;
    }
    for (size_t i = 0; i < growth->seen_count; i++)
        growth->sides[growth->seen[i]].gone = true;
}

static const struct cd_param convex_params[] = {
    CD_PARAM_INT("triangles", "5000", 4, 200000, "approximate number of triangles"),
    CD_PARAM_REAL("stretch", "2", 1, 1000, "largest ratio of the longest half axis to the shortest"),
    CD_PARAM_SEED("seed", "seed of the points"),
    CD_PARAM_END,
};

static void convex_generate(const struct cd_settings *settings, struct cd_builder *builder)
{
    struct growth growth = {.point_count = (uint32_t)cd_setting_int(settings, "triangles") / 2 + 2,
                            .random = cd_random_seed((uint64_t)cd_setting_int(settings, "seed"))};
    double axes[3] = {1};
    for (int i = 1; i < 3; i++)
        axes[i] = cd_random_between(&growth.random, 1 / cd_setting_real(settings, "stretch"), 1);
    growth.points = cd_allocate(growth.point_count, sizeof *growth.points);
    growth.starting = cd_allocate(growth.point_count, sizeof *growth.starting);
    begin(&growth, axes);
    for (uint32_t i = 4; i < growth.point_count; i++) {
        const struct cd_vec3 *p = &growth.points[i];
        uint32_t side = walk(&growth, p);
        if (!sees(&growth, side, p)) // inside, if points are as dense as doubles
            continue;
        find_horizon(&growth, side, p);
        close_hull(&growth, i);
    }
    uint32_t *index = growth.starting; // no longer needed for its first purpose
    for (uint32_t i = 0; i < growth.point_count; i++)
        index[i] = UINT32_MAX;
    for (size_t i = 0; i < growth.side_count; i++) {
        uint32_t *v = growth.sides[i].v;
        if (growth.sides[i].gone)
            continue;
        for (int k = 0; k < 3; k++) {
            if (index[v[k]] == UINT32_MAX)
                index[v[k]] = cd_build_vertex(builder, growth.points[v[k]]);
            v[k] = index[v[k]];
        }
        cd_build_triangle(builder, v[0], v[1], v[2]);
    }
    cd_free(growth.points);
    cd_free(growth.starting);
    cd_free(growth.sides);
    cd_free(growth.seen);
    cd_free(growth.horizon);
}

const struct cd_recipe cd_recipe_convex = {
    .name = "convex",
    .title = "random convex polytope: the hull of points on an ellipsoid, closed",
    .params = convex_params,
    .generate = convex_generate,
};
