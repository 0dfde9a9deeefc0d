/// What to know of meshes before an answer or a time is believed: lines that say what is wrong and what to do.
#ifndef CD_SCENES_ADVICE_H
#define CD_SCENES_ADVICE_H

#include "scenes/scene.h"

/// Tells of each mesh, and of equal ones once, what can change answers or times: triangles without area; slivers
/// where they are a tenth and more; coordinates for which single precision has too few digits; and, where `solids`
/// is true, why nothing can be inside of it.
void cd_advise(struct cd_mesh *const *meshes, uint32_t count, bool solids,
               void (*hear)(void *user, const char *line), void *user);

/// Asks of a scene in which nothing collides whether its meshes are in one unit, where their sizes differ as units do.
void cd_advise_on_units(const struct cd_scene *scene, void (*hear)(void *user, const char *line), void *user);

#endif
