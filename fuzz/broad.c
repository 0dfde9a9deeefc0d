/// Every broad phase against `none`, with boxes that come, go and move.
#include "fuzz/answers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct handmade *made = handmade_begin();
    for (unsigned shift = 0; shift < 4; shift++)
        handmade_add(made, handmade_box(ldexp(0.125, 2 * (int)shift), false));
    for (uint64_t frame = 0; frame < FUZZ_FRAMES; frame++)
        for (uint32_t body = 0; body < 12; body++) {
            unsigned how = fuzz_byte(&in);
            if (how < 192)
                handmade_put(made, frame, body, body & 3, fuzz_pose(&in));
        }
    struct cd_scene *scene = handmade_end(made, FUZZ_FRAMES);
    struct cd_answer answers[FUZZ_FRAMES];
    bool first = true;
    char phases[1000], algo[100], *rest = phases;
    fuzz_ask(scene, "aabb:broad=none", CD_QUERY_PAIRS, answers, &first);
    snprintf(phases, sizeof phases, "%s", cd_broad_phases());
    for (char *phase; (phase = strsep(&rest, "|"));) {
        snprintf(algo, sizeof algo, "aabb:broad=%s", phase);
        fuzz_ask(scene, algo, CD_QUERY_PAIRS, answers, &first);
    }
    cd_scene_destroy(scene);
    return 0;
}
