#include "algos/radix_sort.h"

#include "algos/threads.h"
#include "base/memory.h"
#include "base/status.h"

#include <stdbool.h>
#include <string.h>

/// Bits of a digit: a table with a count for every digit stays in the first-level cache.
#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

struct cd_radix cd_radix_create(unsigned threads)
{
    return (struct cd_radix){threads, cd_allocate((size_t)threads * DIGITS, sizeof(uint32_t))};
}

void cd_radix_destroy(struct cd_radix *radix)
{
    cd_free(radix->counts);
}

/// Each thread has a part of the words, in order, and counts of its own; few words are one part.
struct pass {
    uint32_t *counts;
    const uint64_t *from;
    uint64_t *to;
    unsigned shift;
    uint32_t digits; ///< a power of two
};

static void count_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct pass *pass = user;
    uint32_t *counts = pass->counts + (size_t)part * DIGITS;
    for (uint32_t i = first; i < end; i++)
        counts[pass->from[i] >> pass->shift & (pass->digits - 1)]++;
}

static void move_range(void *user, unsigned part, uint32_t first, uint32_t end)
{
    const struct pass *pass = user;
    uint32_t *starts = pass->counts + (size_t)part * DIGITS;
    for (uint32_t i = first; i < end; i++)
        pass->to[starts[pass->from[i] >> pass->shift & (pass->digits - 1)]++] = pass->from[i];
}

uint64_t *cd_radix_sort(const struct cd_radix *radix, uint64_t *items, uint64_t *scratch, size_t count,
                        unsigned low_bit, unsigned bits)
{
    uint32_t own[DIGITS], *counts = radix ? radix->counts : own;
    unsigned parts = radix && count > CD_RANGE_MAX ? radix->threads : 1;
    for (unsigned done = 0; done < bits; done += DIGIT_BITS) {
        unsigned width = bits - done < DIGIT_BITS ? bits - done : DIGIT_BITS;
        struct pass pass = {counts, items, scratch, low_bit + done, 1u << width};
        for (unsigned part = 0; part < parts; part++)
            memset(counts + (size_t)part * DIGITS, 0, pass.digits * sizeof *counts);
        cd_run_ranges(parts, (uint32_t)count, count_range, &pass);
        uint64_t digit = count ? items[0] >> pass.shift & (pass.digits - 1) : 0;
        size_t alike = 0;
        for (unsigned part = 0; part < parts; part++)
            alike += counts[(size_t)part * DIGITS + digit];
        if (alike == count) // nothing need be moved
            continue;
        uint32_t start = 0; // where each part's words with a digit begin takes the place of their number
        for (uint32_t i = 0; i < pass.digits; i++)
            for (unsigned part = 0; part < parts; part++) {
                uint32_t *place = counts + (size_t)part * DIGITS + i, size = *place;
                *place = start;
                start += size;
            }
        cd_run_ranges(parts, (uint32_t)count, move_range, &pass);
        scratch = items;
        items = pass.to;
    }
    return items;
}
