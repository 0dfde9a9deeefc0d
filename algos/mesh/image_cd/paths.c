#include "algos/mesh/image_cd/paths.h"

static void draw_buffers(const struct image_cd_drawable *what, const struct image_cd_runs *runs)
{
    glBindBuffer(GL_ARRAY_BUFFER, what->vertex_buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, what->index_buffer);
    glVertexPointer(3, GL_FLOAT, 0, what->points);
    glMultiDrawElements(what->mode, runs->counts, GL_UNSIGNED_INT, runs->offsets, runs->count);
}

static void draw_vertex_by_vertex(const struct image_cd_drawable *what, const uint32_t *from,
                                  const uint32_t *to)
{
    for (; from < to; from++)
        glVertex3fv(&what->points[3 * (size_t)*from]);
}

static void draw_immediately(const struct image_cd_drawable *what, const struct image_cd_runs *runs)
{
    glBegin(what->mode);
    for (GLsizei i = 0; i < runs->count; i++) {
        const uint32_t *from = runs->offsets[i];
        draw_vertex_by_vertex(what, from, from + runs->counts[i]);
    }
    glEnd();
}

// Neighbouring runs may share a group, which is called once.
static void call_lists(const struct image_cd_drawable *what, const struct image_cd_runs *runs)
{
    uint32_t next = 0;
    for (GLsizei i = 0; i < runs->count; i++) {
        uint32_t group = runs->clusters[2 * i] / IMAGE_CD_LIST_CLUSTERS;
        uint32_t end = (runs->clusters[2 * i + 1] - 1) / IMAGE_CD_LIST_CLUSTERS + 1;
        for (group = group > next ? group : next; group < end; group++)
            glCallList(what->first_list + group);
        next = end;
    }
}

void image_cd_path_draw(enum image_cd_path path, const struct image_cd_drawable *what,
                        const struct image_cd_runs *runs)
{
    switch (path) {
    case IMAGE_CD_PATH_VBO:
    case IMAGE_CD_PATH_ARRAY:
        draw_buffers(what, runs);
        break;
    case IMAGE_CD_PATH_DISPLAY_LIST:
        call_lists(what, runs);
        break;
    case IMAGE_CD_PATH_IMMEDIATE:
        draw_immediately(what, runs);
    }
}

void image_cd_display_lists_open(struct image_cd_display_lists *lists, uint32_t cluster_count)
{
    lists->count = (cluster_count + IMAGE_CD_LIST_CLUSTERS - 1) / IMAGE_CD_LIST_CLUSTERS;
    lists->first_faces = glGenLists((GLsizei)lists->count);
    lists->first_edges = glGenLists((GLsizei)lists->count);
}

void image_cd_display_lists_close(struct image_cd_display_lists *lists)
{
    glDeleteLists(lists->first_faces, (GLsizei)lists->count);
    glDeleteLists(lists->first_edges, (GLsizei)lists->count);
}

void image_cd_display_lists_compile(GLuint first_list, const struct image_cd_drawable *what,
                                    const uint32_t *first, uint32_t cluster_count)
{
    size_t per_item = what->mode == GL_LINES ? 2 : 3;
    for (uint32_t c = 0; c < cluster_count; c += IMAGE_CD_LIST_CLUSTERS) {
        uint32_t end = c + IMAGE_CD_LIST_CLUSTERS;
        end = end < cluster_count ? end : cluster_count;
        glNewList(first_list++, GL_COMPILE);
        glBegin(what->mode);
        draw_vertex_by_vertex(what, &what->indices[first[c] * per_item],
                              &what->indices[first[end] * per_item]);
        glEnd();
        glEndList();
    }
}
