#include "algos/radix_sort.h"

#include "algos/threads.h"
#include "base/memory.h"
#include "base/status.h"

#include <stdbool.h>
#include <string.h>

/// Bits of a digit: a table with a count for every digit stays in the first-level cache.
#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

/// Roughly what a word takes, in nanoseconds.
#define COUNT_NS 1
#define MOVE_NS  3

struct cd_radix cd_radix_create(unsigned threads)
{
    return (struct cd_radix){threads, cd_allocate((size_t)threads * DIGITS, sizeof(uint32_t))};
}

void cd_radix_destroy(struct cd_radix *radix)
{
    cd_free(radix->counts);
}

/// Each thread has a part of the words, in order.
struct pass {
    const struct cd_radix *radix;
    const uint64_t *from;
    uint64_t *to;
    size_t count;
    unsigned shift;
    uint32_t digits; ///< a power of two
};

static uint32_t part_begin(const struct pass *pass, unsigned thread)
{
    return (uint32_t)((uint64_t)pass->count * thread / pass->radix->threads);
}

static void count_part(void *user, unsigned thread)
{
    const struct pass *pass = user;
    uint32_t *counts = pass->radix->counts + (size_t)thread * DIGITS, end = part_begin(pass, thread + 1);
    memset(counts, 0, pass->digits * sizeof *counts);
    for (uint32_t i = part_begin(pass, thread); i < end; i++)
        counts[pass->from[i] >> pass->shift & (pass->digits - 1)]++;
}

static void move_part(void *user, unsigned thread)
{
    const struct pass *pass = user;
    uint32_t *starts = pass->radix->counts + (size_t)thread * DIGITS, end = part_begin(pass, thread + 1);
    for (uint32_t i = part_begin(pass, thread); i < end; i++)
        pass->to[starts[pass->from[i] >> pass->shift & (pass->digits - 1)]++] = pass->from[i];
}

/// Turns counts into where each thread's words with a digit begin.
static void add_up(const struct pass *pass)
{
    uint32_t start = 0, *end = pass->radix->counts + (size_t)pass->radix->threads * DIGITS;
    for (uint32_t digit = 0; digit < pass->digits; digit++)
        for (uint32_t *count = pass->radix->counts + digit; count < end; count += DIGITS) {
            uint32_t size = *count;
            *count = start;
            start += size;
        }
}

/// Whether all words have the digit of the first one, so that nothing need be moved.
static bool all_alike(const struct pass *pass)
{
    uint64_t digit = pass->count ? pass->from[0] >> pass->shift & (pass->digits - 1) : 0;
    size_t have = 0;
    for (unsigned thread = 0; thread < pass->radix->threads; thread++)
        have += pass->radix->counts[(size_t)thread * DIGITS + digit];
    return have == pass->count;
}

uint64_t *cd_radix_sort(const struct cd_radix *radix, uint64_t *items, uint64_t *scratch, size_t count,
                        unsigned low_bit, unsigned bits)
{
    uint32_t counts[DIGITS];
    const struct cd_radix alone = {1, counts};
    radix = radix ? radix : &alone;
    for (unsigned done = 0; done < bits; done += DIGIT_BITS) {
        unsigned width = bits - done < DIGIT_BITS ? bits - done : DIGIT_BITS;
        struct pass pass = {radix, items, scratch, count, low_bit + done, 1u << width};
        cd_run_threads(radix->threads, COUNT_NS * count, count_part, &pass);
        if (all_alike(&pass))
            continue;
        add_up(&pass);
        cd_run_threads(radix->threads, MOVE_NS * count, move_part, &pass);
        scratch = items;
        items = pass.to;
    }
    return items;
}
