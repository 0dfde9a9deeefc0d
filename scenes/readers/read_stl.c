/// STL, both kinds: binary (80 bytes of anything, a count, 50 bytes per triangle) and text.
#include "base/text.h"
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { BINARY_HEADER = 84, BINARY_TRIANGLE = 50 };

/// Fails where `what` should be.
static bool expected(struct cd_mesh_file *file, const char *what)
{
    if (!file->text)
        return cd_file_fail(file, "ends where \"%s\" should be; the file is truncated", what);
    return cd_file_fail(file, "\"%s\" where \"%s\" should be; repair the file",
                        cd_quote_word(file->text).text, what);
}

static bool is_word(const struct cd_mesh_file *file, const char *word)
{
    size_t length = strlen(word);
    return file->text && strncasecmp(file->text, word, length) == 0 &&
           cd_token_length(file->text + length, 1) == 0;
}

static bool take(struct cd_mesh_file *file, const char *word)
{
    if (!cd_file_word(file))
        return false;
    if (!is_word(file, word))
        return expected(file, word);
    file->text += strlen(word);
    return true;
}

/// Goes to a number, or to whatever is in its place.
static bool find_number(struct cd_mesh_file *file)
{
    return cd_file_word(file) && (file->text || expected(file, "a number"));
}

/// Reads a facet. Its normal is not needed: three words of any kind.
static bool take_facet(struct cd_mesh_file *file)
{
    struct cd_polygon facet = {0};
    bool fine = take(file, "facet") && take(file, "normal");
    for (int k = 0; k < 3 && fine; k++)
        if ((fine = find_number(file)))
            file->text += cd_token_length(file->text, 1000);
    fine = fine && take(file, "outer") && take(file, "loop");
    while (fine && (fine = cd_file_word(file)) && !is_word(file, "endloop")) {
        double at[3];
        fine = take(file, "vertex");
        for (int k = 0; k < 3 && fine; k++)
            fine = find_number(file) && cd_file_reals(file, "vertex", 1, &at[k]);
        fine = fine && cd_file_vertex(file, cd_vec(at[0], at[1], at[2])) &&
               cd_file_corner(file, &facet, file->mesh.vertex_count - 1);
    }
    fine = fine && take(file, "endloop") && take(file, "endfacet");
    cd_file_face_end(file, &facet);
    return fine;
}

/// Reads solids. After the first and the last word of each there may be a name up to the end of the line.
static bool read_text(struct cd_mesh_file *file)
{
    bool fine = true;
    for (file->text = ""; fine && file->text; fine = fine && cd_file_word(file)) {
        fine = take(file, "solid");
        file->text = "";
        while (fine && (fine = cd_file_word(file)) && is_word(file, "facet"))
            fine = take_facet(file);
        fine = fine && take(file, "endsolid");
        file->text = "";
    }
    return fine;
}

static bool read_binary(struct cd_mesh_file *file, uint64_t triangles)
{
    for (uint64_t i = 0; i < triangles; i++) {
        const char *data;
        if (!cd_file_bytes(file, BINARY_TRIANGLE, &data))
            return false;
        if (!data)
            return cd_file_refuse(file, CD_IO, "shrinks while it is read; try again");
        struct cd_polygon facet = {0};
        for (int k = 1; k <= 3; k++) { // after the normal
            const char *at = data + 12 * k;
            struct cd_vec3 p = cd_vec(cd_real_of_bytes(at, 4, false), cd_real_of_bytes(at + 4, 4, false),
                                      cd_real_of_bytes(at + 8, 4, false));
            if (!cd_file_vertex(file, p) || !cd_file_corner(file, &facet, file->mesh.vertex_count - 1))
                return false;
        }
    }
    return true;
}

/// The number of triangles that a binary file states.
static uint64_t stated_triangles(const struct cd_mesh_file *file)
{
    return file->head_bytes < BINARY_HEADER ? 0 : cd_integer_of_bytes(file->head + 80, 4, false);
}

bool cd_stl_is_whole(const struct cd_mesh_file *file)
{
    return file->lines.file_bytes == BINARY_HEADER + BINARY_TRIANGLE * stated_triangles(file);
}

bool cd_read_stl(struct cd_mesh_file *file)
{
    uint64_t bytes = file->lines.file_bytes, stated = stated_triangles(file);
    uint64_t wanted = BINARY_HEADER + BINARY_TRIANGLE * stated;
    const char *skipped;
    char remedy[100];
    // The bytes after the last triangle that is counted may be triangles, or what some program adds.
    snprintf(remedy, sizeof remedy,
             (bytes - wanted) % BINARY_TRIANGLE == 0 ? "if they are triangles, write %" PRIu64
                                                       " into bytes 80 to 83"
                                                     : "cut them off with `truncate -s %" PRIu64 "`",
             (bytes - wanted) % BINARY_TRIANGLE == 0 ? stated + (bytes - wanted) / BINARY_TRIANGLE : wanted);
    if (bytes != wanted && strncasecmp(file->start, "solid", 5) == 0 &&
        !memchr(file->head, 0, bytes < BINARY_HEADER ? bytes : BINARY_HEADER))
        return read_text(file);
    if (bytes < BINARY_HEADER)
        return cd_file_refuse(file, CD_DATA,
                              "has %" PRIu64 " byte%s, too few for an STL file; is it truncated?", bytes,
                              cd_plural(bytes));
    if (bytes < wanted)
        return cd_file_refuse(file, CD_DATA,
                              "claims %" PRIu64 " triangle%s and so %" PRIu64 " bytes, but has %" PRIu64
                              "; the file is truncated or damaged",
                              stated, cd_plural(stated), wanted, bytes);
    if (bytes > wanted)
        return cd_file_refuse(
            file, CD_DATA,
            "is longer than it says: %" PRIu64 " byte%s after its %" PRIu64 " triangle%s of %d bytes; %s",
            bytes - wanted, cd_plural(bytes - wanted), stated, cd_plural(stated), BINARY_TRIANGLE, remedy);
    return cd_file_bytes(file, BINARY_HEADER, &skipped) && read_binary(file, stated);
}
