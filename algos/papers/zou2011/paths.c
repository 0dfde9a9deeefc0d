// The paths of section 1.3 (2), which names three; figure 9 is lost. All draw the same triangles in the same order.
// The paper                                             here
//   section 1.3 (2), VBO                                vbo_draw
//   vertex arrays (Vertex Arrays)                       array_draw
//   display lists (Display List)                        list_draw
//   immediate mode (glVertex)                           immediate_draw
#include "algos/papers/zou2011/zou2011.h"

// ---- VBO: "the data that a VBO refers to may be changed, which can be specified when the VBO is made" --------

static void vbo_index(struct cd_gl_mesh *mesh)
{
    size_t bytes = (size_t)mesh->triangle_count * 3 * sizeof *mesh->corners;
    cd_gl_fill_buffer(GL_ELEMENT_ARRAY_BUFFER, &mesh->triangles, mesh->corners, bytes);
    mesh->rest.bytes += bytes;
}

static void vbo_fill(const struct cd_gl_mesh *mesh, struct cd_gl_form *form)
{
    form->bytes = (size_t)mesh->vertex_count * 3 * sizeof *form->points;
    cd_gl_fill_buffer(GL_ARRAY_BUFFER, &form->object, form->points, form->bytes);
}

static void vbo_release(struct cd_gl_form *form)
{
    glDeleteBuffers(1, &form->object);
}

static void vbo_draw(const struct cd_gl_side *body)
{
    glBindBuffer(GL_ARRAY_BUFFER, body->form->object);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, body->mesh->triangles);
    if (cd_gl_is_core())
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    else
        glVertexPointer(3, GL_FLOAT, 0, NULL);
    glDrawElements(GL_TRIANGLES, (GLsizei)body->mesh->triangle_count * 3, GL_UNSIGNED_INT, NULL);
}

// ---- vertex arrays: the data lies with the client and is sent at every call ----------------------------------

static void nothing_to_fill(const struct cd_gl_mesh *mesh, struct cd_gl_form *form)
{
    (void)mesh, (void)form;
}

static void nothing_to_release(struct cd_gl_form *form)
{
    (void)form;
}

static void array_draw(const struct cd_gl_side *body)
{
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glVertexPointer(3, GL_FLOAT, 0, body->form->points);
    glDrawElements(GL_TRIANGLES, (GLsizei)body->mesh->triangle_count * 3, GL_UNSIGNED_INT,
                   body->mesh->corners);
}

// ---- immediate mode, a reading: vertex arrays save "calls of glVertex and the like" --------------------------

static void draw_each_vertex(const struct cd_gl_mesh *mesh, const struct cd_gl_form *form)
{
    glBegin(GL_TRIANGLES);
    for (size_t i = 0; i < (size_t)mesh->triangle_count * 3; i++)
        glVertex3fv(&form->points[3 * (size_t)mesh->corners[i]]);
    glEnd();
}

static void immediate_draw(const struct cd_gl_side *body)
{
    draw_each_vertex(body->mesh, body->form);
}

// ---- display lists: "once it is compiled, the data of the list cannot be changed" ----------------------------

static void list_fill(const struct cd_gl_mesh *mesh, struct cd_gl_form *form)
{
    form->bytes = (size_t)mesh->triangle_count * 9 * sizeof *form->points;
    if (!form->object)
        form->object = glGenLists(1);
    glNewList(form->object, GL_COMPILE);
    draw_each_vertex(mesh, form);
    glEndList();
}

static void list_release(struct cd_gl_form *form)
{
    if (form->object)
        glDeleteLists(form->object, 1);
}

static void list_draw(const struct cd_gl_side *body)
{
    glCallList(body->form->object);
}

const struct zou_path zou_paths[] = {
    {vbo_index, vbo_fill, vbo_release, vbo_draw},
    {NULL, nothing_to_fill, nothing_to_release, array_draw},
    {NULL, list_fill, list_release, list_draw},
    {NULL, nothing_to_fill, nothing_to_release, immediate_draw},
};
