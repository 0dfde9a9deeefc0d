/// Pictures that gnuplot draws: panels one below the other, surrounded by a title, notes and a caption.
#ifndef CD_BENCH_PLOT_DRAWING_H
#define CD_BENCH_PLOT_DRAWING_H

#include "base/quote.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Width of every picture in pixels; the height follows from what is in it.
#define CD_DRAWING_WIDTH 1350
/// Width of a line of text.
#define CD_TEXT_WIDTH 1300

/// Font sizes in pixels, and the distance from line to line.
#define CD_FONT_TITLE 30
#define CD_FONT_AXIS  23
#define CD_FONT       21
#define CD_FONT_NOTE  17
#define CD_LINE(font) (1.4 * (font))
/// Width of a character relative to its font size: the average or a little more.
#define CD_CHARACTER 0.58

/// Commands for gnuplot that are being written.
struct cd_script {
    FILE *stream;
    bool svg;    ///< or else PNG
    double font; ///< gnuplot takes font sizes as pixels in SVG and as points in PNG
    bool tips;   ///< the drawing's
};

struct cd_drawing {
    const char *title;
    const char *notes;   ///< below the title: what the picture is and how to read it; "" for none
    const char *caption; ///< at the bottom: what it was measured on; "" for none
    size_t panel_count;
    /// Writes the commands of a panel, ending with one that plots, and returns the panel's height in pixels. gnuplot's
    /// variables H and TOP are the height of the picture and the top of the panel, in pixels from the top.
    double (*write)(const void *user, size_t panel, const struct cd_script *script);
    const void *user; ///< passed on to `write`
    bool tips;        ///< points carry texts for the pointer: cd_plots_drawing
};

/// Draws a picture, SVG or PNG, into a stream whose buffer is empty; fails as cd_gnuplot_draw does.
enum cd_code cd_drawing_write(const struct cd_drawing *drawing, bool svg, FILE *picture,
                              struct cd_status *status);

/// Draws a picture into a file whose name ends in .svg or .png. CD_USAGE for another name, CD_ENVIRONMENT when gnuplot
/// is missing, with what to install; CD_INTERRUPTED after Ctrl-C. The file appears whole or not at all.
enum cd_code cd_drawing_save(const char *path, const struct cd_drawing *drawing, struct cd_status *status);

/// Draws a picture as `<stem>.svg` and `<stem>.png`, both or neither.
enum cd_code cd_drawing_save_both(const char *stem, const struct cd_drawing *drawing,
                                  struct cd_status *status);

/// Writes `set NAME "..."` with a text in lines no wider than `width` pixels, in a font of size `font`. Returns the
/// number of lines.
int cd_script_text(const struct cd_script *script, const char *name, const char *text, int font, int width);

/// Writes a text as an expression: lines of at most `longest` characters, at most `most` of them. "…" ends a text that
/// does not fit. Returns the number of lines.
int cd_script_lines(const struct cd_script *script, enum cd_quote_for reader, const char *text,
                    size_t longest, int most);

/// Writes a text between two others. Characters after the first `max` are replaced by "…".
void cd_script_shortened(const struct cd_script *script, enum cd_quote_for reader, const char *before,
                         const char *text, size_t max, const char *after);

#endif
