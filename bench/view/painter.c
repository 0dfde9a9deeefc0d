#include "bench/view/painter.h"

#include "base/memory.h"

#include <string.h>

// More volumes than this are a black cloud, and take seconds to draw.
#define VOLUMES_MAX 200000

static const char vertex_source[] = "#version 120\n"
                                    "uniform mat4 place, projection;\n"
                                    "attribute vec3 position, normal;\n"
                                    "varying vec3 from_eye, outwards;\n"
                                    "void main()\n"
                                    "{\n"
                                    "    vec4 seen = place * vec4(position, 1.0);\n"
                                    "    from_eye = seen.xyz;\n"
                                    "    outwards = mat3(place) * normal;\n"
                                    "    gl_Position = projection * seen;\n"
                                    "}\n";

// A light above the viewer's left shoulder, the sky's light from above, a little shine. Faces are lit from
// both sides, as meshes need not be closed.
static const char fragment_source[] =
    "#version 120\n"
    "uniform vec3 colour;\n"
    "uniform float opacity, lit;\n"
    "varying vec3 from_eye, outwards;\n"
    "void main()\n"
    "{\n"
    "    vec3 eye = -normalize(from_eye);\n"
    "    vec3 normal = dot(outwards, outwards) > 0.0 ? normalize(outwards) : eye;\n"
    "    normal = dot(normal, eye) < 0.0 ? -normal : normal;\n"
    "    vec3 light = normalize(vec3(-0.45, 0.65, 0.75));\n"
    "    float lamp = max(dot(normal, light), 0.0);\n"
    "    float sky = 0.5 + 0.5 * normal.y;\n"
    "    float shine = pow(max(dot(normal, normalize(light + eye)), 0.0), 40.0);\n"
    "    vec3 shaded = colour * (0.30 + 0.25 * sky + 0.55 * lamp) + vec3(0.14 * shine);\n"
    "    gl_FragColor = vec4(mix(colour, shaded, lit), opacity);\n"
    "}\n";

static GLuint compile(GLenum kind, const char *source)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    return shader;
}

/// Compiles the shaders; CD_ENVIRONMENT names what OpenGL says against them.
static enum cd_code open_program(struct cd_program *program, struct cd_status *status)
{
    GLuint vertex = compile(GL_VERTEX_SHADER, vertex_source);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
    program->program = glCreateProgram();
    glAttachShader(program->program, vertex);
    glAttachShader(program->program, fragment);
    glBindAttribLocation(program->program, 0, "position");
    glBindAttribLocation(program->program, 1, "normal");
    glLinkProgram(program->program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint linked = GL_FALSE;
    glGetProgramiv(program->program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[400] = "";
        glGetProgramInfoLog(program->program, sizeof log, NULL, log);
        return cd_fail(status, CD_ENVIRONMENT, "this OpenGL refuses the shaders of view: %s", log);
    }
    program->place = glGetUniformLocation(program->program, "place");
    program->projection = glGetUniformLocation(program->program, "projection");
    program->colour = glGetUniformLocation(program->program, "colour");
    program->opacity = glGetUniformLocation(program->program, "opacity");
    program->lit = glGetUniformLocation(program->program, "lit");
    return CD_OK;
}

/// What is drawn next looks like this; lit, or flat.
static void set_look(const struct cd_program *program, struct cd_colour colour, float opacity, bool lit)
{
    glUniform3f(program->colour, colour.r, colour.g, colour.b);
    glUniform1f(program->opacity, opacity);
    glUniform1f(program->lit, lit ? 1 : 0);
}

enum cd_code cd_painter_open(struct cd_painter *painter, struct cd_view *view, struct cd_status *status)
{
    *painter = (struct cd_painter){.view = view};
    enum cd_code code = cd_canvas_load(status);
    if (!code)
        code = cd_text_open(&painter->text, status);
    if (code)
        return code;
    code = open_program(&painter->program, status);
    if (code) {
        glDeleteProgram(painter->program.program);
        cd_text_close(painter->text);
        return code;
    }
    cd_meshes_open(&painter->meshes, view->player->scene);
    return CD_OK;
}

void cd_painter_close(struct cd_painter *painter)
{
    cd_canvas_close(&painter->canvas);
    glDeleteProgram(painter->program.program);
    cd_meshes_close(&painter->meshes);
    cd_text_close(painter->text);
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
        kept->hits += cd_picture_hit(&kept->picture, kept->values[i]);
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
    glUseProgram(0);
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
        const struct cd_drawn *drawn = cd_meshes_of(&painter->meshes, body);
        const struct cd_colour *colours =
            cd_player_collides(player, body->id) ? cd_colour_colliding : cd_colour_clear;
        float place[16];
        cd_camera_place(&view->camera, &body->pose, drawn->centre, drawn->scale, place);
        glUniformMatrix4fv(painter->program.place, 1, GL_FALSE, place);
        set_look(&painter->program, colours[body->id % 2], 1, true);
        cd_drawn_draw(drawn);
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
    set_look(&painter->program, cd_colour_contact, 1, false);
    cd_points_draw(&painter->contacts, GL_TRIANGLES);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_look(&painter->program, cd_colour_contact, 0.3F, false);
    cd_points_draw(&painter->contacts, GL_TRIANGLES);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

static void paint_lines(const struct cd_painter *painter, const struct cd_points *points,
                        struct cd_colour colour)
{
    float width = (float)painter->canvas.height / 600; // the same part of a picture of any size
    glLineWidth(width > 1.25F ? width : 1.25F);
    set_look(&painter->program, colour, 1, false);
    cd_points_draw(points, GL_LINES);
    // What is hidden is seen faintly.
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_look(&painter->program, colour, 0.12F, false);
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
    float matrix[16];
    glUseProgram(painter->program.program);
    cd_camera_projection(camera, width, height, matrix);
    glUniformMatrix4fv(painter->program.projection, 1, GL_FALSE, matrix);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    paint_bodies(painter);
    cd_camera_matrix(camera, matrix);
    glUniformMatrix4fv(painter->program.place, 1, GL_FALSE, matrix);
    paint_contacts(painter);
    paint_lines(painter, &painter->volumes, cd_colour_volume);
    paint_lines(painter, &painter->broad, cd_colour_broad);
    glUseProgram(0);
    glDisable(GL_DEPTH_TEST);
    over(painter);
    cd_canvas_end(&painter->canvas);
    GLenum error = glGetError();
    return error ? cd_fail(status, CD_ENVIRONMENT, "OpenGL error 0x%x while a frame was drawn", error)
                 : CD_OK;
}
