/// Things that users write by name: `NAME` or `NAME:key=value:key=value`. A generator makes a mesh, a motion places
/// bodies, and a named scene needs neither. Each is one record and one line in `recipes.def`.
#ifndef CD_SCENES_RECIPE_H
#define CD_SCENES_RECIPE_H

#include "base/parameters.h"
#include "base/text.h"
#include "scenes/builder.h"
#include "scenes/source.h"

struct cd_motion_start;

enum cd_recipe_role { CD_RECIPE_GENERATOR, CD_RECIPE_MOTION, CD_RECIPE_SCENE, CD_RECIPE_ROLES };

struct cd_recipe {
    const char *name;
    const char *title;
    const struct cd_param *params; ///< its own parameters, ended by CD_PARAM_END; NULL for none

    // A generator: a closed or open surface of about `triangles` triangles, the same on every machine for equal
    // parameters.

    /// CD_USAGE when values do not fit together; NULL when all values do.
    enum cd_code (*check)(const struct cd_settings *settings, struct cd_status *status);
    /// Adds the surface to an empty builder.
    void (*generate)(const struct cd_settings *settings, struct cd_builder *builder);

    // A motion: places any frame directly from its number, so that cursors start, rewind and differ freely. It uses
    // only IEEE arithmetic and portable sines, so that a scene is the same on every machine.

    uint64_t steps; ///< how many frames by default
    bool is_pair;   ///< has two bodies, and so at most two meshes
    /// Works out start->plan, which `place` needs, in one block of cd_allocate. CD_USAGE when the meshes do not suit.
    enum cd_code (*prepare)(struct cd_motion_start *start, struct cd_status *status);
    /// The source of the scene: `place`, and `deform` if bodies deform. `prepare` makes its plan.
    struct cd_source_kind source;

    // A named scene.

    const char *example; ///< a specification, for lists
    /// Fills the empty scene as the settings say; `options` override the settings. The caller surveys the scene, or
    /// destroys it after a failure. With NULL for scene and options it only checks that the settings fit together.
    /// CD_USAGE when they do not; CD_INTERRUPTED once options->stop returns true.
    enum cd_code (*make)(struct cd_scene *scene, const struct cd_settings *settings,
                         const struct cd_scene_options *options, struct cd_status *status);
};

/// The parameters that all recipes of a role take in addition to their own, ended by CD_PARAM_END; NULL for none.
extern const struct cd_param *const cd_recipe_common_params[CD_RECIPE_ROLES];

/// The i-th recipe of a role in alphabetical order; NULL past the end.
const struct cd_recipe *cd_recipe_at(enum cd_recipe_role role, size_t i);

/// The recipe of a role that a text names, alone or followed by a colon, or for a scene by a comma; NULL for none.
const struct cd_recipe *cd_recipe_of(enum cd_recipe_role role, const char *text);

/// Reads "NAME" or "NAME:key=value..." as `cd_settings_read` does; CD_USAGE names the valid names, too. The settings
/// belong to the caller; they are NULL after a failure.
enum cd_code cd_recipe_read(enum cd_recipe_role role, const char *text, const struct cd_recipe **recipe,
                            struct cd_settings **settings, struct cd_status *status);

#endif
