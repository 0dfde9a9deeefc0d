/// Binary glTF 2.0, section "Binary glTF Layout": a header of 12 bytes with the length of the whole file,
/// then chunks, each behind its own length.
#include "base/lines.h"
#include "scenes/readers/checks.h"

#include <inttypes.h>
#include <string.h>

static uint32_t little_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static enum cd_code check_header(struct cd_lines *file, uint32_t *version, uint32_t *length,
                                 struct cd_status *status)
{
    const char *header;
    enum cd_code code = cd_lines_bytes(file, 12, &header, status);
    if (code)
        return code;
    if (!header || memcmp(header, "glTF", 4) != 0)
        return cd_fail(status, CD_DATA, "%s: does not begin like a GLB file; is it what its name says?",
                       file->path);
    *version = little_endian(header + 4);
    if (*version != 1 && *version != 2)
        return cd_fail(status, CD_DATA,
                       "%s: glTF version %" PRIu32 "; there are 1 and 2: the file is damaged", file->path,
                       *version);
    *length = little_endian(header + 8);
    if (*length > file->file_bytes)
        return cd_fail(status, CD_DATA,
                       "%s: claims %" PRIu32 " bytes but has %" PRIu64 "; the file is truncated or damaged",
                       file->path, *length, file->file_bytes);
    return CD_OK;
}

static enum cd_code check_chunks(struct cd_lines *file, struct cd_status *status)
{
    uint32_t version = 0, length = 0;
    enum cd_code code = check_header(file, &version, &length, status);
    while (!code && version == 2 && file->offset < length) {
        uint64_t at = file->offset;
        const char *header;
        code = cd_lines_bytes(file, 8, &header, status);
        if (code)
            return code;
        uint64_t end = at + 8 + (header ? little_endian(header) : 0);
        if (!header || end > length)
            return cd_fail(status, CD_DATA,
                           "%s: the chunk at byte %" PRIu64 " reaches beyond the end (byte %" PRIu32
                           "); the file is truncated or damaged",
                           file->path, at, length);
        while (!code && file->offset < end) {
            uint64_t left = end - file->offset;
            code = cd_lines_bytes(file, left < 65536 ? (size_t)left : 65536, &header, status);
            if (!code && !header)
                return cd_fail(status, CD_IO, "%s: shrinks while it is read; try again", file->path);
        }
    }
    return code;
}

enum cd_code cd_check_glb(const char *path, struct cd_file_contents *claim, struct cd_status *status)
{
    claim->known = false; // the JSON chunk would tell
    struct cd_lines file;
    enum cd_code code = cd_lines_open(&file, path, status);
    if (code)
        return code;
    code = check_chunks(&file, status);
    cd_lines_close(&file);
    return code;
}
