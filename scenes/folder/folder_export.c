#include "scenes/folder/folder.h"

#include "base/atomic_file.h"
#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/quote.h"
#include "scenes/cursor.h"
#include "scenes/source.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/// What an earlier export into the same folder says of itself.
struct older {
    bool there;
    uint64_t meshes, dimensions;
};

/// A folder being written: its files appear together once all of them are safely on disk.
struct export
{
    const struct cd_scene *scene;
    const char *folder;
    struct cd_output **outputs;
    size_t count, capacity;
    struct older older;
    struct cd_status *status;
};

static enum cd_code file_path(const struct export *export, const char *name, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/%s", export->folder, name);
    if (length > 0 && length < PATH_MAX)
        return CD_OK;
    return cd_fail(export->status, CD_IO, "%.80s...: the folder name is too long", export->folder);
}

static enum cd_code open_file(struct export *export, const char *name, struct cd_output **output)
{
    char path[PATH_MAX];
    enum cd_code code = file_path(export, name, path);
    if (!code)
        code = cd_output_open(path, output, export->status);
    if (code)
        return code;
    export->outputs = cd_grow(export->outputs, export->count, &export->capacity, sizeof(struct cd_output *));
    export->outputs[export->count++] = *output;
    return CD_OK;
}

static enum cd_code write_meshes(struct export *export)
{
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < export->scene->mesh_count; i++) {
        char name[CD_FOLDER_NAME_BYTES];
        snprintf(name, sizeof name, CD_FOLDER_MESH, i);
        struct cd_output *output;
        code = open_file(export, name, &output);
        if (code)
            break;
        cd_mesh_write_obj(export->scene->meshes[i], cd_output_stream(output));
        code = cd_output_finish(output, export->status);
    }
    return code;
}

static enum cd_code write_meta(struct export *export)
{
    const struct cd_scene *scene = export->scene;
    struct cd_output *output;
    enum cd_code code = open_file(export, CD_FOLDER_META, &output);
    if (code)
        return code;
    FILE *stream = cd_output_stream(output);
    char hash[CD_HASH_TEXT];
    fprintf(stream, "key,value\nformat," CD_FOLDER_FORMAT "\nname,");
    cd_write_quoted(stream, CD_QUOTE_CSV, scene->name);
    fprintf(stream, "\nmeshes,%" PRIu32 "\nframes,%" PRIu64 "\nseed,%" PRIu64 "\n", scene->mesh_count,
            scene->frame_count, scene->seed);
    fprintf(stream, "dimensions,%" PRIu32 "\ntouch,%s\n", scene->dimensions,
            scene->touch == CD_TOUCH_CLOSED ? "closed" : "half-open");
    fprintf(stream, "hash,%s\n", cd_hash_text(scene->hash, hash));
    return cd_output_finish(output, export->status);
}

// ---- frames -----------------------------------------------------------------------------------------------

/// The files that grow frame by frame; `vertices` and `regions` are NULL where the scene has none.
struct streams {
    FILE *frames, *vertices, *regions;
    uint64_t *versions; ///< last written version of every body id
};

static void write_body(FILE *stream, uint64_t frame, const struct cd_body *body)
{
    fprintf(stream, "%" PRIu64 ",%" PRIu32 ",%" PRIu32, frame, body->id, body->mesh);
    for (int i = 0; i < 9; i++)
        fprintf(stream, ",%.17g", body->pose.r[i]);
    fprintf(stream, ",%.17g,%.17g,%.17g\n", body->pose.t[0], body->pose.t[1], body->pose.t[2]);
}

static void write_vertices(FILE *stream, uint64_t frame, const struct cd_body *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%.17g,%.17g,%.17g\n", frame, body->id, i,
                body->vertices[i].x, body->vertices[i].y, body->vertices[i].z);
}

static void write_region(FILE *stream, uint64_t frame, const struct cd_region *region, uint32_t dimensions)
{
    fprintf(stream, "%" PRIu64 ",%" PRIu32 ",%s", frame, region->id,
            region->kind == CD_REGION_PUBLISH ? "publish" : "subscribe");
    for (uint32_t i = 0; i < dimensions; i++)
        fprintf(stream, ",%" PRId64 ",%" PRId64, region->low[i], region->high[i]);
    fputc('\n', stream);
}

static void write_frame(const struct cd_scene *scene, const struct cd_frame *frame, struct streams *streams)
{
    // A body that comes back shows all its vertices again: readers forget those of bodies that are gone.
    for (uint32_t i = 0; streams->versions && i < frame->appeared_count; i++)
        streams->versions[frame->appeared[i]] = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        write_body(streams->frames, frame->index, body);
        if (streams->versions && body->version != streams->versions[body->id]) {
            write_vertices(streams->vertices, frame->index, body, scene->meshes[body->mesh]->vertex_count);
            streams->versions[body->id] = body->version;
        }
    }
    for (uint32_t i = 0; i < frame->region_count; i++)
        write_region(streams->regions, frame->index, &frame->regions[i], scene->dimensions);
}

static bool failed(const struct streams *streams)
{
    return ferror(streams->frames) || (streams->vertices && ferror(streams->vertices)) ||
           (streams->regions && ferror(streams->regions));
}

static enum cd_code write_all(struct export *export, struct streams *streams)
{
    const struct cd_scene *scene = export->scene;
    if (scene->deforms && !scene->dimensions)
        streams->versions = cd_allocate(scene->body_limit, sizeof *streams->versions);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    enum cd_code code;
    while (!(code = cd_cursor_next(cursor, &frame, export->status)) && frame && !failed(streams))
        write_frame(scene, frame, streams);
    cd_cursor_close(cursor);
    cd_free(streams->versions);
    return code;
}

static enum cd_code write_frames(struct export *export)
{
    struct cd_output *frames, *vertices = NULL, *regions = NULL;
    enum cd_code code = open_file(export, CD_FOLDER_FRAMES, &frames);
    if (!code && export->scene->deforms)
        code = open_file(export, CD_FOLDER_VERTICES, &vertices);
    if (!code && export->scene->dimensions)
        code = open_file(export, CD_FOLDER_REGIONS, &regions);
    if (code)
        return code;
    struct streams streams = {
        .frames = cd_output_stream(frames),
        .vertices = vertices ? cd_output_stream(vertices) : NULL,
        .regions = regions ? cd_output_stream(regions) : NULL,
    };
    fputs("frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n", streams.frames);
    if (vertices)
        fputs("frame,body,vertex,x,y,z\n", streams.vertices);
    if (regions) {
        fputs("frame,id,kind", streams.regions);
        for (uint32_t i = 0; i < export->scene->dimensions; i++)
            fprintf(streams.regions, ",lo%" PRIu32 ",hi%" PRIu32, i, i);
        fputc('\n', streams.regions);
    }
    code = write_all(export, &streams);
    if (!code)
        code = cd_output_finish(frames, export->status);
    if (!code && vertices)
        code = cd_output_finish(vertices, export->status);
    if (!code && regions)
        code = cd_output_finish(regions, export->status);
    return code;
}

// ---- the folder -------------------------------------------------------------------------------------------

/// Reads what an earlier export into this folder left; without its meta.csv nothing here is ours.
static void read_older(struct export *export)
{
    static const char *const columns[] = {"key", "value"};
    struct cd_status ignored;
    struct older older = {0};
    struct cd_csv *csv;
    char path[PATH_MAX];
    bool more = true, known = false;
    if (file_path(export, CD_FOLDER_META, path) || cd_csv_open(path, columns, 2, 2, &csv, &ignored))
        return;
    enum cd_code code = CD_OK;
    while (!code && !(code = cd_csv_next(csv, &more, &ignored)) && more) {
        const char *key = cd_csv_text(csv, 0);
        if (!strcmp(key, "format"))
            known = !strcmp(cd_csv_text(csv, 1), CD_FOLDER_FORMAT);
        else if (!strcmp(key, "meshes"))
            code = cd_csv_unsigned(csv, 1, UINT32_MAX, &older.meshes, &ignored);
        else if (!strcmp(key, "dimensions"))
            code = cd_csv_unsigned(csv, 1, CD_REGION_DIMENSIONS, &older.dimensions, &ignored);
    }
    cd_csv_close(csv);
    older.there = known && !code;
    if (older.there)
        export->older = older;
}

static bool names_mesh(const char *name, uint64_t *number)
{
    unsigned read;
    char same[CD_FOLDER_NAME_BYTES];
    if (sscanf(name, CD_FOLDER_MESH, &read) != 1)
        return false;
    snprintf(same, sizeof same, CD_FOLDER_MESH, read);
    *number = read;
    return !strcmp(name, same);
}

/// True for the name of a file that import reads and that is not of the earlier export.
static bool is_foreign(const struct older *older, const char *name)
{
    uint64_t mesh;
    if (!strcmp(name, CD_FOLDER_FRAMES) || !strcmp(name, CD_FOLDER_META) || !strcmp(name, CD_FOLDER_VERTICES))
        return !older->there;
    if (!strcmp(name, CD_FOLDER_REGIONS))
        return !older->dimensions;
    return names_mesh(name, &mesh) && mesh >= older->meshes;
}

static enum cd_code cannot_list(const struct export *export)
{
    return cd_fail(export->status, CD_IO, "%s: cannot list the folder: %s", export->folder, strerror(errno));
}

/// Nothing of the user's is replaced, removed or read as part of the scene.
static enum cd_code refuse_foreign(const struct export *export)
{
    DIR *listing = opendir(export->folder);
    if (!listing)
        return cannot_list(export);
    enum cd_code code = CD_OK;
    for (struct dirent *entry; !code && (entry = readdir(listing));)
        if (is_foreign(&export->older, entry->d_name))
            code = cd_fail(export->status, CD_USAGE,
                           "%s/%s: is there already and not from an earlier export; name another folder, or "
                           "remove it",
                           export->folder, entry->d_name);
    closedir(listing);
    return code;
}

static enum cd_code remove_file(const struct export *export, const char *name)
{
    char path[PATH_MAX];
    enum cd_code code = file_path(export, name, path);
    if (!code && unlink(path) && errno != ENOENT)
        code = cd_fail(export->status, CD_IO,
                       "%s: cannot remove this file of the earlier export: %s; the new one is in place, but "
                       "loads only without it",
                       path, strerror(errno));
    return code;
}

/// True for the name of a file of the earlier export that this one has not.
static bool is_stale(const struct export *export, const char *name)
{
    const struct cd_scene *scene = export->scene;
    uint64_t mesh;
    if (!strcmp(name, CD_FOLDER_VERTICES))
        return export->older.there && !scene->deforms;
    if (!strcmp(name, CD_FOLDER_REGIONS))
        return export->older.dimensions && !scene->dimensions;
    return names_mesh(name, &mesh) && mesh >= scene->mesh_count && mesh < export->older.meshes;
}

static enum cd_code remove_stale(const struct export *export)
{
    DIR *listing = opendir(export->folder);
    if (!listing)
        return cannot_list(export);
    enum cd_code code = CD_OK;
    for (struct dirent *entry; !code && (entry = readdir(listing));)
        if (is_stale(export, entry->d_name))
            code = remove_file(export, entry->d_name);
    closedir(listing);
    return code;
}

enum cd_code cd_scene_export(const struct cd_scene *scene, const char *folder, struct cd_status *status)
{
    struct export export = {.scene = scene, .folder = folder, .status = status};
    bool created = false;
    enum cd_code code = cd_make_folder(folder, &created, status);
    if (!code && !created) {
        read_older(&export);
        code = refuse_foreign(&export);
    }
    if (!code)
        code = write_meshes(&export);
    if (!code)
        code = write_frames(&export);
    if (!code)
        code = write_meta(&export);
    for (size_t i = 0; i < export.count; i++) {
        if (code)
            cd_output_abort(export.outputs[i]);
        else
            code = cd_output_commit(export.outputs[i], status);
    }
    cd_free(export.outputs);
    if (!code && export.older.there)
        code = remove_stale(&export);
    if (code && created)
        rmdir(folder);
    return code;
}
