#include "bench/harness/frame_block.h"
#include "scenes/cursor.h"

#include "base/memory.h"

#include <string.h>

/// Copies are placed in one arena, which grows only while it is empty, because the copied frames point into it.
struct cd_frame_block {
    const struct cd_scene *scene;
    struct cd_cursor *cursor;
    const struct cd_frame *pending; ///< read from the cursor, but there was no room for it
    size_t block_bytes;
    bool ended; ///< the cursor is past the last frame
    bool tight; ///< the last block held fewer frames than it could have with a larger arena
    unsigned char *arena;
    size_t arena_bytes, used;
    struct cd_frame frames[CD_BLOCK_FRAMES];
};

/// The first arena is small, so that it does not show in the peak memory of small scenes.
#define FIRST_ARENA ((size_t)64 << 10)

struct cd_frame_block *cd_frame_block_create(const struct cd_scene *scene, size_t block_bytes)
{
    struct cd_frame_block *block = cd_allocate(1, sizeof *block);
    block->scene = scene;
    block->cursor = cd_cursor_open(scene);
    block->block_bytes = block_bytes;
    return block;
}

static size_t aligned(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static bool owns_vertices(const struct cd_frame_block *block, const struct cd_body *body)
{
    return body->vertices != block->scene->meshes[body->mesh]->vertices;
}

/// Copies bytes into the arena, or only counts them when there is no arena. `*used` grows.
static void *lay_down(unsigned char *arena, size_t *used, const void *data, size_t bytes)
{
    unsigned char *copy = arena ? arena + *used : NULL;
    if (bytes && copy)
        memcpy(copy, data, bytes);
    *used += aligned(bytes);
    return copy;
}

/// Copies a frame into the arena from `used` on. Returns the new value of `used`. Without an arena the bytes are only
/// counted.
static size_t copy_frame(const struct cd_frame_block *block, const struct cd_frame *frame,
                         unsigned char *arena, size_t used, struct cd_frame *copy)
{
    *copy = *frame;
    struct cd_body *bodies = lay_down(arena, &used, frame->bodies, frame->body_count * sizeof *frame->bodies);
    copy->bodies = bodies;
    copy->regions = lay_down(arena, &used, frame->regions, frame->region_count * sizeof *frame->regions);
    copy->appeared = lay_down(arena, &used, frame->appeared, frame->appeared_count * sizeof *frame->appeared);
    copy->changed = lay_down(arena, &used, frame->changed, frame->changed_count * sizeof *frame->changed);
    copy->vanished = lay_down(arena, &used, frame->vanished, frame->vanished_count * sizeof *frame->vanished);
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        if (!owns_vertices(block, body))
            continue;
        size_t bytes = block->scene->meshes[body->mesh]->vertex_count * sizeof *body->vertices;
        const struct cd_vec3 *vertices = lay_down(arena, &used, body->vertices, bytes);
        if (bodies)
            bodies[i].vertices = vertices;
    }
    return used;
}

static void grow_arena(struct cd_frame_block *block, size_t wanted)
{
    CD_ASSERT(!block->used);
    size_t grown = block->arena_bytes ? 4 * block->arena_bytes : FIRST_ARENA;
    grown = grown < block->block_bytes ? grown : block->block_bytes;
    cd_free(block->arena);
    block->arena_bytes = wanted > grown ? wanted : grown;
    block->arena = cd_allocate(block->arena_bytes, 1);
}

/// Makes room for a frame of this many bytes; false when the block is full.
static bool make_room(struct cd_frame_block *block, size_t bytes)
{
    if (block->used + bytes <= block->arena_bytes)
        return true;
    if (block->used) {
        block->tight = true;
        return false;
    }
    grow_arena(block, bytes);
    return true;
}

/// Makes `pending` the next frame; it stays NULL past the end.
static enum cd_code look_ahead(struct cd_frame_block *block, struct cd_status *status)
{
    if (block->pending || block->ended)
        return CD_OK;
    enum cd_code code = cd_cursor_next(block->cursor, &block->pending, status);
    block->ended = !block->pending;
    return code;
}

enum cd_code cd_frame_block_read(struct cd_frame_block *block, const struct cd_frame **frames,
                                 uint32_t *count, struct cd_status *status)
{
    *frames = block->frames;
    *count = 0;
    block->used = 0;
    if (block->tight && block->arena_bytes < block->block_bytes)
        grow_arena(block, 0);
    block->tight = false;
    while (*count < CD_BLOCK_FRAMES) {
        enum cd_code code = look_ahead(block, status);
        if (code)
            return code;
        struct cd_frame *copy = &block->frames[*count];
        size_t bytes = block->pending ? copy_frame(block, block->pending, NULL, 0, copy) : 0;
        if (bytes > block->block_bytes && !*count) {
            // A frame in a block of its own needs no copy: the cursor keeps the frame until the next one is read.
            *copy = *block->pending;
            block->pending = NULL;
            *count = 1;
            break;
        }
        if (!block->pending || !make_room(block, bytes))
            break;
        block->used = copy_frame(block, block->pending, block->arena, block->used, copy);
        ++*count;
        block->pending = NULL;
    }
    return CD_OK;
}

void cd_frame_block_rewind(struct cd_frame_block *block)
{
    block->pending = NULL;
    block->ended = false;
    cd_cursor_rewind(block->cursor);
}

void cd_frame_block_destroy(struct cd_frame_block *block)
{
    if (!block)
        return;
    cd_cursor_close(block->cursor);
    cd_free(block->arena);
    cd_free(block);
}
