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
#include "base/memory.h"
#include "experiments/program.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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
    const struct cd_algo *algo;
    struct cd_settings *settings;
    double ms[PROGRAM_ROUNDS_MAX], refit_ms[PROGRAM_ROUNDS_MAX], speedup[PROGRAM_ROUNDS_MAX];
    double bytes;
    bool zhao; ///< of zhao2009
    struct zhao_balance balance;
};

/// A shape as it is and with its vertices moved, and the body that has it.
struct subject {
    struct cd_shape shape, moved;
    struct cd_pose pose;
};

static struct subject subject_of(const struct cd_mesh *mesh)
{
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        vertices[i] = cd_vec(p.x, p.y + 0.05 * sin(4 * p.x), p.z + 0.05 * sin(4 * p.y));
    }
    return (struct subject){
        {mesh, mesh->vertices}, {mesh, vertices}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}}};
}

static void place(const struct tree *tree, void *model, const struct subject *subject,
                  const struct cd_shape *shape)
{
    const struct cd_pair_algo *pair = tree->algo->pair;
    if (!pair->place)
        return;
    struct cd_placed body = {.vertex_count = shape->mesh->vertex_count,
                             .triangle_count = shape->mesh->triangle_count,
                             .model = model,
                             .vertices = shape->vertices,
                             .triangles = shape->mesh->triangles,
                             .pose = &subject->pose,
                             .placement = cd_allocate(1, pair->placement_bytes(shape))};
    pair->place(&body);
    cd_free(body.placement);
}

static enum cd_code build(struct tree *tree, const struct subject *subject, unsigned threads, void **model,
                          double *wall, struct cd_status *status)
{
    struct cd_context context = {.threads = threads};
    uint64_t start = cd_clock_wall();
    enum cd_code code = tree->algo->pair->prepare(tree->settings, &subject->shape, &context, model, status);
    if (!code)
        place(tree, *model, subject, &subject->shape);
    *wall = (double)(cd_clock_wall() - start);
    return code;
}

// Fits or builds the tree for the moved vertices and then for the first ones again. Returns the time of the second, in
// milliseconds: all memory is there by then.
static double refit(const struct tree *tree, void *model, const struct subject *subject)
{
    const struct cd_pair_algo *pair = tree->algo->pair;
    void (*adapt)(void *model, const struct cd_shape *shape) = pair->refit ? pair->refit : pair->rebuild;
    uint64_t start = 0;
    for (int i = 0; i < 2 && adapt; i++) {
        const struct cd_shape *shape = i ? &subject->shape : &subject->moved;
        start = cd_clock_cpu();
        adapt(model, shape);
        place(tree, model, subject, shape);
    }
    return adapt ? (double)(cd_clock_cpu() - start) * 1e-6 : (double)NAN;
}

static enum cd_code take_turn(struct tree *tree, const struct subject *subject, unsigned threads,
                              size_t round, struct cd_status *status)
{
    void *model;
    double alone, shared;
    uint64_t held = cd_memory_held(), start = cd_clock_cpu();
    enum cd_code code = build(tree, subject, 1, &model, &alone, status);
    if (code)
        return code;
    tree->ms[round] = (double)(cd_clock_cpu() - start) * 1e-6;
    tree->bytes = (double)(cd_memory_held() - held);
    if (tree->zhao)
        tree->balance = zhao_balance(model);
    tree->refit_ms[round] = refit(tree, model, subject);
    tree->algo->pair->release(model);
    tree->speedup[round] = (double)NAN;
    if (threads == 1)
        return CD_OK;
    code = build(tree, subject, threads, &model, &shared, status);
    if (code)
        return code;
    tree->speedup[round] = alone / shared;
    tree->algo->pair->release(model);
    return CD_OK;
}

static bool is_of_zhao2009(const struct cd_algo *algo)
{
    static const char *const names[] = {"saabb", "saabb_depth", "sphere", "box"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(algo->name, names[i]))
            return true;
    return false;
}

/// Builds the tree of one mesh by each of `count` algorithms, in turns. A peer that is not built is left out: its
/// `algo` is NULL.
static enum cd_code build_all(const struct request *request, struct tree *trees, size_t count,
                              const struct cd_mesh *mesh, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count && !code; i++) {
        const char *algo = request->algos.items[2 * i + 1];
        code = cd_algo_select(algo, &trees[i].algo, &trees[i].settings, status);
        if (!code && cd_peer_named(algo, false))
            trees[i].algo = NULL;
        else if (!code && !trees[i].algo->pair)
            code = cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", algo);
        if (!code && trees[i].algo)
            trees[i].zhao = is_of_zhao2009(trees[i].algo);
    }
    struct subject subject = subject_of(mesh);
    for (uint64_t round = 0; round < request->rounds.value && !code; round++)
        for (size_t k = 0; k < count && !code; k++) {
            struct tree *tree = &trees[program_turn(round, k, count)];
            if (tree->algo)
                code = take_turn(tree, &subject, (unsigned)request->threads.value, round, status);
        }
    cd_free((void *)subject.moved.vertices);
    return code;
}

static void print_tree(const char *mesh, const struct tree *tree, uint32_t triangles, size_t rounds)
{
    const struct zhao_balance *balance = &tree->balance;
    printf("%s,%s", tree->id, mesh);
    if (!triangles || !tree->algo) {
        for (int column = 0; column < 20; column++)
            printf(",NA");
        printf("\n");
        return;
    }
    printf(",%" PRIu32, triangles);
    program_print_median(tree->ms, rounds);
    program_print_median(tree->refit_ms, rounds);
    program_print_median(tree->speedup, rounds);
    printf(",%.4g", tree->bytes / triangles);
    if (!tree->zhao) {
        printf(",NA,NA,NA,NA,NA,NA\n");
        return;
    }
    double min = ceil(log2(balance->leaves));
    printf(",%" PRIu32 ",%g,%" PRIu32 ",%.4g,%" PRIu32 ",%.4g\n", balance->leaves, min, balance->height,
           balance->height / min, balance->height - balance->min_depth, balance->mean_depth);
}

/// The rows of one mesh. A mesh that is missing, since it has to be downloaded first, is no failure.
static enum cd_code run_mesh(const struct request *request, const char *mesh, struct cd_status *status)
{
    struct cd_scene *scene = NULL;
    uint32_t triangles = 0;
    size_t count = request->algos.count / 2;
    struct tree *trees = cd_allocate(count, sizeof *trees);
    for (size_t i = 0; i < count; i++)
        trees[i].id = request->algos.items[2 * i];
    enum cd_code code = program_meshes(mesh, 1, &scene, status);
    if (!code) {
        triangles = scene->meshes[0]->triangle_count;
        code = build_all(request, trees, count, scene->meshes[0], status);
    } else if (code == CD_IO) {
        fprintf(stderr, "trees: %s\n", status->text);
        code = CD_OK;
    }
    for (size_t i = 0; i < count; i++) {
        if (!code)
            print_tree(mesh, &trees[i], triangles, request->rounds.value);
        if (trees[i].settings)
            cd_settings_destroy(trees[i].settings);
    }
    cd_scene_destroy(scene);
    cd_free(trees);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    enum cd_code code = CD_OK;
    if (!request->algos.count || !request->meshes.count)
        return cd_fail(status, CD_USAGE, "give --algo ID ALGO and --mesh MESH at least once");
    printf("series,mesh,triangles," PROGRAM_MEDIAN("build_ms") "," PROGRAM_MEDIAN(
        "refit_ms") "," PROGRAM_MEDIAN("speedup") ",bytes_per_triangle,leaves,min_height,"
                                                  "height,height_over_min,depth_spread,mean_depth\n");
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
