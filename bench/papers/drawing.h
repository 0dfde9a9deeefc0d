/// Pictures as gnuplot draws them, SVG and PNG: texts of a known size, and around every picture its title, notes and a
/// caption.
#ifndef CD_BENCH_PAPERS_DRAWING_H
#define CD_BENCH_PAPERS_DRAWING_H

#include "base/quote.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Width of every picture in pixels; the height follows from what is in it.
#define CD_DRAWING_WIDTH 1350
/// Width of a line of text below and above the plot.
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

/// What stands around a picture, and who writes the rest.
struct cd_drawing {
    const char *title;
    const char *notes;   ///< below the title: what this is and how to read it
    const char *caption; ///< at the bottom: what it was measured on
    /// Writes all of the picture; before its last command, which plots, it calls cd_script_frame.
    void (*write)(const struct cd_drawing *drawing, const struct cd_script *script);
    const void *user; ///< what it shows
    int width;        ///< of title and notes in pixels, about that of the plot
    bool tips;        ///< SVG: points say what is at them (cd_plot_write)
};

/// Draws a picture as `<folder>/<id>.svg` and `.png`, both or neither. CD_ENVIRONMENT when gnuplot is missing, with what
/// to install; CD_INTERRUPTED after Ctrl-C.
enum cd_code cd_drawing_save(const char *folder, const char *id, const struct cd_drawing *drawing,
                             struct cd_status *status);

/// Draws a picture into an empty file, as SVG or as PNG; fails likewise.
enum cd_code cd_drawing_write(const struct cd_drawing *drawing, bool svg, FILE *stream,
                              struct cd_status *status);

/// Writes what stands around a picture whose plot, with its tics, axes and key, is so many pixels high.
void cd_script_frame(const struct cd_script *script, const struct cd_drawing *drawing, double height);

/// Writes `set NAME "..."` of a text in lines that are not wider than `width` pixels, in a font of that size.
/// Returns how many lines there are.
int cd_script_text(const struct cd_script *script, const char *name, const char *text, int font, int width);

/// Writes a text of at most `max` characters, the rest being "…", between two others.
void cd_script_shortened(const struct cd_script *script, enum cd_quote_for reader, const char *before,
                         const char *text, size_t max, const char *after);

#endif
