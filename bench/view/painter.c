#include "bench/view/painter.h"

#include "base/memory.h"

#include <string.h>

// More volumes than this are a black cloud, and take seconds to draw.
#define VOLUMES_MAX 200000

/// The light of faces: a lamp above the viewer's left shoulder, the sky's light from above, a little shine.
/// Faces are lit from both sides, as meshes need not be closed.
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

/// What is drawn next looks like this; lit, or flat.
static void set_look(struct cd_colour colour, float opacity, bool lit)
{
    (lit ? glEnable : glDisable)(GL_LIGHTING);
    glColor4f(colour.r, colour.g, colour.b, opacity);
}

enum cd_code cd_painter_open(struct cd_painter *painter, struct cd_view *view, struct cd_status *status)
{
    *painter = (struct cd_painter){.view = view};
    enum cd_code code = cd_canvas_load(status);
    return code ? code : cd_text_open(&painter->text, status);
}

void cd_painter_close(struct cd_painter *painter)
{
    cd_canvas_close(&painter->canvas);
    cd_text_close(painter->text);
    cd_free(painter->body.items);
    cd_free(painter->contacts.items);
    cd_free(painter->volumes.items);
    cd_free(painter->broad.items);
    cd_free(painter->kept.values);
}

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
    struct cd_view *view = painter->view;
    struct cd_kept_picture *kept = &painter->kept;
    kept->there = false;
    if (view->shown != CD_SHOWN_PICTURE || !view->player->arrived ||
        !cd_instance_picture(view->player->instance, &kept->picture))
        return;
    size_t count = (size_t)kept->picture.width * kept->picture.height;
    if (count > kept->capacity) {
        cd_free(kept->values);
        kept->values = cd_allocate(count, 1);
        kept->capacity = count;
    }
    memcpy(kept->values, kept->picture.values, count);
    kept->picture.values = kept->values;
    kept->there = true;
    kept->hits = 0;
    for (size_t i = 0; i < count; i++)
        if (cd_picture_hit(&kept->picture, kept->values[i]) && !kept->hits++ && kept->picture.depths)
            kept->first = cd_picture_point(&kept->picture, i);
}

// The part of space that the algorithm's picture shows.
static void outline_picture(struct cd_painter *painter)
{
    const struct cd_picture *picture = &painter->kept.picture;
    const struct cd_vec3 *sides[3] = {&picture->right, &picture->up, &picture->towards};
    struct cd_volume volume = {.kind = CD_VOLUME_BOX, .box.centre = picture->centre};
    for (int i = 0; i < 3; i++) {
        volume.box.half[i] = 1;
        for (int k = 0; k < 3; k++)
            volume.box.axes[3 * i + k] = cd_axis(sides[i], k);
    }
    cd_points_add_volume(&painter->broad, &painter->view->camera, &volume);
}

void cd_painter_look(struct cd_painter *painter)
{
    look_at_volumes(painter);
    look_at_picture(painter);
    if (painter->kept.there)
        outline_picture(painter);
}

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

static const struct cd_body *find_body(const struct cd_frame *frame, uint32_t id)
{
    uint32_t low = 0, high = frame->body_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (frame->bodies[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < frame->body_count && frame->bodies[low].id == id ? &frame->bodies[low] : NULL;
}

static void add_contact(struct cd_painter *painter, uint32_t id, uint32_t triangle)
{
    const struct cd_player *player = painter->view->player;
    const struct cd_body *body = find_body(player->frame, id);
    const struct cd_mesh *mesh = body ? player->scene->meshes[body->mesh] : NULL;
    for (int k = 0; mesh && triangle < mesh->triangle_count && k < 3; k++)
        cd_points_add(&painter->contacts, &painter->view->camera,
                      cd_canonical_vertex(&body->pose, body->vertices[mesh->triangles[triangle].v[k]]));
}

// Triangles in contact lie half inside the other body: they shine through what hides them.
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
    set_look(cd_colour_contact, 1, false);
    cd_points_draw(&painter->contacts, GL_TRIANGLES);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_look(cd_colour_contact, 0.3F, false);
    cd_points_draw(&painter->contacts, GL_TRIANGLES);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

static void paint_lines(const struct cd_painter *painter, const struct cd_points *points,
                        struct cd_colour colour)
{
    float width = (float)painter->canvas.height / 600; // the same part of a picture of any size
    glLineWidth(width > 1.25F ? width : 1.25F);
    set_look(colour, 1, false);
    cd_points_draw(points, GL_LINES);
    // What is hidden is seen faintly.
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_look(colour, 0.12F, false);
    cd_points_draw(points, GL_LINES);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glLineWidth(1);
}

enum cd_code cd_painter_paint(struct cd_painter *painter, int width, int height,
                              void (*over)(struct cd_painter *painter), struct cd_status *status)
{
    const struct cd_camera *camera = &painter->view->camera;
    enum cd_code code = cd_canvas_resize(&painter->canvas, width, height, status);
    if (code)
        return code;
    cd_canvas_begin(&painter->canvas);
    paint_background();
    set_lights();
    double matrix[16];
    cd_camera_projection(camera, width, height, matrix);
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
    over(painter);
    cd_canvas_end(&painter->canvas);
    GLenum error = glGetError();
    return error ? cd_fail(status, CD_ENVIRONMENT, "OpenGL error 0x%x while a frame was drawn", error)
                 : CD_OK;
}
