/// A text file line by line, in bounded memory whatever the file claims or contains.
#ifndef CD_BASE_LINES_H
#define CD_BASE_LINES_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Longest line that is read; nobody writes a polygon that long.
#define CD_LINE_BYTES_MAX ((size_t)256 << 20)

/// What ends a line. In a file several kinds may occur.
enum cd_line_end { CD_ENDS_WITH_FILE, CD_ENDS_WITH_LF, CD_ENDS_WITH_CR, CD_ENDS_WITH_CRLF };

/// An open file and the part of it that is in memory. Made by `cd_lines_open`, freed by `cd_lines_close`.
struct cd_lines {
    const char *path; ///< borrowed, for messages
    int descriptor;
    uint64_t file_bytes; ///< size when it was opened
    char *buffer;
    size_t capacity, begin, end; ///< [begin, end) of the buffer is read but not yet handed out
    uint64_t offset;             ///< of `begin` in the file
    uint64_t number;             ///< of the line handed out last, from 1
    bool at_end;                 ///< the rest of the file is in the buffer
    enum cd_line_end ending;     ///< of the line handed out last
    uint64_t next[3];            ///< where in the file the next NUL, LF and CR are, as far as is known
};

/// Opens a regular file for reading without waiting on anything; `path` must stay valid. CD_IO, naming the path
/// and the remedy, when it is missing, unreadable, or a directory, pipe or device; nothing needs closing then.
enum cd_code cd_lines_open(struct cd_lines *lines, const char *path, struct cd_status *status);

/// The same for a copy of a text in memory; `name` stands for the path.
void cd_lines_of_text(struct cd_lines *lines, const char *name, const char *text);

/// Hands out the next line, NUL-terminated, without its end (LF, CR or CR LF) and without the byte order mark of UTF-8
/// before the first one; valid until the next call, NULL after the last line. A NUL byte within a line is CD_DATA: the
/// file is not text.
enum cd_code cd_lines_next(struct cd_lines *lines, char **line, struct cd_status *status);

/// Gives back the LF of the CR LF that ended the line handed out last: it belongs to the data that follow.
void cd_lines_give_back_lf(struct cd_lines *lines);

/// Hands out the next `bytes` bytes, valid until the next call; NULL when the file has fewer left.
enum cd_code cd_lines_bytes(struct cd_lines *lines, size_t bytes, const char **data,
                            struct cd_status *status);

/// Closes the file and frees the buffer.
void cd_lines_close(struct cd_lines *lines);

// Some files are not what their names say: a Git LFS pointer, a web page, an archive.

/// Returns what begins with these bytes, and what to do ("a ZIP archive; unpack it first, as with `unzip`"), or NULL if
/// it may be what it should be. `extension` is that of a mesh file ("", or with the dot). NULL stands for other files,
/// which may begin like a mesh.
const char *cd_foreign(const char *head, size_t bytes, const char *extension);

/// The same for an open file that is no mesh.
const char *cd_foreign_file(int descriptor);

#endif
