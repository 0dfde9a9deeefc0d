/// What is drawn into: a square off-screen depth and stencil buffer.
#ifndef CD_ALGOS_MESH_IMAGE_CD_TARGET_H
#define CD_ALGOS_MESH_IMAGE_CD_TARGET_H

#include "algos/mesh/image_cd/peel.h"
#include "base/status.h"

#include <GL/glew.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 24 bits of depth and 8 of stencil: edges use half of the depth range, so one step is 2^-23 of the view's
/// depth, thousands of times finer than a pixel is wide; 32-bit floats would be no finer near depth 1 and
/// take twice the memory.
#define IMAGE_CD_TARGET_MAX 3
struct image_cd_target {
    int resolution;
    GLuint framebuffer;
    GLuint depth_stencils[IMAGE_CD_TARGET_MAX]; ///< textures; the framebuffer draws into `attached`
    int depth_stencil_count, attached;
    GLuint query;              ///< occlusion query of `image_cd_target_ask`
    GLuint entries, exits;     ///< occlusion queries around the passes over the faces
    struct image_cd_peel peel; ///< opened where there is more than one buffer
    uint8_t *pixels;           ///< resolution^2 stencil values of the last read-back
};

/// Makes `count` depth and stencil buffers to choose from; CD_ENVIRONMENT when this GL cannot. Within a
/// context.
enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, int count,
                                  struct cd_status *status);
void image_cd_target_close(struct image_cd_target *target);

/// Bytes of the buffers and of the read-back.
size_t image_cd_target_bytes(const struct image_cd_target *target);

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

/// True when more samples passed during the query `entries` than during `exits`.
bool image_cd_target_compare(const struct image_cd_target *target);

/// Draws a quad over the whole view.
void image_cd_target_cover(void);

/// What `image_cd_target_read` answers, from the GL: do samples of a quad over that part pass that
/// stencil test?
bool image_cd_target_ask(const struct image_cd_target *target, const struct image_cd_window *part,
                         uint8_t mark, bool exactly);

#endif
