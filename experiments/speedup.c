// How much faster several threads make matchers of regions, or other algorithms.
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

struct request {
    const char *scene;
    struct cd_number threads, rounds;
    struct cd_texts algos;
};

static const struct cd_option options[] = {
    {"scene", CD_OPTION_TEXT, "SCENE", offsetof(struct request, scene), 0, 0,
     "the scene whose first frame is answered"},
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(struct request, algos), 0, 0,
     "a series called ID; ALGO as in --algo of `cdbench run`"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, 1024,
     "threads of the faster one (2)"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

/// An algorithm with one thread and with many, one after the other.
static void print_row(const char *id, const struct program_runner runners[2], size_t rounds)
{
    const struct program_runner *one = &runners[0], *many = &runners[1];
    double speedup[PROGRAM_ROUNDS_MAX];
    for (size_t i = 0; i < rounds; i++)
        speedup[i] = one->ms[i] / many->ms[i];
    printf("%s,%" PRIu64 ",%.3f,%.3f", id, one->records, cd_median_of_reals(one->ms, rounds),
           cd_median_of_reals(many->ms, rounds));
    program_print_samples(one->ms, rounds);
    program_print_samples(many->ms, rounds);
    program_print_median(speedup, rounds);
    printf("\n");
}

/// Two runners for each algorithm.
static enum cd_code run_all(const struct request *asked, const struct cd_scene *scene,
                            struct program_runner *runners, struct cd_status *status)
{
    const char *const *texts = asked->algos.items;
    size_t count = asked->algos.count, rounds = asked->rounds.value;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count && !code; i++) {
        runners[i].context.threads = i % 2 ? (unsigned)asked->threads.value : 1;
        code = cd_instance_open(texts[i | 1], scene, CD_QUERY_PAIRS, &runners[i].context,
                                &runners[i].instance, status);
    }
    if (!code)
        code = program_take_turns(runners, count, scene, CD_QUERY_PAIRS, false, rounds, status);
    if (code)
        return code;
    printf("series,pairs,ms_one,ms_many,ms_one_samples,ms_many_samples," PROGRAM_MEDIAN("speedup") "\n");
    for (size_t i = 0; i < count; i += 2) {
        print_row(texts[i], &runners[i], rounds);
        if (runners[i].records != runners[0].records || runners[i + 1].records != runners[0].records)
            return cd_fail(status, CD_WRONG, "%s counts other pairs than %s with one thread", texts[i],
                           texts[0]);
    }
    return CD_OK;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *asked = values;
    struct cd_scene *scene;
    if (!asked->scene || !asked->algos.count)
        return cd_fail(status, CD_USAGE, "give --scene and at least one --algo");
    enum cd_code code = cd_scene_load(asked->scene, &(struct cd_scene_options){.frames = 1}, &scene, status);
    if (code)
        return code;
    struct program_runner *runners = cd_allocate(asked->algos.count, sizeof *runners);
    code = run_all(asked, scene, runners, status);
    for (size_t i = 0; i < asked->algos.count; i++)
        cd_instance_destroy(runners[i].instance);
    cd_free(runners);
    cd_scene_destroy(scene);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {.threads = {.value = 2}, .rounds = {.value = 7}};
    return program_main("speedup", "how much algorithms gain from several threads", options, &asked, run,
                        argc, argv);
}
