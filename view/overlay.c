#include "view/painter.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The pen of an overlay. Places are in pixels from the upper left corner.
struct pen {
    struct cd_painter *painter;
    struct cd_text *text;
    double width, height; ///< of the picture
    double line;          ///< from one line to the next
    double margin;
};

static void set_colour(struct cd_colour colour, float opacity)
{
    glColor4f(colour.r, colour.g, colour.b, opacity);
}

static void draw_box(double x, double y, double width, double height)
{
    glBegin(GL_QUADS);
    glVertex2d(x, y), glVertex2d(x + width, y);
    glVertex2d(x + width, y + height), glVertex2d(x, y + height);
    glEnd();
}

static void draw_panel(double x, double y, double width, double height)
{
    set_colour(cd_colour_paper, 0.82F);
    draw_box(x, y, width, height);
    set_colour(cd_colour_ink, 1);
}

static struct pen begin(struct cd_painter *painter)
{
    struct pen pen = {.painter = painter, .text = painter->text};
    pen.width = painter->width;
    pen.height = painter->height;
    double size = pen.height < pen.width ? pen.height : pen.width;
    int line = (int)(size / 36);
    line = line < 17 ? 17 : line > 48 ? 48 : line;
    cd_text_size(pen.text, line);
    pen.line = line;
    pen.margin = pen.line / 2;
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, pen.width, pen.height, 0, -1, 1);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    return pen;
}

// ---- what the text says -----------------------------------------------------------------------------------

static void say_answer(const struct cd_player *player, FILE *text)
{
    static const char *const one[] = {"a collision", "1 body collides", "1 pair collides", "1 contact"};
    static const char *const many[] = {"collisions", "bodies collide", "pairs collide", "contacts"};
    uint64_t frame = player->frame ? player->frame->index : 0, last = player->scene->frame_count - 1;
    uint64_t count = player->records.count;
    fprintf(text, "frame %" PRIu64 " of 0 to %" PRIu64 "   ", frame, last);
    if (!player->arrived)
        fprintf(text, "on the way to %" PRIu64 " ...", player->wanted);
    else if (!count)
        fprintf(text, "nothing collides");
    else if (count == 1)
        fprintf(text, "%s", one[player->query]);
    else
        fprintf(text, "%" PRIu64 " %s", count, many[player->query]);
    if (player->arrived && count)
        fprintf(text, " (%" PRIu32 " of %" PRIu32 " bodies)", player->touched_count,
                player->frame->body_count);
}

static void say_rate(const struct cd_view *view, FILE *text)
{
    uint64_t ns = cd_player_typical_ns(view->player);
    if (!ns)
        return;
    double rate = 1e9 / (double)ns;
    // Only as many digits as make sense.
    fprintf(text, "\ncollision test %.3g ms: %.*f a second", (double)ns / 1e6,
            rate < 10    ? 2
            : rate < 100 ? 1
                         : 0,
            rate);
}

static void say_picture(const struct cd_seen_picture *seen, FILE *text)
{
    const struct cd_picture *picture = &seen->picture;
    if (!seen->there) {
        fprintf(text, "\nno picture: nothing was drawn to answer");
        return;
    }
    fprintf(text, "\n%s of ", picture->title);
    if (picture->a != CD_NO_BODY && picture->b != CD_NO_BODY)
        fprintf(text, "bodies %" PRIu32 " and %" PRIu32, picture->a, picture->b);
    else
        fprintf(text, "many bodies");
    fprintf(text, ": %ux%u, %" PRIu64 " pixels say that they collide", picture->width, picture->height,
            seen->hits);
    if (seen->hits && picture->depths)
        fprintf(text, "\nthe first at x = %.6g, y = %.6g, z = %.6g", seen->first.x, seen->first.y,
                seen->first.z);
}

/// All lines. The caller frees them with free().
static char *say_all(const struct cd_painter *painter)
{
    const struct cd_view *view = painter->view;
    char *said = NULL;
    size_t bytes;
    FILE *text = open_memstream(&said, &bytes);
    CD_ASSERT(text);
    fprintf(text, "%s\n%s, query %s\n", view->player->scene->name, view->algo,
            cd_query_name(view->player->query));
    say_answer(view->player, text);
    if (view->playing)
        fprintf(text, "   playing at %.3g a second%s", view->speed, view->loop ? "" : ", once");
    say_rate(view, text);
    if (view->shown == CD_SHOWN_VOLUMES)
        fprintf(text, "\nvolumes at depth %u: %" PRIu64 "%s%s", view->depth, painter->volume_count,
                painter->volumes_cut ? ", too many to draw them all" : "",
                view->deeper ? "" : " (the last level)");
    if (view->shown == CD_SHOWN_PICTURE)
        say_picture(&painter->seen, text);
    CD_ASSERT(!fclose(text));
    return said;
}

static void paint_lines(const struct pen *pen, double room)
{
    char *said = say_all(pen->painter), *rest = said, *lines[8];
    int count = 0;
    double max = room - 3 * pen->margin, widest = 0;
    while (rest && count < (int)(sizeof lines / sizeof *lines)) {
        lines[count] = strsep(&rest, "\n");
        widest = fmax(widest, cd_text_width(pen->text, lines[count++]));
    }
    draw_panel(pen->margin, pen->margin, fmin(widest, max) + 2 * pen->margin, (count + 1) * pen->line);
    for (int i = 0; i < count; i++)
        cd_text_draw(pen->text, 2 * pen->margin, 2 * pen->margin + i * pen->line, max, lines[i]);
    free(said);
}

// ---- the legend -------------------------------------------------------------------------------------------

struct legend {
    struct {
        struct cd_colour colour;
        const char *what;
    } entries[5];
    int count;
    double width; ///< of its panel
};

static void add_entry(const struct pen *pen, struct legend *legend, struct cd_colour colour, const char *what)
{
    legend->entries[legend->count].colour = colour;
    legend->entries[legend->count++].what = what;
    legend->width = fmax(legend->width, cd_text_width(pen->text, what) + pen->line + 2 * pen->margin);
}

static struct legend make_legend(const struct pen *pen)
{
    const struct cd_painter *painter = pen->painter;
    struct legend legend = {.count = 0};
    add_entry(pen, &legend, cd_colour_colliding[0], "collides");
    add_entry(pen, &legend, cd_colour_clear[0], "clear");
    if (painter->contacts.count)
        add_entry(pen, &legend, cd_colour_contact, "triangles in contact");
    if (painter->volumes.count)
        add_entry(pen, &legend, cd_colour_volume, "volumes of bodies");
    if (painter->broad.count)
        add_entry(pen, &legend, cd_colour_broad,
                  painter->seen.there ? "what the picture shows" : "boxes of the broad phase");
    return legend;
}

static void paint_legend(const struct pen *pen, const struct legend *legend)
{
    double side = floor(pen->line * 0.6), x = pen->width - pen->margin - legend->width, y = pen->margin;
    draw_panel(x, y, legend->width, (legend->count + 1) * pen->line);
    x = floor(x + pen->margin), y = floor(y + pen->margin);
    for (int i = 0; i < legend->count; i++, y += pen->line) {
        set_colour(legend->entries[i].colour, 1);
        draw_box(x, y + floor(0.2 * pen->line), side, side);
        set_colour(cd_colour_ink, 1);
        cd_text_draw(pen->text, x + pen->line, y, legend->width, legend->entries[i].what);
    }
}

// ---- the algorithm's picture ------------------------------------------------------------------------------

// Shows the most important of the values that share a pixel, so that a single hit is not lost.
static void shade_pixel(const struct cd_picture *picture, unsigned side, unsigned x, unsigned y,
                        uint8_t *pixel)
{
    static const struct cd_colour nothing = {0.93F, 0.94F, 0.95F}, mark = {0.22F, 0.45F, 0.63F};
    unsigned x_end = ((x + 1) * picture->width + side - 1) / side;
    unsigned y_end = ((y + 1) * picture->height + side - 1) / side;
    bool marked = false, hit = false;
    for (unsigned v = y * picture->height / side; v < y_end; v++)
        for (unsigned u = x * picture->width / side; u < x_end; u++) {
            uint8_t value = picture->values[(size_t)v * picture->width + u];
            marked |= value != 0;
            hit |= cd_picture_hit(picture, value);
        }
    const struct cd_colour colour = hit ? cd_colour_colliding[0] : marked ? mark : nothing;
    pixel[0] = (uint8_t)(255 * colour.r);
    pixel[1] = (uint8_t)(255 * colour.g);
    pixel[2] = (uint8_t)(255 * colour.b);
}

// Paints the picture into the lower right corner.
static void paint_picture(const struct pen *pen, double bottom)
{
    const struct cd_picture *picture = &pen->painter->seen.picture;
    double room = fmin(pen->width, pen->height) * 0.42;
    unsigned side = (unsigned)room;
    double x = floor(pen->width - pen->margin - side), y = floor(bottom - side);
    uint8_t *pixels = cd_allocate((size_t)side * side, 3);
    for (unsigned v = 0; v < side; v++)
        for (unsigned u = 0; u < side; u++)
            shade_pixel(picture, side, u, v, pixels + 3 * ((size_t)v * side + u));
    set_colour(cd_colour_broad, 1);
    draw_box(x - 2, y - 2, side + 4, side + 4);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glRasterPos2d(x, y + side);
    glDrawPixels((GLsizei)side, (GLsizei)side, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    cd_free(pixels);
}

// ---- keys -------------------------------------------------------------------------------------------------

// Draws the keys in lines as wide as the picture. If `draw` is false, only counts the lines.
static int paint_keys(const struct pen *pen, double y, bool draw)
{
    static const char *const keys[] = {
#define KEY(action, typed, special, label, word, what) label ": " word,
#include "view/keys.def"
#undef KEY
        "mouse: left turns, right moves, wheel zooms",
    };
    double x = 2 * pen->margin, gap = pen->line;
    int lines = 1;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        double width = cd_text_width(pen->text, keys[i]);
        if (x + width > pen->width - 2 * pen->margin && x > 2 * pen->margin) {
            x = 2 * pen->margin;
            lines++;
        }
        if (draw)
            cd_text_draw(pen->text, x, y + (lines - 1) * pen->line, pen->width - x, keys[i]);
        x += width + gap;
    }
    return lines;
}

void cd_overlay_paint(struct cd_painter *painter)
{
    const struct cd_view *view = painter->view;
    struct pen pen = begin(painter);
    double bottom = pen.height;
    if (view->text && view->help) {
        double height = (paint_keys(&pen, 0, false) + 0.5) * pen.line;
        bottom -= height;
        draw_panel(0, bottom, pen.width, height);
        paint_keys(&pen, bottom + 0.25 * pen.line, true);
    }
    if (painter->seen.there)
        paint_picture(&pen, bottom - pen.margin);
    if (view->text) {
        struct legend legend = make_legend(&pen);
        bool narrow = legend.width > pen.width / 3; // there is no room for both
        paint_lines(&pen, pen.width - (narrow ? 0 : legend.width + pen.margin));
        if (!narrow)
            paint_legend(&pen, &legend);
    }
    glDisable(GL_BLEND);
}
