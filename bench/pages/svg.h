/// Puts pictures that gnuplot drew into pages.
#ifndef CD_BENCH_PAGES_SVG_H
#define CD_BENCH_PAGES_SVG_H

#include <stddef.h>
#include <stdio.h>

/// Writes a picture, the text of an SVG file, so that a page can have it beside others with other numbers. Only what a
/// drawing needs is kept: shapes and texts. Scripts, handlers, and links that leave the picture are dropped. `tell`
/// writes, escaped, the text that the pointer shows at a point with a tip (plot.h).
void cd_svg_embed(FILE *stream, const char *svg, size_t number, const char *label,
                  void (*tell)(FILE *stream, const void *user, size_t series, size_t point),
                  const void *user);

#endif
