#include "view/painter.h"

#include "base/memory.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include FT_CACHE_H

struct cd_text {
    FT_Library library;
    FTC_Manager manager;
    FTC_SBitCache letters; ///< FreeType's cache of drawn letters
    FcChar8 *path;         ///< of the font
    int line_height;
};

// The path of the font, or NULL. The caller frees it with FcStrFree.
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

// Opens a font for the cache. The cache identifies a font by an address: that of its cd_text.
static FT_Error open_face(FTC_FaceID id, FT_Library library, FT_Pointer unused, FT_Face *face)
{
    (void)unused;
    return FT_New_Face(library, (const char *)((const struct cd_text *)id)->path, 0, face);
}

enum cd_code cd_text_open(struct cd_text **result, struct cd_status *status)
{
    struct cd_text *text = cd_allocate(1, sizeof *text);
    FT_Face face;
    text->path = FcInit() ? find_font() : NULL;
    FcFini();
    *result = text;
    if (text->path && !FT_Init_FreeType(&text->library) &&
        !FTC_Manager_New(text->library, 0, 0, 0, open_face, NULL, &text->manager) &&
        !FTC_SBitCache_New(text->manager, &text->letters) &&
        !FTC_Manager_LookupFace(text->manager, text, &face))
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
    if (text->manager)
        FTC_Manager_Done(text->manager);
    if (text->library)
        FT_Done_FreeType(text->library);
    if (text->path)
        FcStrFree(text->path);
    cd_free(text);
}

void cd_text_size(struct cd_text *text, int line_height)
{
    text->line_height = line_height;
}

// The next letter of UTF-8. A letter outside Latin-1 becomes '?'.
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

// The picture of a letter and the distance to the next one; valid until the next call.
static struct FTC_SBitRec_ letter_of(const struct cd_text *text, unsigned code)
{
    FTC_ImageTypeRec type = {(FTC_FaceID)text, 0, (FT_UInt)(text->line_height * 3 / 4),
                             FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT};
    FT_Face face;
    FTC_SBit letter;
    if (FTC_Manager_LookupFace(text->manager, type.face_id, &face) ||
        FTC_SBitCache_Lookup(text->letters, &type, FT_Get_Char_Index(face, code), &letter, NULL))
        return (struct FTC_SBitRec_){0};
    return *letter;
}

double cd_text_width(const struct cd_text *text, const char *line)
{
    double width = 0;
    while (*line)
        width += letter_of(text, next_letter(&line)).xadvance;
    return width;
}

void cd_text_draw(struct cd_text *text, double x, double y, double max, const char *line)
{
    static const char dots[] = "...";
    bool fits = cd_text_width(text, line) <= max;
    double end = x + max - (fits ? 0 : cd_text_width(text, dots)), base = y + text->line_height * 3 / 4;
    float colour[4];
    GLint view[4];
    glGetIntegerv(GL_VIEWPORT, view);
    glGetFloatv(GL_CURRENT_COLOR, colour);
    // The picture of a letter contains its opacity.
    glPixelTransferf(GL_RED_BIAS, colour[0]);
    glPixelTransferf(GL_GREEN_BIAS, colour[1]);
    glPixelTransferf(GL_BLUE_BIAS, colour[2]);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelZoom(1, -1);
    while (*line) {
        struct FTC_SBitRec_ letter = letter_of(text, next_letter(&line));
        if (!fits && x + letter.xadvance > end) {
            line = dots;
            fits = true;
            continue;
        }
        glPixelStorei(GL_UNPACK_ROW_LENGTH, abs(letter.pitch));
        glWindowPos2d(floor(x + 0.5) + letter.left, view[3] - floor(base + 0.5) + letter.top);
        if (letter.buffer)
            glDrawPixels(letter.width, letter.height, GL_ALPHA, GL_UNSIGNED_BYTE, letter.buffer);
        x += letter.xadvance;
    }
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelZoom(1, 1);
    glPixelTransferf(GL_RED_BIAS, 0);
    glPixelTransferf(GL_GREEN_BIAS, 0);
    glPixelTransferf(GL_BLUE_BIAS, 0);
}
