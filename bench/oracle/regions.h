/// The exact answer of one frame of regions: a tree of boxes over its subscribe regions is asked by every
/// publish region, in the scene's own coordinates. Nothing of it is shared with any algorithm.
#ifndef CD_BENCH_ORACLE_REGIONS_H
#define CD_BENCH_ORACLE_REGIONS_H

#include "bench/oracle/truth.h"

/// What matching one frame after the other keeps; one calling thread each.
struct cd_oracle_regions;
struct cd_oracle_regions *cd_oracle_regions_create(const struct cd_scene *scene);
void cd_oracle_regions_destroy(struct cd_oracle_regions *matcher);

/// Answers a frame; pairs are NULL where they are more than the question wants to have listed. Ctrl-C ends it
/// early, with an answer that means nothing. Valid until the next frame.
const struct cd_oracle_answer *cd_oracle_regions_frame(struct cd_oracle_regions *matcher,
                                                       const struct cd_frame *frame,
                                                       const struct cd_oracle_question *question);

#endif
