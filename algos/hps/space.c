#include "algos/hps/space.h"

/// A region set's coordinates are the scene's less this.
#define SHIFT (CD_REGION_LEAST - INT32_MIN)

/// The least and the largest coordinate of all regions along one axis; false when there are none.
static bool bounds_of(const struct cd_region_set *set, uint32_t axis, int32_t *least, int32_t *most)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_side *side = &set->sides[kind];
        for (uint32_t i = 0; i < side->count; i++) {
            low = side->low[axis][i] < low ? side->low[axis][i] : low;
            high = side->high[axis][i] > high ? side->high[axis][i] : high;
        }
    }
    *least = low;
    *most = high;
    return low <= high;
}

static int exact_logarithm(int64_t side)
{
    return side & (side - 1) ? -1 : __builtin_ctzll((unsigned long long)side);
}

void hps_space_fit(struct hps_space *space, const struct cd_region_set *set, int64_t side)
{
    for (int i = 0; i < 2; i++) {
        int32_t least, most;
        space->origin[i] = -SHIFT;
        space->side[i] = side ? side : 1;
        if (!side && space->axes[i] != HPS_NO_AXIS && bounds_of(set, space->axes[i], &least, &most)) {
            space->origin[i] = least;
            while (space->side[i] <= (int64_t)most - least)
                space->side[i] *= 2;
        }
        space->shift[i] = exact_logarithm(space->side[i]);
    }
}

bool hps_space_holds(const struct hps_space *space, const struct cd_region_set *set)
{
    for (int i = 0; i < 2; i++) {
        int32_t least, most;
        if (space->axes[i] != HPS_NO_AXIS && bounds_of(set, space->axes[i], &least, &most) &&
            (least < space->origin[i] || most >= space->origin[i] + space->side[i]))
            return false;
    }
    return true;
}
