#include "bench/oracle/cache.h"

#include "base/atomic_file.h"
#include "base/cache_folder.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"
#include "bench/oracle/regions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The first bytes of every file. All numbers are little-endian; the arrays follow in the order of the
/// members of cd_truth, and last comes the XXH3-128 of everything before it.
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

/// Bytes of a whole file, 0 when no file can be that large.
static size_t file_bytes(const struct header *header)
{
    size_t per_frame = sizeof(uint64_t);
    if (header->flags & TOTALS_ONLY)
        per_frame = 3 * sizeof(struct cd_answer);
    if (header->query == CD_QUERY_CONTACTS)
        per_frame += sizeof(uint64_t) + sizeof(struct cd_hash);
    size_t frames, pairs, bytes = sizeof *header + sizeof(struct cd_hash);
    if (!(header->flags & TOTALS_ONLY))
        bytes += sizeof(uint64_t); // one offset more than frames
    if (__builtin_mul_overflow(header->frame_count, per_frame, &frames) ||
        __builtin_mul_overflow(header->pair_count, sizeof(struct cd_pair), &pairs) ||
        __builtin_add_overflow(bytes, frames, &bytes) || __builtin_add_overflow(bytes, pairs, &bytes))
        return 0;
    return bytes;
}

/// The most pairs that a truth of the scene has.
static uint64_t max_pairs(const struct cd_scene *scene)
{
    uint64_t bodies = scene->max_bodies, max;
    if (scene->dimensions)
        return CD_ORACLE_PAIRS;
    if (__builtin_mul_overflow(scene->frame_count, bodies * (bodies - (bodies > 0)) / 2, &max))
        max = UINT64_MAX;
    return max;
}

/// True for a header that says of the truth what is wanted, and has a size and flags that may be.
static bool is_header_of(const struct header *header, const struct cd_scene *scene, enum cd_query query,
                         enum cd_meaning meaning)
{
    struct header wanted = header_of(scene, query, meaning);
    wanted.pair_count = header->pair_count;
    wanted.flags = (cd_solid_is_undefined(scene, meaning) ? SOLID_UNDEFINED : 0) |
                   (scene->dimensions ? header->flags & TOTALS_ONLY : 0);
    return !memcmp(&wanted, header, sizeof wanted) &&
           header->pair_count <= (header->flags & TOTALS_ONLY ? 0 : max_pairs(scene));
}

/// The whole content of a file that is exactly as long as its header says and ends in the right hash; NULL
/// otherwise.
static unsigned char *read_whole(FILE *file, const struct cd_scene *scene, enum cd_query query,
                                 enum cd_meaning meaning)
{
    struct header header;
    struct stat facts;
    if (fstat(fileno(file), &facts) || fread(&header, sizeof header, 1, file) != 1 ||
        !is_header_of(&header, scene, query, meaning))
        return NULL;
    size_t bytes = file_bytes(&header);
    // A file with holes could claim any size.
    bool sparse = (uint64_t)facts.st_blocks * 512 < bytes / 16;
    if (!bytes || (uint64_t)facts.st_size != bytes || sparse)
        return NULL;
    unsigned char *content = cd_allocate(bytes, 1);
    memcpy(content, &header, sizeof header);
    size_t rest = bytes - sizeof header, checked = bytes - sizeof(struct cd_hash);
    struct cd_hash hash;
    bool whole = fread(content + sizeof header, 1, rest, file) == rest;
    memcpy(&hash, content + checked, sizeof hash);
    if (whole && cd_hash_equal(hash, cd_hash_bytes(content, checked)))
        return content;
    cd_free(content);
    return NULL;
}

/// Copies the next array out of the content.
static void *take(const unsigned char **from, uint64_t count, size_t size)
{
    void *array = cd_allocate(count, size);
    if (count)
        memcpy(array, *from, count * size);
    *from += count * size;
    return array;
}

/// The arrays as the file has them: what they hold is not checked yet.
static struct cd_truth *unpack(const unsigned char *content, uint64_t *pair_count)
{
    struct header header;
    memcpy(&header, content, sizeof header);
    const unsigned char *from = content + sizeof header;
    *pair_count = header.pair_count;
    struct cd_truth *truth = cd_allocate(1, sizeof *truth);
    truth->query = (enum cd_query)header.query;
    truth->meaning = (enum cd_meaning)header.meaning;
    truth->solid_undefined = header.flags & SOLID_UNDEFINED;
    truth->frame_count = header.frame_count;
    truth->from_cache = true;
    if (header.flags & TOTALS_ONLY) {
        truth->totals = take(&from, header.frame_count, sizeof *truth->totals);
        return truth;
    }
    truth->first_pair = take(&from, header.frame_count + 1, sizeof *truth->first_pair);
    truth->pairs = take(&from, header.pair_count, sizeof *truth->pairs);
    if (truth->query == CD_QUERY_CONTACTS) {
        truth->contact_count = take(&from, header.frame_count, sizeof *truth->contact_count);
        truth->contact_digest = take(&from, header.frame_count, sizeof *truth->contact_digest);
    }
    return truth;
}

/// True when the pairs of every frame ascend, and are of ids that a body of the scene can have. Whether they
/// are true is another question, which cd_oracle_renew answers where it matters.
static bool is_in_order(const struct cd_truth *truth, uint64_t pair_count, const struct cd_scene *scene)
{
    const uint64_t *first = truth->first_pair;
    const struct cd_pair *pairs = truth->pairs;
    if (truth->totals)
        return true;
    bool good = first[0] == 0 && first[truth->frame_count] == pair_count;
    for (uint64_t i = 0; i < truth->frame_count && good; i++) {
        good = first[i] <= first[i + 1] && first[i + 1] <= pair_count;
        for (uint64_t k = first[i]; k < first[i + 1] && good; k++)
            good = pairs[k].a < pairs[k].b && (scene->dimensions || pairs[k].b < scene->body_limit) &&
                   (k == first[i] || cd_pair_compare(&pairs[k - 1], &pairs[k]) < 0);
    }
    return good;
}

/// Opens the file of a truth; NULL when there is none, or `*warning` says why it is not opened.
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
        cd_fail(warning, code, "%s; the exact answers are worked out anew", refused.text);
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
    unsigned char *content = read_whole(file, scene, query, meaning);
    fclose(file);
    uint64_t pair_count;
    struct cd_truth *truth = content ? unpack(content, &pair_count) : NULL;
    cd_free(content);
    if (!truth || is_in_order(truth, pair_count, scene))
        return truth;
    cd_truth_destroy(truth);
    cd_fail(warning, CD_DATA,
            "%s: does not fit its scene though it is whole; the exact answers are worked out anew and "
            "replace it. Another program wrote it: look who has access to the folder",
            path);
    return NULL;
}

/// A stream that hashes what it writes.
struct writer {
    FILE *stream;
    struct cd_hasher *hasher;
};

static void write_array(struct writer *writer, const void *array, uint64_t count, size_t size)
{
    if (!count)
        return;
    fwrite(array, size, count, writer->stream); // the output keeps the error
    cd_hasher_add(writer->hasher, array, count * size);
}

static void write_truth(FILE *stream, const struct header *header, const struct cd_truth *truth)
{
    struct writer writer = {stream, cd_hasher_create()};
    write_array(&writer, header, 1, sizeof *header);
    if (truth->totals)
        write_array(&writer, truth->totals, truth->frame_count, sizeof *truth->totals);
    else
        write_array(&writer, truth->first_pair, truth->frame_count + 1, sizeof *truth->first_pair);
    write_array(&writer, truth->pairs, header->pair_count, sizeof *truth->pairs);
    if (truth->query == CD_QUERY_CONTACTS) {
        write_array(&writer, truth->contact_count, truth->frame_count, sizeof *truth->contact_count);
        write_array(&writer, truth->contact_digest, truth->frame_count, sizeof *truth->contact_digest);
    }
    struct cd_hash hash = cd_hasher_finish(writer.hasher);
    fwrite(&hash, sizeof hash, 1, stream);
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
    header.pair_count = truth->totals ? 0 : truth->first_pair[truth->frame_count];
    write_truth(cd_output_stream(output), &header, truth);
    cd_output_commit(output, NULL);
}
