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
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS_MAX 999

enum { TREES_MAX = 20, MESHES_MAX = 100 };

struct request {
    int trees, meshes;
    const char *ids[TREES_MAX], *algos[TREES_MAX], *paths[MESHES_MAX];
    uint64_t rounds;
};

struct tree {
    const struct cd_algo *algo;
    struct cd_settings *settings;
    double ms[ROUNDS_MAX];
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

static enum cd_code build_all(const struct request *request, struct tree *trees, const struct cd_shape *shape,
                              struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (int i = 0; i < request->trees && !code; i++) {
        code = cd_algo_select(request->algos[i], &trees[i].algo, &trees[i].settings, status);
        if (!code && trees[i].algo->role != CD_ROLE_PAIR)
            code = cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", request->algos[i]);
        if (!code)
            trees[i].binary = is_by_bvh(trees[i].algo);
    }
    for (uint64_t round = 0; round < request->rounds && !code; round++)
        for (int k = 0; k < request->trees && !code; k++) {
            int i = round % 2 ? request->trees - 1 - k : k;
            code = build(&trees[i], shape, &trees[i].ms[round], status);
        }
    return code;
}

static void print_tree(const char *mesh, const char *id, const struct tree *tree, uint32_t triangles,
                       uint64_t rounds)
{
    const struct bvh_balance *balance = &tree->balance;
    struct cd_interval interval = cd_median_interval_of_reals(tree->ms, rounds);
    printf("%s,%s,%" PRIu32 ",%.6g,%.6g,%.6g,%.4g", id, mesh, triangles, cd_median_of_reals(tree->ms, rounds),
           interval.low, interval.high, tree->bytes / triangles);
    if (!tree->binary) {
        printf(",NA,NA,NA,NA,NA,NA\n");
        return;
    }
    double min = ceil(log2(balance->leaves));
    printf(",%" PRIu32 ",%g,%" PRIu32 ",%.4g,%" PRIu32 ",%.4g\n", balance->leaves, min, balance->height,
           balance->height / min, balance->height - balance->min_depth, balance->mean_depth);
}

static void print_all(const struct request *request, const char *mesh, const struct tree *trees,
                      uint32_t triangles)
{
    for (int i = 0; i < request->trees; i++)
        if (triangles)
            print_tree(mesh, request->ids[i], &trees[i], triangles, request->rounds);
        else
            printf("%s,%s,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA\n", request->ids[i], mesh);
}

static enum cd_code run(const struct request *request, const char *mesh, struct cd_status *status)
{
    char specification[400];
    struct cd_scene *scene;
    struct tree *trees = cd_allocate(TREES_MAX, sizeof *trees);
    snprintf(specification, sizeof specification, "%s,motion=still:bodies=1", mesh);
    enum cd_code code = cd_scene_load(specification, NULL, &scene, status);
    if (!code) {
        struct cd_shape shape = {scene->meshes[0], scene->meshes[0]->vertices};
        code = build_all(request, trees, &shape, status);
        if (!code)
            print_all(request, mesh, trees, shape.mesh->triangle_count);
        cd_scene_destroy(scene);
    } else if (code == CD_IO) { // a mesh that has to be downloaded first
        fprintf(stderr, "trees: %s\n", status->text);
        print_all(request, mesh, trees, 0);
        code = CD_OK;
    }
    for (int i = 0; i < request->trees; i++)
        if (trees[i].settings)
            cd_settings_destroy(trees[i].settings);
    cd_free(trees);
    return code;
}

/// Takes what stands at `arguments`; returns how many words that are, 0 for none that it knows.
static int take(struct request *request, char **arguments, int left)
{
    if (left > 2 && !strcmp(*arguments, "--algo") && request->trees < TREES_MAX) {
        request->ids[request->trees] = arguments[1];
        request->algos[request->trees++] = arguments[2];
        return 3;
    }
    if (left > 1 && !strcmp(*arguments, "--mesh") && request->meshes < MESHES_MAX) {
        request->paths[request->meshes++] = arguments[1];
        return 2;
    }
    bool rounds = left > 1 && !strcmp(*arguments, "--rounds") &&
                  cd_parse_unsigned(arguments[1], &request->rounds) && request->rounds > 1 &&
                  request->rounds <= ROUNDS_MAX;
    return rounds ? 2 : 0;
}

int main(int argument_count, char **arguments)
{
    struct request request = {.rounds = 7};
    int taken;
    for (int i = 1; i < argument_count; i += taken)
        if (!(taken = take(&request, arguments + i, argument_count - i))) {
            fprintf(stderr, "trees: %s: give --algo ID ALGO, --mesh MESH or --rounds 2..%d\n", arguments[i],
                    ROUNDS_MAX);
            return CD_USAGE;
        }
    if (!request.trees || !request.meshes) {
        fprintf(stderr, "trees: give --algo ID ALGO and --mesh MESH at least once\n");
        return CD_USAGE;
    }
    struct cd_status status = {0};
    enum cd_code code = CD_OK;
    printf("series,mesh,triangles,build_ms,build_ms_low,build_ms_high,bytes_per_triangle,leaves,min_height,"
           "height,height_over_min,depth_spread,mean_depth\n");
    for (int i = 0; i < request.meshes && !code; i++)
        code = run(&request, request.paths[i], &status);
    if (code)
        fprintf(stderr, "trees: %s\n", status.text);
    return (int)code;
}
