/// Where a mesh meets itself.
#ifndef CD_BENCH_ORACLE_SELF_CONTACTS_H
#define CD_BENCH_ORACLE_SELF_CONTACTS_H

#include "scenes/mesh.h"

/// Pairs of triangles that share more than the corners and edges by which they are connected.
struct cd_self_contacts {
    uint64_t count;
    uint32_t first[2]; ///< the least pair, in the order of triangles
    bool complete;     ///< all pairs were looked at, which may take too long where very many meet
};

/// Decides every pair that it looks at exactly. Corners at one place connect; triangles without area are left out.
struct cd_self_contacts cd_find_self_contacts(const struct cd_mesh *mesh);

#endif
