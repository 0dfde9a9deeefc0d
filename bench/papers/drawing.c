#include "bench/papers/drawing.h"

#include "base/atomic_file.h"
#include "base/gnuplot.h"
#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

/// How many bytes the first `max` characters take.
static size_t measure(const char *text, size_t max)
{
    size_t bytes = 0;
    while (text[bytes] && cd_count_characters(text, bytes + 1) <= max)
        bytes++;
    return bytes;
}

void cd_script_shortened(const struct cd_script *script, enum cd_quote_for reader, const char *before,
                         const char *text, size_t max, const char *after)
{
    char label[400];
    bool fits = cd_count_characters(text, SIZE_MAX) <= max;
    int bytes = (int)measure(text, fits ? max : max - 1);
    snprintf(label, sizeof label, "%s%.*s%s%s", before, bytes, text, fits ? "" : "…", after);
    cd_write_quoted(script->stream, reader, label);
}

static const char part[] = " · ";

/// How many bytes of `text` go into a line of at most `max` characters: up to the last part that fits, or the
/// last word, or within a word that is longer than a line.
static size_t measure_line(const char *text, size_t max)
{
    size_t end = measure(text, max), word = 0, parts = 0;
    if (!text[end])
        return end;
    for (size_t i = 1; i <= end; i++) {
        if (text[i] == ' ')
            word = i;
        if (!strncmp(text + i, part, sizeof part - 1))
            parts = i;
    }
    return parts ? parts : word ? word : end;
}

int cd_script_text(const struct cd_script *script, const char *name, const char *text, int font, int width)
{
    int lines = 0;
    fprintf(script->stream, "set %s ", name);
    do {
        size_t bytes = measure_line(text, (size_t)(width / (CD_CHARACTER * font)));
        char *line = cd_duplicate(text);
        line[bytes] = 0;
        fputs(lines++ ? ".\"\\n\"." : "", script->stream);
        cd_write_quoted(script->stream, CD_QUOTE_GNUPLOT, line);
        cd_free(line);
        text += bytes;
        if (!strncmp(text, part, sizeof part - 1))
            text += sizeof part - 1;
        text += strspn(text, " ");
    } while (*text);
    fprintf(script->stream, " font 'sans-serif,%g' noenhanced", font * script->font);
    return lines;
}

void cd_script_frame(const struct cd_script *script, const struct cd_drawing *drawing, double height)
{
    FILE *stream = script->stream;
    height += CD_LINE(CD_FONT_TITLE) *
              cd_script_text(script, "title", drawing->title, CD_FONT_TITLE, drawing->width);
    fputc('\n', stream);
    height += CD_LINE(CD_FONT_NOTE) *
              cd_script_text(script, "x2label", drawing->notes, CD_FONT_NOTE, drawing->width);
    fputs(" textcolor rgb '#555555'\n", stream);
    double bottom = CD_LINE(CD_FONT_NOTE) *
                    cd_script_text(script, "label 1", drawing->caption, CD_FONT_NOTE, CD_TEXT_WIDTH);
    height += bottom;
    fprintf(stream, " textcolor rgb '#555555'\nset label 1 at screen 0.982,%.4f right front\n",
            bottom / height);
    fprintf(stream, "set size 1,%.4f\nset origin 0,%.4f\n", 1 - (bottom + 8) / height, (bottom + 8) / height);
    fprintf(stream, "set terminal %s size %d,%.0f enhanced font 'sans-serif,%g' background '#ffffff'\n",
            script->svg ? "svg dynamic" : "pngcairo", CD_DRAWING_WIDTH, height, CD_FONT * script->font);
}

enum cd_code cd_drawing_write(const struct cd_drawing *drawing, bool svg, FILE *stream,
                              struct cd_status *status)
{
    FILE *commands = cd_gnuplot_open(status);
    if (!commands)
        return CD_IO;
    fputs("set encoding utf8\n", commands);
    drawing->write(drawing, &(struct cd_script){commands, svg, svg ? 1 : 0.75, drawing->tips});
    return cd_gnuplot_draw(commands, stream, status);
}

enum cd_code cd_drawing_save(const char *folder, const char *id, const struct cd_drawing *drawing,
                             struct cd_status *status)
{
    enum { FORMATS = 2 };
    struct cd_output *outputs[FORMATS] = {NULL};
    enum cd_code code = CD_OK;
    for (int i = 0; i < FORMATS && !code; i++) {
        char path[PATH_MAX + 100];
        snprintf(path, sizeof path, "%s/%s.%s", folder, id, i ? "png" : "svg");
        code = cd_output_open(path, &outputs[i], status);
        if (!code)
            code = cd_drawing_write(drawing, !i, cd_output_stream(outputs[i]), status);
    }
    return cd_outputs_commit(outputs, FORMATS, code, status);
}
