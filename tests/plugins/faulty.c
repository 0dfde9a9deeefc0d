// An algorithm with faults that a conformance suite has to find. It tests every triangle against every triangle, as
// `touch` does, and in addition does something wrong.
#include <algos/algo.h>

#include <math.h>
#include <stdlib.h>

static const struct cd_param faulty_params[] = {
    CD_PARAM_CHOICE(
        "fault", "none", "none|small|allocate|unsteady|crash|loop|lack",
        "what is wrong: spheres that are 10 % too small, memory from malloc in every test, answers that "
        "change, a test of two bodies at the right distance that crashes or does not end, and the pretence "
        "that the machine lacks something"),
    CD_PARAM_END,
};

enum fault { NONE, SMALL, ALLOCATE, UNSTEADY, CRASH, LOOP, LACK };

static enum cd_code faulty_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    static enum fault faults[] = {NONE, SMALL, ALLOCATE, UNSTEADY, CRASH, LOOP, LACK};
    (void)shape, (void)context;
    enum fault *fault = &faults[cd_setting_place(settings, "fault")];
    *model = fault;
    return *fault == LACK ? cd_fail(status, CD_ENVIRONMENT, "there is no crystal ball here") : CD_OK;
}

struct sphere {
    struct cd_vec3 centre;
    double radius;
};

/// The sphere around the centre of a body's box.
static struct sphere sphere_around(const struct cd_placed *body)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < body->vertex_count; i++)
        cd_aabb_add(&box, cd_canonical_vertex(body->pose, body->vertices[i]));
    struct sphere sphere = {cd_aabb_centre(&box), 0};
    for (uint32_t i = 0; i < body->vertex_count; i++) {
        struct cd_vec3 arm = cd_sub(cd_canonical_vertex(body->pose, body->vertices[i]), sphere.centre);
        sphere.radius = fmax(sphere.radius, sqrt(cd_dot(arm, arm)));
    }
    return sphere;
}

/// True when spheres of nine tenths are apart.
static bool seem_apart(const struct cd_placed *a, const struct cd_placed *b)
{
    struct sphere first = sphere_around(a), second = sphere_around(b);
    struct cd_vec3 between = cd_sub(first.centre, second.centre);
    return sqrt(cd_dot(between, between)) > 0.9 * (first.radius + second.radius);
}

static bool faulty_test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    static unsigned calls;
    enum fault fault = *(const enum fault *)a->model;
    bool deep = a->pose->t[0] == 3 && b->pose->t[0] == 0; // as in frame 3 of `nested bodies`
    volatile unsigned count = 0;
    if (fault == SMALL && seem_apart(a, b))
        return false;
    if (fault == ALLOCATE)
        free((void *volatile){malloc(100)});
    if (fault == UNSTEADY && ++calls % 7 == 0)
        return false;
    if (fault == CRASH && deep)
        abort();
    while (fault == LOOP && deep)
        count++;
    return cd_placed_surfaces_touch(a, b, t->worker);
}

static const struct cd_algo faulty = {
    .name = "faulty",
    .title = "has the fault that is chosen",
    .source = "a test of the conformance suite",
    .params = faulty_params,
    .pair = &(const struct cd_pair_algo){.prepare = faulty_prepare, .test = faulty_test},
};

static const struct cd_algo *const algos[] = {&faulty};

const struct cd_plugin_info cd_plugin = {
    .abi_version = CD_ABI_VERSION,
    .count = sizeof algos / sizeof algos[0],
    .algos = algos,
};
