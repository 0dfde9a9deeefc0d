/// Puts pictures that gnuplot drew into pages.
#ifndef CD_BENCH_PAGES_SVG_H
#define CD_BENCH_PAGES_SVG_H

#include <stddef.h>
#include <stdio.h>

/// Writes a picture, the text of an SVG file, so that it can stand in a page beside others, which have other numbers.
/// Only what a drawing takes is kept: shapes and texts; no scripts, no handlers, no links but within the picture. `tell`
/// writes, escaped, what the pointer is shown at a point that has a tip (plot.h).
void cd_svg_embed(FILE *stream, const char *svg, size_t number, const char *label,
                  void (*tell)(FILE *stream, const void *user, size_t series, size_t point),
                  const void *user);

#endif
