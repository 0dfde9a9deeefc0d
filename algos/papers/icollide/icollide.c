// Closest features of convex bodies by V-Clip's walk (B. Mirtich, "V-Clip: Fast and Robust Polyhedral Collision
// Detection", 1998), with GJK (Gilbert, Johnson, Keerthi 1988) where that ends. They stand in the place of the walk of
// Lin and Canny 1991, which I-COLLIDE has (J. D. Cohen, M. C. Lin, D. Manocha, M. K. Ponamgi, "I-COLLIDE: An
// Interactive and Exact Collision Detection System for Large-Scale Environments", 1995) and which is not here.
// README.md says where this deviates from the papers and why no answer can be wrong.
//
// The paper                                                      here
//   Cohen et al. 1995, features of the last frame, at first      walk_apart
//
// Ours, so that answers are exact: `relation_parted`, and in `collide` the remembered simplex, the second GJK and what
// follows it.
#include "algos/papers/icollide/icollide.h"

#include "base/memory.h"

// ---- how two bodies stand to each other -------------------------------------------------------------------

void relation_init(struct relation *relation, const struct cd_placed *a, const struct cd_placed *b)
{
    *relation = (struct relation){.body = {a->model, b->model}};
    cd_relate(a->pose, b->pose, &relation->to_a);
    double radius_a = relation->body[0]->radius, radius_b = relation->body[1]->radius, reach = 0;
    for (int i = 0; i < 3; i++)
        reach += fabs(relation->to_a.t[i]);
    struct cd_pose_slack slack_a = cd_pose_slack_of(a->pose, radius_a),
                         slack_b = cd_pose_slack_of(b->pose, radius_b);
    relation->slack = cd_relative_slack(&slack_a, &slack_b) +
                      0x1p-47 * (reach + radius_a + radius_b); // of turning and measuring along a direction
}

/// A direction without negligible components, which would underflow in exact products.
static struct cd_vec3 cleaned(struct cd_vec3 direction)
{
    return cd_vec(fabs(direction.x) < 0x1p-100 ? 0 : direction.x,
                  fabs(direction.y) < 0x1p-100 ? 0 : direction.y,
                  fabs(direction.z) < 0x1p-100 ? 0 : direction.z);
}

bool relation_parted(struct relation *relation, struct cd_vec3 direction, uint32_t start[2])
{
    double max = fmax(fabs(direction.x), fmax(fabs(direction.y), fabs(direction.z)));
    int exponent;
    if (!(max > 0 && max < INFINITY))
        return false;
    frexp(max, &exponent);
    direction = cleaned(cd_vec(ldexp(direction.x, -exponent), ldexp(direction.y, -exponent),
                               ldexp(direction.z, -exponent))); // the largest component is between 1/2 and 1
    // Components in b are halved, so that they are no larger than 1.
    struct cd_vec3 in_b = cd_scale(cleaned(relation_turned(relation, 0, cd_scale(direction, -1))), 0.5);
    start[0] = polytope_furthest(relation->body[0], start[0], direction, &relation->steps);
    start[1] = polytope_furthest(relation->body[1], start[1], in_b, &relation->steps);
    struct cd_vec3 p = relation->body[0]->points[start[0]], q = relation->body[1]->points[start[1]];
    double gap = cd_dot(direction, cd_sub(relation_seen(relation, 1, q), p));
    return gap > relation->slack * cd_length(direction);
}

// ---- the record -------------------------------------------------------------------------------------------

/// What is remembered about a pair of bodies; zero at first.
struct memory {
    bool known; ///< the features are those of an earlier frame
    struct feature features[2];
    struct gjk_simplex inside; ///< the proof that they overlapped; no points when they did not
};

static void closest_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->meaning = CD_MEANING_SOLID;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

static enum cd_code closest_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                    struct cd_context *context, void **result, struct cd_status *status)
{
    (void)settings, (void)context;
    struct polytope *polytope = NULL;
    enum cd_code code = polytope_create(shape, &polytope, status);
    *result = polytope;
    return code;
}

static size_t closest_scratch_bytes(const void *model_a, const void *model_b)
{
    const struct polytope *a = model_a, *b = model_b;
    return decide_scratch(a->mesh_vertices, a->mesh_triangles) +
           decide_scratch(b->mesh_vertices, b->mesh_triangles);
}

/// Walks to the closest features; true when they prove that the bodies are apart. Otherwise `start` are vertices of the
/// features.
static bool walk_apart(struct relation *relation, struct memory *memory, uint32_t start[2])
{
    if (!memory->known) { // features to begin with: the vertices that face the other body
        const struct polytope *a = relation->body[0], *b = relation->body[1];
        struct cd_vec3 to_b = cd_sub(relation_seen(relation, 1, b->centre), a->centre);
        struct cd_vec3 to_a = relation_turned(relation, 0, cd_scale(to_b, -1));
        memory->features[0] = (struct feature){FEATURE_VERTEX, polytope_far(a, 0, to_b, &relation->steps)};
        memory->features[1] = (struct feature){FEATURE_VERTEX, polytope_far(b, 0, to_a, &relation->steps)};
        memory->known = true;
    }
    enum walk_end end = walk_to_closest(relation, memory->features);
    for (int i = 0; i < 2; i++)
        start[i] = walk_corner(relation->body[i], memory->features[i]);
    struct cd_vec3 directions[2];
    int count = end == WALK_APART ? walk_directions(relation, memory->features, directions) : 0;
    for (int i = 0; i < count; i++) {
        uint32_t furthest[2] = {start[0], start[1]};
        if (relation_parted(relation, directions[i], furthest))
            return true;
    }
    return false;
}

static bool collide(struct relation *relation, const struct cd_placed *a, const struct cd_placed *b,
                    struct memory *memory, struct cd_worker *worker)
{
    struct cd_vec3 direction = {0, 0, 0};
    uint32_t start[2];
    if (relation->body[0]->delicate || relation->body[1]->delicate || !(relation->slack < 0x1p500))
        return decide_exactly(a, b, direction, worker);
    bool fits = true; // a body that deforms may come to have fewer corners
    for (int i = 0; i < 2; i++) {
        const struct polytope *body = relation->body[i];
        const uint32_t counts[] = {body->vertex_count, body->edge_count, body->face_count};
        fits &= memory->features[i].index < counts[memory->features[i].kind];
        for (uint32_t k = 0; k < memory->inside.count; k++)
            fits &= memory->inside.vertex[k][i] < body->vertex_count;
    }
    if (!fits)
        *memory = (struct memory){.known = false};
    if (memory->inside.count) // the features are old, and a walk into a body that overlaps does not end
        for (int i = 0; i < 2; i++)
            start[i] = memory->inside.vertex[0][i];
    else if (walk_apart(relation, memory, start))
        return false;
    enum gjk_end end = gjk_search(relation, 0, start, &memory->inside, &direction);
    if (end == GJK_NEAR) // if bodies touch, only shrunk ones have a direction from one to the other
        end = gjk_search(relation, 0x1p-20, start, &memory->inside, &direction);
    if (end == GJK_INSIDE)
        return true;
    for (int i = 0; i < 2; i++)
        memory->features[i] = (struct feature){FEATURE_VERTEX, start[i]};
    return end == GJK_NEAR && decide_exactly(a, b, direction, worker);
}

static bool closest_test(const struct cd_test *t)
{
    struct relation relation;
    relation_init(&relation, t->a, t->b);
    bool hit = collide(&relation, t->a, t->b, t->slot, t->worker);
    t->worker->counters.feature_steps += relation.steps;
    return hit;
}

const struct cd_algo cd_algo_closest = {
    .name = "closest",
    .title = "V-Clip's walk to the closest features of convex bodies, and GJK where it ends",
    .source = "Mirtich 1998; Cohen, Lin, Manocha, Ponamgi 1995",
    .describe = closest_describe,
    .pair = &(const struct cd_pair_algo){.prepare = closest_prepare,
                                         .release = cd_free,
                                         .scratch_bytes = closest_scratch_bytes,
                                         .slot_bytes = sizeof(struct memory),
                                         .test = closest_test},
};
