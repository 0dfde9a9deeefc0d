/// Pairs of triangles against GMP, in three orders.
#include "fuzz/fuzz.h"
#include "geom/predicates.h"
#include "geom/triangle.h"
#include "tests/exact_reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct cd_vec3 a[3], b[5];
    for (int i = 0; i < 3; i++)
        a[i] = fuzz_point(&in, DBL_MAX);
    for (int i = 0; i < 3; i++)
        b[i] = fuzz_point(&in, DBL_MAX);
    b[3] = b[0];
    b[4] = b[1];
    bool touch = reference_triangles_touch(a, b);
    CD_ASSERT(cd_triangles_touch(a, b) == touch);
    CD_ASSERT(cd_triangles_touch(b + 1, a) == touch);
    CD_ASSERT(cd_triangles_touch(a, b + 2) == touch);
    const struct cd_vec3 four[] = {a[0], a[1], a[2], b[0]};
    CD_ASSERT(cd_orient3d(&a[0], &a[1], &a[2], &b[0]) == reference_orient3d(four));
    return 0;
}
