/// The exact answer to one frame, worked out by the oracle's trees; regions.h works out a frame of regions.
#ifndef CD_BENCH_ORACLE_FRAME_H
#define CD_BENCH_ORACLE_FRAME_H

#include "bench/oracle/tree.h"
#include "bench/oracle/truth.h"

/// The trees of a scene's meshes: read-only once made, shared by any number of threads.
struct cd_oracle_trees;
struct cd_oracle_trees *cd_oracle_trees_create(const struct cd_scene *scene);
void cd_oracle_trees_destroy(struct cd_oracle_trees *trees);

/// The placed bodies of the frame that was asked last. A body that has not moved since keeps its boxes, even if frames
/// were skipped. One calling thread for each state.
struct cd_oracle_state;
struct cd_oracle_state *cd_oracle_state_create(const struct cd_oracle_trees *trees);
void cd_oracle_state_destroy(struct cd_oracle_state *state);

/// Answers a frame. The answer is valid until the next frame of the state.
const struct cd_oracle_answer *cd_oracle_frame(struct cd_oracle_state *state, const struct cd_frame *frame,
                                               const struct cd_oracle_question *question);

#endif
