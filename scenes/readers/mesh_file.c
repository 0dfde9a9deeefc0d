#include "scenes/readers/mesh_file.h"

#include "scenes/limits.h"
#include "scenes/readers/scan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum cd_code cd_file_fail(struct cd_mesh_file *file, const char *format, ...)
{
    char text[sizeof file->status->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (file->line)
        return cd_fail(file->status, CD_DATA, "%s:%" PRIu64 ": %s", file->lines.path, file->line, text);
    if (file->lines.offset)
        return cd_fail(file->status, CD_DATA, "%s: byte %" PRIu64 ": %s", file->lines.path,
                       file->lines.offset, text);
    return cd_fail(file->status, CD_DATA, "%s: %s", file->lines.path, text);
}

enum cd_code cd_file_line(struct cd_mesh_file *file, char **text)
{
    enum cd_code code = cd_lines_next(&file->lines, text, file->status);
    file->line = file->lines.number;
    return code;
}

enum cd_code cd_file_real(struct cd_mesh_file *file, const char **text, const char *what, double *value)
{
    const char *token = *text = cd_skip_blanks(*text);
    if (!*token)
        return cd_file_fail(file, "%s: fewer than 3 numbers; write x y z", what);
    const char *problem = cd_scan_real(text, value);
    if (!problem)
        return CD_OK;
    return cd_file_fail(file, "%s: \"%s\" %s; write a finite decimal number", what, cd_quote_word(token).text,
                        problem);
}

enum cd_code cd_file_vertex(struct cd_mesh_file *file, struct cd_vec3 p)
{
    if (!cd_point_is_usable(&p))
        return cd_file_fail(file,
                            "vertex (%g, %g, %g): coordinates must be finite and at most %g in magnitude; "
                            "repair or scale the model",
                            p.x, p.y, p.z, CD_COORDINATE_MAX);
    if (file->mesh.vertex_count == CD_VERTICES_MAX)
        return cd_file_fail(file, "more than %" PRIu32 " vertices; split the file", CD_VERTICES_MAX);
    cd_build_vertex(&file->mesh, p);
    return CD_OK;
}

enum cd_code cd_file_read_vertex(struct cd_mesh_file *file, const char **text, const char *what)
{
    struct cd_vec3 p = {0, 0, 0};
    enum cd_code code = cd_file_real(file, text, what, &p.x);
    if (!code)
        code = cd_file_real(file, text, what, &p.y);
    if (!code)
        code = cd_file_real(file, text, what, &p.z);
    return code ? code : cd_file_vertex(file, p);
}

enum cd_code cd_file_corner(struct cd_mesh_file *file, struct cd_polygon *polygon, uint32_t vertex)
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
    return CD_OK;
}
