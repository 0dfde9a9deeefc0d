#include "base/status.h"
#include "geom/double2.h"
#include "scenes/generators/generator.h"

#include <math.h>

// The pairs of doubles below have about 100 bits of precision.

static struct cd_double2 divided(struct cd_double2 a, double b)
{
    double quotient = a.high / b;
    struct cd_double2 back = cd_two_product(quotient, b);
    return cd_two_sum_ordered(quotient, ((a.high - back.high) - back.low + a.low) / b);
}

/// Sums the power series from the term of power n on: every second power, with alternating signs.
static double series(struct cd_double2 angle, struct cd_double2 term, int n)
{
    struct cd_double2 sum = term,
                      minus_square = cd_double2_product(angle, (struct cd_double2){-angle.high, -angle.low});
    while (fabs(term.high) > 0x1p-110 * fabs(sum.high)) {
        term = divided(cd_double2_product(term, minus_square), (n + 1) * (n + 2));
        sum = cd_double2_sum(sum, term);
        n += 2;
    }
    return sum.high;
}

void cd_precise_sine(double angle, double *sine, double *cosine)
{
    CD_ASSERT(angle >= 0 && angle < 7);
    const double quarter_high = 0x1.921fb54442d18p+0, quarter_low = 0x1.1a62633145c07p-54;
    int quarters = (int)(angle / quarter_high + 0.5);
    struct cd_double2 rest =
        cd_double2_sum((struct cd_double2){angle, 0}, cd_two_product(-quarters, quarter_high));
    rest = cd_double2_sum(rest, cd_two_product(-quarters, quarter_low));
    double s = series(rest, rest, 1), c = series(rest, (struct cd_double2){1, 0}, 0);
    *sine = quarters % 4 == 0 ? s : quarters % 4 == 1 ? c : quarters % 4 == 2 ? -s : -c;
    *cosine = quarters % 4 == 0 ? c : quarters % 4 == 1 ? -s : quarters % 4 == 2 ? -c : s;
}
