/// What answers and numbers rest on in a thread: rounding to nearest, numbers next to 0 that are kept, exceptions that
/// do not trap, and numbers that are written with a point. Libraries change these for the whole process or for the
/// thread that calls them, some as soon as they are loaded. The program puts its own back after every call of code that
/// is not its own.
///
/// A library may have another state in its own code. If it calls back, and the callback computes a box or calls a
/// predicate (geom/predicates.h), that needs the program's state:
///
///     uint64_t theirs = cd_float_control();
///     cd_float_set(CD_FLOAT_OURS);
///     bool touch = cd_placed_triangles_touch(a, i, b, j);
///     cd_float_set(theirs);
#ifndef CD_BASE_THREAD_STATE_H
#define CD_BASE_THREAD_STATE_H

#include <stddef.h>
#include <stdint.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <fenv.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__x86_64__)

/// MXCSR without its flags and, above it, the control word of x87, by which the C library rounds what it reads and
/// writes.
#define CD_FLOAT_OURS (UINT64_C(0x037f) << 32 | UINT64_C(0x1f80))

/// How the calling thread computes.
static inline uint64_t cd_float_control(void)
{
    uint32_t mxcsr;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (uint64_t)x87 << 32 | (mxcsr & 0xffc0u);
}

/// Changes how the calling thread computes, and clears the flags of exceptions.
static inline void cd_float_set(uint64_t control)
{
    uint32_t mxcsr = (uint32_t)control;
    uint16_t x87 = (uint16_t)(control >> 32);
    __asm__ volatile("fnclex\n\tfldcw %0\n\tldmxcsr %1" : : "m"(x87), "m"(mxcsr) : "memory");
}

#elif defined(__aarch64__)

#define CD_FLOAT_OURS UINT64_C(0)

static inline uint64_t cd_float_control(void)
{
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
}

static inline void cd_float_set(uint64_t control)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
}

#else // what C has: no more than the direction of rounding can be told

#define CD_FLOAT_OURS ((uint64_t)FE_TONEAREST)

static inline uint64_t cd_float_control(void)
{
    return (uint64_t)fegetround();
}

static inline void cd_float_set(uint64_t control)
{
    fesetenv(FE_DFL_ENV);
    fesetround((int)control);
}

#endif

/// Puts the program's state back in the calling thread.
void cd_thread_restore(void);

/// The same for floating point alone, in a few instructions if nothing has changed.
static inline void cd_thread_check(void)
{
    if (cd_float_control() != CD_FLOAT_OURS)
        cd_thread_restore();
}

/// Which parts of floating point were found changed since the last call, in any thread of this process.
#define CD_CHANGED_FLUSH     1u
#define CD_CHANGED_ROUNDING  2u
#define CD_CHANGED_TRAPS     4u
#define CD_CHANGED_PRECISION 8u
unsigned cd_thread_changes(void);

/// Writes them as "flush-to-zero, the rounding mode".
#define CD_CHANGES_TEXT 128
const char *cd_changes_text(unsigned changes, char text[CD_CHANGES_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
