// How long trees take to build and how balanced they are (claim zhao2009-c6).
//
//     benchmarks/trees [--mesh MESH]... [--rounds N]
//
// MESH is a file or a generator as in --scene. The trees take turns; `build_ms` is the median processor time
// of N (7) rounds with its interval. `height` counts levels below the root and is at least `min_height`,
// the logarithm of the number of leaves; `depth_spread` is the height less the depth of the highest leaf.
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

static const struct series {
    const char *id, *algo;
    bool binary; ///< made by algos/bvh
} all_series[] = {
    {"saabb", "saabb", true},   {"saabb_median", "saabb:split=median", true},
    {"sphere", "sphere", true}, {"aabb", "aabb", true},
    {"rapid", "rapid", false},  {"obb8", "obb8", false},
};
enum { SERIES = sizeof all_series / sizeof *all_series };

struct tree {
    const struct cd_algo *algo;
    struct cd_settings *settings;
    double ms[ROUNDS_MAX];
    double bytes;
    struct bvh_balance balance;
};

static struct cd_context one_thread = {.threads = 1};

static enum cd_code build(struct tree *tree, bool binary, const struct cd_shape *shape, double *ms,
                          struct cd_status *status)
{
    void *model;
    uint64_t start = cd_clock_cpu();
    enum cd_code code = tree->algo->prepare(tree->settings, shape, &one_thread, &model, status);
    *ms = (double)(cd_clock_cpu() - start) * 1e-6;
    if (code)
        return code;
    tree->bytes = (double)tree->algo->model_bytes(model);
    if (binary)
        tree->balance = bvh_balance(model);
    tree->algo->release(model);
    return CD_OK;
}

static enum cd_code build_all(struct tree *trees, const struct cd_shape *shape, uint64_t rounds,
                              struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (int i = 0; i < SERIES && !code; i++)
        code = cd_algo_select(all_series[i].algo, &trees[i].algo, &trees[i].settings, status);
    for (uint64_t round = 0; round < rounds && !code; round++)
        for (int k = 0; k < SERIES && !code; k++) {
            int i = round % 2 ? SERIES - 1 - k : k;
            code = build(&trees[i], all_series[i].binary, shape, &trees[i].ms[round], status);
        }
    return code;
}

static void print_tree(const char *mesh, const struct series *series, const struct tree *tree,
                       uint32_t triangles, uint64_t rounds)
{
    const struct bvh_balance *balance = &tree->balance;
    struct cd_interval interval = cd_median_interval_of_reals(tree->ms, rounds);
    printf("%s,%s,%" PRIu32 ",%.6g,%.6g,%.6g,%.4g", series->id, mesh, triangles,
           cd_median_of_reals(tree->ms, rounds), interval.low, interval.high, tree->bytes / triangles);
    if (!series->binary) {
        printf(",NA,NA,NA,NA,NA,NA\n");
        return;
    }
    double min = ceil(log2(balance->leaves));
    printf(",%" PRIu32 ",%g,%" PRIu32 ",%.4g,%" PRIu32 ",%.4g\n", balance->leaves, min, balance->height,
           balance->height / min, balance->height - balance->min_depth, balance->mean_depth);
}

static void print_all(const char *mesh, const struct tree *trees, uint32_t triangles, uint64_t rounds)
{
    for (int i = 0; i < SERIES; i++)
        if (triangles)
            print_tree(mesh, &all_series[i], &trees[i], triangles, rounds);
        else
            printf("%s,%s,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA\n", all_series[i].id, mesh);
}

static enum cd_code run(const char *mesh, uint64_t rounds, struct cd_status *status)
{
    char specification[400];
    struct cd_scene *scene;
    struct tree *trees = cd_allocate(SERIES, sizeof *trees);
    snprintf(specification, sizeof specification, "%s,motion=still:bodies=1", mesh);
    enum cd_code code = cd_scene_load(specification, NULL, &scene, status);
    if (!code) {
        struct cd_shape shape = {scene->meshes[0], scene->meshes[0]->vertices};
        code = build_all(trees, &shape, rounds, status);
        if (!code)
            print_all(mesh, trees, shape.mesh->triangle_count, rounds);
        cd_scene_destroy(scene);
    } else if (code == CD_IO) { // a mesh that has to be downloaded first
        fprintf(stderr, "trees: %s\n", status->text);
        print_all(mesh, trees, 0, 0);
        code = CD_OK;
    }
    for (int i = 0; i < SERIES; i++)
        if (trees[i].settings)
            cd_settings_destroy(trees[i].settings);
    cd_free(trees);
    return code;
}

int main(int argument_count, char **arguments)
{
    enum { MESHES_MAX = 100 };
    const char *meshes[MESHES_MAX] = {"bumpy:triangles=5000", "gear:triangles=5000",
                                      "torusknot:triangles=202520"};
    int named = 0;
    uint64_t rounds = 7;
    for (int i = 1; i < argument_count; i += 2) {
        const char *value = i + 1 < argument_count ? arguments[i + 1] : "";
        bool known = *value && !strcmp(arguments[i], "--mesh") && named < MESHES_MAX;
        if (known)
            meshes[named++] = value;
        else
            known = !strcmp(arguments[i], "--rounds") && cd_parse_unsigned(value, &rounds) && rounds > 1 &&
                    rounds <= ROUNDS_MAX;
        if (!known) {
            fprintf(stderr, "trees: %s: give --mesh MESH or --rounds 2..%d\n", arguments[i], ROUNDS_MAX);
            return CD_USAGE;
        }
    }
    struct cd_status status = {0};
    enum cd_code code = CD_OK;
    printf("series,mesh,triangles,build_ms,build_ms_low,build_ms_high,bytes_per_triangle,leaves,least_height,"
           "height,height_over_least,depth_spread,mean_depth\n");
    for (int i = 0; i < (named ? named : 3) && !code; i++)
        code = run(meshes[i], rounds, &status);
    if (code)
        fprintf(stderr, "trees: %s\n", status.text);
    return (int)code;
}
