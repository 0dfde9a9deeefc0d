/// STL, both kinds: binary (80 bytes of anything, a count, 50 bytes a triangle) and text.
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

static enum cd_code find_word(struct words *words)
{
    while (words->text) {
        words->text = cd_skip_blanks(words->text);
        if (*words->text)
            return CD_OK;
        char *line;
        enum cd_code code = cd_file_line(words->file, &line);
        words->text = line;
        if (code)
            return code;
    }
    return CD_OK;
}

static bool is_word(const struct words *words, const char *word)
{
    size_t length = strlen(word);
    return words->text && strncasecmp(words->text, word, length) == 0 &&
           cd_token_length(words->text + length, 1) == 0;
}

static enum cd_code expected(struct words *words, const char *what)
{
    if (!words->text)
        return cd_file_fail(words->file, "ends where \"%s\" should be; it is truncated", what);
    return cd_file_fail(words->file, "\"%s\" where \"%s\" should be; repair the file",
                        cd_quote_word(words->text).text, what);
}

/// Takes a phrase of one or two words.
static enum cd_code take(struct words *words, const char *first, const char *second)
{
    const char *phrase[2] = {first, second};
    for (int i = 0; i < 2 && phrase[i]; i++) {
        enum cd_code code = find_word(words);
        if (code)
            return code;
        if (!is_word(words, phrase[i]))
            return expected(words, phrase[i]);
        words->text += strlen(phrase[i]);
    }
    return CD_OK;
}

/// Takes the normal, which nobody needs: three words of any kind.
static enum cd_code take_normal(struct words *words)
{
    enum cd_code code = take(words, "facet", "normal");
    for (int k = 0; k < 3 && !code; k++) {
        code = find_word(words);
        if (!code && !words->text)
            code = expected(words, "a number");
        if (!code)
            words->text += cd_token_length(words->text, 1000);
    }
    return code;
}

static enum cd_code take_corner(struct words *words, struct cd_polygon *facet)
{
    double at[3];
    enum cd_code code = take(words, "vertex", NULL);
    for (int k = 0; k < 3 && !code; k++) {
        code = find_word(words);
        if (!code && !words->text)
            code = expected(words, "a number");
        if (!code)
            code = cd_file_reals(words->file, &words->text, "vertex", 1, &at[k]);
    }
    if (!code)
        code = cd_file_vertex(words->file, cd_vec(at[0], at[1], at[2]));
    return code ? code : cd_file_corner(words->file, facet, words->file->mesh.vertex_count - 1);
}

static enum cd_code take_facet(struct words *words)
{
    struct cd_polygon facet = {0};
    enum cd_code code = take_normal(words);
    if (!code)
        code = take(words, "outer", "loop");
    for (int k = 0; k < 3 && !code; k++)
        code = take_corner(words, &facet);
    if (!code)
        code = take(words, "endloop", NULL);
    if (!code)
        code = take(words, "endfacet", NULL);
    return code;
}

/// Takes a solid; behind its first and last word may be a name up to the end of the line.
static enum cd_code take_solid(struct words *words)
{
    enum cd_code code = take(words, "solid", NULL);
    if (code)
        return code;
    words->text = "";
    while (!(code = find_word(words)) && is_word(words, "facet")) {
        code = take_facet(words);
        if (code)
            return code;
    }
    if (!code)
        code = take(words, "endsolid", NULL);
    if (!code)
        words->text = "";
    return code;
}

static enum cd_code read_text(struct cd_mesh_file *file)
{
    struct words words = {.file = file, .text = ""};
    enum cd_code code;
    do {
        code = take_solid(&words);
        if (!code)
            code = find_word(&words);
    } while (!code && words.text);
    return code;
}

static enum cd_code read_binary(struct cd_mesh_file *file, uint64_t triangles)
{
    for (uint64_t i = 0; i < triangles; i++) {
        const char *data;
        enum cd_code code = cd_lines_bytes(&file->lines, BINARY_TRIANGLE, &data, file->status);
        if (!code && !data)
            code = cd_fail(file->status, CD_IO, "%s: shrinks while it is read; try again", file->lines.path);
        struct cd_polygon facet = {0};
        for (int k = 1; k <= 3 && !code; k++) { // behind the normal
            const char *at = data + 12 * k;
            code = cd_file_vertex(file,
                                  cd_vec(cd_real_of_bytes(at, 4, false), cd_real_of_bytes(at + 4, 4, false),
                                         cd_real_of_bytes(at + 8, 4, false)));
            if (!code)
                code = cd_file_corner(file, &facet, file->mesh.vertex_count - 1);
        }
        if (code)
            return code;
    }
    return CD_OK;
}

static bool begins_with_solid(const char *data, size_t length)
{
    size_t blanks = 0;
    while (blanks < length && data[blanks] && strchr(" \t\r\n", data[blanks]))
        blanks++;
    return length - blanks >= 5 && strncasecmp(data + blanks, "solid", 5) == 0 && !memchr(data, 0, length);
}

enum cd_code cd_read_stl(struct cd_mesh_file *file)
{
    uint64_t bytes = file->lines.file_bytes;
    size_t length = bytes < BINARY_HEADER ? (size_t)bytes : BINARY_HEADER;
    const char *data;
    enum cd_code code = cd_lines_bytes(&file->lines, length, &data, file->status);
    if (code)
        return code;
    uint64_t claimed = data && length == BINARY_HEADER ? cd_integer_of_bytes(data + 80, 4, false) : 0;
    uint64_t wanted = BINARY_HEADER + BINARY_TRIANGLE * claimed;
    if (data && begins_with_solid(data, length) && bytes != wanted) {
        cd_lines_unread(&file->lines, length);
        return read_text(file);
    }
    if (!data || bytes < BINARY_HEADER)
        return cd_fail(file->status, CD_DATA,
                       "%s: %" PRIu64 " bytes are too few for an STL file; is it whole?", file->lines.path,
                       bytes);
    if (bytes != wanted)
        return cd_fail(file->status, CD_DATA,
                       "%s: claims %" PRIu64 " triangles, which take %" PRIu64 " bytes, but has %" PRIu64
                       "; the file is truncated or damaged",
                       file->lines.path, claimed, wanted, bytes);
    return read_binary(file, claimed);
}
