// Takes every pair that a broad phase lets through for a hit: its time is the cost of the broad phase alone.
#include "algos/algo.h"

static void candidates_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

static bool candidates_test(const struct cd_placed *a, const struct cd_placed *b, const void *link,
                            void *slot, struct cd_worker *worker)
{
    (void)a, (void)b, (void)link, (void)slot, (void)worker;
    return true;
}

const struct cd_algo cd_algo_candidates = {
    .name = "candidates",
    .title = "every candidate is a hit: measures the broad phase alone",
    .source = "a test of broad phases",
    .role = CD_ROLE_PAIR,
    .hidden = true,
    .describe = candidates_describe,
    .test = candidates_test,
};
