// Plug-ins with one fault each, chosen by a macro: the program must refuse them rather than crash later.
#include <algos/algo.h>

#ifndef ABI_AHEAD
#define ABI_AHEAD 0
#endif

static bool never(const struct cd_test *t)
{
    (void)t;
    return false;
}

#ifdef PLACE_WITHOUT_BYTES
static void place(struct cd_placed *body)
{
    (void)body;
}
#endif

static const struct cd_param params[] = {
#ifdef SETTING_OUT_OF_RANGE
    CD_PARAM_INT("levels", "10", 1, 9, "the default is out of range"),
#endif
#ifdef SETTING_OF_THE_DRIVER
    CD_PARAM_INT("broad", "1", 1, 9, "every pair algorithm has a setting of this name"),
#endif
    CD_PARAM_END,
};

static const struct cd_algo bad_record = {
    .name = "bad_record",
    .title = "must not be listed",
    .source = "a test of plug-ins",
    .params = params,
#ifndef NO_ROLE
    .pair =
        &(const struct cd_pair_algo){
#ifdef PLACE_WITHOUT_BYTES
            .place = place,
#endif
#ifndef NO_TEST
            .test = never,
#endif
        },
#endif
#ifdef TWO_ROLES
    .scene = &(const struct cd_scene_algo){.create = NULL},
#endif
};

static const struct cd_algo *const algos[] = {&bad_record};

const struct cd_plugin_info cd_plugin = {
    .abi_version = CD_ABI_VERSION + ABI_AHEAD,
    .count = 1,
    .algos = algos,
};
