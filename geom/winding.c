#include "geom/winding.h"

#include "geom/predicates.h"

/// Returns the side of the edge from a to b, seen from above, on which p lies after a move by (e, e^2) for an
/// infinitely small e > 0. If the determinant is 0, its derivatives by p's coordinates decide. The result is 0 only if
/// a and b have the same x and y.
static int perturbed_side(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *p)
{
    int side = cd_orient2d(a->x, a->y, b->x, b->y, p->x, p->y);
    if (side == 0)
        side = (a->y > b->y) - (a->y < b->y);
    if (side == 0)
        side = (b->x > a->x) - (b->x < a->x);
    return side;
}

int cd_winding_crossing(const struct cd_vec3 *p, const struct cd_vec3 triangle[3])
{
    const struct cd_vec3 *a = &triangle[0], *b = &triangle[1], *c = &triangle[2];
    if ((p->x < a->x && p->x < b->x && p->x < c->x) || (p->x > a->x && p->x > b->x && p->x > c->x) ||
        (p->y < a->y && p->y < b->y && p->y < c->y) || (p->y > a->y && p->y > b->y && p->y > c->y) ||
        (p->z > a->z && p->z > b->z && p->z > c->z))
        return 0;
    int side = perturbed_side(a, b, p);
    if (side == 0 || perturbed_side(b, c, p) != side || perturbed_side(c, a, p) != side)
        return 0;
    // The moved point is inside the triangle's edges. p is below the plane if the orientation agrees. Moving p cannot
    // change that: p is not in the plane, or it would be on the triangle.
    return cd_orient3d(a, b, c, p) == side ? side : 0;
}
