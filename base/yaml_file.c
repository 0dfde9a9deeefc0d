#include "base/yaml_file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

#define MAX_BYTES 16777216

/// What libyaml says of one event. libcyaml reads the same events in the same order but does not tell their
/// lines, so the number of the event it stopped at leads here.
struct event {
    char *path;    ///< of the value or key; NULL outside the document
    char *text;    ///< of a value of the outer two mappings, else NULL; deeper ones are not asked for
    size_t parent; ///< length of the path of the mapping or sequence that holds it
    size_t line;
};

struct cd_yaml {
    char *name, *text;
    size_t bytes;
    const cyaml_schema_value_t *schema;
    void *data;
    struct event *events;
    size_t event_count, event_capacity;
};

// ---- the file ---------------------------------------------------------------------------------------------

static enum cd_code read_text(const char *path, char **text, size_t *bytes, struct cd_status *status)
{
    FILE *file = fopen(path, "r");
    struct stat information;
    if (!file || fstat(fileno(file), &information)) {
        int reason = errno;
        if (file)
            fclose(file);
        return cd_fail(status, CD_IO, "%s: cannot read: %s", path, strerror(reason));
    }
    size_t capacity = 0;
    *text = NULL;
    *bytes = 0;
    enum cd_code code = CD_OK;
    if (S_ISDIR(information.st_mode))
        code = cd_fail(status, CD_IO, "%s: cannot read: is a folder", path);
    while (!code) {
        *text = cd_grow(*text, *bytes, &capacity, 1);
        size_t got = fread(*text + *bytes, 1, capacity - *bytes, file);
        *bytes += got;
        if (*bytes > MAX_BYTES)
            code = cd_fail(status, CD_DATA, "%s: larger than 16 MB", path);
        if (!got)
            break;
    }
    if (!code && ferror(file))
        code = cd_fail(status, CD_IO, "%s: cannot read: %s", path, strerror(errno));
    fclose(file);
    return code;
}

// ---- lines and paths by libyaml ---------------------------------------------------------------------------

/// One open sequence or mapping.
struct level {
    bool mapping, key_next;
    size_t items;
    size_t own; ///< length of its own path; while a value of a mapping is read `path` goes on with its key
    size_t line;
    char *path;
};

/// Deep enough for any schema, and a bound on the length of paths.
#define MAX_LEVELS 32

struct walk {
    struct level levels[MAX_LEVELS];
    size_t depth;
};

/// The path of the next value or key at the innermost level; the caller frees it.
static char *next_path(struct walk *walk, const yaml_event_t *event)
{
    if (!walk->depth)
        return cd_duplicate("");
    struct level *level = &walk->levels[walk->depth - 1];
    char item[100];
    if (level->mapping && level->key_next)
        snprintf(item, sizeof item, "%s%.80s", *level->path ? "." : "",
                 event->type == YAML_SCALAR_EVENT ? (const char *)event->data.scalar.value : "?");
    else if (level->mapping)
        item[0] = 0;
    else
        snprintf(item, sizeof item, "[%zu]", level->items);
    size_t bytes = strlen(level->path) + strlen(item) + 1;
    char *path = cd_allocate(bytes, 1);
    snprintf(path, bytes, "%s%s", level->path, item);
    return path;
}

/// A mapping carries the path of the key in `path` while its value is read.
static void pass_item(struct walk *walk, const char *path)
{
    if (!walk->depth)
        return;
    struct level *level = &walk->levels[walk->depth - 1];
    if (!level->mapping) {
        level->items++;
        return;
    }
    if (level->key_next) {
        cd_free(level->path);
        level->path = cd_duplicate(path);
    } else {
        level->path[level->own] = 0;
    }
    level->key_next = !level->key_next;
}

static void enter(struct walk *walk, const struct event *event, bool mapping)
{
    CD_ASSERT(walk->depth < MAX_LEVELS);
    walk->levels[walk->depth++] = (struct level){
        .mapping = mapping,
        .key_next = mapping,
        .own = strlen(event->path),
        .line = event->line,
        .path = cd_duplicate(event->path),
    };
}

static void take_event(struct cd_yaml *yaml, struct walk *walk, const yaml_event_t *event)
{
    yaml->events = cd_grow(yaml->events, yaml->event_count, &yaml->event_capacity, sizeof *yaml->events);
    struct event *taken = &yaml->events[yaml->event_count++];
    *taken = (struct event){.line = event->start_mark.line + 1};
    bool mapping = event->type == YAML_MAPPING_START_EVENT;
    const struct level *around = walk->depth ? &walk->levels[walk->depth - 1] : NULL;
    taken->parent = around ? around->own : 0;
    if (event->type == YAML_SCALAR_EVENT) {
        if (around && around->mapping && !around->key_next && walk->depth <= 2)
            taken->text = cd_duplicate((const char *)event->data.scalar.value);
        taken->path = next_path(walk, event);
        pass_item(walk, taken->path);
    } else if (mapping || event->type == YAML_SEQUENCE_START_EVENT) {
        taken->path = next_path(walk, event);
        pass_item(walk, taken->path);
        enter(walk, taken, mapping);
    } else if (walk->depth &&
               (event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT)) {
        // What ends is named by where it began.
        struct level *level = &walk->levels[--walk->depth];
        taken->path = level->path;
        taken->line = level->line;
    }
}

static bool has_anchor(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return true;
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor;
    default:
        return false;
    }
}

/// Escapes such as "\e" bring in what a terminal acts on; lines may be broken.
static bool has_control_character(const yaml_event_t *event)
{
    const char *text = event->type == YAML_SCALAR_EVENT ? (const char *)event->data.scalar.value : "";
    for (size_t bytes; *text; text += bytes) {
        bytes = *text == '\n' ? 1 : cd_character_bytes(text);
        if (!bytes)
            return true;
    }
    return false;
}

/// What YAML has but a schema cannot take at this event, or NULL.
static const char *not_allowed(const struct walk *walk, const yaml_event_t *event, unsigned documents)
{
    bool collection = event->type == YAML_MAPPING_START_EVENT || event->type == YAML_SEQUENCE_START_EVENT;
    const struct level *level = walk->depth ? &walk->levels[walk->depth - 1] : NULL;
    if (has_anchor(event))
        return "anchors and aliases are not allowed";
    if (has_control_character(event))
        return "a control character within a text, such as a tab; write a blank";
    if (collection && walk->depth == MAX_LEVELS)
        return "nested too deeply";
    if (collection && level && level->mapping && level->key_next)
        return "a key is a word, not a list or a mapping";
    if (event->type == YAML_DOCUMENT_START_EVENT && documents)
        return "a second document; only one is allowed";
    return NULL;
}

static enum cd_code read_lines(struct cd_yaml *yaml, struct cd_status *status)
{
    yaml_parser_t parser;
    CD_ASSERT(yaml_parser_initialize(&parser));
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml->text, yaml->bytes);
    struct walk walk = {0};
    enum cd_code code = CD_OK;
    unsigned documents = 0;
    for (bool ended = false; !code && !ended;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            code = cd_fail(status, CD_DATA, "%s:%zu: %s%s%s", yaml->name, parser.problem_mark.line + 1,
                           parser.problem ? parser.problem : "not YAML", parser.context ? " " : "",
                           parser.context ? parser.context : "");
            break;
        }
        const char *problem = not_allowed(&walk, &event, documents);
        if (problem)
            code = cd_fail(status, CD_DATA, "%s:%zu: %s", yaml->name, event.start_mark.line + 1, problem);
        else
            take_event(yaml, &walk, &event);
        documents += event.type == YAML_DOCUMENT_START_EVENT;
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    while (walk.depth)
        cd_free(walk.levels[--walk.depth].path);
    yaml_parser_delete(&parser);
    if (!code && !documents)
        code = cd_fail(status, CD_DATA, "%s: empty", yaml->name);
    return code;
}

// ---- the schema by libcyaml -------------------------------------------------------------------------------

/// What libcyaml's log tells while it loads.
struct told {
    size_t events;
    char error[300]; ///< its first error
};

static void listen(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
    struct told *told = context;
    if (told->error[0])
        return;
    char line[300];
    vsnprintf(line, sizeof line, format, arguments);
    line[strcspn(line, "\n")] = 0;
    if (level == CYAML_LOG_DEBUG && !strncmp(line, "Load: Event: ", 13))
        told->events++;
    else if (level == CYAML_LOG_ERROR)
        snprintf(told->error, sizeof told->error, "%s", line + (strncmp(line, "Load: ", 6) ? 0 : 6));
}

static bool is_sequence(const cyaml_schema_value_t *schema)
{
    return schema->type == CYAML_SEQUENCE || schema->type == CYAML_SEQUENCE_FIXED;
}

/// The schema of the value at the first `length` bytes of a path, or NULL where it has none.
static const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *schema, const char *path,
                                             size_t length)
{
    const char *end = path + length;
    while (schema && path < end) {
        if (is_sequence(schema)) {
            const char *close = memchr(path, ']', (size_t)(end - path));
            path = close ? close + 1 : end;
            schema = close ? schema->sequence.entry : NULL;
        } else if (schema->type == CYAML_MAPPING) {
            size_t word = strcspn(path, ".[");
            const cyaml_schema_field_t *field = schema->mapping.fields;
            while (field->key && (strlen(field->key) != word || strncmp(field->key, path, word) != 0))
                field++;
            schema = field->key ? &field->value : NULL;
            path += word;
        } else {
            return NULL;
        }
        path += path < end && *path == '.';
    }
    return schema;
}

/// Lists the keys of a mapping: "a, b, c".
static void list_keys(const cyaml_schema_value_t *mapping, char *list, size_t bytes)
{
    list[0] = 0;
    for (const cyaml_schema_field_t *field = mapping->mapping.fields; field->key; field++) {
        size_t used = strlen(list);
        snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", field->key);
    }
}

static enum cd_code unknown_key(const struct cd_yaml *yaml, const struct event *event,
                                struct cd_status *status)
{
    const char *key = event->path + event->parent + (event->parent > 0);
    char valid[300] = "";
    const char *names[64];
    size_t count = 0;
    const cyaml_schema_value_t *around = schema_at(yaml->schema, event->path, event->parent);
    if (around && around->type == CYAML_MAPPING) {
        list_keys(around, valid, sizeof valid);
        while (count < sizeof names / sizeof *names && around->mapping.fields[count].key) {
            names[count] = around->mapping.fields[count].key;
            count++;
        }
    }
    const char *nearest = cd_nearest_name(key, names, count);
    return cd_fail(status, CD_DATA, "%s:%zu: unknown key \"%s\"%s%s%s valid: %s", yaml->name, event->line,
                   key, nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";", valid);
}

/// Says what to write for a value of this schema.
static void say_form(const cyaml_schema_value_t *schema, char *text, size_t bytes)
{
    char keys[300];
    if (schema->type == CYAML_MAPPING) {
        list_keys(schema, keys, sizeof keys);
        snprintf(text, bytes, "give \"key: value\" lines; valid keys: %s", keys);
    } else if (schema->type == CYAML_SEQUENCE_FIXED) {
        snprintf(text, bytes, "give a list of %u values", schema->sequence.max);
    } else if (schema->type == CYAML_SEQUENCE) {
        snprintf(text, bytes, "give a list, each entry on a line of its own that begins with \"- \"");
    } else {
        snprintf(text, bytes, "give a single value");
    }
}

/// libcyaml's messages are about its own types and events; this says the same in words of the file.
static void explain(const struct cd_yaml *yaml, const struct event *event, const struct told *told,
                    cyaml_err_t error, char *text, size_t bytes)
{
    static const char seen[] = "Mapping field already seen", missing[] = "Missing required mapping field: ";
    const char *path = event->path ? event->path : "";
    const cyaml_schema_value_t *schema = schema_at(yaml->schema, path, strlen(path));
    const cyaml_schema_value_t *around = schema_at(yaml->schema, path, event->parent);
    bool fixed = schema && schema->type == CYAML_SEQUENCE_FIXED;
    if (!strncmp(told->error, seen, strlen(seen)))
        snprintf(text, bytes, "given twice");
    else if (!strncmp(told->error, missing, strlen(missing)))
        snprintf(text, bytes, "the key \"%s\" is missing", told->error + strlen(missing));
    else if (error == CYAML_ERR_STRING_LENGTH_MIN)
        snprintf(text, bytes, "empty; give a value");
    else if (error == CYAML_ERR_SEQUENCE_ENTRIES_MIN && schema && !fixed)
        snprintf(text, bytes, "empty; give at least one entry");
    else if (error == CYAML_ERR_SEQUENCE_ENTRIES_MAX && around && is_sequence(around))
        snprintf(text, bytes, "give at most %u entries", around->sequence.max);
    else if (schema && (fixed || error == CYAML_ERR_INVALID_VALUE || error == CYAML_ERR_UNEXPECTED_EVENT))
        say_form(schema, text, bytes);
    else
        snprintf(text, bytes, "%s", cyaml_strerror(error));
}

static enum cd_code refused(const struct cd_yaml *yaml, const struct told *told, cyaml_err_t error,
                            struct cd_status *status)
{
    size_t at = told->events ? told->events - 1 : 0;
    const struct event *event = &yaml->events[at < yaml->event_count ? at : yaml->event_count - 1];
    const char *path = event->path && *event->path ? event->path : NULL;
    if (error == CYAML_ERR_INVALID_KEY && path)
        return unknown_key(yaml, event, status);
    if (error == CYAML_ERR_OOM)
        return cd_fail(status, CD_ENVIRONMENT, "%s: out of memory", yaml->name);
    char text[400];
    explain(yaml, event, told, error, text, sizeof text);
    return cd_fail(status, CD_DATA, "%s:%zu: %s%s%s", yaml->name, event->line, path ? path : "",
                   path ? ": " : "", text);
}

static cyaml_config_t configuration(struct told *told)
{
    return (cyaml_config_t){
        .log_fn = told ? listen : NULL,
        .log_ctx = told,
        .mem_fn = cyaml_mem,
        .log_level = CYAML_LOG_DEBUG,
        .flags = CYAML_CFG_NO_ALIAS,
    };
}

enum cd_code cd_yaml_load(struct cd_yaml *yaml, const cyaml_schema_value_t *schema, void **data,
                          struct cd_status *status)
{
    CD_ASSERT(!yaml->schema);
    *data = NULL;
    yaml->schema = schema;
    struct told told = {0};
    cyaml_config_t config = configuration(&told);
    cyaml_err_t error =
        cyaml_load_data((const uint8_t *)yaml->text, yaml->bytes, &config, schema, &yaml->data, NULL);
    if (error)
        return refused(yaml, &told, error, status);
    if (!yaml->data)
        return cd_fail(status, CD_DATA, "%s: empty", yaml->name);
    *data = yaml->data;
    return CD_OK;
}

enum cd_code cd_yaml_open(const char *path, struct cd_yaml **yaml, struct cd_status *status)
{
    *yaml = cd_allocate(1, sizeof **yaml);
    (*yaml)->name = cd_duplicate(path);
    enum cd_code code = read_text(path, &(*yaml)->text, &(*yaml)->bytes, status);
    if (!code)
        code = read_lines(*yaml, status);
    if (code) {
        cd_yaml_free(*yaml);
        *yaml = NULL;
    }
    return code;
}

const char *cd_yaml_text(const struct cd_yaml *yaml, const char *path)
{
    for (size_t i = 0; i < yaml->event_count; i++)
        if (yaml->events[i].text && !strcmp(yaml->events[i].path, path))
            return yaml->events[i].text;
    return NULL;
}

static size_t line_of(const struct cd_yaml *yaml, const char *path)
{
    size_t line = 1, longest = 0;
    for (size_t i = 0; i < yaml->event_count; i++) {
        const char *there = yaml->events[i].path;
        size_t length = there ? strlen(there) : 0;
        bool above = length && length >= longest && !strncmp(path, there, length) &&
                     (!path[length] || path[length] == '.' || path[length] == '[');
        if (above) {
            longest = length;
            line = yaml->events[i].line;
        }
    }
    return line;
}

enum cd_code cd_yaml_fail(const struct cd_yaml *yaml, struct cd_status *status, const char *path,
                          const char *format, ...)
{
    char message[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return cd_fail(status, CD_DATA, "%s:%zu: %s%s%s", yaml->name, line_of(yaml, path), path,
                   *path ? ": " : "", message);
}

void cd_yaml_free(struct cd_yaml *yaml)
{
    if (!yaml)
        return;
    if (yaml->data) {
        cyaml_config_t config = configuration(NULL);
        cyaml_free(&config, yaml->schema, yaml->data, 0);
    }
    for (size_t i = 0; i < yaml->event_count; i++) {
        cd_free(yaml->events[i].path);
        cd_free(yaml->events[i].text);
    }
    cd_free(yaml->events);
    cd_free(yaml->text);
    cd_free(yaml->name);
    cd_free(yaml);
}
