/// Draws a view: bodies, what the algorithm shows of itself, text. Within a context, all of it, but for
/// `cd_painter_look`.
#ifndef CD_BENCH_VIEW_PAINTER_H
#define CD_BENCH_VIEW_PAINTER_H

#include "bench/view/canvas.h"
#include "bench/view/program.h"
#include "bench/view/shapes.h"
#include "bench/view/text.h"
#include "bench/view/view.h"

/// A picture of the algorithm's, as it is kept to be drawn.
struct cd_kept_picture {
    bool there;
    struct cd_picture picture; ///< its values are our own copy
    uint8_t *values;
    size_t capacity;
    uint64_t hits; ///< values that say something collides
};

struct cd_painter {
    struct cd_view *view;
    struct cd_canvas canvas;
    struct cd_program program;
    struct cd_meshes meshes;
    struct cd_text *text;
    struct cd_points contacts, volumes, broad; ///< of the picture being drawn
    uint64_t volume_count;
    bool volumes_cut; ///< there are more than are drawn
    struct cd_kept_picture kept;
};

/// Loads OpenGL's functions, shaders and font; after a failure there is nothing to close.
enum cd_code cd_painter_open(struct cd_painter *painter, struct cd_view *view, struct cd_status *status);
void cd_painter_close(struct cd_painter *painter);

/// Asks the instance for the volumes or the picture that the view shows. Before every painting, and outside
/// of the context: an algorithm may need its own for that.
void cd_painter_look(struct cd_painter *painter);

/// Draws the view as it is now, `width` by `height` pixels, onto the canvas, and what `over` draws in front
/// of it.
enum cd_code cd_painter_paint(struct cd_painter *painter, int width, int height,
                              void (*over)(struct cd_painter *painter), struct cd_status *status);

#endif
