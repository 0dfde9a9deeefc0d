/// What the programs of experiments share: a main function, meshes, passes and rounds of instances that take turns, and
/// rows of CSV. A row is written column by column, and the header comes from the names in the first row:
///
///     program_text("series", id);
///     program_count("triangles", count);
///     program_median("ms", ms, rounds); // ms, ms_low, ms_high and ms_samples
///     program_end_row();
#ifndef CD_EXPERIMENTS_PROGRAM_H
#define CD_EXPERIMENTS_PROGRAM_H

#include "algos/driver/instance.h"
#include "algos/driver/select.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "bench/harness/statistics.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"
#include "scenes/scene.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// ---- passes and rounds ------------------------------------------------------------------------------------

/// An instance that takes turns with others.
struct program_runner {
    struct cd_context context; ///< the first member, so that a context's functions find the runner
    struct cd_instance *instance;
    const struct cd_scene *scene;
    enum cd_query query;
    bool warm;        ///< a pass answers its first frame beforehand, untimed, so that threads are there
    uint64_t frame;   ///< the one that is being answered
    uint64_t records; ///< of the last pass
    double ms[PROGRAM_ROUNDS_MAX]; ///< of each round's pass: wall time of all answers
};

/// Makes the instance. The runner may have functions in its context, and must stay where it is.
static inline enum cd_code program_open(struct program_runner *runner, const char *algo, unsigned threads,
                                        const struct cd_scene *scene, enum cd_query query,
                                        struct cd_status *status)
{
    runner->context.threads = threads;
    runner->scene = scene;
    runner->query = query;
    return cd_instance_open(algo, scene, query, &runner->context, &runner->instance, status);
}

/// A turn of `which` of the user's things in a round.
typedef enum cd_code program_turn(void *user, size_t which, size_t round, struct cd_status *status);

/// The turn of a runner, whose array is the user's: a pass over all frames, from `reset` on.
static inline enum cd_code program_pass(void *runners, size_t which, size_t round, struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_answering answering;
    struct program_runner *runner = (struct program_runner *)runners + which;
    struct cd_cursor *cursor = cd_cursor_open(runner->scene);
    runner->frame = runner->records = 0;
    runner->ms[round] = 0;
    cd_instance_reset(runner->instance);
    enum cd_code code = cd_cursor_next(cursor, &frame, status);
    if (runner->warm && !code && frame)
        code = cd_answering_ask(runner->instance, runner->query, CD_SINK_COUNT, frame, &answering, status);
    while (!code && frame) {
        runner->frame = frame->index;
        code = cd_answering_ask(runner->instance, runner->query, CD_SINK_COUNT, frame, &answering, status);
        runner->records += answering.answer.count;
        runner->ms[round] += (double)answering.ns * 1e-6;
        if (!code)
            code = cd_cursor_next(cursor, &frame, status);
    }
    cd_cursor_close(cursor);
    return code;
}

/// Gives each of `count` a turn in every round. The order is reversed from round to round, so that what disturbs the
/// machine disturbs all. The first round is done twice, since it warms up.
static inline enum cd_code program_take_turns(size_t count, uint64_t rounds, program_turn *turn, void *user,
                                              struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (uint64_t round = 0; round <= rounds; round++)
        for (size_t i = 0; i < count && !code; i++)
            code = turn(user, round % 2 ? count - 1 - i : i, round ? round - 1 : 0, status);
    return code;
}

// ---- rows -------------------------------------------------------------------------------------------------

/// The row that is being written, and the header until it is printed.
static struct {
    FILE *names, *values;
    char *name_text, *value_text;
    size_t name_size, value_size;
    bool has_header;
} program_row;

/// Begins a column; its value is written to the stream that is returned.
static inline FILE *program_column(const char *name, const char *suffix)
{
    const char *comma = program_row.values ? "," : "";
    if (!program_row.values) {
        program_row.names = open_memstream(&program_row.name_text, &program_row.name_size);
        program_row.values = open_memstream(&program_row.value_text, &program_row.value_size);
    }
    fprintf(program_row.names, "%s%s%s", comma, name, suffix);
    fputs(comma, program_row.values);
    return program_row.values;
}

static inline void program_text(const char *name, const char *value)
{
    fputs(value, program_column(name, ""));
}

/// A number to so many digits; NA for what is not finite.
static inline void program_write(FILE *stream, double value, int digits)
{
    if (isfinite(value))
        fprintf(stream, "%.*g", digits, value);
    else
        fputs("NA", stream);
}

static inline void program_digits(const char *name, double value, int digits)
{
    program_write(program_column(name, ""), value, digits);
}

static inline void program_number(const char *name, double value)
{
    program_digits(name, value, 6);
}

/// An integer of any size below 2^53, or NA.
static inline void program_count(const char *name, double value)
{
    program_digits(name, value, 16);
}

/// Writes a number and the interval of it.
static inline void program_interval(const char *name, double value, double low, double high)
{
    program_number(name, value);
    program_write(program_column(name, "_low"), low, 6);
    program_write(program_column(name, "_high"), high, 6);
}

/// The raw values of the column `name`, which `cdbench reproduce` puts into samples.csv; NA without any.
static inline void program_samples(const char *name, const double *values, size_t count)
{
    FILE *stream = program_column(name, "_samples");
    for (size_t i = 0; i < count; i++) {
        fputs(i ? " " : "", stream);
        program_write(stream, values[i], 6);
    }
    fputs(count ? "" : "NA", stream);
}

/// Writes the median of `count` values, its interval, and the values; NA without any.
static inline void program_median(const char *name, const double *values, size_t count)
{
    struct cd_interval interval = {NAN, NAN, 0};
    if (count > 1)
        interval = cd_median_interval_of_reals(values, count);
    program_interval(name, count ? cd_median_of_reals(values, count) : (double)NAN, interval.low,
                     interval.high);
    program_samples(name, values, count);
}

/// Prints the row, after the header if it is the first one.
static inline void program_end_row(void)
{
    fclose(program_row.names);
    fclose(program_row.values);
    if (!program_row.has_header)
        puts(program_row.name_text);
    puts(program_row.value_text);
    free(program_row.name_text);
    free(program_row.value_text);
    program_row.values = NULL;
    program_row.has_header = true;
}

#endif
