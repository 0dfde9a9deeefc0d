/// The conformance table: small scenes that algorithms get wrong first, and the ways in which an algorithm is tried on
/// each. An algorithm conforms when it is as right as it promises, gives the same answers in every pass, schedule and
/// number of threads, gives the same counts for counters that it calls exact, and allocates nothing in timed calls once
/// warm.
#ifndef CD_BENCH_CONFORMANCE_CONFORMANCE_H
#define CD_BENCH_CONFORMANCE_CONFORMANCE_H

#include "bench/oracle/judge.h"

struct cd_conformance_scene {
    const char *title; ///< a few words
    const char *words; ///< the specification
    unsigned traits;   ///< the sum of these
};
enum {
    CD_ROW_OF_REGIONS = 1, ///< a scene of regions, not of bodies
    CD_ROW_OF_MANY = 2,    ///< many bodies: choices and the queries any and bodies are not tried
    CD_ROW_RENDERS = 4,    ///< choices of algorithms that use OpenGL are tried too, for pairs
};

/// The table.
enum {
#define SCENE(title, words, traits) +1
    CD_CONFORMANCE_SCENES = 0
#include "bench/conformance/scenes.def"
#undef SCENE
};
extern const struct cd_conformance_scene cd_conformance_scenes[CD_CONFORMANCE_SCENES];

/// An algorithm on a scene of the table with a query, and the result.
struct cd_conformance_trial {
    const struct cd_conformance_scene *row;
    struct cd_truths *truths; ///< of the row's scene
    const struct cd_algo *algo;
    const struct cd_settings *settings; ///< the usual settings; choices that were given stay as they are
    enum cd_query query;
    unsigned threads;   ///< most threads, at least 2; one less if there is no schedule
    unsigned schedules; ///< tried with each word of a choice, 1 to 4; the usual settings get all four

    char way[400];                 ///< settings and number of threads that are being tried
    unsigned ways;                 ///< settings and numbers of threads that were tried
    unsigned refused;              ///< words of choices that were refused
    size_t bytes;                  ///< the most that an instance said it takes
    struct cd_judgement judgement; ///< of the usual settings in one thread
};

/// True when the table asks this query of an algorithm with this description.
bool cd_conformance_asks(const struct cd_conformance_scene *row, const struct cd_description *description,
                         enum cd_query query);

/// Tries the algorithm in one way after the other until it does not conform. CD_WRONG for its answers, CD_REGRESSION
/// for its counts and allocations; `status` says in which way and frame. When the algorithm refuses the scene with its
/// usual settings, returns the code that the algorithm gives. Refused words of choices are passed over.
enum cd_code cd_conformance_try(struct cd_conformance_trial *trial, struct cd_status *status);

/// True for the codes with which the algorithm may refuse a scene, or a machine that lacks what its record says that it
/// needs.
bool cd_conformance_refuses(const struct cd_algo *algo, enum cd_code code);

#endif
