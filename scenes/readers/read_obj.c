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
    struct cd_mesh_file *file; ///< its `text` is the record being read
    struct forward *forwards;
    size_t forward_count, forward_capacity;
    char *joined; ///< a record continued over several lines
    size_t joined_capacity;
};

static bool bad_index(struct obj *obj, int64_t index)
{
    return cd_file_fail(obj->file,
                        "f: vertex %" PRId64 " does not exist (%" PRIu32
                        " vertices%s); indices count from 1, or back from -1",
                        index, obj->file->mesh.vertex_count, index < 0 ? " so far" : "");
}

static bool read_face(struct obj *obj)
{
    struct cd_mesh_file *file = obj->file;
    struct cd_polygon polygon = {0};
    for (const char *token; *(token = file->text = cd_skip_blanks(file->text));) {
        int64_t index, count = file->mesh.vertex_count;
        bool is_corner = cd_scan_integer(&file->text, &index);
        // "", "/vt", "//vn" or "/vt/vn" may follow. Numbers may be missing.
        for (int slashes = 0; slashes < 2 && *file->text == '/'; slashes++)
            file->text += 1 + strspn(file->text + 1, "0123456789+-");
        if (!is_corner || cd_token_length(file->text, 1))
            return cd_file_fail(file, "f: \"%s\" is not a corner; write v, v/vt, v//vn or v/vt/vn",
                                cd_quote_word(token).text);
        if (index == 0 || index < -count || index > CD_VERTICES_MAX)
            return bad_index(obj, index);
        if (index > count && (!obj->forward_count || index > obj->forwards[obj->forward_count - 1].index)) {
            obj->forwards =
                cd_grow(obj->forwards, obj->forward_count, &obj->forward_capacity, sizeof *obj->forwards);
            obj->forwards[obj->forward_count++] = (struct forward){.index = index, .line = file->line};
        }
        if (!cd_file_corner(file, &polygon, (uint32_t)(index < 0 ? count + index : index - 1)))
            return false;
    }
    cd_file_face_end(file, &polygon);
    return polygon.corners > 2 || file->lines.ending != CD_ENDS_WITH_FILE ||
           cd_file_fail(file, "f: %" PRIu64 " corner%s", polygon.corners, cd_plural(polygon.corners));
}

static bool read_record(struct obj *obj)
{
    double at[3];
    struct cd_mesh_file *file = obj->file;
    const char *text = cd_skip_blanks(file->text), *rest = text + (*text == 'v' || *text == 'f');
    if (rest == text)
        return true;
    if (cd_token_length(rest, 1) && strchr("0123456789+-.", *rest))
        return cd_file_fail(file, "\"%s\": put a blank after the %c", cd_quote_word(text).text, *text);
    if (cd_token_length(rest, 1))
        return true; // vt, vn, vp or a record that we do not know
    file->text = rest;
    if (*text == 'f')
        return read_face(obj);
    // A weight, a colour or anything else may follow the coordinates.
    return cd_file_reals(file, "v", 3, at) && cd_file_vertex(file, cd_vec(at[0], at[1], at[2]));
}

/// Reads the next record, without comment, and joins its lines if a backslash at their ends continues it; NULL at the
/// end. A backslash at the end of a comment is part of the comment ("# C:\models\"). The file's line number is that of
/// the record's first line.
static bool next_record(struct obj *obj)
{
    struct cd_mesh_file *file = obj->file;
    uint64_t first = 0;
    size_t length = 0;
    char *line;
    file->text = NULL;
    for (bool goes_on = true; goes_on && cd_file_line(file, &line) && line;) {
        file->line = first = first ? first : file->line;
        char *comment = strchr(line, '#'); // where a word begins
        while (comment && comment != line && cd_token_length(comment - 1, 1))
            comment = strchr(comment + 1, '#');
        if (comment)
            *comment = 0;
        size_t more = strlen(line);
        goes_on = !comment && more && line[more - 1] == '\\';
        if (goes_on)
            line[more - 1] = ' ';
        file->text = line;
        if (!goes_on && !length)
            return true;
        if (length + more > CD_LINE_BYTES_MAX)
            return cd_file_fail(file, "line longer than %zu MiB; is this a mesh file?",
                                CD_LINE_BYTES_MAX >> 20);
        if (length + more + 1 > obj->joined_capacity) {
            size_t wanted = 2 * (length + more + 1);
            obj->joined = cd_reallocate(obj->joined, obj->joined_capacity, wanted, 1);
            obj->joined_capacity = wanted;
        }
        memcpy(obj->joined + length, line, more + 1);
        length += more;
    }
    if (length) {
        file->text = obj->joined;
        file->line = first;
    }
    return !file->code;
}

bool cd_read_obj(struct cd_mesh_file *file)
{
    struct obj obj = {.file = file};
    bool whole;
    while ((whole = next_record(&obj)) && file->text && (whole = read_record(&obj)))
        ;
    for (size_t i = 0; whole && i < obj.forward_count; i++) {
        file->line = obj.forwards[i].line;
        whole = obj.forwards[i].index <= file->mesh.vertex_count || bad_index(&obj, obj.forwards[i].index);
    }
    cd_free(obj.joined);
    cd_free(obj.forwards);
    return whole;
}
