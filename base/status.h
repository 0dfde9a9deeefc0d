/// How a failure travels: every function that can fail for a reason outside the program returns an
/// `enum cd_code` and writes one line for the user into the `struct cd_status` it was handed.
///
///     enum cd_code load(const char *path, struct cd_status *status)
///     {
///         if (!readable(path))
///             return cd_fail(status, CD_IO, "%s: cannot read: %s", path, strerror(errno));
///         return CD_OK;
///     }
///
/// The line says what is wrong, where, and what to do; it has no newline and no program name. It may quote
/// names and files as they are: `cd_fail` escapes what a terminal would act on. `main` prints it and exits
/// with the code. Errors of the program itself are `CD_ASSERT`.
#ifndef CD_BASE_STATUS_H
#define CD_BASE_STATUS_H

#include "base/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One failure: its code and its line, NUL-terminated, cut at the size of the buffer.
struct cd_status {
    enum cd_code code;
    char text[1000];
};

/// Fills `*status` (when not NULL) and returns `code`, so that a caller can `return cd_fail(...)`.
enum cd_code cd_fail(struct cd_status *status, enum cd_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Formats a warning as printf does, cut at 1000 bytes, and passes it to the current listener.
void cd_tell(void (*warn)(void *user, const char *line), void *user, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Prints "cdbench: warning: " and the line to stderr, escaped like that of a failure.
void cd_print_warning(const char *line);
/// The same as a listener of cd_tell and others.
void cd_hear_warning(void *unused, const char *line);

/// Prints file, line and the broken condition to stderr and aborts.
void cd_assert_failed(const char *condition, const char *file, int line) __attribute__((noreturn));

/// For conditions that only a bug in this program can violate; compiled in everywhere.
#define CD_ASSERT(condition) ((condition) ? (void)0 : cd_assert_failed(#condition, __FILE__, __LINE__))

/// For code that only a bug in this program can reach; `what` says what was expected instead.
#define CD_UNREACHABLE(what) cd_assert_failed(what, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif
