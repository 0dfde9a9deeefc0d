// How much faster matchers of regions, or other algorithms, get by several threads.
//
//     build/release/experiments/speedup --scene SCENE [--threads N] [--rounds N] --algo ID ALGO...
//
// Each algorithm answers the first frame of the scene with one thread and with N (2); all of them take turns,
// so that what disturbs the machine disturbs both. Answers are counted, not stored. Prints CSV: times are
// medians on the wall clock, `speedup` is the median of the ratios of a round with its interval; a series is
// called ID, and ALGO is given as to `cdbench run`. Exit code 2 when two runs count differently.
#include "base/memory.h"
#include "experiments/program.h"

#include <inttypes.h>

enum { ONE = 0, MANY = 1 };

struct contest {
    const char *id;
    struct cd_instance *instances[2]; ///< with one thread and with many
    double ms[2][PROGRAM_ROUNDS_MAX], speedup[PROGRAM_ROUNDS_MAX];
    uint64_t pairs[2];
};

struct request {
    const char *scene;
    struct cd_number threads, rounds;
    struct cd_texts algos;
};

static const struct cd_option options[] = {
    {"scene", CD_OPTION_TEXT, "SCENE", offsetof(struct request, scene), 0, 0,
     "whose first frame is answered"},
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(struct request, algos), 0, 0,
     "a series called ID; ALGO as to `cdbench run`"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, 1024,
     "threads of the faster one (2)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

/// All rounds; one before them warms up.
static enum cd_code run_rounds(const struct request *asked, const struct cd_scene *scene,
                               struct contest *contests, size_t count, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct program_pass pass;
    for (uint64_t round = 0; round <= asked->rounds.value; round++)
        for (size_t i = 0; i < 2 * count && !code; i++) {
            struct contest *contest = &contests[i / 2];
            uint64_t which = (round + i) % 2, place = round ? round - 1 : 0;
            code = program_run_pass(contest->instances[which], scene, CD_QUERY_PAIRS, false, &pass, status);
            contest->ms[which][place] = pass.ns * 1e-6;
            contest->pairs[which] = pass.records;
            contest->speedup[place] = contest->ms[ONE][place] / contest->ms[MANY][place];
        }
    return code;
}

static enum cd_code print_all(const struct contest *contests, size_t count, size_t rounds,
                              struct cd_status *status)
{
    printf("series,pairs,ms_one,ms_many,ms_one_samples,ms_many_samples," PROGRAM_MEDIAN("speedup") "\n");
    for (size_t i = 0; i < count; i++) {
        const struct contest *contest = &contests[i];
        printf("%s,%" PRIu64 ",%.3f,%.3f", contest->id, contest->pairs[ONE],
               cd_median_of_reals(contest->ms[ONE], rounds), cd_median_of_reals(contest->ms[MANY], rounds));
        program_print_samples(contest->ms[ONE], rounds);
        program_print_samples(contest->ms[MANY], rounds);
        program_print_median(contest->speedup, rounds);
        printf("\n");
        if (contest->pairs[ONE] != contests[0].pairs[ONE] || contest->pairs[MANY] != contests[0].pairs[ONE])
            return cd_fail(status, CD_WRONG, "%s counts other pairs than %s with one thread", contest->id,
                           contests[0].id);
    }
    return CD_OK;
}

static enum cd_code run_contests(const struct request *asked, const struct cd_scene *scene,
                                 struct contest *contests, size_t count, struct cd_status *status)
{
    struct cd_context contexts[2] = {{.threads = 1}, {.threads = (unsigned)asked->threads.value}};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < 2 * count && !code; i++) {
        contests[i / 2].id = asked->algos.items[i - i % 2];
        code = cd_instance_open(asked->algos.items[i | 1], scene, CD_QUERY_PAIRS, &contexts[i % 2],
                                &contests[i / 2].instances[i % 2], status);
    }
    if (!code)
        code = run_rounds(asked, scene, contests, count, status);
    if (!code)
        code = print_all(contests, count, asked->rounds.value, status);
    for (size_t i = 0; i < 2 * count; i++)
        cd_instance_destroy(contests[i / 2].instances[i % 2]);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    struct cd_scene *scene;
    size_t count = asked->algos.count / 2;
    if (!asked->scene || !count)
        return cd_fail(status, CD_USAGE, "give --scene and at least one --algo");
    enum cd_code code = cd_scene_load(asked->scene, &(struct cd_scene_options){.frames = 1}, &scene, status);
    if (code)
        return code;
    struct contest *contests = cd_allocate(count, sizeof *contests);
    code = run_contests(asked, scene, contests, count, status);
    cd_free(contests);
    cd_scene_destroy(scene);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {.threads = {.value = 2}, .rounds = {.value = 7}};
    return program_main("speedup", "what several threads are worth to algorithms", options, &asked, run, argc,
                        argv);
}
