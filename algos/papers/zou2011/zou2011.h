/// Image_CD: Zou Yisheng, Ding Guofu, Zhou Xiaoli, He Yong, Jia Meiwei: Collision Detection Algorithm Based on Image
/// Space. Journal of System Simulation 23(5):944-949, 2011. What the files of this folder share.
// The paper                                             here
//   section 1.2, figure 7, ImagebasedCD(A, B)           image_based_cd
//   section 1.2, the first formulation                  first_formulation
//   section 1.2, the bodies change roles                zou_pair_collides
//   section 1.3 (1), view by the boxes' common part     fitted_view
//   figure 7, SetDrawMode() and Draw()                  zou_draw
//   section 1.3 (2), figure 9, rendering paths          vbo_draw
//   section 2, many objects                             two_passes
#ifndef CD_ALGOS_PAPERS_ZOU2011_H
#define CD_ALGOS_PAPERS_ZOU2011_H

#include "algos/form.h"
#include "algos/opengl/opengl.h"

/// Section 1.3 (2): how vertices reach OpenGL, in the order of the words of the setting.
struct zou_path {
    void (*index)(struct cd_gl_mesh *mesh); ///< hands the triangles to OpenGL; NULL: it keeps none
    void (*fill)(const struct cd_gl_mesh *mesh, struct cd_gl_form *form);
    void (*release)(struct cd_gl_form *form);
    void (*draw)(const struct cd_gl_side *body);
};
extern const struct zou_path zou_paths[];

/// Section 2: one of O_1, O_2, ..., O_n.
struct zou_object {
    struct cd_gl_body *body;
    struct cd_gl_side side;
};

/// An instance.
struct zou {
    struct cd_gl_instance gl;
    unsigned form; ///< the errata that are left in
    // What the text leaves open
    bool near_box;    ///< near=box: the near plane is that of the boxes' common part, not before both bodies
    bool marks_add;   ///< marks=add: an edge adds 1 to its pixels and does not set them to 1
    bool roles_one;   ///< roles=one
    bool counts_kept; ///< counts=kept: what one body's faces counted stays for the next body's test

    bool from_0; ///< criterion=count: section 1.2's first formulation, not its second (mark)
    const struct zou_path *path;
    bool samples; ///< readback=faces: the samples that passed in steps (2) and (3) are compared (section 2)
    bool whole;   ///< view=whole
    int axis;     ///< to look along, negative for the longest
    bool many;    ///< many=twopass
    struct zou_object *o; ///< room for all bodies
};

/// The edges that a pixel keeps in a run of figure 7, or in a run of both steps of section 2.
struct zou_layer {
    GLenum depth;     ///< the test that an edge passes
    GLdouble cleared; ///< what it is compared with first
    bool last;        ///< there is no further run
};
/// The layer of run `number`, from 0 on.
struct zou_layer zou_layer_of(const struct zou *zou, int number);

/// How much of the depth buffer the edges' depths have, around its middle.
double zou_depths_of_edges(const struct zou *zou);

/// SetDrawMode(mode) and Draw(body) of figure 7: outlines by GL_LINE, faces by GL_FILL.
void zou_draw(const struct zou *zou, const struct cd_gl_side *body, GLenum mode, struct cd_worker *worker);

/// The same by GL_FILL in step (2) or (3) of section 1.2. By readback=faces a query counts the samples that pass.
void zou_draw_faces(const struct zou *zou, const struct cd_gl_side *body, int step, struct cd_worker *worker);

/// Section 2: whether more samples passed in step (2) than in step (3).
bool zou_more_entries(const struct zou *zou, struct cd_worker *worker);

/// Section 1.3 (1): the view that is fitted to `common`, what the boxes of the bodies in it share; by view=whole, one
/// of all bodies. `size` is the length of the largest of them.
struct cd_gl_view fitted_view(const struct zou *zou, const struct cd_aabb *common, double size);

/// Whether a pair collides. The target is bound.
bool zou_pair_collides(struct zou *zou, const struct cd_gl_pair *pair, struct cd_worker *worker);

/// Finds the collision set of the frame whose pairs were found: `touched` becomes true for its bodies. Returns the
/// number of bodies that were drawn, 0 where no boxes meet. For the query `any` it stops after the step that finds one.
/// The target is bound.
size_t two_passes(struct zou *zou, struct cd_worker *worker);

#endif
