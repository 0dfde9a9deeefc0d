// The trees of Liu, Li, Zhao, Shan 2016 (algos/papers/liu2016), with two things of our own: boxes that are turned until
// they are smaller, and a rule that goes by the size of boxes instead of by balance factors. As in simultaneous descent
// both nodes are opened, unless one box is much larger: then only its node is, since the parts of a small box would meet
// all that the small box meets.
#include "algos/mesh/sphere_obb_sized/sphere_obb_sized.h"

#include "algos/tighten.h"
#include "base/memory.h"

#include <string.h>

// A box this many times larger than the other is opened alone.
#define MUCH_LARGER 3

static const struct cd_param sphere_obb_sized_params[] = {
    CD_PARAM_CHOICE("traversal", "sized", "sized|larger",
                    "open both nodes unless one box is much larger, or always the larger box"),
    CD_PARAM_CHOICE("spheres", "yes", "yes|no", "test spheres before boxes"),
    CD_PARAM_CHOICE("boxes", "tight", "tight|covariance",
                    "axes that are turned to make boxes smaller, or as the surface's covariance gives them"),
    CD_PARAM_CHOICE("split", "mean", "mean|median", "split at the mean along the longest axis, or in halves"),
    CD_PARAM_INT("leaf", "1", 1, 64, "most triangles in a leaf"),
    CD_PARAM_END,
};

// Turns the boxes of nodes of several triangles, and fits them anew.
static void tighten(const struct sized_model *model, const struct cd_shape *shape)
{
    const struct sobb_tree *tree = model->tree;
    for (uint32_t n = 0; n < tree->node_count && model->tight; n++) {
        struct sobb_node *node = &tree->nodes[n];
        struct cd_vec3 corners[CD_TIGHTEN_SAMPLES][3];
        uint32_t count = node->total < CD_TIGHTEN_SAMPLES ? node->total : CD_TIGHTEN_SAMPLES;
        double axes[9];
        struct cd_span span = cd_span_empty();
        if (node->total == 1)
            continue;
        memcpy(axes, node->box.axes, sizeof axes);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t place = node->first + (uint32_t)((uint64_t)i * node->total / count);
            const uint32_t *v = shape->mesh->triangles[tree->order[place]].v;
            for (int k = 0; k < 3; k++)
                corners[i][k] = cd_scale(cd_sub(shape->vertices[v[k]], tree->origin), 1 / tree->unit);
        }
        cd_tighten(corners[0], sizeof corners[0], count, axes);
        for (uint32_t place = node->first; place < node->first + node->total; place++)
            for (int k = 0; k < 3; k++)
                cd_span_add(&span, axes, shape->vertices[shape->mesh->triangles[tree->order[place]].v[k]]);
        node->box = cd_obb_of_span(axes, &span);
    }
}

static enum cd_code prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                            struct cd_context *context, void **result, struct cd_status *status)
{
    (void)context, (void)status;
    struct sobb_options options = {.spheres = cd_setting_is(settings, "spheres", "yes") ? SOBB_SPHERES_OF_ALL
                                                                                        : SOBB_NO_SPHERES,
                                   .median = cd_setting_is(settings, "split", "median"),
                                   .leaf = (uint32_t)cd_setting_int(settings, "leaf")};
    struct sized_model *model = cd_allocate(1, sizeof *model);
    model->tree = sobb_create(&options, shape);
    model->tight = cd_setting_is(settings, "boxes", "tight");
    model->larger = cd_setting_is(settings, "traversal", "larger");
    tighten(model, shape);
    *result = model;
    return CD_OK;
}

// Turned axes stay.
static void refit(void *result, const struct cd_shape *shape)
{
    const struct sized_model *model = result;
    sobb_refit(model->tree, shape);
}

static void rebuild(void *result, const struct cd_shape *shape)
{
    const struct sized_model *model = result;
    sobb_rebuild(model->tree, shape);
    tighten(model, shape);
}

static void release(void *result)
{
    struct sized_model *model = result;
    sobb_destroy(model->tree);
    cd_free(model);
}

static double size_of(const struct cd_obb *box)
{
    return box->half[0] + box->half[1] + box->half[2];
}

static bool descend(const struct sobb_visit *visit, bool larger, uint32_t a, uint32_t b)
{
    const struct sobb_node *node_a = &visit->tree[0]->nodes[a], *node_b = &visit->tree[1]->nodes[b];
    if (!sobb_overlap(visit, a, b))
        return false;
    if (!node_a->child && !node_b->child)
        return sobb_test_leaves(visit, a, b);
    double size_a = size_of(&node_a->box), size_b = size_of(&node_b->box);
    bool much_a = larger ? size_a >= size_b : size_a > MUCH_LARGER * size_b;
    bool much_b = larger ? size_b > size_a : size_b > MUCH_LARGER * size_a;
    bool opens_a = node_a->child && (!node_b->child || !much_b);
    bool opens_b = node_b->child && (!node_a->child || !much_a);
    bool hit = false;
    for (uint32_t i = 0; i < 1u + opens_a; i++)
        for (uint32_t k = 0; k < 1u + opens_b; k++) {
            hit |= descend(visit, larger, opens_a ? node_a->child + i : a, opens_b ? node_b->child + k : b);
            if (hit && visit->worker->query != CD_QUERY_CONTACTS)
                return true;
        }
    return hit;
}

static bool test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    const struct sized_model *model_a = a->model, *model_b = b->model;
    struct cd_placed own_a = *a, own_b = *b;
    struct sobb_visit visit;
    own_a.model = model_a->tree;
    own_b.model = model_b->tree;
    if (!sobb_begin(&visit, &own_a, &own_b, NULL, t->worker))
        return cd_placed_surfaces_touch(a, b, t->worker);
    return descend(&visit, model_a->larger, 0, 0);
}

static void body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    struct cd_placed own = *body;
    own.model = ((const struct sized_model *)body->model)->tree;
    sobb_body_volumes(&own, volumes);
}

const struct cd_algo cd_algo_sphere_obb_sized = {
    .name = "sphere_obb_sized",
    .title = "trees of spheres and tight oriented boxes, both nodes opened unless one is much larger",
    .source = "this project, after Liu, Li, Zhao, Shan 2016",
    .params = sphere_obb_sized_params,
    .pair =
        &(const struct cd_pair_algo){
            .prepare = prepare, .refit = refit, .rebuild = rebuild, .release = release, .test = test},
    .draw = &(const struct cd_debug_draw){.body_volumes = body_volumes},
};
