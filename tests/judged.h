/// Plays a scene to an algorithm and compares its answers with the truth.
#ifndef CD_TESTS_JUDGED_H
#define CD_TESTS_JUDGED_H

#include "bench/oracle/judge.h"
#include "tests/opened.h"

/// One untimed pass of `NAME[:key=value...]` in one thread, judged by the truth that applies to what the algorithm
/// declares. `pass` has the scene, the query and, if they are wanted, the answers.
static inline struct cd_judgement judged_with(struct cd_judged_pass pass, const char *specification)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_description description;
    struct cd_judgement judgement;
    struct cd_truths truths = {.scene = pass.scene, .threads = 1};
    struct cd_status status = {0};
    if (cd_algo_select(specification, &algo, &settings, &status))
        fail_msg("%s: %s", specification, status.text);
    cd_describe(algo, settings, &description);
    pass.instance = open_instance(pass.scene, specification, pass.query);
    if (cd_judge_by(&truths, &description, &pass, &judgement, &status))
        fail_msg("%s: %s", specification, status.text);
    cd_instance_destroy(pass.instance);
    cd_settings_destroy(settings);
    cd_truths_release(&truths);
    print_message("%-48s %-6s: %u of %u overlooked, %u false\n", specification, cd_query_name(pass.query),
                  (unsigned)judgement.misses, (unsigned)judgement.truth_pairs,
                  (unsigned)judgement.false_hits);
    return judgement;
}

static inline struct cd_judgement judged(const struct cd_scene *scene, const char *specification,
                                         enum cd_query query)
{
    return judged_with((struct cd_judged_pass){.scene = scene, .query = query}, specification);
}

#endif
