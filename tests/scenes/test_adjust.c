/// Mesh files with `scale`, `up` and `weld`: units, the upward axis, and corners that differ in the last bits.
#include "tests/handmade.h"
#include "tests/random_numbers.h"
#include "tests/read_meshes.h"

#include "scenes/adjust.h"

#include <math.h>

#define WITH(...) ((struct cd_mesh_options){__VA_ARGS__})

static struct cd_status status;

/// Writes triangles of three corners each as a text STL or an OBJ file.
static const char *write_triangles(const char *name, const struct cd_vec3 *corners, int count)
{
    bool is_obj = strstr(name, ".obj");
    char text[20000] = "";
    cd_append(text, sizeof text, is_obj ? "" : "solid\n");
    for (int i = 0; i < 3 * count; i++) {
        if (!is_obj && i % 3 == 0)
            cd_append(text, sizeof text, "facet normal 0 0 0\nouter loop\n");
        cd_append(text, sizeof text, "%s %.17g %.17g %.17g\n", is_obj ? "v" : "vertex", corners[i].x,
                  corners[i].y, corners[i].z);
        if (i % 3 == 2)
            cd_append(text, sizeof text, is_obj ? "f -3 -2 -1\n" : "endloop\nendfacet\n");
    }
    cd_append(text, sizeof text, is_obj ? "" : "endsolid\n");
    return scratch_write(name, text);
}

// ---- scale ----

TEST(scaling_gives_the_hash_of_the_file_with_multiplied_numbers)
{
    static const double factors[] = {25.4, 0.001, 0.3048, 1e-30, 1e15, 1.0 / 3, 1, 2};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        for (int is_obj = 0; is_obj < 2; is_obj++) {
            const char *name = is_obj ? "a.obj" : "a.stl";
            test_row("%s times %g", name, factors[i]);
            struct cd_vec3 corners[60], multiplied[60];
            for (int v = 0; v < 60; v++) {
                corners[v] = handmade_random_point(&random, 0.5);
                multiplied[v] = cd_scale(corners[v], factors[i]);
            }
            struct cd_mesh *scaled =
                read_mesh_with(write_triangles(name, corners, 20), WITH(.scale = factors[i]));
            struct cd_mesh *written = read_mesh(write_triangles(name, multiplied, 20));
            assert_true(cd_hash_equal(scaled->hash, written->hash));
            assert_true(scaled->reading.scale == (factors[i] == 1 ? 0 : factors[i]));
            cd_mesh_destroy(scaled);
            cd_mesh_destroy(written);
        }
}

TEST(a_scale_that_takes_coordinates_too_far_is_refused)
{
    const char *part = "scale=1e+15 takes a vertex to (0, -2e+15, 0)";
    const char *path = scratch_write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 -2 0\nf 1 2 3\n");
    assert_mesh_refused_with(path, WITH(.scale = 1e15), CD_USAGE, part);
    path = scratch_write("a.obj", "v 0 -2 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n"); // of no triangle
    assert_mesh_refused_with(path, WITH(.scale = 1e15), CD_USAGE, part);
    path = scratch_write("a.obj", "v 0 0 0\nv 1e15 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_mesh_refused_with(path, WITH(.scale = 1e30), CD_USAGE, "scale=1e+30 takes a vertex to (1e+45");
    cd_mesh_destroy(read_mesh_with(path, WITH(.scale = 1e-30)));
}

// ---- the upward axis ----

TEST(the_upward_axis_becomes_y_without_mirroring)
{
    static const struct {
        char up;
        struct cd_vec3 to[4]; ///< the places of (1, 0, 0), (0, 2, 0), (0, 0, 3) and (1, 2, 3)
    } cases[] = {
        {'x', {{0, 1, 0}, {-2, 0, 0}, {0, 0, 3}, {-2, 1, 3}}},
        {'y', {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 2, 3}}},
        {'z', {{1, 0, 0}, {0, 0, -2}, {0, 3, 0}, {1, 3, -2}}},
    };
    const char *path = scratch_write("a.obj", "v 1 0 0\nv 0 2 0\nv 0 0 3\nv 1 2 3\nf 1 2 3\nf 1 2 4\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%c", cases[i].up);
        struct cd_mesh *mesh = read_mesh_with(path, WITH(.up = cases[i].up));
        const struct cd_vec3 *v = mesh->vertices;
        for (int k = 0; k < 4; k++) // with equal bits: 0 does not become -0
            assert_memory_equal(&v[k], &cases[i].to[k], sizeof *v);
        assert_true(cd_dot(v[0], cd_cross(v[1], v[2])) == 6); // a left-handed turn would make it -6
        assert_int_equal(mesh->reading.turned, cases[i].up == 'y' ? 0 : cases[i].up - 'x' + 'X');
        cd_mesh_destroy(mesh);
    }
}

/// A builder as a reader leaves it that has multiplied by 0.0254 and turned an axis up.
static struct cd_builder read_before(char turned)
{
    struct cd_builder builder = {.reading = {.turned = turned, .scale = 0.0254}};
    for (int i = 0; i < 3; i++)
        cd_build_vertex(&builder, cd_vec(i, i * i, 1));
    cd_build_triangle(&builder, 0, 1, 2);
    return builder;
}

TEST(an_axis_that_the_reader_turned_is_not_turned_again_and_scales_are_multiplied)
{
    static const struct {
        char turned, up;
        const char *refusal;
        struct cd_vec3 last; ///< in thousands
    } cases[] = {
        {'Z', 'z', NULL, {2, 4, 1}},
        {'X', 'x', NULL, {2, 4, 1}},
        {'Z', 0, NULL, {2, 4, 1}},
        {0, 'z', NULL, {2, 1, -4}},
        {'Z', 'y', "up=y: the file says itself that z points upwards", {0, 0, 0}},
        {'Z', 'x', "up=x: the file says itself that z points upwards", {0, 0, 0}},
        {'X', 'z', "up=z: the file says itself that x points upwards", {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("turned %c, up %c", cases[i].turned, cases[i].up);
        struct cd_builder builder = read_before(cases[i].turned);
        struct cd_mesh_options options = {.up = cases[i].up, .scale = 1000};
        enum cd_code code = cd_build_adjust(&builder, &options, "a.dae", &status);
        assert_int_equal(code, cases[i].refusal ? CD_USAGE : CD_OK);
        if (cases[i].refusal)
            assert_non_null(strstr(status.text, cases[i].refusal));
        else
            assert_true(cd_length(cd_sub(builder.vertices[2], cd_scale(cases[i].last, 1000))) == 0 &&
                        builder.reading.scale == 1000 * 0.0254);
        cd_build_abandon(&builder);
    }
}

// ---- welding ----

/// Writes a cube whose corners are those of unit length times `size` plus `offset`, each off by at most `noise`
/// and differently in every triangle.
static const char *write_cube(const char *name, double size, double offset, double noise)
{
    struct cd_mesh *cube = handmade_block(cd_vec(0, 0, 0), cd_vec(size, size, size), false);
    struct cd_vec3 corners[36];
    for (int i = 0; i < 36; i++) {
        double off = offset + noise * (i % 5 - 2) / 2;
        corners[i] = cd_add(cube->vertices[cube->triangles[i / 3].v[i % 3]], cd_vec(off, off, off));
    }
    cd_mesh_destroy(cube);
    return write_triangles(name, corners, 12);
}

TEST(a_cube_whose_corners_differ_in_the_last_bits_is_closed_once_they_are_welded)
{
    static const struct {
        const char *name;
        double size, offset, noise, weld;
    } cases[] = {
        {"a.stl", 1, 0, 1e-16, 1e-9},       {"a.obj", 1, 0, 1e-16, 1e-9},
        {"a.stl", 1, -0.5, 1e-15, 1e-12},   {"a.stl", 1, 1e6, 2e-10, 1e-9},
        {"a.obj", 1, -1e9, 5e-7, 1e-5},     {"a.stl", 1e14, 3e14, 0.5, 1e-12},
        {"a.stl", 1e-200, 0, 1e-215, 1e-9}, {"a.obj", 1e-300, 0, 1e-310, 1e-2},
        {"a.stl", 7, -3, 0.018, 1e-2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s of %g at %g", cases[i].name, cases[i].size, cases[i].offset);
        const char *path = write_cube(cases[i].name, cases[i].size, cases[i].offset, cases[i].noise);
        struct cd_mesh *open = read_mesh(path);
        struct cd_mesh *closed = read_mesh_with(path, WITH(.weld = cases[i].weld));
        assert_true(!open->closed && closed->closed && closed->manifold && closed->solid);
        assert_int_equal(closed->vertex_count, 8);
        assert_int_equal(closed->triangle_count, 12);
        assert_true(closed->reading.welded > 0);
        assert_int_equal(closed->reading.collapsed, 0);
        cd_mesh_destroy(open);
        cd_mesh_destroy(closed);
    }
}

/// Joins each vertex with the first kept one within the tolerance, by looking at all of them. Returns the number of
/// kept vertices; `place` receives that of every vertex, and `moved` how many had other coordinates.
static uint32_t weld_slowly(const struct cd_vec3 *vertices, uint32_t count, double tolerance, uint32_t *place,
                            uint64_t *moved)
{
    uint32_t kept = 0, *list = cd_allocate(count, sizeof *list);
    for (uint32_t v = 0; v < count; v++) {
        uint32_t k = 0;
        for (; k < kept; k++) {
            struct cd_vec3 apart = cd_sub(vertices[v], vertices[list[k]]);
            if (cd_length(cd_scale(apart, 1 / tolerance)) <= 1)
                break;
        }
        if (k == kept)
            list[kept++] = v;
        place[v] = k;
        *moved += cd_length(cd_sub(vertices[v], vertices[list[k]])) > 0;
    }
    cd_free(list);
    return kept;
}

static void check_against_slow_welding(const struct cd_vec3 *vertices, uint32_t count, double weld)
{
    struct cd_builder builder = {0};
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t v = 0; v < count; v++) {
        cd_build_vertex(&builder, vertices[v]);
        cd_aabb_add(&box, vertices[v]);
        cd_build_triangle(&builder, v, (v + 1) % count, (v + 2) % count);
    }
    uint32_t *place = cd_allocate(count, sizeof *place);
    uint64_t moved = 0;
    uint32_t kept = weld_slowly(vertices, count, weld * cd_aabb_longest_side(&box), place, &moved);
    // The triangles that stay are those that name three places, or whose segment no such triangle has; all of them
    // name the places that the slow way gives, in the same order.
    assert_int_equal(cd_build_adjust(&builder, &WITH(.weld = weld), "a", &status), CD_OK);
    assert_int_equal(builder.vertex_count, kept);
    assert_int_equal(builder.reading.welded, moved);
    uint32_t next = 0;
    for (uint32_t v = 0; v < count; v++) {
        const struct cd_triangle expected = {{place[v], place[(v + 1) % count], place[(v + 2) % count]}};
        if (next < builder.triangle_count && !memcmp(&builder.triangles[next], &expected, sizeof expected))
            next++;
        else if (expected.v[0] != expected.v[1] && expected.v[1] != expected.v[2] &&
                 expected.v[2] != expected.v[0])
            fail_msg("triangle %u is missing", v);
    }
    assert_int_equal(next, builder.triangle_count);
    assert_int_equal(next + builder.reading.collapsed, count);
    cd_build_abandon(&builder);
    cd_free(place);
}

TEST(the_grid_finds_what_looking_at_all_vertices_finds)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    enum { COUNT = 300 };
    struct cd_vec3 vertices[COUNT];
    for (int round = 0; round < 300; round++) {
        // The box is 1 x 1 x 1 at `low`. Most points are close together, many exactly on borders of cells.
        double weld = pow(2, -7 - (double)cd_random_below(&random, 30));
        double low = (double[]){0, -0.5, -1, 1024, -65536}[round % 5];
        for (uint32_t v = 0; v < COUNT; v++) {
            double at[3];
            for (int i = 0; i < 3; i++)
                at[i] = low + 0.5 +
                        weld *
                            (round % 2 ? (double)cd_random_below(&random, 9) - 4
                                       : cd_random_between(&random, -4, 4)) *
                            (i < 2 ? 1 : 0.5);
            vertices[v] = cd_vec(at[0], at[1], at[2]);
        }
        vertices[cd_random_below(&random, COUNT / 2)] = cd_vec(low, low, low);
        vertices[COUNT / 2 + cd_random_below(&random, COUNT / 2)] = cd_vec(low + 1, low + 1, low + 1);
        check_against_slow_welding(vertices, COUNT, weld);
    }
}

TEST(vertices_of_no_triangle_stay_and_attract_none)
{
    // The first is near the third and far from nothing; the last would make the box, and so the tolerance, too large.
    const char *path =
        scratch_write("a.obj", "v 1e-12 0 0\nv 1 0 0\nv 0 0 0\nv 0 1 0\nv 1e15 0 0\nf 2 4 3\n");
    struct cd_mesh *mesh = read_mesh_with(path, WITH(.weld = 1e-9));
    assert_int_equal(mesh->vertex_count, 5);
    assert_true(mesh->box.low.x == 0);
    assert_int_equal(mesh->reading.welded, 0);
    cd_mesh_destroy(mesh);
}

TEST(equal_vertices_of_an_obj_join_when_it_is_welded)
{
    const char *path = scratch_write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\n"
                                              "f 1 2 3\nf 4 5 6\n");
    struct cd_mesh *kept = read_mesh(path);
    struct cd_mesh *welded = read_mesh_with(path, WITH(.weld = 1e-9));
    assert_int_equal(kept->vertex_count, 6);
    assert_int_equal(welded->vertex_count, 4);
    assert_int_equal(welded->component_count, 1);
    assert_int_equal(welded->reading.welded, 0); // none of them moved
    cd_mesh_destroy(kept);
    cd_mesh_destroy(welded);
    path = scratch_write("a.obj", "v 2 2 2\nv 2 2 2\nv 2 2 2\nf 1 2 3\n"); // a mesh without extent
    welded = read_mesh_with(path, WITH(.weld = 1e-2));
    assert_int_equal(welded->vertex_count, 1);
    cd_mesh_destroy(welded);
}

TEST(a_triangle_that_welding_collapses_goes_where_others_cover_it)
{
    static const struct {
        const char *text;
        uint32_t triangles, left_out;
        bool closed, manifold;
    } cases[] = {
        // A tetrahedron one of whose edges is cut in two near its end: closed before and after.
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1e-6 0 0\n"
         "f 1 3 5\nf 5 3 2\nf 1 5 4\nf 5 2 4\nf 1 4 3\nf 2 3 4\n",
         4, 2, true, true},
        // One whose corner is itself a small triangle, which becomes a point.
        {"v 0 0 0\nv 1e-6 0 0\nv 0 1e-6 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
         "f 1 3 2\nf 2 3 5\nf 2 5 4\nf 1 2 4\nf 1 4 6\nf 3 1 6\nf 3 6 5\nf 4 5 6\n",
         4, 4, true, true},
        // A needle: its segment is all there is.
        {"v 0 0 0\nv 1 0 0\nv 0 1e-6 0\nf 1 2 3\n", 1, 0, true, false},
        // A needle beside a triangle with the same edge, and one that only shares a vertex with it.
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1e-6 0\nf 1 2 3\nf 1 2 4\n", 1, 1, false, true},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 1e-6 0\nf 1 2 3\nf 1 4 5\n", 2, 0, false, false},
        // A closed wire, thinner than the tolerance.
        {"v 0 0 0\nv 0 1e-6 0\nv 0 0 1e-6\nv 1 0 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", 4, 0, true, false},
        // A triangle that named a vertex twice in the file already.
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 2\nf 2 3 3\n", 1, 2, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].text);
        struct cd_mesh *mesh = read_mesh_with(scratch_write("a.obj", cases[i].text), WITH(.weld = 1e-5));
        assert_int_equal(mesh->triangle_count, cases[i].triangles);
        assert_int_equal(mesh->reading.collapsed, cases[i].left_out);
        assert_int_equal(mesh->closed, cases[i].closed);
        assert_int_equal(mesh->manifold, cases[i].manifold);
        cd_mesh_destroy(mesh);
    }
}

TEST(scale_and_axis_do_not_change_what_is_welded)
{
    const char *path = write_cube("a.stl", 1, -0.3, 1e-12);
    struct cd_mesh *plain = read_mesh_with(path, WITH(.weld = 1e-9));
    struct cd_mesh *both = read_mesh_with(path, WITH(.weld = 1e-9, .scale = 0x1p-20, .up = 'z'));
    assert_int_equal(plain->vertex_count, both->vertex_count);
    for (uint32_t v = 0; v < plain->vertex_count; v++) {
        struct cd_vec3 p = cd_scale(plain->vertices[v], 0x1p-20), q = both->vertices[v];
        assert_true(p.x == q.x && p.z == q.y && p.y == -q.z);
    }
    cd_mesh_destroy(plain);
    cd_mesh_destroy(both);
}
