#include "base/malloc_count.h"

#include "base/activity.h"
#include "base/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__clang__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

uint64_t cd_malloc_count(void)
{
    return cd_allocation_count();
}

bool cd_malloc_is_counted(void)
{
    return false;
}

#else

static _Atomic uint64_t count;

static void note(void)
{
    if (cd_activity_is_here())
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

uint64_t cd_malloc_count(void)
{
    return atomic_load_explicit(&count, memory_order_relaxed);
}

bool cd_malloc_is_counted(void)
{
    return true;
}

// The functions of the C library.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t number, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *block);

/// Returns the block that the C library gave.
static void *given(void *block, size_t number, size_t size)
{
    if (!block)
        cd_memory_refused(number, size);
    return block;
}

void *malloc(size_t bytes)
{
    note();
    return given(__libc_malloc(bytes), 1, bytes);
}

void *calloc(size_t number, size_t bytes)
{
    note();
    return given(__libc_calloc(number, bytes), number, bytes);
}

void *realloc(void *block, size_t bytes)
{
    note();
    void *grown = __libc_realloc(block, bytes);
    return bytes ? given(grown, 1, bytes) : grown;
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    note();
    return given(__libc_memalign(alignment, bytes), 1, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

/// Defined here too: otherwise an allocator that is loaded before the C library would get blocks that are not its own.
void free(void *block)
{
    __libc_free(block);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    if (!alignment || alignment % sizeof(void *) || alignment & (alignment - 1))
        return EINVAL;
    note();
    void *found = given(__libc_memalign(alignment, bytes), 1, bytes);
    if (!found)
        return ENOMEM;
    *block = found;
    return 0;
}

#endif
