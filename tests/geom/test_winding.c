// Compares winding numbers by the perturbed vertical ray with GMP integers and a ray in a general direction. On small
// grids, most vertical rays meet vertices and edges. The perturbation is made for this case.

#include "geom/winding.h"

#include "base/random.h"
#include "tests/exact_reference.h"
#include "tests/test.h"

#define SURFACES REFERENCE_INPUTS(10000)

enum { TRIANGLES_MAX = 32 };

/// A surface whose directed edges cancel.
struct surface {
    int count;
    struct cd_vec3 triangle[TRIANGLES_MAX][3];
};

static void add_triangle(struct surface *surface, struct cd_vec3 a, struct cd_vec3 b, struct cd_vec3 c)
{
    struct cd_vec3 *triangle = surface->triangle[surface->count++];
    triangle[0] = a, triangle[1] = b, triangle[2] = c;
}

/// Outward when d is below a, b, c, seen counterclockwise.
static void add_tetrahedron(struct surface *surface, const struct cd_vec3 p[4])
{
    add_triangle(surface, p[0], p[1], p[2]);
    add_triangle(surface, p[0], p[3], p[1]);
    add_triangle(surface, p[1], p[3], p[2]);
    add_triangle(surface, p[2], p[3], p[0]);
}

static void add_box(struct surface *surface, struct cd_vec3 low, struct cd_vec3 high)
{
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++) {
            struct cd_vec3 corner[4];
            for (int i = 0; i < 4; i++) { // counterclockwise about +axis
                double c[3] = {0, 0, 0};
                bool far_u = i == 1 || i == 2, far_v = i >= 2;
                int u = (axis + 1) % 3, v = (axis + 2) % 3;
                c[axis] = cd_axis(end ? &high : &low, axis);
                c[u] = cd_axis(far_u ? &high : &low, u);
                c[v] = cd_axis(far_v ? &high : &low, v);
                corner[end ? i : 3 - i] = cd_vec(c[0], c[1], c[2]);
            }
            add_triangle(surface, corner[0], corner[1], corner[2]);
            add_triangle(surface, corner[0], corner[2], corner[3]);
        }
}

static int winding(const struct surface *surface, struct cd_vec3 p)
{
    int sum = 0;
    for (int i = 0; i < surface->count; i++)
        sum += cd_winding_crossing(&p, surface->triangle[i]);
    return sum;
}

static int reference_winding(struct cd_random *random, const struct surface *surface, struct cd_vec3 p)
{
    for (;;) {
        int64_t ray[3];
        for (int j = 0; j < 3; j++)
            ray[j] = (int64_t)cd_random_below(random, 2000001) - 1000000;
        int sum = 0, crossing;
        bool general = true;
        for (int i = 0; i < surface->count && general; i++) {
            general = reference_crossing(p, surface->triangle[i], ray, &crossing);
            sum += crossing;
        }
        if (general)
            return sum;
    }
}

static bool on_surface(const struct surface *surface, struct cd_vec3 p)
{
    const struct cd_vec3 point[3] = {p, p, p};
    for (int i = 0; i < surface->count; i++)
        if (reference_triangles_touch(surface->triangle[i], point))
            return true;
    return false;
}

static struct cd_vec3 grid_point(struct cd_random *random, unsigned size)
{
    double x = (double)cd_random_below(random, size), y = (double)cd_random_below(random, size);
    return cd_vec(x, y, (double)cd_random_below(random, size));
}

static struct cd_vec3 random_point(struct cd_random *random)
{
    double x = cd_random_unit(random), y = cd_random_unit(random);
    return cd_vec(x, y, cd_random_unit(random));
}

static uint64_t seed;

/// A random point of a grid, or anywhere when `grid` is 0.
static struct cd_vec3 some_point(struct cd_random *random, unsigned grid)
{
    return grid ? grid_point(random, grid) : random_point(random);
}

/// A sum of random tetrahedra of either orientation, and the points near their middles. On a grid, some tetrahedra are
/// flat.
static struct surface random_surface(struct cd_random *random, unsigned grid, double scale,
                                     struct cd_vec3 middle[4])
{
    struct surface surface = {0};
    for (int k = 0; k < 4; k++) {
        struct cd_vec3 p[4], sum = {0, 0, 0};
        for (int i = 0; i < 4; i++) {
            p[i] = some_point(random, grid);
            sum = cd_add(sum, p[i]);
            p[i] = cd_scale(p[i], scale);
        }
        middle[k] = cd_scale(sum, 0.25);
        if (grid)
            middle[k] = cd_vec(floor(middle[k].x), floor(middle[k].y), floor(middle[k].z));
        add_tetrahedron(&surface, p);
    }
    return surface;
}

/// `scale` brings surfaces and points to any magnitude.
static void check_tetrahedra(const char *name, unsigned grid, double scale, int surfaces)
{
    struct cd_random random = cd_random_seed(seed);
    int points = 0, inside = 0;
    for (int n = 0; n < surfaces; n++) {
        struct cd_vec3 middle[4];
        struct surface surface = random_surface(&random, grid, scale, middle);
        for (int k = 0; k < 4; k++) {
            struct cd_vec3 p = cd_scale(k ? middle[k] : some_point(&random, grid), scale);
            if (on_surface(&surface, p))
                continue;
            int expected = reference_winding(&random, &surface, p);
            points++;
            inside += expected != 0;
            assert_int_equal(winding(&surface, p), expected);
        }
    }
    print_message("%s: %d points, %d with a winding number other than 0\n", name, points, inside);
}

TEST(random_surfaces_match_the_reference)
{
    check_tetrahedra("random", 0, 1, SURFACES);
}

TEST(surfaces_on_a_small_grid_match_the_reference)
{
    check_tetrahedra("grid of 4", 4, 1, SURFACES);
    check_tetrahedra("grid of 8", 8, 0.1, SURFACES);
}

TEST(surfaces_of_extreme_size_match_the_reference)
{
    check_tetrahedra("denormal", 6, 0x1p-1074, SURFACES / 50);
    check_tetrahedra("huge", 6, 0x1p1020, SURFACES / 50);
}

TEST(points_of_a_box_see_outward_normals_as_plus_one)
{
    struct surface box = {0};
    add_box(&box, cd_vec(0, 0, 0), cd_vec(4, 4, 4));
    for (int x = -1; x <= 5; x++)
        for (int y = -1; y <= 5; y++)
            for (int z = -1; z <= 5; z++) {
                struct cd_vec3 p = cd_vec(x, y, z);
                bool inside = x > 0 && x < 4 && y > 0 && y < 4 && z > 0 && z < 4;
                if (!on_surface(&box, p))
                    assert_int_equal(winding(&box, p), inside);
            }
}

TEST(overlapping_shells_add_up_and_inverted_ones_cancel)
{
    struct surface shells = {0};
    add_box(&shells, cd_vec(0, 0, 0), cd_vec(4, 4, 4));
    add_box(&shells, cd_vec(2, 2, 2), cd_vec(6, 6, 6));
    assert_int_equal(winding(&shells, cd_vec(3, 3, 3)), 2);
    assert_int_equal(winding(&shells, cd_vec(1, 1, 1)), 1);
    assert_int_equal(winding(&shells, cd_vec(5, 1, 3)), 0);
    for (int i = 12; i < shells.count; i++) { // the second one inside out
        struct cd_vec3 kept = shells.triangle[i][1];
        shells.triangle[i][1] = shells.triangle[i][2];
        shells.triangle[i][2] = kept;
    }
    assert_int_equal(winding(&shells, cd_vec(3, 3, 3)), 0);
    assert_int_equal(winding(&shells, cd_vec(5, 5, 5)), -1);
}

TEST(a_point_a_denormal_outside_a_box_is_outside)
{
    struct surface box = {0};
    add_box(&box, cd_vec(0, 0, 0), cd_vec(1, 1, 1));
    assert_int_equal(winding(&box, cd_vec(0x1p-1074, 0.5, 0.5)), 1);
    assert_int_equal(winding(&box, cd_vec(-0x1p-1074, 0.5, 0.5)), 0);
    assert_int_equal(winding(&box, cd_vec(0.5, 0.5, 0x1p-1074)), 1);
    assert_int_equal(winding(&box, cd_vec(0.5, 0.5, -0x1p-1074)), 0);
    assert_int_equal(winding(&box, cd_vec(0x1p-1074, 0x1p-1074, 0x1p-1074)), 1);
}

void test_set_up(void)
{
    seed = reference_seed(1);
}
