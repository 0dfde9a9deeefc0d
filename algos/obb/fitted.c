#include "algos/obb/fitted.h"

#include <string.h>

void obb_round_axes(const double axes[9], double rounded[9])
{
    for (int i = 0; i < 9; i++)
        rounded[i] = (double)(float)axes[i];
}

void obb_find_centre(struct obb_fitted *box)
{
    const double *q = box->axes;
    double c[3] = {0, 0, 0};
    // Rounded axes are orthonormal to 1e-7 only: the second step corrects the first.
    for (int step = 0; step < 2; step++) {
        double off[3];
        for (int i = 0; i < 3; i++)
            off[i] = (0.5 * box->span.low[i] + 0.5 * box->span.high[i]) -
                     (q[3 * i] * c[0] + q[3 * i + 1] * c[1] + q[3 * i + 2] * c[2]);
        for (int k = 0; k < 3; k++)
            c[k] += q[k] * off[0] + q[3 + k] * off[1] + q[6 + k] * off[2];
    }
    memcpy(box->centre, c, sizeof c);
}

float obb_rounded_up(double value)
{
    float rounded = (float)value;
    return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}
