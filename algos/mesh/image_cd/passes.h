/// Figure 7 of zou2011 as GL passes: mark the pixels of one body's edges, count the other body's faces in
/// front of them, look for a pixel with more entries than exits. And those of many bodies in one view
/// (section 2): edges are added body by body to one depth buffer; each body's faces are counted in front of
/// the edges that are there already, and a pixel whose count is not balanced is flagged, so that the edge in
/// it finds out, too.
#ifndef CD_ALGOS_MESH_IMAGE_CD_PASSES_H
#define CD_ALGOS_MESH_IMAGE_CD_PASSES_H

#include "algos/algo.h"
#include "algos/mesh/image_cd/columns.h"
#include "algos/mesh/image_cd/model.h"
#include "algos/mesh/image_cd/target.h"
#include "algos/mesh/image_cd/view.h"

#include <stdbool.h>

/// Which of several edges in one pixel is kept: the one drawn last; the nearest, then the farthest; or one
/// after the other from the nearest on.
enum image_cd_layers { IMAGE_CD_LAYERS_LAST, IMAGE_CD_LAYERS_NEARFAR, IMAGE_CD_LAYERS_PEEL };

/// Which of the edges in a pixel is kept. Where layers are peeled, it is the nearest of those that are left.
enum image_cd_layer { IMAGE_CD_LAYER_LAST, IMAGE_CD_LAYER_NEAREST, IMAGE_CD_LAYER_FARTHEST };

/// How a hit is found, in the order of the words of the setting `readback`: in the stencil buffer, read into
/// memory or asked for by an occlusion query on a quad; or by comparing the samples that entries and exits
/// pass, which takes two passes over the faces.
enum image_cd_readback { IMAGE_CD_READBACK_PIXELS, IMAGE_CD_READBACK_QUERY, IMAGE_CD_READBACK_FACES };

/// How the passes are made. The first five are the paper's errata, kept as printed where true.
struct image_cd_rules {
    bool equal_depth;   ///< E1: step 3 counts faces at exactly an edge's depth only
    bool one_entry;     ///< E2: step 3 counts the first entry only
    bool odd_exits;     ///< E3: step 4 compares the lowest bit only
    bool clip_faces;    ///< E4: the view cuts off the faces in front of it, too
    bool add_edges;     ///< E5: step 2 counts edges up instead of setting 1
    bool exactly_one;   ///< step 5 looks for the value 2, not for any above 1
    bool both_roles;    ///< E7: each body's edges against the other's faces
    bool keep_counts;   ///< E8: among many bodies, one's counts stay for the next one's test
    bool faces_only;    ///< E9: among many bodies, only those whose faces enclose another's edge are found
    bool outlines;      ///< edges as outlines of triangles, each shared edge twice
    bool one_face_pass; ///< entries and exits in one pass, by two-sided stencil operations
    bool skip_clusters; ///< leave out what the view cannot show
    bool skip_columns;  ///< leave out what cannot matter behind or in front of the other body, too
    bool turn;          ///< look from the side where fewer faces are in front
    enum image_cd_readback readback;
    enum image_cd_layers layers;
    enum image_cd_axis axis;
};

/// Whether hits are found by comparing samples, otherwise by a quad with a stencil test.
static inline bool image_cd_compares_samples(const struct image_cd_rules *rules)
{
    return rules->readback == IMAGE_CD_READBACK_FACES;
}

static inline enum image_cd_part image_cd_edges_of(const struct image_cd_rules *rules)
{
    return rules->outlines ? IMAGE_CD_OUTLINES : IMAGE_CD_EDGES;
}

/// Edges are drawn into the middle half of the depth buffer while faces have all of it, at the same scale: a
/// face in front of the view is clamped to depth 0, which is in front of every edge (zou2011 E4). Both scales
/// are powers of two, so equal points get equal depths.
#define IMAGE_CD_EDGE_RANGE 0.5F

/// Scratch of a test.
struct image_cd_lists {
    struct image_cd_selection roles[2]; ///< of each body's edges and the other's faces
    struct image_cd_columns columns;
    int last_role; ///< that was drawn
};

/// Makes room for runs of bodies with up to `max_clusters` clusters.
void image_cd_lists_open(struct image_cd_lists *lists, uint32_t max_clusters);
void image_cd_lists_close(struct image_cd_lists *lists);

/// True when a pixel shows that the two bodies collide. Within a context, the target bound.
bool image_cd_test(struct image_cd_target *target, const struct image_cd_rules *rules,
                   const struct image_cd_side sides[2], struct image_cd_lists *lists,
                   struct cd_worker *worker);

// Of many bodies.

/// Pixels [x0, x1) x [y0, y1).
struct image_cd_rectangle {
    int x0, y0, x1, y1;
};

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

#endif
