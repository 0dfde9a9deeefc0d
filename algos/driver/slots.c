// An open-addressing table from pairs of ids to blocks that are handed out from chunks of stable address.
#include "algos/driver/slots.h"

#include "base/memory.h"

#include <string.h>

enum { CHUNK = 256 };

struct entry {
    uint64_t key; ///< (a << 32 | b) + 1; 0 is an empty place
    void *block;
};

struct cd_slots {
    size_t bytes;
    size_t count, places; ///< places is a power of two
    struct entry *entries;
    size_t chunk_count, chunk_capacity;
    char **chunks;
};

struct cd_slots *cd_slots_create(size_t bytes)
{
    struct cd_slots *slots = cd_allocate(1, sizeof *slots);
    slots->bytes = (bytes + 15) & ~(size_t)15;
    slots->places = 1024;
    slots->entries = cd_allocate(slots->places, sizeof *slots->entries);
    return slots;
}

void cd_slots_destroy(struct cd_slots *slots)
{
    if (!slots)
        return;
    for (size_t i = 0; i < slots->chunk_count; i++)
        cd_free(slots->chunks[i]);
    cd_free(slots->chunks);
    cd_free(slots->entries);
    cd_free(slots);
}

static struct entry *place_of(struct entry *entries, size_t places, uint64_t key)
{
    uint64_t mixed = key * 0x9e3779b97f4a7c15u;
    size_t i = (size_t)(mixed ^ (mixed >> 32)) & (places - 1);
    while (entries[i].key && entries[i].key != key)
        i = (i + 1) & (places - 1);
    return &entries[i];
}

static void grow(struct cd_slots *slots)
{
    size_t places = 2 * slots->places;
    struct entry *entries = cd_allocate(places, sizeof *entries);
    for (size_t i = 0; i < slots->places; i++)
        if (slots->entries[i].key)
            *place_of(entries, places, slots->entries[i].key) = slots->entries[i];
    cd_free(slots->entries);
    slots->entries = entries;
    slots->places = places;
}

static void *next_block(struct cd_slots *slots)
{
    size_t chunk = slots->count / CHUNK;
    if (chunk == slots->chunk_count) {
        slots->chunks =
            cd_grow(slots->chunks, slots->chunk_count, &slots->chunk_capacity, sizeof *slots->chunks);
        slots->chunks[slots->chunk_count++] = cd_allocate(CHUNK, slots->bytes);
    }
    return slots->chunks[chunk] + slots->count++ % CHUNK * slots->bytes;
}

void *cd_slots_get(struct cd_slots *slots, uint32_t a, uint32_t b)
{
    uint64_t key = ((uint64_t)a << 32 | b) + 1;
    struct entry *entry = place_of(slots->entries, slots->places, key);
    if (entry->key)
        return entry->block;
    if (2 * (slots->count + 1) > slots->places) {
        grow(slots);
        entry = place_of(slots->entries, slots->places, key);
    }
    entry->key = key;
    entry->block = memset(next_block(slots), 0, slots->bytes);
    return entry->block;
}

void cd_slots_clear(struct cd_slots *slots)
{
    memset(slots->entries, 0, slots->places * sizeof *slots->entries);
    slots->count = 0;
}

size_t cd_slots_bytes(const struct cd_slots *slots)
{
    return sizeof *slots + slots->places * sizeof *slots->entries + slots->chunk_count * CHUNK * slots->bytes;
}
