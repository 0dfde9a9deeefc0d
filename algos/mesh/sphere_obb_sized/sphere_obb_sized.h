/// The model of `sphere_obb_sized`.
#ifndef CD_ALGOS_MESH_SPHERE_OBB_SIZED_SPHERE_OBB_SIZED_H
#define CD_ALGOS_MESH_SPHERE_OBB_SIZED_SPHERE_OBB_SIZED_H

#include "algos/papers/liu2016/liu2016.h"

struct sized_model {
    struct sobb_tree *tree; ///< the author's, owned
    bool tight;             ///< boxes are turned until they are smaller
    bool larger;            ///< the larger box is always opened alone
};

#endif
