/// What is drawn into: a square off-screen depth and stencil buffer. And depth peeling (zou2011 E6): a
/// fragment shader that lets only edges pass which lie behind those of the layer drawn before, so that layer
/// after layer every edge of a pixel has its turn. Edges that lie within two steps of depth of the layer
/// before count as being of that layer.
#ifndef CD_ALGOS_MESH_IMAGE_CD_TARGET_H
#define CD_ALGOS_MESH_IMAGE_CD_TARGET_H

#include "base/status.h"

#include <GL/glew.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Buffers that peeling takes: the last layer of each role, and the one being drawn.
#define IMAGE_CD_PEEL_BUFFERS 3

/// 24 bits of depth and 8 of stencil: edges use half of the depth range, so one step is 2^-23 of the view's
/// depth, thousands of times finer than a pixel is wide; 32-bit floats would be no finer near depth 1 and
/// take twice the memory.
struct image_cd_target {
    int resolution;
    GLuint framebuffer;
    GLuint depth_stencils[IMAGE_CD_PEEL_BUFFERS]; ///< textures; the framebuffer draws into `attached`
    int depth_stencil_count, attached;
    GLuint queries[3];   ///< samples of entries and of exits; and whether there are any at all
    GLuint peel_program; ///< where there is more than one buffer
    uint8_t *pixels;     ///< resolution^2 stencil values of the last read-back
};

/// Makes `count` depth and stencil buffers to choose from; CD_ENVIRONMENT when this GL cannot. Within a
/// context.
enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, int count,
                                  struct cd_status *status);
void image_cd_target_close(struct image_cd_target *target);

/// Draws into another of the buffers from now on. The target is bound.
void image_cd_target_attach(struct image_cd_target *target, int which);

/// Sets all fixed state: after it nothing that another instance left behind matters.
void image_cd_target_bind(const struct image_cd_target *target);

/// Pixels from (x, y) on.
struct image_cd_window {
    int x, y, width, height;
};

/// Reads a part of the stencil buffer; true when a value is above `mark` (or, `exactly`, equals `mark` + 1).
bool image_cd_target_read(const struct image_cd_target *target, const struct image_cd_window *part,
                          uint8_t mark, bool exactly);

/// From here on only what lies behind the depths in buffer `before` is drawn (everything when it is
/// negative), until `image_cd_peel_release`.
void image_cd_peel_restrict(const struct image_cd_target *target, int before);
void image_cd_peel_release(void);

/// How many samples passed in a query, or for queries that ask whether any did, whether one did; waits for
/// GL.
uint64_t image_cd_answer(GLuint query);

/// Draws a quad over the whole view.
void image_cd_target_cover(void);

/// What `image_cd_target_read` answers, from the GL: do samples of a quad over that part pass that
/// stencil test?
bool image_cd_target_ask(const struct image_cd_target *target, const struct image_cd_window *part,
                         uint8_t mark, bool exactly);

#endif
