// How long trees take to build and how balanced they are (claim zhao2009-c6).
//
//     build/release/experiments/trees --algo ID ALGO... [--mesh MESH]... [--rounds N]
//
// ALGO is a pair algorithm with its settings, as of `cdbench run`, and ID what its rows are called; MESH is a file
// or a generator as in --scene. The trees take turns; `build_ms` is the median processor time
// of N (7) rounds with its interval. `height` counts levels below the root and is at least `min_height`,
// the logarithm of the number of leaves; `depth_spread` is the height less the depth of the highest leaf.
// These are NA for trees that algos/bvh does not make.
// Prints CSV: a row per mesh and tree, of NA where the file of the mesh is not there.
#include "algos/bvh/bvh.h"
#include "base/memory.h"
#include "experiments/program.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct request {
    struct cd_texts algos, meshes;
    struct cd_number rounds;
};

static const struct cd_option options[] = {
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(struct request, algos), 0, 0,
     "a series called ID; ALGO builds trees, with its settings"},
    {"mesh", CD_OPTION_LIST, "MESH", offsetof(struct request, meshes), 0, 0,
     "a file or a generator, as in --scene of `cdbench run`"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

struct tree {
    const char *id;
    const struct cd_algo *algo;
    struct cd_settings *settings;
    double ms[PROGRAM_ROUNDS_MAX];
    double bytes;
    bool binary; ///< made by algos/bvh
    struct bvh_balance balance;
};

static struct cd_context one_thread = {.threads = 1};

static enum cd_code build(struct tree *tree, const struct cd_shape *shape, double *ms,
                          struct cd_status *status)
{
    void *model;
    uint64_t held = cd_memory_held(), start = cd_clock_cpu();
    enum cd_code code = tree->algo->prepare(tree->settings, shape, &one_thread, &model, status);
    *ms = (double)(cd_clock_cpu() - start) * 1e-6;
    if (code)
        return code;
    tree->bytes = (double)(cd_memory_held() - held);
    if (tree->binary)
        tree->balance = bvh_balance(model);
    tree->algo->release(model);
    return CD_OK;
}

static bool is_by_bvh(const struct cd_algo *algo)
{
    return !strcmp(algo->name, "saabb") || !strcmp(algo->name, "sphere") || !strcmp(algo->name, "aabb");
}

/// Builds the tree of one mesh by each of `count` algorithms, in turns.
static enum cd_code build_all(const struct request *request, struct tree *trees, size_t count,
                              const struct cd_shape *shape, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count && !code; i++) {
        const char *algo = request->algos.items[2 * i + 1];
        code = cd_algo_select(algo, &trees[i].algo, &trees[i].settings, status);
        if (!code && trees[i].algo->role != CD_ROLE_PAIR)
            code = cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", algo);
        if (!code)
            trees[i].binary = is_by_bvh(trees[i].algo);
    }
    for (uint64_t round = 0; round < request->rounds.value && !code; round++)
        for (size_t k = 0; k < count && !code; k++) {
            struct tree *tree = &trees[program_turn(round, k, count)];
            code = build(tree, shape, &tree->ms[round], status);
        }
    return code;
}

static void print_tree(const char *mesh, const struct tree *tree, uint32_t triangles, size_t rounds)
{
    const struct bvh_balance *balance = &tree->balance;
    printf("%s,%s", tree->id, mesh);
    if (!triangles) {
        printf(",NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA\n");
        return;
    }
    printf(",%" PRIu32, triangles);
    program_print_median(tree->ms, rounds);
    printf(",%.4g", tree->bytes / triangles);
    if (!tree->binary) {
        printf(",NA,NA,NA,NA,NA,NA\n");
        return;
    }
    double min = ceil(log2(balance->leaves));
    printf(",%" PRIu32 ",%g,%" PRIu32 ",%.4g,%" PRIu32 ",%.4g\n", balance->leaves, min, balance->height,
           balance->height / min, balance->height - balance->min_depth, balance->mean_depth);
}

/// The rows of one mesh. One that is not there, as it has to be downloaded first, is no failure.
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
        struct cd_shape shape = {scene->meshes[0], scene->meshes[0]->vertices};
        triangles = shape.mesh->triangle_count;
        code = build_all(request, trees, count, &shape, status);
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
    printf("series,mesh,triangles," PROGRAM_MEDIAN(
        "build_ms") ",bytes_per_triangle,leaves,min_height,"
                    "height,height_over_min,depth_spread,mean_depth\n");
    for (size_t i = 0; i < request->meshes.count && !code; i++)
        code = run_mesh(request, request->meshes.items[i], status);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.rounds = {.value = 7}};
    return program_main("trees", "how long trees take to build, and how balanced they are", options, &request,
                        run, argc, argv);
}
