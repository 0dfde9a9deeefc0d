/// glTF 2.0, text and binary, in double precision, after the specification of the Khronos Group
/// (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html), whose names the code uses. Integers as positions are
/// KHR_mesh_quantization, instances EXT_mesh_gpu_instancing. What is morphed or animated by a skin stays as it is stored.
#include "scenes/readers/mesh_file.h"

#include "base/memory.h"
#include "scenes/readers/affine.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/// The most vertices, and the most triangles, that nodes and instances may unfold a file to: this many, and this many
/// for each of its bytes.
#define UNFOLDED_MAX      200000000u
#define UNFOLDED_PER_BYTE 1000u

/// The most nodes from a root to a leaf.
#define DEPTH_MAX 1000

enum { BYTE = 5120, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT = 5125, FLOAT };
enum { POINTS, TRIANGLES = 4, TRIANGLE_STRIP, TRIANGLE_FAN };

/// Values of integers that a file leaves out.
static const uint64_t REQUIRED = UINT64_MAX, NONE = UINT64_MAX - 1;

/// An element of one of the top-level arrays.
struct item {
    const char *kind; ///< "accessor"
    uint64_t number;
    json_t *json;
};

/// The bytes of a buffer, in memory or in an open file.
struct source {
    bool is_open;
    char *bytes;          ///< of a data URI
    struct cd_lines file; ///< another file
    int descriptor;       ///< of a file
    uint64_t begin, length;
};

struct gltf {
    struct cd_mesh_file *file;
    json_t *root;
    struct source binary; ///< the chunk of a GLB
    struct source *buffers;
    bool *visited;  ///< for each node
    uint64_t bytes; ///< of all files
};

/// Reports the first thing that is wrong, with its place. Returns false.
__attribute__((format(printf, 3, 4))) static bool wrong(struct gltf *gltf, const struct item *item,
                                                        const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!gltf->file->code)
        cd_file_refuse(gltf->file, CD_DATA, "%s %" PRIu64 ": %s", item->kind, item->number, text);
    return false;
}

/// The integer `key` of `object`, a part of the item. `otherwise` is its value where it is missing.
static uint64_t integer(struct gltf *gltf, const struct item *item, const json_t *object, const char *key,
                        uint64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    if (!value && otherwise != REQUIRED)
        return otherwise;
    double number = json_number_value(value);
    if (!value)
        wrong(gltf, item, "no %s; the file is damaged", key);
    else if (!json_is_number(value) || number < 0 || number > 0x1p48 || floor(number) < number)
        wrong(gltf, item, "%s is not a number of things; the file is damaged", key);
    else
        return (uint64_t)number;
    return 0;
}

/// Finds the item of a number. Returns false, with a message that names `user`, if there is none.
static bool find(struct gltf *gltf, const struct item *user, const char *kind, uint64_t number,
                 struct item *item)
{
    char list[20];
    snprintf(list, sizeof list, "%s%s", kind, strcmp(kind, "mesh") == 0 ? "es" : "s");
    *item = (struct item){kind, number, json_array_get(json_object_get(gltf->root, list), number)};
    if (!json_is_object(item->json))
        wrong(gltf, user, "names %s %" PRIu64 ", which does not exist; the file is damaged", kind, number);
    return !gltf->file->code;
}

static bool lists(const struct gltf *gltf, const char *list, const char *name)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(gltf->root, list), i,
                       entry) if (json_is_string(entry) &&
                                  strcmp(json_string_value(entry), name) == 0) return true;
    return false;
}

static json_t *extension(const json_t *object, const char *name)
{
    return json_object_get(json_object_get(object, "extensions"), name);
}

// ---- buffers ----------------------------------------------------------------------------------------------

static int base64_value(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *digit = c ? strchr(digits, c) : NULL;
    return digit ? (int)(digit - digits) : -1;
}

static bool open_data(struct gltf *gltf, const struct item *buffer, const char *uri, struct source *source)
{
    const char *comma = strchr(uri, ','), *text = comma + 1;
    if (!comma || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0)
        return wrong(gltf, buffer, "a data URI that is not base64; save the file with a separate .bin");
    size_t digits = strlen(text);
    for (int padding = 0; padding < 2 && digits && text[digits - 1] == '='; padding++)
        digits--;
    source->bytes = cd_allocate(digits * 3 / 4 + 1, 1);
    for (size_t i = 0, bits = 0; i < digits; i++) {
        int value = base64_value(text[i]);
        if (value < 0)
            return wrong(gltf, buffer, "a data URI with a character that is not base64; the file is damaged");
        bits = bits << 6 | (unsigned)value;
        if (i % 4)
            source->bytes[source->length++] = (char)(bits >> (6 - i % 4 * 2));
    }
    return true;
}

/// Writes what an URI names: "a%20b" is "a b". Percent signs that encode nothing are kept.
static void decode(const char *uri, char *name)
{
    for (; *uri; uri++) {
        char digits[3] = {uri[0] == '%' ? uri[1] : 0, 0, 0}, *end;
        digits[1] = digits[0] ? uri[2] : 0;
        char byte = (char)strtoul(digits, &end, 16);
        bool encoded = end == digits + 2 && strspn(digits, "0123456789abcdefABCDEF") == 2 && byte;
        *name++ = encoded ? byte : *uri;
        uri += encoded ? 2 : 0;
    }
    *name = 0;
}

/// True for names that lead out of the folder.
static bool leads_out(const char *name)
{
    int depth = *name == '/' ? -1 : 0;
    while (depth >= 0 && *name) {
        size_t length = strcspn(name, "/");
        if (length == 2 && strncmp(name, "..", 2) == 0)
            depth--;
        else if (length > 1 || (length == 1 && *name != '.'))
            depth++;
        name += length + (name[length] == '/');
    }
    return depth < 0;
}

/// Opens a file beside this one. Its name is the URI decoded or, if only that exists, the URI as it is.
static bool open_file(struct gltf *gltf, const struct item *buffer, const char *uri, struct source *source)
{
    const char *path = gltf->file->lines.path, *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0, bytes = folder + strlen(uri) + 1;
    size_t scheme = strspn(uri, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
    if (uri[scheme] == ':')
        return wrong(gltf, buffer,
                     "\"%.80s\" is no file in this folder; fetch it and name it by its relative path", uri);
    char *name = cd_allocate(bytes, 1);
    memcpy(name, path, folder);
    decode(uri, name + folder);
    if (access(name, F_OK) != 0) {
        char *plain = cd_allocate(bytes, 1);
        snprintf(plain, bytes, "%.*s%s", (int)folder, path, uri);
        if (access(plain, F_OK) == 0)
            strcpy(name, plain);
        cd_free(plain);
    }
    bool outside = leads_out(name + folder);
    if (!outside && !(gltf->file->code = cd_lines_open(&source->file, name, gltf->file->status))) {
        source->descriptor = source->file.descriptor;
        source->length = source->file.file_bytes;
        source->is_open = true;
        gltf->bytes += source->length;
    }
    cd_free(name);
    return outside ? wrong(gltf, buffer,
                           "\"%.80s\" is outside this file's folder, where nothing is read; copy it here, or "
                           "pack everything into a GLB",
                           uri)
                   : source->is_open;
}

static bool lacks_data(struct gltf *gltf, const struct item *buffer)
{
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (int i = 0; i < 2; i++)
        if (extension(buffer->json, names[i]))
            return wrong(gltf, buffer,
                         "has data only in the extension %s, which is not read here; decompress the file, as "
                         "with `gltf-transform copy IN.glb OUT.glb`",
                         names[i]);
    return wrong(gltf, buffer, "no uri and no binary chunk; the file was saved without its data");
}

static const struct source *open_buffer(struct gltf *gltf, const struct item *buffer)
{
    struct source *source = &gltf->buffers[buffer->number];
    if (source->is_open)
        return source;
    const json_t *uri = json_object_get(buffer->json, "uri");
    const char *text = json_string_value(uri);
    uint64_t claimed = integer(gltf, buffer, buffer->json, "byteLength", REQUIRED);
    bool fine = !gltf->file->code;
    if (uri && !text)
        fine = wrong(gltf, buffer, "uri is not a text; the file is damaged");
    else if (text && strncmp(text, "data:", 5) == 0)
        fine = fine && open_data(gltf, buffer, text, source);
    else if (text)
        fine = fine && open_file(gltf, buffer, text, source);
    else if (buffer->number == 0 && gltf->binary.is_open)
        *source = gltf->binary;
    else
        fine = lacks_data(gltf, buffer);
    source->is_open |= fine;
    if (fine && claimed > source->length)
        fine = wrong(gltf, buffer, "claims %" PRIu64 " bytes but there are %" PRIu64 "; it is truncated",
                     claimed, source->length);
    return fine ? source : NULL;
}

// ---- accessors --------------------------------------------------------------------------------------------

/// Elements one after the other. A block of them is in memory at a time.
struct run {
    const struct source *source;
    uint64_t at, stride, bytes; ///< where the next element is, what lies between two, and the size of one
    uint64_t block_at, block_bytes;
    char block[4096];
};

struct accessor {
    struct item item;
    uint64_t count, next;
    uint64_t type; ///< of its components
    unsigned components;
    bool normalized;
    struct run elements; ///< no source: all are zero
    uint64_t sparse_count, sparse_type, sparse_next;
    struct run sparse_indices, sparse_values;
};

static unsigned bytes_of(uint64_t type)
{
    return type == BYTE || type == UNSIGNED_BYTE     ? 1
           : type == SHORT || type == UNSIGNED_SHORT ? 2
           : type == UNSIGNED_INT || type == FLOAT   ? 4
                                                     : 0;
}

/// Opens the `count` elements of `bytes` bytes that `place`, a part of the accessor, finds in a buffer view.
static bool open_run(struct gltf *gltf, const struct item *item, const json_t *place, uint64_t count,
                     unsigned bytes, struct run *run)
{
    struct item view, buffer;
    uint64_t number = integer(gltf, item, place, "bufferView", REQUIRED);
    uint64_t offset = integer(gltf, item, place, "byteOffset", 0);
    if (!find(gltf, item, "bufferView", number, &view))
        return false;
    uint64_t view_offset = integer(gltf, &view, view.json, "byteOffset", 0);
    uint64_t view_bytes = integer(gltf, &view, view.json, "byteLength", REQUIRED);
    uint64_t stride = integer(gltf, &view, view.json, "byteStride", bytes);
    if (!find(gltf, &view, "buffer", integer(gltf, &view, view.json, "buffer", REQUIRED), &buffer))
        return false;
    run->source = open_buffer(gltf, &buffer);
    uint64_t buffer_bytes = integer(gltf, &buffer, buffer.json, "byteLength", REQUIRED);
    if (!run->source)
        return false;
    if (view_offset > buffer_bytes || view_bytes > buffer_bytes - view_offset)
        return wrong(gltf, &view, "ends at byte %" PRIu64 " of a buffer of %" PRIu64 "; the file is damaged",
                     view_offset + view_bytes, buffer_bytes);
    if (stride < bytes)
        return wrong(gltf, &view, "byteStride is %" PRIu64 ", but an element has %u bytes", stride, bytes);
    uint64_t length;
    if (count && (__builtin_mul_overflow(count - 1, stride, &length) || length > view_bytes ||
                  view_bytes - length < bytes || offset > view_bytes - length - bytes))
        return wrong(gltf, item,
                     "%" PRIu64 " elements of %u bytes do not fit into bufferView %" PRIu64 " of %" PRIu64
                     " bytes; the file is damaged",
                     count, bytes, number, view_bytes);
    run->at = view_offset + offset;
    run->stride = stride;
    run->bytes = bytes;
    return true;
}

static bool open_sparse(struct gltf *gltf, struct accessor *a)
{
    const struct item *item = &a->item;
    const json_t *sparse = json_object_get(item->json, "sparse");
    const json_t *indices = json_object_get(sparse, "indices");
    a->sparse_count = sparse ? integer(gltf, item, sparse, "count", REQUIRED) : 0;
    if (!a->sparse_count)
        return !gltf->file->code;
    a->sparse_type = integer(gltf, item, indices, "componentType", REQUIRED);
    if (a->sparse_count > a->count || (a->sparse_type != UNSIGNED_BYTE && a->sparse_type != UNSIGNED_SHORT &&
                                       a->sparse_type != UNSIGNED_INT))
        return wrong(gltf, item, "its sparse part has too many elements, or indices that are no integers");
    return open_run(gltf, item, indices, a->sparse_count, bytes_of(a->sparse_type), &a->sparse_indices) &&
           open_run(gltf, item, json_object_get(sparse, "values"), a->sparse_count,
                    a->components * bytes_of(a->type), &a->sparse_values);
}

static uint64_t unfolded_max(const struct gltf *gltf)
{
    return gltf->bytes < UNFOLDED_MAX / UNFOLDED_PER_BYTE ? gltf->bytes * UNFOLDED_PER_BYTE : UNFOLDED_MAX;
}

/// Opens accessor `number` of `user`, which must be of the type.
static bool open_accessor(struct gltf *gltf, const struct item *user, uint64_t number, const char *type,
                          struct accessor *a)
{
    *a = (struct accessor){.sparse_next = NONE};
    if (!find(gltf, user, "accessor", number, &a->item))
        return false;
    const json_t *json = a->item.json;
    const char *its_type = json_string_value(json_object_get(json, "type"));
    a->components = strcmp(type, "SCALAR") == 0 ? 1 : (unsigned)type[3] - '0';
    a->count = integer(gltf, &a->item, json, "count", REQUIRED);
    a->type = integer(gltf, &a->item, json, "componentType", REQUIRED);
    a->normalized = json_is_true(json_object_get(json, "normalized"));
    if (gltf->file->code)
        return false;
    if (!its_type || strcmp(its_type, type) != 0)
        return wrong(gltf, &a->item, "its type is \"%.20s\" where %s is wanted", its_type ? its_type : "",
                     type);
    if (!bytes_of(a->type))
        return wrong(gltf, &a->item, "componentType %" PRIu64 " does not exist; the file is damaged",
                     a->type);
    if (json_object_get(json, "bufferView") &&
        !open_run(gltf, &a->item, json, a->count, a->components * bytes_of(a->type), &a->elements))
        return false;
    if (a->count > unfolded_max(gltf))
        return wrong(gltf, &a->item, "claims %" PRIu64 " elements, too many for this file; split the file",
                     a->count);
    return open_sparse(gltf, a);
}

/// The next element; NULL if the file cannot be read.
static const char *next_in_run(struct gltf *gltf, struct run *run)
{
    uint64_t at = run->at;
    run->at += run->stride;
    if (run->source->bytes)
        return run->source->bytes + at;
    if (at < run->block_at || at + run->bytes > run->block_at + run->block_bytes) {
        ssize_t got =
            pread(run->source->descriptor, run->block, sizeof run->block, (off_t)(run->source->begin + at));
        if (got < (ssize_t)run->bytes) {
            cd_file_refuse(gltf->file, CD_IO, "cannot read: %s; try a copy on another disk",
                           got < 0 ? strerror(errno) : "it became shorter");
            return NULL;
        }
        run->block_at = at;
        run->block_bytes = (uint64_t)got;
    }
    return run->block + (at - run->block_at);
}

static double component(const char *bytes, uint64_t type, bool normalized)
{
    unsigned size = bytes_of(type);
    if (type == FLOAT)
        return cd_real_of_bytes(bytes, size, false);
    bool has_sign = type == BYTE || type == SHORT;
    double value = (double)cd_integer_of_bytes(bytes, size, false), all = ldexp(1, (int)size * 8);
    if (has_sign && value >= all / 2)
        value -= all;
    return !normalized ? value : has_sign ? fmax(value / (all / 2 - 1), -1) : value / (all - 1);
}

/// Reads the number of the next element of the sparse part.
static bool next_sparse(struct gltf *gltf, struct accessor *a)
{
    uint64_t before = a->sparse_next;
    a->sparse_next = NONE;
    if (!a->sparse_count)
        return true;
    a->sparse_count--;
    const char *index = next_in_run(gltf, &a->sparse_indices);
    if (!index)
        return false;
    a->sparse_next = cd_integer_of_bytes(index, bytes_of(a->sparse_type), false);
    if (a->sparse_next >= a->count || (before != NONE && a->sparse_next <= before))
        return wrong(gltf, &a->item, "indices of its sparse part do not rise, or are too large");
    return true;
}

/// Reads the next element.
static bool next_element(struct gltf *gltf, struct accessor *a, double *values)
{
    static const char zeros[16];
    const char *bytes = a->elements.source ? next_in_run(gltf, &a->elements) : zeros;
    if (a->next == 0 && !next_sparse(gltf, a))
        return false;
    if (a->next++ == a->sparse_next) {
        bytes = next_in_run(gltf, &a->sparse_values);
        if (!bytes || !next_sparse(gltf, a))
            return false;
    }
    for (unsigned i = 0; bytes && i < a->components; i++)
        values[i] = component(bytes + i * bytes_of(a->type), a->type, a->normalized);
    return bytes;
}

// ---- meshes -----------------------------------------------------------------------------------------------

/// A primitive.
struct shape {
    struct cd_vec3 *points;
    uint32_t *corners;
    size_t point_count, point_capacity, corner_count, corner_capacity;
    uint64_t mode;
};

static bool read_points(struct gltf *gltf, struct accessor *a, struct shape *shape)
{
    double p[4];
    while (shape->point_count < a->count) {
        if (!next_element(gltf, a, p))
            return false;
        struct cd_vec3 point = cd_vec(p[0], p[1], p[2]);
        if (!cd_point_is_usable(&point))
            return wrong(
                gltf, &a->item,
                "element %zu is (%g, %g, %g); coordinates must be finite and at most %g in magnitude: "
                "repair or scale the model",
                shape->point_count, p[0], p[1], p[2], CD_COORDINATE_MAX);
        shape->points =
            cd_grow(shape->points, shape->point_count, &shape->point_capacity, sizeof *shape->points);
        shape->points[shape->point_count++] = point;
    }
    return true;
}

/// Reads the indices, or makes them where there are none.
static bool read_corners(struct gltf *gltf, const struct item *mesh, const json_t *primitive,
                         struct shape *shape)
{
    struct accessor a = {.count = shape->point_count};
    uint64_t number = integer(gltf, mesh, primitive, "indices", NONE);
    if (number != NONE && !open_accessor(gltf, mesh, number, "SCALAR", &a))
        return false;
    if (number != NONE && (a.type == FLOAT || a.type == BYTE || a.type == SHORT))
        return wrong(gltf, &a.item, "indices with a sign or a fraction; the file is damaged");
    while (shape->corner_count < a.count) {
        double index = (double)shape->corner_count;
        if (number != NONE && !next_element(gltf, &a, &index))
            return false;
        if (index >= (double)shape->point_count)
            return wrong(gltf, &a.item, "element %zu names vertex %.0f of %zu; the file is damaged",
                         shape->corner_count, index, shape->point_count);
        shape->corners =
            cd_grow(shape->corners, shape->corner_count, &shape->corner_capacity, sizeof *shape->corners);
        shape->corners[shape->corner_count++] = (uint32_t)index;
    }
    if (shape->mode == TRIANGLES && shape->corner_count % 3)
        return wrong(gltf, mesh,
                     "a primitive of triangles has %zu corners, no multiple of 3; the file is damaged",
                     shape->corner_count);
    return true;
}

/// Adds the primitive as a placement has it.
static bool add_shape(struct gltf *gltf, const struct item *mesh, const struct shape *shape,
                      const struct cd_affine *placement)
{
    struct cd_builder *built = &gltf->file->mesh;
    uint64_t count = shape->mode == TRIANGLES ? shape->corner_count / 3 : shape->corner_count - 2;
    if (built->vertex_count + shape->point_count > unfolded_max(gltf) ||
        built->triangle_count + count > unfolded_max(gltf))
        return wrong(gltf, mesh,
                     "nodes and instances unfold to too many vertices or triangles for this file; split it");
    uint32_t first = built->vertex_count;
    for (size_t i = 0; i < shape->point_count; i++)
        if (!cd_file_vertex(gltf->file, cd_affine_point(placement, shape->points[i])))
            return false;
    bool mirrored = cd_affine_mirrors(placement);
    for (uint64_t t = 0; t < count; t++) {
        const uint32_t *corners = shape->corners + (shape->mode == TRIANGLES ? 3 * t : t);
        bool turned = shape->mode == TRIANGLE_STRIP && t % 2;
        uint32_t a = shape->mode == TRIANGLE_FAN ? shape->corners[0] : corners[turned];
        uint32_t b = corners[!turned], c = corners[2];
        cd_build_triangle(built, first + a, first + (mirrored ? c : b), first + (mirrored ? b : c));
    }
    return true;
}

/// Adds a primitive in all placements. Points and lines are no content.
static bool read_primitive(struct gltf *gltf, const struct item *mesh, const json_t *primitive,
                           const struct cd_affine *placements, size_t count)
{
    const json_t *attributes = json_object_get(primitive, "attributes");
    struct shape shape = {.mode = integer(gltf, mesh, primitive, "mode", TRIANGLES)};
    uint64_t number = integer(gltf, mesh, attributes, "POSITION", NONE);
    if (shape.mode > TRIANGLE_FAN)
        return wrong(gltf, mesh, "mode %" PRIu64 " does not exist; the file is damaged", shape.mode);
    if (gltf->file->code || shape.mode < TRIANGLES || number == NONE)
        return !gltf->file->code;
    struct accessor a;
    bool fine = open_accessor(gltf, mesh, number, "VEC3", &a) && read_points(gltf, &a, &shape) &&
                read_corners(gltf, mesh, primitive, &shape);
    for (size_t i = 0; fine && shape.corner_count >= 3 && i < count; i++)
        fine = add_shape(gltf, mesh, &shape, &placements[i]);
    cd_free(shape.points);
    cd_free(shape.corners);
    return fine;
}

// ---- nodes ------------------------------------------------------------------------------------------------

/// The matrix of a translation, a rotation (a quaternion, made unit) and a scale.
static bool place(struct gltf *gltf, const struct item *node, const double t[3], const double q[4],
                  const double s[3], double m[3][4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3], n = x * x + y * y + z * z + w * w;
    if (!(fabs(n - 1) < 0.1))
        return wrong(gltf, node, "a rotation is (%g, %g, %g, %g), which is not of length 1", x, y, z, w);
    const double r[3][3] = {
        {(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
        {2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n},
        {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            m[i][j] = r[i][j] * s[j];
        m[i][3] = t[i];
    }
    return true;
}

/// Reads the numbers `key` of a node, if there are any.
static bool read_numbers(struct gltf *gltf, const struct item *node, const char *key, size_t count,
                         double *values)
{
    const json_t *list = json_object_get(node->json, key);
    for (size_t i = 0; list && i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (json_array_size(list) != count || !json_is_number(value))
            return wrong(gltf, node, "%s is not a list of %zu numbers; the file is damaged", key, count);
        values[i] = json_number_value(value);
    }
    return true;
}

static bool read_placement(struct gltf *gltf, const struct item *node, double m[3][4])
{
    double columns[16] = {0}, t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (!read_numbers(gltf, node, "matrix", 16, columns) || !read_numbers(gltf, node, "translation", 3, t) ||
        !read_numbers(gltf, node, "rotation", 4, q) || !read_numbers(gltf, node, "scale", 3, s))
        return false;
    if (!json_object_get(node->json, "matrix"))
        return place(gltf, node, t, q, s, m);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = columns[4 * j + i];
    if (columns[3] != 0 || columns[7] != 0 || columns[11] != 0 || columns[15] != 1)
        return wrong(gltf, node, "the last row of its matrix is not 0 0 0 1; the file is damaged");
    return true;
}

/// The placements of a node's mesh: one, or those of EXT_mesh_gpu_instancing.
static bool read_instances(struct gltf *gltf, const struct item *node, const struct cd_affine *own,
                           struct cd_affine **placements, size_t *count)
{
    static const char *const keys[] = {"TRANSLATION", "ROTATION", "SCALE"};
    const json_t *instancing = extension(node->json, "EXT_mesh_gpu_instancing");
    const json_t *attributes = json_object_get(instancing, "attributes");
    struct accessor accessors[3];
    bool given[3];
    uint64_t instances = NONE;
    for (int i = 0; i < 3; i++) {
        uint64_t number = integer(gltf, node, attributes, keys[i], NONE);
        given[i] = number != NONE;
        if (given[i] && !open_accessor(gltf, node, number, i == 1 ? "VEC4" : "VEC3", &accessors[i]))
            return false;
        if (given[i] && instances != NONE && accessors[i].count != instances)
            return wrong(gltf, node, "its instances have lists of different lengths; the file is damaged");
        instances = given[i] ? accessors[i].count : instances;
    }
    size_t capacity = 0;
    for (; *count < (instances == NONE ? 1 : instances); ++*count) {
        double values[3][4] = {{0}, {0, 0, 0, 1}, {1, 1, 1}}, m[3][4];
        for (int i = 0; i < 3; i++)
            if (given[i] && !next_element(gltf, &accessors[i], values[i]))
                return false;
        if (!place(gltf, node, values[0], values[1], values[2], m))
            return false;
        *placements = cd_grow(*placements, *count, &capacity, sizeof **placements);
        (*placements)[*count] = cd_affine_compose(own, (const double(*)[4])m);
    }
    return !gltf->file->code;
}

static bool read_node_mesh(struct gltf *gltf, const struct item *node, const struct cd_affine *own)
{
    struct item mesh;
    uint64_t number = integer(gltf, node, node->json, "mesh", NONE);
    if (number == NONE || !find(gltf, node, "mesh", number, &mesh))
        return !gltf->file->code;
    struct cd_affine *placements = NULL;
    size_t count = 0, i;
    bool fine = read_instances(gltf, node, own, &placements, &count);
    json_t *primitive;
    json_array_foreach(json_object_get(mesh.json, "primitives"), i, primitive) fine =
        fine && read_primitive(gltf, &mesh, primitive, placements, count);
    cd_free(placements);
    return fine;
}

/// Reads the nodes that a scene or a node lists, and what hangs from them.
static bool read_nodes(struct gltf *gltf, const struct item *user, const char *key,
                       const struct cd_affine *outer, int depth)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(user->json, key), i, entry)
    {
        struct item node;
        double m[3][4];
        if (!json_is_integer(entry) || json_integer_value(entry) < 0)
            return wrong(gltf, user, "%s has something that is not the number of a node", key);
        if (!find(gltf, user, "node", (uint64_t)json_integer_value(entry), &node))
            return false;
        if (gltf->visited[node.number])
            return wrong(gltf, &node, "is named twice, and a node has one place; the file is damaged");
        if (depth == DEPTH_MAX)
            return wrong(gltf, &node, "lies deeper than %d nodes; flatten the hierarchy", DEPTH_MAX);
        gltf->visited[node.number] = true;
        if (!read_placement(gltf, &node, m))
            return false;
        struct cd_affine own = cd_affine_compose(outer, (const double(*)[4])m);
        if (!read_node_mesh(gltf, &node, &own) || !read_nodes(gltf, &node, "children", &own, depth + 1))
            return false;
    }
    return true;
}

/// A scene of all nodes that are no node's children.
static json_t *scene_without_scenes(const json_t *nodes)
{
    size_t i, k;
    json_t *node, *child, *scene = json_object(), *roots = json_array();
    bool *is_child = cd_allocate(json_array_size(nodes) + 1, sizeof *is_child);
    json_array_foreach(nodes, i, node) json_array_foreach(
        json_object_get(node, "children"), k,
        child) if (json_is_integer(child) && (uint64_t)json_integer_value(child) < json_array_size(nodes))
        is_child[json_integer_value(child)] = true;
    for (i = 0; i < json_array_size(nodes); i++)
        if (!is_child[i])
            json_array_append_new(roots, json_integer((json_int_t)i));
    json_object_set_new(scene, "nodes", roots);
    cd_free(is_child);
    return scene;
}

/// Reads the scene that the file names, else the first, else one of all nodes.
static bool read_scene(struct gltf *gltf)
{
    const struct item top = {"scene", 0, gltf->root};
    struct item scene = top;
    struct cd_affine identity = cd_affine_identity();
    const json_t *nodes = json_object_get(gltf->root, "nodes");
    gltf->buffers =
        cd_allocate(json_array_size(json_object_get(gltf->root, "buffers")) + 1, sizeof *gltf->buffers);
    gltf->visited = cd_allocate(json_array_size(nodes) + 1, sizeof *gltf->visited);
    bool named =
        json_array_size(json_object_get(gltf->root, "scenes")) || json_object_get(gltf->root, "scene");
    if (!named)
        scene.json = scene_without_scenes(nodes);
    else if (!find(gltf, &top, "scene", integer(gltf, &top, gltf->root, "scene", 0), &scene))
        return false;
    bool fine = read_nodes(gltf, &scene, "nodes", &identity, 0);
    if (!named)
        json_decref(scene.json);
    return fine;
}

// ---- extensions -------------------------------------------------------------------------------------------

/// What a file may require: what is read here, and what concerns no triangle at rest. A name that ends in an underscore
/// stands for all that begin with it.
static const char *const known_extensions[] = {"KHR_mesh_quantization",
                                               "EXT_mesh_gpu_instancing", // read
                                               "KHR_materials_",
                                               "EXT_materials_",
                                               "ADOBE_materials_",
                                               "NV_materials_mdl",
                                               "KHR_techniques_webgl",
                                               "KHR_texture_",
                                               "EXT_texture_",
                                               "MSFT_texture_dds",
                                               "MSFT_packing_",
                                               "KHR_lights_",
                                               "EXT_lights_",
                                               "KHR_environment_map",
                                               "KHR_xmp",
                                               "KHR_xmp_",
                                               "KHR_animation_pointer",
                                               "KHR_audio",
                                               "KHR_interactivity",
                                               "KHR_node_visibility",
                                               "KHR_node_hoverability",
                                               "KHR_node_selectability",
                                               "KHR_physics_rigid_bodies",
                                               "KHR_implicit_shapes",
                                               "EXT_mesh_features",
                                               "EXT_instance_features",
                                               "EXT_structural_metadata",
                                               "EXT_mesh_manifold",
                                               "CESIUM_primitive_outline",
                                               "AGI_articulations",
                                               "AGI_stk_metadata",
                                               "MSFT_lod",
                                               "FB_geometry_metadata",
                                               "GODOT_single_root",
                                               "VRM",
                                               "VRMC_"};

static bool is_known(const char *name)
{
    for (size_t i = 0; i < sizeof known_extensions / sizeof *known_extensions; i++) {
        const char *known = known_extensions[i];
        size_t length = strlen(known);
        if (known[length - 1] == '_' ? strncmp(name, known, length) == 0 : strcmp(name, known) == 0)
            return true;
    }
    return false;
}

/// True if primitives have no other data than Draco's.
static bool needs_draco(const struct gltf *gltf)
{
    static const char name[] = "KHR_draco_mesh_compression";
    const json_t *accessors = json_object_get(gltf->root, "accessors");
    size_t i, k;
    json_t *mesh, *primitive;
    json_array_foreach(json_object_get(gltf->root, "meshes"), i, mesh)
        json_array_foreach(json_object_get(mesh, "primitives"), k, primitive)
    {
        const json_t *number = json_object_get(json_object_get(primitive, "attributes"), "POSITION");
        const json_t *accessor = json_array_get(accessors, (size_t)json_integer_value(number));
        if (extension(primitive, name) && !json_object_get(accessor, "bufferView"))
            return true;
    }
    return lists(gltf, "extensionsRequired", name);
}

/// Refuses what the file requires and is not read here. Sets `*draco` for what Assimp must read: Draco's meshes, whose
/// positions must then be single-precision numbers, each in one place.
static bool check_extensions(struct gltf *gltf, bool *draco)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(gltf->root, "extensionsRequired"), i, entry)
    {
        const char *name = json_is_string(entry) ? json_string_value(entry) : "";
        if (strstr(name, "_meshopt_compression"))
            return cd_file_refuse(
                gltf->file, CD_DATA,
                "requires the extension %s, which is not read here; decompress the file, as "
                "with `gltf-transform copy IN.glb OUT.glb`",
                name);
        if (!is_known(name) && strcmp(name, "KHR_draco_mesh_compression") != 0)
            return cd_file_refuse(
                gltf->file, CD_DATA,
                "requires the extension \"%.80s\", which is unknown here and may change the "
                "geometry; export the model without it",
                name);
    }
    *draco = needs_draco(gltf);
    static const char *const beyond[] = {"KHR_mesh_quantization", "EXT_mesh_gpu_instancing"};
    for (i = 0; *draco && i < 2; i++)
        if (lists(gltf, "extensionsUsed", beyond[i]))
            return cd_file_refuse(
                gltf->file, CD_DATA,
                "KHR_draco_mesh_compression and %s are not read together; decompress the file, "
                "as with `gltf-transform copy IN.glb OUT.glb`",
                beyond[i]);
    return true;
}

// ---- JSON -------------------------------------------------------------------------------------------------

/// A part of a file that is JSON.
struct text {
    int descriptor;
    uint64_t at, end;
    bool padded; ///< with NUL, by some programs, at its end
};

static size_t feed(void *buffer, size_t bytes, void *data)
{
    struct text *text = data;
    bytes = bytes < text->end - text->at ? bytes : text->end - text->at;
    ssize_t got = pread(text->descriptor, buffer, bytes, (off_t)text->at);
    if (got < 0)
        return (size_t)-1;
    if (text->at == 0 && got >= 3 && memcmp(buffer, "\xef\xbb\xbf", 3) == 0)
        memset(buffer, ' ', 3); // a byte order mark
    for (ssize_t i = 0; text->padded && i < got; i++)
        if (((char *)buffer)[i] == 0)
            ((char *)buffer)[i] = ' ';
    text->at += (uint64_t)got;
    return (size_t)got;
}

static bool read_json(struct gltf *gltf, struct text *text)
{
    json_error_t error;
    gltf->root = json_load_callback(feed, text, JSON_REJECT_DUPLICATES, &error);
    if (!gltf->root && json_error_code(&error) == json_error_out_of_memory)
        return cd_file_refuse(gltf->file, CD_ENVIRONMENT,
                              "too little memory to read it; free memory or raise its limit");
    if (!gltf->root) {
        gltf->file->line = text->padded ? 0 : (uint64_t)error.line;
        return cd_file_fail(gltf->file, "not JSON, or not whole: %s", error.text);
    }
    return true;
}

// ---- binary glTF, section "Binary glTF Layout" ------------------------------------------------------------

/// Reads the header of 12 bytes, which contains the length of the whole file, and walks over the chunks, each of which
/// follows its own length. Finds the JSON and the binary chunk.
static bool find_chunks(struct gltf *gltf, struct text *json, uint32_t *version)
{
    struct cd_mesh_file *file = gltf->file;
    int descriptor = file->lines.descriptor;
    char header[12];
    if (pread(descriptor, header, 12, 0) != 12 || memcmp(header, "glTF", 4) != 0)
        return cd_file_refuse(file, CD_DATA, "does not begin like a GLB file; is it what its name says?");
    *version = (uint32_t)cd_integer_of_bytes(header + 4, 4, false);
    uint64_t length = cd_integer_of_bytes(header + 8, 4, false);
    if (*version != 1 && *version != 2)
        return cd_file_refuse(file, CD_DATA,
                              "glTF version %" PRIu32 "; there are 1 and 2: the file is damaged", *version);
    if (length > file->lines.file_bytes)
        return cd_file_refuse(
            file, CD_DATA, "claims %" PRIu64 " bytes but has %" PRIu64 "; the file is truncated or damaged",
            length, file->lines.file_bytes);
    for (uint64_t at = 12, end; *version == 2 && at < length; at = end) {
        bool read = pread(descriptor, header, 8, (off_t)at) == 8;
        end = at + 8 + (read ? cd_integer_of_bytes(header, 4, false) : 0);
        if (!read || end > length)
            return cd_file_refuse(file, CD_DATA,
                                  "the chunk at byte %" PRIu64 " reaches beyond the end (byte %" PRIu64
                                  "); the file is truncated or damaged",
                                  at, length);
        if (at == 12 && memcmp(header + 4, "JSON", 4) == 0)
            *json = (struct text){descriptor, at + 8, end, true};
        else if (!gltf->binary.is_open && memcmp(header + 4, "BIN", 4) == 0)
            gltf->binary = (struct source){
                .is_open = true, .descriptor = descriptor, .begin = at + 8, .length = end - at - 8};
    }
    return true;
}

// ---- the file ---------------------------------------------------------------------------------------------

/// glTF 1 and Draco's meshes are left to Assimp.
static bool read_with(struct gltf *gltf, uint32_t version, struct text *text)
{
    if (version == 1)
        return cd_read_assimp(gltf->file);
    if (!read_json(gltf, text))
        return false;
    const char *its_version =
        json_string_value(json_object_get(json_object_get(gltf->root, "asset"), "version"));
    if (!its_version || (strncmp(its_version, "1.", 2) != 0 && strncmp(its_version, "2.", 2) != 0))
        return cd_file_refuse(gltf->file, CD_DATA, "asset.version is \"%.20s\"; glTF has 1.0 and 2.0",
                              its_version ? its_version : "");
    bool draco = false;
    if (*its_version == '2' && !check_extensions(gltf, &draco))
        return false;
    return *its_version == '1' || draco ? cd_read_assimp(gltf->file) : read_scene(gltf);
}

bool cd_read_gltf(struct cd_mesh_file *file)
{
    struct gltf gltf = {.file = file, .bytes = file->lines.file_bytes};
    struct text text = {file->lines.descriptor, 0, file->lines.file_bytes, false};
    uint32_t version = 2;
    const char *dot = strrchr(file->lines.path, '.');
    bool binary = strcasecmp(dot, ".glb") == 0;
    bool whole = (!binary || find_chunks(&gltf, &text, &version)) && read_with(&gltf, version, &text);
    for (size_t i = 0; gltf.buffers && i < json_array_size(json_object_get(gltf.root, "buffers")); i++) {
        struct source *source = &gltf.buffers[i];
        cd_free(source->bytes);
        if (source->file.path)
            cd_lines_close(&source->file);
    }
    json_decref(gltf.root);
    cd_free(gltf.buffers);
    cd_free(gltf.visited);
    file->mesh.reading.unit = 1; // as the specification has it
    file->mesh.reading.up = 'Y';
    return whole;
}
