/// Small scenes in which rounding is hard to get right, `nasty:kind=...` instead of meshes and a motion. Each kind is a
/// family, of which every seed draws another member. All arithmetic is IEEE arithmetic and portable sines, so equal
/// specifications give equal scenes on every machine.
#include "base/memory.h"
#include "scenes/recipe.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME "nasty"

enum kind { SUBNORMAL, SCALES, SKEWED, COINCIDENT, NEEDLES, SHARED, REBORN, TOUCHING, TREMBLING };

static const struct cd_param params[] = {
    CD_PARAM_CHOICE(
        "kind", "touching", "subnormal|scales|skewed|coincident|needles|shared|reborn|touching|trembling",
        "coordinates of a few units in the last place of 0; from 1e-12 to 1e15 in one mesh; contacts to the "
        "last bit of bodies whose rotations are as little orthonormal as is allowed; all bodies in one "
        "place; triangles down to 1e-16 as wide as long; corners and planes that were shared before all "
        "were turned alike; bodies that vanish and come back, many of them deformed; convex bodies that "
        "touch in a corner, or miss it or pass it by the last bit; the same while every vertex moves by the "
        "last bit"),
    CD_PARAM_INT("bodies", "6", 1, CD_BODY_LIMIT, "number of bodies"),
    CD_PARAM_INT("triangles", "12", 4, 10000, "approximate number of triangles of a body"),
    CD_PARAM_INT("steps", "6", 1, (double)CD_FRAME_LIMIT, "number of frames"),
    CD_PARAM_SEED("seed", "seed of shapes and places"),
    CD_PARAM_END,
};

struct plan {
    enum kind kind;
    uint32_t body_count, triangles;
};

/// True if bodies of this kind are convex and placed where they touch an earlier one.
static bool touches(enum kind kind)
{
    return kind == SKEWED || kind == TOUCHING || kind == TREMBLING;
}

/// Bodies are of so many meshes in turn.
enum { MESHES = 3 };

// ---- meshes -----------------------------------------------------------------------------------------------

/// A small whole number, positive or not.
static double draw_whole(struct cd_random *random, uint64_t most)
{
    return (double)cd_random_below(random, 2 * most + 1) - (double)most;
}

/// A coordinate of a corner in mesh `number`, or of a translation.
static double draw_coordinate(enum kind kind, uint32_t number, struct cd_random *random)
{
    if (kind == SUBNORMAL)
        return ldexp(draw_whole(random, 2), DBL_MIN_EXP - DBL_MANT_DIG + 3 * (int)number);
    if (kind == REBORN)
        return cd_random_between(random, -1, 1);
    if (kind != SCALES)
        return draw_whole(random, 2);
    int exponent = (int)cd_random_below(random, 89) - 40; // any magnitude from 1e-12 to 1e15
    double size = ldexp(1 + cd_random_unit(random), exponent);
    return cd_random_below(random, 2) ? size : -size;
}

static struct cd_vec3 draw_point(enum kind kind, uint32_t number, struct cd_random *random)
{
    double x = draw_coordinate(kind, number, random), y = draw_coordinate(kind, number, random);
    return cd_vec(x, y, draw_coordinate(kind, number, random));
}

/// Triangles between a few points. A needle has its third corner beside its first side.
static void build_soup(struct cd_builder *builder, const struct plan *plan, uint32_t number,
                       struct cd_random *random)
{
    for (uint32_t i = 0; i < plan->triangles / 2 + 3; i++)
        cd_build_vertex(builder, draw_point(plan->kind, number, random));
    uint32_t points = builder->vertex_count;
    for (uint32_t i = 0; i < plan->triangles; i++) {
        uint32_t a = (uint32_t)cd_random_below(random, points), b = (uint32_t)cd_random_below(random, points),
                 c = (uint32_t)cd_random_below(random, points);
        if (plan->kind == NEEDLES) {
            struct cd_vec3 from = builder->vertices[a], along = cd_sub(builder->vertices[b], from);
            struct cd_vec3 off = cd_random_point(random, 0);
            double width = ldexp(1, -(int)cd_random_below(random, 54));
            c = cd_build_vertex(
                builder, cd_add(cd_add(from, cd_scale(along, cd_random_unit(random))), cd_scale(off, width)));
        }
        cd_build_triangle(builder, a, b, c);
    }
}

// ---- places -----------------------------------------------------------------------------------------------

/// A body between two frames. It keeps everything while it is gone.
struct state {
    bool live;
    uint64_t version;
    struct cd_pose pose;
    struct cd_vec3 *vertices; ///< its own
};

struct nasty_reader {
    const struct cd_scene *scene;
    const struct plan *plan;
    struct cd_random random;
    struct state *states;
};

static struct cd_mesh *mesh_of(const struct nasty_reader *reader, uint32_t number)
{
    return reader->scene->meshes[number % MESHES];
}

/// The canonical vertex that is farthest along an axis, or farthest back.
static struct cd_vec3 extreme(const struct cd_mesh *mesh, const struct cd_pose *pose, int axis, int sign)
{
    struct cd_vec3 best = cd_canonical_vertex(pose, mesh->vertices[0]);
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = cd_canonical_vertex(pose, mesh->vertices[i]);
        if (sign * cd_axis(&p, axis) > sign * cd_axis(&best, axis))
            best = p;
    }
    return best;
}

/// Moves a body that is at the origin so that its last corner along an axis is the first one of another body, to the
/// last bit or one bit off it.
static void let_touch(struct nasty_reader *reader, uint32_t number, uint32_t other, struct cd_pose *pose)
{
    int axis = (int)cd_random_below(&reader->random, 3), sign = cd_random_below(&reader->random, 2) ? 1 : -1;
    double bits = draw_whole(&reader->random, 1);
    struct cd_vec3 from = extreme(mesh_of(reader, number), pose, axis, -sign);
    struct cd_vec3 to = extreme(mesh_of(reader, other), &reader->states[other].pose, axis, sign);
    for (int i = 0; i < 3; i++) {
        double place = cd_axis(&to, i), start = cd_axis(&from, i);
        if (i == axis && bits != 0)
            place = nextafter(place, bits * INFINITY);
        double by = place - start; // what, added to `start`, gives the place, or as nearly as doubles can
        for (int k = 0; k < 4 && start + by != place; k++)
            by = nextafter(by, start + by < place ? INFINITY : -INFINITY);
        pose->t[i] = by;
    }
}

/// Places a body anew. `common` is the rotation of this frame.
static void place_body(struct nasty_reader *reader, uint32_t number, const double common[9])
{
    enum kind kind = reader->plan->kind;
    struct cd_random *random = &reader->random;
    struct cd_pose pose = cd_pose_identity();
    bool alike = kind == COINCIDENT || kind == SHARED || (kind == NEEDLES && number % 3);
    if (alike)
        memcpy(pose.r, common, sizeof pose.r);
    else if (kind != SUBNORMAL || number % 2)
        cd_generic_rotation(cd_random_u64(random), pose.r);
    if (kind == SKEWED) { // as little orthonormal as a scene may have it, in any direction
        double stretch[9], before[9];
        memcpy(before, pose.r, sizeof before);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k <= i; k++)
                stretch[3 * i + k] = stretch[3 * k + i] =
                    (i == k) + draw_whole(random, 1) * 0.495 * CD_POSE_DEFECT_MAX;
        cd_matrix_multiply(before, stretch, pose.r);
    }
    if (kind == COINCIDENT && number) {
        pose = reader->states[0].pose;
    } else if (touches(kind) && number) {
        let_touch(reader, number, (uint32_t)cd_random_below(random, number), &pose);
    } else {
        struct cd_vec3 place = draw_point(kind, number % MESHES, random);
        if (alike) // a multiple of the grid in the directions to which it was turned
            place = cd_canonical_vertex(&pose, place);
        for (int i = 0; i < 3; i++)
            pose.t[i] = cd_axis(&place, i);
    }
    reader->states[number].pose = pose;
}

/// Gives a body vertices of its own, by the last bit beside those of its mesh or anywhere around them.
static void deform_body(struct nasty_reader *reader, uint32_t number, uint64_t frame)
{
    struct state *state = &reader->states[number];
    const struct cd_mesh *mesh = mesh_of(reader, number);
    state->version = frame + 1;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        double moved[3];
        for (int k = 0; k < 3; k++) {
            double usual = cd_axis(&mesh->vertices[i], k), by = draw_whole(&reader->random, 1);
            moved[k] = reader->plan->kind == REBORN ? usual + by / 4
                       : by != 0                    ? nextafter(usual, by * INFINITY)
                                                    : usual;
        }
        state->vertices[i] = cd_vec(moved[0], moved[1], moved[2]);
    }
}

static enum cd_code nasty_next(void *reader_given, uint64_t frame, struct cd_live *live, bool *ended,
                               struct cd_status *status)
{
    (void)ended, (void)status;
    struct nasty_reader *reader = reader_given;
    enum kind kind = reader->plan->kind;
    double common[9];
    cd_generic_rotation(cd_random_u64(&reader->random), common);
    for (uint32_t i = 0; i < reader->plan->body_count; i++) {
        struct state *state = &reader->states[i];
        bool lived = state->live, deforms = kind == TREMBLING;
        state->live = kind != REBORN || cd_random_below(&reader->random, 8) < 5;
        if (!state->live)
            continue;
        if (kind != REBORN || !frame || !cd_random_below(&reader->random, 3))
            place_body(reader, i, common);
        if (kind == REBORN) { // when it comes back, it is often where it was, deformed or as its mesh
            state->version = lived ? state->version : 0;
            deforms = cd_random_below(&reader->random, 2);
        }
        if (deforms)
            deform_body(reader, i, frame);
        struct cd_body *body = cd_live_add_body(live, i, i % MESHES);
        body->pose = state->pose;
        body->version = state->version;
        body->vertices = state->version ? state->vertices : NULL;
    }
    return CD_OK;
}

// ---- the scene --------------------------------------------------------------------------------------------

static void *nasty_open(const struct cd_scene *scene)
{
    struct nasty_reader *reader = cd_allocate(1, sizeof *reader);
    *reader = (struct nasty_reader){
        .scene = scene, .plan = scene->source->plan, .random = cd_random_seed(scene->seed)};
    reader->states = cd_allocate(reader->plan->body_count, sizeof *reader->states);
    bool deforms = reader->plan->kind == REBORN || reader->plan->kind == TREMBLING;
    for (uint32_t i = 0; i < reader->plan->body_count; i++) {
        reader->states[i].pose = cd_pose_identity();
        if (deforms)
            reader->states[i].vertices =
                cd_allocate(mesh_of(reader, i)->vertex_count, sizeof *reader->states[i].vertices);
    }
    return reader;
}

static void nasty_close(void *reader_given)
{
    struct nasty_reader *reader = reader_given;
    for (uint32_t i = 0; i < reader->plan->body_count; i++)
        cd_free(reader->states[i].vertices);
    cd_free(reader->states);
    cd_free(reader);
}

static const struct cd_source_kind nasty_kind = {
    .open = nasty_open, .next = nasty_next, .close = nasty_close};

static enum cd_code nasty_make(struct cd_scene *scene, const struct cd_settings *settings,
                               const struct cd_scene_options *options, struct cd_status *status)
{
    if (!options)
        return CD_OK;
    struct plan *plan = cd_allocate(1, sizeof *plan);
    *plan = (struct plan){.kind = (enum kind)cd_setting_place(settings, "kind"),
                          .body_count = (uint32_t)cd_setting_int(settings, "bodies"),
                          .triangles = (uint32_t)cd_setting_int(settings, "triangles")};
    cd_scene_set_source(scene, &nasty_kind, plan);
    scene->frame_count = options->frames ? options->frames : (uint64_t)cd_setting_int(settings, "steps");
    scene->seed = options->has_seed ? options->seed : (uint64_t)cd_setting_int(settings, "seed");
    struct cd_random random = cd_random_seed(scene->seed ^ UINT64_C(0x736861706573));
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; i < MESHES && !code; i++) {
        struct cd_mesh *mesh;
        struct cd_builder builder = {0};
        if (plan->kind == COINCIDENT || touches(plan->kind)) {
            char words[100];
            snprintf(words, sizeof words, "convex:triangles=%" PRIu32 ":stretch=%" PRIu32 ":seed=%" PRIu64,
                     plan->triangles, 1 + 4 * i, cd_random_u64(&random) >> 1);
            code = cd_mesh_generate(words, &mesh, status);
        } else {
            build_soup(&builder, plan, i, &random);
            code = cd_build_finish(&builder, NAME, &mesh, status);
        }
        if (!code)
            cd_scene_add_mesh(scene, mesh);
    }
    return code;
}

const struct cd_recipe cd_recipe_nasty = {
    .name = NAME,
    .title = "few bodies in places where rounding is hard to get right",
    .example = NAME ":kind=needles:seed=7",
    .params = params,
    .make = nasty_make,
};
