/// YAML files: nodes that know their lines, and typed getters.
///
/// The first error is kept, as "FILE:LINE: path.of.the[3].key: what is wrong; what to do". After it nothing more is
/// read: `cd_yaml_keys` returns false and lists end. So a reader asks for everything that it needs and checks for an
/// error once, at the end:
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
/// A getter takes a key of a mapping, or NULL for the node itself, such as an entry of a list. An absent key is not an
/// error. Anchors, aliases, second documents and control characters are refused.
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
/// CD_DATA with file and line when it is not YAML; `*yaml` is NULL then. `status` receives errors that getters find.
enum cd_code cd_yaml_open(const char *path, struct cd_yaml **yaml, struct cd_status *status);
void cd_yaml_free(struct cd_yaml *yaml);

/// The root of the file.
const struct cd_yaml_node *cd_yaml_top(const struct cd_yaml *yaml);
/// CD_OK, or the code of the first error.
enum cd_code cd_yaml_code(const struct cd_yaml *yaml);

/// Whether the node's file is without an error so far.
bool cd_yaml_fine(const struct cd_yaml_node *node);

/// Whether the node is a mapping with all needed keys, each once, and no others but optional ones. Keys are separated by
/// blanks. An error is kept; for an unknown key it names the nearest and the valid ones. Also false after any
/// earlier error.
bool cd_yaml_keys(const struct cd_yaml_node *node, const char *needed, const char *optional);

/// The value of a key; NULL if there is none.
const struct cd_yaml_node *cd_yaml_at(const struct cd_yaml_node *node, const char *key);

/// The first entry of a list, which must not be empty; NULL if there is no list.
const struct cd_yaml_node *cd_yaml_first(const struct cd_yaml_node *node, const char *key);
/// The next entry; NULL after the last one and after an error.
const struct cd_yaml_node *cd_yaml_next(const struct cd_yaml_node *entry);
/// The number of entries of a list; 0 if there is none.
size_t cd_yaml_length(const struct cd_yaml_node *node, const char *key);

/// A text, which must not be empty; NULL if there is none. Anything else than a text gives "".
const char *cd_yaml_text(const struct cd_yaml_node *node, const char *key);
/// The same, but it may be empty.
const char *cd_yaml_any_text(const struct cd_yaml_node *node, const char *key);
/// A finite number; `absent` if there is none.
double cd_yaml_real(const struct cd_yaml_node *node, const char *key, double absent);
/// An integer from `min` to `max`.
uint64_t cd_yaml_count(const struct cd_yaml_node *node, const char *key, uint64_t min, uint64_t max,
                       uint64_t absent);
/// Yes or no; no if there is none.
bool cd_yaml_flag(const struct cd_yaml_node *node, const char *key);
/// The index of a text among `words`, ended by NULL.
int cd_yaml_choice(const struct cd_yaml_node *node, const char *key, const char *const *words, int absent);

/// Keeps an error about a value, or about the node itself if the key is absent: CD_DATA.
void cd_yaml_wrong(const struct cd_yaml_node *node, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Keeps the failure of another function as an error about a value; CD_USAGE becomes CD_DATA. What is no fault of the file
/// (CD_ENVIRONMENT, CD_INTERRUPTED) is kept as it is.
void cd_yaml_blame(const struct cd_yaml_node *node, const char *key, const struct cd_status *inner);
/// Keeps "unknown KIND 'NAME'; did you mean y? valid: ..." about a value; `names` are `count` valid ones.
void cd_yaml_unknown(const struct cd_yaml_node *node, const char *key, const char *kind, const char *name,
                     const char *const *names, size_t count);

/// Replaces every `${name}` in texts of the whole file, but not in keys of mappings, by `text`.
void cd_yaml_replace(const struct cd_yaml_node *node, const char *name, const char *text);

/// Zeroed memory that lives as long as the file.
void *cd_yaml_hold(const struct cd_yaml_node *node, size_t count, size_t size);

#endif
