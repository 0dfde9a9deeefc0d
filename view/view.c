#include "view/view.h"

#include "algos/hull.h"
#include "scenes/cursor.h"

#include <string.h>

#define FASTEST 1600.0
#define SLOWEST (25.0 / 64)

// After this many bodies, computing the boxes of further frames would only keep the user waiting.
#define BODIES_LOOKED_AT 1000000

static struct cd_aabb frame_box(const struct cd_scene *scene, const struct cd_frame *frame)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        const struct cd_mesh *mesh = scene->meshes[body->mesh];
        struct cd_hull hull = cd_hull_of_box(&mesh->box);
        if (body->version)
            hull = cd_hull_of(&(struct cd_shape){mesh, body->vertices});
        struct cd_aabb placed = cd_hull_box(&hull, &body->pose);
        cd_aabb_join(&box, &placed);
    }
    return box;
}

static enum cd_code look_around(const struct cd_scene *scene, struct cd_aabb *whole, struct cd_status *status)
{
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    uint64_t looked_at = 0;
    *whole = cd_aabb_empty();
    enum cd_code code = cd_cursor_next(cursor, &frame, status);
    while (!code && frame && looked_at < BODIES_LOOKED_AT) {
        struct cd_aabb box = frame_box(scene, frame);
        if (frame->body_count)
            cd_aabb_join(whole, &box);
        looked_at += 1 + (scene->deforms ? scene->max_triangles / 8 : frame->body_count);
        code = cd_cursor_next(cursor, &frame, status);
    }
    cd_cursor_close(cursor);
    return code;
}

enum cd_code cd_view_open(struct cd_view *view, struct cd_player *player, const char *algo,
                          struct cd_status *status)
{
    *view = (struct cd_view){.player = player,
                             .algo = algo,
                             .aspect = 4. / 3,
                             .zoom = 1,
                             .text = true,
                             .help = true,
                             .loop = true,
                             .speed = 25};
    enum cd_code code = look_around(player->scene, &view->whole, status);
    view->camera = cd_camera_home(&view->whole);
    return code;
}

void cd_view_look_from(struct cd_view *view, double yaw, double pitch, double zoom)
{
    view->camera.yaw = yaw;
    view->camera.pitch = pitch;
    view->zoom = zoom;
    cd_camera_fit(&view->camera, &view->whole);
    cd_camera_zoom(&view->camera, zoom);
}

// Points the camera at the bodies of the current frame, if there are any.
static void fit_frame(struct cd_view *view)
{
    const struct cd_frame *frame = view->player->frame;
    if (!frame || !frame->body_count)
        return;
    const struct cd_scene *scene = view->player->scene;
    struct cd_aabb box = frame_box(scene, frame);
    cd_camera_fit(&view->camera, &box);
    struct cd_reach reach = {view->aspect, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        for (uint32_t k = 0; k < scene->meshes[body->mesh]->vertex_count; k++)
            cd_reach_add(&reach, &view->camera, cd_canonical_vertex(&body->pose, body->vertices[k]));
    }
    cd_camera_fill(&view->camera, &reach);
    cd_camera_zoom(&view->camera, view->zoom);
}

enum cd_code cd_view_work(struct cd_view *view, double seconds, struct cd_status *status)
{
    enum cd_code code = cd_player_work(view->player, seconds, status);
    if (view->player->arrived && view->fit) {
        fit_frame(view);
        view->fit = false;
    }
    return code;
}

// Switches to the next thing that the algorithm can show.
static void show_next(struct cd_view *view)
{
    const struct cd_instance *instance = view->player->instance;
    bool volumes = cd_instance_has_volumes(instance), picture = cd_instance_has_picture(instance);
    if (view->shown == CD_SHOWN_NOTHING && volumes)
        view->shown = CD_SHOWN_VOLUMES;
    else if (view->shown != CD_SHOWN_PICTURE && picture)
        view->shown = CD_SHOWN_PICTURE;
    else
        view->shown = CD_SHOWN_NOTHING;
}

static void step(struct cd_view *view, int by)
{
    uint64_t count = view->player->scene->frame_count, at = view->player->wanted;
    view->playing = false;
    cd_player_seek(view->player, by > 0 ? (at + 1) % count : (at + count - 1) % count);
}

static void play(struct cd_view *view)
{
    view->playing = !view->playing;
    view->due_ns = 0;
    // A scene that has stopped at the end starts again.
    if (view->playing && view->player->wanted + 1 == view->player->scene->frame_count)
        cd_player_seek(view->player, 0);
}

void cd_view_press(struct cd_view *view, enum cd_key key)
{
    switch (key) {
    case CD_KEY_PLAY:
        play(view);
        break;
    case CD_KEY_STEP:
        step(view, 1);
        break;
    case CD_KEY_BACK:
        step(view, -1);
        break;
    case CD_KEY_FIRST:
        view->playing = false;
        cd_player_seek(view->player, 0);
        break;
    case CD_KEY_FASTER:
        view->speed = fmin(view->speed * 2, FASTEST);
        break;
    case CD_KEY_SLOWER:
        view->speed = fmax(view->speed / 2, SLOWEST);
        break;
    case CD_KEY_LOOP:
        view->loop = !view->loop;
        break;
    case CD_KEY_SHOW:
        show_next(view);
        break;
    case CD_KEY_DEEPER:
        view->depth += view->deeper && view->shown == CD_SHOWN_VOLUMES;
        break;
    case CD_KEY_SHALLOWER:
        view->depth -= view->depth > 0;
        break;
    case CD_KEY_WIREFRAME:
        view->wireframe = !view->wireframe;
        break;
    case CD_KEY_HOME:
        view->camera = cd_camera_home(&view->whole);
        break;
    case CD_KEY_FIT:
        fit_frame(view);
        break;
    case CD_KEY_TEXT:
        view->text = !view->text;
        break;
    case CD_KEY_HELP:
        view->help = !view->help;
        break;
    case CD_KEY_QUIT:
        view->quit = true;
        break;
    case CD_KEYS:
        break;
    }
}

enum cd_key cd_view_key(int character)
{
    static const char *const keys[] = {
#define KEY(action, typed, special, label, word, what) typed,
#include "view/keys.def"
#undef KEY
    };
    enum cd_key key = 0;
    while (key < CD_KEYS && !(character && strchr(keys[key], character)))
        key++;
    return key;
}

void cd_view_tick(struct cd_view *view, uint64_t now_ns)
{
    struct cd_player *player = view->player;
    if (!view->playing || !player->arrived)
        return;
    uint64_t period = (uint64_t)(1e9 / view->speed);
    // After a pause, or after a test that took longer than a frame is shown, the timing starts afresh.
    if (!view->due_ns || now_ns > view->due_ns + period)
        view->due_ns = now_ns + (view->due_ns ? 0 : period);
    if (now_ns < view->due_ns)
        return;
    view->due_ns += period;
    if (player->wanted + 1 < player->scene->frame_count)
        cd_player_seek(player, player->wanted + 1);
    else if (view->loop)
        cd_player_seek(player, 0);
    else
        view->playing = false;
}
