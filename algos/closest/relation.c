#include "algos/closest/relation.h"

void relation_init(struct relation *relation, const struct cd_placed *a, const struct cd_placed *b)
{
    const struct closest_place *place_a = a->placement, *place_b = b->placement;
    const double *ra = a->pose->r, *rb = b->pose->r, *ta = a->pose->t, *tb = b->pose->t;
    *relation = (struct relation){.body = {a->model, b->model}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            relation->r[3 * i + j] = ra[i] * rb[j] + ra[3 + i] * rb[3 + j] + ra[6 + i] * rb[6 + j];
    double d[3] = {tb[0] - ta[0], tb[1] - ta[1], tb[2] - ta[2]};
    relation->t =
        cd_vec(ra[0] * d[0] + ra[3] * d[1] + ra[6] * d[2], ra[1] * d[0] + ra[4] * d[1] + ra[7] * d[2],
               ra[2] * d[0] + ra[5] * d[1] + ra[8] * d[2]);
    double translation = 0, reach = relation->body[0]->radius + relation->body[1]->radius;
    for (int i = 0; i < 3; i++)
        translation += fabs(ta[i]) + fabs(tb[i]);
    double rounding = place_a->rounding + place_b->rounding;
    double defect = place_a->defect + place_b->defect + 0x1p-49;
    relation->slack = 1.01 * rounding + 4 * defect * reach + 0x1p-46 * (reach + translation);
}

/// The direction with its largest component between 1/2 and 1, and without negligible ones, which would
/// underflow in exact products; false when it has no length.
static bool normalise(struct cd_vec3 *direction)
{
    double most = fmax(fabs(direction->x), fmax(fabs(direction->y), fabs(direction->z)));
    int exponent;
    if (!(most > 0 && most < INFINITY))
        return false;
    frexp(most, &exponent);
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
