/// Draws a view: bodies, what the algorithm shows about itself, and text. The painter has its own context without a
/// window. The context is current only while a picture is drawn, because algorithms may use contexts too.
#ifndef CD_VIEW_PAINTER_H
#define CD_VIEW_PAINTER_H

#include "algos/volumes.h"
#include "base/opengl.h"
#include "scenes/scene.h"
#include "view/camera.h"
#include "view/view.h"

// ---- what is drawn, in its current place (shapes.c) -------------------------------------------------------

/// Points in the world that are to be drawn. They are relative to the camera's target, so that single precision is
/// enough. Zeroed at first; `items` is freed by cd_free.
struct cd_points {
    struct cd_point {
        float normal[3], position[3]; ///< OpenGL's GL_N3F_V3F; the normal is 0 if nothing is lit
    } * items;
    size_t count, capacity;
};

/// Adds a corner of a triangle in one colour, or an end of a line.
void cd_points_add(struct cd_points *points, const struct cd_camera *camera, struct cd_vec3 world);

/// Adds the triangles of a body with their normals. Normals are smooth where faces meet at a small angle.
void cd_points_add_body(struct cd_points *points, const struct cd_camera *camera, const struct cd_mesh *mesh,
                        const struct cd_body *body);

/// Adds the outlines of a volume as pairs of points: the twelve edges of a box, or three great circles of a sphere.
void cd_points_add_volume(struct cd_points *points, const struct cd_camera *camera,
                          const struct cd_volume *volume);

/// Draws all points in the current context, as GL_LINES or GL_TRIANGLES.
void cd_points_draw(const struct cd_points *points, unsigned primitive);

// ---- pictures ---------------------------------------------------------------------------------------------

/// The colours of a view: those of Okabe and Ito, which people with any kind of colour vision can tell apart.
struct cd_colour {
    float r, g, b;
};

/// Two of each, for bodies with even and odd ids, so that neighbours can be told apart.
static const struct cd_colour cd_colour_clear[2] = {{0.34F, 0.71F, 0.91F}, {0.62F, 0.74F, 0.84F}};
static const struct cd_colour cd_colour_colliding[2] = {{0.84F, 0.37F, 0.00F}, {0.93F, 0.55F, 0.10F}};

static const struct cd_colour cd_colour_contact = {0.96F, 0.92F, 0.20F};
static const struct cd_colour cd_colour_volume = {0.00F, 0.42F, 0.32F};
static const struct cd_colour cd_colour_broad = {0.62F, 0.25F, 0.48F};
static const struct cd_colour cd_colour_ink = {0.10F, 0.12F, 0.15F};
static const struct cd_colour cd_colour_paper = {1.00F, 1.00F, 1.00F};
static const struct cd_colour cd_colour_sky = {0.86F, 0.89F, 0.92F};

/// The algorithm's picture, while one of ours is being drawn.
struct cd_seen_picture {
    bool there;
    struct cd_picture picture;
    uint64_t hits;        ///< values that say something collides
    struct cd_vec3 first; ///< the point of the world that the first such value shows
};

struct cd_painter {
    struct cd_view *view;
    struct cd_opengl opengl;
    int width, height;      ///< of the picture
    uint8_t *pixels;        ///< the picture: red, green, blue, row by row from the bottom
    GLuint framebuffers[2]; ///< one with several samples per pixel, for smooth edges; one with their mean
    GLuint buffers[3];      ///< colour and depth of the first framebuffer, colour of the second
    struct cd_text *text;
    struct cd_points body, contacts, volumes, broad; ///< of the picture being drawn
    uint64_t volume_count;
    bool volumes_cut; ///< there are more volumes than are drawn
    struct cd_seen_picture seen;
};

/// Makes a context and finds a font; after a failure there is nothing to close.
enum cd_code cd_painter_open(struct cd_painter *painter, struct cd_view *view, struct cd_status *status);
void cd_painter_close(struct cd_painter *painter);

/// Asks the instance for the volumes or the picture that the view shows, and draws the current view into `pixels`. No
/// context may be current. CD_ENVIRONMENT when OpenGL cannot draw it.
enum cd_code cd_painter_paint(struct cd_painter *painter, int width, int height, struct cd_status *status);

/// Draws what is in front of the bodies (overlay.c): text about the frame, the algorithm's picture, the keys.
void cd_overlay_paint(struct cd_painter *painter);

// ---- lines of text, in the system's sans serif font (text.c) ---------------------------------------------

struct cd_text;

/// Finds a font; CD_ENVIRONMENT when there is none.
enum cd_code cd_text_open(struct cd_text **text, struct cd_status *status);
void cd_text_close(struct cd_text *text);

/// Sets the height of the letters, in pixels from one line's base to the next.
void cd_text_size(struct cd_text *text, int line_height);

/// How wide a text (UTF-8; letters beyond Latin-1 count as '?') is drawn, in pixels.
double cd_text_width(const struct cd_text *text, const char *line);

/// Draws a line that begins at x, with its upper edge at y, in pixels from the upper left corner, in the current
/// colour. Text beyond `max` pixels is replaced by "...".
void cd_text_draw(struct cd_text *text, double x, double y, double max, const char *line);

#endif
