#include "scenes/regions/sizes.h"

#include "base/random.h"
#include "base/status.h"
#include "scenes/regions/regions.h"

#include <math.h>

double cd_random_normal(struct cd_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += cd_random_unit(random);
    return sum;
}

double cd_exp_portable(double x)
{
    CD_ASSERT(x >= -700 && x <= 700);
    const double log2_high = 0x1.62e42fefa3800p-1, log2_low = 0x1.ef35793c76730p-45;
    double power = floor(x / (log2_high + log2_low) + 0.5);
    double rest = (x - power * log2_high) - power * log2_low; // |rest| < 0.35
    double sum = 1;
    for (int n = 16; n > 0; n--)
        sum = 1 + sum * rest / n;
    return ldexp(sum, (int)power); // exact
}

struct cd_region_sizes cd_region_sizes_of(const struct cd_region_plan *plan)
{
    struct cd_region_sizes sizes = {1};
    double half = plan->sigma / 2;
    if (plan->mix != CD_REGIONS_LOGNORMAL || half < 1e-6)
        return sizes;
    // The mean of exp(2 h u) over the unit interval around 0 is sinh(h) / h; z is the sum of twelve such u.
    double mean = (cd_exp_portable(half) - cd_exp_portable(-half)) / 2 / half;
    double square = mean * mean, sixth = square * square * square;
    sizes.lognormal_scale = 1 / (sixth * sixth);
    return sizes;
}

int64_t cd_region_draw_side(const struct cd_region_plan *plan, const struct cd_region_sizes *sizes, bool huge,
                            struct cd_random *random)
{
    int64_t min = plan->touch == CD_TOUCH_CLOSED ? 0 : 1, side = plan->size;
    if (plan->mix == CD_REGIONS_LOGNORMAL) {
        double z = cd_random_normal(random);
        double wanted = (double)plan->size * sizes->lognormal_scale * cd_exp_portable(plan->sigma * z);
        side = wanted < (double)plan->space ? (int64_t)(wanted + 0.5) : plan->space;
    } else if (huge) {
        side = plan->space / 4;
    }
    return side > min ? side : min;
}
