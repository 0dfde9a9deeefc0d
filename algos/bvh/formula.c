// Zhao Wei et al. 2009, section 1.3: with phi = arctan(Y0 / X0), dist = X0^2 + Y0^2 + Z0^2 - (Rs + H) phi
// and an angle theta by quadrant, box and sphere meet where theta * dist < |Z0|. Lengths, squared lengths and
// angles are added to each other, so that the answer depends on the unit of length.
#include "algos/bvh/formula.h"

#include <math.h>

// arctan, rounded to a multiple of 2^-30, since the last bits of libm differ between machines.
static double arctan_portable(double value)
{
    return nearbyint(atan(value) * 0x1p30) * 0x1p-30;
}

bool bvh_formula_meets(double x, double y, double z, double radius, double edge, bool rooted)
{
    double phi = arctan_portable(y / x), theta = phi; // unsaid where x or y is 0
    if (y > 0 && x < 0)
        theta = M_PI - phi;
    else if (y < 0 && x > 0)
        theta = -phi;
    else if (y < 0 && x < 0)
        theta = M_PI + phi;
    double square = x * x + y * y + z * z;
    double dist = (rooted ? sqrt(square) : square) - (radius + edge) * phi;
    return theta * dist < fabs(z);
}
