/// Object File Format (Geomview): an optional keyword, which the first count may touch; the counts of vertices, faces and
/// edges, of which the last, not needed here, may be missing; a line per vertex, a line per face. The data that keywords
/// such as COFF or NOFF announce comes after the coordinates and is skipped. 4OFF has a fourth coordinate, by which the
/// others are divided.
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

struct off {
    struct cd_mesh_file *file;
    const char *text; ///< the current line's rest, without comment; NULL at the end
    bool homogeneous;
    bool held; ///< the current line is yet to be read
    int64_t vertex_count, face_count;
};

/// Goes to the next line that is not blank.
static bool next_line(struct off *off)
{
    char *line;
    if (off->held) {
        off->held = false;
        return true;
    }
    do {
        if (!cd_file_line(off->file, &line))
            return false;
        if (line)
            line[strcspn(line, "#")] = 0;
        off->text = line ? cd_skip_blanks(line) : NULL;
    } while (off->text && !*off->text);
    return true;
}

/// Reads a keyword such as OFF, COFF or 4OFF.
static bool read_keyword(struct off *off)
{
    size_t letters = strspn(off->text, "STCN4n");
    if (strncmp(off->text + letters, "OFF", 3) != 0)
        return true;
    if (memchr(off->text, 'n', letters))
        return cd_file_fail(off->file, "nOFF, of any number of dimensions; convert it to OFF or OBJ");
    off->homogeneous = memchr(off->text, '4', letters);
    off->text = cd_skip_blanks(off->text + letters + 3);
    if (strncmp(off->text, "BINARY", 6) == 0)
        return cd_file_fail(off->file, "binary OFF; convert it to ASCII OFF or OBJ");
    return *off->text || next_line(off);
}

static bool read_counts(struct off *off)
{
    int64_t counts[3];
    for (int i = 0; i < 3; i++) {
        bool begins_line = off->text && !*off->text;
        if (begins_line && !next_line(off))
            return false;
        // A line of several numbers after two counts is the first vertex.
        off->held = i == 2 && begins_line &&
                    (!off->text || *cd_skip_blanks(off->text + cd_token_length(off->text, 1000)));
        if (off->held)
            break;
        if (!off->text)
            return cd_file_fail(off->file,
                                "ends before the counts of vertices, faces and edges; the file is truncated");
        if (!cd_scan_integer(&off->text, &counts[i]) || cd_token_length(off->text, 1) || counts[i] < 0)
            return cd_file_fail(off->file, "no counts of vertices, faces and edges; is this an OFF file?");
        off->text = cd_skip_blanks(off->text);
    }
    if (!off->held && *off->text)
        return cd_file_fail(off->file, "more than three counts; put the first vertex on a line of its own");
    off->vertex_count = counts[0];
    off->face_count = counts[1];
    return true;
}

static bool read_vertex(struct off *off)
{
    double at[4] = {0, 0, 0, 1};
    if (!cd_file_reals(off->file, &off->text, "vertex", off->homogeneous ? 4 : 3, at))
        return false;
    if (at[3] == 0)
        return cd_file_fail(off->file,
                            "vertex: its fourth coordinate is 0, and the others are divided by it");
    return cd_file_vertex(off->file, cd_vec(at[0] / at[3], at[1] / at[3], at[2] / at[3]));
}

/// Reads the number of corners and their indices; a colour may follow.
static bool read_face(struct off *off)
{
    int64_t corners;
    if (!cd_scan_integer(&off->text, &corners) || cd_token_length(off->text, 1) || corners < 0)
        return cd_file_fail(off->file, "face: no number of corners; write n, then n indices");
    struct cd_polygon polygon = {0};
    for (int64_t k = 0; k < corners; k++) {
        off->text = cd_skip_blanks(off->text);
        int64_t index;
        if (!cd_scan_integer(&off->text, &index) || cd_token_length(off->text, 1))
            return cd_file_fail(off->file,
                                "face: fewer indices than corners, or something else between them");
        if (index < 0 || index >= off->vertex_count)
            return cd_file_fail(off->file,
                                "face: vertex %" PRId64 " does not exist (%" PRId64
                                " vertices); indices count from 0",
                                index, off->vertex_count);
        if (!cd_file_corner(off->file, &polygon, (uint32_t)index))
            return false;
    }
    cd_file_face_end(off->file, &polygon);
    return true;
}

static bool read_rows(struct off *off, const char *what, int64_t rows, bool (*read_row)(struct off *off))
{
    for (int64_t row = 0; row < rows; row++) {
        if (!next_line(off))
            return false;
        if (!off->text)
            return cd_file_fail(off->file, "ends before %s %" PRId64 " of %" PRId64 "; the file is truncated",
                                what, row + 1, rows);
        if (!read_row(off))
            return false;
    }
    return true;
}

bool cd_read_off(struct cd_mesh_file *file)
{
    struct off off = {.file = file};
    bool whole = next_line(&off) && (!off.text || read_keyword(&off)) && read_counts(&off) &&
                 read_rows(&off, "vertex", off.vertex_count, read_vertex) &&
                 read_rows(&off, "face", off.face_count, read_face) && next_line(&off);
    if (whole && off.text)
        return cd_file_fail(file, "more lines than the counts say; the file is damaged");
    return whole;
}
