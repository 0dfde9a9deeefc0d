/// How vertices reach GL, as zou2011 compares in section 1.3 and figure 9. Every path draws the same vertices
/// in the same order.
#ifndef CD_ALGOS_MESH_IMAGE_CD_PATHS_H
#define CD_ALGOS_MESH_IMAGE_CD_PATHS_H

#include <GL/glew.h>
#include <stdint.h>

/// In the order of the words of the setting.
enum image_cd_path {
    IMAGE_CD_PATH_VBO,          ///< vertices and indices in buffer objects
    IMAGE_CD_PATH_ARRAY,        ///< both in the program's memory
    IMAGE_CD_PATH_DISPLAY_LIST, ///< compiled once per change of the vertices
    IMAGE_CD_PATH_IMMEDIATE,    ///< vertex by vertex, between glBegin and glEnd
};

/// Runs of items (triangles or edges) to be drawn. Arrays of as many runs as an owner of runs can need.
struct image_cd_runs {
    GLsizei *counts;      ///< indices of each run
    const void **offsets; ///< where its first index is: in the index buffer or in memory
    uint32_t *clusters;   ///< the first cluster of each run, and the one after its last: pairs
    GLsizei count;
    uint64_t triangles; ///< that the runs stand for
};

/// Clusters in one display list: short lists cost a call each, long ones draw what the view does not show.
#define IMAGE_CD_LIST_CLUSTERS 8

/// Display lists of a body, one for every IMAGE_CD_LIST_CLUSTERS clusters.
struct image_cd_display_lists {
    GLuint first_faces, first_edges; ///< names in a row; 0 for none
    uint32_t count;                  ///< of each
};

/// What is drawn: `indices` (and `points`) are NULL on the path of buffer objects.
struct image_cd_drawable {
    GLenum mode; ///< GL_TRIANGLES or GL_LINES
    GLuint vertex_buffer, index_buffer;
    const float *points;
    const uint32_t *indices;
    GLuint first_list; ///< of the part that `mode` means
};

/// Draws the runs with the current state, within a context.
void image_cd_path_draw(enum image_cd_path path, const struct image_cd_drawable *what,
                        const struct image_cd_runs *runs);

/// Makes room for the lists of `cluster_count` clusters; `close` frees them.
void image_cd_display_lists_open(struct image_cd_display_lists *lists, uint32_t cluster_count);
void image_cd_display_lists_close(struct image_cd_display_lists *lists);

/// Compiles one list per group of clusters: `first` names the first item of every cluster and the end.
void image_cd_display_lists_compile(GLuint first_list, const struct image_cd_drawable *what,
                                    const uint32_t *first, uint32_t cluster_count);

#endif
