#include "scenes/folder/folder.h"

#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/text.h"
#include "scenes/limits.h"
#include "scenes/readers/readers.h"
#include "scenes/source.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum frame_column {
    FRAME,
    BODY,
    MESH,
    ROTATION,
    TRANSLATION = ROTATION + 9,
    FRAME_COLUMNS = TRANSLATION + 3
};
static const char *const frame_columns[FRAME_COLUMNS] = {
    "frame", "body", "mesh", "r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22", "tx", "ty", "tz"};

enum vertex_column { VERTEX = 2, VERTEX_X, VERTEX_COLUMNS = VERTEX_X + 3 };
static const char *const vertex_columns[VERTEX_COLUMNS] = {"frame", "body", "vertex", "x", "y", "z"};

enum region_column {
    REGION_ID = 1,
    REGION_KIND,
    REGION_BOUNDS, ///< lo0, hi0, lo1, ...
    REGION_COLUMNS = REGION_BOUNDS + 2 * CD_REGION_DIMENSIONS
};
static const char *const region_columns[REGION_COLUMNS] = {"frame", "id",  "kind", "lo0", "hi0", "lo1",
                                                           "hi1",   "lo2", "hi2",  "lo3", "hi3"};
_Static_assert(CD_REGION_DIMENSIONS == 4, "name the columns of every dimension");

enum { FRAMES, VERTICES, REGIONS, FILES };

/// So many frames without any row a folder may have; a row takes some bytes of its file.
#define EMPTY_FRAMES_MAX 1000000

/// One of the three files, as all its readers open it.
struct table {
    const char *const *columns;
    size_t count, required;
    char *path;
    bool there;
    struct cd_csv_state state; ///< when the scene was loaded
};

struct folder_source {
    struct cd_source base;
    struct table tables[FILES];
    uint64_t frame_count; ///< as meta.csv says, or CD_FRAMES_UNKNOWN
    uint64_t max_frames;  ///< the most that files of this size may have
};

/// The vertices of a body that was deformed; kept for as long as the reader, since it may be again.
struct deformed {
    uint64_t version;
    uint64_t rows_frame; ///< frame + 1 of the rows that `vertices` come from
    uint64_t live_frame; ///< frame + 1 in which it was last live with them, 0 before that
    uint32_t mesh;
    uint32_t row_count;
    uint64_t serial; ///< of its newest rows
    uint64_t *given; ///< per vertex, the serial of the rows it was last in
    struct cd_vec3 *vertices;
};

/// A file being read one row ahead.
struct stream {
    struct cd_csv *csv;
    bool more;          ///< the row is there and waits for its frame
    uint64_t frame;     ///< of the row
    uint64_t last_line; ///< of the row before, the last of its frame
};

struct folder_reader {
    const struct folder_source *source;
    const struct cd_scene *scene;
    bool opened;
    struct stream streams[FILES];
    struct deformed **deformed; ///< by body id, NULL where it never was
    size_t deformed_capacity;
    uint64_t serial; ///< numbers the groups of rows, over all passes
};

// ---- rows -------------------------------------------------------------------------------------------------

static enum cd_code next_row(const struct folder_source *source, struct stream *stream,
                             struct cd_status *status)
{
    uint64_t before = stream->frame;
    enum cd_code code = cd_csv_next(stream->csv, &stream->more, status);
    if (code || !stream->more)
        return code;
    code = cd_csv_unsigned(stream->csv, FRAME, source->max_frames - 1, &stream->frame, status);
    if (code)
        return code;
    if (stream->frame < before)
        return cd_csv_fail(stream->csv, status,
                           "frame %" PRIu64 " after frame %" PRIu64 "; sort the rows by frame", stream->frame,
                           before);
    if (stream->frame >= source->frame_count)
        return cd_csv_fail(stream->csv, status,
                           "frame %" PRIu64 ", but " CD_FOLDER_META " says %" PRIu64 " frames", stream->frame,
                           source->frame_count);
    return CD_OK;
}

static enum cd_code check_unchanged(const struct table *table, const struct cd_csv *csv,
                                    struct cd_status *status)
{
    struct cd_csv_state state = cd_csv_state(csv);
    if (memcmp(&state, &table->state, sizeof state) != 0)
        return cd_fail(status, CD_IO, "%s: has changed since the scene was loaded; run again", table->path);
    return CD_OK;
}

static enum cd_code open_stream(const struct folder_source *source, int file, struct stream *stream,
                                struct cd_status *status)
{
    const struct table *table = &source->tables[file];
    if (!table->there)
        return CD_OK;
    enum cd_code code =
        cd_csv_open(table->path, table->columns, table->count, table->required, &stream->csv, status);
    if (code)
        return code;
    code = check_unchanged(table, stream->csv, status);
    return code ? code : next_row(source, stream, status);
}

/// Reads the rows of a frame from one of the files.
static enum cd_code read_rows(struct folder_reader *reader, int file, uint64_t frame, struct cd_live *live,
                              enum cd_code (*read_row)(struct folder_reader *reader, uint64_t frame,
                                                       struct cd_live *live, struct cd_status *status),
                              struct cd_status *status)
{
    struct stream *stream = &reader->streams[file];
    enum cd_code code = CD_OK;
    while (!code && stream->more && stream->frame == frame) {
        stream->last_line = cd_csv_line(stream->csv);
        code = read_row(reader, frame, live, status);
        if (!code)
            code = next_row(reader->source, stream, status);
    }
    return code;
}

// ---- bodies -----------------------------------------------------------------------------------------------

/// Until the frame is complete a body's `version` is the line it was read from.
static enum cd_code read_body(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                              struct cd_status *status)
{
    (void)frame;
    const struct cd_csv *csv = reader->streams[FRAMES].csv;
    uint64_t id, mesh;
    enum cd_code code = cd_csv_unsigned(csv, BODY, CD_BODY_LIMIT - 1, &id, status);
    if (!code)
        code = cd_csv_unsigned(csv, MESH, UINT32_MAX, &mesh, status);
    if (code)
        return code;
    if (reader->scene->dimensions)
        return cd_csv_fail(csv, status, "a scene of regions has no bodies");
    if (mesh >= reader->scene->mesh_count)
        return cd_csv_fail(csv, status, "there is no " CD_FOLDER_MESH, (unsigned)mesh);
    struct cd_body *body = cd_live_add_body(live);
    body->id = (uint32_t)id;
    body->mesh = (uint32_t)mesh;
    body->version = cd_csv_line(csv);
    for (size_t i = 0; !code && i < 9; i++)
        code = cd_csv_real(csv, ROTATION + i, &body->pose.r[i], status);
    for (size_t i = 0; !code && i < 3; i++)
        code = cd_csv_real(csv, TRANSLATION + i, &body->pose.t[i], status);
    if (code || cd_pose_is_rigid(&body->pose))
        return code;
    double defect = cd_pose_defect(&body->pose);
    if (defect <= CD_POSE_DEFECT_MAX)
        return cd_csv_fail(csv, status, "r00..r22 are no rotation: mirrored (determinant -1)");
    return cd_csv_fail(csv, status, "r00..r22 are no rotation: orthonormal only to %.3g (allowed %g)", defect,
                       CD_POSE_DEFECT_MAX);
}

static int compare_bodies(const void *first, const void *second)
{
    const struct cd_body *a = first, *b = second;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->version < b->version ? -1 : a->version > b->version;
}

static enum cd_code sort_bodies(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                struct cd_status *status)
{
    bool ascending = true;
    for (uint32_t i = 1; i < live->body_count; i++)
        ascending &= live->bodies[i - 1].id < live->bodies[i].id;
    if (!ascending)
        qsort(live->bodies, live->body_count, sizeof *live->bodies, compare_bodies);
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        if (i && body[-1].id == body->id)
            return cd_csv_fail_at(reader->streams[FRAMES].csv, body->version, status,
                                  "body %" PRIu32 " has a second row in frame %" PRIu64, body->id, frame);
    }
    for (uint32_t i = 0; i < live->body_count; i++)
        live->bodies[i].version = 0;
    return CD_OK;
}

// ---- vertices ---------------------------------------------------------------------------------------------

static struct cd_body *find_body(struct cd_live *live, uint64_t id)
{
    uint32_t low = 0, high = live->body_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (live->bodies[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < live->body_count && live->bodies[low].id == id ? &live->bodies[low] : NULL;
}

static struct deformed *deformed_of(struct folder_reader *reader, const struct cd_body *body)
{
    while (body->id >= reader->deformed_capacity)
        reader->deformed = cd_grow(reader->deformed, reader->deformed_capacity, &reader->deformed_capacity,
                                   sizeof(struct deformed *));
    struct deformed **deformed = &reader->deformed[body->id];
    if (!*deformed) {
        uint32_t count = reader->scene->meshes[body->mesh]->vertex_count;
        *deformed = cd_allocate(1, sizeof **deformed);
        (*deformed)->mesh = body->mesh;
        (*deformed)->given = cd_allocate(count, sizeof *(*deformed)->given);
        (*deformed)->vertices = cd_allocate(count, sizeof *(*deformed)->vertices);
    }
    return *deformed;
}

/// The rows of a body begin: its vertices change in this frame.
static void begin_rows(struct folder_reader *reader, struct deformed *deformed, uint64_t frame)
{
    deformed->rows_frame = frame + 1;
    deformed->serial = ++reader->serial;
    deformed->row_count = 0;
    deformed->version++;
}

static enum cd_code read_vertex(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[VERTICES].csv;
    uint64_t id, vertex;
    enum cd_code code = cd_csv_unsigned(csv, BODY, CD_BODY_LIMIT - 1, &id, status);
    struct cd_body *body = code ? NULL : find_body(live, id);
    if (!code && !body)
        code = cd_csv_fail(csv, status, "body %" PRIu64 " is not live in frame %" PRIu64, id, frame);
    if (!code)
        code = cd_csv_unsigned(csv, VERTEX, reader->scene->meshes[body->mesh]->vertex_count - 1, &vertex,
                               status);
    struct cd_vec3 p;
    if (!code)
        code = cd_csv_real(csv, VERTEX_X, &p.x, status);
    if (!code)
        code = cd_csv_real(csv, VERTEX_X + 1, &p.y, status);
    if (!code)
        code = cd_csv_real(csv, VERTEX_X + 2, &p.z, status);
    if (code)
        return code;
    if (!cd_point_is_usable(&p))
        return cd_csv_fail(csv, status, "a coordinate is larger than %g", CD_COORDINATE_MAX);
    struct deformed *deformed = deformed_of(reader, body);
    if (deformed->mesh != body->mesh) // also bounds the arrays, which have the first mesh's size
        return cd_csv_fail(csv, status, "body %" PRIu64 " had another mesh before; a body keeps its mesh",
                           id);
    if (deformed->rows_frame != frame + 1)
        begin_rows(reader, deformed, frame);
    if (deformed->given[vertex] == deformed->serial)
        return cd_csv_fail(csv, status,
                           "vertex %" PRIu64 " of body %" PRIu64 " has a second row in frame %" PRIu64,
                           vertex, id, frame);
    deformed->given[vertex] = deformed->serial;
    deformed->vertices[vertex] = p;
    deformed->row_count++;
    return CD_OK;
}

/// Bodies keep deformed vertices until new rows come or they vanish.
static enum cd_code apply_vertices(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                   struct cd_status *status)
{
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        struct deformed *deformed = body->id < reader->deformed_capacity ? reader->deformed[body->id] : NULL;
        if (!deformed || deformed->mesh != body->mesh) // the survey tells of a changed mesh
            continue;
        bool renewed = deformed->rows_frame == frame + 1;
        uint32_t count = reader->scene->meshes[body->mesh]->vertex_count;
        if (renewed && deformed->row_count != count)
            return cd_csv_fail(reader->streams[VERTICES].csv, status,
                               "frame %" PRIu64 " has %" PRIu32 " of the %" PRIu32
                               " vertices of body %" PRIu32 "; a deformed body needs all",
                               frame, deformed->row_count, count, body->id);
        if (!renewed && (!deformed->live_frame || deformed->live_frame != frame)) // 0: not in this pass
            continue;
        deformed->live_frame = frame + 1;
        body->version = deformed->version;
        body->vertices = deformed->vertices;
    }
    return CD_OK;
}

// ---- regions ----------------------------------------------------------------------------------------------

static enum cd_code read_bound(const struct cd_csv *csv, size_t column, int64_t *bound,
                               struct cd_status *status)
{
    enum cd_code code = cd_csv_int(csv, column, bound, status);
    if (!code && (*bound < CD_REGION_MIN || *bound > CD_REGION_MAX))
        code = cd_csv_fail(csv, status, "%s is %" PRId64 ", not from %" PRId64 " to %" PRId64,
                           region_columns[column], *bound, CD_REGION_MIN, CD_REGION_MAX);
    return code;
}

static enum cd_code read_bounds(const struct folder_reader *reader, struct cd_region *region,
                                struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[REGIONS].csv;
    bool closed = reader->scene->touch == CD_TOUCH_CLOSED;
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < reader->scene->dimensions; i++) {
        code = read_bound(csv, REGION_BOUNDS + 2 * i, &region->low[i], status);
        if (!code)
            code = read_bound(csv, REGION_BOUNDS + 2 * i + 1, &region->high[i], status);
        if (!code && (closed ? region->low[i] > region->high[i] : region->low[i] >= region->high[i]))
            code = cd_csv_fail(csv, status, "lo%" PRIu32 " is not %s hi%" PRIu32, i,
                               closed ? "at most" : "below (regions are half-open)", i);
    }
    return code;
}

static enum cd_code read_region(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                struct cd_status *status)
{
    (void)frame;
    const struct cd_csv *csv = reader->streams[REGIONS].csv;
    uint64_t id;
    enum cd_code code = cd_csv_unsigned(csv, REGION_ID, CD_REGION_LIMIT - 1, &id, status);
    if (code)
        return code;
    struct cd_region *region = cd_live_add_region(live);
    region->id = (uint32_t)id;
    const char *kind = cd_csv_text(csv, REGION_KIND);
    if (!strcmp(kind, "subscribe"))
        region->kind = CD_REGION_SUBSCRIBE;
    else if (strcmp(kind, "publish") != 0)
        return cd_csv_fail(csv, status, "kind is \"%.40s\", not publish or subscribe", kind);
    return read_bounds(reader, region, status);
}

static enum cd_code sort_regions(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                 struct cd_status *status)
{
    const struct stream *stream = &reader->streams[REGIONS];
    if (!live->region_count)
        return CD_OK;
    qsort(live->regions, live->region_count, sizeof *live->regions, cd_region_compare);
    for (uint32_t i = 1; i < live->region_count; i++)
        if (live->regions[i].id == live->regions[i - 1].id &&
            live->regions[i].kind != live->regions[i - 1].kind)
            return cd_csv_fail_at(stream->csv, stream->last_line, status,
                                  "frame %" PRIu64 " up to here has region %" PRIu32
                                  " both as publish and as subscribe; ids are unique over both",
                                  frame, live->regions[i].id);
    return CD_OK;
}

// ---- the source -------------------------------------------------------------------------------------------

static void *folder_open(const struct cd_source *source, const struct cd_scene *scene)
{
    struct folder_reader *reader = cd_allocate(1, sizeof *reader);
    reader->source = (const struct folder_source *)source;
    reader->scene = scene;
    return reader;
}

static enum cd_code open_streams(struct folder_reader *reader, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (int i = 0; !code && i < FILES; i++)
        code = open_stream(reader->source, i, &reader->streams[i], status);
    reader->opened = !code;
    return code;
}

static enum cd_code folder_next(void *self, uint64_t frame, struct cd_live *live, bool *ended,
                                struct cd_status *status)
{
    struct folder_reader *reader = self;
    enum cd_code code = reader->opened ? CD_OK : open_streams(reader, status);
    const struct stream *streams = reader->streams;
    bool empty = !streams[FRAMES].more && !streams[VERTICES].more && !streams[REGIONS].more;
    *ended = !code && empty && reader->source->frame_count == CD_FRAMES_UNKNOWN;
    if (code || *ended)
        return code;
    code = read_rows(reader, FRAMES, frame, live, read_body, status);
    if (!code)
        code = sort_bodies(reader, frame, live, status);
    if (!code)
        code = read_rows(reader, VERTICES, frame, live, read_vertex, status);
    if (!code)
        code = apply_vertices(reader, frame, live, status);
    if (!code)
        code = read_rows(reader, REGIONS, frame, live, read_region, status);
    if (!code)
        code = sort_regions(reader, frame, live, status);
    return code;
}

static void close_streams(struct folder_reader *reader)
{
    for (int i = 0; i < FILES; i++) {
        cd_csv_close(reader->streams[i].csv);
        reader->streams[i] = (struct stream){0};
    }
    reader->opened = false;
}

/// Vertices and their memory stay; only what was read from them is forgotten.
static enum cd_code folder_rewind(void *self, struct cd_status *status)
{
    struct folder_reader *reader = self;
    for (size_t i = 0; i < reader->deformed_capacity; i++) {
        struct deformed *deformed = reader->deformed[i];
        if (!deformed)
            continue;
        deformed->version = deformed->rows_frame = deformed->live_frame = 0;
    }
    enum cd_code code = CD_OK;
    for (int i = 0; !code && reader->opened && i < FILES; i++) {
        struct stream *stream = &reader->streams[i];
        stream->frame = 0;
        if (!stream->csv)
            continue;
        code = check_unchanged(&reader->source->tables[i], stream->csv, status);
        if (!code)
            code = cd_csv_rewind(stream->csv, status);
        if (!code)
            code = next_row(reader->source, stream, status);
    }
    return code;
}

static void folder_close(void *self)
{
    struct folder_reader *reader = self;
    close_streams(reader);
    for (size_t i = 0; i < reader->deformed_capacity; i++)
        if (reader->deformed[i]) {
            cd_free(reader->deformed[i]->given);
            cd_free(reader->deformed[i]->vertices);
            cd_free(reader->deformed[i]);
        }
    cd_free(reader->deformed);
    cd_free(reader);
}

static void folder_destroy(struct cd_source *source)
{
    struct folder_source *self = (struct folder_source *)source;
    for (int i = 0; i < FILES; i++)
        cd_free(self->tables[i].path);
    cd_free(self);
}

static const struct cd_source_kind folder_kind = {
    .open = folder_open,
    .next = folder_next,
    .rewind = folder_rewind,
    .close = folder_close,
    .destroy = folder_destroy,
};

// ---- loading ----------------------------------------------------------------------------------------------

/// A folder being loaded.
struct loader {
    const char *folder;
    struct cd_scene *scene;
    struct folder_source *source;
    uint64_t mesh_count; ///< as meta.csv says, or UINT64_MAX
    bool has_dimensions;
    unsigned keys_seen; ///< bits, of meta_keys
    struct cd_status *status;
};

static enum cd_code file_path(const struct loader *loader, const char *name, char path[PATH_MAX])
{
    size_t length = strlen(loader->folder);
    const char *slash = length && loader->folder[length - 1] == '/' ? "" : "/";
    int written = snprintf(path, PATH_MAX, "%s%s%s", loader->folder, slash, name);
    if (written > 0 && written < PATH_MAX)
        return CD_OK;
    return cd_fail(loader->status, CD_IO, "%.80s...: the folder name is too long", loader->folder);
}

static enum cd_code read_hash(struct loader *loader, const struct cd_csv *csv, const char *text)
{
    struct cd_hash *hash = &loader->source->base.hash;
    if (strlen(text) != CD_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != strlen(text) ||
        sscanf(text, "%16" SCNx64 "%16" SCNx64, &hash->high, &hash->low) != 2)
        return cd_csv_fail(csv, loader->status, "hash is \"%.40s\", not 32 hexadecimal digits", text);
    loader->source->base.has_hash = true;
    return CD_OK;
}

static enum cd_code read_touch(struct loader *loader, const struct cd_csv *csv, const char *text)
{
    if (!strcmp(text, "closed"))
        loader->scene->touch = CD_TOUCH_CLOSED;
    else if (strcmp(text, "half-open") != 0)
        return cd_csv_fail(csv, loader->status, "touch is \"%.40s\", not half-open or closed", text);
    return CD_OK;
}

static const char *const meta_keys[] = {"dimensions", "format", "frames", "hash",
                                        "meshes",     "name",   "seed",   "touch"};
enum { META_KEYS = sizeof meta_keys / sizeof *meta_keys };

static enum cd_code unknown_key(const struct cd_csv *csv, const char *key, struct cd_status *status)
{
    const char *nearest = cd_nearest_name(key, meta_keys, META_KEYS);
    return cd_csv_fail(csv, status,
                       "unknown key \"%.40s\"%s%s; valid: dimensions, format, frames, hash, meshes, name, "
                       "seed, touch",
                       key, nearest ? "; did you mean " : "", nearest ? nearest : "");
}

static enum cd_code check_first(struct loader *loader, const struct cd_csv *csv, const char *key)
{
    for (unsigned i = 0; i < META_KEYS; i++) {
        if (strcmp(key, meta_keys[i]) != 0)
            continue;
        if (loader->keys_seen & 1u << i)
            return cd_csv_fail(csv, loader->status, "the key \"%s\" is given twice", key);
        loader->keys_seen |= 1u << i;
    }
    return CD_OK;
}

static enum cd_code read_meta_row(struct loader *loader, const struct cd_csv *csv)
{
    const char *key = cd_csv_text(csv, 0), *text = cd_csv_text(csv, 1);
    struct cd_status *status = loader->status;
    uint64_t value = 0;
    enum cd_code code = check_first(loader, csv, key);
    if (code)
        return code;
    if (!strcmp(key, "frames")) {
        code = cd_csv_unsigned(csv, 1, CD_FRAME_LIMIT, &loader->source->frame_count, status);
    } else if (!strcmp(key, "meshes")) {
        code = cd_csv_unsigned(csv, 1, UINT32_MAX, &loader->mesh_count, status);
    } else if (!strcmp(key, "seed")) {
        code = cd_csv_unsigned(csv, 1, CD_SEED_LIMIT, &loader->scene->seed, status);
    } else if (!strcmp(key, "dimensions")) {
        code = cd_csv_unsigned(csv, 1, CD_REGION_DIMENSIONS, &value, status);
        loader->scene->dimensions = (uint32_t)value;
        loader->has_dimensions = true;
    } else if (!strcmp(key, "touch")) {
        code = read_touch(loader, csv, text);
    } else if (!strcmp(key, "hash")) {
        code = read_hash(loader, csv, text);
    } else if (!strcmp(key, "format")) {
        if (strcmp(text, CD_FOLDER_FORMAT) != 0)
            code = cd_csv_fail(csv, status, "format %.20s is newer than this program, which reads format %s",
                               text, CD_FOLDER_FORMAT);
    } else if (strcmp(key, "name") != 0) {
        code = unknown_key(csv, key, status);
    }
    return code;
}

static enum cd_code read_meta(struct loader *loader)
{
    static const char *const columns[] = {"key", "value"};
    char path[PATH_MAX];
    enum cd_code code = file_path(loader, CD_FOLDER_META, path);
    if (code || access(path, F_OK))
        return code;
    struct cd_csv *csv;
    code = cd_csv_open(path, columns, 2, 2, &csv, loader->status);
    if (code)
        return code;
    bool more = true;
    while (!code && !(code = cd_csv_next(csv, &more, loader->status)) && more)
        code = read_meta_row(loader, csv);
    cd_csv_close(csv);
    return code;
}

static enum cd_code read_meshes(struct loader *loader)
{
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < loader->mesh_count; i++) {
        char name[CD_FOLDER_NAME_BYTES], path[PATH_MAX];
        snprintf(name, sizeof name, CD_FOLDER_MESH, i);
        code = file_path(loader, name, path);
        if (!code && loader->mesh_count == UINT64_MAX && access(path, F_OK))
            break;
        struct cd_mesh *mesh;
        if (!code)
            code = cd_mesh_load(path, &mesh, loader->status);
        if (!code)
            cd_scene_add_mesh(loader->scene, mesh);
    }
    return code;
}

/// A folder without frames.csv, whose path is given, is one of regions.
static enum cd_code check_regions_alone(struct loader *loader, const char *frames)
{
    char path[PATH_MAX];
    enum cd_code code = file_path(loader, CD_FOLDER_REGIONS, path);
    if (!code && access(path, F_OK) != 0)
        code = cd_fail(loader->status, CD_IO,
                       "%s: no such file; a scene folder has " CD_FOLDER_FRAMES
                       " and mesh-0.obj, or " CD_FOLDER_REGIONS,
                       frames);
    return code;
}

/// Opens each file once: its header is checked and its state noted.
static enum cd_code examine_table(struct loader *loader, int file, const char *name,
                                  const char *const *columns, size_t count, size_t required)
{
    struct table *table = &loader->source->tables[file];
    *table = (struct table){.columns = columns, .count = count, .required = required};
    char path[PATH_MAX];
    enum cd_code code = file_path(loader, name, path);
    if (code)
        return code;
    table->there = !access(path, F_OK);
    if (!table->there && file == FRAMES)
        return check_regions_alone(loader, path);
    if (!table->there)
        return CD_OK;
    table->path = cd_duplicate(path);
    struct cd_csv *csv;
    code = cd_csv_open(path, columns, count, required, &csv, loader->status);
    if (code)
        return code;
    table->state = cd_csv_state(csv);
    uint32_t dimensions = 0;
    while (file == REGIONS && dimensions < CD_REGION_DIMENSIONS &&
           cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions) &&
           cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions + 1))
        dimensions++;
    if (file == REGIONS && loader->has_dimensions && loader->scene->dimensions != dimensions)
        code = cd_csv_fail(csv, loader->status,
                           "the header has lo and hi of %" PRIu32 " dimensions, but " CD_FOLDER_META
                           " says %" PRIu32,
                           dimensions, loader->scene->dimensions);
    else if (file == REGIONS)
        loader->scene->dimensions = dimensions;
    cd_csv_close(csv);
    return code;
}

/// Frames without rows take time and memory all the same: a small folder has not arbitrarily many.
static enum cd_code check_frame_count(struct loader *loader)
{
    struct folder_source *source = loader->source;
    source->max_frames = EMPTY_FRAMES_MAX;
    for (int i = 0; i < FILES; i++)
        source->max_frames += source->tables[i].state.bytes;
    if (source->max_frames > CD_FRAME_LIMIT)
        source->max_frames = CD_FRAME_LIMIT;
    if (source->frame_count == CD_FRAMES_UNKNOWN || source->frame_count <= source->max_frames)
        return CD_OK;
    return cd_fail(loader->status, CD_DATA,
                   "%s: " CD_FOLDER_META " says %" PRIu64 " frames; files of this size have %" PRIu64
                   " at most",
                   loader->folder, source->frame_count, source->max_frames);
}

static enum cd_code load_folder(struct loader *loader)
{
    enum cd_code code =
        examine_table(loader, FRAMES, CD_FOLDER_FRAMES, frame_columns, FRAME_COLUMNS, FRAME_COLUMNS);
    if (!code)
        code = read_meta(loader);
    if (!code)
        code = examine_table(loader, VERTICES, CD_FOLDER_VERTICES, vertex_columns, VERTEX_COLUMNS,
                             VERTEX_COLUMNS);
    if (!code)
        code = examine_table(loader, REGIONS, CD_FOLDER_REGIONS, region_columns, REGION_COLUMNS,
                             REGION_BOUNDS + 2);
    if (!code)
        code = check_frame_count(loader);
    if (!code)
        code = read_meshes(loader);
    if (!code && !loader->scene->mesh_count && !loader->scene->dimensions)
        code = cd_fail(loader->status, CD_DATA, "%s: neither meshes (mesh-0.obj) nor " CD_FOLDER_REGIONS,
                       loader->folder);
    return code;
}

enum cd_code cd_scene_from_folder(const char *specification, const char *path,
                                  const struct cd_scene_options *options, struct cd_scene **scene,
                                  struct cd_status *status)
{
    struct folder_source *source = cd_allocate(1, sizeof *source);
    source->base.kind = &folder_kind;
    source->frame_count = CD_FRAMES_UNKNOWN;
    struct loader loader = {
        .folder = path,
        .scene = cd_scene_create(specification),
        .source = source,
        .mesh_count = UINT64_MAX,
        .status = status,
    };
    loader.scene->source = &source->base;
    loader.scene->seed = 1;
    enum cd_code code = load_folder(&loader);
    if (code) {
        cd_scene_destroy(loader.scene);
        return code;
    }
    *scene = loader.scene;
    (*scene)->frame_count = source->frame_count;
    if (options->frames && options->frames < source->frame_count) {
        (*scene)->frame_count = options->frames;
        source->base.has_hash = false; // that of all frames
    }
    if (options->has_seed)
        (*scene)->seed = options->seed;
    return CD_OK;
}
