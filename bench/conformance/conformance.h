/// The conformance table: small scenes that algorithms get wrong first, and the ways in which one is tried on
/// each. It conforms when it is as right as it promises, answers alike in every pass, schedule and number of
/// threads, counts alike where it calls its counters exact, and allocates nothing in timed calls once warm.
#ifndef CD_BENCH_CONFORMANCE_CONFORMANCE_H
#define CD_BENCH_CONFORMANCE_CONFORMANCE_H

#include "bench/oracle/judge.h"

struct cd_conformance_scene {
    const char *title; ///< a few words
    const char *words; ///< the specification
    unsigned traits;   ///< the sum of these
};
enum {
    CD_ROW_OF_REGIONS = 1, ///< and not of bodies
    CD_ROW_OF_MANY = 2,    ///< bodies: neither choices nor the queries any and bodies are tried
    CD_ROW_RENDERS = 4,    ///< choices of algorithms that use OpenGL are tried, too: for pairs
};

/// The table.
enum {
#define SCENE(title, words, traits) +1
    CD_CONFORMANCE_SCENES = 0
#include "bench/conformance/scenes.def"
#undef SCENE
};
extern const struct cd_conformance_scene cd_conformance_scenes[CD_CONFORMANCE_SCENES];

/// An algorithm on a scene of the table with a query, and what came of it.
struct cd_conformance_trial {
    const struct cd_conformance_scene *row;
    struct cd_truths *truths; ///< of the row's scene
    const struct cd_algo *algo;
    const struct cd_settings *settings; ///< the usual ones; choices that were given stay as they are
    enum cd_query query;
    unsigned threads;   ///< most threads, at least 2; one less where there is no schedule
    unsigned schedules; ///< that words of choices are tried with, 1 to 4; the usual ones have all four

    unsigned ways;                 ///< settings and numbers of threads that were tried
    unsigned refused;              ///< words of choices that were refused
    struct cd_judgement judgement; ///< of the usual settings in one thread
};

/// Whether the table asks this of an algorithm of such a description.
bool cd_conformance_asks(const struct cd_conformance_scene *row, const struct cd_description *description,
                         enum cd_query query);

/// Tries the algorithm in one way after the other until it does not conform: CD_WRONG for its answers,
/// CD_REGRESSION for what it counts and allocates, and `status` says in which way and frame. When it refuses
/// the scene with its usual settings, the code that it gives; words of choices that are refused are passed
/// over.
enum cd_code cd_conformance_try(struct cd_conformance_trial *trial, struct cd_status *status);

/// True for the codes by which algorithms refuse a scene, or a machine that lacks something.
bool cd_conformance_refuses(enum cd_code code);

#endif
