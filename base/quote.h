/// Quotes text from elsewhere (file names, fields of results, titles) for programs that read a language of their own,
/// so that nothing in it acts as a command, a new cell or a new line.
///
///     fputs("| ", page);
///     cd_write_quoted(page, CD_QUOTE_MARKDOWN, title);
///
/// scripts/figures and scripts/pages_data.py do the same for gnuplot and Markdown.
#ifndef CD_BASE_QUOTE_H
#define CD_BASE_QUOTE_H

#include <stdbool.h>
#include <stdio.h>

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
