// A plug-in in C that tests every triangle of one body against every triangle of the other, forward or
// backward.
#include <algos/algo.h>

static const struct cd_param touch_params[] = {
    CD_PARAM_CHOICE("order", "forward", "forward|backward", "which triangles of the first body come first"),
    CD_PARAM_END,
};

// The model remembers the setting; it needs nothing of the mesh, so one of two constants serves every mesh.
static enum cd_code touch_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    static bool backward[] = {false, true};
    (void)shape, (void)context, (void)status;
    *model = &backward[cd_setting_is(settings, "order", "backward")];
    return CD_OK;
}

static bool touch_test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    struct cd_worker *worker = t->worker;
    const bool *backward = a->model;
    bool hit = false;
    for (uint32_t k = 0; k < a->triangle_count; k++) {
        uint32_t i = *backward ? a->triangle_count - 1 - k : k;
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            worker->counters.triangle_tests++;
            if (!cd_placed_triangles_touch(a, i, b, j))
                continue;
            hit = true;
            if (worker->query != CD_QUERY_CONTACTS)
                return true;
            cd_emit_contact(worker, a, i, b, j);
        }
    }
    return hit;
}

static const struct cd_algo touch = {
    .name = "touch",
    .title = "every pair of triangles, from a plug-in",
    .source = "folklore",
    .params = touch_params,
    .pair = &(const struct cd_pair_algo){.prepare = touch_prepare, .test = touch_test},
};

static const struct cd_algo *const algos[] = {&touch};

const struct cd_plugin_info cd_plugin = {
    .abi_version = CD_ABI_VERSION,
    .count = sizeof algos / sizeof algos[0],
    .algos = algos,
};
