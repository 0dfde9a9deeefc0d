/// Loaded before a program (LD_PRELOAD). Counts the blocks of memory that anything in the process asks for;
/// cd_malloc_count() of base/memory.h then returns that number.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint64_t count;

uint64_t counted_calls(void)
{
    return count;
}

// The functions of the C library.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t number, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

void *malloc(size_t bytes)
{
    count++;
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes)
{
    count++;
    return __libc_calloc(number, bytes);
}

void *realloc(void *block, size_t bytes)
{
    count++;
    return __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    count++;
    return __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    if (alignment % sizeof(void *) || alignment & (alignment - 1))
        return EINVAL;
    void *found = aligned_alloc(alignment, bytes);
    if (!found)
        return ENOMEM;
    *block = found;
    return 0;
}
