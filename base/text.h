/// Numbers and names as users type them.
#ifndef CD_BASE_TEXT_H
#define CD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a whole string as a decimal integer; false on an empty string, other characters or overflow.
bool cd_parse_int(const char *text, int64_t *value);

/// Reads a whole string as an unsigned decimal integer.
bool cd_parse_unsigned(const char *text, uint64_t *value);

/// Reads a whole string as a finite decimal number, independent of the locale; false otherwise.
bool cd_parse_real(const char *text, double *value);

/// strtod as the C locale has it, whatever the program's locale is.
double cd_text_to_real(const char *text, char **end);

/// The entry of `names` (count of them) nearest to `name` by edit distance, or NULL when none is near enough
/// to be a likely misspelling.
const char *cd_nearest_name(const char *name, const char *const *names, size_t count);

#ifdef __cplusplus
}
#endif
#endif
