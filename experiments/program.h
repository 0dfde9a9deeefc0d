/// What the programs of experiments have in common: their options, one instance from a text, meshes, and medians as
/// columns of CSV.
#ifndef CD_EXPERIMENTS_PROGRAM_H
#define CD_EXPERIMENTS_PROGRAM_H

#include "algos/driver/instance.h"
#include "algos/driver/select.h"
#include "scenes/cursor.h"
#include "scenes/scene.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "base/clock.h"
#include "base/options.h"
#include "bench/harness/statistics.h"
#ifdef __cplusplus
}
#endif

#include <stdio.h>

/// The most rounds, of which each gives a time.
#define PROGRAM_ROUNDS_MAX 999

/// The option --rounds, for a member `rounds` (struct cd_number) of the struct of values `type`.
#define PROGRAM_ROUNDS_OPTION(type)                                                                          \
    {                                                                                                        \
        "rounds", CD_OPTION_NUMBER, "N", offsetof(type, rounds), 2, PROGRAM_ROUNDS_MAX,                      \
            "rounds, in which all take turns; times are their medians"                                       \
    }

/// Reads the options into `values`, which hold the defaults, and runs; returns the exit code for main.
static inline int program_main(const struct cd_command *program, int argc, char **argv, void *values,
                               enum cd_code (*run)(const void *values, struct cd_status *status))
{
    if (cd_options_want_help(program, argc, argv)) {
        cd_options_print_help(program, stdout);
        return CD_OK;
    }
    struct cd_status status;
    enum cd_code code = cd_options_parse(program, argc, argv, values, NULL, &status);
    if (!code)
        code = run(values, &status);
    if (code)
        fprintf(stderr, "%s: %s\n", program->name, status.text);
    cd_options_release(program, values);
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

/// Prints three columns: the median of `count` values and its interval.
static inline void program_print_median(const double *values, size_t count)
{
    struct cd_interval interval = cd_median_interval_of_reals(values, count);
    printf(",%.6g,%.6g,%.6g", cd_median_of_reals(values, count), interval.low, interval.high);
}

#endif
