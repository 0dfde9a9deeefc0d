/// glTF 2.0, text and binary, in double precision, after the specification of the Khronos Group
/// (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html), whose names the code uses. Integers as positions are
/// KHR_mesh_quantization, instances EXT_mesh_gpu_instancing. What is morphed or animated by a skin stays as it is stored.
#include "scenes/readers/mesh_file.h"

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"
#include "scenes/readers/affine.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/// The most vertices, and the most triangles, that nodes and instances may unfold a file to: this many, and this many
/// for each of its bytes, of which a node takes ten and an instance or a vertex twelve.
#define UNFOLDED_MAX      200000000u
#define UNFOLDED_PER_BYTE 100u

/// The most nodes from a root to a leaf.
#define DEPTH_MAX 1000

enum { BYTE = 5120, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT = 5125, FLOAT };
enum { POINTS, TRIANGLES = 4, TRIANGLE_STRIP, TRIANGLE_FAN };

/// What is said of data that only a decoder could read.
#define COMPRESSED                                                                                           \
    "has data in the extension %.80s, which is not read here; decompress the file, as with "                 \
    "`gltf-transform copy IN.glb OUT.glb`"

#define DRACO "KHR_draco_mesh_compression"

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
    size_t buffer_count;
    bool *visited;     ///< for each node
    uint64_t bytes;    ///< of all files
    uint64_t elements; ///< read so far, some of them again and again
};

/// Reports the first thing that is wrong, with its place; NULL is the file. Returns false.
__attribute__((format(printf, 3, 4))) static bool wrong(struct gltf *gltf, const struct item *item,
                                                        const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!gltf->file->code && item)
        cd_file_refuse(gltf->file, CD_DATA, "%s %" PRIu64 ": %s", item->kind, item->number, text);
    else if (!gltf->file->code)
        cd_file_refuse(gltf->file, CD_DATA, "%s", text);
    return false;
}

/// The list or object `key` of `object`, a part of the item; NULL if it is missing, or, with a message, something else.
static json_t *member(struct gltf *gltf, const struct item *item, const json_t *object, const char *key,
                      json_type type)
{
    json_t *value = json_object_get(object, key);
    if (!value || json_typeof(value) == type)
        return value;
    wrong(gltf, item, "%s is not %s; the file is damaged", key, type == JSON_ARRAY ? "a list" : "an object");
    return NULL;
}

/// The text `key` of `object`, or why there is none.
static const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return !value ? "missing" : json_is_string(value) ? json_string_value(value) : "not a text";
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
        wrong(gltf, item, "%s is not a whole number from 0 on; the file is damaged", key);
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

static uint64_t unfolded_max(const struct gltf *gltf)
{
    return gltf->bytes < UNFOLDED_MAX / UNFOLDED_PER_BYTE ? gltf->bytes * UNFOLDED_PER_BYTE : UNFOLDED_MAX;
}

static json_t *extension(struct gltf *gltf, const struct item *item, const json_t *object, const char *name)
{
    return member(gltf, item, member(gltf, item, object, "extensions", JSON_OBJECT), name, JSON_OBJECT);
}

// ---- buffers ----------------------------------------------------------------------------------------------

static bool open_data(struct gltf *gltf, const struct item *buffer, const char *uri, struct source *source)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *text = strstr(uri, ";base64,");
    if (!text)
        return wrong(gltf, buffer, "a data URI that is not base64; save the file with a separate .bin");
    text += strlen(";base64,");
    size_t count = strcspn(text, "=");
    source->bytes = cd_allocate(count + 1, 1);
    for (size_t i = 0, bits = 0; i < count; i++) {
        const char *digit = strchr(digits, text[i]);
        if (!digit)
            return wrong(gltf, buffer, "a data URI with a character that is not base64; the file is damaged");
        bits = bits << 6 | (size_t)(digit - digits);
        if (i % 4)
            source->bytes[source->length++] = (char)(bits >> (6 - i % 4 * 2));
    }
    return true;
}

/// Writes what a URI names: "a%20b" is "a b". Percent signs that encode nothing are kept. Returns whether the name leads
/// out of the folder.
static bool decode(const char *uri, char *name)
{
    const char *begin = name;
    bool up = false;
    for (unsigned byte; *uri; name++, uri++) {
        bool encoded = *uri == '%' && isxdigit((unsigned char)uri[1]) && isxdigit((unsigned char)uri[2]) &&
                       sscanf(uri + 1, "%2x", &byte) == 1 && byte;
        *name = encoded ? (char)byte : *uri;
        uri += encoded ? 2 : 0;
    }
    *name = 0;
    for (const char *dots = begin; (dots = strstr(dots, "..")); dots += 2)
        up |= (dots == begin || dots[-1] == '/') && (dots[2] == '/' || !dots[2]);
    return up || *begin == '/';
}

/// Opens a file in this one's folder. Its name is the URI decoded or, without such a file, the URI as it is.
static bool open_file(struct gltf *gltf, const struct item *buffer, const char *uri, struct source *source)
{
    struct cd_status inner;
    enum cd_code code;
    const char *path = gltf->file->lines.path, *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *name = cd_allocate(folder + strlen(uri) + 1, 1);
    memcpy(name, path, folder);
    bool elsewhere = decode(uri, name + folder) || strstr(uri, "://");
    if (access(name, F_OK) != 0)
        strcpy(name + folder, uri);
    if (access(name, F_OK) != 0)
        decode(uri, name + folder);
    if (elsewhere)
        wrong(
            gltf, buffer,
            "\"%.80s\" is not in this file's folder, and nothing else is read; copy it there and name it by "
            "its relative path, or pack everything into a GLB",
            uri);
    else if (access(name, F_OK) != 0)
        cd_file_refuse(gltf->file, CD_IO,
                       "buffer %" PRIu64 ": \"%.80s\": no such file; put it beside the glTF", buffer->number,
                       uri);
    else if ((code = cd_lines_open(&source->file, name, &inner)))
        cd_file_refuse(gltf->file, code, "buffer %" PRIu64 ": %s", buffer->number, inner.text);
    else
        source->file.path = uri; // `name` ends here
    source->descriptor = source->file.descriptor;
    source->length = source->file.file_bytes;
    gltf->bytes += source->length;
    cd_free(name);
    return !gltf->file->code;
}

/// The bytes of a buffer; NULL on failure.
static const struct source *open_buffer(struct gltf *gltf, const struct item *buffer)
{
    struct source *source = &gltf->buffers[buffer->number];
    const json_t *uri = json_object_get(buffer->json, "uri");
    const char *text = json_string_value(uri);
    uint64_t claimed = integer(gltf, buffer, buffer->json, "byteLength", REQUIRED);
    if (gltf->file->code || source->is_open)
        return gltf->file->code ? NULL : source;
    if (uri && !text)
        wrong(gltf, buffer, "uri is not a text; the file is damaged");
    else if (text)
        source->is_open =
            (strncmp(text, "data:", 5) == 0 ? open_data : open_file)(gltf, buffer, text, source);
    else if (buffer->number == 0 && gltf->binary.is_open)
        *source = gltf->binary;
    else
        wrong(gltf, buffer, "no uri and no binary chunk; the file was saved without its data");
    const char *foreign =
        source->file.path && claimed != source->length ? cd_foreign_file(source->descriptor) : NULL;
    if (foreign)
        wrong(gltf, buffer, "\"%.80s\" is %s", text, foreign);
    else if (source->is_open && claimed > source->length)
        wrong(gltf, buffer, "claims %" PRIu64 " byte%s but has %" PRIu64 "; the file is truncated", claimed,
              cd_plural(claimed), source->length);
    return gltf->file->code ? NULL : source;
}

// ---- accessors --------------------------------------------------------------------------------------------

/// How numbers are stored.
struct format {
    uint64_t type; ///< componentType
    unsigned components;
    bool normalized;
};

static unsigned bytes_of(uint64_t type)
{
    return type == BYTE || type == UNSIGNED_BYTE     ? 1
           : type == SHORT || type == UNSIGNED_SHORT ? 2
           : type == UNSIGNED_INT || type == FLOAT   ? 4
                                                     : 0;
}

static double component(const char *bytes, const struct format *format)
{
    unsigned size = bytes_of(format->type);
    if (format->type == FLOAT)
        return cd_real_of_bytes(bytes, size, false);
    bool has_sign = format->type == BYTE || format->type == SHORT;
    double value = (double)cd_integer_of_bytes(bytes, size, false), all = ldexp(1, (int)size * 8);
    value -= has_sign && value >= all / 2 ? all : 0;
    return !format->normalized ? value : has_sign ? fmax(value / (all / 2 - 1), -1) : value / (all - 1);
}

/// Reads `count` elements, which `place`, a part of the accessor, finds in a buffer view. NULL on failure.
static double *read_view(struct gltf *gltf, const struct item *item, const json_t *place, uint64_t count,
                         const struct format *format)
{
    struct item view, buffer;
    unsigned bytes = format->components * bytes_of(format->type);
    uint64_t number = integer(gltf, item, place, "bufferView", REQUIRED), length;
    uint64_t offset = integer(gltf, item, place, "byteOffset", 0);
    if (!find(gltf, item, "bufferView", number, &view) ||
        !find(gltf, &view, "buffer", integer(gltf, &view, view.json, "buffer", REQUIRED), &buffer))
        return NULL;
    uint64_t view_offset = integer(gltf, &view, view.json, "byteOffset", 0);
    uint64_t view_bytes = integer(gltf, &view, view.json, "byteLength", REQUIRED);
    uint64_t stride = integer(gltf, &view, view.json, "byteStride", bytes);
    static const char *const meshopt[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (int i = 0; i < 2; i++)
        if (extension(gltf, &view, view.json, meshopt[i]) && !json_object_get(buffer.json, "uri"))
            wrong(gltf, &view, COMPRESSED, meshopt[i]);
    const struct source *source = open_buffer(gltf, &buffer);
    if (source && (view_offset > source->length || view_bytes > source->length - view_offset))
        wrong(gltf, &view, "reaches beyond the %" PRIu64 " byte%s of buffer %" PRIu64 "; the file is damaged",
              source->length, cd_plural(source->length), buffer.number);
    else if (stride < bytes)
        wrong(gltf, &view, "byteStride is %" PRIu64 ", but an element has %u byte%s", stride, bytes,
              cd_plural(bytes));
    else if (count && (__builtin_mul_overflow(count - 1, stride, &length) || length > view_bytes ||
                       view_bytes - length < bytes || offset > view_bytes - length - bytes))
        wrong(gltf, item,
              "bufferView %" PRIu64 " has %" PRIu64 " byte%s, too few for %" PRIu64
              " element%s of %u byte%s; the file is damaged",
              number, view_bytes, cd_plural(view_bytes), count, cd_plural(count), bytes, cd_plural(bytes));
    if (gltf->file->code)
        return NULL;
    double *values = cd_allocate(count * format->components + 1, sizeof *values);
    char block[4096];
    const char *elements = source->bytes ? source->bytes : block;
    uint64_t at = view_offset + offset, begin = 0, end = source->bytes ? source->length : 0;
    for (uint64_t i = 0; i < count; i++, at += stride) {
        if (at + bytes > end) {
            ssize_t got = pread(source->descriptor, block, sizeof block, (off_t)(source->begin + at));
            begin = at;
            end = at + (uint64_t)(got > 0 ? got : 0);
        }
        if (at + bytes > end) {
            cd_file_refuse(gltf->file, CD_IO, "cannot read a buffer to its end; try a copy on another disk");
            break;
        }
        for (unsigned k = 0; k < format->components; k++)
            values[i * format->components + k] =
                component(elements + (at - begin) + k * bytes_of(format->type), format);
    }
    return values;
}

/// Reads accessor `number` of `user`, which must be of the type, "SCALAR" or "VEC3", say. It is the caller's by
/// cd_free, or NULL on failure.
static double *read_accessor(struct gltf *gltf, const struct item *user, uint64_t number, const char *type,
                             struct item *item, size_t *count)
{
    if (!find(gltf, user, "accessor", number, item))
        return NULL;
    const char *its_type = text_of(item->json, "type");
    const json_t *normalized = json_object_get(item->json, "normalized");
    const json_t *sparse = member(gltf, item, item->json, "sparse", JSON_OBJECT);
    struct format format = {.type = integer(gltf, item, item->json, "componentType", REQUIRED),
                            .components = *type == 'V' ? (unsigned)type[3] - '0' : 1,
                            .normalized = json_is_true(normalized)};
    *count = integer(gltf, item, item->json, "count", REQUIRED);
    double *values = NULL;
    gltf->elements += *count;
    if (gltf->elements > 10 * unfolded_max(gltf))
        wrong(gltf, item, "nodes name its %zu element%s too many times; split the file", *count,
              cd_plural(*count));
    else if (strcmp(its_type, type) != 0)
        wrong(gltf, item, "type is %.20s where %s belongs", its_type, type);
    else if (normalized && !json_is_boolean(normalized))
        wrong(gltf, item, "normalized is neither true nor false; the file is damaged");
    else if (!bytes_of(format.type))
        wrong(gltf, item, "componentType %" PRIu64 " does not exist; the file is damaged", format.type);
    else if (json_object_get(item->json, "bufferView"))
        values = read_view(gltf, item, item->json, *count, &format);
    else if (*count > gltf->bytes)
        wrong(gltf, item, "claims %zu element%s without data; the file is damaged", *count,
              cd_plural(*count));
    else
        values = cd_allocate(*count * format.components + 1, sizeof *values); // zeros
    if (sparse && !gltf->file->code) { // replaces the elements that it names apart from the others
        const json_t *place = member(gltf, item, sparse, "indices", JSON_OBJECT);
        uint64_t replaced = integer(gltf, item, sparse, "count", REQUIRED);
        struct format whole = {integer(gltf, item, place, "componentType", REQUIRED), 1, false};
        if (replaced > *count || !bytes_of(whole.type))
            wrong(gltf, item, "its sparse part is damaged");
        double *indices = read_view(gltf, item, place, replaced, &whole);
        place = member(gltf, item, sparse, "values", JSON_OBJECT);
        double *others = read_view(gltf, item, place, replaced, &format);
        for (uint64_t i = 0; !gltf->file->code && i < replaced; i++)
            if (!(indices[i] >= 0 && indices[i] < (double)*count && floor(indices[i]) == indices[i]))
                wrong(gltf, item, "its sparse part replaces element %g of %zu", indices[i], *count);
            else
                memcpy(values + (size_t)indices[i] * format.components, others + i * format.components,
                       format.components * sizeof *values);
        cd_free(indices);
        cd_free(others);
    }
    if (!gltf->file->code)
        return values;
    cd_free(values);
    return NULL;
}

// ---- meshes -----------------------------------------------------------------------------------------------

/// Adds a primitive in all its places. Points and lines are no content.
static bool read_primitive(struct gltf *gltf, const struct item *mesh, const json_t *primitive,
                           const struct cd_affine *placements, size_t count)
{
    struct item item;
    struct cd_mesh_file *file = gltf->file;
    uint64_t mode = integer(gltf, mesh, primitive, "mode", TRIANGLES);
    const json_t *attributes = member(gltf, mesh, primitive, "attributes", JSON_OBJECT);
    uint64_t position = integer(gltf, mesh, attributes, "POSITION", NONE);
    if (!json_is_object(primitive))
        return wrong(gltf, mesh, "a primitive is not an object; the file is damaged");
    if (mode > TRIANGLE_FAN)
        return wrong(gltf, mesh, "mode %" PRIu64 " does not exist; the file is damaged", mode);
    if (file->code || mode < TRIANGLES || position == NONE)
        return !file->code;
    const json_t *accessor = json_array_get(json_object_get(gltf->root, "accessors"), position);
    if (extension(gltf, mesh, primitive, DRACO) && !json_object_get(accessor, "bufferView"))
        return wrong(gltf, mesh, COMPRESSED, DRACO);

    size_t point_count, corner_count;
    uint64_t indices = integer(gltf, mesh, primitive, "indices", NONE);
    double *numbers = read_accessor(gltf, mesh, position, "VEC3", &item, &point_count), *corners = NULL;
    const struct cd_vec3 *points = (const struct cd_vec3 *)numbers;
    for (size_t i = 0; points && i < point_count; i++)
        if (!cd_point_is_usable(&points[i]))
            wrong(
                gltf, &item,
                "element %zu is (%g, %g, %g); coordinates must be finite and at most %g in magnitude: repair "
                "or scale the model",
                i, points[i].x, points[i].y, points[i].z, CD_COORDINATE_MAX);
    corner_count = point_count;
    if (indices != NONE && !file->code) // without indices, the corners are all points, one after the other
        corners = read_accessor(gltf, mesh, indices, "SCALAR", &item, &corner_count);
    for (size_t i = 0; corners && i < corner_count; i++)
        if (!(corners[i] >= 0 && corners[i] < (double)point_count && floor(corners[i]) == corners[i]))
            wrong(gltf, &item, "element %zu names vertex %g of %zu; the file is damaged", i, corners[i],
                  point_count);
    if (mode == TRIANGLES && corner_count % 3)
        wrong(gltf, mesh, "%zu corner%s cannot make whole triangles; the file is damaged", corner_count,
              cd_plural(corner_count));
    size_t triangles = mode == TRIANGLES ? corner_count / 3 : corner_count < 3 ? 0 : corner_count - 2;
    count = triangles ? count : 0;
    if (!file->code && (file->mesh.vertex_count + count * point_count > unfolded_max(gltf) ||
                        file->mesh.triangle_count + count * triangles > unfolded_max(gltf)))
        wrong(gltf, mesh, "nodes and instances unfold to too many vertices or triangles; split the file");

    for (size_t i = 0; !file->code && i < count; i++) {
        uint32_t first = file->mesh.vertex_count;
        bool mirrored = cd_affine_mirrors(&placements[i]);
        for (size_t k = 0; !file->code && k < point_count; k++)
            cd_file_vertex(file, cd_affine_point(&placements[i], points[k]));
        for (size_t t = 0; !file->code && t < triangles; t++) {
            size_t at = mode == TRIANGLES ? 3 * t : t, turned = mode == TRIANGLE_STRIP && t % 2;
            const size_t places[] = {mode == TRIANGLE_FAN ? 0 : at + turned, at + !turned, at + 2};
            uint32_t v[3];
            for (int k = 0; k < 3; k++)
                v[k] = first + (uint32_t)(corners ? corners[places[k]] : (double)places[k]);
            cd_build_triangle(&file->mesh, v[0], v[mirrored ? 2 : 1], v[mirrored ? 1 : 2]);
        }
    }
    cd_free(numbers);
    cd_free(corners);
    return !file->code;
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

/// The matrix of a node: its own, or that of its translation, rotation and scale.
static bool read_placement(struct gltf *gltf, const struct item *node, double m[3][4])
{
    double columns[16] = {0}, t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    const struct {
        const char *key;
        size_t count;
        double *values;
    } lists[] = {{"matrix", 16, columns}, {"translation", 3, t}, {"rotation", 4, q}, {"scale", 3, s}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const json_t *list = json_object_get(node->json, lists[k].key);
        for (size_t i = 0; list && i < lists[k].count; i++) {
            const json_t *value = json_array_get(list, i);
            if (json_array_size(list) != lists[k].count || !json_is_number(value))
                return wrong(gltf, node, "%s is not a list of %zu numbers; the file is damaged", lists[k].key,
                             lists[k].count);
            lists[k].values[i] = json_number_value(value);
        }
    }
    if (!json_object_get(node->json, "matrix"))
        return place(gltf, node, t, q, s, m);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = columns[4 * j + i];
    return (columns[3] == 0 && columns[7] == 0 && columns[11] == 0 && columns[15] == 1) ||
           wrong(gltf, node, "the last row of its matrix is not 0 0 0 1; the file is damaged");
}

/// Adds the mesh of a node, in the node's place or in those of EXT_mesh_gpu_instancing.
static bool read_node_mesh(struct gltf *gltf, const struct item *node, const struct cd_affine *own)
{
    static const char *const keys[] = {"TRANSLATION", "ROTATION", "SCALE"}, *const types[] = {"VEC3", "VEC4",
                                                                                              "VEC3"};
    const json_t *instancing = extension(gltf, node, node->json, "EXT_mesh_gpu_instancing");
    const json_t *attributes = member(gltf, node, instancing, "attributes", JSON_OBJECT);
    struct item mesh, item;
    double *lists[3] = {NULL};
    size_t counts[3] = {0}, count = 0;
    bool instanced = false;
    uint64_t number = integer(gltf, node, node->json, "mesh", NONE);
    if (number == NONE || !find(gltf, node, "mesh", number, &mesh))
        return !gltf->file->code;
    for (int i = 0; i < 3; i++) {
        uint64_t accessor = integer(gltf, node, attributes, keys[i], NONE);
        if (accessor == NONE || gltf->file->code)
            continue;
        lists[i] = read_accessor(gltf, node, accessor, types[i], &item, &counts[i]);
        if (instanced && counts[i] != count)
            wrong(gltf, node, "its lists of instances differ in length; the file is damaged");
        instanced = true;
        count = counts[i];
    }
    count = instanced ? count : 1;
    struct cd_affine *placements = cd_allocate(gltf->file->code ? 0 : count, sizeof *placements);
    for (size_t i = 0; !gltf->file->code && i < count; i++) {
        const double still[] = {0, 0, 0}, upright[] = {0, 0, 0, 1}, full[] = {1, 1, 1};
        double m[3][4];
        if (place(gltf, node, lists[0] ? lists[0] + 3 * i : still, lists[1] ? lists[1] + 4 * i : upright,
                  lists[2] ? lists[2] + 3 * i : full, m))
            placements[i] = cd_affine_compose(own, (const double(*)[4])m);
    }
    const json_t *primitives = member(gltf, &mesh, mesh.json, "primitives", JSON_ARRAY);
    for (size_t i = 0; !gltf->file->code && i < json_array_size(primitives); i++)
        read_primitive(gltf, &mesh, json_array_get(primitives, i), placements, count);
    for (int i = 0; i < 3; i++)
        cd_free(lists[i]);
    cd_free(placements);
    return !gltf->file->code;
}

/// Reads the nodes that `user`, a scene or a node, lists, and all below them.
static bool read_nodes(struct gltf *gltf, const struct item *user, const char *key,
                       const struct cd_affine *outer, int depth)
{
    const json_t *list = member(gltf, user, user->json, key, JSON_ARRAY);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *number = json_array_get(list, i);
        struct item node;
        double m[3][4];
        if (!json_is_integer(number) || json_integer_value(number) < 0)
            return wrong(gltf, user, "%s names something that is no node; the file is damaged", key);
        if (!find(gltf, user, "node", (uint64_t)json_integer_value(number), &node))
            return false;
        if (gltf->visited[node.number])
            return wrong(gltf, &node, "is named twice, and a node has one place; the file is damaged");
        if (depth == DEPTH_MAX)
            return wrong(gltf, &node, "is more than %d nodes below its scene; flatten the model", DEPTH_MAX);
        gltf->visited[node.number] = true;
        if (!read_placement(gltf, &node, m))
            return false;
        struct cd_affine own = cd_affine_compose(outer, (const double(*)[4])m);
        if (!read_node_mesh(gltf, &node, &own) || !read_nodes(gltf, &node, "children", &own, depth + 1))
            return false;
    }
    return !gltf->file->code;
}

/// Reads the scene that the file names, else the first, else all nodes that are no node's children.
static bool read_scene(struct gltf *gltf)
{
    const struct item file = {"scene", 0, gltf->root};
    struct item scene;
    struct cd_affine identity = cd_affine_identity();
    const json_t *nodes = json_object_get(gltf->root, "nodes");
    size_t count = json_array_size(nodes);
    gltf->buffer_count = json_array_size(json_object_get(gltf->root, "buffers"));
    gltf->buffers = cd_allocate(gltf->buffer_count, sizeof *gltf->buffers);
    gltf->visited = cd_allocate(count, sizeof *gltf->visited);
    uint64_t number = integer(gltf, &file, gltf->root, "scene", 0);
    if (json_object_get(gltf->root, "scene") || json_array_size(json_object_get(gltf->root, "scenes")))
        return find(gltf, &file, "scene", number, &scene) && read_nodes(gltf, &scene, "nodes", &identity, 0);
    bool *is_child = cd_allocate(count, sizeof *is_child);
    for (size_t i = 0; i < count; i++) {
        const json_t *children = json_object_get(json_array_get(nodes, i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            json_int_t child = json_integer_value(json_array_get(children, k));
            if (child >= 0 && (uint64_t)child < count)
                is_child[child] = true;
        }
    }
    json_t *roots = json_array();
    for (size_t i = 0; i < count; i++)
        if (!is_child[i])
            json_array_append_new(roots, json_integer((json_int_t)i));
    scene = (struct item){"scene", 0, json_pack("{so}", "nodes", roots)};
    bool fine = read_nodes(gltf, &scene, "nodes", &identity, 0);
    json_decref(scene.json);
    cd_free(is_child);
    return fine;
}

// ---- extensions -------------------------------------------------------------------------------------------

/// What a file may require, since it is read here or concerns no triangle at rest; `families` are what names begin with.
static const char known_extensions[] =
    "KHR_mesh_quantization|EXT_mesh_gpu_instancing|KHR_draco_mesh_compression|"
    "KHR_animation_pointer|KHR_audio|KHR_environment_map|KHR_implicit_shapes|KHR_interactivity|"
    "KHR_node_hoverability|KHR_node_selectability|KHR_node_visibility|KHR_physics_rigid_bodies|KHR_xmp|"
    "EXT_instance_features|EXT_mesh_features|EXT_mesh_manifold|EXT_structural_metadata|AGI_articulations|"
    "AGI_stk_metadata|CESIUM_primitive_outline|FB_geometry_metadata|GODOT_single_root|MSFT_lod|"
    "MSFT_texture_dds|NV_materials_mdl";
static const char *const families[] = {
    "KHR_materials_", "EXT_materials_", "ADOBE_materials_", "KHR_technique", "KHR_texture_", "EXT_texture_",
    "KHR_lights_",    "EXT_lights_",    "KHR_xmp_",         "MSFT_packing_", "VRM"};

static bool lists(const struct gltf *gltf, const char *list, const char *name)
{
    const json_t *names = json_object_get(gltf->root, list);
    bool found = false;
    for (size_t i = 0; i < json_array_size(names); i++)
        found |= json_is_string(json_array_get(names, i)) &&
                 strcmp(json_string_value(json_array_get(names, i)), name) == 0;
    return found;
}

/// Refuses a file that requires what is unknown here. What requires Draco is left to Assimp, which knows nothing of
/// quantization and instances.
static bool check_extensions(struct gltf *gltf)
{
    const json_t *required = json_object_get(gltf->root, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        bool known = name && cd_word_place(known_extensions, name) >= 0;
        for (size_t k = 0; name && k < sizeof families / sizeof *families; k++)
            known |= strncmp(name, families[k], strlen(families[k])) == 0;
        if (name && strstr(name, "_meshopt_compression"))
            return cd_file_refuse(gltf->file, CD_DATA, COMPRESSED, name);
        if (!known)
            return cd_file_refuse(
                gltf->file, CD_DATA,
                "requires the extension \"%.80s\", which is unknown here and may change the "
                "geometry; export the model without it",
                name ? name : "");
    }
    if (lists(gltf, "extensionsRequired", DRACO) &&
        (lists(gltf, "extensionsUsed", "KHR_mesh_quantization") ||
         lists(gltf, "extensionsUsed", "EXT_mesh_gpu_instancing")))
        return cd_file_refuse(gltf->file, CD_DATA, COMPRESSED, DRACO " (beside others)");
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
    return *version == 1 || json->padded ||
           cd_file_refuse(file, CD_DATA, "does not begin with a JSON chunk; the file is damaged");
}

// ---- the file ---------------------------------------------------------------------------------------------

/// Reads the JSON and what it names. glTF 1 and what requires Draco are left to Assimp.
static bool read_text(struct gltf *gltf, struct text *text)
{
    static const char *const arrays[] = {"accessors", "buffers", "bufferViews",        "meshes",
                                         "nodes",     "scenes",  "extensionsRequired", "extensionsUsed"};
    json_error_t error;
    gltf->root = json_load_callback(feed, text, JSON_REJECT_DUPLICATES, &error);
    if (!gltf->root && json_error_code(&error) == json_error_out_of_memory)
        return cd_file_refuse(gltf->file, CD_ENVIRONMENT,
                              "too little memory to read it; free memory or raise its limit");
    if (!gltf->root) {
        gltf->file->line = text->padded ? 0 : (uint64_t)error.line;
        return cd_file_fail(gltf->file, "not JSON, or not whole: %s", error.text);
    }
    const char *version = text_of(json_object_get(gltf->root, "asset"), "version");
    if (json_is_object(json_object_get(gltf->root, "meshes")) || strncmp(version, "1.", 2) == 0)
        return cd_read_assimp(gltf->file);
    if (strncmp(version, "2.", 2) != 0)
        return wrong(gltf, NULL, "asset.version is %.20s where \"1.0\" or \"2.0\" belongs", version);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        member(gltf, NULL, gltf->root, arrays[i], JSON_ARRAY);
    return !gltf->file->code && check_extensions(gltf) &&
           (lists(gltf, "extensionsRequired", DRACO) ? cd_read_assimp(gltf->file) : read_scene(gltf));
}

bool cd_read_gltf(struct cd_mesh_file *file)
{
    struct gltf gltf = {.file = file, .bytes = file->lines.file_bytes};
    struct text text = {file->lines.descriptor, 0, file->lines.file_bytes, false};
    uint32_t version = 2;
    char magic[4];
    bool binary = strcasecmp(strrchr(file->lines.path, '.'), ".gltf") != 0 ||
                  (pread(file->lines.descriptor, magic, 4, 0) == 4 && memcmp(magic, "glTF", 4) == 0);
    bool whole = (!binary || find_chunks(&gltf, &text, &version)) &&
                 (version == 1 ? cd_read_assimp(file) : read_text(&gltf, &text));
    for (size_t i = 0; i < gltf.buffer_count; i++) {
        cd_free(gltf.buffers[i].bytes);
        if (gltf.buffers[i].file.path)
            cd_lines_close(&gltf.buffers[i].file);
    }
    json_decref(gltf.root);
    cd_free(gltf.buffers);
    cd_free(gltf.visited);
    file->mesh.reading.unit = 1; // as the specification has it
    file->mesh.reading.up = 'Y';
    return whole;
}
