#include "scenes/readers/mesh_file.h"

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"
#include "scenes/adjust.h"
#include "scenes/polygons.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool ends_token(char c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

const char *cd_skip_blanks(const char *text)
{
    while (*text && ends_token(*text))
        text++;
    return text;
}

int cd_token_length(const char *text, int max)
{
    int length = 0;
    while (length < max && !ends_token(text[length]))
        length++;
    return length;
}

struct cd_quote cd_quote_word(const char *text)
{
    enum { MAX = 40 };
    struct cd_quote quote;
    int length = cd_token_length(text, MAX + 1), kept = length < MAX ? length : MAX;
    snprintf(quote.text, sizeof quote.text, "%.*s%s", kept, text, length > MAX ? "..." : "");
    return quote;
}

bool cd_scan_integer(const char **text, int64_t *value)
{
    const char *p = *text, *first = p += *p == '-' || *p == '+';
    int64_t magnitude = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(magnitude, 10, &magnitude) ||
            __builtin_add_overflow(magnitude, *p - '0', &magnitude))
            magnitude = INT64_MAX;
    if (p == first)
        return false;
    *value = **text == '-' ? -magnitude : magnitude;
    *text = p;
    return true;
}

uint64_t cd_integer_of_bytes(const char *bytes, unsigned count, bool big_endian)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | (unsigned char)bytes[big_endian ? i : count - 1 - i];
    return value;
}

double cd_real_of_bytes(const char *bytes, unsigned count, bool big_endian)
{
    uint64_t bits = cd_integer_of_bytes(bytes, count, big_endian);
    uint32_t few_bits = (uint32_t)bits;
    float single;
    double real;
    memcpy(&single, &few_bits, sizeof single);
    memcpy(&real, &bits, sizeof real);
    return count == sizeof single ? (double)single : real;
}

// ---- a mesh file ------------------------------------------------------------------------------------------

/// Records a fault with the path and the place in the file. Returns false.
static bool fail_at(struct cd_mesh_file *file, enum cd_code code, const char *place, const char *format,
                    va_list arguments)
{
    char text[sizeof file->status->text];
    vsnprintf(text, sizeof text, format, arguments);
    bool cut = file->lines.number && file->lines.ending == CD_ENDS_WITH_FILE;
    file->code = cd_fail(file->status, code, "%s%s: %s%s", file->lines.path, place, text,
                         cut ? "; it ends without a line feed" : "");
    return false;
}

bool cd_file_fail(struct cd_mesh_file *file, const char *format, ...)
{
    char place[40] = "";
    va_list arguments;
    va_start(arguments, format);
    if (file->line)
        snprintf(place, sizeof place, ":%" PRIu64, file->line);
    else if (file->lines.offset)
        snprintf(place, sizeof place, ": byte %" PRIu64, file->lines.offset);
    fail_at(file, CD_DATA, place, format, arguments);
    va_end(arguments);
    return false;
}

bool cd_file_refuse(struct cd_mesh_file *file, enum cd_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_at(file, code, "", format, arguments);
    va_end(arguments);
    return false;
}

bool cd_file_line(struct cd_mesh_file *file, char **text)
{
    file->code = cd_lines_next(&file->lines, text, file->status);
    file->line = file->lines.number;
    return !file->code;
}

bool cd_file_bytes(struct cd_mesh_file *file, size_t bytes, const char **data)
{
    file->code = cd_lines_bytes(&file->lines, bytes, data, file->status);
    return !file->code;
}

bool cd_file_word(struct cd_mesh_file *file)
{
    char *line;
    while (file->text && !*(file->text = cd_skip_blanks(file->text))) {
        if (!cd_file_line(file, &line))
            return false;
        file->text = line;
    }
    return true;
}

bool cd_file_reals(struct cd_mesh_file *file, const char *what, int count, double *values)
{
    for (int i = 0; i < count; i++) {
        const char *token = cd_skip_blanks(file->text), *digits = token + (*token == '-' || *token == '+');
        char *end;
        if (!*token)
            return cd_file_fail(file, "%s: fewer than %d numbers; write x y z%s", what, count,
                                count > 3 ? " w" : "");
        values[i] = strtod(token, &end); // rounded correctly; it also accepts 0x1p3 and nan
        bool decimal =
            end > token && ends_token(*end) && (size_t)(end - digits) <= strspn(digits, "0123456789.+-eE");
        bool infinite =
            !strncasecmp(digits, "nan", 3) || !strncasecmp(digits, "inf", 3) || !strncmp(digits, "1.#", 3);
        if (!decimal || isinf(values[i]))
            return cd_file_fail(file, "%s: \"%s\" %s; write a finite decimal number", what,
                                cd_quote_word(token).text,
                                decimal    ? "is too large for a double"
                                : infinite ? "is not finite"
                                           : "is not a number");
        file->text = end;
    }
    return true;
}

bool cd_file_vertex(struct cd_mesh_file *file, struct cd_vec3 p)
{
    if (!cd_point_is_usable(&p))
        return cd_file_fail(file,
                            "vertex (%g, %g, %g): coordinates must be finite and at most %g in magnitude; "
                            "repair or scale the model",
                            p.x, p.y, p.z, CD_COORDINATE_MAX);
    if (file->mesh.vertex_count == CD_VERTICES_MAX)
        return cd_file_fail(file, "more than %" PRIu32 " vertices; split the file", CD_VERTICES_MAX);
    cd_build_vertex(&file->mesh, p);
    return true;
}

bool cd_file_corner(struct cd_mesh_file *file, struct cd_polygon *polygon, uint32_t vertex)
{
    uint64_t number = polygon->corners++;
    if (number == 0) {
        polygon->a = vertex;
    } else if (number > 1) {
        if (file->mesh.triangle_count == CD_TRIANGLES_MAX)
            return cd_file_fail(file, "more than %" PRIu32 " triangles; split the file", CD_TRIANGLES_MAX);
        bool turned = polygon->is_strip && number % 2 == 1;
        cd_build_triangle(&file->mesh, turned ? polygon->b : polygon->a, turned ? polygon->a : polygon->b,
                          vertex);
        if (polygon->is_strip)
            polygon->a = polygon->b;
    }
    polygon->b = vertex;
    return true;
}

void cd_file_face_end(struct cd_mesh_file *file, const struct cd_polygon *polygon)
{
    if (polygon->corners < 3)
        file->mesh.reading.left_out += !polygon->is_strip || polygon->corners;
    else if (polygon->corners > 3 && !polygon->is_strip)
        cd_build_face(&file->mesh, (uint32_t)polygon->corners - 2);
}

// ---- the readers ------------------------------------------------------------------------------------------

/// A reader for files of curved surfaces, which have no triangles.
static bool refuse_surfaces(struct cd_mesh_file *file)
{
    return cd_file_fail(file, "has curved surfaces and no mesh; tessellate it first, as with "
                              "`gmsh -2 FILE -o mesh.stl` or in a CAD program");
}

/// The formats with our own readers. In OBJ files, equal vertices are not joined.
static const struct {
    const char *extension;
    cd_mesh_reader *read;
} formats[] = {
    {".obj", cd_read_obj},      {".ply", cd_read_ply},      {".stl", cd_read_stl},
    {".off", cd_read_off},      {".gltf", cd_read_gltf},    {".glb", cd_read_gltf},
    {".vrm", cd_read_gltf},     {".step", refuse_surfaces}, {".stp", refuse_surfaces},
    {".iges", refuse_surfaces}, {".igs", refuse_surfaces},
};

/// Reads the head of a file, and refuses a file that by its head is something else than its extension says ("", or with
/// the dot). The message says what it is and what to do.
static bool read_head(struct cd_mesh_file *file, const char *extension)
{
    ssize_t length = pread(file->lines.descriptor, file->head, sizeof file->head - 1, 0);
    if (length < 0)
        return cd_file_refuse(file, CD_IO, "cannot read: %s; try a copy on another disk", strerror(errno));
    file->head_bytes = (size_t)length;
    file->start = file->head + (strncmp(file->head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    file->start += strspn(file->start, " \t\r\n");
    if (strcasecmp(extension, ".stl") == 0 && cd_stl_is_whole(file))
        return true;
    if ((uint64_t)(file->start - file->head) == file->lines.file_bytes)
        return cd_file_refuse(file, CD_DATA, "is empty%s; copy or download it again",
                              length ? " but for blanks" : "");
    if (length > 0 && !*file->head && memcmp(file->head, file->head + 1, file->head_bytes - 1) == 0)
        return cd_file_refuse(
            file, CD_DATA,
            "holds only NUL bytes where it begins; a copy or download did not finish: start it again");
    const char *foreign = cd_foreign(file->head, file->head_bytes, extension);
    return !foreign || cd_file_refuse(file, CD_DATA, "is %s", foreign);
}

enum cd_code cd_mesh_load(const char *path, const struct cd_mesh_options *options, struct cd_mesh **mesh,
                          struct cd_status *status)
{
    static const struct cd_mesh_options none;
    options = options ? options : &none;
    struct cd_mesh_file file = {.status = status};
    enum cd_code code = cd_lines_open(&file.lines, path, status);
    if (code)
        return code;
    const char *slash = strrchr(path, '/'), *base_name = slash ? slash + 1 : path;
    const char *dot = strrchr(base_name, '.');
    cd_mesh_reader *read = cd_read_assimp;
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(dot, formats[i].extension) == 0)
            read = formats[i].read;
    bool whole = read_head(&file, dot ? dot : "") && read(&file);
    cd_lines_close(&file.lines);
    if (whole && file.mesh.triangle_count == 0)
        cd_file_refuse(&file, CD_DATA,
                       "no triangles: %" PRIu32 " point%s, and no face has three corners; give a mesh",
                       file.mesh.vertex_count, cd_plural(file.mesh.vertex_count));
    if (!file.code) {
        cd_build_cut_faces(&file.mesh);
        file.code = cd_build_adjust(&file.mesh, options, path, status);
    }
    if (file.code) {
        cd_build_abandon(&file.mesh);
        return file.code;
    }
    char name[NAME_MAX + 100];
    cd_free(file.mesh.faces);
    cd_mesh_label(base_name, options, name, sizeof name);
    if (read != cd_read_obj || options->weld > 0)
        code = cd_build_finish(&file.mesh, name, mesh, status);
    else
        code = cd_mesh_create(name, file.mesh.vertices, file.mesh.vertex_count, file.mesh.triangles,
                              file.mesh.triangle_count, mesh, status);
    if (!code)
        (*mesh)->reading = file.mesh.reading;
    return code;
}
