#include "bench/papers/plot_layout.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/// Width of a character in sizes of its font, on average or a little more.
#define CHARACTER   0.58
#define MARGIN      24
#define PLOT_HEIGHT 560
/// Longest labels in the key, of few series and of many, which have to share lines.
#define LABEL_OF_FEW  80
#define LABEL_OF_MANY 42
#define MANY_ENTRIES  6
/// The line and point before an entry of the key, and what parts it from the next one.
#define KEY_SAMPLE 70
#define KEY_GAP    30
/// How far the label of the vertical axis may reach beyond the plot, both ends together.
#define BEYOND_PLOT 100
/// Angle of categories that would not fit side by side.
#define SLANT 0.4363

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += begins_character(*text);
    return count;
}

double cd_text_pixels(const char *text, int size)
{
    return CHARACTER * size * (double)count_characters(text);
}

/// Copies the first `most` characters, the last of them an ellipsis where there are more.
static void shorten(char *copy, size_t size, const char *text, size_t max)
{
    size_t used = 0, characters = 0, cut = 0;
    for (; text[used]; used++) {
        if (!begins_character(text[used]))
            continue;
        if (characters + 1 == max)
            cut = used;
        if (characters++ == max || used + 8 > size) {
            snprintf(copy, size, "%.*s…", (int)(characters > max ? cut : used), text);
            return;
        }
    }
    snprintf(copy, size, "%s", text);
}

static const char part[] = " · ";

/// How many bytes of `text` go into a line of at most `most` characters: up to the last part that fits, or
/// the last word, or within a word that is longer than a line.
static size_t measure_line(const char *text, size_t max)
{
    size_t end = 0, characters = 0, word = 0, parts = 0;
    while (text[end] && (characters < max || !begins_character(text[end]))) {
        if (!strncmp(text + end, part, sizeof part - 1))
            parts = end;
        if (text[end] == ' ')
            word = end;
        characters += begins_character(text[end++]);
    }
    if (!text[end] || text[end] == ' ')
        return end;
    return parts ? parts : word ? word : end;
}

static struct cd_wrapped wrap(const char *text, int font, int width)
{
    struct cd_wrapped wrapped = {0};
    size_t max = (size_t)(width / (CHARACTER * font));
    CD_ASSERT(4 * max + 8 < sizeof wrapped.lines[0]);
    while (*(text += strspn(text, " ")) && wrapped.count < CD_WRAPPED_LINES) {
        size_t end = measure_line(text, max);
        bool more = text[end + strspn(text + end, " ")] && wrapped.count + 1 == CD_WRAPPED_LINES;
        snprintf(wrapped.lines[wrapped.count++], sizeof wrapped.lines[0], "%.*s%s", (int)end, text,
                 more ? "…" : "");
        text += end;
        if (!strncmp(text, part, sizeof part - 1))
            text += sizeof part - 1;
    }
    return wrapped;
}

static bool is_from_paper(const struct cd_plot *plot)
{
    return strcmp(plot->experiment->source, "ours") != 0;
}

void cd_plot_key_text(char *text, size_t size, const struct cd_plot *plot, size_t series, bool printed,
                      size_t max)
{
    const struct cd_series *shown = plot->series[series].series;
    char label[4 * LABEL_OF_FEW + 8];
    shorten(label, sizeof label, shown->label, max);
    if (printed)
        snprintf(text, size, "paper: %s", label);
    else
        snprintf(text, size, "%s%s", label, shown->ours ? " †" : "");
}

void cd_plot_category_text(char *text, size_t size, const char *category)
{
    uint64_t number;
    if (cd_parse_unsigned(category, &number) && number < UINT64_C(1) << 53)
        cd_plot_write_number(text, size, (double)number, 0);
    else
        shorten(text, size, category, CD_CATEGORY_CHARACTERS);
}

/// The label of an axis in lines, marked when it is ours.
static struct cd_wrapped wrap_axis_text(const struct cd_plot *plot, const struct cd_axis *axis, int width)
{
    char text[600];
    snprintf(text, sizeof text, "%s%s", axis->label, is_from_paper(plot) && axis->ours ? " (our axis)" : "");
    return wrap(text, CD_FONT_AXIS, width);
}

static int count_entries(const struct cd_plot *plot)
{
    int count = 0;
    for (size_t i = 0; i < plot->series_count; i++)
        count += (plot->series[i].ours.count > 0) + (plot->series[i].printed.count > 0);
    return count;
}

/// Widths of the key's entries in their order.
static void measure_entries(const struct cd_plot *plot, const struct cd_plot_layout *layout, int *widths)
{
    for (int printed = 0; printed < 2; printed++)
        for (size_t i = 0; i < plot->series_count; i++) {
            const struct cd_plot_series *series = &plot->series[i];
            if (!(printed ? series->printed.count : series->ours.count))
                continue;
            char text[500];
            cd_plot_key_text(text, sizeof text, plot, i, printed, layout->key_characters);
            *widths++ = KEY_SAMPLE + (int)cd_text_pixels(text, CD_FONT_KEY) + KEY_GAP;
        }
}

/// Places the entries in columns, each as wide as its widest; false when that is too wide.
static bool place_key(struct cd_plot_layout *layout, const int *widths, int count, int columns)
{
    int total = 0;
    layout->key_rows = (count + columns - 1) / columns;
    for (int column = 0; column < columns; column++) {
        int widest = 0;
        for (int i = column * layout->key_rows; i < count && i < (column + 1) * layout->key_rows; i++)
            widest = widths[i] > widest ? widths[i] : widest;
        layout->key_columns[column] = total;
        total += widest;
    }
    total -= KEY_GAP;
    for (int column = 0; column < columns; column++)
        layout->key_columns[column] += (layout->width - total) / 2;
    return total <= layout->width - 2 * MARGIN;
}

static void measure_key(const struct cd_plot *plot, struct cd_plot_layout *layout)
{
    int *widths = cd_allocate(2 * plot->series_count, sizeof *widths);
    int count = count_entries(plot), columns = count < CD_KEY_COLUMNS ? count : CD_KEY_COLUMNS;
    layout->key_characters = count > MANY_ENTRIES ? LABEL_OF_MANY : LABEL_OF_FEW;
    measure_entries(plot, layout, widths);
    while (columns > 1 && !place_key(layout, widths, count, columns))
        columns--;
    if (columns == 1)
        place_key(layout, widths, count, 1);
    cd_free(widths);
}

static double widest_category(const struct cd_plot *plot)
{
    double widest = 0;
    for (size_t i = 0; i < plot->category_count; i++) {
        char text[4 * CD_CATEGORY_CHARACTERS + 8];
        cd_plot_category_text(text, sizeof text, plot->categories[i]);
        widest = fmax(widest, cd_text_pixels(text, CD_FONT_TICS));
    }
    return widest;
}

static double widest_tic(const struct cd_plot_axis *axis)
{
    double widest = 0;
    for (size_t i = 0; i < axis->tic_count; i++)
        widest = fmax(widest, cd_text_pixels(axis->tics[i].label, CD_FONT_TICS));
    return widest;
}

/// Turns categories that do not fit side by side and, where not even lines of them do, leaves some out.
/// Returns how high they are then; `overhang` becomes how far the first one reaches to the left of its
/// middle.
static int measure_categories(const struct cd_plot *plot, struct cd_plot_layout *layout, double *overhang)
{
    double count = (double)(plot->category_count ? plot->category_count : 1), line = CD_LINE(CD_FONT_TICS);
    double slot = (layout->right - layout->left) / count, widest = widest_category(plot);
    layout->category_stride = 1 + (size_t)(line / slot);
    *overhang = 0;
    if (widest <= 0.95 * slot)
        return (int)line;
    layout->category_angle = slot * sin(SLANT) >= line ? (int)(SLANT * 180 / 3.14159 + 0.5) : 90;
    if (layout->category_angle == 90)
        return (int)widest;
    *overhang = widest * cos(SLANT) - slot / 2;
    return (int)(widest * sin(SLANT) + line);
}

/// Sets what is left and right of the plot and returns how high the labels of tics below it are.
static int measure_sides(const struct cd_plot *plot, struct cd_plot_layout *layout)
{
    double overhang;
    int tics = (int)widest_tic(&plot->y) + 26;
    layout->y_text = wrap_axis_text(plot, &plot->figure->y, PLOT_HEIGHT + BEYOND_PLOT);
    int label = CD_LINE(CD_FONT_AXIS) * (layout->y_text.count > 1 ? (int)layout->y_text.count : 1);
    layout->left = MARGIN + label + tics;
    layout->right = layout->width - 2 * MARGIN;
    int height = measure_categories(plot, layout, &overhang) + 12;
    if (layout->left < (int)overhang + MARGIN)
        layout->left = (int)overhang + MARGIN;
    layout->y_label = layout->left - tics - label + CD_FONT_AXIS / 2;
    return height;
}

struct cd_plot_layout cd_plot_layout_make(const struct cd_plot *plot, const struct cd_plot_words *words)
{
    struct cd_plot_layout layout = {.width = CD_PICTURE_WIDTH};
    int text_width = layout.width - 2 * MARGIN;
    layout.title = wrap(plot->figure->title, CD_FONT_TITLE, text_width);
    layout.notes = wrap(words->notes, CD_FONT_NOTE, text_width);
    layout.caption = wrap(words->caption, CD_FONT_NOTE, text_width);
    int tics = measure_sides(plot, &layout);
    measure_key(plot, &layout);
    layout.title_top = MARGIN;
    layout.notes_top = layout.title_top + CD_LINE(CD_FONT_TITLE) * (int)layout.title.count + 4;
    layout.top = layout.notes_top + CD_LINE(CD_FONT_NOTE) * (int)layout.notes.count + 22;
    layout.bottom = layout.top + PLOT_HEIGHT;
    layout.x_label = layout.bottom + tics + CD_LINE(CD_FONT_AXIS) / 2 + 8;
    layout.x_text = wrap_axis_text(plot, &plot->figure->x, layout.right - layout.left);
    int below_label =
        layout.x_label + CD_LINE(CD_FONT_AXIS) * (int)layout.x_text.count - CD_LINE(CD_FONT_AXIS) / 2;
    layout.key_top = (layout.x_text.count ? below_label : layout.bottom + tics) + 18;
    layout.caption_top = layout.key_top + layout.key_rows * CD_LINE(CD_FONT_KEY) + 20;
    layout.height = layout.caption_top + CD_LINE(CD_FONT_NOTE) * (int)layout.caption.count + MARGIN / 2;
    return layout;
}
