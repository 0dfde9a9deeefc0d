// How long trees take to build, and to follow vertices that move, and how balanced they are (claim zhao2009-c6).
//
//     build/release/experiments/trees --algo ID ALGO... [--mesh MESH]... [--rounds N] [--threads N]
//
// ALGO is a pair algorithm with its settings, as for `cdbench run`, and ID is the name of its rows; MESH is a file or a
// generator as in --scene. The trees take turns; `build_ms` is the median processor time of N (7) rounds with its
// interval. `refit_ms` is the time that it takes after the vertices have moved: refitting, or building anew if there is
// no refitting. For libraries that make the tree of a body when it is placed, the placing is timed, too. With --threads
// the trees are also built by N threads; `speedup` is the wall time of one thread over theirs. `height` counts levels
// below the root and is at least `min_height`, the logarithm of the number of leaves; `depth_spread` is the height less
// the depth of the highest leaf. These are NA but for the trees of zhao2009. Prints CSV: a row per mesh and
// tree, with NA if the file of the mesh or the plug-in is missing.
#include "algos/driver/peers.h"
#include "algos/papers/zhao2009/saabb.h"
#include "experiments/program.h"

struct request {
    struct cd_texts algos, meshes;
    struct cd_number rounds, threads;
};

static const struct cd_option options[] = {
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(struct request, algos), 0, 0,
     "a series called ID; ALGO builds trees, with its settings"},
    {"mesh", CD_OPTION_LIST, "MESH", offsetof(struct request, meshes), 0, 0,
     "a file or a generator, as in --scene of `cdbench run`"},
    PROGRAM_ROUNDS_OPTION(struct request),
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, 1024,
     "threads that build, in addition to one (1: none)"},
    CD_OPTION_END,
};

struct tree {
    const char *id;
    const struct cd_algo *algo; ///< NULL for a peer that is not built
    struct cd_settings *settings;
    double ms[PROGRAM_ROUNDS_MAX], refit_ms[PROGRAM_ROUNDS_MAX], speedup[PROGRAM_ROUNDS_MAX];
    double bytes;
    bool zhao; ///< of zhao2009
    struct zhao_balance balance;
};

struct bench {
    struct cd_shape shape, moved; ///< as it is, and with its vertices moved
    unsigned threads;
    struct tree *trees;
};

/// In milliseconds, by both clocks.
struct times {
    double cpu, wall;
};

/// Times the building of the tree, or with `adapt` that of one for other vertices, and the placing of a body where a library
/// does that by body. Processor time of one thread in milliseconds, or wall time of several.
static enum cd_code build(const struct tree *tree, const struct cd_shape *shape, struct cd_context *context,
                          void (*adapt)(void *model, const struct cd_shape *shape), void **model,
                          struct times *times, struct cd_status *status)
{
    const struct cd_pair_algo *pair = tree->algo->pair;
    const struct cd_pose at = cd_pose_identity();
    enum cd_code code = CD_OK;
    uint64_t wall = cd_clock_wall(), cpu = cd_clock_cpu();
    if (adapt)
        adapt(*model, shape);
    else
        code = pair->prepare(tree->settings, shape, context, model, status);
    if (!code && pair->place) {
        struct cd_placed body = {.vertex_count = shape->mesh->vertex_count,
                                 .triangle_count = shape->mesh->triangle_count,
                                 .model = *model,
                                 .vertices = shape->vertices,
                                 .triangles = shape->mesh->triangles,
                                 .pose = &at,
                                 .placement = cd_allocate(1, pair->placement_bytes(shape))};
        pair->place(&body);
        cd_free(body.placement);
    }
    *times = (struct times){(double)(cd_clock_cpu() - cpu) * 1e-6, (double)(cd_clock_wall() - wall) * 1e-6};
    return code;
}

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    const struct bench *bench = user;
    struct tree *tree = &bench->trees[which];
    if (!tree->algo)
        return CD_OK;
    const struct cd_pair_algo *pair = tree->algo->pair;
    void (*adapt)(void *model, const struct cd_shape *shape) = pair->refit ? pair->refit : pair->rebuild;
    struct cd_context one = {.threads = 1}, many = {.threads = bench->threads};
    void *model;
    struct times alone, refit = {NAN, NAN}, shared = {NAN, NAN};
    uint64_t held = cd_memory_held();
    enum cd_code code = build(tree, &bench->shape, &one, NULL, &model, &alone, status);
    if (code)
        return code;
    tree->bytes = (double)(cd_memory_held() - held);
    if (tree->zhao)
        tree->balance = zhao_balance(model);
    // To the moved vertices and back: all memory is there by the second time, which counts.
    if (adapt && !build(tree, &bench->moved, &one, adapt, &model, &refit, status))
        code = build(tree, &bench->shape, &one, adapt, &model, &refit, status);
    pair->release(model);
    if (!code && bench->threads > 1) {
        code = build(tree, &bench->shape, &many, NULL, &model, &shared, status);
        if (!code)
            pair->release(model);
    }
    tree->ms[round] = alone.cpu;
    tree->refit_ms[round] = refit.cpu;
    tree->speedup[round] = alone.wall / shared.wall;
    return code;
}

/// Chooses the algorithm. A peer that is not built is left out.
static enum cd_code choose(struct tree *tree, const char *text, struct cd_status *status)
{
    static const char *const of_zhao2009[] = {"saabb", "saabb_depth", "sphere", "box"};
    enum cd_code code = cd_algo_select(text, &tree->algo, &tree->settings, status);
    if (code)
        return code;
    if (cd_peer_named(text, false))
        tree->algo = NULL;
    else if (!tree->algo->pair)
        return cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", text);
    for (size_t i = 0; i < sizeof of_zhao2009 / sizeof *of_zhao2009 && tree->algo; i++)
        tree->zhao |= !strcmp(tree->algo->name, of_zhao2009[i]);
    return CD_OK;
}

/// The row of a tree; without triangles, of a mesh that is missing.
static void print_tree(const char *mesh, const struct tree *tree, uint32_t triangles, size_t rounds)
{
    const struct zhao_balance *balance = &tree->balance;
    bool built = triangles && tree->algo, known = built && tree->zhao;
    double leaves = known ? balance->leaves : (double)NAN, min = ceil(log2(leaves));
    double height = known ? balance->height : (double)NAN;
    program_text("series", tree->id);
    program_text("mesh", mesh);
    program_count("triangles", built ? triangles : (double)NAN);
    program_median("build_ms", tree->ms, built ? rounds : 0);
    program_median("refit_ms", tree->refit_ms, built ? rounds : 0);
    program_median("speedup", tree->speedup, built ? rounds : 0);
    program_digits("bytes_per_triangle", built ? tree->bytes / triangles : (double)NAN, 4);
    program_count("leaves", leaves);
    program_count("min_height", min);
    program_count("height", height);
    program_digits("height_over_min", height / min, 4);
    program_count("depth_spread", height - balance->min_depth);
    program_digits("mean_depth", known ? balance->mean_depth : (double)NAN, 4);
    program_end_row();
}

/// The rows of one mesh. A mesh that is missing, since it has to be downloaded first, is no failure.
static enum cd_code run_mesh(const struct request *request, const char *name, struct cd_status *status)
{
    struct cd_scene *scene = NULL;
    const struct cd_mesh *mesh = NULL;
    struct cd_vec3 *moved = NULL;
    size_t count = request->algos.count / 2;
    struct bench bench = {.threads = (unsigned)request->threads.value,
                          .trees = cd_allocate(count, sizeof *bench.trees)};
    enum cd_code code = program_meshes(name, 1, &scene, status);
    if (!code) {
        mesh = scene->meshes[0];
        moved = cd_allocate(mesh->vertex_count, sizeof *moved);
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            struct cd_vec3 p = mesh->vertices[i];
            moved[i] = cd_vec(p.x, p.y + 0.05 * sin(4 * p.x), p.z + 0.05 * sin(4 * p.y));
        }
        bench.shape = (struct cd_shape){mesh, mesh->vertices};
        bench.moved = (struct cd_shape){mesh, moved};
        for (size_t i = 0; i < count && !code; i++)
            code = choose(&bench.trees[i], request->algos.items[2 * i + 1], status);
        if (!code)
            code = program_take_turns(count, request->rounds.value, take_turn, &bench, status);
    } else if (code == CD_IO) {
        fprintf(stderr, "trees: %s\n", status->text);
        code = CD_OK;
    }
    for (size_t i = 0; i < count; i++) {
        bench.trees[i].id = request->algos.items[2 * i];
        if (!code)
            print_tree(name, &bench.trees[i], mesh ? mesh->triangle_count : 0, request->rounds.value);
        if (bench.trees[i].settings)
            cd_settings_destroy(bench.trees[i].settings);
    }
    cd_free(moved);
    cd_free(bench.trees);
    cd_scene_destroy(scene);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    enum cd_code code = CD_OK;
    if (!request->algos.count || !request->meshes.count)
        return cd_fail(status, CD_USAGE, "give --algo ID ALGO and --mesh MESH at least once");
    for (size_t i = 0; i < request->meshes.count && !code; i++)
        code = run_mesh(request, request->meshes.items[i], status);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.rounds = {.value = 7}, .threads = {.value = 1}};
    return program_main("trees", "how long trees take to build and to refit, and how balanced they are",
                        options, &request, run, argc, argv);
}
