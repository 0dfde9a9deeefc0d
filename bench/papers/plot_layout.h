/// Where the parts of a picture go, in pixels from its upper left corner. gnuplot measures texts only while
/// it draws, and knows them only by their length for SVG; so they are measured here, a little too wide.
#ifndef CD_BENCH_PAPERS_PLOT_LAYOUT_H
#define CD_BENCH_PAPERS_PLOT_LAYOUT_H

#include "bench/papers/plot.h"

/// Width of every picture in pixels; the height follows from what stands around the plot.
#define CD_PICTURE_WIDTH 1350

/// Texts around a plot; long ones are wrapped.
struct cd_plot_words {
    const char *notes;   ///< below the title: what this is and how to read it
    const char *caption; ///< at the bottom: what it was measured on
};

/// Sizes of fonts in pixels.
#define CD_FONT_TITLE 30
#define CD_FONT_AXIS  23
#define CD_FONT_TICS  21
#define CD_FONT_KEY   21
#define CD_FONT_NOTE  17

/// Longest text of a category, in characters; what is longer ends in an ellipsis.
#define CD_CATEGORY_CHARACTERS 40

/// Most columns of the key.
#define CD_KEY_COLUMNS 6

#define CD_WRAPPED_LINES 6

/// From line to line.
#define CD_LINE(font) ((int)((font)*1.4))

/// A text in lines; what does not fit ends in an ellipsis.
struct cd_wrapped {
    size_t count;
    char lines[CD_WRAPPED_LINES][600];
};

struct cd_plot_layout {
    int width, height;
    struct cd_wrapped title, notes, caption, x_text, y_text;
    int title_top, notes_top, caption_top;
    int left, right, top, bottom; ///< of the plot itself
    int x_label, y_label;         ///< middles of the first lines of the labels of the axes
    int category_angle;           ///< degrees by which categories are turned
    size_t category_stride;       ///< every so manieth is named
    int key_top, key_rows;
    size_t key_characters;           ///< of the longest label in the key
    int key_columns[CD_KEY_COLUMNS]; ///< where they begin
};

/// How wide a text of a font of `size` is at most, about.
double cd_text_pixels(const char *text, int size);

struct cd_plot_layout cd_plot_layout_make(const struct cd_plot *plot, const struct cd_plot_words *words);

/// Text of the key's entry for our points of a series, or the paper's, with a label of at most `most`
/// characters.
void cd_plot_key_text(char *text, size_t size, const struct cd_plot *plot, size_t series, bool printed,
                      size_t max);

/// A category as it is shown: shortened, and numbers with their thousands apart.
void cd_plot_category_text(char *text, size_t size, const char *category);

#endif
