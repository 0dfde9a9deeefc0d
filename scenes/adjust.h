/// What users change about a mesh file on its way in: its unit, its upward axis, and corners that differ in the last
/// bits. Typed as "part.stl:scale=0.001:up=z:weld=1e-9", or as keys of a scene file.
#ifndef CD_SCENES_ADJUST_H
#define CD_SCENES_ADJUST_H

#include "base/parameters.h"
#include "scenes/builder.h"

/// The settings `scale`, `up` and `weld`, ended by CD_PARAM_END.
extern const struct cd_param cd_mesh_params[];

/// The options of settings that were made of `cd_mesh_params`.
struct cd_mesh_options cd_mesh_options_of(const struct cd_settings *settings);

/// Reads what follows a file's name, "" or ":key=value...". CD_USAGE names `owner` and the valid keys or the range.
enum cd_code cd_mesh_options_read(const char *owner, const char *words, struct cd_mesh_options *options,
                                  struct cd_status *status);

/// Writes a file's name and the options that change something, such as "part.stl:scale=0.001"; cut at `bytes`.
void cd_mesh_label(const char *name, const struct cd_mesh_options *options, char *text, size_t bytes);

/// Welds, scales and turns what a reader has built, in this order, and notes it in `reading`. The order of the three
/// changes nothing but the last bits, since the tolerance is relative. Some triangles may be left out, so polygons must
/// have been cut into their final triangles before, and `faces` are not valid afterwards. CD_USAGE, which names `name`,
/// when the reader has already turned another axis up, or when coordinates would be too large.
enum cd_code cd_build_adjust(struct cd_builder *builder, const struct cd_mesh_options *options,
                             const char *name, struct cd_status *status);

#endif
