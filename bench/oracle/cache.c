#include "bench/oracle/cache.h"

#include "base/atomic_file.h"
#include "base/folder.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The first bytes of every file. All numbers are little-endian. The arrays follow in the order of cd_truth_arrays. The
/// last bytes are the XXH3-128 of everything before them.
struct header {
    char magic[8];
    uint32_t version, query, meaning, flags;
    uint64_t scene_high, scene_low;
    uint64_t frame_count, pair_count;
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the cache's files are little-endian"
#endif

static const char magic[8] = "cdtruth";

/// Flags of a truth.
#define SOLID_UNDEFINED 1u
#define TOTALS_ONLY     2u

bool cd_cache_path(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning, char *path,
                   size_t path_bytes)
{
    char folder[3000], hash[CD_HASH_TEXT];
    if (!cd_cache_folder(folder, sizeof folder))
        return false;
    int length = snprintf(path, path_bytes, "%s/truth-%s-%" PRIu64 "-%s-%s-v%d", folder,
                          cd_hash_text(scene->hash, hash), scene->frame_count,
                          query == CD_QUERY_CONTACTS ? "contacts" : "pairs",
                          meaning == CD_MEANING_SOLID ? "solid" : "surface", CD_ORACLE_VERSION);
    return length > 0 && (size_t)length < path_bytes;
}

static struct header header_of(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning)
{
    struct header header = {
        .version = CD_ORACLE_VERSION,
        .query = query,
        .meaning = meaning,
        .scene_high = scene->hash.high,
        .scene_low = scene->hash.low,
        .frame_count = scene->frame_count,
    };
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

/// True when a header describes the wanted truth, and its size and flags are possible.
static bool is_header_of(const struct header *header, const struct cd_scene *scene, enum cd_query query,
                         enum cd_meaning meaning)
{
    struct header wanted = header_of(scene, query, meaning);
    wanted.pair_count = header->pair_count;
    wanted.flags = (cd_solid_is_undefined(scene, meaning) ? SOLID_UNDEFINED : 0) |
                   (scene->dimensions ? header->flags & TOTALS_ONLY : 0);
    return !memcmp(&wanted, header, sizeof wanted) && !(header->flags & TOTALS_ONLY && header->pair_count);
}

/// Reads the truth from a file that is exactly as long as its header says and ends in the right hash. The arrays are as
/// in the file. NULL for any other file.
static struct cd_truth *read_whole(FILE *file, const struct cd_scene *scene, enum cd_query query,
                                   enum cd_meaning meaning)
{
    struct header header;
    struct stat facts;
    if (fstat(fileno(file), &facts) || fread(&header, sizeof header, 1, file) != 1 ||
        !is_header_of(&header, scene, query, meaning))
        return NULL;
    // A file with holes could claim any size.
    uint64_t size = (uint64_t)facts.st_size, bytes = sizeof header + sizeof(struct cd_hash);
    bool sparse = (uint64_t)facts.st_blocks * 512 < size / 16;
    if (sparse || header.frame_count > size / sizeof(uint64_t) ||
        header.pair_count > size / sizeof(struct cd_pair))
        return NULL;
    struct cd_truth *truth =
        cd_truth_create(scene, query, meaning, header.flags & TOTALS_ONLY, header.pair_count);
    struct cd_truth_arrays arrays = cd_truth_arrays(truth);
    struct cd_hasher *hasher = cd_hasher_create();
    struct cd_hash hash = {0};
    bool whole = true;
    cd_hasher_add(hasher, &header, sizeof header);
    for (size_t i = 0; i < sizeof arrays.of / sizeof *arrays.of; i++)
        bytes += arrays.of[i].bytes;
    for (size_t i = 0; i < sizeof arrays.of / sizeof *arrays.of && bytes == size; i++) {
        if (!arrays.of[i].bytes)
            continue;
        whole &= fread(arrays.of[i].items, 1, arrays.of[i].bytes, file) == arrays.of[i].bytes;
        cd_hasher_add(hasher, arrays.of[i].items, arrays.of[i].bytes);
    }
    whole &= bytes == size && fread(&hash, sizeof hash, 1, file) == 1;
    truth->from_cache = true;
    if (cd_hash_equal(cd_hasher_finish(hasher), hash) && whole)
        return truth;
    cd_truth_destroy(truth);
    return NULL;
}

/// True when the pairs of every frame ascend, and their ids can belong to bodies of the scene. Whether the pairs are
/// true is another question; cd_oracle_renew answers it when it matters.
static bool is_in_order(const struct cd_truth *truth, const struct cd_scene *scene)
{
    const uint64_t *first = truth->first_pair, pair_count = truth->pair_count;
    const struct cd_pair *pairs = truth->pairs;
    if (truth->totals)
        return true;
    bool good = first[0] == 0 && first[truth->frame_count] == pair_count;
    for (uint64_t i = 0; i < truth->frame_count && good; i++) {
        good = first[i] <= first[i + 1] && first[i + 1] <= pair_count;
        for (uint64_t k = first[i]; k < first[i + 1] && good; k++)
            good = pairs[k].a < pairs[k].b && (scene->dimensions || pairs[k].b < scene->body_limit) &&
                   (k == first[i] || pairs[k - 1].a < pairs[k].a ||
                    (pairs[k - 1].a == pairs[k].a && pairs[k - 1].b < pairs[k].b));
    }
    return good;
}

/// Opens the file of a truth. NULL when there is none, or when it cannot be opened, and then `*warning` says why.
static FILE *open_truth(const char *path, struct cd_status *warning)
{
    static bool told;
    struct cd_status refused;
    FILE *file = NULL;
    int folder;
    enum cd_code code = cd_cache_open(NULL, false, &folder, &refused);
    if (code == CD_ENVIRONMENT && !told)
        cd_fail(warning, code, "%s; until then nothing is kept", refused.text);
    told |= code == CD_ENVIRONMENT;
    if (code)
        return NULL;
    code = cd_cache_open_file(folder, path, &file, &refused);
    if (code == CD_ENVIRONMENT)
        cd_fail(warning, code, "%s; the exact answers are computed again", refused.text);
    close(folder);
    return file;
}

struct cd_truth *cd_cache_read(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                               struct cd_status *warning)
{
    char path[4096];
    if (warning)
        *warning = (struct cd_status){0};
    if (!cd_cache_path(scene, query, meaning, path, sizeof path))
        return NULL;
    FILE *file = open_truth(path, warning);
    if (!file)
        return NULL;
    struct cd_truth *truth = read_whole(file, scene, query, meaning);
    fclose(file);
    if (!truth || is_in_order(truth, scene))
        return truth;
    cd_truth_destroy(truth);
    cd_fail(warning, CD_DATA,
            "%s: does not fit its scene though it is whole; the exact answers are computed again and replace "
            "it. Another program wrote it: check who has access to the folder",
            path);
    return NULL;
}

/// Writes bytes and hashes them. The output remembers a write error.
static void put(FILE *stream, struct cd_hasher *hasher, const void *items, size_t bytes)
{
    fwrite(items, 1, bytes, stream);
    cd_hasher_add(hasher, items, bytes);
}

void cd_cache_write(const struct cd_scene *scene, const struct cd_truth *truth)
{
    char path[4096];
    int folder;
    if (!cd_cache_path(scene, truth->query, truth->meaning, path, sizeof path) ||
        cd_cache_open(NULL, true, &folder, NULL))
        return;
    struct cd_output *output;
    enum cd_code code = cd_output_open_private(folder, path, &output, NULL);
    close(folder);
    if (code)
        return;
    struct header header = header_of(scene, truth->query, truth->meaning);
    header.flags = (truth->solid_undefined ? SOLID_UNDEFINED : 0) | (truth->totals ? TOTALS_ONLY : 0);
    header.pair_count = truth->pair_count;
    FILE *stream = cd_output_stream(output);
    struct cd_hasher *hasher = cd_hasher_create();
    struct cd_truth_arrays arrays = cd_truth_arrays(truth);
    put(stream, hasher, &header, sizeof header);
    for (size_t i = 0; i < sizeof arrays.of / sizeof *arrays.of; i++)
        if (arrays.of[i].bytes)
            put(stream, hasher, arrays.of[i].items, arrays.of[i].bytes);
    struct cd_hash hash = cd_hasher_finish(hasher);
    fwrite(&hash, sizeof hash, 1, stream);
    cd_output_commit(output, NULL);
}
