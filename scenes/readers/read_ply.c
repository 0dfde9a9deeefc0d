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
    struct cd_mesh_file *file; ///< of text, `text` is in the row being read
    enum encoding encoding;
    bool has_format;
    struct element *elements;
    size_t element_count, element_capacity;
    int64_t vertex_count;
    const struct element *element; ///< being read, and its row
    int64_t row;
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

/// Adds a property, a line "property TYPE NAME" or "property list TYPE TYPE NAME", to the last element.
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
    bool is_index = is_list && cd_word_place("vertex_indices|vertex_index", word) >= 0;
    int axis = is_list || strcmp(element->name, "vertex") != 0 ? -1 : cd_word_place("x|y|z", word);
    property.role = is_index && strcmp(element->name, "face") == 0        ? FACE
                    : is_index && strcmp(element->name, "tristrips") == 0 ? STRIP
                    : axis >= 0                                           ? (enum role)(X + axis)
                                                                          : NOTHING;
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

/// Reads the lines between "ply" and "end_header". A line that begins with another word than those below is a comment,
/// with or without the keyword for comments.
static bool read_header(struct ply *ply)
{
    struct cd_mesh_file *file = ply->file;
    char *line, keyword[32], word[32];
    enum cd_line_end ending;
    if (!cd_file_line(file, &line))
        return false;
    if (!line || strncmp(line, "ply", 3) != 0 || cd_token_length(line + 3, 1) != 0)
        return cd_file_fail(file, "does not begin with \"ply\"; is it what its name says?");
    do {
        ending = file->lines.ending;
        if (!cd_file_line(file, &line))
            return false;
        if (!line)
            return cd_file_fail(file, "ends within the header; the file is truncated");
        const char *text = line;
        take_word(&text, keyword);
        if (strcmp(keyword, "format") == 0) {
            take_word(&text, word);
            int encoding = cd_word_place("ascii|binary_little_endian|binary_big_endian", word);
            if (encoding < 0)
                return cd_file_fail(file, "unknown format; there are ascii, binary_little_endian and "
                                          "binary_big_endian");
            ply->encoding = (enum encoding)encoding;
            ply->has_format = true;
        } else if (strcmp(keyword, "element") == 0) {
            ply->elements =
                cd_grow(ply->elements, ply->element_count, &ply->element_capacity, sizeof *ply->elements);
            struct element *element = &ply->elements[ply->element_count++];
            take_word(&text, element->name);
            text = cd_skip_blanks(text);
            if (!cd_scan_integer(&text, &element->rows) || element->rows < 0)
                return cd_file_fail(file, "element without a number of rows; write: element NAME ROWS");
            if (strcmp(element->name, "vertex") == 0)
                ply->vertex_count += element->rows < INT64_MAX - ply->vertex_count ? element->rows : 0;
        } else if (strcmp(keyword, "property") == 0 && !read_property(ply, text)) {
            return false;
        }
    } while (strcmp(keyword, "end_header") != 0);
    // Where CR ends the other lines, LF is the first byte of the data.
    if (ply->encoding != TEXT && ending == CD_ENDS_WITH_CR && file->lines.ending == CD_ENDS_WITH_CRLF)
        cd_lines_give_back_lf(&file->lines);
    return ply->has_format || cd_file_fail(file, "no format in the header; write: format ascii 1.0");
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

/// Goes to the next value of a row of text.
static bool find_value(struct ply *ply)
{
    struct cd_mesh_file *file = ply->file;
    file->text = cd_skip_blanks(file->text);
    if (!*file->text && !ply->odd_line)
        ply->odd_line = file->line;
    return cd_file_word(file) && (file->text || truncated(ply));
}

/// Fails at a value. A value too few or too many further up may be the reason, where rows begin to differ from lines.
static bool fail(struct ply *ply, const char *problem)
{
    if (!ply->odd_line)
        return cd_file_fail(ply->file, "%s", problem);
    return cd_file_fail(ply->file, "%s; rows differ from lines since line %" PRIu64, problem, ply->odd_line);
}

/// Reads a number. If `problem` is NULL, a number of text is a coordinate with the precision of its type. Otherwise it
/// must be an integer, and `problem` is the message for anything else.
static bool take_number(struct ply *ply, const struct type *type, const char *problem, double *value)
{
    const char *data;
    int64_t integer;
    bool big_endian = ply->encoding == BIG_ENDIAN_BYTES;
    if (ply->encoding == TEXT ? !find_value(ply) : !take_bytes(ply, type->bytes, &data))
        return false;
    if (ply->encoding == TEXT && problem) {
        if (!cd_scan_integer(&ply->file->text, &integer) || cd_token_length(ply->file->text, 1))
            return fail(ply, problem);
        *value = (double)integer;
    } else if (ply->encoding == TEXT) {
        if (!cd_file_reals(ply->file, "vertex", 1, value))
            return false;
        if (!type->is_integer && type->bytes == sizeof(float))
            *value = (double)(float)*value;
    } else if (!type->is_integer) {
        *value = cd_real_of_bytes(data, type->bytes, big_endian);
    } else {
        uint64_t bits = cd_integer_of_bytes(data, type->bytes, big_endian);
        uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
        *value = (double)((int64_t)bits - (type->is_signed && bits & sign ? 2 * (int64_t)sign : 0));
    }
    return true;
}

/// Skips values that are not needed.
static bool skip_values(struct ply *ply, const struct type *type, int64_t count)
{
    const char *ignored;
    bool text = ply->encoding == TEXT;
    for (int64_t piece; count > 0; count -= piece) {
        piece = text ? 1 : count < 4096 ? count : 4096;
        if (text ? !find_value(ply) : !take_bytes(ply, (size_t)piece * type->bytes, &ignored))
            return false;
        if (text)
            ply->file->text += cd_token_length(ply->file->text, 1 << 20);
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

static bool read_row(struct ply *ply)
{
    double at[Z + 1] = {0};
    for (size_t i = 0; i < ply->element->property_count; i++) {
        const struct property *property = &ply->element->properties[i];
        double items = 1;
        if (property->list &&
            !take_number(ply, property->list, "a list without its length; the file is damaged", &items))
            return false;
        if (items < 0)
            return fail(ply, "a list of negative length; the file is damaged");
        int64_t count = (int64_t)fmin(items, 0x1p62); // no file can have more
        if (!(property->role >= FACE ? read_corners(ply, property, count)
              : property->role       ? take_number(ply, property->type, NULL, &at[property->role])
                                     : skip_values(ply, property->type, count)))
            return false;
    }
    return strcmp(ply->element->name, "vertex") != 0 ||
           cd_file_vertex(ply->file, cd_vec(at[X], at[Y], at[Z]));
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

/// Reads the rows of all elements.
static bool read_elements(struct ply *ply)
{
    struct cd_mesh_file *file = ply->file;
    bool text = ply->encoding == TEXT;
    file->text = "";
    if (!text)
        file->line = 0;
    for (size_t i = 0; i < ply->element_count; i++) {
        ply->element = &ply->elements[i];
        if (!check_element(ply, ply->element))
            return false;
        for (ply->row = 0; ply->row < ply->element->rows; ply->row++) {
            if (text && !cd_file_word(file))
                return false;
            if (!(file->text ? read_row(ply) : truncated(ply)))
                return false;
            if (text && *cd_skip_blanks(file->text) && !ply->odd_line)
                ply->odd_line = file->line;
        }
    }
    if (text)
        return cd_file_word(file) &&
               (!file->text || fail(ply, "more values than the header declares; the file is damaged"));
    const struct cd_lines *lines = &file->lines;
    uint64_t rest = lines->offset < lines->file_bytes ? lines->file_bytes - lines->offset : 0;
    return !rest || cd_file_refuse(file, CD_DATA,
                                   "is longer than it says: %" PRIu64
                                   " more byte%s than the header declares; the file is damaged",
                                   rest, cd_plural(rest));
}

bool cd_read_ply(struct cd_mesh_file *file)
{
    struct ply ply = {.file = file};
    bool whole = read_header(&ply) && read_elements(&ply);
    for (size_t i = 0; i < ply.element_count; i++)
        cd_free(ply.elements[i].properties);
    cd_free(ply.elements);
    return whole;
}
