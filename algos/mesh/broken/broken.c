// Claims to be exact and is wrong: the harness must refuse to time it.
#include "algos/algo.h"

static const struct cd_param broken_params[] = {
    CD_PARAM_CHOICE("fault", "miss", "miss|extra",
                    "what is wrong: hits are left out, or reported where there are none"),
    CD_PARAM_END,
};

struct broken {
    bool always;
};

static enum cd_code broken_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    static struct broken never = {false}, always = {true};
    (void)shape;
    (void)context;
    (void)status;
    *model = cd_setting_is(settings, "fault", "extra") ? &always : &never;
    return CD_OK;
}

static bool broken_test(const struct cd_test *t)
{
    const struct broken *broken = t->a->model;
    if (broken->always && t->worker->query == CD_QUERY_CONTACTS)
        cd_emit_contact(t->worker, t->a, 0, t->b, 0);
    return broken->always;
}

const struct cd_algo cd_algo_broken = {
    .name = "broken",
    .title = "claims exactness and is wrong: must be refused",
    .source = "a test of the harness",
    .params = broken_params,
    .pair = &(const struct cd_pair_algo){.prepare = broken_prepare, .test = broken_test},
};
