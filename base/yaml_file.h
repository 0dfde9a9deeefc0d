/// YAML files read by libcyaml against a schema, with the exact line of whatever is wrong.
///
/// Numbers are best declared as strings in the schema and read by base/text.h: libcyaml takes "2abc" for 2
/// and -1 for a large unsigned number. The caller names what it finds wrong by its path:
///
///     struct cd_yaml *yaml;
///     if ((code = cd_yaml_load("x.yaml", &schema, (void **)&yaml_data, &yaml, status)))
///         return code;
///     if (!cd_parse_real(data->bodies[2].spin, &spin))
///         code = cd_yaml_fail(yaml, status, "bodies[2].spin", "give a number");
///     cd_yaml_free(yaml);
#ifndef CD_BASE_YAML_FILE_H
#define CD_BASE_YAML_FILE_H

#include "base/status.h"

#include <cyaml/cyaml.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded file: its data and the lines of its values; opaque.
struct cd_yaml;

/// Loads a file of at most 16 MB whose top value is a mapping; `schema` (CYAML_FLAG_POINTER) must live as
/// long as the result, which owns `*data`. CD_IO when it cannot be read; CD_DATA with `file:line:` when it is
/// no YAML or does not fit the schema; an unknown key is answered with the valid ones.
enum cd_code cd_yaml_load(const char *path, const cyaml_schema_value_t *schema, void **data,
                          struct cd_yaml **yaml, struct cd_status *status);

/// Fails with CD_DATA and "file:line: path: message"; the line is that of the value at `path`, such as
/// "bodies[2].spin", or of the nearest above it.
enum cd_code cd_yaml_fail(const struct cd_yaml *yaml, struct cd_status *status, const char *path,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

/// Frees the file and its data; NULL is allowed.
void cd_yaml_free(struct cd_yaml *yaml);

#ifdef __cplusplus
}
#endif
#endif
