/// YAML files read by libcyaml against a schema, with the exact line of whatever is wrong.
///
/// Numbers are best declared as strings in the schema and read by base/text.h: libcyaml takes "2abc" for 2
/// and -1 for a large unsigned number. The caller names what it finds wrong by its path:
///
///     struct cd_yaml *yaml;
///     if (!(code = cd_yaml_open("x.yaml", &yaml, status)))
///         code = cd_yaml_load(yaml, &schema, (void **)&data, status);
///     if (!code && !cd_parse_real(data->bodies[2].spin, &spin))
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

/// Reads a file of at most 16 MB whose top value is a mapping. CD_IO when it cannot be read; CD_DATA with
/// `file:line:` when it is no YAML. `*yaml` is NULL on failure.
enum cd_code cd_yaml_open(const char *path, struct cd_yaml **yaml, struct cd_status *status);

/// The text at the path of a value such as "motion.name", at most two mappings deep; NULL where there is
/// none.
const char *cd_yaml_text(const struct cd_yaml *yaml, const char *path);

/// Fits the file to a schema (CYAML_FLAG_POINTER), which must live as long as `yaml`, the owner of `*data`.
/// Once a file. CD_DATA with `file:line:` when it does not fit; an unknown key is answered with the valid
/// ones.
enum cd_code cd_yaml_load(struct cd_yaml *yaml, const cyaml_schema_value_t *schema, void **data,
                          struct cd_status *status);

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
