/// Every matcher of regions against all pairs: regions of one to three dimensions that come, go and move, some of
/// several extents.
#include "fuzz/answers.h"
#include "tests/handmade_regions.h"

static int64_t bound(struct fuzz_bytes *in)
{
    unsigned byte = fuzz_byte(in);
    if (byte < 128)
        return byte & 15;
    return byte & 1 ? CD_REGION_MAX - (byte >> 1 & 31) : CD_REGION_MIN + (byte >> 1 & 31);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    unsigned how = fuzz_byte(&in);
    enum cd_touch touch = how & 1 ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN;
    uint32_t dimensions = 1 + how / 2 % 3, id = 0;
    struct handmade *made = handmade_regions_begin(dimensions, touch);
    for (uint64_t frame = 0; frame < FUZZ_FRAMES; frame++, id = 0)
        for (uint32_t count = fuzz_byte(&in) % 32; count; count--) {
            int64_t low[3], high[3];
            for (uint32_t k = 0; k < dimensions; k++) {
                int64_t a = bound(&in), b = bound(&in);
                low[k] = a < b ? a : b, high[k] = a < b ? b : a;
                if (touch == CD_TOUCH_HALF_OPEN && a == b)
                    high[k] < CD_REGION_MAX ? high[k]++ : low[k]--;
            }
            unsigned step = fuzz_byte(&in);
            id += step & 3;
            handmade_region(made, frame, id, id % 3 ? CD_REGION_SUBSCRIBE : CD_REGION_PUBLISH, low, high);
        }
    struct cd_scene *scene = handmade_end(made, FUZZ_FRAMES);
    struct cd_answer answers[FUZZ_FRAMES];
    const struct cd_algo *algo;
    bool first = true;
    enum cd_query query = how >> 6 ? CD_QUERY_PAIRS : CD_QUERY_BODIES;
    fuzz_ask(scene, "region_brute", query, answers, &first);
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (fuzz_is_exact(algo))
            fuzz_ask(scene, algo->name, query, answers, &first);
    cd_scene_destroy(scene);
    return 0;
}
