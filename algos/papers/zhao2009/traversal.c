// Zhao Wei et al. 2009, section 2.2: the task tree of two bodies is searched breadth first. A task is a pair of nodes;
// its volumes are tested when it is taken out of LIVESET. Boxes stay in model space (E8), so that the rotation between
// those of two bodies is the same for all tasks; b is seen from a. Volumes are certainly apart only beyond the slack
// that README.md derives; triangles are decided exactly.
//
// LIVESET has room for as many tasks as the setting `queue` says. A task that finds no room is put on a stack, and
// what is on the stack is worked off, last in, first out, before the next task of LIVESET: depth first.
//
// The paper                                          here
//   section 1.1, basic collision detection            zhao_leaves_touch
//   section 1.3, formula (3) and the angle theta      zhao_formula_3
//   section 1.3, box and sphere                       zhao_box_and_sphere_apart
//   section 2.1 a, second use of underlying spheres   zhao_leaves_touch
//   section 2.2, LIVESET                              live_set
//   section 2.2, LIVESET< (a1,b1)                     put
//   section 2.2, (a1,b1)< LIVESET                     take
//   section 2.2, RatioThreshold                       ratio_threshold
//   section 2.2, WFSTraversal                         wfs_traversal
//   section 2.2 and 3, SCDA                           cd_algo_saabb
//   section 3, experiment 1, SPHERE                   cd_algo_sphere
//   section 3, experiment 1, ICOLLIDE                 cd_algo_box
//
// The paper says of its rivals that SPHERE uses bounding spheres, and ICOLLIDE AABBs: here they are trees of the same
// splits, searched by the same code, so that the three differ in their volumes only.
#include "algos/form.h"
#include "algos/papers/zhao2009/saabb.h"

#include <math.h>
#include <string.h>

/// arctan, rounded to a multiple of 2^-30, since the last bits of libm differ between machines.
static double tg_1(double x)
{
    return nearbyint(atan(x) * 0x1p30) * 0x1p-30;
}

bool zhao_formula_3(double x0, double y0, double z0, double rs, double h, bool root_lost)
{
    double phi = tg_1(y0 / x0);
    double sum = x0 * x0 + y0 * y0 + z0 * z0;
    double dist = (root_lost ? sqrt(sum) : sum) - (rs + h) * phi; // E1, now interpretation `root`
    double theta = phi; // E13: an angle around Z, not to it; unsaid where x0 or y0 is 0
    if (y0 > 0 && x0 > 0)
        theta = phi;
    else if (y0 > 0 && x0 < 0)
        theta = M_PI - phi;
    else if (y0 < 0 && x0 > 0)
        theta = -phi;
    else if (y0 < 0 && x0 < 0)
        theta = M_PI + phi;
    return theta * dist < fabs(z0);
}

bool zhao_visit_of(const struct cd_placed *a, const struct cd_placed *b, struct cd_worker *worker,
                   struct zhao_visit *visit)
{
    *visit = (struct zhao_visit){.a = a, .b = b, .ra = a->model, .rb = b->model, .worker = worker};
    if (!cd_relation_of(a, visit->ra->radius, b, visit->rb->radius, 0, &visit->relation))
        return false;
    visit->relation.slack += 0x1p-500; // lengths beyond have squares that are doubles
    for (int i = 0; i < 9; i++)
        visit->magnitude[i] = fabs(visit->relation.pose.r[i]);
    return true;
}

/// Both spheres in the model space of a.
static bool apart(const struct zhao_visit *visit, const struct cd_sphere *a, const struct cd_sphere *b)
{
    struct cd_vec3 d = cd_sub(cd_canonical_vertex(&visit->relation.pose, b->centre), a->centre);
    double reach = a->radius + b->radius + visit->relation.slack;
    visit->worker->counters.sphere_tests++;
    return cd_dot(d, d) > reach * reach;
}

bool zhao_spheres_apart(const struct zhao_visit *visit, const struct zhao_node *a1,
                        const struct zhao_node *b1)
{
    return visit->ra->options.volumes != ZHAO_BOXES && apart(visit, &a1->sphere, &b1->sphere);
}

/// On the three axes of a and the three of b (G. van den Bergen, Efficient Collision Detection of Complex Deformable
/// Models using AABB Trees, 1997).
bool zhao_boxes_apart(const struct zhao_visit *visit, const struct zhao_node *a1, const struct zhao_node *b1)
{
    const double *r = visit->relation.pose.r, *m = visit->magnitude, *ha = a1->half, *hb = b1->half;
    double slack = visit->relation.slack, d[3];
    visit->worker->counters.box_tests++;
    for (int i = 0; i < 3; i++) {
        d[i] = r[3 * i] * b1->centre[0] + r[3 * i + 1] * b1->centre[1] + r[3 * i + 2] * b1->centre[2] +
               visit->relation.pose.t[i] - a1->centre[i];
        if (fabs(d[i]) > ha[i] + m[3 * i] * hb[0] + m[3 * i + 1] * hb[1] + m[3 * i + 2] * hb[2] + slack)
            return true;
    }
    for (int j = 0; j < 3; j++)
        if (fabs(r[j] * d[0] + r[3 + j] * d[1] + r[6 + j] * d[2]) >
            hb[j] + m[j] * ha[0] + m[3 + j] * ha[1] + m[6 + j] * ha[2] + slack)
            return true;
    return false;
}

/// Section 1.3. Corrected, by J. Arvo, Graphics Gems, 1990.
bool zhao_box_and_sphere_apart(const struct zhao_visit *visit, bool box_of_a, const struct zhao_node *box,
                               const struct cd_sphere *sphere)
{
    const struct zhao_options *options = &visit->ra->options;
    const double *r = visit->relation.pose.r, *t = visit->relation.pose.t, *half = box->half;
    struct cd_vec3 c = cd_canonical_vertex(&visit->relation.pose, sphere->centre);
    if (!box_of_a) { // the sphere of a as b sees it
        double x = sphere->centre.x - t[0], y = sphere->centre.y - t[1], z = sphere->centre.z - t[2];
        c = cd_vec(r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z,
                   r[2] * x + r[5] * y + r[8] * z);
    }
    double d[3] = {c.x - box->centre[0], c.y - box->centre[1], c.z - box->centre[2]};
    visit->worker->counters.sphere_tests++;
    if (has(options->form, E9)) {
        double longest = fmax(half[0], fmax(half[1], half[2])); // of a cube; interpretation `edge`
        for (int i = 0; i < 3; i++)
            d[i] += options->from_corner ? half[i] : 0; // E12, now interpretation `origin`
        return !zhao_formula_3(d[0], d[1], d[2], sphere->radius, options->half_edge ? longest : 2 * longest,
                               options->root_lost);
    }
    double reach = sphere->radius + visit->relation.slack, square = 0;
    for (int i = 0; i < 3; i++) {
        double beside = fmax(fabs(d[i]) - half[i], 0);
        square += beside * beside;
    }
    return square > reach * reach;
}

bool zhao_leaves_touch(const struct zhao_visit *visit, const struct zhao_node *a1, const struct zhao_node *b1)
{
    const struct zhao_tree *ra = visit->ra, *rb = visit->rb;
    // Nodes of one triangle have its underlying sphere.
    bool pretested = ra->options.volumes == ZHAO_BOXES || (a1->total == 1 && b1->total == 1);
    bool touch = false;
    for (uint32_t i = a1->first; i < a1->first + a1->total; i++)
        for (uint32_t j = b1->first; j < b1->first + b1->total; j++) {
            uint32_t p = ra->order[i], q = rb->order[j];
            if (!pretested && apart(visit, &ra->underlying[p], &rb->underlying[q]))
                continue;
            touch |= cd_test_triangles(visit->a, p, visit->b, q, visit->worker);
            if (touch && visit->worker->query != CD_QUERY_CONTACTS)
                return true;
        }
    return touch;
}

/// A pair of nodes.
struct task {
    uint32_t a1, b1;
};

/// Every task that is taken from the stack adds at most four and goes one level down in one tree or both.
#define STACK (3 * 2 * (ZHAO_DEPTH_MAX + 1) + 1)

struct live_set {
    uint32_t capacity, size, next; ///< next: the place of the first task, in a ring of `capacity`
    uint32_t stacked;
    struct task stack[STACK];
    struct task ring[];
};

static void put(struct live_set *live_set, uint32_t a1, uint32_t b1)
{
    struct task *place = &live_set->stack[live_set->stacked];
    if (live_set->size < live_set->capacity) {
        uint32_t last = live_set->next + live_set->size++;
        place = &live_set->ring[last < live_set->capacity ? last : last - live_set->capacity];
    } else
        live_set->stacked++;
    *place = (struct task){a1, b1};
}

static struct task take(struct live_set *live_set)
{
    if (live_set->stacked > 0)
        return live_set->stack[--live_set->stacked];
    struct task first = live_set->ring[live_set->next];
    live_set->next = live_set->next + 1 < live_set->capacity ? live_set->next + 1 : 0;
    live_set->size--;
    return first;
}

/// One threshold for all nodes: the paper says that there is one.
static double ratio_threshold(const struct zhao_tree *tree, const struct zhao_node *node)
{
    (void)node;
    return tree->options.threshold;
}

/// The paper's first loop, over LIVESET.size, does once what the second one does, and is left out. Where all contacts
/// are asked for, a hit does not end the search.
static bool wfs_traversal(const struct zhao_visit *visit, struct live_set *live_set)
{
    const struct zhao_tree *ra = visit->ra, *rb = visit->rb;
    bool hit = false;
    live_set->size = live_set->next = live_set->stacked = 0;
    live_set->capacity = ra->options.queue;
    put(live_set, 0, 0); // the task (RA, RB)
    while (live_set->size || live_set->stacked) {
        struct task task = take(live_set);
        const struct zhao_node *a1 = &ra->nodes[task.a1], *b1 = &rb->nodes[task.b1];
        bool split_node = true;
        visit->worker->counters.node_visits++;
        if (zhao_spheres_apart(visit, a1, b1))
            split_node = false;
        else {
            bool flag1 = a1->sphere_2_box_volume_ratio >= ratio_threshold(ra, a1);
            bool flag2 = b1->sphere_2_box_volume_ratio >= ratio_threshold(rb, b1);
            if (flag1) {
                if (flag2) {
                    if (zhao_boxes_apart(visit, a1, b1))
                        split_node = false;
                } else {
                    if (zhao_box_and_sphere_apart(visit, true, a1, &b1->sphere))
                        split_node = false;
                }
            } else if (flag2) {
                if (zhao_box_and_sphere_apart(visit, false, b1, &a1->sphere))
                    split_node = false;
            }
        }
        if (!split_node)
            continue;
        bool leaf_rule = ra->options.leaf_rule_one && (!a1->left || !b1->left); // section 2.3 (E14)
        if ((!a1->left && !b1->left) || leaf_rule) {
            if (zhao_leaves_touch(visit, a1, b1)) { // CollisionDetectionFundamentalAlgorithm
                hit = true;
                if (visit->worker->query != CD_QUERY_CONTACTS)
                    return true;
            }
        } else if (!a1->left) {
            put(live_set, task.a1, b1->left);
            put(live_set, task.a1, b1->left + 1);
        } else if (!b1->left) {
            put(live_set, a1->left, task.b1);
            put(live_set, a1->left + 1, task.b1);
        } else {
            put(live_set, a1->left, b1->left);
            put(live_set, a1->left, b1->left + 1);
            put(live_set, a1->left + 1, b1->left);
            put(live_set, a1->left + 1, b1->left + 1);
        }
    }
    return hit; // E16: yes or no
}

static size_t scratch_bytes(const void *model_a, const void *model_b)
{
    (void)model_b; // a deforming body's tree may become deeper, so every tree gets room for the deepest
    return sizeof(struct live_set) + ((const struct zhao_tree *)model_a)->options.queue * sizeof(struct task);
}

static bool test(const struct cd_test *t)
{
    struct zhao_visit visit;
    if (!zhao_visit_of(t->a, t->b, t->worker, &visit))
        return cd_placed_surfaces_touch(t->a, t->b, t->worker);
    return wfs_traversal(&visit, t->worker->scratch);
}

// ---- the records ------------------------------------------------------------------------------------------

/// How formula (3) is read, by the forms that test boxes against spheres by it.
static const struct cd_param formula_params[] = {
    CD_PARAM_CHOICE("root", "lost", "lost|none",
                    "the distance of formula (3) is the root of the sum of squares, which the text has lost, "
                    "or the sum as it stands there"),
    CD_PARAM_CHOICE("edge", "whole", "whole|half", "H: the box's longest edge, or half of it"),
    CD_PARAM_CHOICE("origin", "centre", "centre|corner",
                    "what the sphere's centre is relative to: the box's centre, or its least corner"),
    CD_PARAM_END,
};

static const struct cd_param *params_of(const char *variant)
{
    return strcmp(variant, "corrected") ? formula_params : NULL;
}

static const struct cd_param saabb_params[] = {
    CD_PARAM_FORM("E9|", "", params_of),
    CD_PARAM_REAL("threshold", "1", 0, 1e9,
                  "ratio of the volumes of sphere and box from which on the box is tested as well"),
    CD_PARAM_CHOICE("leaf_rule", "both", "both|one",
                    "triangles are tested when both nodes are leaves, or when one is: all below the other"),
    CD_PARAM_INT(
        "queue", "65536", 0, 1048576,
        "most pairs of nodes that are visited breadth first, the others depth first; 0: all depth first"),
    CD_PARAM_CHOICE("split", "penalty", "penalty|median",
                    "split at the plane with the least |left - right| + lambda * across, or into halves"),
    CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres that a splitting plane cuts"),
    CD_PARAM_INT("leaf", "1", 1, 64, "number of triangles at which splitting stops"),
    CD_PARAM_END,
};

static const struct cd_param rival_params[] = {
    CD_PARAM_INT(
        "queue", "65536", 0, 1048576,
        "most pairs of nodes that are visited breadth first, the others depth first; 0: all depth first"),
    CD_PARAM_CHOICE("split", "penalty", "penalty|median",
                    "split at the plane with the least |left - right| + lambda * across, or into halves"),
    CD_PARAM_REAL("lambda", "1", 0, 1e6, "weight of spheres that a splitting plane cuts"),
    CD_PARAM_INT("leaf", "1", 1, 64, "number of triangles at which splitting stops"),
    CD_PARAM_END,
};

struct zhao_options zhao_options_of(const struct cd_settings *settings, enum zhao_volumes volumes)
{
    struct zhao_options options = {
        .volumes = volumes,
        .median = cd_setting_is(settings, "split", "median"),
        .lambda = cd_setting_real(settings, "lambda"),
        .stop = {.leaf = (double)cd_setting_int(settings, "leaf"),
                 .leaf_weight = 1}, // no bound of the height
        .threshold = cd_settings_has(settings, "threshold") ? cd_setting_real(settings, "threshold") : 1,
        .queue = cd_settings_has(settings, "queue") ? (uint32_t)cd_setting_int(settings, "queue") : 0,
        .form = cd_settings_has(settings, "variant") ? cd_form_errata(settings) : 0,
    };
    options.leaf_rule_one =
        cd_settings_has(settings, "leaf_rule") && cd_setting_is(settings, "leaf_rule", "one");
    if (options.form) {
        options.root_lost = cd_setting_is(settings, "root", "lost");
        options.half_edge = cd_setting_is(settings, "edge", "half");
        options.from_corner = cd_setting_is(settings, "origin", "corner");
    }
    return options;
}

static void describe_saabb(const struct cd_settings *settings, struct cd_description *description)
{
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static enum cd_code prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                            enum zhao_volumes volumes, void **model)
{
    struct zhao_options options = zhao_options_of(settings, volumes);
    *model = zhao_create(&options, shape);
    return CD_OK;
}

static enum cd_code prepare_saabb(const struct cd_settings *settings, const struct cd_shape *shape,
                                  struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    return prepare(settings, shape, ZHAO_SAABB, model);
}

static enum cd_code prepare_sphere(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    return prepare(settings, shape, ZHAO_SPHERES, model);
}

static enum cd_code prepare_box(const struct cd_settings *settings, const struct cd_shape *shape,
                                struct cd_context *context, void **model, struct cd_status *status)
{
    (void)context, (void)status;
    return prepare(settings, shape, ZHAO_BOXES, model);
}

static const struct cd_debug_draw draw = {.body_volumes = zhao_body_volumes};

const struct cd_algo cd_algo_saabb = {
    .name = "saabb",
    .title = "SAABB: trees of spheres and axis-aligned boxes",
    .source = "Zhao, Tan, Yang, Ding, Li 2009",
    .params = saabb_params,
    .describe = describe_saabb,
    .pair = &(const struct cd_pair_algo){.prepare = prepare_saabb,
                                         .refit = zhao_refit,
                                         .rebuild = zhao_rebuild,
                                         .release = zhao_release,
                                         .scratch_bytes = scratch_bytes,
                                         .test = test},
    .draw = &draw,
};

const struct cd_algo cd_algo_sphere = {
    .name = "sphere",
    .title = "tree of spheres: SPHERE as Zhao et al. 2009 understand it",
    .source = "Zhao, Tan, Yang, Ding, Li 2009; spheres by Ritter 1990",
    .params = rival_params,
    .pair = &(const struct cd_pair_algo){.prepare = prepare_sphere,
                                         .refit = zhao_refit,
                                         .rebuild = zhao_rebuild,
                                         .release = zhao_release,
                                         .scratch_bytes = scratch_bytes,
                                         .test = test},
    .draw = &draw,
};

const struct cd_algo cd_algo_box = {
    .name = "box",
    .title = "tree of axis-aligned boxes: ICOLLIDE as Zhao et al. 2009 understand it",
    .source = "Zhao, Tan, Yang, Ding, Li 2009; boxes by van den Bergen 1997",
    .params = rival_params,
    .pair = &(const struct cd_pair_algo){.prepare = prepare_box,
                                         .refit = zhao_refit,
                                         .rebuild = zhao_rebuild,
                                         .release = zhao_release,
                                         .scratch_bytes = scratch_bytes,
                                         .test = test},
    .draw = &draw,
};
