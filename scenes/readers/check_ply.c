/// PLY (Stanford polygon format), text and binary: a header that declares elements, each a number of rows of
/// scalar and list properties, then the rows. The rows are walked through, so nothing depends on what the
/// header claims.
#include "base/lines.h"
#include "base/memory.h"
#include "scenes/readers/checks.h"
#include "scenes/readers/scan.h"

#include <inttypes.h>
#include <string.h>

enum encoding { TEXT, LITTLE_ENDIAN_BYTES, BIG_ENDIAN_BYTES };

struct type {
    const char *name, *other_name;
    uint8_t bytes;
    bool is_integer, is_signed;
};

static const struct type types[] = {
    {"char", "int8", 1, true, true},      {"uchar", "uint8", 1, true, false},
    {"short", "int16", 2, true, true},    {"ushort", "uint16", 2, true, false},
    {"int", "int32", 4, true, true},      {"uint", "uint32", 4, true, false},
    {"float", "float32", 4, false, true}, {"double", "float64", 8, false, true},
};

struct property {
    const struct type *list; ///< type of a list's length, NULL for a scalar
    const struct type *type;
    bool is_index;    ///< items name vertices
    bool is_position; ///< x, y or z of a vertex
};

struct element {
    char name[32];
    int64_t rows;
    struct property *properties;
    size_t property_count, property_capacity;
};

struct ply {
    struct cd_lines lines;
    enum encoding encoding;
    bool has_format;
    struct element *elements;
    size_t element_count, element_capacity;
    int64_t vertex_count;
    struct cd_file_contents *claim;
    struct cd_status *status;
};

static enum cd_code fail_here(struct ply *ply, const char *problem)
{
    return cd_fail(ply->status, CD_DATA, "%s:%" PRIu64 ": %s", ply->lines.path, ply->lines.number, problem);
}

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

static const struct type *take_type(const char **text)
{
    char word[32];
    take_word(text, word);
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
        return fail_here(ply, "unknown format; there are ascii, binary_little_endian and binary_big_endian");
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
        return fail_here(ply, "element without a number of rows; write: element NAME ROWS");
    if (strcmp(element->name, "vertex") == 0)
        ply->vertex_count = element->rows;
    return CD_OK;
}

static enum cd_code read_property(struct ply *ply, const char *text)
{
    if (ply->element_count == 0)
        return fail_here(ply, "property before the first element");
    struct element *element = &ply->elements[ply->element_count - 1];
    struct property property = {0};
    text = cd_skip_blanks(text);
    if (strncmp(text, "list", 4) == 0 && cd_token_length(text + 4, 1) == 0) {
        text += 4;
        property.list = take_type(&text);
        if (!property.list || !property.list->is_integer)
            return fail_here(ply, "unknown type of a list's length; write: property list uchar int NAME");
    }
    property.type = take_type(&text);
    if (!property.type)
        return fail_here(ply, "unknown type; write: property float NAME");
    char name[32];
    take_word(&text, name);
    property.is_index = property.list && strcmp(element->name, "face") == 0 &&
                        (strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0);
    property.is_position = strcmp(element->name, "vertex") == 0 &&
                           (strcmp(name, "x") == 0 || strcmp(name, "y") == 0 || strcmp(name, "z") == 0);
    if (property.is_index && !property.type->is_integer)
        return fail_here(ply,
                         "vertex indices are not integers; write: property list uchar int vertex_indices");
    element->properties = cd_grow(element->properties, element->property_count, &element->property_capacity,
                                  sizeof *element->properties);
    element->properties[element->property_count++] = property;
    return CD_OK;
}

static enum cd_code read_header_line(struct ply *ply, const char *line, bool *at_end)
{
    char keyword[32];
    take_word(&line, keyword);
    *at_end = strcmp(keyword, "end_header") == 0;
    if (strcmp(keyword, "format") == 0)
        return read_format(ply, line);
    if (strcmp(keyword, "element") == 0)
        return read_element(ply, line);
    if (strcmp(keyword, "property") == 0)
        return read_property(ply, line);
    if (*at_end || !*keyword || strcmp(keyword, "comment") == 0 || strcmp(keyword, "obj_info") == 0)
        return CD_OK;
    return fail_here(ply, "unknown keyword in the header; is this a PLY file?");
}

static enum cd_code read_header(struct ply *ply)
{
    char *line;
    enum cd_code code = cd_lines_next(&ply->lines, &line, ply->status);
    if (code)
        return code;
    if (!line || strncmp(line, "ply", 3) != 0 || cd_token_length(line + 3, 1) != 0)
        return fail_here(ply, "does not begin with \"ply\"; is it what its name says?");
    for (bool at_end = false; !at_end;) {
        code = cd_lines_next(&ply->lines, &line, ply->status);
        if (code)
            return code;
        if (!line)
            return fail_here(ply, "ends within the header; the file is truncated");
        code = read_header_line(ply, line, &at_end);
        if (code)
            return code;
    }
    return ply->has_format ? CD_OK : fail_here(ply, "no format in the header; write: format ascii 1.0");
}

static enum cd_code truncated(struct ply *ply, const struct element *element, int64_t row)
{
    return cd_fail(ply->status, CD_DATA,
                   "%s: ends within row %" PRId64 " of the %" PRId64 " of element %s; the file is truncated",
                   ply->lines.path, row + 1, element->rows, element->name);
}

static void count_polygon(struct ply *ply, int64_t corners)
{
    ply->claim->triangles += corners >= 3 ? (uint64_t)corners - 2 : 0;
}

// ---- rows of text ----

static enum cd_code check_item(struct ply *ply, const struct property *property, const char **text)
{
    const char *token = *text = cd_skip_blanks(*text);
    if (!*token)
        return fail_here(ply, "fewer values than the header declares; the file is truncated or damaged");
    int64_t index;
    double ignored;
    const char *problem = NULL;
    if (property->is_index) {
        if (!cd_scan_integer(text, &index) || cd_token_length(*text, 1) || index < 0 ||
            index >= ply->vertex_count)
            problem = "is not the index of a vertex; indices count from 0";
    } else if (property->is_position) {
        problem = cd_scan_real(text, &ignored);
    } else {
        *text += cd_token_length(token, 1 << 20);
    }
    if (problem)
        return cd_fail(ply->status, CD_DATA, "%s:%" PRIu64 ": \"%s\" %s", ply->lines.path, ply->lines.number,
                       cd_quote_word(token).text, problem);
    return CD_OK;
}

static enum cd_code check_text_row(struct ply *ply, const struct element *element, const char *text)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < element->property_count && !code; i++) {
        const struct property *property = &element->properties[i];
        int64_t items = 1;
        text = cd_skip_blanks(text);
        if (property->list && (!cd_scan_integer(&text, &items) || cd_token_length(text, 1) || items < 0))
            return fail_here(ply, "a list without its length; the file is truncated or damaged");
        for (int64_t k = 0; k < items && !code; k++)
            code = check_item(ply, property, &text);
        if (property->is_index)
            count_polygon(ply, items);
    }
    if (!code && *cd_skip_blanks(text))
        return fail_here(ply, "more values than the header declares; the file is damaged");
    return code;
}

static enum cd_code next_text_row(struct ply *ply, char **line)
{
    enum cd_code code;
    do
        code = cd_lines_next(&ply->lines, line, ply->status);
    while (!code && *line && !*cd_skip_blanks(*line));
    return code;
}

static enum cd_code check_text_element(struct ply *ply, const struct element *element)
{
    for (int64_t row = 0; row < element->rows; row++) {
        char *line;
        enum cd_code code = next_text_row(ply, &line);
        if (code)
            return code;
        if (!line)
            return truncated(ply, element, row);
        code = check_text_row(ply, element, line);
        if (code)
            return code;
    }
    return CD_OK;
}

// ---- rows of bytes ----

static int64_t integer_from(const struct ply *ply, const struct type *type, const char *data)
{
    uint64_t value = 0;
    for (uint8_t i = 0; i < type->bytes; i++) {
        uint8_t at = ply->encoding == BIG_ENDIAN_BYTES ? i : (uint8_t)(type->bytes - 1 - i);
        value = value << 8 | (unsigned char)data[at];
    }
    uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
    return type->is_signed && value & sign ? (int64_t)value - 2 * (int64_t)sign : (int64_t)value;
}

/// Walks over `items` values, in pieces.
static enum cd_code check_items(struct ply *ply, const struct element *element, int64_t row,
                                const struct property *property, int64_t items)
{
    const size_t size = property->type->bytes;
    while (items > 0) {
        int64_t piece = items < 4096 ? items : 4096;
        const char *data;
        enum cd_code code = cd_lines_bytes(&ply->lines, (size_t)piece * size, &data, ply->status);
        if (code)
            return code;
        if (!data)
            return truncated(ply, element, row);
        for (int64_t k = 0; property->is_index && k < piece; k++) {
            int64_t index = integer_from(ply, property->type, data + (size_t)k * size);
            if (index < 0 || index >= ply->vertex_count)
                return cd_fail(ply->status, CD_DATA,
                               "%s: face %" PRId64 " (counted from 1) names vertex %" PRId64 " of %" PRId64
                               ", counted from 0; the file is damaged",
                               ply->lines.path, row + 1, index, ply->vertex_count);
        }
        items -= piece;
    }
    return CD_OK;
}

static enum cd_code check_binary_row(struct ply *ply, const struct element *element, int64_t row)
{
    for (size_t i = 0; i < element->property_count; i++) {
        const struct property *property = &element->properties[i];
        int64_t items = 1;
        if (property->list) {
            const char *data;
            enum cd_code code = cd_lines_bytes(&ply->lines, property->list->bytes, &data, ply->status);
            if (code)
                return code;
            if (!data)
                return truncated(ply, element, row);
            items = integer_from(ply, property->list, data);
            if (items < 0)
                return cd_fail(ply->status, CD_DATA,
                               "%s: row %" PRId64
                               " of element %s has a list of negative length; the file is damaged",
                               ply->lines.path, row + 1, element->name);
        }
        enum cd_code code = check_items(ply, element, row, property, items);
        if (code)
            return code;
        if (property->is_index)
            count_polygon(ply, items);
    }
    return CD_OK;
}

static enum cd_code check_element(struct ply *ply, const struct element *element)
{
    if (element->rows > 0 && element->property_count == 0)
        return cd_fail(ply->status, CD_DATA, "%s: element %s has no properties; the header is damaged",
                       ply->lines.path, element->name);
    if (ply->encoding == TEXT)
        return check_text_element(ply, element);
    enum cd_code code = CD_OK;
    for (int64_t row = 0; row < element->rows && !code; row++)
        code = check_binary_row(ply, element, row);
    return code;
}

static enum cd_code check_file(struct ply *ply)
{
    enum cd_code code = read_header(ply);
    for (size_t i = 0; i < ply->element_count && !code; i++) {
        code = check_element(ply, &ply->elements[i]);
        if (strcmp(ply->elements[i].name, "tristrips") == 0)
            ply->claim->known = false;
    }
    char *line = NULL;
    if (!code && ply->encoding == TEXT)
        code = next_text_row(ply, &line);
    if (!code && line)
        code = fail_here(ply, "more rows than the header declares; the file is damaged");
    return code;
}

enum cd_code cd_check_ply(const char *path, struct cd_file_contents *claim, struct cd_status *status)
{
    *claim = (struct cd_file_contents){.known = true};
    struct ply ply = {.claim = claim, .status = status};
    enum cd_code code = cd_lines_open(&ply.lines, path, status);
    if (code)
        return code;
    code = check_file(&ply);
    cd_lines_close(&ply.lines);
    for (size_t i = 0; i < ply.element_count; i++)
        cd_free(ply.elements[i].properties);
    cd_free(ply.elements);
    return code;
}
