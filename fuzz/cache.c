/// Entries of the oracle's cache. The input changes bytes of a good entry, three bytes per change; the checksum is
/// right if the input's first byte is odd. If the first byte is 0, the rest of the input is the entry.
#include "bench/oracle/cache.h"
#include "base/memory.h"
#include "bench/oracle/oracle.h"
#include "fuzz/fuzz.h"
#include "tests/handmade.h"

static struct cd_scene *scene;
static char path[PATH_MAX];
static uint8_t good[4000];
static size_t good_size;

static void make_good(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 3; frame++)
        for (uint32_t body = 0; body < 3; body++)
            handmade_put(made, frame, body, box, handmade_at((double)(frame * body), 0.5 * body, 0));
    scene = handmade_end(made, 3);
    setenv("CDBENCH_CACHE", fuzz_path("cache"), 1);
    struct cd_truth *truth;
    CD_ASSERT(!cd_oracle_truth(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 1, true, NULL, &truth, NULL));
    cd_truth_destroy(truth);
    CD_ASSERT(cd_cache_path(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, path, sizeof path));
    FILE *file = fopen(path, "r");
    CD_ASSERT(file && (good_size = fread(good, 1, sizeof good, file)) > sizeof(struct cd_hash));
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!scene)
        make_good();
    static uint8_t entry[sizeof good];
    size_t bytes = good_size;
    struct fuzz_bytes in = {data, size};
    unsigned how = fuzz_byte(&in);
    memcpy(entry, good, good_size);
    if (!how)
        memcpy(entry, in.data, bytes = in.size < sizeof entry ? in.size : sizeof entry);
    while (how && in.size) {
        size_t at = fuzz_byte(&in) << 8;
        at |= fuzz_byte(&in);
        entry[at % good_size] ^= (uint8_t)fuzz_byte(&in);
    }
    if (how & 1) {
        bytes -= (how >> 1) % good_size & ~7u;
        size_t before = bytes > sizeof(struct cd_hash) ? bytes - sizeof(struct cd_hash) : 0;
        struct cd_hash hash = cd_hash_bytes(entry, before);
        memcpy(entry + before, &hash, sizeof hash);
    }
    FILE *file = fopen(path, "w");
    CD_ASSERT(file && fwrite(entry, 1, bytes, file) == bytes && !fclose(file));
    struct cd_status warning;
    struct cd_truth *truth = cd_cache_read(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, &warning);
    for (uint64_t frame = 0; truth && frame < scene->frame_count; frame++)
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++)
            cd_truth_answer(truth, frame, query);
    cd_truth_destroy(truth);
    return 0;
}
