// The search of walk.c in spaces of three axes, whose cells have eight children: section 2.5.
#define CELL_AXES 3
#include "algos/regions/hps/walk.c"
