/// The exact answer of one frame, worked out by the oracle's trees.
#ifndef CD_BENCH_ORACLE_FRAME_H
#define CD_BENCH_ORACLE_FRAME_H

#include "algos/algo.h"
#include "bench/oracle/tree.h"

/// The trees of a scene's meshes: read only once made, shared by any number of threads.
struct cd_oracle_trees;
struct cd_oracle_trees *cd_oracle_trees_create(const struct cd_scene *scene);
void cd_oracle_trees_destroy(struct cd_oracle_trees *trees);

/// The placed bodies of the frame that was asked last: what did not move since keeps its boxes, whatever
/// frames lie between. One calling thread each.
struct cd_oracle_state;
struct cd_oracle_state *cd_oracle_state_create(const struct cd_oracle_trees *trees);
void cd_oracle_state_destroy(struct cd_oracle_state *state);

/// What is asked of a frame.
struct cd_oracle_question {
    enum cd_meaning meaning; ///< contacts are always of surfaces
    bool count_contacts;     ///< all contacts are counted and digested
    bool keep_contacts;      ///< and listed
    unsigned threads;        ///< that may work on this frame
};

/// The answer; belongs to the state and is valid until its next frame.
struct cd_oracle_answer {
    size_t pair_count;
    const struct cd_pair *pairs; ///< colliding pairs, a < b, ascending
    uint64_t contact_count;
    struct cd_hash contact_digest;
    const struct cd_record *contacts; ///< ascending by a, ta, b, tb; NULL unless kept
};

const struct cd_oracle_answer *cd_oracle_frame(struct cd_oracle_state *state, const struct cd_frame *frame,
                                               const struct cd_oracle_question *question);

#endif
