// Ours: decides from canonical vertices and exact predicates alone, for pairs so close that rounding could matter. The
// time is linear in the triangles; where many are near each other, it is the product of their numbers.
#include "algos/papers/icollide/icollide.h"

#include "geom/triangle.h"
#include "geom/winding.h"

#include <string.h>

/// A body in the world, and those of its triangles that may meet triangles of the other body.
struct side {
    const struct cd_placed *body;
    struct cd_vec3 *vertices; ///< canonical
    double *reach;            ///< of every vertex along the direction, rounded
    uint32_t *near;
    uint32_t near_count;
    struct cd_aabb box;
    double low, high; ///< least and largest reach
};

size_t decide_scratch(uint32_t vertex_count, uint32_t triangle_count)
{
    size_t bytes = vertex_count * (sizeof(struct cd_vec3) + sizeof(double));
    return (bytes + triangle_count * sizeof(uint32_t) + 63) & ~(size_t)63;
}

static void place(struct side *side, const struct cd_placed *body, struct cd_vec3 direction, char *scratch)
{
    uint32_t count = body->vertex_count;
    *side = (struct side){.body = body, .box = cd_aabb_empty(), .low = INFINITY, .high = -INFINITY};
    side->vertices = (void *)scratch;
    side->reach = (void *)(side->vertices + count);
    side->near = (void *)(side->reach + count);
    cd_canonical_vertices(body->pose, body->vertices, count, side->vertices);
    for (uint32_t i = 0; i < count; i++) {
        double reach = cd_dot(direction, side->vertices[i]);
        cd_aabb_add(&side->box, side->vertices[i]);
        side->reach[i] = reach;
        side->low = reach < side->low ? reach : side->low;
        side->high = reach > side->high ? reach : side->high;
    }
}

/// The corners of a triangle; returns its box.
static struct cd_aabb corners(const struct side *side, uint32_t triangle, struct cd_vec3 p[3])
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++) {
        p[k] = side->vertices[side->body->triangles[triangle].v[k]];
        cd_aabb_add(&box, p[k]);
    }
    return box;
}

/// Gathers the triangles that meet a box, between two bounds along the direction.
static void gather(struct side *side, const struct cd_aabb *box, double low, double high)
{
    for (uint32_t t = 0; t < side->body->triangle_count; t++) {
        const uint32_t *v = side->body->triangles[t].v;
        double a = side->reach[v[0]], b = side->reach[v[1]], c = side->reach[v[2]];
        if ((a < low && b < low && c < low) || (a > high && b > high && c > high))
            continue;
        struct cd_vec3 p[3];
        struct cd_aabb around = corners(side, t, p);
        if (cd_aabb_overlap(&around, box))
            side->near[side->near_count++] = t;
    }
}

/// Whether a corner of b is inside a; the surfaces do not meet, so that any corner speaks for all.
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
                    struct cd_worker *worker)
{
    struct side sides[2], *side_a = &sides[0], *side_b = &sides[1];
    struct cd_pose turn = *a->pose;
    memset(turn.t, 0, sizeof turn.t);
    direction = cd_canonical_vertex(&turn, direction); // to the world
    double length = cd_length(direction);
    direction = length > 0 && length < INFINITY ? cd_scale(direction, 1 / length) : cd_vec(0, 0, 0);
    place(&sides[0], a, direction, worker->scratch);
    place(&sides[1], b, direction,
          (char *)worker->scratch + decide_scratch(a->vertex_count, a->triangle_count));
    if (!cd_aabb_overlap(&sides[0].box, &sides[1].box))
        return false;
    struct cd_aabb common = cd_aabb_common(&sides[0].box, &sides[1].box);
    double size[2] = {0, 0}; // the largest magnitudes of coordinates
    for (int i = 0; i < 6; i++) {
        const struct cd_aabb *box = &sides[i / 3].box;
        size[i / 3] =
            fmax(size[i / 3], fmax(fabs(cd_axis(&box->low, i % 3)), fabs(cd_axis(&box->high, i % 3))));
    }
    double error = 0x1p-48 * (size[0] + size[1]);
    double low = fmax(sides[0].low, sides[1].low) - error, high = fmin(sides[0].high, sides[1].high) + error;
    gather(side_a, &common, low, high);
    gather(side_b, &common, low, high);
    for (uint32_t i = 0; i < side_a->near_count; i++) {
        struct cd_vec3 p[3], q[3];
        struct cd_aabb box = corners(side_a, side_a->near[i], p);
        for (uint32_t k = 0; k < side_b->near_count; k++) {
            struct cd_aabb other = corners(side_b, side_b->near[k], q);
            if (!cd_aabb_overlap(&box, &other))
                continue;
            worker->counters.triangle_tests++;
            if (cd_triangles_touch(p, q))
                return true;
        }
    }
    return contains(side_a, side_b) || contains(side_b, side_a);
}
