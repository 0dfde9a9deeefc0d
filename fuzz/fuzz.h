/// What fuzz targets share. A target is a file `fuzz/<name>.c` with one function that takes any bytes:
///
///     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
///     {
///         return fuzz_mesh("mesh.obj", data, size);
///     }
///
/// It aborts on what must never be. Inputs that are kept lie in `fuzz/corpus/<name>/`.
#ifndef CD_FUZZ_FUZZ_H
#define CD_FUZZ_FUZZ_H

#include "base/folder.h"
#include "base/status.h"
#include "scenes/mesh.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char fuzz_folder[] = "/tmp/cdbench-XXXXXX";

static inline void fuzz_clear(void)
{
    cd_folder_remove(fuzz_folder);
}

/// The path of a name in a folder that is removed at exit, valid until the next call.
static inline const char *fuzz_path(const char *name)
{
    static char path[PATH_MAX + 64];
    if (!*path)
        CD_ASSERT(mkdtemp(fuzz_folder) && !atexit(fuzz_clear));
    snprintf(path, sizeof path, "%s/%s", fuzz_folder, name);
    return path;
}

/// Writes a file there.
static inline const char *fuzz_file(const char *name, const void *data, size_t size)
{
    const char *path = fuzz_path(name);
    FILE *file = fopen(path, "w");
    CD_ASSERT(file && fwrite(data, 1, size, file) == size && !fclose(file));
    return path;
}

/// Writes files there: the input is one behind the other, each ended by a form feed. What is empty is not there.
static inline void fuzz_files(const char *const *names, size_t count, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *end = size ? memchr(data, '\f', size) : NULL;
        size_t part = end ? (size_t)(end - data) : size;
        if (part)
            fuzz_file(names[i], data, part);
        else
            remove(fuzz_path(names[i]));
        data += part + !!end;
        size -= part + !!end;
    }
}

/// A text of the bytes up to the first NUL; the caller's by free.
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/// Holds a reader to what it owes: a documented code, and with a failure one line that a terminal can show.
static inline bool fuzz_fine(enum cd_code code, const struct cd_status *status)
{
    CD_ASSERT(code == CD_OK || code == CD_USAGE || code == CD_DATA || code == CD_IO);
    CD_ASSERT(!code || (status->code == code && *status->text && !strpbrk(status->text, "\n\r\033")));
    return !code;
}

/// Reads a mesh. What is written of it is read again as the same.
static inline int fuzz_mesh(const char *name, const uint8_t *data, size_t size)
{
    struct cd_mesh *mesh, *again;
    struct cd_status status = {0};
    if (!fuzz_fine(cd_mesh_load(fuzz_file(name, data, size), NULL, &mesh, &status), &status))
        return 0;
    const char *path = fuzz_path("again.obj");
    FILE *file = fopen(path, "w");
    CD_ASSERT(file);
    cd_mesh_write_obj(mesh, file);
    fclose(file);
    CD_ASSERT(!cd_mesh_load(path, NULL, &again, &status) && cd_hash_equal(mesh->hash, again->hash));
    cd_mesh_destroy(mesh);
    cd_mesh_destroy(again);
    return 0;
}

// ---- numbers out of bytes ---------------------------------------------------------------------------------

/// Bytes that are taken from the front; behind the last one there are zeros.
struct fuzz_bytes {
    const uint8_t *data;
    size_t size;
};

static inline unsigned fuzz_byte(struct fuzz_bytes *bytes)
{
    if (!bytes->size)
        return 0;
    bytes->size--;
    return *bytes->data++;
}

/// A coordinate, -8 to 7 mostly; a few last places off, or of any magnitude up to a limit, for some bytes.
static inline double fuzz_real(struct fuzz_bytes *bytes, double limit)
{
    unsigned how = fuzz_byte(bytes);
    double value = (int)(how & 15) - 8;
    if (how >> 4 == 15) {
        int exponent = (int)fuzz_byte(bytes);
        value = ldexp(value, exponent < 128 ? exponent - 64 : (exponent - 192) * 16);
    }
    if (how >> 4 >= 14)
        for (unsigned steps = fuzz_byte(bytes) & 3; steps; steps--)
            value = nextafter(value, how & 16 ? INFINITY : -INFINITY);
    return fabs(value) <= limit ? value : limit;
}

static inline struct cd_vec3 fuzz_point(struct fuzz_bytes *bytes, double limit)
{
    struct cd_vec3 p;
    p.x = fuzz_real(bytes, limit);
    p.y = fuzz_real(bytes, limit);
    p.z = fuzz_real(bytes, limit);
    return p;
}

#endif
