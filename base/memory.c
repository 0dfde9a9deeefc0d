#include "base/memory.h"

#include "base/activity.h"
#include "base/code.h"

#include <dlfcn.h>
#include <limits.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t allocations, held, peak;

static cd_memory_end *_Atomic end_program;

void cd_memory_set_end(cd_memory_end *end)
{
    atomic_store(&end_program, end);
}

static _Noreturn void out_of_memory(size_t count, size_t size)
{
    char who[350], line[500];
    bool known = cd_activity_text(who, sizeof who);
    size_t bytes;
    snprintf(line, sizeof line, "out of memory: %s%s %zu x %zu bytes; use %sa smaller scene%s free memory",
             who, known ? " wants" : "no room for", count, size, known ? "other settings or " : "",
             known ? ", or" : " or");
    cd_memory_end *end = atomic_load(&end_program);
    if (end)
        end(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes, line);
    fprintf(stderr, "cdbench: %s\n", line);
    exit(CD_ENVIRONMENT);
}

/// Requests of at least this many bytes are compared with the available memory. The kernel would grant them anyway and
/// end the program without a message when the memory is used.
#define LARGE ((size_t)256 << 20)

static bool is_available(size_t bytes)
{
    FILE *file = fopen("/proc/meminfo", "r");
    if (!file)
        return true;
    char line[128];
    unsigned long long kilobytes = ULLONG_MAX / 1024;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1)
            break;
    fclose(file);
    return bytes / 1024 < kilobytes;
}

static void *allocate_bytes(size_t bytes)
{
    if (bytes >= LARGE && !is_available(bytes))
        return NULL;
    if (bytes < 64)
        return malloc(bytes ? bytes : 1);
    if (bytes > SIZE_MAX - 63)
        return NULL;
    return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}

static void note_held(size_t bytes)
{
    uint64_t now = atomic_fetch_add_explicit(&held, bytes, memory_order_relaxed) + bytes;
    uint64_t max = atomic_load_explicit(&peak, memory_order_relaxed);
    while (max < now && !atomic_compare_exchange_weak_explicit(&peak, &max, now, memory_order_relaxed,
                                                               memory_order_relaxed))
        ;
}

void *cd_allocate_unset(size_t count, size_t size)
{
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    size_t bytes;
    void *block = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes))
        block = allocate_bytes(bytes);
    if (!block)
        out_of_memory(count, size);
    note_held(malloc_usable_size(block));
    return block;
}

void *cd_allocate(size_t count, size_t size)
{
    return memset(cd_allocate_unset(count, size), 0, count * size);
}

// Makes a block smaller; the C library leaves a large one where it is. A block that it moves may be less aligned.
static void *shrink(void *block, size_t bytes)
{
    size_t before = malloc_usable_size(block);
    void *shrunk = realloc(block, bytes);
    if (!shrunk) // the block is as it was
        return block;
    atomic_fetch_sub_explicit(&held, before, memory_order_relaxed);
    note_held(malloc_usable_size(shrunk));
    return shrunk;
}

void *cd_reallocate(void *block, size_t old_count, size_t new_count, size_t size)
{
    if (block && new_count <= old_count && new_count * size >= 64) {
        block = shrink(block, new_count * size);
        if ((uintptr_t)block % 64 == 0)
            return block;
    }
    char *grown = cd_allocate_unset(new_count, size);
    size_t kept = !block ? 0 : old_count < new_count ? old_count : new_count;
    if (kept)
        memcpy(grown, block, kept * size);
    memset(grown + kept * size, 0, (new_count - kept) * size);
    cd_free(block);
    return grown;
}

void cd_free(void *block)
{
    atomic_fetch_sub_explicit(&held, malloc_usable_size(block), memory_order_relaxed);
    free(block);
}

char *cd_duplicate(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = cd_allocate(bytes, 1);
    memcpy(copy, text, bytes);
    return copy;
}

uint64_t cd_allocation_count(void)
{
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

static uint64_t (*count_calls)(void) = cd_allocation_count;

__attribute__((constructor)) static void find_counter(void)
{
    void *counter = dlsym(RTLD_DEFAULT, "counted_calls");
    if (counter)
        memcpy(&count_calls, &counter, sizeof counter);
}

uint64_t cd_malloc_count(void)
{
    return count_calls();
}

bool cd_malloc_is_counted(void)
{
    return count_calls != cd_allocation_count;
}

uint64_t cd_memory_held(void)
{
    return atomic_load_explicit(&held, memory_order_relaxed);
}

uint64_t cd_memory_peak(void)
{
    return atomic_load_explicit(&peak, memory_order_relaxed);
}

uint64_t cd_memory_peak_reset(void)
{
    uint64_t now = cd_memory_held();
    atomic_store_explicit(&peak, now, memory_order_relaxed);
    return now;
}

void *cd_grow(void *block, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return block;
    size_t wanted = *capacity ? 2 * *capacity : 16;
    block = cd_reallocate(block, *capacity, wanted, size);
    *capacity = wanted;
    return block;
}
