/// Depth peeling (zou2011 E6): a fragment shader that lets only edges pass which lie behind those of the
/// layer drawn before, so that layer after layer every edge of a pixel has its turn.
#ifndef CD_ALGOS_MESH_IMAGE_CD_PEEL_H
#define CD_ALGOS_MESH_IMAGE_CD_PEEL_H

#include "base/status.h"

#include <GL/glew.h>
#include <stdbool.h>

/// Depth is that of a 24-bit texture; edges that lie within two of its steps of the layer before count as
/// being of that layer.
struct image_cd_peel {
    GLuint program;
    GLuint query; ///< samples that a layer's edges left
};

/// Compiles the shader; CD_ENVIRONMENT when this GL cannot. Within a context.
enum cd_code image_cd_peel_open(struct image_cd_peel *peel, struct cd_status *status);
void image_cd_peel_close(struct image_cd_peel *peel);

/// From here on only what lies behind the depth texture `before` is drawn (0: everything), until
/// `image_cd_peel_release`.
void image_cd_peel_restrict(const struct image_cd_peel *peel, GLuint before);
void image_cd_peel_release(void);

/// From here on only what lies behind the depth texture `before` is drawn (0: everything), and whether
/// anything is gets counted, until `image_cd_peel_end`.
void image_cd_peel_begin(const struct image_cd_peel *peel, GLuint before);
void image_cd_peel_end(void);

/// True when something was drawn between the last begin and end; waits for GL.
bool image_cd_peel_drew(const struct image_cd_peel *peel);

#endif
