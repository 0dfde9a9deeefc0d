/// The algorithms and scenes that a command line names, as `run`, `verify`, `compare` and `view` take them.
#ifndef CD_BENCH_HARNESS_SELECTION_H
#define CD_BENCH_HARNESS_SELECTION_H

#include "algos/driver/instance.h"
#include "base/interrupt.h"
#include "base/options.h"
#include "scenes/scene.h"

/// Most frames, and the largest seed. The seed is the largest double that also fits a signed 64-bit integer, JSON's
/// type of integer.
#define CD_FRAMES_MAX 1e9
#define CD_SEED_MAX   0x1.fffffffffffffp62

/// Options for commands that load scenes and run nothing. They set the members `frames` and `seed` (struct cd_number)
/// and `allow_large` (bool) of `type`, the command's struct of values.
#define CD_FRAMES_OPTION(type)                                                                               \
    {                                                                                                        \
        "frames", CD_OPTION_NUMBER, "N", offsetof(type, frames), 1, CD_FRAMES_MAX,                           \
            "number of frames, instead of the scene's"                                                       \
    }
#define CD_SEED_OPTION(type)                                                                                 \
    {                                                                                                        \
        "seed", CD_OPTION_NUMBER, "N", offsetof(type, seed), 0, CD_SEED_MAX,                                 \
            "seed of the motion, instead of the scene's"                                                     \
    }
#define CD_LARGE_OPTION(type)                                                                                \
    {                                                                                                        \
        "allow-large", CD_OPTION_FLAG, NULL, offsetof(type, allow_large), 0, 0,                              \
            "accept scene files that need more than a gigabyte or a minute"                                  \
    }
/// When an algorithm that is not ours counts as hung (base/forked.h): the member `hang_after` (double).
#define CD_HANG_OPTION(type)                                                                                 \
    {                                                                                                        \
        "hang-after", CD_OPTION_SECONDS, "TIME", offsetof(type, hang_after), 0.1, 1e9,                       \
            "stop an algorithm of a plug-in that finishes no frame, or no preprocessing, for so long, as "   \
            "30s "                                                                                           \
            "or 2m (10m)"                                                                                    \
    }
static inline struct cd_scene_options cd_scene_options_of(const struct cd_number *seed,
                                                          const struct cd_number *frames, bool allow_large)
{
    return (struct cd_scene_options){.has_seed = seed->given,
                                     .seed = seed->value,
                                     .frames = frames->given ? frames->value : 0,
                                     .allow_large = allow_large,
                                     .stop = cd_interrupted};
}

/// What a command line says about algorithms and scenes: the first member of a command's values.
struct cd_selection_values {
    struct cd_texts algos, scenes, sets, plugins;
    int query; ///< an enum cd_query
    struct cd_number frames, seed, threads;
    bool allow_large;
    double hang_after; ///< seconds
};

/// The usual values, and the options that change them, for cd_command.common.
#define CD_SELECTION_VALUES                                                                                  \
    {                                                                                                        \
        .query = CD_QUERY_PAIRS, .threads = {.value = 1}, .hang_after = CD_HANG_SECONDS,                     \
    }
extern const struct cd_option cd_selection_options[];

/// One algorithm with its settings.
struct cd_choice {
    const char *typed; ///< as on the command line
    bool by_all;       ///< named only by `all`: if it does not fit, it is silently left out
    const struct cd_algo *algo;
    struct cd_settings *settings; ///< owned by the choice
    struct cd_description description;
};

/// What was chosen; zeroed before the first call, freed by `cd_selection_release` in every case.
struct cd_selection {
    size_t choice_count, choice_capacity, scene_count;
    struct cd_choice *choices;
    struct cd_texts names;         ///< of the choices, one by one; owned by the selection
    struct cd_texts refused;       ///< a line for each one in `all` that cannot be loaded; owned too
    const struct cd_texts *scenes; ///< specifications, scene_count of them
    struct cd_scene_options options;
    struct cd_scene *first; ///< the first scene until it is fetched, else NULL
};

/// Selects the algorithms that a command line names, as cd_select_algos does, and notes the scenes. Scenes are loaded
/// one at a time, so that none takes the memory of another. Each scene is loaded here once, so that a wrong one is
/// found before the work and not in the middle of it. All but the first, which is needed at once, are freed again.
/// CD_USAGE when none is named. The texts must outlive the selection.
enum cd_code cd_select(const struct cd_selection_values *values, struct cd_selection *selection,
                       struct cd_status *status);

/// Loads the plug-ins and reads the algorithms: `NAME[:key=value...]`, several of them separated by commas, or `all`.
/// Then gives every `key=value` of `sets` to each algorithm that has the key and does not set it after its own name.
/// CD_USAGE when there is no algorithm, a name or value is wrong, or no algorithm has a key.
enum cd_code cd_select_algos(const struct cd_texts *plugins, const struct cd_texts *algos,
                             const struct cd_texts *sets, struct cd_selection *selection,
                             struct cd_status *status);

/// Adds another algorithm to the selection, with those of `sets` that it has a setting for. Choices may move in memory.
enum cd_code cd_selection_add(struct cd_selection *selection, const char *name, const struct cd_texts *sets,
                              struct cd_status *status);

/// Reports what about the scene's meshes matters to those of the `count` choices that are meant (scenes/advice.h), and the
/// warnings about plug-ins.
void cd_choices_advise(const struct cd_choice *choices, size_t count, const struct cd_scene *scene,
                       enum cd_query query, void (*warn)(void *user, const char *line), void *user);

/// Loads the i-th scene, which then belongs to the caller. The memory peak (peak_memory.h) is reset for it.
enum cd_code cd_selection_load(struct cd_selection *selection, size_t i, struct cd_scene **scene,
                               struct cd_status *status);

/// True when more than one algorithm or scene is named.
bool cd_names_several(const struct cd_selection_values *values);

/// False when only `all` names the choice and the algorithm does not take what the scene is made of, or does not
/// answer the query; else true.
bool cd_choice_is_meant(const struct cd_choice *choice, const struct cd_scene *scene, enum cd_query query);

void cd_selection_release(struct cd_selection *selection);

#endif
