#include "bench/plot/drawing.h"

#include "base/atomic_file.h"
#include "base/gnuplot.h"
#include "base/text.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/// The number of bytes that the first `max` characters take.
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

/// The number of bytes of `text` that go into a line of at most `max` characters. The line ends after the last part
/// that fits, or after the last word that fits, or within a word that is longer than a line.
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

int cd_script_lines(const struct cd_script *script, enum cd_quote_for reader, const char *text,
                    size_t longest, int most)
{
    int lines = 0;
    do {
        size_t bytes = measure_line(text, longest);
        bool cut = lines + 1 == most && text[bytes];
        char *line;
        int written =
            asprintf(&line, "%.*s%s", (int)(cut ? measure(text, longest - 1) : bytes), text, cut ? "…" : "");
        CD_ASSERT(written >= 0);
        fputs(lines++ ? ".\"\\n\"." : "", script->stream);
        cd_write_quoted(script->stream, reader, line);
        free(line);
        text += bytes;
        if (!strncmp(text, part, sizeof part - 1))
            text += sizeof part - 1;
        text += strspn(text, " ");
    } while (*text && lines < most);
    return lines;
}

int cd_script_text(const struct cd_script *script, const char *name, const char *text, int font, int width)
{
    fprintf(script->stream, "set %s ", name);
    int lines =
        cd_script_lines(script, CD_QUOTE_GNUPLOT, text, (size_t)(width / (CD_CHARACTER * font)), INT_MAX);
    fprintf(script->stream, " font 'sans-serif,%g' noenhanced", font * script->font);
    return lines;
}

/// Space in pixels at the edges, and between the texts of the frame and the panels.
enum { EDGE = 12 };

/// Writes a text of the frame and returns its height. `from` and `pixels` are the place of its first line. gnuplot's
/// variable H is the height of the picture.
static double write_label(const struct cd_script *script, int number, const char *text, int font,
                          const char *from, double pixels)
{
    char name[20];
    if (!*text)
        return 0;
    snprintf(name, sizeof name, "label %d", number);
    double height = CD_LINE(font) * cd_script_text(script, name, text, font, CD_TEXT_WIDTH);
    // A caption is at the lower edge.
    fprintf(script->stream, " at screen 0.018,%s%g/H left front textcolor rgb '%s'\n", from,
            pixels + 0.6 * font + (pixels < 0 ? height : 0), font == CD_FONT_TITLE ? "#000000" : "#555555");
    return height;
}

/// A script that writes to a stream in memory. The caller frees the text with free().
static struct cd_script in_memory(const struct cd_script *script, char **text, size_t *bytes)
{
    struct cd_script memory = *script;
    memory.stream = open_memstream(text, bytes);
    CD_ASSERT(memory.stream);
    return memory;
}

static void write_drawing(const struct cd_drawing *drawing, const struct cd_script *script)
{
    char *frame, *texts;
    size_t bytes, text_bytes;
    struct cd_script labels = in_memory(script, &frame, &bytes);
    double title = write_label(&labels, 1, drawing->title, CD_FONT_TITLE, "1-", EDGE);
    double top =
        EDGE + title + write_label(&labels, 2, drawing->notes, CD_FONT_NOTE, "1-", EDGE + title) + EDGE;
    double below = write_label(&labels, 3, drawing->caption, CD_FONT_NOTE, "", -CD_FONT_NOTE);
    double height = top;
    CD_ASSERT(!fclose(labels.stream));
    struct cd_script panels = in_memory(script, &texts, &text_bytes);
    for (size_t i = 0; i < drawing->panel_count; i++) {
        char *panel;
        size_t panel_bytes;
        struct cd_script one = in_memory(script, &panel, &panel_bytes);
        double high = drawing->write(drawing->user, i, &one);
        CD_ASSERT(!fclose(one.stream));
        fprintf(panels.stream, "reset\nTOP = %.1f\nset size 1,%g/H\nset origin 0,1-%g/H\n%s%s", height, high,
                height + high, i ? "" : frame, panel);
        height += high;
        free(panel);
    }
    CD_ASSERT(!fclose(panels.stream));
    height += below + EDGE;
    fprintf(script->stream,
            "set encoding utf8\nset terminal %s size %d,%.0f enhanced font 'sans-serif,%g' background "
            "'#ffffff'\nH = %.1f\nset multiplot\n%sunset multiplot\n",
            script->svg ? "svg dynamic" : "pngcairo", CD_DRAWING_WIDTH, height, CD_FONT * script->font,
            height, texts);
    free(frame);
    free(texts);
}

enum cd_code cd_drawing_write(const struct cd_drawing *drawing, bool svg, FILE *picture,
                              struct cd_status *status)
{
    FILE *commands = cd_gnuplot_open(status);
    if (!commands)
        return CD_IO;
    write_drawing(drawing, &(struct cd_script){commands, svg, svg ? 1 : 0.75, drawing->tips});
    return cd_gnuplot_draw(commands, picture, status);
}

static enum cd_code draw(const char *path, const struct cd_drawing *drawing, struct cd_output **output,
                         struct cd_status *status)
{
    bool svg = !fnmatch("*.svg", path, 0);
    if (!svg && fnmatch("*.png", path, 0))
        return cd_fail(status, CD_USAGE, "%s: the name of a picture has to end in .svg or .png", path);
    enum cd_code code = cd_output_open(path, output, status);
    return code ? code : cd_drawing_write(drawing, svg, cd_output_stream(*output), status);
}

enum cd_code cd_drawing_save(const char *path, const struct cd_drawing *drawing, struct cd_status *status)
{
    struct cd_output *output = NULL;
    enum cd_code code = draw(path, drawing, &output, status);
    return cd_outputs_commit(&output, 1, code, status);
}

enum cd_code cd_drawing_save_both(const char *stem, const struct cd_drawing *drawing,
                                  struct cd_status *status)
{
    static const char *const endings[] = {"svg", "png"};
    struct cd_output *outputs[2] = {NULL};
    enum cd_code code = CD_OK;
    for (int i = 0; i < 2 && !code; i++) {
        char path[PATH_MAX + 100];
        snprintf(path, sizeof path, "%s.%s", stem, endings[i]);
        code = draw(path, drawing, &outputs[i], status);
    }
    return cd_outputs_commit(outputs, 2, code, status);
}
