/// What the readers of mesh files share: the file, the position in it, the mesh that is built from it, and the reading
/// of words and numbers.
#ifndef CD_SCENES_READERS_MESH_FILE_H
#define CD_SCENES_READERS_MESH_FILE_H

#include "base/lines.h"
#include "scenes/builder.h"

#include <stdbool.h>
#include <stdint.h>

/// A mesh file being read, from its beginning.
struct cd_mesh_file {
    struct cd_lines lines;
    char head[513];    ///< the first bytes of the file, then NUL
    size_t head_bytes; ///< without that NUL
    const char *start; ///< of the text in `head`, after a byte order mark and blanks
    uint64_t line;     ///< named in messages; if it is 0, they name the byte that was read up to
    const char *text;  ///< what is left of the current line, for those who read word by word; NULL at the end
    struct cd_builder mesh;
    enum cd_code code;        ///< CD_OK until something is wrong
    struct cd_status *status; ///< what is wrong
};

/// A reader adds the content of the file to its mesh. It returns false when something is wrong, like all functions here
/// that return bool. Content that does not concern the geometry is skipped; anything else that is malformed is CD_DATA.
/// Memory grows with what is read, never with what the file claims; nodes and instances of glTF unfold to at most 100
/// vertices and triangles for each byte.
typedef bool cd_mesh_reader(struct cd_mesh_file *file);

/// Wavefront OBJ: `v` and `f` records (indices from 1 or back from -1).
cd_mesh_reader cd_read_obj;

/// PLY: text and binary of both byte orders; faces and triangle strips.
cd_mesh_reader cd_read_ply;

/// STL: text and binary.
cd_mesh_reader cd_read_stl;

/// Object File Format: text, with anything after coordinates and indices.
cd_mesh_reader cd_read_off;

/// glTF 2.0, text and binary, in double precision: node transforms and instances applied, points and lines dropped.
/// glTF 1.0 and meshes that Draco compressed are read by Assimp.
cd_mesh_reader cd_read_gltf;

/// Everything else that Assimp knows, in single precision: node transforms applied, points and lines dropped.
cd_mesh_reader cd_read_assimp;

/// Whether a file is exactly as long as a binary STL of the number of triangles that its head states. Then it is one,
/// whatever its first 80 bytes are.
bool cd_stl_is_whole(const struct cd_mesh_file *file);

/// The metres of the unit that a 3MF or AMF file states; 0 if that is unknown. Not for several threads at once.
double cd_unit_of_print(const char *path);

/// Returns false, with CD_DATA and a message: the path, the line or byte (unless both are 0), and the formatted text.
bool cd_file_fail(struct cd_mesh_file *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Returns false, with the code and a message about the file as a whole: the path and the formatted text.
bool cd_file_refuse(struct cd_mesh_file *file, enum cd_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Goes to the next line and writes it, NULL at the end of the file.
bool cd_file_line(struct cd_mesh_file *file, char **text);

/// Writes where the next `bytes` bytes are, NULL when the file has fewer left.
bool cd_file_bytes(struct cd_mesh_file *file, size_t bytes, const char **data);

/// Goes to the next word, on this line or a later one; `file->text` is NULL at the end of the file.
bool cd_file_word(struct cd_mesh_file *file);

/// Reads `count` numbers at `file->text`, after blanks, and moves past them. `what` names their record in the message.
bool cd_file_reals(struct cd_mesh_file *file, const char *what, int count, double *values);

/// Adds a vertex; CD_DATA when a coordinate is not finite or too large, or when there are too many.
bool cd_file_vertex(struct cd_mesh_file *file, struct cd_vec3 p);

/// A polygon or strip being read; starts as zero, `is_strip` set.
struct cd_polygon {
    bool is_strip;
    uint64_t corners; ///< so far
    uint32_t a, b;    ///< the next corner makes a triangle with these
};

/// Adds a corner, and from the third corner on also a triangle. A polygon is fanned from its first corner; every second
/// triangle of a strip is reversed.
bool cd_file_corner(struct cd_mesh_file *file, struct cd_polygon *polygon, uint32_t vertex);

/// Ends a polygon or strip. One of fewer than three corners is left out and counted.
void cd_file_face_end(struct cd_mesh_file *file, const struct cd_polygon *polygon);

// ---- words and numbers ------------------------------------------------------------------------------------

/// Skips blanks and tabs.
const char *cd_skip_blanks(const char *text);

/// Reads a signed decimal integer at `*text` up to the first other character and moves `*text` past it. False when
/// there is no digit. A number that overflows becomes INT64_MAX or -INT64_MAX.
bool cd_scan_integer(const char **text, int64_t *value);

/// The unsigned integer in `count` bytes, at most 8.
uint64_t cd_integer_of_bytes(const char *bytes, unsigned count, bool big_endian);

/// The IEEE number in 4 or 8 bytes.
double cd_real_of_bytes(const char *bytes, unsigned count, bool big_endian);

/// The number of characters before the next blank or the end, at most `max`.
int cd_token_length(const char *text, int max);

/// A word of a file as quoted in a message; long words are cut.
struct cd_quote {
    char text[44];
};

/// Quotes the word at `text`.
struct cd_quote cd_quote_word(const char *text);

#endif
