// In the place of the algorithms that draw. The Makefile takes their records from their files, so that their settings and
// promises are known, and papers that name them can be read. To create one fails.
#include "algos/form.h"
#include "algos/opengl/opengl.h"
#include "base/without.h"

static enum cd_code fail(const struct cd_create *create, void **self, struct cd_status *status)
{
    *self = NULL;
    return cd_fail(status, CD_ENVIRONMENT, "%s needs OpenGL, and " CD_BUILT_WITHOUT("OpenGL"),
                   create->algo->name);
}

static const struct cd_scene_algo cannot_draw = {.create = fail};

#ifdef CD_KEPT
#include CD_KEPT
#endif
