#include "scenes/folder/folder.h"

#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/text.h"
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
static const char *const region_columns[REGION_COLUMNS] = {"frame", "id",  "kind", "lo0", "hi0", "lo1", "hi1",
                                                           "lo2",   "hi2", "lo3",  "hi3", "lo4", "hi4", "lo5",
                                                           "hi5",   "lo6", "hi6",  "lo7", "hi7"};
_Static_assert(CD_REGION_DIMENSIONS == 8, "name the columns of every dimension");

enum { FRAMES, VERTICES, REGIONS, FILES };

/// The most frames without any row that a folder may have. A row takes some bytes of its file.
#define EMPTY_FRAMES_MAX 1000000

/// The three files and how many of their columns are required.
static const struct {
    const char *name;
    const char *const *columns;
    size_t count, required;
} tables[FILES] = {
    {CD_FOLDER_FRAMES, frame_columns, FRAME_COLUMNS, FRAME_COLUMNS},
    {CD_FOLDER_VERTICES, vertex_columns, VERTEX_COLUMNS, VERTEX_COLUMNS},
    {CD_FOLDER_REGIONS, region_columns, REGION_COLUMNS, REGION_BOUNDS + 2},
};

struct folder_source {
    struct cd_source base;
    char *paths[FILES];                ///< NULL for a file that does not exist
    struct cd_csv_state states[FILES]; ///< when the scene was loaded
    uint64_t frame_count;              ///< from meta.csv, or CD_FRAMES_UNKNOWN
    uint64_t max_frames;               ///< the most that files of this size may have
};

/// The vertices of a body that was deformed. They are kept as long as the reader, since the body may deform again.
struct deformed {
    uint64_t version;    ///< frame + 1 of the rows that `vertices` come from
    uint64_t live_frame; ///< frame + 1 of the last frame in which it was live with them, or 0
    uint32_t mesh;
    uint32_t row_count;
    uint64_t *given; ///< per vertex, the version of its last row
    struct cd_vec3 *vertices;
};

/// A file being read one row ahead.
struct stream {
    struct cd_csv *csv;
    bool more;          ///< a row was read and waits for its frame
    uint64_t frame;     ///< of the row
    uint64_t last_line; ///< of the previous row, the last of its frame
};

struct folder_reader {
    const struct folder_source *source;
    const struct cd_scene *scene;
    struct stream streams[FILES];
    struct deformed *deformed; ///< by body id, without vertices if never deformed
    size_t deformed_capacity;
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

/// Opens a file and reads its first row. The file must be the same as when the scene was loaded.
static enum cd_code open_stream(const struct folder_source *source, int file, struct stream *stream,
                                struct cd_status *status)
{
    const char *path = source->paths[file];
    enum cd_code code = path ? cd_csv_open(path, NULL, tables[file].columns, tables[file].count,
                                           tables[file].required, &stream->csv, status)
                             : CD_OK;
    if (code || !path)
        return code;
    struct cd_csv_state state = cd_csv_state(stream->csv);
    if (memcmp(&state, &source->states[file], sizeof state) != 0)
        return cd_fail(status, CD_IO, "%s: has changed since the scene was loaded; run again", path);
    return next_row(source, stream, status);
}

static enum cd_code read_reals(const struct cd_csv *csv, size_t first, size_t count, double *values,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; !code && i < count; i++)
        code = cd_csv_real(csv, first + i, &values[i], status);
    return code;
}

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

/// Reads a body. Until the frame is complete, the body's `version` is the line from which it was read.
static enum cd_code read_body(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                              struct cd_status *status)
{
    (void)frame;
    const struct cd_csv *csv = reader->streams[FRAMES].csv;
    uint64_t id, mesh;
    if (cd_csv_unsigned(csv, BODY, CD_BODY_LIMIT - 1, &id, status) ||
        cd_csv_unsigned(csv, MESH, UINT32_MAX, &mesh, status))
        return CD_DATA;
    if (reader->scene->dimensions)
        return cd_csv_fail(csv, status, "a scene of regions has no bodies");
    if (mesh >= reader->scene->mesh_count)
        return cd_csv_fail(csv, status, "there is no " CD_FOLDER_MESH, (unsigned)mesh);
    struct cd_body *body = cd_live_add_body(live, (uint32_t)id, (uint32_t)mesh);
    body->version = cd_csv_line(csv);
    if (read_reals(csv, ROTATION, 9, body->pose.r, status) ||
        read_reals(csv, TRANSLATION, 3, body->pose.t, status))
        return CD_DATA;
    if (cd_pose_is_rigid(&body->pose))
        return CD_OK;
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
    if (live->body_count)
        qsort(live->bodies, live->body_count, sizeof *live->bodies, compare_bodies);
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        if (i && body[-1].id == body->id)
            return cd_fail(status, CD_DATA,
                           "%s:%" PRIu64 ": body %" PRIu32 " has a second row in frame %" PRIu64,
                           reader->source->paths[FRAMES], body->version, body->id, frame);
        body->version = 0;
    }
    return CD_OK;
}

// ---- vertices ---------------------------------------------------------------------------------------------

static int compare_with_id(const void *id_given, const void *body)
{
    uint64_t id = *(const uint64_t *)id_given, other = ((const struct cd_body *)body)->id;
    return id < other ? -1 : id > other;
}

static struct deformed *deformed_of(struct folder_reader *reader, const struct cd_body *body)
{
    while (body->id >= reader->deformed_capacity)
        reader->deformed = cd_grow(reader->deformed, reader->deformed_capacity, &reader->deformed_capacity,
                                   sizeof *reader->deformed);
    struct deformed *deformed = &reader->deformed[body->id];
    uint32_t count = reader->scene->meshes[body->mesh]->vertex_count;
    if (!deformed->vertices)
        *deformed = (struct deformed){.mesh = body->mesh,
                                      .given = cd_allocate(count, sizeof *deformed->given),
                                      .vertices = cd_allocate(count, sizeof *deformed->vertices)};
    return deformed;
}

static enum cd_code read_vertex(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[VERTICES].csv;
    uint64_t id, vertex;
    double p[3];
    if (cd_csv_unsigned(csv, BODY, CD_BODY_LIMIT - 1, &id, status))
        return CD_DATA;
    const struct cd_body *body =
        live->body_count ? bsearch(&id, live->bodies, live->body_count, sizeof *live->bodies, compare_with_id)
                         : NULL;
    if (!body)
        return cd_csv_fail(csv, status, "body %" PRIu64 " is not live in frame %" PRIu64, id, frame);
    uint32_t count = reader->scene->meshes[body->mesh]->vertex_count;
    if (cd_csv_unsigned(csv, VERTEX, count - 1, &vertex, status) || read_reals(csv, VERTEX_X, 3, p, status))
        return CD_DATA;
    struct deformed *deformed = deformed_of(reader, body);
    if (deformed->mesh != body->mesh) // also protects the arrays, which have the first mesh's size
        return cd_csv_fail(csv, status, "body %" PRIu64 " had another mesh before; a body keeps its mesh",
                           id);
    if (deformed->version != frame + 1)
        deformed->row_count = 0;
    deformed->version = frame + 1;
    if (deformed->given[vertex] == deformed->version)
        return cd_csv_fail(csv, status,
                           "vertex %" PRIu64 " of body %" PRIu64 " has a second row in frame %" PRIu64,
                           vertex, id, frame);
    deformed->given[vertex] = deformed->version;
    deformed->vertices[vertex] = cd_vec(p[0], p[1], p[2]);
    deformed->row_count++;
    if (!cd_point_is_usable(&deformed->vertices[vertex]))
        return cd_csv_fail(csv, status, "a coordinate is larger than %g", CD_COORDINATE_MAX);
    return CD_OK;
}

/// Bodies keep deformed vertices until new rows come or the bodies vanish.
static enum cd_code apply_vertices(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                   struct cd_status *status)
{
    for (uint32_t i = 0; i < live->body_count; i++) {
        struct cd_body *body = &live->bodies[i];
        struct deformed *deformed = body->id < reader->deformed_capacity ? &reader->deformed[body->id] : NULL;
        if (!deformed || !deformed->vertices ||
            deformed->mesh != body->mesh) // the survey reports a changed mesh
            continue;
        bool renewed = deformed->version == frame + 1;
        uint32_t count = reader->scene->meshes[body->mesh]->vertex_count;
        if (renewed && deformed->row_count != count)
            return cd_csv_fail(reader->streams[VERTICES].csv, status,
                               "frame %" PRIu64 " has %" PRIu32 " of the %" PRIu32
                               " vertices of body %" PRIu32 "; a deformed body needs all",
                               frame, deformed->row_count, count, body->id);
        if (!renewed && deformed->live_frame != frame)
            continue;
        deformed->live_frame = frame + 1;
        body->version = deformed->version;
        body->vertices = deformed->vertices;
    }
    return CD_OK;
}

// ---- regions ----------------------------------------------------------------------------------------------

static enum cd_code read_bound(const struct cd_csv *csv, size_t column, int32_t *stored,
                               struct cd_status *status)
{
    int64_t bound;
    if (cd_csv_int(csv, column, &bound, status))
        return CD_DATA;
    if (bound < CD_REGION_MIN || bound > CD_REGION_MAX)
        return cd_csv_fail(csv, status, "%s is %" PRId64 ", not from %" PRId64 " to %" PRId64,
                           region_columns[column], bound, CD_REGION_MIN, CD_REGION_MAX);
    *stored = cd_region_stored(bound);
    return CD_OK;
}

static enum cd_code read_bounds(const struct folder_reader *reader, struct cd_region *region,
                                struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[REGIONS].csv;
    bool closed = reader->scene->touch == CD_TOUCH_CLOSED;
    for (uint32_t i = 0; i < reader->scene->dimensions; i++) {
        if (read_bound(csv, REGION_BOUNDS + 2 * i, &region->low[i], status) ||
            read_bound(csv, REGION_BOUNDS + 2 * i + 1, &region->high[i], status))
            return CD_DATA;
        if (closed ? region->low[i] > region->high[i] : region->low[i] >= region->high[i])
            return cd_csv_fail(csv, status, "lo%" PRIu32 " is not %s hi%" PRIu32, i,
                               closed ? "at most" : "below (regions are half-open)", i);
    }
    return CD_OK;
}

static enum cd_code read_region(struct folder_reader *reader, uint64_t frame, struct cd_live *live,
                                struct cd_status *status)
{
    (void)frame;
    const struct cd_csv *csv = reader->streams[REGIONS].csv;
    uint64_t id;
    if (cd_csv_unsigned(csv, REGION_ID, CD_REGION_FILE_LIMIT - 1, &id, status))
        return CD_DATA;
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
    if (!live->region_count)
        return CD_OK;
    qsort(live->regions, live->region_count, sizeof *live->regions, cd_region_compare);
    for (uint32_t i = 1; i < live->region_count; i++)
        if (live->regions[i].id == live->regions[i - 1].id &&
            live->regions[i].kind != live->regions[i - 1].kind)
            return cd_fail(status, CD_DATA,
                           "%s:%" PRIu64 ": frame %" PRIu64 " up to here has region %" PRIu32
                           " both as publish and as subscribe; ids are unique over both",
                           reader->source->paths[REGIONS], reader->streams[REGIONS].last_line, frame,
                           live->regions[i].id);
    return CD_OK;
}

// ---- the source -------------------------------------------------------------------------------------------

static void *folder_open(const struct cd_scene *scene)
{
    struct folder_reader *reader = cd_allocate(1, sizeof *reader);
    reader->source = (const struct folder_source *)scene->source;
    reader->scene = scene;
    return reader;
}

static enum cd_code folder_next(void *self, uint64_t frame, struct cd_live *live, bool *ended,
                                struct cd_status *status)
{
    struct folder_reader *reader = self;
    enum cd_code code = CD_OK;
    for (int i = 0; !code && !frame && i < FILES; i++)
        code = open_stream(reader->source, i, &reader->streams[i], status);
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

static void folder_close(void *self)
{
    struct folder_reader *reader = self;
    for (int i = 0; i < FILES; i++)
        cd_csv_close(reader->streams[i].csv);
    for (size_t i = 0; i < reader->deformed_capacity; i++) {
        cd_free(reader->deformed[i].given);
        cd_free(reader->deformed[i].vertices);
    }
    cd_free(reader->deformed);
    cd_free(reader);
}

static void folder_destroy(struct cd_source *source)
{
    struct folder_source *self = (struct folder_source *)source;
    for (int i = 0; i < FILES; i++)
        cd_free(self->paths[i]);
}

static const struct cd_source_kind folder_kind = {
    .open = folder_open,
    .next = folder_next,
    .close = folder_close,
    .destroy = folder_destroy,
};

// ---- loading ----------------------------------------------------------------------------------------------

/// A folder being loaded.
struct loader {
    const char *folder;
    struct cd_scene *scene;
    struct folder_source *source;
    struct cd_folder_meta meta;
    struct cd_status *status;
};

enum cd_code cd_folder_path(const char *folder, const char *name, char path[PATH_MAX],
                            struct cd_status *status)
{
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    int written = snprintf(path, PATH_MAX, "%s%s%s", folder, slash, name);
    if (written > 0 && written < PATH_MAX)
        return CD_OK;
    return cd_fail(status, CD_IO, "%.80s...: the folder name is too long", folder);
}

static enum cd_code read_hash(const struct cd_csv *csv, struct cd_hash *hash, struct cd_status *status)
{
    const char *text = cd_csv_text(csv, 1);
    if (strlen(text) != CD_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != strlen(text) ||
        sscanf(text, "%16" SCNx64 "%16" SCNx64, &hash->high, &hash->low) != 2)
        return cd_csv_fail(csv, status, "hash is \"%.40s\", not 32 hexadecimal digits", text);
    return CD_OK;
}

static enum cd_code read_meta_row(const struct cd_csv *csv, struct cd_folder_meta *meta,
                                  struct cd_status *status)
{
    static const char *const keys[CD_META_KEYS] = {"dimensions", "format", "frames", "hash",
                                                   "meshes",     "name",   "seed",   "touch"};
    static const uint64_t limits[CD_META_KEYS] = {[CD_META_DIMENSIONS] = CD_REGION_DIMENSIONS,
                                                  [CD_META_FRAMES] = CD_FRAME_LIMIT,
                                                  [CD_META_MESHES] = UINT32_MAX,
                                                  [CD_META_SEED] = CD_SEED_LIMIT};
    const char *key = cd_csv_text(csv, 0), *text = cd_csv_text(csv, 1);
    int i = 0;
    while (i < CD_META_KEYS && strcmp(key, keys[i]) != 0)
        i++;
    if (i == CD_META_KEYS)
        return cd_csv_fail(csv, status, "unknown key \"%.40s\"%s", key,
                           cd_name_hint(key, keys, CD_META_KEYS).text);
    if (meta->has[i])
        return cd_csv_fail(csv, status, "the key \"%s\" is given twice", key);
    meta->has[i] = true;
    if (limits[i])
        return cd_csv_unsigned(csv, 1, limits[i], &meta->numbers[i], status);
    if (i == CD_META_HASH)
        return read_hash(csv, &meta->hash, status);
    if (i == CD_META_FORMAT && strcmp(text, CD_FOLDER_FORMAT) != 0)
        return cd_csv_fail(csv, status, "format %.20s is newer than this program, which reads format %s",
                           text, CD_FOLDER_FORMAT);
    if (i != CD_META_TOUCH)
        return CD_OK;
    int touch = cd_word_place("half-open|closed", text);
    if (touch < 0)
        return cd_csv_fail(csv, status, "touch is \"%.40s\", not half-open or closed", text);
    meta->touch = (enum cd_touch)touch;
    return CD_OK;
}

enum cd_code cd_folder_read_meta(const char *folder, struct cd_folder_meta *meta, struct cd_status *status)
{
    static const char *const columns[] = {"key", "value"};
    char path[PATH_MAX];
    *meta = (struct cd_folder_meta){0};
    enum cd_code code = cd_folder_path(folder, CD_FOLDER_META, path, status);
    if (code || access(path, F_OK))
        return code;
    struct cd_csv *csv;
    code = cd_csv_open(path, NULL, columns, 2, 2, &csv, status);
    if (code)
        return code;
    bool more = true;
    while (!code && !(code = cd_csv_next(csv, &more, status)) && more)
        code = read_meta_row(csv, meta, status);
    cd_csv_close(csv);
    return code;
}

static enum cd_code read_meshes(struct loader *loader)
{
    bool counted = loader->meta.has[CD_META_MESHES];
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && (!counted || i < loader->meta.numbers[CD_META_MESHES]); i++) {
        char name[CD_FOLDER_NAME_BYTES], path[PATH_MAX];
        snprintf(name, sizeof name, CD_FOLDER_MESH, i);
        code = cd_folder_path(loader->folder, name, path, loader->status);
        if (!code && !counted && access(path, F_OK))
            break;
        struct cd_mesh *mesh;
        if (!code)
            code = cd_mesh_load(path, NULL, &mesh, loader->status);
        if (!code)
            cd_scene_add_mesh(loader->scene, mesh);
    }
    return code;
}

/// Finds the number of dimensions of the regions.
static enum cd_code read_dimensions(struct loader *loader, const struct cd_csv *csv)
{
    uint32_t dimensions = 0;
    while (dimensions < CD_REGION_DIMENSIONS && cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions) &&
           cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions + 1))
        dimensions++;
    if (loader->meta.has[CD_META_DIMENSIONS] && loader->meta.numbers[CD_META_DIMENSIONS] != dimensions)
        return cd_csv_fail(csv, loader->status,
                           "the header has lo and hi of %" PRIu32 " dimensions, but " CD_FOLDER_META
                           " says %" PRIu64,
                           dimensions, loader->meta.numbers[CD_META_DIMENSIONS]);
    loader->scene->dimensions = dimensions;
    return CD_OK;
}

/// Opens a file once, if it exists, checks its header and notes its state.
static enum cd_code examine_table(struct loader *loader, int file)
{
    char path[PATH_MAX];
    struct cd_csv *csv;
    enum cd_code code = cd_folder_path(loader->folder, tables[file].name, path, loader->status);
    if (code || access(path, F_OK))
        return code;
    loader->source->paths[file] = cd_duplicate(path);
    code = cd_csv_open(path, NULL, tables[file].columns, tables[file].count, tables[file].required, &csv,
                       loader->status);
    if (code)
        return code;
    loader->source->states[file] = cd_csv_state(csv);
    if (file == REGIONS)
        code = read_dimensions(loader, csv);
    cd_csv_close(csv);
    return code;
}

/// Frames without rows also take time and memory, so a small folder may not have arbitrarily many.
static enum cd_code check_frame_count(struct loader *loader)
{
    struct folder_source *source = loader->source;
    source->max_frames = EMPTY_FRAMES_MAX;
    for (int i = 0; i < FILES; i++)
        source->max_frames += source->states[i].bytes;
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
    struct cd_folder_meta *meta = &loader->meta;
    enum cd_code code = cd_folder_read_meta(loader->folder, meta, loader->status);
    loader->scene->dimensions = (uint32_t)meta->numbers[CD_META_DIMENSIONS];
    loader->scene->touch = meta->touch;
    loader->scene->seed = meta->has[CD_META_SEED] ? meta->numbers[CD_META_SEED] : 1;
    loader->source->frame_count =
        meta->has[CD_META_FRAMES] ? meta->numbers[CD_META_FRAMES] : CD_FRAMES_UNKNOWN;
    loader->source->base.has_hash = meta->has[CD_META_HASH];
    loader->source->base.hash = meta->hash;
    for (int i = 0; !code && i < FILES; i++)
        code = examine_table(loader, i);
    if (!code && !loader->source->paths[FRAMES] && !loader->source->paths[REGIONS])
        code = cd_fail(loader->status, CD_IO,
                       "%s/" CD_FOLDER_FRAMES ": no such file; a scene folder has " CD_FOLDER_FRAMES
                       " and mesh-0.obj, or " CD_FOLDER_REGIONS,
                       loader->folder);
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
    struct loader loader = {
        .folder = path, .scene = cd_scene_create(specification), .source = source, .status = status};
    loader.scene->source = &source->base;
    enum cd_code code = load_folder(&loader);
    if (code) {
        cd_scene_destroy(loader.scene);
        return code;
    }
    *scene = loader.scene;
    (*scene)->frame_count = source->frame_count;
    if (options->frames && options->frames < source->frame_count) {
        (*scene)->frame_count = options->frames;
        source->base.has_hash = false; // the hash is that of all frames
    }
    if (options->has_seed)
        (*scene)->seed = options->seed;
    return CD_OK;
}
