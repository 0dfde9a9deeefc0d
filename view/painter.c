#include "view/painter.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// More volumes than this look like a black cloud and take seconds to draw.
#define VOLUMES_MAX 200000

#define SAMPLES 4 // per pixel

/// Sets the light of faces: a lamp above the viewer's left shoulder, light of the sky from above, a little shine.
/// Faces are lit from both sides, because meshes need not be closed.
static void set_lights(void)
{
    static const float lamp[4] = {-0.45F, 0.65F, 0.75F, 0}, sky[4] = {0, 1, 0, 0};
    static const float bright[4] = {0.58F, 0.58F, 0.58F, 1}, faint[4] = {0.13F, 0.13F, 0.13F, 1};
    static const float everywhere[4] = {0.47F, 0.47F, 0.47F, 1}, shine[4] = {0.14F, 0.14F, 0.14F, 1};
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, everywhere);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glLightfv(GL_LIGHT0, GL_POSITION, lamp);
    glLightfv(GL_LIGHT0, GL_DIFFUSE, bright);
    glLightfv(GL_LIGHT1, GL_POSITION, sky);
    glLightfv(GL_LIGHT1, GL_DIFFUSE, faint);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, shine);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 40);
    glEnable(GL_LIGHT0);
    glEnable(GL_LIGHT1);
    glEnable(GL_COLOR_MATERIAL);
}

/// Sets the look of what is drawn next: its colour, its opacity, and whether it is lit or flat.
static void set_look(struct cd_colour colour, float opacity, bool lit)
{
    (lit ? glEnable : glDisable)(GL_LIGHTING);
    glColor4f(colour.r, colour.g, colour.b, opacity);
}

enum cd_code cd_painter_open(struct cd_painter *painter, struct cd_view *view, struct cd_status *status)
{
    *painter = (struct cd_painter){.view = view};
    enum cd_code code = cd_text_open(&painter->text, status);
    if (code)
        return code;
    code = cd_opengl_open(&painter->opengl, &(struct cd_opengl_wish){"view", CD_OPENGL_AUTO, true}, status);
    if (code)
        cd_text_close(painter->text);
    else
        cd_opengl_leave(&painter->opengl);
    return code;
}

void cd_painter_close(struct cd_painter *painter)
{
    cd_opengl_close(&painter->opengl); // and everything that was made in it
    cd_text_close(painter->text);
    cd_free(painter->pixels);
    cd_free(painter->body.items);
    cd_free(painter->contacts.items);
    cd_free(painter->volumes.items);
    cd_free(painter->broad.items);
}

// ---- what the algorithm shows of itself -------------------------------------------------------------------

static void take_volume(struct cd_volumes *volumes, const struct cd_volume *volume)
{
    struct cd_painter *painter = volumes->user;
    painter->view->deeper |= !volume->last;
    if (painter->volume_count++ < VOLUMES_MAX)
        cd_points_add_volume(volume->broad ? &painter->broad : &painter->volumes, &painter->view->camera,
                             volume);
}

static void look_at_volumes(struct cd_painter *painter)
{
    struct cd_view *view = painter->view;
    painter->volumes.count = painter->broad.count = 0;
    painter->volume_count = 0;
    view->deeper = false;
    if (view->shown != CD_SHOWN_VOLUMES || !view->player->arrived)
        return;
    struct cd_volumes volumes = {.depth = view->depth, .emit = take_volume, .user = painter};
    cd_instance_volumes(view->player->instance, &volumes);
    painter->volumes_cut = painter->volume_count > VOLUMES_MAX;
}

static void look_at_picture(struct cd_painter *painter)
{
    const struct cd_view *view = painter->view;
    struct cd_seen_picture *seen = &painter->seen;
    const struct cd_picture *picture = &seen->picture;
    seen->there = view->shown == CD_SHOWN_PICTURE && view->player->arrived &&
                  cd_instance_picture(view->player->instance, &seen->picture);
    seen->hits = 0;
    for (size_t i = 0; seen->there && i < (size_t)picture->width * picture->height; i++)
        if (cd_picture_hit(picture, picture->values[i]) && !seen->hits++ && picture->depths)
            seen->first = cd_picture_point(picture, i);
}

// Outlines the part of space that the algorithm's picture shows.
static void outline_picture(struct cd_painter *painter)
{
    const struct cd_picture *picture = &painter->seen.picture;
    const struct cd_vec3 *sides[3] = {&picture->right, &picture->up, &picture->towards};
    struct cd_volume volume = {.kind = CD_VOLUME_BOX, .box.centre = picture->centre};
    for (int i = 0; i < 3; i++) {
        volume.box.half[i] = 1;
        for (int k = 0; k < 3; k++)
            volume.box.axes[3 * i + k] = cd_axis(sides[i], k);
    }
    cd_points_add_volume(&painter->broad, &painter->view->camera, &volume);
}

// ---- what is drawn into -----------------------------------------------------------------------------------

static void add_buffer(const struct cd_painter *painter, int i, GLenum attachment, GLenum format, int samples)
{
    glBindRenderbuffer(GL_RENDERBUFFER, painter->buffers[i]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, painter->width, painter->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, painter->buffers[i]);
}

static enum cd_code resize(struct cd_painter *painter, int width, int height, struct cd_status *status)
{
    GLint max = 0, samples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &max);
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    if (width > max || height > max)
        return cd_fail(status, CD_ENVIRONMENT, "%dx%d is more than the %d pixels this OpenGL can draw into",
                       width, height, max);
    samples = samples < SAMPLES ? samples : SAMPLES;
    painter->width = width;
    painter->height = height;
    cd_free(painter->pixels);
    painter->pixels = cd_allocate(3 * (size_t)width * (size_t)height, 1);
    glDeleteFramebuffers(2, painter->framebuffers);
    glDeleteRenderbuffers(3, painter->buffers);
    glGenFramebuffers(2, painter->framebuffers);
    glGenRenderbuffers(3, painter->buffers);
    glBindFramebuffer(GL_FRAMEBUFFER, painter->framebuffers[1]);
    add_buffer(painter, 2, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    GLenum second = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, painter->framebuffers[0]);
    add_buffer(painter, 0, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
    add_buffer(painter, 1, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples);
    GLenum first = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (first == GL_FRAMEBUFFER_COMPLETE && second == GL_FRAMEBUFFER_COMPLETE)
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT, "this OpenGL cannot draw a picture of %dx%d (status 0x%x, 0x%x)",
                   width, height, first, second);
}

static void read_pixels(const struct cd_painter *painter)
{
    int width = painter->width, height = painter->height;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->framebuffers[1]);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, painter->framebuffers[1]);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, painter->pixels);
}

// ---- painting ---------------------------------------------------------------------------------------------

static void paint_background(void)
{
    struct cd_colour top = cd_colour_paper, bottom = cd_colour_sky;
    glDisable(GL_LIGHTING);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glClearDepth(1);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glBegin(GL_QUADS);
    glColor3f(bottom.r, bottom.g, bottom.b);
    glVertex2f(-1, -1), glVertex2f(1, -1);
    glColor3f(top.r, top.g, top.b);
    glVertex2f(1, 1), glVertex2f(-1, 1);
    glEnd();
}

static void paint_bodies(struct cd_painter *painter)
{
    const struct cd_view *view = painter->view;
    const struct cd_player *player = view->player;
    glPolygonMode(GL_FRONT_AND_BACK, view->wireframe ? GL_LINE : GL_FILL);
    glLineWidth(1);
    for (uint32_t i = 0; player->frame && i < player->frame->body_count; i++) {
        const struct cd_body *body = &player->frame->bodies[i];
        const struct cd_colour *colours =
            cd_player_collides(player, body->id) ? cd_colour_colliding : cd_colour_clear;
        painter->body.count = 0;
        cd_points_add_body(&painter->body, &view->camera, player->scene->meshes[body->mesh], body);
        set_look(colours[body->id % 2], 1, true);
        cd_points_draw(&painter->body, GL_TRIANGLES);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

static int compare_id(const void *id, const void *body)
{
    uint32_t a = *(const uint32_t *)id, b = ((const struct cd_body *)body)->id;
    return (a > b) - (a < b);
}

static void add_contact(struct cd_painter *painter, uint32_t id, uint32_t triangle)
{
    const struct cd_player *player = painter->view->player;
    const struct cd_body *body =
        bsearch(&id, player->frame->bodies, player->frame->body_count, sizeof *body, compare_id);
    const struct cd_mesh *mesh = body ? player->scene->meshes[body->mesh] : NULL;
    for (int k = 0; mesh && triangle < mesh->triangle_count && k < 3; k++)
        cd_points_add(&painter->contacts, &painter->view->camera,
                      cd_canonical_vertex(&body->pose, body->vertices[mesh->triangles[triangle].v[k]]));
}

// Draws hidden parts faintly.
static void draw_through(const struct cd_points *points, GLenum primitive, struct cd_colour colour,
                         float faint)
{
    set_look(colour, 1, false);
    cd_points_draw(points, primitive);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_look(colour, faint, false);
    cd_points_draw(points, primitive);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

// Triangles in contact are partly inside the other body. They shine through whatever hides them.
static void paint_contacts(struct cd_painter *painter)
{
    const struct cd_player *player = painter->view->player;
    painter->contacts.count = 0;
    if (player->query != CD_QUERY_CONTACTS || !player->arrived)
        return;
    for (uint64_t i = 0; i < player->records.count; i++) {
        const struct cd_record *record = &player->records.items[i];
        add_contact(painter, record->a, record->ta);
        add_contact(painter, record->b, record->tb);
    }
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -2);
    draw_through(&painter->contacts, GL_TRIANGLES, cd_colour_contact, 0.3F);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

static void paint_lines(const struct cd_painter *painter, const struct cd_points *points,
                        struct cd_colour colour)
{
    float width = (float)painter->height / 600; // the same share of a picture of any size
    glLineWidth(width > 1.25F ? width : 1.25F);
    draw_through(points, GL_LINES, colour, 0.12F);
    glLineWidth(1);
}

static void paint(struct cd_painter *painter)
{
    const struct cd_camera *camera = &painter->view->camera;
    double matrix[16];
    glBindFramebuffer(GL_FRAMEBUFFER, painter->framebuffers[0]);
    glViewport(0, 0, painter->width, painter->height);
    paint_background();
    set_lights();
    cd_camera_projection(camera, painter->width, painter->height, matrix);
    glMatrixMode(GL_PROJECTION);
    glLoadMatrixd(matrix);
    cd_camera_matrix(camera, matrix);
    glMatrixMode(GL_MODELVIEW);
    glLoadMatrixd(matrix);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    paint_bodies(painter);
    paint_contacts(painter);
    paint_lines(painter, &painter->volumes, cd_colour_volume);
    paint_lines(painter, &painter->broad, cd_colour_broad);
    glDisableClientState(GL_VERTEX_ARRAY);
    glDisableClientState(GL_NORMAL_ARRAY);
    glDisable(GL_LIGHTING);
    glDisable(GL_DEPTH_TEST);
    cd_overlay_paint(painter);
}

enum cd_code cd_painter_paint(struct cd_painter *painter, int width, int height, struct cd_status *status)
{
    // Outside the OpenGL context, because an algorithm may need its own context for this.
    look_at_volumes(painter);
    look_at_picture(painter);
    if (painter->seen.there)
        outline_picture(painter);
    enum cd_code code = cd_opengl_enter(&painter->opengl, status);
    if (code)
        return code;
    if (painter->width != width || painter->height != height)
        code = resize(painter, width, height, status);
    if (!code) {
        paint(painter);
        read_pixels(painter);
        code = cd_opengl_check("while a frame was drawn", status);
    }
    cd_opengl_leave(&painter->opengl);
    return code;
}
