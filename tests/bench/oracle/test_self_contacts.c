/// Which triangles of a mesh share more than their common corners: compared with the corners of their intersection,
/// in whole numbers.
#include "bench/oracle/self_contacts.h"
#include "geom/triangle.h"
#include "tests/exact_reference.h"
#include "tests/handmade.h"
#include "tests/test.h"

static bool same(const struct cd_vec3 *p, const struct cd_vec3 *q)
{
    return p->x == q->x && p->y == q->y && p->z == q->z;
}

/// Whether a corner of the intersection is neither a shared corner nor, if there are two, on the edge between them.
static bool is_elsewhere(const struct reference_tuple *corner, const struct reference_tuple *shared,
                         int count)
{
    static struct reference_tuple work[3];
    static bool ready;
    for (int i = 0; i < 12 && !ready; i++)
        mpz_init(work[i / 4].c[i % 4]);
    ready = true;
    for (int j = 0; j < 3; j++) {
        mpz_set(work[0].c[j], corner->c[j]);
        mpz_submul(work[0].c[j], shared[0].c[j], corner->c[3]);
        mpz_sub(work[1].c[j], shared[1].c[j], shared[0].c[j]);
    }
    reference_cross(&work[2], &work[0], &work[1]);
    return !reference_is_zero(&work[count == 1 ? 0 : 2]);
}

static bool meet(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    static struct reference_tuple corners[8];
    const struct reference_space *clipper = reference_space();
    struct cd_vec3 points[8] = {a[0], a[0], a[0], a[1], a[2], b[0], b[1], b[2]}; // the first two are shared
    int shared = 0;
    static bool ready;
    for (int i = 0; i < 32 && !ready; i++)
        mpz_init(corners[i / 4].c[i % 4]);
    ready = true;
    if (cd_triangle_is_degenerate(a) || cd_triangle_is_degenerate(b) || !reference_triangles_touch(a, b))
        return false;
    for (int i = 0; i < 9; i++)
        if (same(&a[i / 3], &b[i % 3]) && shared++ < 2)
            points[shared - 1] = a[i / 3];
    if (shared == 0 || shared == 3)
        return true;
    reference_points(corners, points, 8);
    for (int i = 0; i < clipper->count; i++)
        if (is_elsewhere(&clipper->polygon[clipper->current][i], corners, shared))
            return true;
    return false;
}

TEST(triangles_that_share_more_than_their_corners_are_counted_and_the_first_are_named)
{
    struct cd_random random = handmade_random();
    uint64_t all = 0;
    for (unsigned n = 0; n < 400; n++) {
        struct cd_mesh *mesh = handmade_soup(&random, 2 + (uint32_t)cd_random_below(&random, 30), 3 + n % 3);
        struct cd_self_contacts found = cd_find_self_contacts(mesh), expected = {.complete = true};
        for (uint32_t i = 0; i < mesh->triangle_count; i++)
            for (uint32_t j = i + 1; j < mesh->triangle_count; j++) {
                struct cd_vec3 a[3], b[3];
                for (int k = 0; k < 3; k++) {
                    a[k] = mesh->vertices[mesh->triangles[i].v[k]];
                    b[k] = mesh->vertices[mesh->triangles[j].v[k]];
                }
                if (meet(a, b) && !expected.count++) {
                    expected.first[0] = i;
                    expected.first[1] = j;
                }
            }
        assert_int_equal(found.count, expected.count);
        assert_true(found.complete);
        assert_int_equal(found.first[0], expected.first[0]);
        assert_int_equal(found.first[1], expected.first[1]);
        all += found.count;
        cd_mesh_destroy(mesh);
    }
    assert_true(all > 1000);
}
