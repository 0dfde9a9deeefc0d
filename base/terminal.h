/// How wide output may be, and words laid out in that width.
#ifndef CD_BASE_TERMINAL_H
#define CD_BASE_TERMINAL_H

#include <stdio.h>

/// Columns of the terminal that `stream` is, between 60 and 100; 100 where it is none.
int cd_terminal_width(FILE *stream);

/// Prints `text` word by word from column `indent` on, in lines that end before `width`, and ends the line.
/// The cursor is at `column`; where that is past the indent, the text begins on the next line.
void cd_print_wrapped(FILE *stream, const char *text, int column, int indent, int width);

#endif
