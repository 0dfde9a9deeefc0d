/// Output to a terminal or the standard output: width, colours, flushing.
#ifndef CD_BASE_TERMINAL_H
#define CD_BASE_TERMINAL_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

/// The columns of the terminal `stream`, at least 40, or the value of COLUMNS; 100 if neither is known.
int cd_terminal_columns(FILE *stream);

/// The same, but 100 at most: what lines of text keep to.
int cd_terminal_width(FILE *stream);

/// Prints `text` word by word from column `indent` on, in lines that end before `width`, and ends the line.
/// The cursor is at `column`; where that is past the indent, the text begins on the next line.
void cd_print_wrapped(FILE *stream, const char *text, int column, int indent, int width);

/// Prints a line, as printf writes it. Where the terminal is too narrow it is broken between words, and what follows is
/// indented; to a file or a pipe it stays one line.
void cd_print_line(FILE *stream, int indent, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// True when `stream` is a terminal that takes colours and NO_COLOR is not set.
bool cd_wants_colour(FILE *stream);

/// True of "-", which as the name of a file means standard output; not of NULL.
bool cd_is_stdout(const char *path);

/// Writes what is still buffered. CD_IO when anything so far never reached its file; a reader that has seen
/// enough, as `head` in a pipeline, is no error.
enum cd_code cd_flush_stdout(struct cd_status *status);

#endif
