/// The inner loop of matchers: which of some extents in a row match one extent. Eight at a time where the
/// processor has AVX2.
#ifndef CD_ALGOS_REGIONS_REGION_SCAN_H
#define CD_ALGOS_REGIONS_REGION_SCAN_H

#include "algos/regions/region_set.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most extents in a row; `found` has room for as many and CD_REGION_SLACK more.
#define CD_REGION_ROW 2048

/// Writes those of first .. first + count - 1 that overlap `bounds` in the dimensions from .. to - 1 into
/// `found`, ascending, and returns how many they are; count <= CD_REGION_ROW. The arrays can be read up to
/// CD_REGION_SLACK entries past the last one.
uint32_t cd_region_scan(int32_t *const *low, int32_t *const *high, uint32_t from, uint32_t to,
                        const struct cd_region_bounds *bounds, uint32_t first, uint32_t count,
                        uint32_t *found);

#ifdef __cplusplus
}
#endif
#endif
