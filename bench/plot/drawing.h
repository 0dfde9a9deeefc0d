/// Pictures as gnuplot draws them: panels below each other, and around them a title, notes and a caption.
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

/// Sizes of fonts in pixels, and from line to line.
#define CD_FONT_TITLE 30
#define CD_FONT_AXIS  23
#define CD_FONT       21
#define CD_FONT_NOTE  17
#define CD_LINE(font) (1.4 * (font))
/// Width of a character in sizes of its font, on average or a little more.
#define CD_CHARACTER 0.58

/// Commands for gnuplot under way.
struct cd_script {
    FILE *stream;
    bool svg;    ///< or else PNG
    double font; ///< gnuplot takes sizes of fonts for pixels in SVG and for points in PNG
    bool tips;   ///< as the drawing has it
};

struct cd_drawing {
    const char *title;
    const char *notes;   ///< below the title: what this is and how to read it; "" for nothing
    const char *caption; ///< at the bottom: what it was measured on; "" for nothing
    size_t panel_count;
    /// Writes the commands of a panel, which end in one that plots, and returns how many pixels high it is. gnuplot's
    /// variables H and TOP are the height of the picture and where the panel begins, in pixels from above.
    double (*write)(const void *user, size_t panel, const struct cd_script *script);
    const void *user; ///< what it shows
    bool tips;        ///< points carry texts for the pointer: cd_plots_drawing
};

/// Draws a picture, SVG or PNG, into a stream whose buffer is empty; fails as cd_gnuplot_draw does.
enum cd_code cd_drawing_write(const struct cd_drawing *drawing, bool svg, FILE *picture,
                              struct cd_status *status);

/// Draws a picture into a file whose name ends in .svg or .png. CD_USAGE for another name, CD_ENVIRONMENT when gnuplot
/// is missing, with what to install; CD_INTERRUPTED after Ctrl-C. The file appears whole or not at all.
enum cd_code cd_drawing_save(const char *path, const struct cd_drawing *drawing, struct cd_status *status);

/// Draws it as `<stem>.svg` and `<stem>.png`, both or neither.
enum cd_code cd_drawing_save_both(const char *stem, const struct cd_drawing *drawing,
                                  struct cd_status *status);

/// Writes `set NAME "..."` of a text in lines that are not wider than `width` pixels, in a font of that size.
/// Returns how many lines there are.
int cd_script_text(const struct cd_script *script, const char *name, const char *text, int font, int width);

/// Writes a text of at most `max` characters, the rest being "…", between two others.
void cd_script_shortened(const struct cd_script *script, enum cd_quote_for reader, const char *before,
                         const char *text, size_t max, const char *after);

#endif
