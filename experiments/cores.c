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
#include "bench/oracle/oracle.h"
#include "experiments/program.h"

#include <dirent.h>
#include <sched.h>
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

struct work {
    const char *id;
    struct cd_scene *scene;
    const struct cd_algo *builds; ///< NULL for questions
    struct cd_settings *settings;
};

/// A work by some threads, which takes turns with all others.
struct turn {
    struct program_runner runner; ///< without an instance for builds and the oracle
    const struct work *work;
    const struct turn *alone; ///< the same work by one thread
};

struct bench {
    struct work works[WORKS];
    struct turn turns[WORKS * COUNTS];
    size_t count;
};

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    struct turn *turn = &((struct bench *)user)->turns[which];
    struct program_runner *runner = &turn->runner;
    const struct work *work = turn->work;
    uint64_t begin = cd_clock_wall();
    enum cd_code code;
    if (runner->instance)
        return program_pass(runner, 0, round, status);
    if (work->builds) {
        const struct cd_mesh *mesh = work->scene->meshes[0];
        const struct cd_shape shape = {mesh, mesh->vertices};
        void *model;
        code = work->builds->pair->prepare(work->settings, &shape, &runner->context, &model, status);
        if (!code)
            work->builds->pair->release(model);
        runner->records = mesh->triangle_count;
    } else {
        struct cd_truth *truth;
        code = cd_oracle_work_out(work->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, runner->context.threads,
                                  CD_ORACLE_PAIRS, NULL, &truth, status);
        if (code)
            return code;
        runner->records = truth->pair_count;
        cd_truth_destroy(truth);
    }
    runner->ms[round] = (double)(cd_clock_wall() - begin) * 1e-6;
    return code;
}

/// Reads what a work is about, and adds its turns, by 1, 2, 4 ... threads. Without `algo` it is the oracle's.
static enum cd_code add_work(struct bench *bench, struct work *work, const char *algo, const char *scene,
                             bool builds, unsigned counts, struct cd_status *status)
{
    const struct cd_scene_options first = {.frames = 1};
    const struct turn *alone = &bench->turns[bench->count];
    enum cd_code code = builds ? program_meshes(scene, 1, &work->scene, status)
                               : cd_scene_load(scene, algo ? &first : NULL, &work->scene, status);
    if (builds && !code)
        code = cd_algo_select(algo, &work->builds, &work->settings, status);
    if (builds && !code && !work->builds->pair)
        code = cd_fail(status, CD_USAGE, "%s: not an algorithm for pairs of bodies", algo);
    for (unsigned i = 0; i < counts && !code; i++) {
        struct turn *turn = &bench->turns[bench->count++];
        turn->work = work;
        turn->alone = alone;
        turn->runner.context.threads = 1U << i;
        if (algo && !builds)
            code = program_open(&turn->runner, algo, 1U << i, work->scene, CD_QUERY_PAIRS, status);
    }
    return code;
}

static enum cd_code print_all(const struct bench *bench, size_t rounds, struct cd_status *status)
{
    for (size_t i = 0; i < bench->count; i++) {
        const struct turn *turn = &bench->turns[i];
        unsigned threads = turn->runner.context.threads;
        double speedup[PROGRAM_ROUNDS_MAX], efficiency[PROGRAM_ROUNDS_MAX];
        for (size_t round = 0; round < rounds; round++) {
            speedup[round] = turn->alone->runner.ms[round] / turn->runner.ms[round];
            efficiency[round] = speedup[round] / threads;
        }
        program_text("series", turn->work->id);
        program_count("p", threads);
        program_count("cores", cd_usable_processors());
        program_count("records", (double)turn->runner.records);
        program_median("ms", turn->runner.ms, rounds);
        program_median("speedup", speedup, rounds);
        program_median("efficiency", efficiency, rounds);
        program_end_row();
        if (turn->runner.records != turn->alone->runner.records)
            return cd_fail(status, CD_WRONG, "%s: %u threads count otherwise than one", turn->work->id,
                           threads);
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

static enum cd_code run_works(const struct request *asked, struct bench *bench, struct cd_status *status)
{
    static const char *const ids[WORKS] = {"regions", "crowd", "build", "oracle"};
    const struct cd_texts *texts[WORKS] = {&asked->regions, &asked->crowd, &asked->build, NULL};
    unsigned counts = 1;
    enum cd_code code = CD_OK;
    while (counts < COUNTS && 1U << counts <= asked->threads.value && 1U << counts <= cd_usable_processors())
        counts++;
    for (size_t k = 0; k < WORKS && !code; k++) {
        bool named = texts[k] && texts[k]->count;
        const char *scene = named ? texts[k]->items[1] : texts[k] ? NULL : asked->oracle;
        bench->works[k].id = ids[k];
        if (scene)
            code = add_work(bench, &bench->works[k], named ? texts[k]->items[0] : NULL, scene,
                            texts[k] == &asked->build, counts, status);
    }
    if (!code && !bench->count)
        code = cd_fail(status, CD_USAGE, "give --regions, --crowd, --build or --oracle");
    if (!code && asked->pin)
        code = cd_threads_start(1U << (counts - 1), status);
    if (!code && asked->pin)
        pin_threads();
    if (!code)
        code = program_take_turns(bench->count, asked->rounds.value, take_turn, bench, status);
    return code ? code : print_all(bench, asked->rounds.value, status);
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    struct bench *bench = cd_allocate(1, sizeof *bench);
    enum cd_code code = run_works(values, bench, status);
    for (size_t i = 0; i < bench->count; i++)
        cd_instance_destroy(bench->turns[i].runner.instance);
    for (size_t k = 0; k < WORKS; k++) {
        if (bench->works[k].settings)
            cd_settings_destroy(bench->works[k].settings);
        cd_scene_destroy(bench->works[k].scene);
    }
    cd_free(bench);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {.threads = {.value = 16}, .rounds = {.value = 7}};
    return program_main("cores", "how much of several threads reaches the work that they share", options,
                        &asked, run, argc, argv);
}
