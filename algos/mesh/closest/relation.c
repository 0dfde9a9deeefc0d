#include "algos/mesh/closest/relation.h"

void relation_init(struct relation *relation, const struct cd_placed *a, const struct cd_placed *b)
{
    *relation = (struct relation){.body = {a->model, b->model}};
    cd_relate(a->pose, b->pose, &relation->to_a);
    double radius_a = relation->body[0]->radius, radius_b = relation->body[1]->radius, reach = 0;
    for (int i = 0; i < 3; i++)
        reach += fabs(relation->to_a.t[i]);
    relation->slack = cd_relative_slack(a->pose, radius_a, b->pose, radius_b) +
                      0x1p-47 * (reach + radius_a + radius_b); // of turning and measuring along a direction
}

/// The direction with its largest component between 1/2 and 1, and without negligible ones, which would
/// underflow in exact products; false when it has no length.
static bool normalise(struct cd_vec3 *direction)
{
    double max = fmax(fabs(direction->x), fmax(fabs(direction->y), fabs(direction->z)));
    int exponent;
    if (!(max > 0 && max < INFINITY))
        return false;
    frexp(max, &exponent);
    double *components[3] = {&direction->x, &direction->y, &direction->z};
    for (int i = 0; i < 3; i++) {
        double scaled = ldexp(*components[i], -exponent);
        *components[i] = fabs(scaled) < 0x1p-100 ? 0 : scaled;
    }
    return true;
}

bool relation_parted(struct relation *relation, struct cd_vec3 direction, uint32_t start[2])
{
    if (!normalise(&direction))
        return false;
    struct cd_vec3 in_b = relation_turned(relation, 0, cd_scale(direction, -1));
    in_b.x = fabs(in_b.x) < 0x1p-100 ? 0 : in_b.x;
    in_b.y = fabs(in_b.y) < 0x1p-100 ? 0 : in_b.y;
    in_b.z = fabs(in_b.z) < 0x1p-100 ? 0 : in_b.z;
    in_b = cd_scale(in_b, 0.5); // its components are no larger than 1 then
    start[0] = polytope_furthest(relation->body[0], start[0], direction, &relation->steps);
    start[1] = polytope_furthest(relation->body[1], start[1], in_b, &relation->steps);
    struct cd_vec3 p = relation->body[0]->points[start[0]], q = relation->body[1]->points[start[1]];
    double gap = cd_dot(direction, cd_sub(relation_seen(relation, 1, q), p));
    return gap > relation->slack * cd_length(direction);
}
