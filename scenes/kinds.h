/// Kinds of scenes that have a name of their own, in place of meshes and a motion: `drill:seconds=10`. Each
/// is one folder and one line in `kinds.def`.
#ifndef CD_SCENES_KINDS_H
#define CD_SCENES_KINDS_H

#include "base/parameters.h"
#include "scenes/source.h"

struct cd_scene_kind {
    const char *name;
    const char *title;
    const char *example;           ///< a specification, for lists
    const struct cd_param *params; ///< ended by CD_PARAM_END
    /// Makes the scene of settings, to be surveyed by `cd_scene_survey`; `options` count more than they. With
    /// NULL for options it only checks that the settings go together. CD_USAGE when they do not,
    /// CD_INTERRUPTED once options->stop says true.
    enum cd_code (*make)(const char *name, const struct cd_settings *settings,
                         const struct cd_scene_options *options, struct cd_scene **scene,
                         struct cd_status *status);
};

/// The kinds in alphabetical order, ended by NULL.
extern const struct cd_scene_kind *const cd_scene_kinds[];

/// The kind that a specification names, alone or followed by a colon or a comma; NULL for none.
const struct cd_scene_kind *cd_scene_kind_of(const char *specification);

/// Makes the scene of a specification of this kind, as `make` does; `,` counts as `:` so that `,steps=` and
/// `,seed=` are as in scenes of bodies.
enum cd_code cd_scene_kind_make(const struct cd_scene_kind *kind, const char *specification,
                                const struct cd_scene_options *options, struct cd_scene **scene,
                                struct cd_status *status);

#endif
