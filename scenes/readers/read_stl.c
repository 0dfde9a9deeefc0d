/// STL, both kinds: binary (80 bytes of anything, a count, 50 bytes per triangle) and text.
#include "base/text.h"
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { BINARY_HEADER = 84, BINARY_TRIANGLE = 50 };

/// A text file word by word.
struct words {
    struct cd_mesh_file *file;
    const char *text; ///< the current word; NULL at the end
};

static bool find_word(struct words *words)
{
    while (words->text) {
        words->text = cd_skip_blanks(words->text);
        if (*words->text)
            return true;
        char *line;
        if (!cd_file_line(words->file, &line))
            return false;
        words->text = line;
    }
    return true;
}

static bool is_word(const struct words *words, const char *word)
{
    size_t length = strlen(word);
    return words->text && strncasecmp(words->text, word, length) == 0 &&
           cd_token_length(words->text + length, 1) == 0;
}

static bool expected(struct words *words, const char *what)
{
    if (!words->text)
        return cd_file_fail(words->file, "ends where \"%s\" should be; the file is truncated", what);
    return cd_file_fail(words->file, "\"%s\" where \"%s\" should be; repair the file",
                        cd_quote_word(words->text).text, what);
}

static bool take(struct words *words, const char *word)
{
    if (!find_word(words))
        return false;
    if (!is_word(words, word))
        return expected(words, word);
    words->text += strlen(word);
    return true;
}

/// Goes to a number, or to whatever is in its place.
static bool find_number(struct words *words)
{
    return find_word(words) && (words->text || expected(words, "a number"));
}

/// Skips the normal, which is not needed: three words of any kind.
static bool take_normal(struct words *words)
{
    bool fine = take(words, "facet") && take(words, "normal");
    for (int k = 0; k < 3 && fine; k++) {
        fine = find_number(words);
        if (fine)
            words->text += cd_token_length(words->text, 1000);
    }
    return fine;
}

static bool take_corner(struct words *words, struct cd_polygon *facet)
{
    double at[3];
    bool fine = take(words, "vertex");
    for (int k = 0; k < 3 && fine; k++)
        fine = find_number(words) && cd_file_reals(words->file, &words->text, "vertex", 1, &at[k]);
    return fine && cd_file_vertex(words->file, cd_vec(at[0], at[1], at[2])) &&
           cd_file_corner(words->file, facet, words->file->mesh.vertex_count - 1);
}

static bool take_facet(struct words *words)
{
    struct cd_polygon facet = {0};
    bool fine = take_normal(words) && take(words, "outer") && take(words, "loop");
    while (fine && (fine = find_word(words)) && !is_word(words, "endloop"))
        fine = take_corner(words, &facet);
    fine = fine && take(words, "endloop") && take(words, "endfacet");
    cd_file_face_end(words->file, &facet);
    return fine;
}

/// Reads a solid. After its first and its last word there may be a name up to the end of the line.
static bool take_solid(struct words *words)
{
    bool fine = take(words, "solid");
    words->text = "";
    while (fine && (fine = find_word(words)) && is_word(words, "facet"))
        fine = take_facet(words);
    fine = fine && take(words, "endsolid");
    words->text = "";
    return fine;
}

static bool read_text(struct cd_mesh_file *file)
{
    struct words words = {.file = file, .text = ""};
    while (words.text)
        if (!take_solid(&words) || !find_word(&words))
            return false;
    return true;
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

/// The bytes after the last triangle that is counted may be triangles, or what some program adds.
static bool refuse_rest(struct cd_mesh_file *file, uint64_t stated, uint64_t rest)
{
    bool even = rest % BINARY_TRIANGLE == 0;
    char remedy[100];
    snprintf(remedy, sizeof remedy,
             even ? "if they are triangles, write %" PRIu64 " into bytes 80 to 83"
                  : "cut them off with `truncate -s %" PRIu64 "`",
             even ? stated + rest / BINARY_TRIANGLE : file->lines.file_bytes - rest);
    return cd_file_refuse(file, CD_DATA,
                          "is longer than it says: %" PRIu64 " byte%s after its %" PRIu64
                          " triangle%s of %d bytes; %s",
                          rest, cd_plural(rest), stated, cd_plural(stated), BINARY_TRIANGLE, remedy);
}

bool cd_read_stl(struct cd_mesh_file *file)
{
    uint64_t bytes = file->lines.file_bytes, stated = stated_triangles(file);
    uint64_t wanted = BINARY_HEADER + BINARY_TRIANGLE * stated;
    const char *skipped;
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
        return refuse_rest(file, stated, bytes - wanted);
    return cd_file_bytes(file, BINARY_HEADER, &skipped) && read_binary(file, stated);
}
