/// The unit that files for printers state. Assimp reads their meshes and does not tell. A 3MF file is a zip file, whose
/// 3D/3dmodel.model begins with `<model unit="inch" ...>` (3MF Core Specification, section 3.4). AMF is text that begins
/// with `<amf unit="inch">` (ISO/ASTM 52915). Both mean millimetres without that word.
#include "scenes/readers/mesh_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/// So much of a file or of its zipped part is searched.
enum { SEARCHED = 1 << 16 };

/// The metres of the unit that the first start tag of this name ("<amf") states; 0 without such a tag, or if the unit is
/// unknown.
static double unit_in(const char *text, const char *tag)
{
    static const char blanks[] = " \t\r\n";
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2}, {"inch", 0.0254},
                 {"feet", 0.3048}, {"foot", 0.3048},     {"meter", 1}};
    size_t length = strlen(tag);
    while (text && (strncmp(text, tag, length) != 0 || !strchr(" \t\r\n/>", text[length]))) {
        text = strncmp(text, "<!--", 4) == 0 ? strstr(text + 4, "-->") : text + (*text == '<');
        text = text ? strchr(text, '<') : NULL;
    }
    for (text = text ? text + length : ""; *(text += strspn(text, blanks));) {
        const char *name = text;
        size_t letters = strcspn(name, " \t\r\n=/>");
        text += letters + strspn(name + letters, blanks);
        if (*text != '=')
            return *text ? 1e-3 : 0; // the tag ends without a unit
        text += 1 + strspn(text + 1, blanks);
        const char *end = *text == '"' || *text == '\'' ? strchr(text + 1, *text) : NULL;
        if (!end)
            return 0;
        if (letters == 4 && strncmp(name, "unit", 4) == 0) {
            length = (size_t)(end - text) - 1;
            for (size_t i = 0; i < sizeof units / sizeof *units; i++)
                if (strlen(units[i].name) == length && strncasecmp(text + 1, units[i].name, length) == 0)
                    return units[i].metres;
            return 0;
        }
        text = end + 1;
    }
    return 0;
}

static uint64_t number(const char *bytes, unsigned count)
{
    return cd_integer_of_bytes(bytes, count, false);
}

/// Finds a part of a zip file by the end of its name; false if there is none.
static bool find_part(FILE *file, const char *name_end, char entry[46])
{
    char tail[SEARCHED], name[300];
    fseek(file, 0, SEEK_END);
    long size = ftell(file), begin = size > SEARCHED ? size - SEARCHED : 0;
    fseek(file, begin, SEEK_SET);
    long at = (long)fread(tail, 1, sizeof tail, file) - 22;
    while (at >= 0 && memcmp(tail + at, "PK\5\6", 4) != 0)
        at--;
    if (at < 0 || fseek(file, (long)number(tail + at + 16, 4), SEEK_SET) != 0)
        return false;
    while (fread(entry, 1, 46, file) == 46 && memcmp(entry, "PK\1\2", 4) == 0) {
        size_t length = number(entry + 28, 2), kept = length < sizeof name ? length : 0,
               end = strlen(name_end);
        long rest = (long)(length - kept + number(entry + 30, 2) + number(entry + 32, 2));
        if (fread(name, 1, kept, file) != kept || fseek(file, rest, SEEK_CUR) != 0)
            return false;
        if (kept >= end && strncasecmp(name + kept - end, name_end, end) == 0)
            return true;
    }
    return false;
}

/// Writes the beginning of that part, unpacked.
static void read_part(FILE *file, const char entry[46], char text[SEARCHED])
{
    char packed[SEARCHED / 4], head[30];
    size_t bytes = number(entry + 20, 4);
    if (fseek(file, (long)number(entry + 42, 4), SEEK_SET) != 0 || fread(head, 1, 30, file) != 30 ||
        fseek(file, (long)(number(head + 26, 2) + number(head + 28, 2)), SEEK_CUR) != 0)
        return;
    bytes = fread(packed, 1, bytes < sizeof packed ? bytes : sizeof packed, file);
    z_stream stream = {.next_in = (Bytef *)packed,
                       .avail_in = (uInt)bytes,
                       .next_out = (Bytef *)text,
                       .avail_out = SEARCHED - 1};
    if (number(entry + 10, 2) == 0) {
        memcpy(text, packed, bytes);
    } else if (inflateInit2(&stream, -MAX_WBITS) == Z_OK) {
        inflate(&stream, Z_SYNC_FLUSH);
        inflateEnd(&stream);
    }
}

double cd_unit_of_print(const char *path)
{
    static char text[SEARCHED];
    char entry[46];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    memset(text, 0, sizeof text);
    bool zipped = find_part(file, "3D/3dmodel.model", entry) || find_part(file, ".model", entry);
    if (zipped)
        read_part(file, entry, text);
    else if (fseek(file, 0, SEEK_SET) == 0)
        (void)!fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return unit_in(text, zipped ? "<model" : "<amf");
}
