#include "base/hash.h"

#include "base/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

struct cd_hash cd_hash_bytes(const void *data, size_t bytes)
{
    XXH128_hash_t hash = XXH3_128bits(data, bytes);
    return (struct cd_hash){.high = hash.high64, .low = hash.low64};
}

struct cd_hasher *cd_hasher_create(void)
{
    XXH3_state_t *state = XXH3_createState();
    CD_ASSERT(state);
    XXH3_128bits_reset(state);
    return (struct cd_hasher *)state;
}

void cd_hasher_add(struct cd_hasher *hasher, const void *data, size_t bytes)
{
    XXH3_128bits_update((XXH3_state_t *)hasher, data, bytes);
}

void cd_hasher_add_text(struct cd_hasher *hasher, const char *text)
{
    cd_hasher_add(hasher, text ? text : "", text ? strlen(text) + 1 : 1);
}

void cd_hasher_add_u64(struct cd_hasher *hasher, uint64_t value)
{
    cd_hasher_add(hasher, &value, sizeof value);
}

struct cd_hash cd_hasher_finish(struct cd_hasher *hasher)
{
    XXH128_hash_t hash = XXH3_128bits_digest((XXH3_state_t *)hasher);
    XXH3_freeState((XXH3_state_t *)hasher);
    return (struct cd_hash){.high = hash.high64, .low = hash.low64};
}

char *cd_hash_text(struct cd_hash hash, char text[CD_HASH_TEXT])
{
    snprintf(text, CD_HASH_TEXT, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
    return text;
}
