/// In this file: the tables of a folder and meta.csv; reading the rows of a frame; the source of the scene; loading it;
/// export.
#include "scenes/folder/folder.h"

#include "base/atomic_file.h"
#include "base/csv_reader.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"
#include "scenes/cursor.h"
#include "scenes/source.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- the files --------------------------------------------------------------------------------------------

enum { FRAMES, VERTICES, REGIONS, ROWS, META = ROWS, TABLES };

/// Columns by their numbers; the first is the frame.
enum { BODY = 1, MESH, ROTATION, TRANSLATION = ROTATION + 9, FRAME_COLUMNS = TRANSLATION + 3 };
enum { VERTEX = 2, VERTEX_X, VERTEX_COLUMNS = VERTEX_X + 3 };
enum { REGION_ID = 1, REGION_KIND, REGION_BOUNDS, REGION_COLUMNS = REGION_BOUNDS + 2 * CD_REGION_DIMENSIONS };

/// The tables of a folder, and how many of their columns are required. A row of `vertices.csv` is a new vertex of a
/// body, which needs all of them.
static const struct {
    const char *name;
    size_t count, required;
    const char *columns[REGION_COLUMNS];
} tables[TABLES] = {
    {"frames.csv",
     FRAME_COLUMNS,
     FRAME_COLUMNS,
     {"frame", "body", "mesh", "r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22", "tx", "ty",
      "tz"}},
    {"vertices.csv", VERTEX_COLUMNS, VERTEX_COLUMNS, {"frame", "body", "vertex", "x", "y", "z"}},
    {"regions.csv",
     REGION_COLUMNS,
     REGION_BOUNDS + 2,
     {"frame", "id", "kind", "lo0", "hi0", "lo1", "hi1", "lo2", "hi2", "lo3", "hi3", "lo4", "hi4", "lo5",
      "hi5", "lo6", "hi6", "lo7", "hi7"}},
    {"meta.csv", 2, 2, {"key", "value"}},
};

#define MESH_NAME "mesh-%u.obj"

/// Bytes of the longest name among all, including the NUL.
enum { NAME_BYTES = 32 };

/// The value of `format` in meta.csv.
#define FORMAT "1"

/// The keys of meta.csv, all of them optional.
enum { DIMENSIONS, FORMAT_KEY, FRAME_COUNT, HASH, MESHES, NAME, SEED, TOUCH, KEYS };
static const char *const keys[KEYS] = {"dimensions", "format", "frames", "hash",
                                       "meshes",     "name",   "seed",   "touch"};

/// What a meta.csv says.
struct meta {
    bool has[KEYS];
    uint64_t numbers[KEYS]; ///< of keys that are numbers; 0 if not given
    struct cd_hash hash;
    enum cd_touch touch;
};

/// The path of a file in a folder; CD_IO when it is too long.
static enum cd_code path_of(const char *folder, const char *name, char path[PATH_MAX],
                            struct cd_status *status)
{
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    int written = snprintf(path, PATH_MAX, "%s%s%s", folder, slash, name);
    if (written > 0 && written < PATH_MAX)
        return CD_OK;
    return cd_fail(status, CD_IO, "%.80s...: the folder name is too long", folder);
}

static enum cd_code open_csv(const char *path, int table, struct cd_csv **csv, struct cd_status *status)
{
    return cd_csv_open(path, NULL, tables[table].columns, tables[table].count, tables[table].required, csv,
                       status);
}

static enum cd_code read_meta_row(const struct cd_csv *csv, struct meta *meta, struct cd_status *status)
{
    static const uint64_t limits[KEYS] = {[DIMENSIONS] = CD_REGION_DIMENSIONS,
                                          [FRAME_COUNT] = CD_FRAME_LIMIT,
                                          [MESHES] = UINT32_MAX,
                                          [SEED] = CD_SEED_LIMIT};
    const char *key = cd_csv_text(csv, 0), *text = cd_csv_text(csv, 1);
    int i = 0;
    while (i < KEYS && strcmp(key, keys[i]) != 0)
        i++;
    if (i == KEYS)
        return cd_csv_fail(csv, status, "unknown key \"%.40s\"%s", key, cd_name_hint(key, keys, KEYS).text);
    if (meta->has[i])
        return cd_csv_fail(csv, status, "the key \"%s\" is given twice", key);
    meta->has[i] = true;
    if (limits[i])
        return cd_csv_unsigned(csv, 1, limits[i], &meta->numbers[i], status);
    int touch = i == TOUCH ? cd_word_place("half-open|closed", text) : 0;
    if (touch < 0)
        return cd_csv_fail(csv, status, "touch is \"%.40s\", not half-open or closed", text);
    if (i == TOUCH)
        meta->touch = (enum cd_touch)touch;
    if (i == FORMAT_KEY && strcmp(text, FORMAT) != 0)
        return cd_csv_fail(csv, status, "format %.20s is newer than this program, which reads format %s",
                           text, FORMAT);
    if (i == HASH && (strlen(text) != CD_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != strlen(text) ||
                      sscanf(text, "%16" SCNx64 "%16" SCNx64, &meta->hash.high, &meta->hash.low) != 2))
        return cd_csv_fail(csv, status, "hash is \"%.40s\", not 32 hexadecimal digits", text);
    return CD_OK;
}

/// Reads the meta.csv of a folder, which may be missing. CD_DATA names the file and the line of a fault.
static enum cd_code read_meta(const char *folder, struct meta *meta, struct cd_status *status)
{
    char path[PATH_MAX];
    struct cd_csv *csv;
    bool more = true;
    *meta = (struct meta){0};
    enum cd_code code = path_of(folder, tables[META].name, path, status);
    if (code || access(path, F_OK) || (code = open_csv(path, META, &csv, status)))
        return code;
    while (!code && !(code = cd_csv_next(csv, &more, status)) && more)
        code = read_meta_row(csv, meta, status);
    cd_csv_close(csv);
    return code;
}

// ---- rows -------------------------------------------------------------------------------------------------

struct folder_source {
    struct cd_source base;
    char *paths[ROWS];                ///< NULL for a file that does not exist
    struct cd_csv_state states[ROWS]; ///< when the scene was loaded
    uint64_t frame_count;             ///< from meta.csv, or CD_FRAMES_UNKNOWN
    uint64_t max_frames;              ///< the most that files of this size may have
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
    struct stream streams[ROWS];
    uint64_t frame;
    struct deformed *deformed; ///< by body id, without vertices if never deformed
    size_t deformed_capacity;
};

static enum cd_code next_row(const struct folder_source *source, struct stream *stream,
                             struct cd_status *status)
{
    uint64_t before = stream->frame;
    enum cd_code code = cd_csv_next(stream->csv, &stream->more, status);
    if (!code && stream->more)
        code = cd_csv_unsigned(stream->csv, 0, source->max_frames - 1, &stream->frame, status);
    if (code || !stream->more)
        return code;
    if (stream->frame < before)
        return cd_csv_fail(stream->csv, status,
                           "frame %" PRIu64 " after frame %" PRIu64 "; sort the rows by frame", stream->frame,
                           before);
    if (stream->frame >= source->frame_count)
        return cd_csv_fail(stream->csv, status, "frame %" PRIu64 ", but %s says %" PRIu64 " frames",
                           stream->frame, tables[META].name, source->frame_count);
    return CD_OK;
}

static enum cd_code read_reals(const struct cd_csv *csv, size_t first, size_t count, double *values,
                               struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; !code && i < count; i++)
        code = cd_csv_real(csv, first + i, &values[i], status);
    return code;
}

/// Reads a body. Until the frame is complete, the body's `version` is the line from which it was read.
static enum cd_code read_body(struct folder_reader *reader, struct cd_live *live, struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[FRAMES].csv;
    uint64_t id, mesh;
    if (cd_csv_unsigned(csv, BODY, CD_BODY_LIMIT - 1, &id, status) ||
        cd_csv_unsigned(csv, MESH, UINT32_MAX, &mesh, status))
        return CD_DATA;
    if (reader->scene->dimensions)
        return cd_csv_fail(csv, status, "a scene of regions has no bodies");
    if (mesh >= reader->scene->mesh_count)
        return cd_csv_fail(csv, status, "there is no " MESH_NAME, (unsigned)mesh);
    struct cd_body *body = cd_live_add_body(live, (uint32_t)id, (uint32_t)mesh);
    body->version = cd_csv_line(csv);
    if (read_reals(csv, ROTATION, 9, body->pose.r, status) ||
        read_reals(csv, TRANSLATION, 3, body->pose.t, status))
        return CD_DATA;
    double defect = cd_pose_defect(&body->pose);
    if (cd_pose_is_rigid(&body->pose))
        return CD_OK;
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

static enum cd_code sort_bodies(struct folder_reader *reader, struct cd_live *live, struct cd_status *status)
{
    uint64_t frame = reader->frame;
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

static int compare_with_id(const void *id_given, const void *body)
{
    uint64_t id = *(const uint64_t *)id_given, other = ((const struct cd_body *)body)->id;
    return id < other ? -1 : id > other;
}

static enum cd_code read_vertex(struct folder_reader *reader, struct cd_live *live, struct cd_status *status)
{
    uint64_t frame = reader->frame;
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
    while (id >= reader->deformed_capacity)
        reader->deformed = cd_grow(reader->deformed, reader->deformed_capacity, &reader->deformed_capacity,
                                   sizeof *reader->deformed);
    struct deformed *deformed = &reader->deformed[id];
    if (!deformed->vertices)
        *deformed = (struct deformed){.mesh = body->mesh,
                                      .given = cd_allocate(count, sizeof *deformed->given),
                                      .vertices = cd_allocate(count, sizeof *deformed->vertices)};
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
static enum cd_code apply_vertices(struct folder_reader *reader, struct cd_live *live,
                                   struct cd_status *status)
{
    uint64_t frame = reader->frame;
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

static enum cd_code read_region(struct folder_reader *reader, struct cd_live *live, struct cd_status *status)
{
    const struct cd_csv *csv = reader->streams[REGIONS].csv;
    bool closed = reader->scene->touch == CD_TOUCH_CLOSED;
    uint64_t id;
    if (cd_csv_unsigned(csv, REGION_ID, CD_REGION_FILE_LIMIT - 1, &id, status))
        return CD_DATA;
    struct cd_region *region = cd_live_add_region(live);
    region->id = (uint32_t)id;
    const char *kind = cd_csv_text(csv, REGION_KIND);
    int place = cd_word_place("publish|subscribe", kind);
    if (place < 0)
        return cd_csv_fail(csv, status, "kind is \"%.40s\", not publish or subscribe", kind);
    region->kind = (enum cd_region_kind)place;
    for (uint32_t k = 0; k < 2 * reader->scene->dimensions; k++) {
        size_t column = REGION_BOUNDS + k;
        int32_t *low = &region->low[k / 2], *high = &region->high[k / 2];
        int64_t bound;
        if (cd_csv_int(csv, column, &bound, status))
            return CD_DATA;
        if (bound < CD_REGION_MIN || bound > CD_REGION_MAX)
            return cd_csv_fail(csv, status, "%s is %" PRId64 ", not from %" PRId64 " to %" PRId64,
                               tables[REGIONS].columns[column], bound, CD_REGION_MIN, CD_REGION_MAX);
        *(k % 2 ? high : low) = cd_region_stored(bound);
        if (k % 2 && (closed ? *low > *high : *low >= *high))
            return cd_csv_fail(csv, status, "lo%" PRIu32 " is not %s hi%" PRIu32, k / 2,
                               closed ? "at most" : "below (regions are half-open)", k / 2);
    }
    return CD_OK;
}

static enum cd_code sort_regions(struct folder_reader *reader, struct cd_live *live, struct cd_status *status)
{
    uint64_t frame = reader->frame;
    if (live->region_count)
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

/// Reads the rows of a frame from each file in turn, and checks and completes what they are together. A file must be the
/// same as when the scene was loaded.
static enum cd_code folder_next(void *self, uint64_t frame, struct cd_live *live, bool *ended,
                                struct cd_status *status)
{
    typedef enum cd_code read(struct folder_reader * reader, struct cd_live * live,
                              struct cd_status * status);
    static read *const read_row[] = {read_body, read_vertex, read_region}, *const complete[] = {
                                                                               sort_bodies, apply_vertices,
                                                                               sort_regions};
    struct folder_reader *reader = self;
    struct stream *streams = reader->streams;
    reader->frame = frame;
    enum cd_code code = CD_OK;
    for (int i = 0; !code && !frame && i < ROWS; i++) {
        const char *path = reader->source->paths[i];
        if (!path || (code = open_csv(path, i, &streams[i].csv, status)))
            continue;
        struct cd_csv_state state = cd_csv_state(streams[i].csv);
        code = memcmp(&state, &reader->source->states[i], sizeof state)
                   ? cd_fail(status, CD_IO, "%s: has changed since the scene was loaded; run again", path)
                   : next_row(reader->source, &streams[i], status);
    }
    bool empty = !streams[FRAMES].more && !streams[VERTICES].more && !streams[REGIONS].more;
    *ended = !code && empty && reader->source->frame_count == CD_FRAMES_UNKNOWN;
    for (int i = 0; !code && !*ended && i < ROWS; i++) {
        while (!code && streams[i].more && streams[i].frame == frame) {
            streams[i].last_line = cd_csv_line(streams[i].csv);
            code = read_row[i](reader, live, status);
            if (!code)
                code = next_row(reader->source, &streams[i], status);
        }
        if (!code)
            code = complete[i](reader, live, status);
    }
    return code;
}

static void folder_close(void *self)
{
    struct folder_reader *reader = self;
    for (int i = 0; i < ROWS; i++)
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
    for (int i = 0; i < ROWS; i++)
        cd_free(((struct folder_source *)source)->paths[i]);
}

static const struct cd_source_kind folder_kind = {
    .open = folder_open,
    .next = folder_next,
    .close = folder_close,
    .destroy = folder_destroy,
};

// ---- loading ----------------------------------------------------------------------------------------------

/// Opens the tables once, as far as they exist, checks their headers and notes their states. Sets the number of
/// dimensions of the regions and the most frames: frames without rows also take time and memory, so a small folder may
/// not have arbitrarily many.
static enum cd_code examine_tables(const char *folder, struct cd_scene *scene, const struct meta *meta,
                                   struct cd_status *status)
{
    const uint64_t most_empty = 1000000; // a row takes some bytes of its file
    struct folder_source *source = (struct folder_source *)scene->source;
    enum cd_code code = CD_OK;
    source->max_frames = most_empty;
    for (int i = 0; !code && i < ROWS; i++) {
        char path[PATH_MAX];
        struct cd_csv *csv;
        code = path_of(folder, tables[i].name, path, status);
        if (code || access(path, F_OK))
            continue;
        source->paths[i] = cd_duplicate(path);
        if ((code = open_csv(path, i, &csv, status)))
            continue;
        source->states[i] = cd_csv_state(csv);
        source->max_frames += source->states[i].bytes;
        uint32_t dimensions = 0;
        while (i == REGIONS && dimensions < CD_REGION_DIMENSIONS &&
               cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions) &&
               cd_csv_has(csv, REGION_BOUNDS + 2 * dimensions + 1))
            dimensions++;
        if (i == REGIONS && meta->has[DIMENSIONS] && meta->numbers[DIMENSIONS] != dimensions)
            code = cd_csv_fail(csv, status,
                               "the header has lo and hi of %" PRIu32 " dimensions, but %s says %" PRIu64,
                               dimensions, tables[META].name, meta->numbers[DIMENSIONS]);
        scene->dimensions = i == REGIONS ? dimensions : scene->dimensions;
        cd_csv_close(csv);
    }
    if (!code && !source->paths[FRAMES] && !source->paths[REGIONS])
        code = cd_fail(status, CD_IO, "%s/%s: no such file; a scene folder has %s and mesh-0.obj, or %s",
                       folder, tables[FRAMES].name, tables[FRAMES].name, tables[REGIONS].name);
    if (source->max_frames > CD_FRAME_LIMIT)
        source->max_frames = CD_FRAME_LIMIT;
    if (!code && source->frame_count != CD_FRAMES_UNKNOWN && source->frame_count > source->max_frames)
        code = cd_fail(status, CD_DATA,
                       "%s: %s says %" PRIu64 " frames; files of this size have %" PRIu64 " at most", folder,
                       tables[META].name, source->frame_count, source->max_frames);
    return code;
}

enum cd_code cd_scene_from_folder(const char *specification, const char *folder,
                                  const struct cd_scene_options *options, struct cd_scene **result,
                                  struct cd_status *status)
{
    struct folder_source *source = cd_allocate(1, sizeof *source);
    struct cd_scene *scene = *result = cd_scene_create(specification);
    struct meta meta;
    scene->source = &source->base;
    source->base.kind = &folder_kind;
    enum cd_code code = read_meta(folder, &meta, status);
    scene->dimensions = (uint32_t)meta.numbers[DIMENSIONS];
    scene->touch = meta.touch;
    scene->seed = options->has_seed ? options->seed : meta.has[SEED] ? meta.numbers[SEED] : 1;
    source->frame_count = meta.has[FRAME_COUNT] ? meta.numbers[FRAME_COUNT] : CD_FRAMES_UNKNOWN;
    source->base.has_hash = meta.has[HASH];
    source->base.hash = meta.hash;
    if (!code)
        code = examine_tables(folder, scene, &meta, status);
    for (uint32_t i = 0; !code && (!meta.has[MESHES] || i < meta.numbers[MESHES]); i++) {
        char name[NAME_BYTES], path[PATH_MAX];
        struct cd_mesh *mesh;
        snprintf(name, sizeof name, MESH_NAME, i);
        code = path_of(folder, name, path, status);
        if (!code && !meta.has[MESHES] && access(path, F_OK))
            break;
        if (!code && !(code = cd_mesh_load(path, NULL, &mesh, status)))
            cd_scene_add_mesh(scene, mesh);
    }
    if (!code && !scene->mesh_count && !scene->dimensions)
        code =
            cd_fail(status, CD_DATA, "%s: neither meshes (mesh-0.obj) nor %s", folder, tables[REGIONS].name);
    scene->frame_count = source->frame_count;
    if (options->frames && options->frames < source->frame_count) {
        scene->frame_count = options->frames;
        source->base.has_hash = false; // the hash is that of all frames
    }
    return code;
}

// ---- export -----------------------------------------------------------------------------------------------

static void write_reals(FILE *stream, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(stream, ",%.17g", values[i]);
}

/// Writes the rows of a frame; `versions` are the last written versions by body id.
static void write_frame(const struct cd_scene *scene, const struct cd_frame *frame, FILE *const *streams,
                        uint64_t *versions)
{
    // For a body that comes back, all vertices are written again: readers forget the vertices of bodies that are gone.
    for (uint32_t i = 0; frame->body_count && i < frame->appeared_count; i++)
        versions[frame->appeared[i]] = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        fprintf(streams[FRAMES], "%" PRIu64 ",%" PRIu32 ",%" PRIu32, frame->index, body->id, body->mesh);
        write_reals(streams[FRAMES], body->pose.r, 9);
        write_reals(streams[FRAMES], body->pose.t, 3);
        fputc('\n', streams[FRAMES]);
        bool renewed = body->version != versions[body->id];
        for (uint32_t k = 0; renewed && k < scene->meshes[body->mesh]->vertex_count; k++)
            fprintf(streams[VERTICES], "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%.17g,%.17g,%.17g\n",
                    frame->index, body->id, k, body->vertices[k].x, body->vertices[k].y, body->vertices[k].z);
        versions[body->id] = body->version;
    }
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        fprintf(streams[REGIONS], "%" PRIu64 ",%" PRIu32 ",%s", frame->index, region->id,
                region->kind == CD_REGION_PUBLISH ? "publish" : "subscribe");
        for (uint32_t k = 0; k < scene->dimensions; k++)
            fprintf(streams[REGIONS], ",%" PRId64 ",%" PRId64, cd_region_bound(region->low[k]),
                    cd_region_bound(region->high[k]));
        fputc('\n', streams[REGIONS]);
    }
}

static enum cd_code write_tables(const struct cd_scene *scene, const char *folder, const bool wanted[TABLES],
                                 struct cd_output **outputs, struct cd_status *status)
{
    FILE *streams[TABLES] = {NULL};
    char path[PATH_MAX], hash[CD_HASH_TEXT];
    enum cd_code code = CD_OK;
    for (int i = 0; i < TABLES; i++) {
        if (!wanted[i])
            continue;
        if ((code = path_of(folder, tables[i].name, path, status)) ||
            (code = cd_output_open(path, &outputs[i], status)))
            return code;
        streams[i] = cd_output_stream(outputs[i]);
        size_t count = i == REGIONS ? REGION_BOUNDS + 2 * scene->dimensions : tables[i].count;
        for (size_t k = 0; k < count; k++)
            fprintf(streams[i], "%s%s", k ? "," : "", tables[i].columns[k]);
        fputc('\n', streams[i]);
    }
    fprintf(streams[META], "format," FORMAT "\nname,");
    cd_write_quoted(streams[META], CD_QUOTE_CSV, scene->name);
    fprintf(streams[META],
            "\nmeshes,%" PRIu32 "\nframes,%" PRIu64 "\nseed,%" PRIu64 "\ndimensions,%" PRIu32
            "\ntouch,%s\nhash,%s\n",
            scene->mesh_count, scene->frame_count, scene->seed, scene->dimensions,
            scene->touch == CD_TOUCH_CLOSED ? "closed" : "half-open", cd_hash_text(scene->hash, hash));
    uint64_t *versions = cd_allocate(scene->body_limit, sizeof *versions);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    bool failed = false;
    while (!code && !failed && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        if (frame->region_count && frame->regions[frame->region_count - 1].id >= CD_REGION_FILE_LIMIT)
            code = cd_fail(status, CD_USAGE, "%s: a folder holds at most %u regions; export fewer",
                           scene->name, CD_REGION_FILE_LIMIT);
        else
            write_frame(scene, frame, streams, versions);
        for (int i = FRAMES; i < ROWS; i++)
            failed |= streams[i] && ferror(streams[i]);
    }
    cd_cursor_close(cursor);
    cd_free(versions);
    return code;
}

/// Which files an export has: tables, and so many meshes.
struct contents {
    bool has[TABLES];
    uint64_t meshes;
};

static bool has_file(const struct contents *contents, const char *name)
{
    unsigned mesh;
    char same[NAME_BYTES];
    for (int i = 0; i < TABLES; i++)
        if (!strcmp(name, tables[i].name))
            return contents->has[i];
    if (sscanf(name, MESH_NAME, &mesh) != 1)
        return false;
    snprintf(same, sizeof same, MESH_NAME, mesh);
    return !strcmp(name, same) && mesh < contents->meshes;
}

/// Before an export, when `newer` is NULL: refuses a folder with the user's own files that would be replaced or read as
/// part of the scene. After it: removes files of the older export that the newer one does not have.
static enum cd_code go_through(const char *folder, const struct contents *older, const struct contents *newer,
                               struct cd_status *status)
{
    static const struct contents all = {{true, true, true, true}, UINT64_MAX};
    DIR *listing = opendir(folder);
    if (!listing)
        return cd_fail(status, CD_IO, "%s: cannot list the folder: %s", folder, strerror(errno));
    enum cd_code code = CD_OK;
    for (struct dirent *entry; !code && (entry = readdir(listing));) {
        const char *name = entry->d_name;
        char path[PATH_MAX];
        if (!newer && has_file(&all, name) && !has_file(older, name))
            code = cd_fail(status, CD_USAGE,
                           "%s/%s: exists already and is not from an earlier export; name another folder, or "
                           "remove it",
                           folder, name);
        else if (!(code = path_of(folder, name, path, status)) && newer && has_file(older, name) &&
                 !has_file(newer, name) && unlink(path) && errno != ENOENT)
            code = cd_fail(status, CD_IO,
                           "%s: cannot remove this file of the earlier export: %s; the new one is in place, "
                           "but loads only without it",
                           path, strerror(errno));
    }
    closedir(listing);
    return code;
}

enum cd_code cd_scene_export(const struct cd_scene *scene, const char *folder, struct cd_status *status)
{
    struct contents older = {0},
                    newer = {{true, scene->deforms, scene->dimensions > 0, true}, scene->mesh_count};
    size_t count = (size_t)scene->mesh_count + TABLES, made;
    struct cd_output **outputs = cd_allocate(count, sizeof(struct cd_output *));
    struct meta meta;
    enum cd_code code = cd_make_folder(folder, &made, status);
    if (!code && !made) { // there is no earlier export without a meta.csv of ours
        if (!read_meta(folder, &meta, NULL) && meta.has[FORMAT_KEY])
            older = (struct contents){{true, true, meta.numbers[DIMENSIONS] > 0, true}, meta.numbers[MESHES]};
        code = go_through(folder, &older, NULL, status);
    }
    // Meshes are finished one by one: there may be more of them than a program may have open files.
    for (uint32_t i = 0; !code && i < scene->mesh_count; i++) {
        char name[NAME_BYTES], path[PATH_MAX];
        snprintf(name, sizeof name, MESH_NAME, i);
        if ((code = path_of(folder, name, path, status)) ||
            (code = cd_output_open(path, &outputs[i], status)))
            continue;
        cd_mesh_write_obj(scene->meshes[i], cd_output_stream(outputs[i]));
        code = cd_output_finish(outputs[i], status);
    }
    if (!code)
        code = write_tables(scene, folder, newer.has, outputs + scene->mesh_count, status);
    code = cd_outputs_commit(outputs, count, code, status);
    cd_free(outputs);
    if (!code && older.has[META])
        code = go_through(folder, &older, &newer, status);
    if (code)
        cd_unmake_folder(folder, made);
    return code;
}
