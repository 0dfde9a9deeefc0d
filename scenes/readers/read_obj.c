#include "base/lines.h"
#include "base/memory.h"
#include "scenes/limits.h"
#include "scenes/readers/readers.h"
#include "scenes/readers/scan.h"

#include <inttypes.h>
#include <string.h>

/// A vertex that a face names before it is defined. Only indices above all earlier ones are kept, so the
/// first of these beyond the last vertex is the first wrong index of the file.
struct forward {
    int64_t index;
    uint64_t line;
};

struct obj {
    struct cd_lines lines;
    struct cd_vec3 *vertices;
    struct cd_triangle *triangles;
    struct forward *forwards;
    size_t vertex_count, triangle_count, forward_count;
    size_t vertex_capacity, triangle_capacity, forward_capacity;
    uint64_t line; ///< where the current record begins
    char *joined;  ///< a record continued over several lines
    size_t joined_capacity;
    struct cd_status *status;
};

static enum cd_code read_number(struct obj *obj, const char **text, const char *record, double *value)
{
    const char *token = *text;
    const char *problem = cd_scan_real(text, value);
    if (!problem)
        return CD_OK;
    return cd_fail(obj->status, CD_DATA, "%s:%" PRIu64 ": %s: \"%s\" %s; write a finite decimal number",
                   obj->lines.path, obj->line, record, cd_quote_word(token).text, problem);
}

static enum cd_code add_vertex(struct obj *obj, const double xyz[3])
{
    struct cd_vec3 p = cd_vec(xyz[0], xyz[1], xyz[2]);
    if (!cd_point_is_usable(&p))
        return cd_fail(obj->status, CD_DATA,
                       "%s:%" PRIu64 ": v: a coordinate is beyond %g in magnitude; scale the model down",
                       obj->lines.path, obj->line, CD_COORDINATE_MAX);
    if (obj->vertex_count == CD_VERTICES_MAX)
        return cd_fail(obj->status, CD_DATA,
                       "%s:%" PRIu64 ": v: more than %" PRIu32 " vertices; split the file", obj->lines.path,
                       obj->line, CD_VERTICES_MAX);
    obj->vertices = cd_grow(obj->vertices, obj->vertex_count, &obj->vertex_capacity, sizeof *obj->vertices);
    obj->vertices[obj->vertex_count++] = p;
    return CD_OK;
}

/// `v x y z`, then nothing, a weight, a colour or both; what follows z is checked and dropped.
static enum cd_code read_vertex(struct obj *obj, const char *text)
{
    double values[7];
    int count = 0;
    for (text = cd_skip_blanks(text); *text && count < 7; text = cd_skip_blanks(text)) {
        enum cd_code code = read_number(obj, &text, "v", &values[count++]);
        if (code)
            return code;
    }
    if (*text || count < 3 || count == 5)
        return cd_fail(obj->status, CD_DATA,
                       "%s:%" PRIu64 ": v: %s numbers; write x y z, then at most a weight and a colour",
                       obj->lines.path, obj->line,
                       *text        ? "more than 7"
                       : count == 0 ? "no"
                       : count < 3  ? "fewer than 3"
                                    : "5");
    return add_vertex(obj, values);
}

static enum cd_code bad_corner(struct obj *obj, const char *token)
{
    return cd_fail(obj->status, CD_DATA,
                   "%s:%" PRIu64 ": f: \"%s\" is not a corner; write v, v/vt, v//vn or v/vt/vn",
                   obj->lines.path, obj->line, cd_quote_word(token).text);
}

/// Reads "", "/vt", "//vn" or "/vt/vn" behind a vertex index; the values only have to be integers.
static bool skip_other_indices(const char **text)
{
    int64_t ignored;
    if (**text == '/') {
        ++*text;
        if (**text != '/' && !cd_scan_integer(text, &ignored))
            return false;
        if (**text == '/') {
            ++*text;
            if (!cd_scan_integer(text, &ignored))
                return false;
        }
    }
    return cd_token_length(*text, 1) == 0;
}

static void note_forward(struct obj *obj, int64_t index)
{
    if (obj->forward_count && index <= obj->forwards[obj->forward_count - 1].index)
        return;
    obj->forwards = cd_grow(obj->forwards, obj->forward_count, &obj->forward_capacity, sizeof *obj->forwards);
    obj->forwards[obj->forward_count++] = (struct forward){.index = index, .line = obj->line};
}

static enum cd_code bad_index(struct obj *obj, uint64_t line, int64_t index)
{
    return cd_fail(obj->status, CD_DATA,
                   "%s:%" PRIu64 ": f: vertex %" PRId64
                   " does not exist (%zu vertices%s); indices count from 1, "
                   "or back from -1",
                   obj->lines.path, line, index, obj->vertex_count, index < 0 ? " so far" : "");
}

/// Reads one corner and gives its vertex, counted from 0.
static enum cd_code read_corner(struct obj *obj, const char **text, uint32_t *vertex)
{
    const char *token = *text;
    int64_t index;
    if (!cd_scan_integer(text, &index) || !skip_other_indices(text))
        return bad_corner(obj, token);
    if (index == 0 || index < -(int64_t)obj->vertex_count || index > CD_VERTICES_MAX)
        return bad_index(obj, obj->line, index);
    if (index > (int64_t)obj->vertex_count)
        note_forward(obj, index);
    *vertex = (uint32_t)(index < 0 ? (int64_t)obj->vertex_count + index : index - 1);
    return CD_OK;
}

static enum cd_code add_triangle(struct obj *obj, uint32_t a, uint32_t b, uint32_t c)
{
    if (obj->triangle_count == CD_TRIANGLES_MAX)
        return cd_fail(obj->status, CD_DATA,
                       "%s:%" PRIu64 ": f: more than %" PRIu32 " triangles; split the file", obj->lines.path,
                       obj->line, CD_TRIANGLES_MAX);
    obj->triangles =
        cd_grow(obj->triangles, obj->triangle_count, &obj->triangle_capacity, sizeof *obj->triangles);
    obj->triangles[obj->triangle_count++] = (struct cd_triangle){{a, b, c}};
    return CD_OK;
}

static enum cd_code read_face(struct obj *obj, const char *text)
{
    uint32_t first = 0, last = 0;
    size_t count = 0;
    for (text = cd_skip_blanks(text); *text; text = cd_skip_blanks(text)) {
        uint32_t vertex = 0;
        enum cd_code code = read_corner(obj, &text, &vertex);
        if (!code && count >= 2)
            code = add_triangle(obj, first, last, vertex);
        if (code)
            return code;
        if (count == 0)
            first = vertex;
        last = vertex;
        count++;
    }
    if (count < 3)
        return cd_fail(obj->status, CD_DATA, "%s:%" PRIu64 ": f: %zu corner%s; a face has at least 3",
                       obj->lines.path, obj->line, count, count == 1 ? "" : "s");
    return CD_OK;
}

static enum cd_code read_record(struct obj *obj, const char *text)
{
    text = cd_skip_blanks(text);
    bool is_vertex = *text == 'v';
    if (!is_vertex && *text != 'f')
        return CD_OK;
    char next = text[1];
    if (cd_token_length(text + 1, 1) == 0)
        return is_vertex ? read_vertex(obj, text + 1) : read_face(obj, text + 1);
    if (strchr("0123456789+-.", next))
        return cd_fail(obj->status, CD_DATA, "%s:%" PRIu64 ": \"%s\": put a blank behind the %c",
                       obj->lines.path, obj->line, cd_quote_word(text).text, *text);
    return CD_OK; // vt, vn, vp or a record that we do not know
}

/// The first word of the line that begins with #, or NULL.
static char *find_comment(char *line)
{
    for (char *mark = strchr(line, '#'); mark; mark = strchr(mark + 1, '#'))
        if (mark == line || cd_token_length(mark - 1, 1) == 0)
            return mark;
    return NULL;
}

/// Cuts a comment off and tells whether the record goes on in the next line. A backslash that ends a comment
/// is part of it ("# C:\models\") and continues nothing.
static bool cut_line(char *line)
{
    char *comment = find_comment(line);
    if (comment) {
        *comment = 0;
        return false;
    }
    size_t length = strlen(line);
    if (length == 0 || line[length - 1] != '\\')
        return false;
    line[length - 1] = ' ';
    return true;
}

static enum cd_code append_line(struct obj *obj, size_t *length, const char *line)
{
    size_t more = strlen(line);
    if (*length + more > CD_LINE_BYTES_MAX)
        return cd_fail(obj->status, CD_DATA, "%s:%" PRIu64 ": line longer than %zu MiB; is this a mesh file?",
                       obj->lines.path, obj->line, CD_LINE_BYTES_MAX >> 20);
    if (*length + more + 1 > obj->joined_capacity) {
        size_t wanted = 2 * (*length + more + 1);
        obj->joined = cd_reallocate(obj->joined, obj->joined_capacity, wanted, 1);
        obj->joined_capacity = wanted;
    }
    memcpy(obj->joined + *length, line, more + 1);
    *length += more;
    return CD_OK;
}

/// The next record, joined where it is continued; NULL at the end.
static enum cd_code next_record(struct obj *obj, char **record)
{
    enum cd_code code = cd_lines_next(&obj->lines, record, obj->status);
    obj->line = obj->lines.number;
    if (code || !*record)
        return code;
    if (obj->line == 1 && strncmp(*record, "\xef\xbb\xbf", 3) == 0)
        *record += 3; // the byte order mark that some editors write
    bool goes_on = cut_line(*record);
    if (!goes_on)
        return CD_OK;
    size_t length = 0;
    code = append_line(obj, &length, *record);
    while (!code && goes_on) {
        char *line;
        code = cd_lines_next(&obj->lines, &line, obj->status);
        if (code || !line)
            break;
        goes_on = cut_line(line);
        code = append_line(obj, &length, line);
    }
    *record = obj->joined;
    return code;
}

static enum cd_code read_all(struct obj *obj)
{
    char *record;
    enum cd_code code;
    while (!(code = next_record(obj, &record)) && record)
        if ((code = read_record(obj, record)))
            return code;
    if (code)
        return code;
    for (size_t i = 0; i < obj->forward_count; i++)
        if (obj->forwards[i].index > (int64_t)obj->vertex_count)
            return bad_index(obj, obj->forwards[i].line, obj->forwards[i].index);
    if (obj->triangle_count == 0)
        return cd_fail(obj->status, CD_DATA, "%s: no triangles (no f record); is this an OBJ mesh?",
                       obj->lines.path);
    return CD_OK;
}

enum cd_code cd_read_obj(const char *path, const char *name, struct cd_mesh **mesh, struct cd_status *status)
{
    struct obj obj = {.status = status};
    enum cd_code code = cd_lines_open(&obj.lines, path, status);
    if (code)
        return code;
    code = read_all(&obj);
    cd_lines_close(&obj.lines);
    cd_free(obj.joined);
    cd_free(obj.forwards);
    if (code) {
        cd_free(obj.vertices);
        cd_free(obj.triangles);
        return code;
    }
    return cd_mesh_create(name, obj.vertices, (uint32_t)obj.vertex_count, obj.triangles,
                          (uint32_t)obj.triangle_count, mesh, status);
}
