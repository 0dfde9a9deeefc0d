/// Lines of text in the picture, in the system's sans serif font. Within a context, all of it, but for
/// `cd_text_open`.
#ifndef CD_BENCH_VIEW_TEXT_H
#define CD_BENCH_VIEW_TEXT_H

#include "base/status.h"

#include <GL/glew.h>

struct cd_text;

/// Finds a font; CD_ENVIRONMENT when there is none.
enum cd_code cd_text_open(struct cd_text **text, struct cd_status *status);
void cd_text_close(struct cd_text *text);

/// Sets the height of the letters, in pixels from one line's base to the next.
void cd_text_size(struct cd_text *text, int line_height);
int cd_text_line_height(const struct cd_text *text);

/// How wide a text (UTF-8; letters beyond Latin-1 count as '?') is drawn, in pixels.
double cd_text_width(const struct cd_text *text, const char *line);

/// Draws a line from x on, its upper edge at y, in pixels from the upper left corner, in the current colour.
/// What would go beyond `most` pixels is left out for "...".
void cd_text_draw(struct cd_text *text, double x, double y, double max, const char *line);

#endif
