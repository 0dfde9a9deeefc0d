/// What targets that compare algorithms share.
#ifndef CD_FUZZ_ANSWERS_H
#define CD_FUZZ_ANSWERS_H

#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/parameters.h"
#include "bench/oracle/answering.h"
#include "fuzz/fuzz.h"
#include "scenes/cursor.h"
#include "tests/handmade.h"

#define FUZZ_FRAMES 2

/// Asks an algorithm, `NAME[:key=value...]`, about all frames of a scene: it must answer as it is given, unless it
/// refuses the scene or the query. `*first` tells that nothing is given yet.
static inline void fuzz_ask(const struct cd_scene *scene, const char *algo, enum cd_query query,
                            struct cd_answer answers[FUZZ_FRAMES], bool *first)
{
    struct cd_context context = {.threads = 1};
    struct cd_instance *instance;
    struct cd_status status = {0};
    const struct cd_frame *frame;
    enum cd_code code = cd_instance_open(algo, scene, query, &context, &instance, &status);
    CD_ASSERT(!code || (code == CD_USAGE && !*first));
    if (code)
        return;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    cd_instance_reset(instance);
    while (!cd_cursor_next(cursor, &frame, &status) && frame) {
        struct cd_answering got;
        CD_ASSERT(!cd_answering_ask(instance, query, CD_SINK_DIGEST, frame, &got, &status));
        if (*first)
            answers[frame->index] = got.answer;
        if (memcmp(&answers[frame->index], &got.answer, sizeof got.answer)) {
            fprintf(stderr, "%s, %s, frame %d: answers %d\n", algo, cd_query_name(query), (int)frame->index,
                    (int)got.answer.count);
            abort();
        }
    }
    *first = false;
    cd_cursor_close(cursor);
    cd_instance_destroy(instance);
}

/// Whether an algorithm promises, without being asked otherwise, the answers that brute force gives.
static inline bool fuzz_is_exact(const struct cd_algo *algo)
{
    struct cd_description description;
    struct cd_settings *settings = cd_algo_settings(algo);
    cd_describe(algo, settings, &description);
    cd_settings_destroy(settings);
    return !cd_algo_is_hidden(algo) && description.quality == CD_QUALITY_EXACT &&
           description.meaning == CD_MEANING_SURFACE;
}

/// A pose: turned not at all, by right angles, or in any way.
static inline struct cd_pose fuzz_pose(struct fuzz_bytes *in)
{
    unsigned how = fuzz_byte(in);
    struct cd_vec3 t = fuzz_point(in, CD_COORDINATE_MAX);
    struct cd_pose pose = handmade_at(t.x, t.y, t.z);
    if (how & 1)
        cd_rotation_about(cd_vec(how & 2, how & 4, 1), how * 0.1, pose.r);
    else if (how & 2)
        cd_rotation_of_quaternion(1, how & 4 ? 1 : 0, how & 8 ? 1 : 0, 0, pose.r);
    return pose;
}

#endif
