/// The GL passes of many bodies in one view (zou2011, section 2): edges are added body by body to one depth
/// buffer; each body's faces are counted in front of the edges that are there already, and a pixel whose
/// count is not balanced is flagged, so that the edge in it finds out, too.
#ifndef CD_ALGOS_MESH_IMAGE_CD_MANY_PASSES_H
#define CD_ALGOS_MESH_IMAGE_CD_MANY_PASSES_H

#include "algos/mesh/image_cd/passes.h"

/// Which of the edges in a pixel is kept. Where layers are peeled, it is the nearest of those that are left.
enum image_cd_layer { IMAGE_CD_LAYER_LAST, IMAGE_CD_LAYER_NEAREST, IMAGE_CD_LAYER_FARTHEST };

/// Pixels [x0, x1) x [y0, y1).
struct image_cd_rectangle {
    int x0, y0, x1, y1;
};

/// Whether hits are found by comparing samples, otherwise by a quad with a stencil test.
static inline bool image_cd_compares_samples(const struct image_cd_rules *rules)
{
    return rules->readback == IMAGE_CD_READBACK_FACES;
}

/// Clears depth and stencil for edges of a layer.
void image_cd_many_begin(enum image_cd_layer layer);

/// Adds edges of one body, unflagged, where they lie in front of (behind) what is there.
void image_cd_many_add_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                             enum image_cd_layer layer, const struct image_cd_rectangle *rectangle,
                             const struct image_cd_runs *runs, struct cd_worker *worker);

/// Counts the faces of one body in front of the edges. With IMAGE_CD_READBACK_FACES, queries[0] and
/// queries[1] count the samples of entries and of exits.
void image_cd_many_count_faces(const struct image_cd_rules *rules, const struct image_cd_side *side,
                               const struct image_cd_rectangle *rectangle, const struct image_cd_runs *runs,
                               const GLuint queries[2], struct cd_worker *worker);

/// Asks whether a count in the rectangle is not balanced; such pixels are flagged and made ready for the next
/// body's faces (E8).
void image_cd_many_flag(const struct image_cd_rules *rules, const struct image_cd_rectangle *rectangle,
                        GLuint query, struct cd_worker *worker);

/// Asks whether one of a body's edges that were added is the one kept in a flagged pixel.
void image_cd_many_ask_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                             const struct image_cd_rectangle *rectangle, const struct image_cd_runs *runs,
                             GLuint query, struct cd_worker *worker);

/// The result of a query; waits for it.
uint64_t image_cd_many_answer(GLuint query);

#endif
