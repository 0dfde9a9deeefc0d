#include "bench/view/text.h"

#include "base/memory.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include FT_FREETYPE_H

#define LETTERS 256 // Latin-1
#define COLUMNS 16

/// A letter in the texture, whose cells are all of one size.
struct letter {
    int left, top, width, height; ///< of its picture, from the pen's place; in pixels
    double advance;
};

struct cd_text {
    FT_Library library;
    FT_Face face;
    int line_height, ascent, cell;
    GLuint texture;
    struct letter letters[LETTERS];
};

// The path of the font, freed by FcStrFree, or NULL.
static FcChar8 *find_font(void)
{
    FcPattern *wanted = FcNameParse((const FcChar8 *)"sans:style=Book:scalable=true");
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result;
    FcPattern *found = FcFontMatch(NULL, wanted, &result);
    FcChar8 *path = NULL;
    if (found && FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch)
        path = FcStrCopy(path);
    if (found)
        FcPatternDestroy(found);
    FcPatternDestroy(wanted);
    return path;
}

enum cd_code cd_text_open(struct cd_text **result, struct cd_status *status)
{
    struct cd_text *text = cd_allocate(1, sizeof *text);
    FcChar8 *path = FcInit() ? find_font() : NULL;
    bool opened = path && !FT_Init_FreeType(&text->library) &&
                  !FT_New_Face(text->library, (const char *)path, 0, &text->face);
    if (path)
        FcStrFree(path);
    FcFini();
    *result = text;
    if (opened)
        return CD_OK;
    cd_text_close(text);
    *result = NULL;
    return cd_fail(status, CD_ENVIRONMENT,
                   "no font to write with; on Debian: apt install fontconfig-config fonts-dejavu-core");
}

void cd_text_close(struct cd_text *text)
{
    if (!text)
        return;
    if (text->texture)
        glDeleteTextures(1, &text->texture);
    if (text->face)
        FT_Done_Face(text->face);
    if (text->library)
        FT_Done_FreeType(text->library);
    cd_free(text);
}

static void take_letter(struct cd_text *text, unsigned code, uint8_t *pixels)
{
    struct letter *letter = &text->letters[code];
    if (FT_Load_Char(text->face, code, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT))
        return;
    const FT_GlyphSlot slot = text->face->glyph;
    const FT_Bitmap *bitmap = &slot->bitmap;
    int width = (int)bitmap->width, height = (int)bitmap->rows;
    letter->advance = (double)slot->advance.x / 64;
    if (bitmap->pixel_mode != FT_PIXEL_MODE_GRAY || width > text->cell || height > text->cell)
        return;
    letter->left = slot->bitmap_left;
    letter->top = slot->bitmap_top;
    letter->width = width;
    letter->height = height;
    uint8_t *cell =
        pixels + (code / COLUMNS * (unsigned)text->cell * COLUMNS + code % COLUMNS) * (size_t)text->cell;
    for (int y = 0; y < height; y++)
        memcpy(cell + (size_t)y * (size_t)text->cell * COLUMNS, bitmap->buffer + y * bitmap->pitch,
               (size_t)width);
}

void cd_text_size(struct cd_text *text, int line_height)
{
    if (text->line_height == line_height)
        return;
    text->line_height = line_height;
    FT_Set_Pixel_Sizes(text->face, 0, (FT_UInt)(line_height * 3 / 4));
    text->ascent = line_height * 3 / 4;
    text->cell = 2 * line_height;
    memset(text->letters, 0, sizeof text->letters);
    size_t side = (size_t)text->cell * COLUMNS;
    uint8_t *pixels = cd_allocate(side * side, 1);
    for (unsigned code = 32; code < LETTERS; code++)
        take_letter(text, code, pixels);
    if (!text->texture)
        glGenTextures(1, &text->texture);
    glBindTexture(GL_TEXTURE_2D, text->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA8, (GLsizei)side, (GLsizei)side, 0, GL_ALPHA, GL_UNSIGNED_BYTE,
                 pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    cd_free(pixels);
}

int cd_text_line_height(const struct cd_text *text)
{
    return text->line_height;
}

// The next letter of UTF-8; whatever is none of Latin-1 is '?'.
static unsigned next_letter(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;
    unsigned code = *p < 0x80 ? *p : '?';
    if ((*p == 0xc2 || *p == 0xc3) && (p[1] & 0xc0) == 0x80)
        code = (*p & 3u) << 6 | (p[1] & 0x3fu);
    p++;
    while ((*p & 0xc0) == 0x80)
        p++;
    *at = (const char *)p;
    return code < 32 ? '?' : code;
}

double cd_text_width(const struct cd_text *text, const char *line)
{
    double width = 0;
    while (*line)
        width += text->letters[next_letter(&line)].advance;
    return width;
}

static double draw_letter(const struct cd_text *text, double x, double y, unsigned code)
{
    const struct letter *letter = &text->letters[code];
    double side = (double)text->cell * COLUMNS;
    double left = floor(x + 0.5) + letter->left, top = floor(y + 0.5) + text->ascent - letter->top;
    double u = (double)(code % COLUMNS) / COLUMNS, v = (double)(code / COLUMNS) / COLUMNS;
    double right = left + letter->width, bottom = top + letter->height;
    double u_end = u + letter->width / side, v_end = v + letter->height / side;
    glTexCoord2d(u, v), glVertex2d(left, top);
    glTexCoord2d(u_end, v), glVertex2d(right, top);
    glTexCoord2d(u_end, v_end), glVertex2d(right, bottom);
    glTexCoord2d(u, v_end), glVertex2d(left, bottom);
    return letter->advance;
}

void cd_text_draw(struct cd_text *text, double x, double y, double max, const char *line)
{
    static const char dots[] = "...";
    bool fits = cd_text_width(text, line) <= max;
    double end = x + max - (fits ? 0 : cd_text_width(text, dots));
    glEnable(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, text->texture);
    glBegin(GL_QUADS);
    while (*line) {
        unsigned code = next_letter(&line);
        if (!fits && x + text->letters[code].advance > end) {
            line = dots;
            fits = true;
            continue;
        }
        x += draw_letter(text, x, y, code);
    }
    glEnd();
    glBindTexture(GL_TEXTURE_2D, 0);
    glDisable(GL_TEXTURE_2D);
}
