#include "base/yaml.h"

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"

#include <libfyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES  16777216
#define MAX_LEVELS 32
/// The most keys that one mapping may have.
#define MAX_KEYS 64

enum kind { TEXT, LIST, MAPPING };

struct cd_yaml_node {
    struct cd_yaml *yaml;
    const struct cd_yaml_node *parent; ///< NULL for the top
    struct cd_yaml_node *next, *first; ///< the parent's next node; the first node in this one
    enum kind kind;
    const char *key;  ///< NULL outside mappings
    size_t index;     ///< among the parent's
    size_t count;     ///< of the nodes in this one
    size_t line;      ///< of the key, or of the value if there is no key
    const char *text; ///< "" for lists and mappings
};

struct cd_yaml {
    char *name;
    struct cd_status *status;
    enum cd_code code;
    struct cd_yaml_node *top;
    void **blocks; ///< including the nodes
    size_t block_count, block_capacity;
};

static void *hold(struct cd_yaml *yaml, size_t count, size_t size)
{
    yaml->blocks = cd_grow(yaml->blocks, yaml->block_count, &yaml->block_capacity, sizeof *yaml->blocks);
    return yaml->blocks[yaml->block_count++] = cd_allocate(count, size);
}

void *cd_yaml_hold(const struct cd_yaml_node *node, size_t count, size_t size)
{
    return hold(node->yaml, count, size);
}

static void replace_below(struct cd_yaml_node *node, const char *place, const char *with)
{
    size_t count = 0;
    const char *text = node->text;
    for (const char *at = text; (at = strstr(at, place)); at += strlen(place))
        count++;
    if (count) {
        char *own = hold(node->yaml, strlen(text) + count * strlen(with) + 1, 1), *end = own;
        for (const char *found; (found = strstr(text, place)); text = found + strlen(place))
            end = stpcpy(mempcpy(end, text, (size_t)(found - text)), with);
        strcpy(end, text);
        node->text = own;
    }
    for (struct cd_yaml_node *entry = node->first; entry; entry = entry->next)
        replace_below(entry, place, with);
}

void cd_yaml_replace(const struct cd_yaml_node *node, const char *name, const char *text)
{
    char place[100];
    snprintf(place, sizeof place, "${%.90s}", name);
    replace_below(node->yaml->top, place, text);
}

// ---- failures ---------------------------------------------------------------------------------------------

/// Writes the path of a node: "bodies[2].spin"; "" for the top.
static void write_path(const struct cd_yaml_node *node, char *path, size_t bytes)
{
    *path = 0;
    if (!node->parent)
        return;
    write_path(node->parent, path, bytes);
    if (node->key)
        cd_append(path, bytes, "%s%.60s", *path ? "." : "", node->key);
    else
        cd_append(path, bytes, "[%zu]", node->index);
}

static void keep(const struct cd_yaml_node *node, const char *key, enum cd_code code, const char *message)
{
    const struct cd_yaml_node *value = cd_yaml_at(node, key);
    struct cd_yaml *yaml = node->yaml;
    char path[MAX_LEVELS * 62];
    value = value ? value : node;
    write_path(value, path, sizeof path);
    if (!yaml->code)
        yaml->code = cd_fail(yaml->status, code, "%s:%zu: %s%s%s", yaml->name, value->line, path,
                             *path ? ": " : "", message);
}

void cd_yaml_wrong(const struct cd_yaml_node *node, const char *key, const char *format, ...)
{
    char message[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    keep(node, key, CD_DATA, message);
}

void cd_yaml_blame(const struct cd_yaml_node *node, const char *key, const struct cd_status *inner)
{
    struct cd_yaml *yaml = node->yaml;
    if (inner->code != CD_ENVIRONMENT && inner->code != CD_INTERRUPTED)
        keep(node, key, inner->code == CD_USAGE ? CD_DATA : inner->code, inner->text);
    else if (!yaml->code)
        yaml->code = cd_fail(yaml->status, inner->code, "%s", inner->text);
}

void cd_yaml_unknown(const struct cd_yaml_node *node, const char *key, const char *kind, const char *name,
                     const char *const *names, size_t count)
{
    cd_yaml_wrong(node, key, "unknown %s '%.60s'%s", kind, name, cd_name_hint(name, names, count).text);
}

// ---- the file ---------------------------------------------------------------------------------------------

static enum cd_code read_text(const char *path, char **text, size_t *bytes, struct cd_status *status)
{
    struct cd_lines lines;
    const char *data = NULL;
    enum cd_code code = cd_lines_open(&lines, path, status);
    *text = NULL;
    if (code)
        return code;
    *bytes = (size_t)lines.file_bytes;
    const char *foreign = cd_foreign_file(lines.descriptor);
    if (foreign)
        code = cd_fail(status, CD_DATA, "%s: is %s", path, foreign);
    else if (lines.file_bytes > MAX_BYTES)
        code = cd_fail(status, CD_DATA, "%s: larger than 16 MB", path);
    else if (!*bytes)
        code = cd_fail(status, CD_DATA, "%s: empty", path);
    else
        code = cd_lines_bytes(&lines, *bytes, &data, status);
    if (!code && !data)
        code = cd_fail(status, CD_IO, "%s: became shorter while it was read; try again", path);
    if (!code)
        *text = memcpy(cd_allocate(*bytes + 1, 1), data, *bytes);
    cd_lines_close(&lines);
    const char *control = code ? NULL : cd_control_character(*text, *bytes, "\n\r\t");
    if (!control)
        return code;
    size_t line = 1;
    for (const char *at = *text; at < control; at++)
        line += *at == '\n' || (*at == '\r' && at[1] != '\n');
    return cd_fail(status, CD_DATA, "%s:%zu: a control character or a byte that is not UTF-8; remove it",
                   path, line);
}

/// The file while libfyaml reports its events.
struct reader {
    struct cd_yaml *yaml;
    struct fy_diag *messages;
    struct fy_parser *parser;
    size_t line, depth;
};

static void fail(struct reader *reader, const char *problem)
{
    struct cd_yaml *yaml = reader->yaml;
    if (!yaml->code)
        yaml->code = cd_fail(yaml->status, CD_DATA, "%s:%zu: %s", yaml->name, reader->line, problem);
}

/// Returns the next event; the caller frees it. Returns NULL if the file is not YAML, if it uses a feature that our
/// files do not use, or if it failed before.
static struct fy_event *next_event(struct reader *reader)
{
    void *iterator = NULL;
    struct fy_event *event = reader->yaml->code ? NULL : fy_parser_parse(reader->parser);
    if (!event) {
        const struct fy_diag_error *error = fy_diag_errors_iterate(reader->messages, &iterator);
        bool told = error && error->msg && error->line > 0;
        reader->line = told ? (size_t)error->line : reader->line;
        fail(reader, told ? error->msg : "no YAML behind this line");
        return NULL;
    }
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark)
        reader->line = (size_t)mark->line + 1;
    if (event->type == FYET_ALIAS || fy_event_get_anchor_token(event))
        fail(reader, "anchors and aliases are not allowed; write the value out");
    if (event->type == FYET_DOCUMENT_START && reader->yaml->top)
        fail(reader, "a second document; only one is allowed");
    if (!reader->yaml->code)
        return event;
    fy_parser_event_free(reader->parser, event);
    return NULL;
}

static const char *take_text(struct reader *reader, const struct fy_event *event)
{
    size_t bytes = 0;
    const char *text = fy_token_get_text(event->scalar.value, &bytes);
    char *copy = hold(reader->yaml, bytes + 1, 1);
    if (bytes)
        memcpy(copy, text, bytes);
    if (cd_control_character(copy, bytes, "\n"))
        fail(reader, "a control character within a text, such as a tab; write a blank");
    return copy;
}

/// Reads the node that an event begins and frees the event. The key is NULL outside mappings.
static struct cd_yaml_node *read_node(struct reader *reader, struct fy_event *event,
                                      struct cd_yaml_node *parent, const char *key, size_t line)
{
    struct cd_yaml_node *node = hold(reader->yaml, 1, sizeof *node);
    *node =
        (struct cd_yaml_node){.yaml = reader->yaml, .parent = parent, .key = key, .line = line, .text = ""};
    node->kind = event->type == FYET_SCALAR ? TEXT : event->type == FYET_MAPPING_START ? MAPPING : LIST;
    if (node->kind == TEXT)
        node->text = take_text(reader, event);
    fy_parser_event_free(reader->parser, event);
    if (node->kind == TEXT)
        return node;
    if (reader->depth++ == MAX_LEVELS)
        fail(reader, "nested too deeply; at most 32 levels are read");
    struct cd_yaml_node **end = &node->first;
    while ((event = next_event(reader)) && event->type != FYET_MAPPING_END &&
           event->type != FYET_SEQUENCE_END) {
        const char *entry_key = NULL;
        size_t entry_line = reader->line;
        if (node->kind == MAPPING) {
            if (event->type == FYET_SCALAR)
                entry_key = take_text(reader, event);
            else
                fail(reader, "a key is a word, not a list or a mapping");
            fy_parser_event_free(reader->parser, event);
            event = next_event(reader);
        }
        if (!event)
            break;
        *end = read_node(reader, event, node, entry_key, entry_line);
        (*end)->index = node->count++;
        end = &(*end)->next;
    }
    if (event)
        fy_parser_event_free(reader->parser, event);
    reader->depth--;
    return node;
}

/// Drops the lines that libfyaml would print in addition to the errors that it collects.
static void say_nothing(struct fy_diag *messages, void *user, const char *line, size_t bytes)
{
    (void)messages, (void)user, (void)line, (void)bytes;
}

static void parse(struct cd_yaml *yaml, const char *text, size_t bytes)
{
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = say_nothing;
    struct reader reader = {.yaml = yaml, .messages = fy_diag_create(&quiet), .line = 1};
    fy_diag_set_collect_errors(reader.messages, true);
    const struct fy_parse_cfg configuration = {.diag = reader.messages};
    reader.parser = fy_parser_create(&configuration);
    CD_ASSERT(reader.parser && !fy_parser_set_string(reader.parser, text, bytes));
    struct fy_event *event;
    for (bool ended = false; !ended && (event = next_event(&reader));) {
        ended = event->type == FYET_STREAM_END;
        if (event->type == FYET_SCALAR || event->type == FYET_MAPPING_START ||
            event->type == FYET_SEQUENCE_START)
            yaml->top = read_node(&reader, event, NULL, NULL, reader.line);
        else
            fy_parser_event_free(reader.parser, event);
    }
    if (!yaml->code && !yaml->top)
        yaml->code = cd_fail(yaml->status, CD_DATA, "%s: empty", yaml->name);
    fy_parser_destroy(reader.parser);
    fy_diag_destroy(reader.messages);
}

enum cd_code cd_yaml_open(const char *path, struct cd_yaml **yaml, struct cd_status *status)
{
    char *text;
    size_t bytes;
    *yaml = NULL;
    enum cd_code code = read_text(path, &text, &bytes, status);
    if (!code) {
        *yaml = cd_allocate(1, sizeof **yaml);
        (*yaml)->name = cd_duplicate(path);
        (*yaml)->status = status;
        parse(*yaml, text, bytes);
        code = (*yaml)->code;
    }
    cd_free(text);
    if (code) {
        cd_yaml_free(*yaml);
        *yaml = NULL;
    }
    return code;
}

void cd_yaml_free(struct cd_yaml *yaml)
{
    if (!yaml)
        return;
    for (size_t i = 0; i < yaml->block_count; i++)
        cd_free(yaml->blocks[i]);
    cd_free(yaml->blocks);
    cd_free(yaml->name);
    cd_free(yaml);
}

const struct cd_yaml_node *cd_yaml_top(const struct cd_yaml *yaml)
{
    return yaml->top;
}

enum cd_code cd_yaml_code(const struct cd_yaml *yaml)
{
    return yaml->code;
}

bool cd_yaml_fine(const struct cd_yaml_node *node)
{
    return !node->yaml->code;
}

// ---- mappings ---------------------------------------------------------------------------------------------

/// Splits keys at blanks, in place. Returns their number.
static size_t split(char *keys, const char **names, size_t count)
{
    for (char *key; (key = strsep(&keys, " "));)
        if (*key) {
            CD_ASSERT(count < MAX_KEYS);
            names[count++] = key;
        }
    return count;
}

bool cd_yaml_keys(const struct cd_yaml_node *node, const char *needed, const char *optional)
{
    const char *names[MAX_KEYS];
    bool seen[MAX_KEYS] = {false};
    char *first = cd_duplicate(needed), *others = cd_duplicate(optional);
    size_t needed_count = split(first, names, 0), count = split(others, names, needed_count);
    if (node->kind != MAPPING)
        cd_yaml_wrong(node, NULL, "give \"key: value\" lines%s", cd_name_hint(NULL, names, count).text);
    for (const struct cd_yaml_node *value = node->first; value && cd_yaml_fine(node); value = value->next) {
        size_t i = 0;
        while (i < count && strcmp(value->key, names[i]) != 0)
            i++;
        if (i == count)
            cd_yaml_unknown(value, NULL, "key", value->key, names, count);
        else if (seen[i])
            cd_yaml_wrong(value, NULL, "given twice");
        else
            seen[i] = true;
    }
    for (size_t i = 0; i < needed_count; i++)
        if (!seen[i])
            cd_yaml_wrong(node, NULL, "the key '%s' is missing", names[i]);
    cd_free(first);
    cd_free(others);
    return cd_yaml_fine(node);
}

const struct cd_yaml_node *cd_yaml_at(const struct cd_yaml_node *node, const char *key)
{
    if (!key)
        return node;
    const struct cd_yaml_node *value = node->kind == MAPPING ? node->first : NULL;
    while (value && strcmp(value->key, key) != 0)
        value = value->next;
    return value;
}

// ---- lists ------------------------------------------------------------------------------------------------

const struct cd_yaml_node *cd_yaml_first(const struct cd_yaml_node *node, const char *key)
{
    const struct cd_yaml_node *list = cd_yaml_at(node, key);
    if (!list || node->yaml->code)
        return NULL;
    if (list->kind != LIST)
        cd_yaml_wrong(list, NULL, "give a list, each entry on a line of its own that begins with \"- \"");
    else if (!list->first)
        cd_yaml_wrong(list, NULL, "empty; give at least one entry");
    return node->yaml->code ? NULL : list->first;
}

const struct cd_yaml_node *cd_yaml_next(const struct cd_yaml_node *entry)
{
    return entry->yaml->code ? NULL : entry->next;
}

size_t cd_yaml_length(const struct cd_yaml_node *node, const char *key)
{
    const struct cd_yaml_node *list = cd_yaml_at(node, key);
    return list && list->kind == LIST ? list->count : 0;
}

// ---- texts ------------------------------------------------------------------------------------------------

const char *cd_yaml_any_text(const struct cd_yaml_node *node, const char *key)
{
    const struct cd_yaml_node *value = cd_yaml_at(node, key);
    if (value && value->kind != TEXT)
        cd_yaml_wrong(value, NULL, "give a single value");
    return value ? value->text : NULL;
}

const char *cd_yaml_text(const struct cd_yaml_node *node, const char *key)
{
    const char *text = cd_yaml_any_text(node, key);
    if (text && !*text)
        cd_yaml_wrong(node, key, "empty; give a value");
    return text;
}

double cd_yaml_real(const struct cd_yaml_node *node, const char *key, double absent)
{
    double value = absent;
    const char *text = cd_yaml_text(node, key);
    if (text && !cd_parse_real(text, &value))
        cd_yaml_wrong(node, key, "'%.60s' is no number", text);
    return value;
}

uint64_t cd_yaml_count(const struct cd_yaml_node *node, const char *key, uint64_t min, uint64_t max,
                       uint64_t absent)
{
    uint64_t value;
    const char *text = cd_yaml_text(node, key);
    if (!text)
        return absent;
    if (cd_parse_unsigned(text, &value) && value >= min && value <= max)
        return value;
    cd_yaml_wrong(node, key, "'%.60s' is not an integer from %llu to %llu", text, (unsigned long long)min,
                  (unsigned long long)max);
    return absent;
}

bool cd_yaml_flag(const struct cd_yaml_node *node, const char *key)
{
    const char *text = cd_yaml_text(node, key);
    bool yes = text && (!strcmp(text, "yes") || !strcmp(text, "true"));
    if (text && !yes && strcmp(text, "no") != 0 && strcmp(text, "false") != 0)
        cd_yaml_wrong(node, key, "'%.60s' is neither yes nor no", text);
    return yes;
}

int cd_yaml_choice(const struct cd_yaml_node *node, const char *key, const char *const *words, int absent)
{
    const char *text = cd_yaml_text(node, key);
    size_t i = 0;
    if (!text)
        return absent;
    while (words[i] && strcmp(text, words[i]) != 0)
        i++;
    if (words[i])
        return (int)i;
    cd_yaml_unknown(node, key, key ? key : "word", text, words, i);
    return absent;
}
