/// --seed and --frames, as every command that loads a scene has them.
#ifndef CD_BENCH_SCENE_OPTIONS_H
#define CD_BENCH_SCENE_OPTIONS_H

#include "bench/options.h"
#include "scenes/scene.h"

static inline struct cd_scene_options cd_scene_options_of(const struct cd_number *seed,
                                                          const struct cd_number *frames)
{
    return (struct cd_scene_options){
        .has_seed = seed->given, .seed = seed->value, .frames = frames->given ? frames->value : 0};
}

#endif
