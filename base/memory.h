/// Allocation that cannot fail silently: sizes are overflow-checked, and when the machine has no memory left
/// (large requests are held against what it has available) the program says so in one line and exits with
/// CD_ENVIRONMENT, after the exit handlers have removed unfinished files. Blocks are 64-byte aligned when
/// they are 64 bytes or larger and are freed by `cd_free`.
#ifndef CD_BASE_MEMORY_H
#define CD_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns `count * size` zeroed bytes, never NULL; zero bytes give a unique block of minimal size.
void *cd_allocate(size_t count, size_t size) __attribute__((malloc, warn_unused_result));

/// The same, with any content: for large blocks that are filled at once.
void *cd_allocate_unset(size_t count, size_t size) __attribute__((malloc, warn_unused_result));

/// Grows or shrinks `block` (NULL allowed) from `old_count` to `new_count` items of `size` bytes; new items
/// are zeroed and the old block is gone.
void *cd_reallocate(void *block, size_t old_count, size_t new_count, size_t size)
    __attribute__((warn_unused_result));

/// Frees a block of `cd_allocate` or `cd_reallocate`; NULL is allowed.
void cd_free(void *block);

/// Returns a copy of `text` to be freed by `cd_free`.
char *cd_duplicate(const char *text) __attribute__((malloc, warn_unused_result));

/// Ends the program with CD_ENVIRONMENT, after the line, when so many bytes are refused.
typedef void cd_memory_end(size_t bytes, const char *line);

/// What ends the program when memory is refused; until then `cd_allocate` does so by `exit`.
void cd_memory_set_end(cd_memory_end *end);

/// How many allocations (including growths) this program has made so far through this header, over all
/// threads and whoever's code it is.
uint64_t cd_allocation_count(void);

/// How many there were in whichever way, if a library that is loaded before the program counts them
/// (tests/faults/counted_calls.c); else the same.
uint64_t cd_malloc_count(void);
bool cd_malloc_is_counted(void);

/// The bytes that blocks of this header take now, over all threads.
uint64_t cd_memory_held(void);

/// The most bytes that blocks of this header took at once, over all threads, since the last reset, which
/// returns what they take now; what the C library rounds them up to is counted.
uint64_t cd_memory_peak(void);
uint64_t cd_memory_peak_reset(void);

/// Makes room for at least one more item in a growing array: doubles `*capacity` when `count` has reached it.
void *cd_grow(void *block, size_t count, size_t *capacity, size_t size) __attribute__((warn_unused_result));

#ifdef __cplusplus
}
#endif
#endif
