/// PLY (Stanford polygon format), text and binary: a header that declares elements, each a number of rows of
/// scalar and list properties, then the rows. Only x, y and z of vertices and the indices of faces and strips
/// are looked at; everything else is walked over.
#include "base/memory.h"
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum encoding { TEXT, LITTLE_ENDIAN_BYTES, BIG_ENDIAN_BYTES };

struct type {
    const char *name, *other_name;
    unsigned bytes;
    bool is_integer, is_signed;
};

static const struct type types[] = {
    {"char", "int8", 1, true, true},      {"uchar", "uint8", 1, true, false},
    {"short", "int16", 2, true, true},    {"ushort", "uint16", 2, true, false},
    {"int", "int32", 4, true, true},      {"uint", "uint32", 4, true, false},
    {"float", "float32", 4, false, true}, {"double", "float64", 8, false, true},
};

/// What a property says about the mesh.
enum role { NOTHING, X, Y, Z, FACE, STRIP };

struct property {
    const struct type *list; ///< type of a list's length, NULL for a scalar
    const struct type *type;
    enum role role;
};

struct element {
    char name[32];
    int64_t rows;
    struct property *properties;
    size_t property_count, property_capacity;
};

struct ply {
    struct cd_mesh_file *file;
    enum encoding encoding;
    bool has_format;
    struct element *elements;
    size_t element_count, element_capacity;
    int64_t vertex_count;
    // Where the reader is:
    const struct element *element;
    int64_t row;
    const char *text; ///< rest of a row of text
};

// ---- the header ----

/// Copies the next word into `word` (cut at its size) and moves on; an empty word at the end of the line.
static void take_word(const char **text, char word[32])
{
    *text = cd_skip_blanks(*text);
    int length = cd_token_length(*text, 1 << 20);
    int kept = length < 31 ? length : 31;
    memcpy(word, *text, (size_t)kept);
    word[kept] = 0;
    *text += length;
}

static const struct type *find_type(const char *word)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(word, types[i].name) == 0 || strcmp(word, types[i].other_name) == 0)
            return &types[i];
    return NULL;
}

static enum cd_code read_format(struct ply *ply, const char *text)
{
    char word[32];
    take_word(&text, word);
    if (strcmp(word, "ascii") == 0)
        ply->encoding = TEXT;
    else if (strcmp(word, "binary_little_endian") == 0)
        ply->encoding = LITTLE_ENDIAN_BYTES;
    else if (strcmp(word, "binary_big_endian") == 0)
        ply->encoding = BIG_ENDIAN_BYTES;
    else
        return cd_file_fail(ply->file, "unknown format; there are ascii, binary_little_endian and "
                                       "binary_big_endian");
    ply->has_format = true;
    return CD_OK;
}

static enum cd_code read_element(struct ply *ply, const char *text)
{
    ply->elements = cd_grow(ply->elements, ply->element_count, &ply->element_capacity, sizeof *ply->elements);
    struct element *element = &ply->elements[ply->element_count++];
    take_word(&text, element->name);
    text = cd_skip_blanks(text);
    if (!cd_scan_integer(&text, &element->rows) || element->rows < 0)
        return cd_file_fail(ply->file, "element without a number of rows; write: element NAME ROWS");
    if (strcmp(element->name, "vertex") == 0)
        ply->vertex_count += element->rows < INT64_MAX - ply->vertex_count ? element->rows : 0;
    return CD_OK;
}

static enum role role_of(const char *element, bool is_list, const char *name)
{
    bool is_index = strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0;
    if (is_list && is_index && strcmp(element, "face") == 0)
        return FACE;
    if (is_list && is_index && strcmp(element, "tristrips") == 0)
        return STRIP;
    if (is_list || strcmp(element, "vertex") != 0 || name[0] == 0 || name[1] != 0)
        return NOTHING;
    return name[0] == 'x' ? X : name[0] == 'y' ? Y : name[0] == 'z' ? Z : NOTHING;
}

static enum cd_code read_property(struct ply *ply, const char *text)
{
    if (ply->element_count == 0)
        return cd_file_fail(ply->file, "property before the first element");
    struct element *element = &ply->elements[ply->element_count - 1];
    struct property property = {0};
    char word[32];
    take_word(&text, word);
    bool is_list = strcmp(word, "list") == 0;
    if (is_list) {
        take_word(&text, word);
        property.list = find_type(word);
        if (!property.list || !property.list->is_integer)
            return cd_file_fail(ply->file,
                                "unknown type of a list's length; write: property list uchar int NAME");
        take_word(&text, word);
    }
    property.type = find_type(word);
    if (!property.type)
        return cd_file_fail(ply->file, "unknown type; write: property float NAME");
    take_word(&text, word);
    property.role = role_of(element->name, is_list, word);
    if (property.role >= FACE && !property.type->is_integer)
        return cd_file_fail(ply->file,
                            "vertex indices are not integers; write: property list uchar int vertex_indices");
    element->properties = cd_grow(element->properties, element->property_count, &element->property_capacity,
                                  sizeof *element->properties);
    element->properties[element->property_count++] = property;
    return CD_OK;
}

static enum cd_code read_header(struct ply *ply)
{
    char *line;
    enum cd_code code = cd_file_line(ply->file, &line);
    if (code)
        return code;
    if (!line || strncmp(line, "ply", 3) != 0 || cd_token_length(line + 3, 1) != 0)
        return cd_file_fail(ply->file, "does not begin with \"ply\"; is it what its name says?");
    while (!code) {
        code = cd_file_line(ply->file, &line);
        if (code)
            return code;
        if (!line)
            return cd_file_fail(ply->file, "ends within the header; the file is truncated");
        const char *text = line;
        char keyword[32];
        take_word(&text, keyword);
        if (strcmp(keyword, "format") == 0)
            code = read_format(ply, text);
        else if (strcmp(keyword, "element") == 0)
            code = read_element(ply, text);
        else if (strcmp(keyword, "property") == 0)
            code = read_property(ply, text);
        else if (strcmp(keyword, "end_header") == 0)
            return ply->has_format
                       ? CD_OK
                       : cd_file_fail(ply->file, "no format in the header; write: format ascii 1.0");
        // Any other line is a comment, with or without its keyword.
    }
    return code;
}

// ---- values ----

static enum cd_code truncated(struct ply *ply)
{
    return cd_fail(ply->file->status, CD_DATA,
                   "%s: ends within row %" PRId64 " of the %" PRId64 " of element %s; the file is truncated",
                   ply->file->lines.path, ply->row + 1, ply->element->rows, ply->element->name);
}

static enum cd_code take_bytes(struct ply *ply, size_t count, const char **data)
{
    enum cd_code code = cd_lines_bytes(&ply->file->lines, count, data, ply->file->status);
    return !code && !*data ? truncated(ply) : code;
}

/// Goes to the next value of a row of text.
static enum cd_code find_value(struct ply *ply)
{
    ply->text = cd_skip_blanks(ply->text);
    if (*ply->text)
        return CD_OK;
    return cd_file_fail(ply->file, "fewer values than the header declares; the file is truncated or damaged");
}

/// Reads a number, as exactly as its type has it. Of text, an integer is wanted where `problem` says what
/// anything else is, and a coordinate where it is NULL.
static enum cd_code take_number(struct ply *ply, const struct type *type, const char *problem, double *value)
{
    const char *data;
    int64_t integer = 0;
    enum cd_code code = ply->encoding == TEXT ? find_value(ply) : take_bytes(ply, type->bytes, &data);
    if (code)
        return code;
    if (ply->encoding == TEXT && !problem) {
        code = cd_file_reals(ply->file, &ply->text, "vertex", 1, value);
        if (!code && !type->is_integer && type->bytes == sizeof(float))
            *value = (double)(float)*value;
        return code;
    }
    if (ply->encoding == TEXT) {
        if (!cd_scan_integer(&ply->text, &integer) || cd_token_length(ply->text, 1))
            return cd_file_fail(ply->file, "%s; the file is truncated or damaged", problem);
    } else if (type->is_integer) {
        uint64_t bits = cd_integer_of_bytes(data, type->bytes, ply->encoding == BIG_ENDIAN_BYTES);
        uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
        integer = (int64_t)bits - (type->is_signed && bits & sign ? 2 * (int64_t)sign : 0);
    } else {
        *value = cd_real_of_bytes(data, type->bytes, ply->encoding == BIG_ENDIAN_BYTES);
        return CD_OK;
    }
    *value = (double)integer;
    return CD_OK;
}

/// Walks over values that nobody needs.
static enum cd_code skip_values(struct ply *ply, const struct type *type, int64_t count)
{
    enum cd_code code = CD_OK;
    const char *ignored;
    while (count > 0 && !code) {
        int64_t piece = ply->encoding == TEXT ? 1 : count < 4096 ? count : 4096;
        if (ply->encoding != TEXT)
            code = take_bytes(ply, (size_t)piece * type->bytes, &ignored);
        else if (!(code = find_value(ply)))
            ply->text += cd_token_length(ply->text, 1 << 20);
        count -= piece;
    }
    return code;
}

// ---- rows ----

/// Reads the corners of a face, or of strips that -1 parts.
static enum cd_code read_corners(struct ply *ply, const struct property *property, int64_t count)
{
    const struct cd_polygon empty = {.is_strip = property->role == STRIP};
    struct cd_polygon polygon = empty;
    enum cd_code code = CD_OK;
    for (int64_t k = 0; k < count && !code; k++) {
        double index = 0;
        code = take_number(ply, property->type, "a vertex index is not an integer", &index);
        if (code)
            return code;
        if (index == -1 && polygon.is_strip)
            polygon = empty;
        else if (index < 0 || index >= (double)ply->vertex_count)
            return cd_file_fail(
                ply->file, "\"%.0f\" is not the index of a vertex; there are %" PRId64 ", counted from 0",
                index, ply->vertex_count);
        else
            code = cd_file_corner(ply->file, &polygon, (uint32_t)index);
    }
    return code;
}

static enum cd_code read_row(struct ply *ply)
{
    double at[Z + 1] = {0};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < ply->element->property_count && !code; i++) {
        const struct property *property = &ply->element->properties[i];
        double items = 1;
        if (property->list)
            code = take_number(ply, property->list, "a list without its length", &items);
        if (!code && items < 0)
            code = cd_file_fail(ply->file, "a list of negative length; the file is damaged");
        if (code)
            return code;
        int64_t count = (int64_t)fmin(items, 0x1p62); // no file has more
        if (property->role >= FACE)
            code = read_corners(ply, property, count);
        else if (property->role != NOTHING)
            code = take_number(ply, property->type, NULL, &at[property->role]);
        else
            code = skip_values(ply, property->type, count);
    }
    if (!code && strcmp(ply->element->name, "vertex") == 0)
        code = cd_file_vertex(ply->file, cd_vec(at[X], at[Y], at[Z]));
    return code;
}

/// Goes to the next row of text that is not blank; `ply->text` is NULL at the end of the file.
static enum cd_code next_text_row(struct ply *ply)
{
    char *line;
    enum cd_code code;
    do
        code = cd_file_line(ply->file, &line);
    while (!code && line && !*cd_skip_blanks(line));
    ply->text = line;
    return code;
}

static enum cd_code read_text_row(struct ply *ply)
{
    enum cd_code code = next_text_row(ply);
    if (!code)
        code = ply->text ? read_row(ply) : truncated(ply);
    if (!code && *cd_skip_blanks(ply->text))
        code = cd_file_fail(ply->file, "more values than the header declares; the file is damaged");
    return code;
}

static enum cd_code check_element(struct ply *ply, const struct element *element)
{
    bool has[STRIP + 1] = {false};
    for (size_t i = 0; i < element->property_count; i++)
        has[element->properties[i].role] = true;
    if (element->rows > 0 && element->property_count == 0)
        return cd_fail(ply->file->status, CD_DATA, "%s: element %s has no properties; the header is damaged",
                       ply->file->lines.path, element->name);
    if (element->rows > 0 && strcmp(element->name, "vertex") == 0 && !(has[X] && has[Y] && has[Z]))
        return cd_fail(ply->file->status, CD_DATA,
                       "%s: element vertex has not all of x, y and z; the header is damaged",
                       ply->file->lines.path);
    return CD_OK;
}

static enum cd_code read_file(struct ply *ply)
{
    enum cd_code code = read_header(ply);
    if (ply->encoding != TEXT)
        ply->file->line = 0;
    for (size_t i = 0; i < ply->element_count && !code; i++) {
        ply->element = &ply->elements[i];
        code = check_element(ply, ply->element);
        for (ply->row = 0; ply->row < ply->element->rows && !code; ply->row++)
            code = ply->encoding == TEXT ? read_text_row(ply) : read_row(ply);
    }
    if (code || ply->encoding != TEXT)
        return code;
    code = next_text_row(ply);
    if (!code && ply->text)
        code = cd_file_fail(ply->file, "more rows than the header declares; the file is damaged");
    return code;
}

enum cd_code cd_read_ply(struct cd_mesh_file *file)
{
    struct ply ply = {.file = file};
    enum cd_code code = read_file(&ply);
    for (size_t i = 0; i < ply.element_count; i++)
        cd_free(ply.elements[i].properties);
    cd_free(ply.elements);
    return code;
}
