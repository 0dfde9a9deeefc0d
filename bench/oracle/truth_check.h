/// Whether a truth that was read from a file can be one of its scene.
#ifndef CD_BENCH_ORACLE_TRUTH_CHECK_H
#define CD_BENCH_ORACLE_TRUTH_CHECK_H

#include "bench/oracle/truth.h"

/// True when every offset, id and number fits: pairs of live bodies, or of live regions of both kinds, ascend
/// within their frame, and numbers agree with each other. `truth->pairs` holds `pair_count` pairs; nothing
/// else of the arrays' content is relied on. Takes one pass over the frames of the scene, a byte for each id,
/// and constant time for each pair. False also after Ctrl-C and when the frames cannot be read.
bool cd_truth_fits(const struct cd_truth *truth, uint64_t pair_count, const struct cd_scene *scene);

#endif
