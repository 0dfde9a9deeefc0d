/// Wavefront OBJ: `v` and `f` records; all others are skipped.
#include "base/memory.h"
#include "base/text.h"
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <string.h>

/// A vertex that a face names before the vertex is defined. Only indices above all earlier ones are kept. So the first
/// of them beyond the last vertex is the first wrong index of the file.
struct forward {
    int64_t index;
    uint64_t line;
};

struct obj {
    struct cd_mesh_file *file;
    struct forward *forwards;
    size_t forward_count, forward_capacity;
    char *joined; ///< a record continued over several lines
    size_t joined_capacity;
};

/// Skips "", "/vt", "//vn" or "/vt/vn" after a vertex index. Numbers may be missing.
static bool skip_other_indices(const char **text)
{
    for (int slashes = 0; slashes < 2 && **text == '/'; slashes++)
        *text += 1 + strspn(*text + 1, "0123456789+-");
    return cd_token_length(*text, 1) == 0;
}

static void note_forward(struct obj *obj, int64_t index)
{
    if (obj->forward_count && index <= obj->forwards[obj->forward_count - 1].index)
        return;
    obj->forwards = cd_grow(obj->forwards, obj->forward_count, &obj->forward_capacity, sizeof *obj->forwards);
    obj->forwards[obj->forward_count++] = (struct forward){.index = index, .line = obj->file->line};
}

static bool bad_index(struct obj *obj, int64_t index)
{
    return cd_file_fail(obj->file,
                        "f: vertex %" PRId64 " does not exist (%" PRIu32
                        " vertices%s); indices count from 1, or back from -1",
                        index, obj->file->mesh.vertex_count, index < 0 ? " so far" : "");
}

/// Reads one corner and returns its vertex, counted from 0.
static bool read_corner(struct obj *obj, const char **text, uint32_t *vertex)
{
    const char *token = *text;
    int64_t index, count = obj->file->mesh.vertex_count;
    if (!cd_scan_integer(text, &index) || !skip_other_indices(text))
        return cd_file_fail(obj->file, "f: \"%s\" is not a corner; write v, v/vt, v//vn or v/vt/vn",
                            cd_quote_word(token).text);
    if (index == 0 || index < -count || index > CD_VERTICES_MAX)
        return bad_index(obj, index);
    if (index > count)
        note_forward(obj, index);
    *vertex = (uint32_t)(index < 0 ? count + index : index - 1);
    return true;
}

static bool read_face(struct obj *obj, const char *text)
{
    struct cd_polygon polygon = {0};
    for (text = cd_skip_blanks(text); *text; text = cd_skip_blanks(text)) {
        uint32_t vertex = 0;
        if (!read_corner(obj, &text, &vertex) || !cd_file_corner(obj->file, &polygon, vertex))
            return false;
    }
    cd_file_face_end(obj->file, &polygon);
    return polygon.corners > 2 || obj->file->lines.ending != CD_ENDS_WITH_FILE ||
           cd_file_fail(obj->file, "f: %" PRIu64 " corner%s", polygon.corners, cd_plural(polygon.corners));
}

/// A weight, a colour or anything else may follow the coordinates.
static bool read_vertex(struct obj *obj, const char *text)
{
    double at[3];
    return cd_file_reals(obj->file, &text, "v", 3, at) &&
           cd_file_vertex(obj->file, cd_vec(at[0], at[1], at[2]));
}

static bool read_record(struct obj *obj, const char *text)
{
    text = cd_skip_blanks(text);
    bool is_vertex = *text == 'v';
    if (!is_vertex && *text != 'f')
        return true;
    const char *rest = text + 1;
    if (cd_token_length(rest, 1) == 0)
        return is_vertex ? read_vertex(obj, rest) : read_face(obj, rest);
    if (strchr("0123456789+-.", *rest))
        return cd_file_fail(obj->file, "\"%s\": put a blank after the %c", cd_quote_word(text).text, *text);
    return true; // vt, vn, vp or a record that we do not know
}

/// Returns the first word of the line that begins with #, or NULL.
static char *find_comment(char *line)
{
    for (char *mark = strchr(line, '#'); mark; mark = strchr(mark + 1, '#'))
        if (mark == line || cd_token_length(mark - 1, 1) == 0)
            return mark;
    return NULL;
}

/// Cuts off a comment. Returns whether the record continues on the next line. A backslash at the end of a comment is
/// part of the comment ("# C:\models\") and continues nothing.
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

static bool append_line(struct obj *obj, size_t *length, const char *line)
{
    size_t more = strlen(line);
    if (*length + more > CD_LINE_BYTES_MAX)
        return cd_file_fail(obj->file, "line longer than %zu MiB; is this a mesh file?",
                            CD_LINE_BYTES_MAX >> 20);
    if (*length + more + 1 > obj->joined_capacity) {
        size_t wanted = 2 * (*length + more + 1);
        obj->joined = cd_reallocate(obj->joined, obj->joined_capacity, wanted, 1);
        obj->joined_capacity = wanted;
    }
    memcpy(obj->joined + *length, line, more + 1);
    *length += more;
    return true;
}

/// Reads the next record and joins its lines if it is continued; NULL at the end. The file's line number is that of the
/// record's first line.
static bool next_record(struct obj *obj, char **record)
{
    struct cd_mesh_file *file = obj->file;
    if (!cd_file_line(file, record) || !*record)
        return !file->code;
    uint64_t first = file->line;
    bool goes_on = cut_line(*record);
    if (!goes_on)
        return true;
    size_t length = 0;
    char *line = *record;
    while (append_line(obj, &length, line) && goes_on && cd_file_line(file, &line) && line) {
        file->line = first;
        goes_on = cut_line(line);
    }
    file->line = first;
    *record = obj->joined;
    return !file->code;
}

static bool read_all(struct obj *obj)
{
    char *record;
    do
        if (!next_record(obj, &record) || (record && !read_record(obj, record)))
            return false;
    while (record);
    for (size_t i = 0; i < obj->forward_count; i++) {
        obj->file->line = obj->forwards[i].line;
        if (obj->forwards[i].index > obj->file->mesh.vertex_count)
            return bad_index(obj, obj->forwards[i].index);
    }
    return true;
}

bool cd_read_obj(struct cd_mesh_file *file)
{
    struct obj obj = {.file = file};
    bool whole = read_all(&obj);
    cd_free(obj.joined);
    cd_free(obj.forwards);
    return whole;
}
