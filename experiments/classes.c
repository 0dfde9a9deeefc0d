// Which trees are similar in the sense of liu2016, section 1.3, and what finding that out costs.
//
//     build/release/experiments/classes [--algo ALGO] [--pair MESHES] [--rounds N]
//
// MESHES is one mesh or two, each a file or a generator as in --scene. The tree of a single mesh is classified against
// itself, built twice. ALGO is `sphere_obb` with its settings. `differing` is the share of all nodes at whose position
// the balance factors of the two trees differ by more than 1; one such node makes the trees dissimilar. `classify_us`
// is the median processor time of N (9) classifications with its interval. This time is spent once per pair of meshes.
// Prints CSV of one row.
#include "algos/papers/liu2016/liu2016.h"
#include "experiments/program.h"

struct request {
    const char *algo, *pair;
    struct cd_number rounds;
};

static const struct cd_option options[] = {
    {"algo", CD_OPTION_TEXT, "ALGO", offsetof(struct request, algo), 0, 0, "sphere_obb with its settings"},
    {"pair", CD_OPTION_TEXT, "MESH[+MESH]", offsetof(struct request, pair), 0, 0,
     "whose trees are compared (bumpy+bumpy:seed=2)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

static void print_class(const struct sobb_tree *const trees[2], size_t rounds)
{
    double us[PROGRAM_ROUNDS_MAX];
    struct sobb_class *class = sobb_classify(trees[0], trees[1]);
    uint32_t differing = class->count[0] + class->count[1];
    uint32_t nodes = trees[0]->node_count + trees[1]->node_count;
    program_text("series", "class");
    program_count("triangles_a", trees[0]->triangle_count);
    program_count("triangles_b", trees[1]->triangle_count);
    program_count("height_a", trees[0]->nodes[0].height);
    program_count("height_b", trees[1]->nodes[0].height);
    program_count("similar", class->similar);
    program_count("nodes", nodes);
    program_digits("differing", (double)differing / nodes, 4);
    sobb_class_destroy(class);
    for (size_t i = 0; i < rounds; i++) {
        uint64_t start = cd_clock_cpu();
        sobb_class_destroy(sobb_classify(trees[0], trees[1]));
        us[i] = (double)(cd_clock_cpu() - start) * 1e-3;
    }
    program_median("classify_us", us, rounds);
    program_end_row();
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    const struct cd_algo *algo = NULL;
    struct cd_settings *settings = NULL;
    struct cd_scene *scene = NULL;
    void *trees[2] = {NULL, NULL};
    enum cd_code code = program_meshes(asked->pair, 2, &scene, status);
    if (!code)
        code = cd_algo_select(asked->algo, &algo, &settings, status);
    if (!code && strcmp(algo->name, "sphere_obb"))
        code = cd_fail(status, CD_USAGE, "--algo %s: give sphere_obb with its settings", asked->algo);
    for (uint32_t i = 0; i < 2 && !code; i++) {
        const struct cd_mesh *mesh = scene->meshes[i % scene->mesh_count];
        struct cd_shape shape = {mesh, mesh->vertices};
        code = algo->pair->prepare(settings, &shape, NULL, &trees[i], status);
    }
    if (!code)
        print_class((const struct sobb_tree *const[2]){trees[0], trees[1]}, asked->rounds.value);
    for (int i = 0; i < 2; i++)
        if (trees[i])
            sobb_destroy(trees[i]);
    if (settings)
        cd_settings_destroy(settings);
    cd_scene_destroy(scene);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {"sphere_obb", "bumpy+bumpy:seed=2", {.value = 9}};
    return program_main("classes", "which trees are similar", options, &asked, run, argc, argv);
}
