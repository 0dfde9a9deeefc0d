/// Object File Format (Geomview): an optional keyword, which the first count may touch; the counts of vertices, faces and
/// edges, of which the last, not needed here, may be missing; a line per vertex, a line per face. The data that keywords
/// such as COFF or NOFF announce comes after the coordinates and is skipped. 4OFF has a fourth coordinate, by which the
/// others are divided.
#include "scenes/readers/mesh_file.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/// Goes to the next line that is not blank, without its comment.
static bool next_line(struct cd_mesh_file *file)
{
    char *line;
    do {
        if (!cd_file_line(file, &line))
            return false;
        if (line)
            line[strcspn(line, "#")] = 0;
        file->text = line ? cd_skip_blanks(line) : NULL;
    } while (file->text && !*file->text);
    return true;
}

/// Reads a keyword such as OFF, COFF or 4OFF, if there is one, and the counts. `*held` says whether the line after them
/// is already there.
static bool read_head(struct cd_mesh_file *file, bool *homogeneous, int64_t counts[3], bool *held)
{
    if (!next_line(file))
        return false;
    size_t letters = file->text ? strspn(file->text, "STCN4n") : 0;
    if (file->text && strncmp(file->text + letters, "OFF", 3) == 0) {
        if (memchr(file->text, 'n', letters))
            return cd_file_fail(file, "nOFF, of any number of dimensions; convert it to OFF or OBJ");
        *homogeneous = memchr(file->text, '4', letters);
        file->text = cd_skip_blanks(file->text + letters + 3);
        if (strncmp(file->text, "BINARY", 6) == 0)
            return cd_file_fail(file, "binary OFF; convert it to ASCII OFF or OBJ");
    }
    *held = false;
    for (int i = 0; i < 3 && !*held; i++) {
        bool begins_line = file->text && !*file->text;
        if (begins_line && !next_line(file))
            return false;
        // A line of several numbers after two counts is the first vertex.
        *held = i == 2 && begins_line &&
                (!file->text || *cd_skip_blanks(file->text + cd_token_length(file->text, 1000)));
        if (*held)
            return true;
        if (!file->text)
            return cd_file_fail(file,
                                "ends before the counts of vertices, faces and edges; the file is truncated");
        if (!cd_scan_integer(&file->text, &counts[i]) || cd_token_length(file->text, 1) || counts[i] < 0)
            return cd_file_fail(file, "no counts of vertices, faces and edges; is this an OFF file?");
        file->text = cd_skip_blanks(file->text);
    }
    return !*file->text ||
           cd_file_fail(file, "more than three counts; put the first vertex on a line of its own");
}

/// Reads the number of corners and their indices; a colour may follow.
static bool read_face(struct cd_mesh_file *file, int64_t vertices)
{
    int64_t corners, index;
    struct cd_polygon polygon = {0};
    if (!cd_scan_integer(&file->text, &corners) || cd_token_length(file->text, 1) || corners < 0)
        return cd_file_fail(file, "face: no number of corners; write n, then n indices");
    for (int64_t k = 0; k < corners; k++) {
        file->text = cd_skip_blanks(file->text);
        if (!cd_scan_integer(&file->text, &index) || cd_token_length(file->text, 1))
            return cd_file_fail(file, "face: fewer indices than corners, or something else between them");
        if (index < 0 || index >= vertices)
            return cd_file_fail(
                file, "face: vertex %" PRId64 " does not exist (%" PRId64 " vertices); indices count from 0",
                index, vertices);
        if (!cd_file_corner(file, &polygon, (uint32_t)index))
            return false;
    }
    cd_file_face_end(file, &polygon);
    return true;
}

bool cd_read_off(struct cd_mesh_file *file)
{
    int64_t counts[3];
    bool homogeneous = false, held;
    if (!read_head(file, &homogeneous, counts, &held))
        return false;
    for (int faces = 0; faces < 2; faces++)
        for (int64_t row = 0; row < counts[faces]; row++, held = false) {
            if (!held && !next_line(file))
                return false;
            if (!file->text)
                return cd_file_fail(file, "ends before %s %" PRId64 " of %" PRId64 "; the file is truncated",
                                    faces ? "face" : "vertex", row + 1, counts[faces]);
            double at[4] = {0, 0, 0, 1};
            if (!(faces ? read_face(file, counts[0])
                        : cd_file_reals(file, "vertex", homogeneous ? 4 : 3, at)))
                return false;
            if (at[3] == 0)
                return cd_file_fail(file,
                                    "vertex: its fourth coordinate is 0, and the others are divided by it");
            if (!faces && !cd_file_vertex(file, cd_vec(at[0] / at[3], at[1] / at[3], at[2] / at[3])))
                return false;
        }
    return (held || next_line(file)) &&
           (!file->text || cd_file_fail(file, "more lines than the counts say; the file is damaged"));
}
