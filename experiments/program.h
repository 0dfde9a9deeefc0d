/// What the programs of experiments have in common: their options, one instance from a text, meshes, and medians as
/// columns of CSV.
#ifndef CD_EXPERIMENTS_PROGRAM_H
#define CD_EXPERIMENTS_PROGRAM_H

#include "algos/driver/instance.h"
#include "algos/driver/select.h"
#include "base/clock.h"
#include "base/options.h"
#include "bench/harness/statistics.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"
#include "scenes/scene.h"

#include <stdio.h>

/// The most rounds; each gives a time.
#define PROGRAM_ROUNDS_MAX 999

/// The option --rounds, for a member `rounds` (struct cd_number) of the struct of values `type`.
#define PROGRAM_ROUNDS_OPTION(type)                                                                          \
    {                                                                                                        \
        "rounds", CD_OPTION_NUMBER, "N", offsetof(type, rounds), 2, PROGRAM_ROUNDS_MAX,                      \
            "rounds, in which all take turns; times are their medians"                                       \
    }

/// Reads the options of a program into `values`, which hold the defaults, and runs it; returns the exit code for main.
static inline int program_main(const char *name, const char *title, const struct cd_option *options,
                               void *values,
                               enum cd_code (*run)(const void *values, struct cd_status *status), int argc,
                               char **argv)
{
    const struct cd_command program = {name, title, NULL, NULL, options, true, NULL, NULL, NULL};
    if (cd_options_want_help(&program, argc, argv)) {
        cd_options_print_help(&program, stdout);
        return CD_OK;
    }
    struct cd_status status;
    enum cd_code code = cd_options_parse(&program, argc, argv, values, NULL, &status);
    if (!code)
        code = run(values, &status);
    if (code)
        fprintf(stderr, "%s: %s\n", name, status.text);
    cd_options_release(&program, values);
    return (int)code;
}

/// A scene of `bodies` bodies of MESH[+MESH...], files or generators, that stand still.
static inline enum cd_code program_meshes(const char *meshes, unsigned bodies, struct cd_scene **scene,
                                          struct cd_status *status)
{
    char specification[500];
    snprintf(specification, sizeof specification, "%s,motion=still:bodies=%u", meshes, bodies);
    return cd_scene_load(specification, NULL, scene, status);
}

/// A pass of an instance over all frames of a scene.
struct program_pass {
    uint64_t frame;   ///< the one that is being answered
    uint64_t records; ///< of all frames
    double ns;        ///< wall time of all answers
};

/// Runs a pass from `reset` on. With `warm` the first frame is answered beforehand, untimed, so that threads are
/// there.
static inline enum cd_code program_run_pass(struct cd_instance *instance, const struct cd_scene *scene,
                                            enum cd_query query, bool warm, struct program_pass *pass,
                                            struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_answering answering;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    pass->frame = pass->records = 0;
    pass->ns = 0;
    cd_instance_reset(instance);
    enum cd_code code = cd_cursor_next(cursor, &frame, status);
    if (warm && !code && frame)
        code = cd_answering_ask(instance, query, CD_SINK_COUNT, frame, &answering, status);
    while (!code && frame) {
        pass->frame = frame->index;
        code = cd_answering_ask(instance, query, CD_SINK_COUNT, frame, &answering, status);
        pass->records += answering.answer.count;
        pass->ns += (double)answering.ns;
        if (!code)
            code = cd_cursor_next(cursor, &frame, status);
    }
    cd_cursor_close(cursor);
    return code;
}

/// Whose turn it is: the order of `count` is reversed every round, so that what disturbs the machine disturbs all.
static inline size_t program_turn(uint64_t round, size_t i, size_t count)
{
    return round % 2 ? count - 1 - i : i;
}

/// An instance that takes turns with others; begins with its context.
struct program_runner {
    struct cd_context context;
    struct cd_instance *instance;
    const void *what;              ///< the program's own
    uint64_t records;              ///< of the last pass
    double ms[PROGRAM_ROUNDS_MAX]; ///< wall time of every round's pass
};

/// Runs passes of all in turns, `rounds` of each after one that warms up.
static inline enum cd_code program_take_turns(struct program_runner *runners, size_t count,
                                              const struct cd_scene *scene, enum cd_query query, bool warm,
                                              uint64_t rounds, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    struct program_pass pass;
    for (uint64_t round = 0; round <= rounds; round++)
        for (size_t i = 0; i < count && !code; i++) {
            struct program_runner *runner = &runners[program_turn(round, i, count)];
            code = program_run_pass(runner->instance, scene, query, warm, &pass, status);
            runner->records = pass.records;
            runner->ms[round ? round - 1 : 0] = pass.ns * 1e-6;
        }
    return code;
}

/// Prints a column: NA for what is not finite.
static inline void program_print_number(double value)
{
    if (value - value == 0)
        printf(",%.6g", value);
    else
        printf(",NA");
}

/// Prints a column of raw values, which `cdbench reproduce` puts into samples.csv: NA without any.
static inline void program_print_samples(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] - values[i] == 0)
            printf("%s%.6g", i ? " " : ",", values[i]);
        else
            printf("%sNA", i ? " " : ",");
    if (!count)
        printf(",NA");
}

/// The header of the columns that program_print_median prints.
#define PROGRAM_MEDIAN(name) name "," name "_low," name "_high," name "_samples"

/// Prints four columns: the median of `count` values, its interval, and the values; NA without any.
static inline void program_print_median(const double *values, size_t count)
{
    if (!count) {
        printf(",NA,NA,NA,NA");
        return;
    }
    struct cd_interval interval = cd_median_interval_of_reals(values, count);
    program_print_number(cd_median_of_reals(values, count));
    program_print_number(interval.low);
    program_print_number(interval.high);
    program_print_samples(values, count);
}

#endif
