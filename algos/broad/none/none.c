// The broad phase of the papers that have none: every pair of live bodies is a candidate.
#include "algos/algo.h"

const struct cd_algo cd_algo_none = {
    .name = "none",
    .title = "no broad phase: every pair of bodies",
    .source = "folklore",
    .broad = &(const struct cd_broad_phase){0},
};
