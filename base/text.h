/// Reads numbers and names that users type, and prepares texts for display.
#ifndef CD_BASE_TEXT_H
#define CD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Reads a whole string as a decimal integer; false on an empty string, other characters or overflow.
bool cd_parse_int(const char *text, int64_t *value);

/// Reads a whole string as an unsigned decimal integer.
bool cd_parse_unsigned(const char *text, uint64_t *value);

/// Reads a whole string as a finite decimal number; false otherwise.
bool cd_parse_real(const char *text, double *value);

/// The entry of `names` (count of them) nearest to `name` by edit distance, or NULL when none is near enough
/// to be a likely misspelling.
const char *cd_nearest_name(const char *name, const char *const *names, size_t count);

/// The index of a word in a list separated by bars, such as "any|pairs"; -1 when it is not in the list.
int cd_word_place(const char *words, const char *word);

/// The end of a message about a name (NULL for none) that is not among `names`: "; did you mean NEAREST? valid: A, B" or
/// "; valid: A, B". Long lists are cut with "...".
struct cd_name_hint {
    char text[600];
};
struct cd_name_hint cd_name_hint(const char *name, const char *const *names, size_t count);

/// The whole text of a file; the caller frees it by cd_free.
char *cd_text_of(FILE *file);

/// Writes after the end of a text in `bytes` bytes, as printf writes; cut where there is no room.
void cd_append(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// The bytes of the UTF-8 character that `text` begins with; 0 for a control character (U+0000 to U+001F, U+007F to
/// U+009F), which a terminal would act on, and for invalid UTF-8.
size_t cd_character_bytes(const char *text);

/// The first control character among `bytes` bytes that is not one of `allowed`, or NULL. Invalid UTF-8 counts as one.
const char *cd_control_character(const char *text, size_t bytes, const char *allowed);

/// "" for one thing, otherwise "s", the ending of a regular plural.
static inline const char *cd_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/// The UTF-8 characters in the text, or in its first `bytes` bytes.
size_t cd_count_characters(const char *text, size_t bytes);

/// Writes `text` for display, NUL-terminated and cut between characters at `bytes`: control characters and invalid UTF-8
/// as "\n", "\t" or "\x1b", everything else unchanged. Escaping twice gives the same as escaping once.
void cd_escape(const char *text, char *escaped, size_t bytes);

/// The same in new memory, freed by cd_free; never cut.
char *cd_escaped(const char *text);

/// The same for an argument of printf: `printf("%s\n", cd_shown_text(path).text)`.
struct cd_shown_text {
    char text[4096];
};
struct cd_shown_text cd_shown_text(const char *text);

// Text from elsewhere (file names, fields of results, titles) is quoted for programs that read a language of their own, so
// that nothing in it acts as a command, a new cell or a new line. scripts/figures and scripts/pages_data.py do the same for
// gnuplot and Markdown.

/// Who reads the text. Control characters and invalid UTF-8 are shown as cd_escape does; for Markdown a line break becomes
/// a blank.
enum cd_quote_for {
    CD_QUOTE_MARKDOWN, ///< text in a line or a cell of a table
    CD_QUOTE_CODE,     ///< a code span of Markdown, with its backquotes; not in a table
    CD_QUOTE_CSV,      ///< a field, in quotes if necessary; an apostrophe turns a formula into text
};

/// Whether a spreadsheet would take the text for a formula: after any apostrophes it begins with =, +, - or @, and it is
/// neither a number nor a lone -. Our CSV files put one more apostrophe before it, which their reader removes.
bool cd_is_formula(const char *text);

/// Writes `text` so that the reader takes it for exactly this text.
void cd_write_quoted(FILE *stream, enum cd_quote_for reader, const char *text);

#endif
