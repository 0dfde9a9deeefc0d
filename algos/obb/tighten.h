/// Turning a box's axes so that the box becomes smaller.
#ifndef CD_ALGOS_OBB_TIGHTEN_H
#define CD_ALGOS_OBB_TIGHTEN_H

#include "algos/obb/pieces.h"

/// Turns `axes` (orthonormal, and so afterwards) to where the box of the range has less surface, as far as a
/// sample of its triangles tells.
void obb_tighten(const struct obb_piece *pieces, uint32_t count, double axes[9]);

#endif
