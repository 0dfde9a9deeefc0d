// Takes every pair that a broad phase lets through for a hit: its time is the cost of the broad phase alone.
#include "algos/algo.h"

static void candidates_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

static bool candidates_test(const struct cd_test *t)
{
    (void)t;
    return true;
}

const struct cd_algo cd_algo_candidates = {
    .name = "candidates",
    .title = "every candidate is a hit: measures the broad phase alone",
    .source = "a test of broad phases",
    .describe = candidates_describe,
    .pair = &(const struct cd_pair_algo){.test = candidates_test},
};
