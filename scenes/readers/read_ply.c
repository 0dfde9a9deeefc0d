/// PLY (Stanford polygon format), text and binary: a header that declares elements, each a number of rows of scalar and
/// list properties, then the rows. In text, rows are mostly lines but need not be. Only x, y and z of vertices and the
/// indices of faces and strips are used; everything else is skipped.
#include "base/memory.h"
#include "base/text.h"
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

/// The meaning of a property for the mesh.
enum role { NOTHING, X, Y, Z, FACE, STRIP };

struct property {
    const struct type *list; ///< type of a list's length, NULL for a scalar
    const struct type *type;
    enum role role;
};

struct element {
    char name[32];
    char list[32]; ///< the first list of integers without a role
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
    // The position of the reader:
    const struct element *element;
    int64_t row;
    const char *text;  ///< rest of a line of text; NULL at the end
    uint64_t odd_line; ///< the first one that ends within a row, or goes on after it
};

// ---- the header ----

/// Copies the next word into `word` (cut at its size) and moves on. The word is empty at the end of the line.
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

static bool read_format(struct ply *ply, const char *text)
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
    return true;
}

static bool read_element(struct ply *ply, const char *text)
{
    ply->elements = cd_grow(ply->elements, ply->element_count, &ply->element_capacity, sizeof *ply->elements);
    struct element *element = &ply->elements[ply->element_count++];
    take_word(&text, element->name);
    text = cd_skip_blanks(text);
    if (!cd_scan_integer(&text, &element->rows) || element->rows < 0)
        return cd_file_fail(ply->file, "element without a number of rows; write: element NAME ROWS");
    if (strcmp(element->name, "vertex") == 0)
        ply->vertex_count += element->rows < INT64_MAX - ply->vertex_count ? element->rows : 0;
    return true;
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

static bool read_property(struct ply *ply, const char *text)
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
    if (is_list && property.role == NOTHING && property.type->is_integer && !*element->list)
        memcpy(element->list, word, sizeof word);
    element->properties[element->property_count++] = property;
    return true;
}

/// The lines between "ply" and "end_header". A line that begins with any other word is a comment, with or without the
/// keyword for comments.
static const struct {
    const char *keyword;
    bool (*read)(struct ply *ply, const char *text);
} header_lines[] = {{"format", read_format}, {"element", read_element}, {"property", read_property}};

static bool read_header(struct ply *ply)
{
    char *line, keyword[32];
    if (!cd_file_line(ply->file, &line))
        return false;
    if (!line || strncmp(line, "ply", 3) != 0 || cd_token_length(line + 3, 1) != 0)
        return cd_file_fail(ply->file, "does not begin with \"ply\"; is it what its name says?");
    enum cd_line_end ending;
    do {
        ending = ply->file->lines.ending;
        if (!cd_file_line(ply->file, &line))
            return false;
        if (!line)
            return cd_file_fail(ply->file, "ends within the header; the file is truncated");
        const char *text = line;
        take_word(&text, keyword);
        for (size_t i = 0; i < sizeof header_lines / sizeof *header_lines; i++)
            if (strcmp(keyword, header_lines[i].keyword) == 0 && !header_lines[i].read(ply, text))
                return false;
    } while (strcmp(keyword, "end_header") != 0);
    // Where CR ends the other lines, LF is the first byte of the data.
    if (ply->encoding != TEXT && ending == CD_ENDS_WITH_CR && ply->file->lines.ending == CD_ENDS_WITH_CRLF)
        cd_lines_give_back_lf(&ply->file->lines);
    return ply->has_format || cd_file_fail(ply->file, "no format in the header; write: format ascii 1.0");
}

// ---- values ----

static bool truncated(struct ply *ply)
{
    return cd_file_refuse(ply->file, CD_DATA,
                          "ends within row %" PRId64 " of the %" PRId64
                          " of element %s; the file is truncated",
                          ply->row + 1, ply->element->rows, ply->element->name);
}

static bool take_bytes(struct ply *ply, size_t count, const char **data)
{
    return cd_file_bytes(ply->file, count, data) && (*data || truncated(ply));
}

/// Goes to the next value of text, on this line or a later one; `ply->text` is NULL at the end of the file.
static bool find_text(struct ply *ply)
{
    char *line;
    while (ply->text && !*(ply->text = cd_skip_blanks(ply->text))) {
        if (!cd_file_line(ply->file, &line))
            return false;
        ply->text = line;
    }
    return true;
}

/// Goes to the next value of a row of text.
static bool find_value(struct ply *ply)
{
    ply->text = cd_skip_blanks(ply->text);
    if (!*ply->text && !ply->odd_line)
        ply->odd_line = ply->file->line;
    return find_text(ply) && (ply->text || truncated(ply));
}

/// Fails at a value. A value too few or too many further up may be the reason, where rows begin to differ from lines.
static bool fail(struct ply *ply, const char *problem)
{
    if (!ply->odd_line)
        return cd_file_fail(ply->file, "%s", problem);
    return cd_file_fail(ply->file, "%s; rows differ from lines since line %" PRIu64, problem, ply->odd_line);
}

/// Reads a number of a row of text. If `problem` is NULL, the number is a coordinate with the precision of its type.
/// Otherwise it must be an integer, and `problem` is the message for anything else.
static bool take_text(struct ply *ply, const struct type *type, const char *problem, double *value)
{
    int64_t integer;
    if (!find_value(ply))
        return false;
    if (!problem) {
        if (!cd_file_reals(ply->file, &ply->text, "vertex", 1, value))
            return false;
        if (!type->is_integer && type->bytes == sizeof(float))
            *value = (double)(float)*value;
        return true;
    }
    if (!cd_scan_integer(&ply->text, &integer) || cd_token_length(ply->text, 1))
        return fail(ply, problem);
    *value = (double)integer;
    return true;
}

/// Reads a number; `problem` as above.
static bool take_number(struct ply *ply, const struct type *type, const char *problem, double *value)
{
    const char *data;
    bool big_endian = ply->encoding == BIG_ENDIAN_BYTES;
    if (ply->encoding == TEXT)
        return take_text(ply, type, problem, value);
    if (!take_bytes(ply, type->bytes, &data))
        return false;
    if (!type->is_integer) {
        *value = cd_real_of_bytes(data, type->bytes, big_endian);
        return true;
    }
    uint64_t bits = cd_integer_of_bytes(data, type->bytes, big_endian);
    uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
    *value = (double)((int64_t)bits - (type->is_signed && bits & sign ? 2 * (int64_t)sign : 0));
    return true;
}

/// Skips values that are not needed.
static bool skip_values(struct ply *ply, const struct type *type, int64_t count)
{
    const char *ignored;
    while (count > 0) {
        int64_t piece = ply->encoding == TEXT ? 1 : count < 4096 ? count : 4096;
        if (ply->encoding == TEXT ? !find_value(ply)
                                  : !take_bytes(ply, (size_t)piece * type->bytes, &ignored))
            return false;
        if (ply->encoding == TEXT)
            ply->text += cd_token_length(ply->text, 1 << 20);
        count -= piece;
    }
    return true;
}

// ---- rows ----

/// Reads the corners of a face, or of strips separated by -1.
static bool read_corners(struct ply *ply, const struct property *property, int64_t count)
{
    const struct cd_polygon empty = {.is_strip = property->role == STRIP};
    struct cd_polygon polygon = empty;
    for (int64_t k = 0; k < count; k++) {
        double index = 0;
        if (!take_number(ply, property->type, "a vertex index is not an integer; the file is damaged",
                         &index))
            return false;
        if (index == -1 && polygon.is_strip) {
            cd_file_face_end(ply->file, &polygon);
            polygon = empty;
        } else if (index < 0 || index >= (double)ply->vertex_count) {
            char problem[100];
            snprintf(problem, sizeof problem,
                     "\"%.0f\" is not the index of a vertex; there are %" PRId64 ", counted from 0", index,
                     ply->vertex_count);
            return fail(ply, problem);
        } else if (!cd_file_corner(ply->file, &polygon, (uint32_t)index)) {
            return false;
        }
    }
    cd_file_face_end(ply->file, &polygon);
    return true;
}

/// Reads a value or list of a row; `at` has the coordinates of a vertex by their roles.
static bool read_value(struct ply *ply, const struct property *property, double at[Z + 1])
{
    double items = 1;
    if (property->list &&
        !take_number(ply, property->list, "a list without its length; the file is damaged", &items))
        return false;
    if (items < 0)
        return fail(ply, "a list of negative length; the file is damaged");
    int64_t count = (int64_t)fmin(items, 0x1p62); // no file can have more
    if (property->role >= FACE)
        return read_corners(ply, property, count);
    if (property->role != NOTHING)
        return take_number(ply, property->type, NULL, &at[property->role]);
    return skip_values(ply, property->type, count);
}

static bool read_row(struct ply *ply)
{
    double at[Z + 1] = {0};
    for (size_t i = 0; i < ply->element->property_count; i++)
        if (!read_value(ply, &ply->element->properties[i], at))
            return false;
    return strcmp(ply->element->name, "vertex") != 0 ||
           cd_file_vertex(ply->file, cd_vec(at[X], at[Y], at[Z]));
}

static bool read_text_row(struct ply *ply)
{
    if (!find_text(ply) || !(ply->text ? read_row(ply) : truncated(ply)))
        return false;
    if (*cd_skip_blanks(ply->text) && !ply->odd_line)
        ply->odd_line = ply->file->line;
    return true;
}

static bool check_element(struct ply *ply, const struct element *element)
{
    bool has[STRIP + 1] = {false}, is_face = strcmp(element->name, "face") == 0;
    for (size_t i = 0; i < element->property_count; i++)
        has[element->properties[i].role] = true;
    if (element->rows > 0 && element->property_count == 0)
        return cd_file_refuse(ply->file, CD_DATA, "element %s has no properties; the header is damaged",
                              element->name);
    if (element->rows > 0 && strcmp(element->name, "vertex") == 0 && !(has[X] && has[Y] && has[Z]))
        return cd_file_refuse(ply->file, CD_DATA,
                              "element vertex has not all of x, y and z; the header is damaged");
    if (element->rows > 0 && is_face && !has[FACE])
        return cd_file_refuse(ply->file, CD_DATA,
                              "element face has no list vertex_indices or vertex_index%s%s; name its list of "
                              "vertices so in the header",
                              *element->list ? ", but " : "", element->list);
    return true;
}

static bool read_file(struct ply *ply)
{
    if (!read_header(ply))
        return false;
    bool text = ply->encoding == TEXT;
    if (text)
        ply->text = "";
    else
        ply->file->line = 0;
    for (size_t i = 0; i < ply->element_count; i++) {
        ply->element = &ply->elements[i];
        if (!check_element(ply, ply->element))
            return false;
        for (ply->row = 0; ply->row < ply->element->rows; ply->row++)
            if (!(text ? read_text_row(ply) : read_row(ply)))
                return false;
    }
    const struct cd_lines *lines = &ply->file->lines;
    if (text)
        return find_text(ply) &&
               (!ply->text || fail(ply, "more values than the header declares; the file is damaged"));
    uint64_t rest = lines->offset < lines->file_bytes ? lines->file_bytes - lines->offset : 0;
    return !rest || cd_file_refuse(ply->file, CD_DATA,
                                   "is longer than it says: %" PRIu64
                                   " more byte%s than the header declares; the file is damaged",
                                   rest, cd_plural(rest));
}

bool cd_read_ply(struct cd_mesh_file *file)
{
    struct ply ply = {.file = file};
    bool whole = read_file(&ply);
    for (size_t i = 0; i < ply.element_count; i++)
        cd_free(ply.elements[i].properties);
    cd_free(ply.elements);
    return whole;
}
