// How much of several threads reaches the work that the program shares among them: matching regions, finding the pairs
// of a crowd that touch, building a tree, and working out exact answers.
//
//     build/release/experiments/cores [--regions ALGO SCENE] [--crowd ALGO SCENE] [--build ALGO MESH] [--oracle SCENE]
//                                     [--threads N] [--rounds N] [--pin]
//
// Each work is done by 1, 2, 4 ... up to N (16) threads, as far as there are processors, and all of it takes turns. Of
// regions and of the crowd, the first frame of the scene is answered; the oracle answers all frames, without its cache.
// With --pin, each thread but the first has a processor of its own.
// Prints CSV: a row per work and number of threads p. `ms` is the median of the wall times, `speedup` that of the ratios
// to one thread in the same round, `efficiency` the speedup over p, each with its interval. `records` counts what was
// found, or the triangles of the tree. Exit code 2 when that depends on p.
#include "algos/threads.h"
#include "base/memory.h"
#include "bench/oracle/oracle.h"
#include "experiments/program.h"

#include <dirent.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

struct request {
    struct cd_texts regions, crowd, build;
    const char *oracle;
    struct cd_number threads, rounds;
    bool pin;
};

static const struct cd_option options[] = {
    {"regions", CD_OPTION_NAMED, "ALGO SCENE", offsetof(struct request, regions), 0, 0,
     "regions, and the algorithm that matches them"},
    {"crowd", CD_OPTION_NAMED, "ALGO SCENE", offsetof(struct request, crowd), 0, 0,
     "bodies, and the algorithm that finds the pairs that touch"},
    {"build", CD_OPTION_NAMED, "ALGO MESH", offsetof(struct request, build), 0, 0,
     "a mesh, and the pair algorithm that builds its tree"},
    {"oracle", CD_OPTION_TEXT, "SCENE", offsetof(struct request, oracle), 0, 0,
     "the scene whose exact answers are worked out"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, 1024,
     "the most threads (16); fewer are tried by halving"},
    PROGRAM_ROUNDS_OPTION(struct request),
    {"pin", CD_OPTION_FLAG, NULL, offsetof(struct request, pin), 0, 0,
     "each thread but the first stays on a processor of its own"},
    CD_OPTION_END,
};

enum { WORKS = 4, COUNTS = 11 };

/// A work by some threads, which takes turns with all others.
struct turn {
    const struct work *work;
    struct cd_context context;
    struct cd_instance *instance; ///< NULL for builds and the oracle
    uint64_t records;
    double ms[PROGRAM_ROUNDS_MAX];
};

struct work {
    const char *id;
    const char *algo;       ///< NULL: the oracle
    struct cd_scene *scene; ///< NULL when it was not asked for
    const struct cd_algo *builds;
    struct cd_settings *settings;
    struct turn turns[COUNTS]; ///< by 1, 2, 4 ... threads
};

static enum cd_code build_tree(struct turn *turn, struct cd_status *status)
{
    const struct cd_pair_algo *pair = turn->work->builds->pair;
    const struct cd_mesh *mesh = turn->work->scene->meshes[0];
    void *model;
    enum cd_code code = pair->prepare(turn->work->settings, &(struct cd_shape){mesh, mesh->vertices},
                                      &turn->context, &model, status);
    if (code)
        return code;
    turn->records = mesh->triangle_count;
    pair->release(model);
    return CD_OK;
}

static enum cd_code work_out(struct turn *turn, struct cd_status *status)
{
    struct cd_truth *truth;
    enum cd_code code = cd_oracle_work_out(turn->work->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE,
                                           turn->context.threads, CD_ORACLE_PAIRS, NULL, &truth, status);
    if (code)
        return code;
    turn->records = truth->pair_count;
    cd_truth_destroy(truth);
    return CD_OK;
}

static enum cd_code take_turn(struct turn *turn, double *ms, struct cd_status *status)
{
    struct program_pass pass;
    enum cd_code code;
    uint64_t begin = cd_clock_wall();
    if (turn->instance) {
        code = program_run_pass(turn->instance, turn->work->scene, CD_QUERY_PAIRS, false, &pass, status);
        turn->records = pass.records;
        *ms = pass.ns * 1e-6;
        return code;
    }
    code = turn->work->builds ? build_tree(turn, status) : work_out(turn, status);
    *ms = (double)(cd_clock_wall() - begin) * 1e-6;
    return code;
}

/// Reads what a work is about, and makes its instances.
static enum cd_code open_work(struct work *work, const char *algo, const char *scene, bool builds,
                              unsigned counts, struct cd_status *status)
{
    const struct cd_scene_options first = {.frames = 1};
    work->algo = algo;
    enum cd_code code = builds ? program_meshes(scene, 1, &work->scene, status)
                               : cd_scene_load(scene, algo ? &first : NULL, &work->scene, status);
    if (builds && !code)
        code = cd_algo_select(algo, &work->builds, &work->settings, status);
    if (builds && !code && !work->builds->pair)
        code = cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", algo);
    for (unsigned i = 0; i < counts && !code; i++) {
        work->turns[i].work = work;
        work->turns[i].context.threads = 1U << i;
        if (algo && !builds)
            code = cd_instance_open(algo, work->scene, CD_QUERY_PAIRS, &work->turns[i].context,
                                    &work->turns[i].instance, status);
    }
    return code;
}

static void close_work(struct work *work)
{
    for (unsigned i = 0; i < COUNTS; i++)
        cd_instance_destroy(work->turns[i].instance);
    if (work->settings)
        cd_settings_destroy(work->settings);
    cd_scene_destroy(work->scene);
}

/// The first round warms up.
static enum cd_code take_turns(struct turn *const *turns, size_t count, uint64_t rounds,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (uint64_t round = 0; round <= rounds; round++)
        for (size_t i = 0; i < count && !code; i++) {
            struct turn *turn = turns[program_turn(round, i, count)];
            code = take_turn(turn, &turn->ms[round ? round - 1 : 0], status);
        }
    return code;
}

static void print_row(const struct turn *turn, size_t rounds)
{
    double speedup[PROGRAM_ROUNDS_MAX], efficiency[PROGRAM_ROUNDS_MAX];
    for (size_t i = 0; i < rounds; i++) {
        speedup[i] = turn->work->turns->ms[i] / turn->ms[i];
        efficiency[i] = speedup[i] / turn->context.threads;
    }
    printf("%s,%u,%u,%" PRIu64, turn->work->id, turn->context.threads, cd_usable_processors(), turn->records);
    program_print_median(turn->ms, rounds);
    program_print_median(speedup, rounds);
    program_print_median(efficiency, rounds);
    putchar('\n');
}

static enum cd_code print_all(struct turn *const *turns, size_t count, size_t rounds,
                              struct cd_status *status)
{
    printf("series,p,cores,records," PROGRAM_MEDIAN("ms") "," PROGRAM_MEDIAN("speedup") "," PROGRAM_MEDIAN(
        "efficiency") "\n");
    for (size_t i = 0; i < count; i++) {
        print_row(turns[i], rounds);
        if (turns[i]->records != turns[i]->work->turns->records)
            return cd_fail(status, CD_WRONG, "%s: %u threads count otherwise than one", turns[i]->work->id,
                           turns[i]->context.threads);
    }
    return CD_OK;
}

static bool is_first_of_core(size_t processor)
{
    char path[100];
    size_t first = processor;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/topology/thread_siblings_list", processor);
    FILE *siblings = fopen(path, "r");
    if (siblings) {
        if (fscanf(siblings, "%zu", &first) != 1)
            first = processor;
        fclose(siblings);
    }
    return first == processor;
}

/// Gives each thread that the pool has started its own of the processors that may be used: first one of each core, from
/// the second core on, then those that share a core. The calling thread stays free, since threads that libraries start
/// would be where it is.
static void pin_threads(void)
{
    cpu_set_t usable, one;
    size_t order[CPU_SETSIZE], count = 0, next = 0;
    DIR *threads = opendir("/proc/self/task");
    bool known = threads && !sched_getaffinity(0, sizeof usable, &usable);
    for (int shared = 0; shared < 2 && known; shared++)
        for (size_t i = 0; i < CPU_SETSIZE; i++)
            if (CPU_ISSET(i, &usable) && is_first_of_core(i) == !shared)
                order[count++] = i;
    for (struct dirent *entry; count && (entry = readdir(threads));) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        if (thread <= 0 || thread == gettid())
            continue;
        CPU_ZERO(&one);
        CPU_SET(order[++next % count], &one);
        known &= !sched_setaffinity(thread, sizeof one, &one);
    }
    if (threads)
        closedir(threads);
    if (!known)
        fputs("cores: warning: threads cannot be pinned here\n", stderr);
}

static enum cd_code run_works(const struct request *asked, struct work *works, struct cd_status *status)
{
    static const char *const ids[WORKS] = {"regions", "crowd", "build", "oracle"};
    const struct cd_texts *texts[WORKS] = {&asked->regions, &asked->crowd, &asked->build, NULL};
    struct turn *turns[WORKS * COUNTS];
    unsigned counts = 1;
    size_t count = 0;
    enum cd_code code = CD_OK;
    while (counts < COUNTS && 1U << counts <= asked->threads.value && 1U << counts <= cd_usable_processors())
        counts++;
    for (size_t k = 0; k < WORKS && !code; k++) {
        const char *const *words = texts[k] && texts[k]->count ? texts[k]->items : NULL;
        const char *scene = texts[k] ? words ? words[1] : NULL : asked->oracle;
        works[k].id = ids[k];
        if (scene)
            code = open_work(&works[k], words ? words[0] : NULL, scene, texts[k] == &asked->build, counts,
                             status);
        for (unsigned i = 0; i < counts && scene; i++)
            turns[count++] = &works[k].turns[i];
    }
    if (!code && !count)
        code = cd_fail(status, CD_USAGE, "give --regions, --crowd, --build or --oracle");
    if (!code && asked->pin)
        code = cd_threads_start(1U << (counts - 1), status);
    if (!code && asked->pin)
        pin_threads();
    if (!code)
        code = take_turns(turns, count, asked->rounds.value, status);
    return code ? code : print_all(turns, count, (size_t)asked->rounds.value, status);
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    struct work *works = cd_allocate(WORKS, sizeof *works);
    enum cd_code code = run_works(values, works, status);
    for (size_t k = 0; k < WORKS; k++)
        close_work(&works[k]);
    cd_free(works);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {.threads = {.value = 16}, .rounds = {.value = 7}};
    return program_main("cores", "how much of several threads reaches the work that they share", options,
                        &asked, run, argc, argv);
}
