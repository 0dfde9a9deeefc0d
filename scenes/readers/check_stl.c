/// STL, both kinds: binary (80 bytes of anything, a count, 50 bytes a triangle) and text.
#include "base/lines.h"
#include "scenes/readers/checks.h"
#include "scenes/readers/scan.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { BINARY_HEADER = 84, BINARY_TRIANGLE = 50 };

/// A text file word by word.
struct words {
    struct cd_lines lines;
    const char *text; ///< the current word; NULL at the end
    struct cd_status *status;
};

static enum cd_code find_word(struct words *words)
{
    while (words->text) {
        words->text = cd_skip_blanks(words->text);
        if (*words->text)
            return CD_OK;
        char *line;
        enum cd_code code = cd_lines_next(&words->lines, &line, words->status);
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
        return cd_fail(words->status, CD_DATA, "%s:%" PRIu64 ": ends where \"%s\" should be; it is truncated",
                       words->lines.path, words->lines.number, what);
    return cd_fail(words->status, CD_DATA, "%s:%" PRIu64 ": \"%s\" where \"%s\" should be; repair the file",
                   words->lines.path, words->lines.number, cd_quote_word(words->text).text, what);
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

/// Takes three numbers; those of a normal, which nobody needs, may be anything.
static enum cd_code take_numbers(struct words *words, bool any)
{
    for (int k = 0; k < 3; k++) {
        enum cd_code code = find_word(words);
        if (code)
            return code;
        if (!words->text)
            return expected(words, "a number");
        double ignored;
        const char *problem = NULL;
        if (any)
            words->text += cd_token_length(words->text, 1000);
        else
            problem = cd_scan_real(&words->text, &ignored);
        if (problem)
            return cd_fail(words->status, CD_DATA, "%s:%" PRIu64 ": vertex: \"%s\" %s; write x y z",
                           words->lines.path, words->lines.number, cd_quote_word(words->text).text, problem);
    }
    return CD_OK;
}

static enum cd_code take_facet(struct words *words)
{
    enum cd_code code = take(words, "facet", "normal");
    if (!code)
        code = take_numbers(words, true);
    if (!code)
        code = take(words, "outer", "loop");
    for (int k = 0; k < 3 && !code; k++) {
        code = take(words, "vertex", NULL);
        if (!code)
            code = take_numbers(words, false);
    }
    if (!code)
        code = take(words, "endloop", NULL);
    if (!code)
        code = take(words, "endfacet", NULL);
    return code;
}

/// Takes a solid; behind its first and last word may be a name up to the end of the line.
static enum cd_code take_solid(struct words *words, uint64_t *triangles)
{
    enum cd_code code = take(words, "solid", NULL);
    if (code)
        return code;
    words->text = "";
    while (!(code = find_word(words)) && is_word(words, "facet")) {
        code = take_facet(words);
        if (code)
            return code;
        ++*triangles;
    }
    if (!code)
        code = take(words, "endsolid", NULL);
    if (!code)
        words->text = "";
    return code;
}

static enum cd_code check_text(const char *path, uint64_t *triangles, struct cd_status *status)
{
    struct words words = {.text = "", .status = status};
    enum cd_code code = cd_lines_open(&words.lines, path, status);
    if (code)
        return code;
    do {
        code = take_solid(&words, triangles);
        if (!code)
            code = find_word(&words);
    } while (!code && words.text);
    cd_lines_close(&words.lines);
    return code;
}

/// What the first bytes tell.
static enum cd_code look(const char *path, bool *is_text, uint64_t *claimed, uint64_t *bytes,
                         struct cd_status *status)
{
    struct cd_lines file;
    enum cd_code code = cd_lines_open(&file, path, status);
    if (code)
        return code;
    *bytes = file.file_bytes;
    *claimed = 0;
    size_t length = *bytes < BINARY_HEADER ? (size_t)*bytes : BINARY_HEADER;
    const char *data;
    code = cd_lines_bytes(&file, length, &data, status);
    if (!code && data) {
        size_t blanks = 0;
        while (blanks < length && strchr(" \t\r\n", data[blanks]) && data[blanks])
            blanks++;
        *is_text =
            length - blanks >= 5 && strncasecmp(data + blanks, "solid", 5) == 0 && !memchr(data, 0, length);
        const unsigned char *count = (const unsigned char *)data + 80;
        if (length == BINARY_HEADER)
            *claimed = (uint64_t)count[0] | (uint64_t)count[1] << 8 | (uint64_t)count[2] << 16 |
                       (uint64_t)count[3] << 24;
    }
    cd_lines_close(&file);
    return code;
}

enum cd_code cd_check_stl(const char *path, struct cd_file_contents *claim, struct cd_status *status)
{
    *claim = (struct cd_file_contents){.known = true};
    bool is_text = false;
    uint64_t claimed, bytes;
    enum cd_code code = look(path, &is_text, &claimed, &bytes, status);
    if (code)
        return code;
    uint64_t wanted = BINARY_HEADER + BINARY_TRIANGLE * claimed;
    if (is_text && bytes != wanted)
        return check_text(path, &claim->triangles, status);
    if (bytes < BINARY_HEADER)
        return cd_fail(status, CD_DATA, "%s: %" PRIu64 " bytes are too few for an STL file; is it whole?",
                       path, bytes);
    if (bytes != wanted)
        return cd_fail(status, CD_DATA,
                       "%s: claims %" PRIu64 " triangles, which take %" PRIu64 " bytes, but has %" PRIu64
                       "; the file is truncated or damaged",
                       path, claimed, wanted, bytes);
    claim->triangles = claimed;
    return CD_OK;
}
