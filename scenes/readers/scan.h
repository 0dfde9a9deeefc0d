/// Words and numbers of mesh files.
#ifndef CD_SCENES_READERS_SCAN_H
#define CD_SCENES_READERS_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/// Skips blanks and tabs.
const char *cd_skip_blanks(const char *text);

/// Reads a decimal number at `*text` up to a blank or the end, rounded correctly and whatever the locale, and
/// moves `*text` behind it. NULL on success, otherwise what is wrong with it ("is not a number"); "nan",
/// "inf" and what overflows a double are wrong.
const char *cd_scan_real(const char **text, double *value);

/// Reads a signed decimal integer at `*text` up to the first other character and moves `*text` behind it.
/// False when there is no digit; what overflows becomes INT64_MAX or -INT64_MAX.
bool cd_scan_integer(const char **text, int64_t *value);

/// The unsigned integer of so many bytes, at most 8.
uint64_t cd_integer_of_bytes(const char *bytes, unsigned count, bool big_endian);

/// The IEEE number of 4 or 8 bytes.
double cd_real_of_bytes(const char *bytes, unsigned count, bool big_endian);

/// The number of characters before the next blank or the end, at most `max`.
int cd_token_length(const char *text, int max);

/// A word of a file as a message quotes it: cut when long.
struct cd_quote {
    char text[44];
};

/// Quotes the word at `text`.
struct cd_quote cd_quote_word(const char *text);

#endif
