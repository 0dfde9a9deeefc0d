/// --seed and --frames, as every command that loads a scene has them.
#ifndef CD_BENCH_HARNESS_SCENE_OPTIONS_H
#define CD_BENCH_HARNESS_SCENE_OPTIONS_H

#include "base/interrupt.h"
#include "base/options.h"
#include "base/progress.h"
#include "scenes/scene.h"

/// Most frames, and the largest seed: the largest double that a signed integer of 64 bits, which is what JSON
/// has, can hold too.
#define CD_FRAMES_MAX 1e9
#define CD_SEED_MAX   0x1.fffffffffffffp62

/// The two options, for members `frames` and `seed` (struct cd_number) of the struct of values `type`.
#define CD_FRAMES_OPTION(type)                                                                               \
    {                                                                                                        \
        "frames", CD_OPTION_NUMBER, "N", offsetof(type, frames), 1, CD_FRAMES_MAX,                           \
            "number of frames, instead of what the scene says"                                               \
    }
#define CD_SEED_OPTION(type)                                                                                 \
    {                                                                                                        \
        "seed", CD_OPTION_NUMBER, "N", offsetof(type, seed), 0, CD_SEED_MAX,                                 \
            "seed of the motion, instead of what the scene says"                                             \
    }

static inline struct cd_scene_options cd_scene_options_of(const struct cd_number *seed,
                                                          const struct cd_number *frames)
{
    return (struct cd_scene_options){.has_seed = seed->given,
                                     .seed = seed->value,
                                     .frames = frames->given ? frames->value : 0,
                                     .stop = cd_interrupted};
}

#endif
