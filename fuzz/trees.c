/// Every exact algorithm for pairs of bodies against brute force: soups of triangles between points of a coarse grid.
#include "fuzz/answers.h"

static struct cd_mesh *soup(struct fuzz_bytes *in)
{
    struct cd_vec3 points[12];
    struct cd_triangle triangles[10];
    uint32_t point_count = 3 + fuzz_byte(in) % 10, count = 1 + fuzz_byte(in) % 10;
    for (uint32_t i = 0; i < point_count; i++)
        points[i] = fuzz_point(in, CD_COORDINATE_MAX);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            triangles[i].v[k] = fuzz_byte(in) % point_count;
    return handmade_mesh(points, point_count, triangles, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct handmade *made = handmade_begin();
    handmade_add(made, soup(&in));
    handmade_add(made, soup(&in));
    for (uint64_t frame = 0; frame < FUZZ_FRAMES; frame++)
        for (uint32_t body = 0; body < 3; body++)
            handmade_put(made, frame, body, body & 1, fuzz_pose(&in));
    struct cd_scene *scene = handmade_end(made, FUZZ_FRAMES);
    struct cd_answer answers[FUZZ_FRAMES];
    const struct cd_algo *algo;
    bool first = true;
    enum cd_query query = fuzz_byte(&in) & 1 ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
    fuzz_ask(scene, "brute:broad=none", query, answers, &first);
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (algo->pair && fuzz_is_exact(algo))
            fuzz_ask(scene, algo->name, query, answers, &first);
    cd_scene_destroy(scene);
    return 0;
}
