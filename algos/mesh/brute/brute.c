// Every triangle of one body against every triangle of the other, without bounding volumes: BCDA in Zhao Wei et al.
// 2009, table 1. World vertices are computed once per body and frame.
#include "algos/algo.h"
#include "geom/triangle.h"

static size_t brute_placement_bytes(const struct cd_shape *shape)
{
    return shape->mesh->vertex_count * sizeof(struct cd_vec3);
}

static void brute_place(struct cd_placed *body)
{
    cd_canonical_vertices(body->pose, body->vertices, body->vertex_count, body->placement);
}

static void corners(const struct cd_placed *body, uint32_t triangle, struct cd_vec3 corner[3])
{
    const struct cd_vec3 *world = body->placement;
    for (int i = 0; i < 3; i++)
        corner[i] = world[body->triangles[triangle].v[i]];
}

static bool brute_test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    bool hit = false;
    for (uint32_t i = 0; i < a->triangle_count && !cd_context_stopped(worker->context); i++) {
        struct cd_vec3 p[3];
        corners(a, i, p);
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            struct cd_vec3 q[3];
            corners(b, j, q);
            worker->counters.triangle_tests++;
            if (!cd_triangles_touch(p, q))
                continue;
            hit = true;
            if (worker->query != CD_QUERY_CONTACTS)
                return true;
            cd_emit_contact(worker, a, i, b, j);
        }
    }
    return hit;
}

const struct cd_algo cd_algo_brute = {
    .name = "brute",
    .title = "every triangle against every triangle, no bounding volumes",
    .source = "BCDA in Zhao, Tan, Yang, Ding, Li 2009",
    .pair = &(const struct cd_pair_algo){.placement_bytes = brute_placement_bytes,
                                         .place = brute_place,
                                         .test = brute_test},
};
