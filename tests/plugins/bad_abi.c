// A plug-in for another version of the interface. The program must refuse it and say why.
#include <algos/algo.h>

static bool never(const struct cd_placed *a, const struct cd_placed *b, const void *link, void *slot,
                  struct cd_worker *worker)
{
    (void)a, (void)b, (void)link, (void)slot, (void)worker;
    return false;
}

static const struct cd_algo bad_abi = {
    .name = "bad_abi",
    .title = "must not be listed",
    .source = "a test of plug-ins",
    .role = CD_ROLE_PAIR,
    .test = never,
};

static const struct cd_algo *const algos[] = {&bad_abi};

const struct cd_plugin_info cd_plugin = {
    .abi_version = CD_ABI_VERSION + 1,
    .algo_bytes = sizeof(struct cd_algo),
    .counter_bytes = sizeof(struct cd_counters),
    .count = 1,
    .algos = algos,
};
