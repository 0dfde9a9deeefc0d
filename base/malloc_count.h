/// Allocations of algorithms, counted at malloc. The functions of malloc_count.c take the place of the C
/// library's in the whole program, so that those of plug-ins and of the libraries that they run are seen,
/// too.
#ifndef CD_BASE_MALLOC_COUNT_H
#define CD_BASE_MALLOC_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// How many blocks were asked for while an algorithm's code ran (activity.h), by the threads that work for
/// it; what a library does in threads of its own is not seen. Where `cd_malloc_is_counted` says false, it is
/// cd_allocation_count() of memory.h instead.
uint64_t cd_malloc_count(void);

/// False in builds with a sanitizer, which has a malloc of its own, and in all by clang.
bool cd_malloc_is_counted(void);

#endif
