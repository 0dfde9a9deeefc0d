/// Scene files in YAML: what is too long for a command line. The schema is in docs/scenes.md.
#include "scenes/scene_yaml.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/yaml_file.h"
#include "scenes/folder/tracks.h"
#include "scenes/motions/motions.h"
#include "scenes/path.h"
#include "scenes/readers/readers.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// Everything is a text to libcyaml: numbers are read strictly, by base/text.h, and an absent one is NULL.

struct mesh_entry {
    char *file, *generator;
};

struct body_entry {
    char *id, *mesh, *from, *to, *about, *angle, *spin;
    char *position[3], *velocity[3], *axis[3];
};

/// Keys of `motion`: its name, its parameters, and what all motions take.
#define MAX_KEYS 32

struct motion_entry {
    char *values[MAX_KEYS];
};

struct file_entry {
    struct mesh_entry *meshes;
    struct body_entry *bodies;
    uint32_t mesh_count, body_count;
    struct motion_entry *motion;
    char *steps, *seed;
};

#define TEXT(key, structure, member)                                                                         \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, structure, member, 1,              \
                           CYAML_UNLIMITED)
#define TRIPLE(key, structure, member)                                                                       \
    CYAML_FIELD_SEQUENCE_FIXED(key, CYAML_FLAG_OPTIONAL, structure, member, &text_schema, 3)

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t mesh_fields[] = {
    TEXT("file", struct mesh_entry, file),
    TEXT("generator", struct mesh_entry, generator),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t mesh_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct mesh_entry, mesh_fields)};

static const cyaml_schema_field_t body_fields[] = {
    TEXT("mesh", struct body_entry, mesh),
    TEXT("id", struct body_entry, id),
    TEXT("from", struct body_entry, from),
    TEXT("to", struct body_entry, to),
    TRIPLE("position", struct body_entry, position),
    TRIPLE("velocity", struct body_entry, velocity),
    TEXT("about", struct body_entry, about),
    TRIPLE("axis", struct body_entry, axis),
    TEXT("angle", struct body_entry, angle),
    TEXT("spin", struct body_entry, spin),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t body_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct body_entry, body_fields)};

/// The schema of a file, whose part about motions is put together from their table.
struct schema {
    cyaml_schema_field_t motion[MAX_KEYS + 1], file[6];
    cyaml_schema_value_t top;
    uint32_t key_count;
};

static void add_key(struct schema *schema, const char *key)
{
    for (uint32_t i = 0; i < schema->key_count; i++)
        if (!strcmp(schema->motion[i].key, key))
            return;
    CD_ASSERT(schema->key_count < MAX_KEYS);
    cyaml_schema_field_t field = TEXT(key, struct motion_entry, values[0]);
    field.data_offset = (uint32_t)(schema->key_count * sizeof(char *));
    schema->motion[schema->key_count++] = field;
}

/// The keys of the motion of this name; those of all motions where there is none such, so that the name
/// alone is blamed.
static void add_motion_keys(struct schema *schema, const char *name)
{
    bool known = false;
    for (const struct cd_motion *const *motion = cd_motions; *motion; motion++)
        known |= name && !strcmp((*motion)->name, name);
    add_key(schema, "name");
    for (const struct cd_motion *const *motion = cd_motions; *motion; motion++)
        for (const struct cd_param *p = (*motion)->params; p && p->name; p++)
            if (!known || !strcmp((*motion)->name, name))
                add_key(schema, p->name);
    add_key(schema, "steps");
    add_key(schema, "seed");
}

static struct schema *make_schema(const char *motion)
{
    struct schema *schema = cd_allocate(1, sizeof *schema);
    add_motion_keys(schema, motion);
    const cyaml_schema_field_t fields[] = {
        CYAML_FIELD_SEQUENCE_COUNT("meshes", CYAML_FLAG_POINTER, struct file_entry, meshes, mesh_count,
                                   &mesh_schema, 1, CYAML_UNLIMITED),
        CYAML_FIELD_MAPPING_PTR("motion", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct file_entry, motion,
                                schema->motion),
        CYAML_FIELD_SEQUENCE_COUNT("bodies", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct file_entry,
                                   bodies, body_count, &body_schema, 1, CD_BODY_LIMIT),
        TEXT("steps", struct file_entry, steps),
        TEXT("seed", struct file_entry, seed),
        CYAML_FIELD_END,
    };
    memcpy(schema->file, fields, sizeof fields);
    schema->top =
        (cyaml_schema_value_t){CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file_entry, schema->file)};
    return schema;
}

/// A scene file being read.
struct reader {
    const struct cd_yaml *yaml;
    const struct file_entry *file;
    const struct schema *schema;
    const struct cd_scene_options *options;
    const char *folder; ///< of the file
    struct cd_scene *scene;
    struct cd_status *status;
};

/// Puts the file and line before a line of another's; whatever was said about a word is about data here.
static enum cd_code blame(const struct reader *reader, const char *path, const struct cd_status *inner)
{
    enum cd_code code = cd_yaml_fail(reader->yaml, reader->status, path, "%s", inner->text);
    if (inner->code == CD_USAGE)
        return code;
    if (reader->status)
        reader->status->code = inner->code;
    return inner->code;
}

// ---- meshes -----------------------------------------------------------------------------------------------

static enum cd_code read_mesh(struct reader *reader, const struct mesh_entry *entry, const char *at)
{
    if (!entry->file == !entry->generator)
        return cd_yaml_fail(reader->yaml, reader->status, at, "give either file: or generator:");
    struct cd_status inner;
    struct cd_mesh *mesh = NULL;
    enum cd_code code;
    char path[PATH_MAX];
    if (entry->generator) {
        code = cd_mesh_generate(entry->generator, &mesh, &inner);
    } else {
        code = cd_scene_find_from(reader->folder, entry->file, path, sizeof path, &inner);
        if (!code)
            code = cd_mesh_load(path, &mesh, &inner);
    }
    if (code)
        return blame(reader, at, &inner);
    cd_scene_add_mesh(reader->scene, mesh);
    return CD_OK;
}

static enum cd_code read_meshes(struct reader *reader)
{
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < reader->file->mesh_count; i++) {
        char at[40];
        snprintf(at, sizeof at, "meshes[%u]", i);
        code = read_mesh(reader, &reader->file->meshes[i], at);
    }
    return code;
}

/// The value of `steps` or `seed`, which every scene has.
static enum cd_code read_common(const struct reader *reader, const char *key, const char *text,
                                uint64_t *value)
{
    const struct cd_param *tables[] = {cd_motion_common_params};
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status inner;
    enum cd_code code = CD_OK;
    if (cd_settings_set(settings, "scene", key, text, &inner))
        code = blame(reader, key, &inner);
    else
        *value =
            strcmp(key, "seed") ? (uint64_t)cd_setting_int(settings, key) : cd_setting_seed(settings, key);
    cd_settings_destroy(settings);
    return code;
}

// ---- a motion ---------------------------------------------------------------------------------------------

/// A key that the file may have within the motion or beside it.
static enum cd_code set_outside(struct reader *reader, struct cd_motion_choice *choice, const char *key,
                                const char *value)
{
    struct cd_status inner;
    char at[40];
    snprintf(at, sizeof at, "motion.%s", key);
    if (value && cd_setting_is_given(choice->settings, key))
        return cd_yaml_fail(reader->yaml, reader->status, at, "given twice, as %s: too", key);
    if (value && cd_settings_set(choice->settings, "scene", key, value, &inner))
        return blame(reader, key, &inner);
    return CD_OK;
}

/// Takes the keys of the file, and what the user said outside of it.
static enum cd_code set_motion(struct reader *reader, struct cd_motion_choice *choice)
{
    const struct motion_entry *entry = reader->file->motion;
    struct cd_status inner;
    for (uint32_t i = 1; entry && i < reader->schema->key_count; i++) {
        const char *key = reader->schema->motion[i].key;
        char at[60];
        snprintf(at, sizeof at, "motion.%s", key);
        if (entry->values[i] && cd_motion_set(choice, key, entry->values[i], &inner))
            return blame(reader, at, &inner);
    }
    enum cd_code code = set_outside(reader, choice, "steps", reader->file->steps);
    if (!code)
        code = set_outside(reader, choice, "seed", reader->file->seed);
    if (!code)
        cd_motion_override(choice, reader->options);
    return code;
}

static enum cd_code read_motion(struct reader *reader)
{
    const struct motion_entry *entry = reader->file->motion;
    struct cd_motion_choice choice;
    struct cd_status inner;
    const char *name = entry ? entry->values[0] : cd_motion_by_default(reader->scene->mesh_count);
    if (!name)
        return cd_yaml_fail(reader->yaml, reader->status, "motion", "give a name:");
    if (cd_motion_choose(name, &choice, &inner))
        return blame(reader, "motion.name", &inner);
    enum cd_code code = set_motion(reader, &choice);
    if (!code && cd_motion_start(&choice, reader->scene, &inner))
        code = blame(reader, "motion", &inner);
    cd_motion_release(&choice);
    return code;
}

// ---- bodies -----------------------------------------------------------------------------------------------

/// A value of an entry of `bodies`, as far as messages name it.
struct value {
    const struct reader *reader;
    uint32_t entry;
    const char *key;
};

static enum cd_code bad_value(const struct value *value, const char *remedy)
{
    char at[60];
    snprintf(at, sizeof at, "bodies[%u].%s", value->entry, value->key);
    return cd_yaml_fail(value->reader->yaml, value->reader->status, at, "%s", remedy);
}

static enum cd_code read_count(struct value value, const char *key, const char *text, uint64_t max,
                               uint64_t *result)
{
    value.key = key;
    if (!text || (cd_parse_unsigned(text, result) && *result <= max))
        return CD_OK;
    char remedy[80];
    snprintf(remedy, sizeof remedy, "give an integer from 0 to %llu", (unsigned long long)max);
    return bad_value(&value, remedy);
}

static bool read_real(const char *text, double *result)
{
    return !text || (cd_parse_real(text, result) && fabs(*result) <= 1e15);
}

static enum cd_code read_number(struct value value, const char *key, const char *text, double *result)
{
    value.key = key;
    return read_real(text, result) ? CD_OK : bad_value(&value, "give a number of at most 1e15");
}

static enum cd_code read_triple(struct value value, const char *key, char *const text[3],
                                struct cd_vec3 *result)
{
    value.key = key;
    if (read_real(text[0], &result->x) && read_real(text[1], &result->y) && read_real(text[2], &result->z))
        return CD_OK;
    return bad_value(&value, "give three numbers of at most 1e15: [x, y, z]");
}

static enum cd_code read_pivot(struct value value, const char *about, struct cd_track *track)
{
    value.key = "about";
    if (!about || !strcmp(about, "origin"))
        return CD_OK;
    if (strcmp(about, "centre") != 0)
        return bad_value(&value, "give origin (of the mesh's coordinates) or centre (of its box)");
    track->pivot = cd_aabb_centre(&value.reader->scene->meshes[track->mesh]->box);
    return CD_OK;
}

/// `to` stays UINT64_MAX when it is not given.
static enum cd_code read_track(const struct reader *reader, uint32_t i, struct cd_track *track)
{
    const struct body_entry *entry = &reader->file->bodies[i];
    struct value value = {.reader = reader, .entry = i};
    *track = (struct cd_track){.to = UINT64_MAX, .axis = {0, 0, 1}, .entry = i};
    uint64_t id = i, mesh = 0;
    enum cd_code code = read_count(value, "id", entry->id, CD_BODY_LIMIT - 1, &id);
    if (!code)
        code = read_count(value, "mesh", entry->mesh, reader->scene->mesh_count - 1, &mesh);
    if (!code)
        code = read_count(value, "from", entry->from, CD_FRAME_LIMIT - 1, &track->from);
    if (!code)
        code = read_count(value, "to", entry->to, CD_FRAME_LIMIT - 1, &track->to);
    if (!code)
        code = read_triple(value, "position", entry->position, &track->position);
    if (!code)
        code = read_triple(value, "velocity", entry->velocity, &track->velocity);
    if (!code)
        code = read_triple(value, "axis", entry->axis, &track->axis);
    if (!code)
        code = read_number(value, "angle", entry->angle, &track->angle);
    if (!code)
        code = read_number(value, "spin", entry->spin, &track->spin);
    track->id = (uint32_t)id;
    track->mesh = (uint32_t)mesh;
    if (!code)
        code = read_pivot(value, entry->about, track);
    if (code)
        return code;
    value.key = "to";
    if (track->to < track->from)
        return bad_value(&value, "lies before from");
    value.key = "axis";
    double length = cd_length(track->axis);
    return length > 1e-100 ? CD_OK : bad_value(&value, "give a direction other than [0, 0, 0]");
}

/// The number of frames: as the command line or the file says, else up to the last `to`, else 1.
static enum cd_code count_frames(const struct reader *reader, const struct cd_track *tracks, uint32_t count,
                                 uint64_t *frames)
{
    *frames = 1;
    for (uint32_t i = 0; i < count; i++)
        if (tracks[i].to != UINT64_MAX && tracks[i].to + 1 > *frames)
            *frames = tracks[i].to + 1;
    if (reader->file->steps && read_common(reader, "steps", reader->file->steps, frames))
        return CD_DATA;
    if (reader->options->frames)
        *frames = reader->options->frames;
    return CD_OK;
}

static enum cd_code read_bodies(struct reader *reader)
{
    uint32_t count = reader->file->body_count;
    struct cd_track *tracks = cd_allocate(count, sizeof *tracks);
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; !code && i < count; i++)
        code = read_track(reader, i, &tracks[i]);
    if (!code)
        code = count_frames(reader, tracks, count, &reader->scene->frame_count);
    uint32_t wrong = code ? count : cd_tracks_sort(tracks, count);
    if (wrong < count) {
        char at[40];
        snprintf(at, sizeof at, "bodies[%u]", tracks[wrong].entry);
        code =
            cd_yaml_fail(reader->yaml, reader->status, at,
                         "body %u is also bodies[%u]; frames may not overlap and the mesh must be the same",
                         tracks[wrong].id, tracks[wrong - 1].entry);
    }
    if (code) {
        cd_free(tracks);
        return code;
    }
    reader->scene->source = cd_tracks_source(tracks, count);
    return CD_OK;
}

// ---- the file ---------------------------------------------------------------------------------------------

static enum cd_code read_scene(struct reader *reader)
{
    const struct file_entry *file = reader->file;
    if (file->motion && file->body_count)
        return cd_yaml_fail(reader->yaml, reader->status, "bodies", "give either motion: or bodies:");
    reader->scene->seed = 1;
    if (file->seed && read_common(reader, "seed", file->seed, &reader->scene->seed))
        return CD_DATA;
    if (reader->options->has_seed)
        reader->scene->seed = reader->options->seed;
    enum cd_code code = read_meshes(reader);
    if (code)
        return code;
    return file->body_count ? read_bodies(reader) : read_motion(reader);
}

enum cd_code cd_scene_from_yaml(const char *specification, const char *path,
                                const struct cd_scene_options *options, struct cd_scene **scene,
                                struct cd_status *status)
{
    struct cd_yaml *yaml;
    enum cd_code code = cd_yaml_open(path, &yaml, status);
    if (code)
        return code;
    struct schema *schema = make_schema(cd_yaml_text(yaml, "motion.name"));
    void *file;
    code = cd_yaml_load(yaml, &schema->top, &file, status);
    if (!code) {
        char *folder = cd_duplicate(path);
        char *slash = strrchr(folder, '/');
        if (slash)
            slash[1] = 0;
        struct reader reader = {
            .yaml = yaml,
            .file = file,
            .schema = schema,
            .options = options,
            .folder = slash ? folder : NULL,
            .scene = cd_scene_create(specification),
            .status = status,
        };
        code = read_scene(&reader);
        *scene = reader.scene;
        cd_free(folder);
    }
    if (code) {
        cd_scene_destroy(*scene);
        *scene = NULL;
    }
    cd_yaml_free(yaml);
    cd_free(schema);
    return code;
}
