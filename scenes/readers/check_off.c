/// Object File Format (Geomview): an optional keyword, three counts, a line per vertex, a line per face.
/// Assimp clamps an index out of range to the last vertex, so indices are checked here.
#include "base/lines.h"
#include "scenes/readers/checks.h"
#include "scenes/readers/scan.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

struct off {
    struct cd_lines lines;
    const char *text; ///< the current line's rest, without comment; NULL at the end
    int64_t vertex_count, face_count;
    struct cd_status *status;
};

/// Goes to the next line that is not blank.
static enum cd_code next_line(struct off *off)
{
    char *line;
    do {
        enum cd_code code = cd_lines_next(&off->lines, &line, off->status);
        if (code)
            return code;
        if (line)
            line[strcspn(line, "#")] = 0;
        off->text = line ? cd_skip_blanks(line) : NULL;
    } while (off->text && !*off->text);
    return CD_OK;
}

static enum cd_code fail_here(struct off *off, const char *problem)
{
    return cd_fail(off->status, CD_DATA, "%s:%" PRIu64 ": %s", off->lines.path, off->lines.number, problem);
}

static enum cd_code truncated(struct off *off, const char *what, int64_t row, int64_t rows)
{
    return cd_fail(off->status, CD_DATA,
                   "%s:%" PRIu64 ": ends before %s %" PRId64 " of %" PRId64 "; the file is truncated",
                   off->lines.path, off->lines.number, what, row + 1, rows);
}

/// Skips a keyword such as OFF, COFF or STOFF.
static enum cd_code skip_keyword(struct off *off)
{
    int length = cd_token_length(off->text, 10);
    if (length < 3 || memcmp(off->text + length - 3, "OFF", 3) != 0)
        return CD_OK;
    off->text = cd_skip_blanks(off->text + length);
    if (strncmp(off->text, "BINARY", 6) == 0)
        return fail_here(off, "binary OFF; convert it to ASCII OFF or OBJ");
    return *off->text ? CD_OK : next_line(off);
}

static enum cd_code read_counts(struct off *off)
{
    int64_t counts[3];
    for (int i = 0; i < 3; i++) {
        if (off->text && !*off->text) {
            enum cd_code code = next_line(off);
            if (code)
                return code;
        }
        if (!off->text)
            return fail_here(off, "ends before the counts of vertices, faces and edges");
        if (!cd_scan_integer(&off->text, &counts[i]) || cd_token_length(off->text, 1) || counts[i] < 0)
            return fail_here(off, "no counts of vertices, faces and edges; is this an OFF file?");
        off->text = cd_skip_blanks(off->text);
    }
    if (*off->text)
        return fail_here(off, "more than three counts; put the first vertex on a line of its own");
    off->vertex_count = counts[0];
    off->face_count = counts[1];
    return CD_OK;
}

static enum cd_code check_vertex(struct off *off)
{
    for (int k = 0; k < 3; k++) {
        off->text = cd_skip_blanks(off->text);
        double ignored;
        const char *problem = cd_scan_real(&off->text, &ignored);
        if (problem)
            return cd_fail(off->status, CD_DATA, "%s:%" PRIu64 ": vertex: \"%s\" %s; write x y z",
                           off->lines.path, off->lines.number, cd_quote_word(off->text).text, problem);
    }
    return CD_OK;
}

static enum cd_code check_face(struct off *off, uint64_t *triangles)
{
    int64_t corners;
    if (!cd_scan_integer(&off->text, &corners) || cd_token_length(off->text, 1) || corners < 0)
        return fail_here(off, "face: no number of corners; write n, then n indices");
    for (int64_t k = 0; k < corners; k++) {
        off->text = cd_skip_blanks(off->text);
        int64_t index;
        if (!cd_scan_integer(&off->text, &index) || cd_token_length(off->text, 1))
            return fail_here(off, "face: fewer indices than corners, or something else between them");
        if (index < 0 || index >= off->vertex_count)
            return cd_fail(off->status, CD_DATA,
                           "%s:%" PRIu64 ": face: vertex %" PRId64 " does not exist (%" PRId64
                           " vertices); indices count from 0",
                           off->lines.path, off->lines.number, index, off->vertex_count);
    }
    *triangles += corners >= 3 ? (uint64_t)corners - 2 : 0;
    return CD_OK;
}

static enum cd_code check_rows(struct off *off, uint64_t *triangles)
{
    enum cd_code code = CD_OK;
    for (int64_t row = 0; !code && row < off->vertex_count; row++)
        if (!(code = next_line(off)))
            code = off->text ? check_vertex(off) : truncated(off, "vertex", row, off->vertex_count);
    for (int64_t row = 0; !code && row < off->face_count; row++)
        if (!(code = next_line(off)))
            code = off->text ? check_face(off, triangles) : truncated(off, "face", row, off->face_count);
    if (!code)
        code = next_line(off);
    if (!code && off->text)
        code = fail_here(off, "more lines than the counts say; the file is damaged");
    return code;
}

enum cd_code cd_check_off(const char *path, struct cd_file_contents *claim, struct cd_status *status)
{
    *claim = (struct cd_file_contents){.known = true};
    struct off off = {.status = status};
    enum cd_code code = cd_lines_open(&off.lines, path, status);
    if (code)
        return code;
    code = next_line(&off);
    if (!code && off.text)
        code = skip_keyword(&off);
    if (!code)
        code = read_counts(&off);
    if (!code)
        code = check_rows(&off, &claim->triangles);
    cd_lines_close(&off.lines);
    return code;
}
