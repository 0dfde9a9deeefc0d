// Blocks are handed out from chunks of stable address, in the order in which pairs are first asked for.
#include "algos/driver/slots.h"

#include "algos/pairs.h"
#include "base/memory.h"

#include <string.h>

enum { CHUNK = 256 };

struct cd_slots {
    size_t bytes;
    struct pair_set pairs; ///< those that have a block
    size_t chunk_count, chunk_capacity;
    char **chunks;
};

struct cd_slots *cd_slots_create(size_t bytes)
{
    struct cd_slots *slots = cd_allocate(1, sizeof *slots);
    slots->bytes = (bytes + 15) & ~(size_t)15;
    return slots;
}

void cd_slots_destroy(struct cd_slots *slots)
{
    if (!slots)
        return;
    for (size_t i = 0; i < slots->chunk_count; i++)
        cd_free(slots->chunks[i]);
    cd_free(slots->chunks);
    pair_set_free(&slots->pairs);
    cd_free(slots);
}

void *cd_slots_get(struct cd_slots *slots, uint32_t a, uint32_t b)
{
    size_t known = slots->pairs.count, i = pair_set_add(&slots->pairs, a, b);
    if (i / CHUNK == slots->chunk_count) {
        slots->chunks =
            cd_grow(slots->chunks, slots->chunk_count, &slots->chunk_capacity, sizeof *slots->chunks);
        slots->chunks[slots->chunk_count++] = cd_allocate(CHUNK, slots->bytes);
    }
    char *block = slots->chunks[i / CHUNK] + i % CHUNK * slots->bytes;
    return i < known ? block : memset(block, 0, slots->bytes);
}

void cd_slots_clear(struct cd_slots *slots)
{
    pair_set_clear(&slots->pairs);
}
