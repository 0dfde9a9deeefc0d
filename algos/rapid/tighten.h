/// Turning a box's axes so that the box becomes smaller.
#ifndef CD_ALGOS_RAPID_TIGHTEN_H
#define CD_ALGOS_RAPID_TIGHTEN_H

#include "algos/rapid/split.h"

/// Turns `axes` (orthonormal, and so afterwards) to where the box of the range has less surface, as far as a
/// sample of its triangles tells.
void rapid_tighten(const struct rapid_piece *pieces, uint32_t count, double axes[9]);

#endif
