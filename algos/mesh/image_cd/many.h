/// Many bodies in one view, after section 2 of zou2011: two passes with occlusion queries find the collision
/// set, the bodies that touch something.
#ifndef CD_ALGOS_MESH_IMAGE_CD_MANY_H
#define CD_ALGOS_MESH_IMAGE_CD_MANY_H

#include "algos/algo.h"
#include "algos/mesh/image_cd/bodies.h"
#include "algos/mesh/image_cd/passes.h"
#include "algos/mesh/image_cd/regions.h"
#include "algos/mesh/image_cd/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How scenes are cut into views.
struct image_cd_many_views {
    bool one;            ///< one view of all regions
    bool whole;          ///< one view of all bodies
    uint32_t max_bodies; ///< of a view, else
};

/// Two bodies of the collision set whose boxes overlap.
struct image_cd_suspects {
    struct image_cd_body *a, *b; ///< a->id < b->id
    bool sure;                   ///< no other body was in the view: they collide
};

struct image_cd_member;

/// Scratch of the two passes; all zeros and `image_cd_many_open` make it ready.
struct image_cd_many {
    struct image_cd_many_views views;
    const struct cd_scene *scene;
    struct image_cd_regions regions;
    struct image_cd_member *members; ///< of the group at hand, by body id
    size_t member_count, member_capacity;
    uint32_t *member_of; ///< per body id
    GLuint *queries;     ///< of every member
    size_t query_capacity;
    struct image_cd_suspects *suspects;
    size_t suspect_count, suspect_capacity;
    bool drawn;                 ///< the target shows a pass of this frame
    struct image_cd_view shown; ///< that pass's view
};

void image_cd_many_open(struct image_cd_many *many, const struct cd_scene *scene,
                        const struct image_cd_many_views *views);

/// Within a context, as is `image_cd_many_find`.
void image_cd_many_close(struct image_cd_many *many);

/// Finds the collision set of the frame whose bodies were placed: their `touched` becomes true. For the query
/// `pairs`, many->suspects are what a second stage has to test; for `any`, one body may be all that is found.
/// `runs` is scratch. The target is bound and the scissor test is left off.
void image_cd_many_find(struct image_cd_many *many, struct image_cd_target *target,
                        const struct image_cd_rules *rules, const struct image_cd_bodies *bodies,
                        struct image_cd_runs *runs, struct cd_worker *worker);

#endif
