/// YAML files: nodes that know their lines, and getters for what our files consist of.
///
/// The first thing that is wrong is kept, as "FILE:LINE: path.of.the[3].key: what is wrong; what to do". After
/// it nothing more is read: `cd_yaml_keys` is false and lists end. A reader therefore asks for all that it
/// needs and looks once, at the end:
///
///     struct cd_yaml *yaml;
///     enum cd_code code = cd_yaml_open("x.yaml", &yaml, status);
///     if (code)
///         return code;
///     const struct cd_yaml_node *top = cd_yaml_top(yaml);
///     if (cd_yaml_keys(top, "bodies", "title steps")) {
///         title = cd_yaml_text(top, "title");
///         steps = cd_yaml_count(top, "steps", 1, 1000, 10);
///         for (const struct cd_yaml_node *body = cd_yaml_first(top, "bodies"); body; body = cd_yaml_next(body))
///             read_body(body);
///     }
///     code = cd_yaml_code(yaml);
///     cd_yaml_free(yaml);
///
/// Getters name a key of a mapping, or, by NULL, the node itself, such as an entry of a list. A key that is
/// absent is no error of theirs. Anchors, aliases, second documents and control characters are refused.
#ifndef CD_BASE_YAML_H
#define CD_BASE_YAML_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A file, and a mapping, list or text in it. Nodes and their texts live as long as the file.
struct cd_yaml;
struct cd_yaml_node;

/// Reads a file of at most 16 MB, whose values are nested at most 32 deep. CD_IO when it cannot be read,
/// CD_DATA with file and line when it is no YAML; `*yaml` is NULL then. `status` gets what getters find wrong.
enum cd_code cd_yaml_open(const char *path, struct cd_yaml **yaml, struct cd_status *status);
void cd_yaml_free(struct cd_yaml *yaml);

/// What all else lies in.
const struct cd_yaml_node *cd_yaml_top(const struct cd_yaml *yaml);
/// CD_OK, or the code of what was wrong first.
enum cd_code cd_yaml_code(const struct cd_yaml *yaml);

/// Whether nothing was wrong so far in the node's file.
bool cd_yaml_fine(const struct cd_yaml_node *node);

/// Whether the node is a mapping that has all needed keys, perhaps the optional ones, and each once. Keys are
/// separated by blanks. What is wrong is kept: an unknown key is answered with the nearest and the valid ones.
/// False after a failure elsewhere, too.
bool cd_yaml_keys(const struct cd_yaml_node *node, const char *needed, const char *optional);

/// The value of a key; NULL where there is none.
const struct cd_yaml_node *cd_yaml_at(const struct cd_yaml_node *node, const char *key);

/// The first entry of a list, which must not be empty; NULL where there is no list.
const struct cd_yaml_node *cd_yaml_first(const struct cd_yaml_node *node, const char *key);
/// The entry behind one; NULL behind the last one and after a failure.
const struct cd_yaml_node *cd_yaml_next(const struct cd_yaml_node *entry);
/// The entries of a list; 0 where there is none.
size_t cd_yaml_length(const struct cd_yaml_node *node, const char *key);

/// A text, which must not be empty; NULL where there is none. What is no text gives "".
const char *cd_yaml_text(const struct cd_yaml_node *node, const char *key);
/// The same, but it may be empty.
const char *cd_yaml_any_text(const struct cd_yaml_node *node, const char *key);
/// A finite number; `absent` where there is none.
double cd_yaml_real(const struct cd_yaml_node *node, const char *key, double absent);
/// An integer from `min` to `max`.
uint64_t cd_yaml_count(const struct cd_yaml_node *node, const char *key, uint64_t min, uint64_t max,
                       uint64_t absent);
/// Yes or no; no where there is none.
bool cd_yaml_flag(const struct cd_yaml_node *node, const char *key);
/// The index of a text among `words`, ended by NULL.
int cd_yaml_choice(const struct cd_yaml_node *node, const char *key, const char *const *words, int absent);

/// Keeps what is wrong with a value, or with the node itself where the key is absent: CD_DATA.
void cd_yaml_wrong(const struct cd_yaml_node *node, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Keeps a line of somebody else's about a value; CD_USAGE becomes CD_DATA.
void cd_yaml_blame(const struct cd_yaml_node *node, const char *key, const struct cd_status *inner);
/// Keeps "unknown KIND 'NAME'; did you mean y? valid: ..." about a value; `names` are `count` valid ones.
void cd_yaml_unknown(const struct cd_yaml_node *node, const char *key, const char *kind, const char *name,
                     const char *const *names, size_t count);

/// Puts `text` in the place of every `${name}` in texts of the whole file; not in keys of mappings.
void cd_yaml_replace(const struct cd_yaml_node *node, const char *name, const char *text);

/// Zeroed memory that lives as long as the file.
void *cd_yaml_hold(const struct cd_yaml_node *node, size_t count, size_t size);

#endif
