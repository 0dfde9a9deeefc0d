#include "scenes/folder/folder.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"
#include "scenes/cursor.h"
#include "scenes/source.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/// The tables of an export.
enum { FRAMES, VERTICES, REGIONS, META, TABLES };

static enum cd_code open_file(const char *folder, const char *name, struct cd_output **output,
                              struct cd_status *status)
{
    char path[PATH_MAX];
    enum cd_code code = cd_folder_path(folder, name, path, status);
    return code ? code : cd_output_open(path, output, status);
}

/// Finishes the meshes one by one: there may be more meshes than a program may have open files.
static enum cd_code write_meshes(const struct cd_scene *scene, const char *folder, struct cd_output **outputs,
                                 struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < scene->mesh_count; i++) {
        char name[CD_FOLDER_NAME_BYTES];
        snprintf(name, sizeof name, CD_FOLDER_MESH, i);
        code = open_file(folder, name, &outputs[i], status);
        if (code)
            break;
        cd_mesh_write_obj(scene->meshes[i], cd_output_stream(outputs[i]));
        code = cd_output_finish(outputs[i], status);
    }
    return code;
}

static void write_meta(const struct cd_scene *scene, FILE *stream)
{
    char hash[CD_HASH_TEXT];
    fprintf(stream, "key,value\nformat," CD_FOLDER_FORMAT "\nname,");
    cd_write_quoted(stream, CD_QUOTE_CSV, scene->name);
    fprintf(stream, "\nmeshes,%" PRIu32 "\nframes,%" PRIu64 "\nseed,%" PRIu64 "\n", scene->mesh_count,
            scene->frame_count, scene->seed);
    fprintf(stream, "dimensions,%" PRIu32 "\ntouch,%s\n", scene->dimensions,
            scene->touch == CD_TOUCH_CLOSED ? "closed" : "half-open");
    fprintf(stream, "hash,%s\n", cd_hash_text(scene->hash, hash));
}

// ---- frames -----------------------------------------------------------------------------------------------

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
        fprintf(stream, ",%" PRId64 ",%" PRId64, cd_region_bound(region->low[i]),
                cd_region_bound(region->high[i]));
    fputc('\n', stream);
}

/// `streams` are those of the files that grow, NULL for a file that the scene does not have. `versions` are the last
/// written versions by body id.
static void write_frame(const struct cd_scene *scene, const struct cd_frame *frame, FILE *const *streams,
                        uint64_t *versions)
{
    // For a body that comes back, all vertices are written again: readers forget the vertices of bodies that are gone.
    for (uint32_t i = 0; frame->body_count && i < frame->appeared_count; i++)
        versions[frame->appeared[i]] = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        write_body(streams[FRAMES], frame->index, body);
        if (body->version != versions[body->id])
            write_vertices(streams[VERTICES], frame->index, body, scene->meshes[body->mesh]->vertex_count);
        versions[body->id] = body->version;
    }
    for (uint32_t i = 0; i < frame->region_count; i++)
        write_region(streams[REGIONS], frame->index, &frame->regions[i], scene->dimensions);
}

static void write_headers(const struct cd_scene *scene, FILE *const *streams)
{
    fputs("frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n", streams[FRAMES]);
    if (streams[VERTICES])
        fputs("frame,body,vertex,x,y,z\n", streams[VERTICES]);
    if (!streams[REGIONS])
        return;
    fputs("frame,id,kind", streams[REGIONS]);
    for (uint32_t i = 0; i < scene->dimensions; i++)
        fprintf(streams[REGIONS], ",lo%" PRIu32 ",hi%" PRIu32, i, i);
    fputc('\n', streams[REGIONS]);
}

static enum cd_code write_frames(const struct cd_scene *scene, FILE *const *streams, struct cd_status *status)
{
    uint64_t *versions = cd_allocate(scene->body_limit, sizeof *versions);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    enum cd_code code = CD_OK;
    bool failed = false;
    write_headers(scene, streams);
    while (!failed && !(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        if (frame->region_count && frame->regions[frame->region_count - 1].id >= CD_REGION_FILE_LIMIT) {
            code = cd_fail(status, CD_USAGE, "%s: a folder holds at most %u regions; export fewer",
                           scene->name, CD_REGION_FILE_LIMIT);
            break;
        }
        write_frame(scene, frame, streams, versions);
        for (int i = FRAMES; i <= REGIONS; i++)
            failed |= streams[i] && ferror(streams[i]);
    }
    cd_cursor_close(cursor);
    cd_free(versions);
    return code;
}

static enum cd_code write_tables(const struct cd_scene *scene, const char *folder, struct cd_output **outputs,
                                 struct cd_status *status)
{
    static const char *const names[] = {CD_FOLDER_FRAMES, CD_FOLDER_VERTICES, CD_FOLDER_REGIONS,
                                        CD_FOLDER_META};
    const bool wanted[] = {true, scene->deforms, scene->dimensions > 0, true};
    FILE *streams[TABLES] = {NULL};
    for (int i = 0; i < TABLES; i++) {
        enum cd_code code = wanted[i] ? open_file(folder, names[i], &outputs[i], status) : CD_OK;
        if (code)
            return code;
        streams[i] = outputs[i] ? cd_output_stream(outputs[i]) : NULL;
    }
    write_meta(scene, streams[META]);
    return write_frames(scene, streams, status);
}

// ---- the folder -------------------------------------------------------------------------------------------

/// Which files an export has.
struct contents {
    bool tables, vertices; ///< frames.csv and meta.csv; vertices.csv
    uint64_t meshes, dimensions;
};

static bool has_file(const struct contents *contents, const char *name)
{
    unsigned mesh;
    char same[CD_FOLDER_NAME_BYTES];
    if (!strcmp(name, CD_FOLDER_FRAMES) || !strcmp(name, CD_FOLDER_META))
        return contents->tables;
    if (!strcmp(name, CD_FOLDER_VERTICES))
        return contents->vertices;
    if (!strcmp(name, CD_FOLDER_REGIONS))
        return contents->dimensions;
    if (sscanf(name, CD_FOLDER_MESH, &mesh) != 1)
        return false;
    snprintf(same, sizeof same, CD_FOLDER_MESH, mesh);
    return !strcmp(name, same) && mesh < contents->meshes;
}

/// Finds the files of an earlier export in this folder; there are none without a meta.csv of ours.
static struct contents read_older(const char *folder)
{
    struct cd_folder_meta meta;
    if (cd_folder_read_meta(folder, &meta, NULL) || !meta.has[CD_META_FORMAT])
        return (struct contents){0};
    return (struct contents){true, true, meta.numbers[CD_META_MESHES], meta.numbers[CD_META_DIMENSIONS]};
}

static enum cd_code handle_entry(const char *folder, const char *name, const struct contents *older,
                                 const struct contents *newer, struct cd_status *status)
{
    static const struct contents all = {true, true, UINT64_MAX, 1};
    if (!newer && has_file(&all, name) && !has_file(older, name))
        return cd_fail(
            status, CD_USAGE,
            "%s/%s: exists already and is not from an earlier export; name another folder, or remove it",
            folder, name);
    char path[PATH_MAX];
    enum cd_code code = cd_folder_path(folder, name, path, status);
    if (!code && newer && has_file(older, name) && !has_file(newer, name) && unlink(path) && errno != ENOENT)
        code = cd_fail(status, CD_IO,
                       "%s: cannot remove this file of the earlier export: %s; the new one is in place, but "
                       "loads only without it",
                       path, strerror(errno));
    return code;
}

/// Before an export, when `newer` is NULL: refuses a folder with the user's own files that would be replaced or read as
/// part of the scene. After it: removes files of the older export that the newer one does not have.
static enum cd_code go_through(const char *folder, const struct contents *older, const struct contents *newer,
                               struct cd_status *status)
{
    DIR *listing = opendir(folder);
    if (!listing)
        return cd_fail(status, CD_IO, "%s: cannot list the folder: %s", folder, strerror(errno));
    enum cd_code code = CD_OK;
    for (struct dirent *entry; !code && (entry = readdir(listing));)
        code = handle_entry(folder, entry->d_name, older, newer, status);
    closedir(listing);
    return code;
}

enum cd_code cd_scene_export(const struct cd_scene *scene, const char *folder, struct cd_status *status)
{
    struct contents older = {0}, newer = {true, scene->deforms, scene->mesh_count, scene->dimensions};
    size_t count = (size_t)scene->mesh_count + TABLES;
    struct cd_output **outputs = cd_allocate(count, sizeof(struct cd_output *));
    size_t made;
    enum cd_code code = cd_make_folder(folder, &made, status);
    if (!code && !made) {
        older = read_older(folder);
        code = go_through(folder, &older, NULL, status);
    }
    if (!code)
        code = write_meshes(scene, folder, outputs, status);
    if (!code)
        code = write_tables(scene, folder, outputs + scene->mesh_count, status);
    code = cd_outputs_commit(outputs, count, code, status);
    cd_free(outputs);
    if (!code && older.tables)
        code = go_through(folder, &older, &newer, status);
    if (code)
        cd_unmake_folder(folder, made);
    return code;
}
