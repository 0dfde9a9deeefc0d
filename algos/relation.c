#include "algos/relation.h"

#include <float.h>
#include <math.h>

// Lengths below this cannot overflow where they are multiplied; vertices are at most 1e15.
#define REACH_MAX 1e150

bool cd_relation_of(const struct cd_placed *a, double radius_a, const struct cd_placed *b, double radius_b,
                    uint32_t levels, struct cd_relation *relation)
{
    cd_relate(a->pose, b->pose, &relation->pose);
    struct cd_pose_slack slack_a = cd_pose_slack_of(a->pose, radius_a),
                         slack_b = cd_pose_slack_of(b->pose, radius_b);
    const double *t = relation->pose.t;
    double reach = radius_a + radius_b + fabs(t[0]) + fabs(t[1]) + fabs(t[2]);
    // Each composed frame is off by a few units of 2^-53 of all lengths so far.
    double frames = levels + 5.0;
    relation->slack = cd_relative_slack(&slack_a, &slack_b) + 0x1p-40 * frames * frames * reach + DBL_MIN;
    return reach + relation->slack < REACH_MAX;
}

double cd_shape_radius(const struct cd_shape *shape)
{
    double radius = 0;
    for (uint32_t i = 0; i < shape->mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 p = shape->vertices[shape->mesh->triangles[i].v[k]];
            radius = fmax(radius, fabs(p.x) + fabs(p.y) + fabs(p.z));
        }
    return radius;
}

bool cd_test_triangles(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j,
                       struct cd_worker *worker)
{
    worker->counters.triangle_tests++;
    if (!cd_placed_triangles_touch(a, i, b, j))
        return false;
    if (worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(worker, a, i, b, j);
    return true;
}
