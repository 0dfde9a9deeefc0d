// How much faster several threads make matchers of regions, or other algorithms.
//
//     build/release/experiments/speedup --scene SCENE [--threads N] [--rounds N] --algo ID ALGO...
//
// Each algorithm answers the first frame of the scene with one thread and with N (2); all of them take turns,
// so that what disturbs the machine disturbs both. Answers are counted, not stored. Prints CSV: times are
// medians on the wall clock, `speedup` is the median of the ratios of a round with its interval; a series is
// called ID, and ALGO is given as to `cdbench run`. Exit code 2 when two runs count differently.
#include "experiments/program.h"

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

/// `one` is followed by the same with many threads.
static void print_row(const char *id, const struct program_runner *one, size_t rounds)
{
    const struct program_runner *many = one + 1;
    double speedup[PROGRAM_ROUNDS_MAX];
    for (size_t i = 0; i < rounds; i++)
        speedup[i] = one->ms[i] / many->ms[i];
    program_text("series", id);
    program_count("pairs", (double)one->records);
    program_number("ms_one", cd_median_of_reals(one->ms, rounds));
    program_number("ms_many", cd_median_of_reals(many->ms, rounds));
    program_samples("ms_one", one->ms, rounds);
    program_samples("ms_many", many->ms, rounds);
    program_median("speedup", speedup, rounds);
    program_end_row();
}

static enum cd_code run_all(const struct request *asked, const struct cd_scene *scene,
                            struct program_runner *runners, struct cd_status *status)
{
    const char *const *texts = asked->algos.items;
    size_t count = asked->algos.count;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < count && !code; i++)
        code = program_open(&runners[i], texts[i | 1], i % 2 ? (unsigned)asked->threads.value : 1, scene,
                            CD_QUERY_PAIRS, status);
    if (!code)
        code = program_take_turns(count, asked->rounds.value, program_pass, runners, status);
    for (size_t i = 0; i < count && !code; i += 2) {
        print_row(texts[i], &runners[i], asked->rounds.value);
        if (runners[i].records != runners[0].records || runners[i + 1].records != runners[0].records)
            code = cd_fail(status, CD_WRONG, "%s counts other pairs than %s with one thread", texts[i],
                           texts[0]);
    }
    return code;
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
