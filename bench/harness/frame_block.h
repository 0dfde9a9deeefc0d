/// Frames read ahead of the clock. The harness copies a block of frames out of a cursor, stops reading, and times an
/// algorithm on the copies. So neither generating nor reading a frame is ever timed. Memory is bounded however long the
/// scene is.
#ifndef CD_BENCH_HARNESS_FRAME_BLOCK_H
#define CD_BENCH_HARNESS_FRAME_BLOCK_H

#include "scenes/scene.h"

/// The most frames in a block, and the most bytes unless one frame alone takes more.
#define CD_BLOCK_FRAMES 256
#define CD_BLOCK_BYTES  ((size_t)8 << 20)

struct cd_frame_block;

/// Returns a reader of blocks, placed before the first frame. `block_bytes` is CD_BLOCK_BYTES except in tests.
struct cd_frame_block *cd_frame_block_create(const struct cd_scene *scene, size_t block_bytes);

/// Replaces the block by the next frames, valid until the next call; 0 frames past the end.
enum cd_code cd_frame_block_read(struct cd_frame_block *block, const struct cd_frame **frames,
                                 uint32_t *count, struct cd_status *status);

/// Goes back to before the first frame.
void cd_frame_block_rewind(struct cd_frame_block *block);

void cd_frame_block_destroy(struct cd_frame_block *block);

#endif
