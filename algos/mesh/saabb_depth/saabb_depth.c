// Ours: the trees of Zhao Wei et al. 2009 (algos/papers/zhao2009), searched depth first, the children nearest to each
// other first. Children are tested when their parents are opened, so that only pairs that overlap wait on the stack.
// The tests of volumes, and when a box is tested, are the authors'.
#include "algos/papers/zhao2009/saabb.h"

struct task {
    uint32_t a, b; ///< nodes
};

/// Every task taken adds at most four, and goes one level down in one tree or both.
#define STACK (3 * 2 * (ZHAO_DEPTH_MAX + 1) + 1)

static bool overlap(const struct zhao_visit *visit, const struct zhao_node *a, const struct zhao_node *b)
{
    bool box_a = a->sphere_2_box_volume_ratio >= visit->ra->options.threshold,
         box_b = b->sphere_2_box_volume_ratio >= visit->rb->options.threshold;
    if (zhao_spheres_apart(visit, a, b))
        return false;
    if (box_a && box_b)
        return !zhao_boxes_apart(visit, a, b);
    if (box_a)
        return !zhao_box_and_sphere_apart(visit, true, a, &b->sphere);
    return !box_b || !zhao_box_and_sphere_apart(visit, false, b, &a->sphere);
}

static size_t scratch_bytes(const void *model_a, const void *model_b)
{
    (void)model_a, (void)model_b;
    return STACK * sizeof(struct task);
}

static bool test(const struct cd_test *t)
{
    struct zhao_visit visit;
    if (!zhao_visit_of(t->a, t->b, t->worker, &visit))
        return cd_placed_surfaces_touch(t->a, t->b, t->worker);
    const struct zhao_node *nodes_a = visit.ra->nodes, *nodes_b = visit.rb->nodes;
    struct task *stack = t->worker->scratch;
    bool hit = false, first_only = t->worker->query != CD_QUERY_CONTACTS;
    uint32_t stacked = 0;
    // The pairs that a task opens: from..., as many as ways to choose a child or the node itself.
    struct task from = {0, 0};
    uint32_t ways_a = 1, ways_b = 1;
    for (;;) {
        uint32_t bottom = stacked, nearest = stacked;
        double least = INFINITY;
        for (uint32_t i = 0; i < ways_a; i++)
            for (uint32_t j = 0; j < ways_b; j++) {
                const struct zhao_node *a = &nodes_a[from.a + i], *b = &nodes_b[from.b + j];
                if (!overlap(&visit, a, b))
                    continue;
                if (a->left || b->left) {
                    struct cd_vec3 to_b = cd_canonical_vertex(&visit.relation.pose, b->sphere.centre);
                    struct cd_vec3 apart = cd_sub(to_b, a->sphere.centre);
                    double distance = first_only ? cd_dot(apart, apart) : 0;
                    nearest = distance < least ? stacked : nearest;
                    least = distance < least ? distance : least;
                    stack[stacked++] = (struct task){from.a + i, from.b + j};
                } else if (zhao_leaves_touch(&visit, a, b)) {
                    hit = true;
                    if (first_only)
                        return true;
                }
            }
        if (!stacked)
            return hit;
        uint32_t next = first_only && stacked > bottom ? nearest : stacked - 1;
        struct task task = stack[next];
        stack[next] = stack[--stacked];
        uint32_t left_a = nodes_a[task.a].left, left_b = nodes_b[task.b].left;
        t->worker->counters.node_visits++;
        from = (struct task){left_a ? left_a : task.a, left_b ? left_b : task.b};
        ways_a = left_a ? 2 : 1;
        ways_b = left_b ? 2 : 1;
    }
}

static const struct cd_param params[] = {
    CD_PARAM_REAL("threshold", "1", 0, 1e9,
                  "ratio of the volumes of sphere and box from which on the box is tested as well"),
    CD_PARAM_CHOICE("split", "penalty", "penalty|median",
                    "split at the plane with the least |left - right| + lambda * across, or into halves"),
    CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres that a splitting plane cuts"),
    CD_PARAM_INT("leaf", "1", 1, 64, "number of triangles at which splitting stops"),
    CD_PARAM_END,
};

static enum cd_code prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                            struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    struct zhao_options options = zhao_options_of(settings, ZHAO_SAABB);
    *model = zhao_create(&options, shape);
    return CD_OK;
}

const struct cd_algo cd_algo_saabb_depth = {
    .name = "saabb_depth",
    .title = "ours: SAABB trees depth first, nearest children first",
    .source = "trees by Zhao, Tan, Yang, Ding, Li 2009",
    .params = params,
    .pair = &(const struct cd_pair_algo){.prepare = prepare,
                                         .refit = zhao_refit,
                                         .rebuild = zhao_rebuild,
                                         .release = zhao_release,
                                         .scratch_bytes = scratch_bytes,
                                         .test = test},
    .draw = &(const struct cd_debug_draw){.body_volumes = zhao_body_volumes},
};
