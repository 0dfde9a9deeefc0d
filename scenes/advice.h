/// What to know about meshes before an answer or a time is believed: lines that say what is wrong and what to do.
#ifndef CD_SCENES_ADVICE_H
#define CD_SCENES_ADVICE_H

#include "scenes/scene.h"

/// Reports for each mesh, and once for equal meshes, what can change answers or times: triangles without area; slivers
/// if they are at least a tenth; coordinates for which single precision has too few digits; faces that were left out or
/// could only be fanned; and, if `solids` is true, why nothing can be inside the mesh, and components that are inside
/// out. At last, whether files state different units.
void cd_advise(struct cd_mesh *const *meshes, uint32_t count, bool solids,
               void (*warn)(void *user, const char *line), void *user);

/// Reports only whether files state different units or upward axes.
void cd_advise_on_statements(struct cd_mesh *const *meshes, uint32_t count,
                             void (*warn)(void *user, const char *line), void *user);

/// For a scene in which nothing collides: asks whether its meshes use the same unit, if their sizes differ as units do.
void cd_advise_on_units(const struct cd_scene *scene, void (*warn)(void *user, const char *line), void *user);

#endif
