/// Loaded before a program (LD_PRELOAD). Makes one call fail: number FAULT_NTH of the kind FAULT_KIND. Writes "failed"
/// into the file FAULT_LOG when the call fails.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LOG_BYTES = 7 };

static char kind[16];
static unsigned long nth;
static _Atomic unsigned long calls;
static char *log_text; ///< of the file: a process that may not write notes what fails, too

static const char *program_begin, *program_end; ///< where its code is

/// The first object is the program.
static int note_program(struct dl_phdr_info *object, size_t bytes, void *unused)
{
    (void)bytes, (void)unused;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD && object->dlpi_phdr[i].p_flags & PF_X) {
            program_begin = (const char *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
            program_end = program_begin + object->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

__attribute__((constructor)) static void set_up(void)
{
    dl_iterate_phdr(note_program, NULL);
    const char *path = getenv("FAULT_LOG"), *which = getenv("FAULT_KIND"), *when = getenv("FAULT_NTH");
    if (!path || !which || !when)
        return;
    strncpy(kind, which, sizeof kind - 1);
    nth = strtoul(when, NULL, 10);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, LOG_BYTES))
        return;
    void *text = mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (text == MAP_FAILED)
        return;
    log_text = text;
    unsetenv("LD_PRELOAD"); // calls of what this program starts do not fail
}

/// Whether this call is the one.
static bool fails(const char *of_kind, int error)
{
    if (!log_text || strcmp(kind, of_kind) != 0 || atomic_fetch_add(&calls, 1) + 1 != nth)
        return false;
    memcpy(log_text, "failed\n", LOG_BYTES);
    errno = error;
    return true;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/// A function that fails as `of_kind` with `error`, returning `failure`.
#define FAILING(of_kind, error, failure, type, name, declared, passed)                                       \
    type name declared                                                                                       \
    {                                                                                                        \
        static __typeof__(&name) real;                                                                       \
        if (fails(of_kind, error))                                                                           \
            return failure;                                                                                  \
        real = real ? real : REAL(name);                                                                     \
        return real passed;                                                                                  \
    }

// Allocations fail that the program itself makes; those of libraries do not.
void *__libc_malloc(size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static bool allocation_fails(const char *caller)
{
    return caller >= program_begin && caller < program_end && fails("malloc", ENOMEM);
}

void *malloc(size_t bytes)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : __libc_malloc(bytes);
}

void *realloc(void *block, size_t bytes)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, bytes);
}

FAILING("fsync", EIO, -1, int, fsync, (int descriptor), (descriptor))
FAILING("rename", EIO, -1, int, rename, (const char *from, const char *to), (from, to))
FAILING("rename", EIO, -1, int, renameat, (int at, const char *from, int to_at, const char *to),
        (at, from, to_at, to))
FAILING("fork", EAGAIN, -1, pid_t, fork, (void), ())
FAILING("fork", EAGAIN, EAGAIN, int, posix_spawnp,
        (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions,
         const posix_spawnattr_t *attributes, char *const words[], char *const variables[]),
        (child, file, actions, attributes, words, variables))
FAILING("thread", EAGAIN, EAGAIN, int, pthread_create,
        (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user),
        (thread, attributes, run, user))

/// Kind "clock": from the nth reading on, the clock is an hour behind. AddressSanitizer may read the clock whenever
/// memory is freed, even by dlsym, which must not be called a second time then.
int clock_gettime(clockid_t clock, struct timespec *now)
{
    static _Atomic bool stepped;
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_MONOTONIC && (stepped || fails("clock", 0))) {
        stepped = true;
        now->tv_sec -= now->tv_sec > 3600 ? 3600 : now->tv_sec;
    }
    return result;
}
