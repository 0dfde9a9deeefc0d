#include "algos/closest/decide.h"

#include "geom/triangle.h"
#include "geom/winding.h"

/// A body in the world, and those of its triangles that may meet the other's.
struct side {
    const struct cd_placed *body;
    struct cd_vec3 *vertices; ///< canonical
    uint32_t *near;
    uint32_t near_count;
    struct cd_aabb box;
    double low, high; ///< reach along the direction, rounded
    double size;      ///< largest coordinate in magnitude
};

static size_t vertex_bytes(uint32_t vertex_count)
{
    return (size_t)vertex_count * sizeof(struct cd_vec3);
}

size_t decide_scratch(uint32_t vertex_count, uint32_t triangle_count)
{
    return (vertex_bytes(vertex_count) + (size_t)triangle_count * sizeof(uint32_t) + 63) & ~(size_t)63;
}

static void place(struct side *side, const struct cd_placed *body, struct cd_vec3 direction, void *scratch)
{
    *side = (struct side){.body = body, .vertices = scratch, .box = cd_aabb_empty()};
    side->near = (uint32_t *)((char *)scratch + vertex_bytes(body->vertex_count));
    side->low = INFINITY;
    side->high = -INFINITY;
    cd_canonical_vertices(body->pose, body->vertices, body->vertex_count, side->vertices);
    for (uint32_t t = 0; t < body->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = side->vertices[body->triangles[t].v[k]];
            double reach = cd_dot(direction, p);
            cd_aabb_add(&side->box, p);
            side->low = fmin(side->low, reach);
            side->high = fmax(side->high, reach);
            side->size = fmax(side->size, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
        }
}

static void corners(const struct side *side, uint32_t triangle, struct cd_vec3 p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = side->vertices[side->body->triangles[triangle].v[k]];
}

static struct cd_aabb box_of(const struct cd_vec3 p[3])
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, p[k]);
    return box;
}

/// Gathers the triangles within a box and between two bounds along the direction.
static void gather(struct side *side, const struct cd_aabb *box, struct cd_vec3 direction, double low,
                   double high)
{
    for (uint32_t t = 0; t < side->body->triangle_count; t++) {
        struct cd_vec3 p[3];
        corners(side, t, p);
        double reach[3] = {cd_dot(direction, p[0]), cd_dot(direction, p[1]), cd_dot(direction, p[2])};
        if (fmax(reach[0], fmax(reach[1], reach[2])) < low || fmin(reach[0], fmin(reach[1], reach[2])) > high)
            continue;
        struct cd_aabb around = box_of(p);
        if (cd_aabb_overlap(&around, box))
            side->near[side->near_count++] = t;
    }
}

static bool surfaces_meet(const struct side *a, const struct side *b, struct cd_worker *worker)
{
    for (uint32_t i = 0; i < a->near_count; i++) {
        struct cd_vec3 p[3], q[3];
        corners(a, a->near[i], p);
        struct cd_aabb box = box_of(p);
        for (uint32_t k = 0; k < b->near_count; k++) {
            corners(b, b->near[k], q);
            struct cd_aabb other = box_of(q);
            if (!cd_aabb_overlap(&box, &other))
                continue;
            worker->counters.triangle_tests++;
            if (cd_triangles_touch(p, q))
                return true;
        }
    }
    return false;
}

/// Whether a has a corner of b inside; the surfaces do not meet, so that any corner speaks for all.
static bool contains(const struct side *a, const struct side *b)
{
    struct cd_vec3 p = b->vertices[b->body->triangles[0].v[0]];
    struct cd_aabb point = {p, p};
    int64_t winding = 0;
    if (!cd_aabb_overlap(&a->box, &point))
        return false;
    for (uint32_t t = 0; t < a->body->triangle_count; t++) {
        struct cd_vec3 q[3];
        corners(a, t, q);
        winding += cd_winding_crossing(&p, q);
    }
    return winding != 0;
}

bool decide_exactly(const struct cd_placed *a, const struct cd_placed *b, struct cd_vec3 direction,
                    void *const scratch[2], struct cd_worker *worker)
{
    struct side sides[2];
    double length = cd_length(direction);
    direction = length > 0 && length < INFINITY ? cd_scale(direction, 1 / length) : cd_vec(0, 0, 0);
    place(&sides[0], a, direction, scratch[0]);
    place(&sides[1], b, direction, scratch[1]);
    if (!cd_aabb_overlap(&sides[0].box, &sides[1].box))
        return false;
    struct cd_aabb common = {
        cd_vec(fmax(sides[0].box.low.x, sides[1].box.low.x), fmax(sides[0].box.low.y, sides[1].box.low.y),
               fmax(sides[0].box.low.z, sides[1].box.low.z)),
        cd_vec(fmin(sides[0].box.high.x, sides[1].box.high.x), fmin(sides[0].box.high.y, sides[1].box.high.y),
               fmin(sides[0].box.high.z, sides[1].box.high.z))};
    double error = 0x1p-48 * (sides[0].size + sides[1].size);
    double low = fmax(sides[0].low, sides[1].low) - error, high = fmin(sides[0].high, sides[1].high) + error;
    gather(&sides[0], &common, direction, low, high);
    gather(&sides[1], &common, direction, low, high);
    return surfaces_meet(&sides[0], &sides[1], worker) || contains(&sides[0], &sides[1]) ||
           contains(&sides[1], &sides[0]);
}
