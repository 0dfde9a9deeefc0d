/// The exact answer to one frame of regions. A tree of boxes over its subscribe regions is queried with every publish
/// region, in the scene's own coordinates. Nothing here is shared with any algorithm.
#ifndef CD_BENCH_ORACLE_REGIONS_H
#define CD_BENCH_ORACLE_REGIONS_H

#include "bench/oracle/truth.h"

/// What is kept while frames are matched one after the other; one calling thread for each.
struct cd_oracle_regions;
struct cd_oracle_regions *cd_oracle_regions_create(const struct cd_scene *scene);
void cd_oracle_regions_destroy(struct cd_oracle_regions *matcher);

/// Answers a frame. Pairs are NULL when there are more than the question wants listed. Ctrl-C ends the work early, with
/// an answer that means nothing. The answer is valid until the next frame.
const struct cd_oracle_answer *cd_oracle_regions_frame(struct cd_oracle_regions *matcher,
                                                       const struct cd_frame *frame,
                                                       const struct cd_oracle_question *question);

#endif
