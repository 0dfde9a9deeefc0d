// Which trees are similar in the sense of liu2016, section 1.3, and what finding that out costs.
//
//     build/release/experiments/classes [--algo ALGO] [--pair MESHES] [--rounds N]
//
// MESHES is one mesh or two, as in --scene, a file or a generator; of one, its tree is classified against
// itself, built twice. ALGO is `sphere_obb` with its settings. `differing` is the share of all nodes at whose
// position the balance factors of the two trees differ by more than 1; one such node makes the trees
// dissimilar. `classify_us` is the median processor time of N (9) classifications with its interval: it is
// spent once per pair of meshes. Prints CSV of one row.
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "algos/mesh/sphere_obb/tree.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS_MAX 99

static struct cd_context one_thread = {.threads = 1};

static enum cd_code build_trees(const char *specification, const struct cd_scene *scene, void *trees[2],
                                struct cd_status *status)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    enum cd_code code = cd_algo_select(specification, &algo, &settings, status);
    if (!code && strcmp(algo->name, "sphere_obb"))
        code = cd_fail(status, CD_USAGE, "--algo %s: give sphere_obb with its settings", specification);
    for (uint32_t i = 0; i < 2 && !code; i++) {
        const struct cd_mesh *mesh = scene->meshes[i % scene->mesh_count];
        struct cd_shape shape = {mesh, mesh->vertices};
        code = algo->prepare(settings, &shape, &one_thread, &trees[i], status);
    }
    if (settings)
        cd_settings_destroy(settings);
    return code;
}

/// There is no node 1.
static uint32_t count_nodes(const struct sobb_tree *tree)
{
    return tree->end > 1 ? tree->end - 1 : 1;
}

static void print_class(const struct sobb_tree *const trees[2], uint64_t rounds)
{
    double us[ROUNDS_MAX];
    struct sobb_class *class = sobb_classify(trees[0], trees[1]);
    uint32_t differing = class->similar ? 0 : class->count[0] + class->count[1];
    bool similar = class->similar;
    sobb_class_destroy(class);
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t start = cd_clock_cpu();
        sobb_class_destroy(sobb_classify(trees[0], trees[1]));
        us[i] = (double)(cd_clock_cpu() - start) * 1e-3;
    }
    struct cd_interval interval = cd_median_interval_of_reals(us, rounds);
    uint32_t nodes = count_nodes(trees[0]) + count_nodes(trees[1]);
    printf("series,triangles_a,triangles_b,height_a,height_b,similar,nodes,differing_nodes,differing,"
           "classify_us,classify_us_low,classify_us_high\n");
    printf("class,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%" PRIu32 ",%" PRIu32
           ",%.4g,%.4g,%.4g,%.4g\n",
           trees[0]->triangle_count, trees[1]->triangle_count, trees[0]->nodes[0].height,
           trees[1]->nodes[0].height, similar, nodes, differing, (double)differing / nodes,
           cd_median_of_reals(us, rounds), interval.low, interval.high);
}

static enum cd_code run(const char *algo, const char *pair, uint64_t rounds, struct cd_status *status)
{
    struct cd_scene *scene;
    void *trees[2] = {NULL, NULL};
    char specification[500];
    snprintf(specification, sizeof specification, "%s,motion=still:bodies=2", pair);
    enum cd_code code = cd_scene_load(specification, NULL, &scene, status);
    if (code)
        return code;
    code = build_trees(algo, scene, trees, status);
    if (!code) {
        const struct sobb_tree *const both[2] = {trees[0], trees[1]};
        print_class(both, rounds);
    }
    for (int i = 0; i < 2; i++)
        if (trees[i])
            sobb_destroy(trees[i]);
    cd_scene_destroy(scene);
    return code;
}

int main(int argument_count, char **arguments)
{
    const char *algo = "sphere_obb", *pair = "bumpy+bumpy:seed=2";
    uint64_t rounds = 9;
    for (int i = 1; i < argument_count; i += 2) {
        const char *value = i + 1 < argument_count ? arguments[i + 1] : "";
        bool known = *value;
        if (!strcmp(arguments[i], "--algo"))
            algo = value;
        else if (!strcmp(arguments[i], "--pair"))
            pair = value;
        else
            known = !strcmp(arguments[i], "--rounds") && cd_parse_unsigned(value, &rounds) && rounds > 1 &&
                    rounds <= ROUNDS_MAX;
        if (!known) {
            fprintf(stderr, "classes: %s: give --algo ALGO, --pair MESHES or --rounds 2..%d\n", arguments[i],
                    ROUNDS_MAX);
            return CD_USAGE;
        }
    }
    struct cd_status status = {0};
    enum cd_code code = run(algo, pair, rounds, &status);
    if (code)
        fprintf(stderr, "classes: %s\n", status.text);
    return (int)code;
}
