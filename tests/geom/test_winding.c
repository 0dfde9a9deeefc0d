// Compares winding numbers by the perturbed vertical ray with GMP integers and a ray in a general direction. On small
// grids, most vertical rays meet vertices and edges. The perturbation is made for this case.

#include "geom/winding.h"

#include "tests/geom/points.h"

#define SURFACES REFERENCE_INPUTS(10000)

enum { TRIANGLES_MAX = 16 };

/// A surface whose directed edges cancel.
struct surface {
    int count;
    struct cd_vec3 triangle[TRIANGLES_MAX][3];
};

/// Outward when d is below a, b, c, seen counterclockwise.
static void add_tetrahedron(struct surface *surface, const struct cd_vec3 p[4])
{
    static const int sides[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (int i = 0; i < 12; i++)
        surface->triangle[surface->count + i / 3][i % 3] = p[sides[i / 3][i % 3]];
    surface->count += 4;
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

/// A random point of a grid, or anywhere when `grid` is 0.
static struct cd_vec3 some_point(struct cd_random *random, unsigned grid)
{
    return grid ? grid_point(random, grid) : handmade_random_point(random, 0.5);
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

TEST(sums_of_tetrahedra_match_the_reference)
{
    static const struct {
        const char *name;
        unsigned grid;
        double scale;
        int one_in; ///< of SURFACES
    } sets[] = {{"random", 0, 1, 1},
                {"grid of 4", 4, 1, 1},
                {"grid of 8", 8, 0.1, 1},
                {"denormal", 6, 0x1p-1074, 50},
                {"huge", 6, 0x1p1020, 50}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        test_row("%s", sets[i].name);
        struct cd_random random = handmade_random();
        int points = 0, inside = 0;
        for (int n = 0; n < SURFACES / sets[i].one_in; n++) {
            struct cd_vec3 middle[4];
            struct surface surface = random_surface(&random, sets[i].grid, sets[i].scale, middle);
            for (int k = 0; k < 4; k++) {
                struct cd_vec3 p = k ? middle[k] : some_point(&random, sets[i].grid);
                p = cd_scale(p, sets[i].scale);
                if (on_surface(&surface, p))
                    continue;
                int expected = reference_winding(&random, &surface, p);
                points++;
                inside += expected != 0;
                assert_int_equal(winding(&surface, p), expected);
            }
        }
        print_message("%s: %d points, %d with a winding number other than 0\n", sets[i].name, points, inside);
        assert_true(inside > points / 20);
    }
}

TEST(a_point_a_denormal_outside_is_outside)
{
    const struct cd_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    struct surface surface = {0};
    add_tetrahedron(&surface, corners);
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            double p[3] = {0.25, 0.25, 0.25};
            p[axis] = side * 0x1p-1074;
            assert_int_equal(winding(&surface, cd_vec(p[0], p[1], p[2])), side > 0);
        }
    assert_int_equal(winding(&surface, cd_vec(0x1p-1074, 0x1p-1074, 0x1p-1074)), 1);
}
