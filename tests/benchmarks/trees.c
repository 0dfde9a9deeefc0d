// How balanced the trees of `saabb`, `sphere` and `aabb` are, and what they cost to build (claim
// zhao2009-c6). Meshes and trees alternate in rounds, each giving one build (processor) time; the medians are
// printed as CSV.
//
//     benchmarks/trees [--algo NAME[:KEY=VALUE...]]... [--mesh MESH]... [--rounds N]
//
// MESH is a generator's specification or a file whose path has a slash. `log2` is the height that a tree of
// as many leaves has at least; depths count levels below the root.
#include "algos/bvh/bvh.h"
#include "algos/registry.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALGOS_MAX = 16, MESHES_MAX = 16, ROUNDS_MAX = 99 };

struct contestant {
    const char *name;
    const struct cd_algo *algo;
    struct cd_settings *settings;
};

struct bench {
    uint32_t algo_count, mesh_count;
    uint64_t rounds;
    struct contestant algos[ALGOS_MAX];
    const char *mesh_names[MESHES_MAX];
    struct cd_mesh *meshes[MESHES_MAX];
    double ms[ALGOS_MAX][MESHES_MAX][ROUNDS_MAX];
    struct bvh_balance balance[ALGOS_MAX][MESHES_MAX];
    size_t bytes[ALGOS_MAX][MESHES_MAX];
};

static enum cd_code add_algo(struct bench *bench, const char *name, struct cd_status *status)
{
    if (bench->algo_count == ALGOS_MAX)
        return cd_fail(status, CD_USAGE, "more than %d algorithms", ALGOS_MAX);
    struct contestant *contestant = &bench->algos[bench->algo_count];
    enum cd_code code = cd_algo_select(name, &contestant->algo, &contestant->settings, status);
    if (code)
        return code;
    contestant->name = name;
    bench->algo_count++;
    if (contestant->algo->refit != bvh_refit)
        return cd_fail(status, CD_USAGE, "%s: has no binary tree; use saabb, sphere or aabb", name);
    return CD_OK;
}

static enum cd_code add_mesh(struct bench *bench, const char *name, struct cd_status *status)
{
    if (bench->mesh_count == MESHES_MAX)
        return cd_fail(status, CD_USAGE, "more than %d meshes", MESHES_MAX);
    struct cd_mesh **mesh = &bench->meshes[bench->mesh_count];
    enum cd_code code =
        strchr(name, '/') ? cd_mesh_load(name, mesh, status) : cd_mesh_generate(name, mesh, status);
    bench->mesh_names[bench->mesh_count] = name;
    bench->mesh_count += !code;
    return code;
}

static enum cd_code read_arguments(struct bench *bench, int count, char **arguments, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (int i = 1; i < count && !code; i += 2) {
        const char *option = arguments[i], *value = arguments[i + 1];
        if (!value)
            return cd_fail(status, CD_USAGE, "%s: needs a value", option);
        if (!strcmp(option, "--algo"))
            code = add_algo(bench, value, status);
        else if (!strcmp(option, "--mesh"))
            code = add_mesh(bench, value, status);
        else if (strcmp(option, "--rounds") != 0)
            code = cd_fail(status, CD_USAGE, "%s: not --algo, --mesh or --rounds", option);
        else if (!cd_parse_unsigned(value, &bench->rounds) || !bench->rounds || bench->rounds > ROUNDS_MAX)
            code = cd_fail(status, CD_USAGE, "--rounds %s: give a number from 1 to %d", value, ROUNDS_MAX);
    }
    const char *const algos[] = {"saabb", "sphere", "aabb"};
    const char *const meshes[] = {"bumpy:triangles=5000", "gear:triangles=5000",
                                  "torusknot:triangles=202520"};
    bool no_algo = !bench->algo_count, no_mesh = !bench->mesh_count;
    for (int i = 0; i < 3 && !code && no_algo; i++)
        code = add_algo(bench, algos[i], status);
    for (int i = 0; i < 3 && !code && no_mesh; i++)
        code = add_mesh(bench, meshes[i], status);
    return code;
}

static enum cd_code build(struct bench *bench, uint32_t a, uint32_t m, uint64_t round,
                          struct cd_status *status)
{
    const struct contestant *contestant = &bench->algos[a];
    struct cd_shape shape = {bench->meshes[m], bench->meshes[m]->vertices};
    void *model = NULL;
    uint64_t begin = cd_clock_cpu();
    enum cd_code code = contestant->algo->prepare(contestant->settings, &shape, NULL, &model, status);
    bench->ms[a][m][round] = (double)(cd_clock_cpu() - begin) * 1e-6;
    if (code)
        return code;
    bench->balance[a][m] = bvh_balance(model);
    bench->bytes[a][m] = bvh_bytes(model);
    bvh_release(model);
    return CD_OK;
}

static int compare_doubles(const void *p, const void *q)
{
    const double *a = p, *b = q;
    return *a < *b ? -1 : *a > *b;
}

static void print_row(struct bench *bench, uint32_t a, uint32_t m)
{
    const struct bvh_balance *balance = &bench->balance[a][m];
    double *ms = bench->ms[a][m];
    qsort(ms, bench->rounds, sizeof *ms, compare_doubles);
    unsigned log2 = 0;
    while (1u << log2 < balance->leaves)
        log2++;
    printf("%s,%s,%u,%u,%u,%u,%u,%.3f,%u,%.3f,%zu\n", bench->algos[a].name, bench->mesh_names[m],
           bench->meshes[m]->triangle_count, balance->leaves, balance->height, log2, balance->least_depth,
           balance->mean_depth, balance->height, ms[bench->rounds / 2], bench->bytes[a][m]);
}

static enum cd_code run(struct bench *bench, int count, char **arguments, struct cd_status *status)
{
    enum cd_code code = read_arguments(bench, count, arguments, status);
    for (uint64_t round = 0; round < bench->rounds && !code; round++)
        for (uint32_t m = 0; m < bench->mesh_count && !code; m++)
            for (uint32_t a = 0; a < bench->algo_count && !code; a++)
                code = build(bench, a, m, round, status);
    if (code)
        return code;
    printf("algorithm,mesh,triangles,leaves,height,log2,leaf_depth_min,leaf_depth_mean,leaf_depth_max,"
           "build_ms,bytes\n");
    for (uint32_t m = 0; m < bench->mesh_count; m++)
        for (uint32_t a = 0; a < bench->algo_count; a++)
            print_row(bench, a, m);
    return CD_OK;
}

int main(int count, char **arguments)
{
    struct bench *bench = cd_allocate(1, sizeof *bench);
    struct cd_status status = {0};
    bench->rounds = 5;
    enum cd_code code = run(bench, count, arguments, &status);
    if (code)
        fprintf(stderr, "trees: %s\n", status.text);
    for (uint32_t a = 0; a < bench->algo_count; a++)
        cd_settings_destroy(bench->algos[a].settings);
    for (uint32_t m = 0; m < bench->mesh_count; m++)
        cd_mesh_destroy(bench->meshes[m]);
    cd_free(bench);
    return (int)code;
}
