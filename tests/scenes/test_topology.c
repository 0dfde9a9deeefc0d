/// What a mesh knows about itself: components, edges, fans, box, hash and triangles without area.
#include "base/memory.h"
#include "base/random.h"
#include "scenes/builder.h"
#include "scenes/mesh.h"
#include "tests/test.h"

#include <math.h>

static const struct cd_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},
                                        {3, 0, 0}, {4, 0, 0}, {3, 1, 0}, {3, 0, 1}};

enum { POINTS = sizeof points / sizeof *points };

/// A mesh of some of the points above. `t` has three indices per triangle.
static struct cd_mesh *make(const uint32_t *t, uint32_t triangle_count)
{
    struct cd_vec3 *vertices = cd_allocate(POINTS, sizeof *vertices);
    memcpy(vertices, points, sizeof points);
    struct cd_triangle *triangles = cd_allocate(triangle_count, sizeof *triangles);
    memcpy(triangles, t, triangle_count * sizeof *triangles);
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    if (cd_mesh_create("made", vertices, POINTS, triangles, triangle_count, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

#define MAKE(...)                                                                                            \
    make((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / (3 * sizeof(uint32_t)))

#define TETRAHEDRON        0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3
#define SECOND_TETRAHEDRON 5, 7, 6, 5, 6, 8, 6, 7, 8, 7, 5, 8

TEST(a_tetrahedron_is_closed_manifold_oriented_and_solid)
{
    struct cd_mesh *mesh = MAKE(TETRAHEDRON);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->closed && mesh->manifold && mesh->oriented && mesh->solid);
    assert_int_equal(mesh->boundary_edges, 0);
    assert_int_equal(mesh->crowded_edges, 0);
    assert_int_equal(mesh->degenerate_count, 0);
    cd_mesh_destroy(mesh);
}

TEST(the_box_leaves_out_vertices_that_no_triangle_uses)
{
    struct cd_mesh *mesh = MAKE(TETRAHEDRON);
    assert_true(mesh->box.low.x == 0 && mesh->box.low.y == 0 && mesh->box.low.z == 0);
    assert_true(mesh->box.high.x == 1 && mesh->box.high.y == 1 && mesh->box.high.z == 1);
    cd_mesh_destroy(mesh);
}

TEST(an_open_surface_has_boundary_edges_and_is_not_solid)
{
    struct cd_mesh *mesh = MAKE(0, 2, 1, 0, 1, 3, 1, 2, 3);
    assert_false(mesh->closed || mesh->solid);
    assert_true(mesh->manifold && mesh->oriented);
    assert_int_equal(mesh->boundary_edges, 3);
    cd_mesh_destroy(mesh);
}

TEST(a_triangle_turned_round_breaks_orientation_and_solidity)
{
    struct cd_mesh *mesh = MAKE(0, 1, 2, 0, 1, 3, 1, 2, 3, 2, 0, 3);
    assert_true(mesh->closed && mesh->manifold);
    assert_false(mesh->oriented || mesh->solid);
    cd_mesh_destroy(mesh);
}

TEST(components_are_numbered_by_their_first_triangle)
{
    // The second tetrahedron comes first and its last triangle is missing.
    struct cd_mesh *mesh = MAKE(5, 7, 6, 0, 2, 1, 5, 6, 8, 0, 1, 3, 1, 2, 3, 6, 7, 8, 2, 0, 3);
    const uint32_t expected[] = {0, 1, 0, 1, 1, 0, 1};
    assert_int_equal(mesh->component_count, 2);
    assert_memory_equal(mesh->component, expected, sizeof expected);
    assert_int_equal(mesh->components[0].triangle_count, 3);
    assert_int_equal(mesh->components[0].first_triangle, 0);
    assert_int_equal(mesh->components[1].triangle_count, 4);
    assert_int_equal(mesh->components[1].first_triangle, 1);
    assert_false(mesh->components[0].closed || mesh->components[0].solid);
    assert_true(mesh->components[1].closed && mesh->components[1].solid);
    assert_false(mesh->closed || mesh->solid);
    assert_true(mesh->manifold && mesh->oriented);
    cd_mesh_destroy(mesh);
}

TEST(two_closed_components_are_closed_together)
{
    struct cd_mesh *mesh = MAKE(TETRAHEDRON, SECOND_TETRAHEDRON);
    assert_int_equal(mesh->component_count, 2);
    assert_true(mesh->closed && mesh->manifold && mesh->oriented && mesh->solid);
    cd_mesh_destroy(mesh);
}

TEST(solids_that_share_a_vertex_are_not_manifold_but_solid)
{
    // Tetrahedra 0,1,2,3 and 0,5,7,8 are connected at vertex 0 alone.
    struct cd_mesh *mesh = MAKE(TETRAHEDRON, 0, 7, 5, 0, 5, 8, 5, 7, 8, 7, 0, 8);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->closed && mesh->oriented && mesh->solid);
    assert_false(mesh->manifold);
    assert_int_equal(mesh->crowded_edges, 0);
    cd_mesh_destroy(mesh);
}

TEST(solids_that_share_an_edge_have_a_crowded_edge_and_are_solid)
{
    // Tetrahedra 0,1,2,3 and 0,1,7,8 share the edge 0 1.
    struct cd_mesh *mesh = MAKE(TETRAHEDRON, 0, 7, 1, 0, 1, 8, 1, 7, 8, 7, 0, 8);
    assert_int_equal(mesh->crowded_edges, 1);
    assert_int_equal(mesh->boundary_edges, 0);
    assert_true(mesh->closed && mesh->solid);
    assert_false(mesh->manifold || mesh->oriented);
    cd_mesh_destroy(mesh);
}

TEST(three_triangles_at_an_edge_are_closed_by_no_side)
{
    struct cd_mesh *mesh = MAKE(0, 1, 2, 1, 0, 3, 0, 1, 4);
    assert_int_equal(mesh->crowded_edges, 1);
    assert_int_equal(mesh->boundary_edges, 6);
    assert_false(mesh->closed || mesh->manifold || mesh->oriented || mesh->solid);
    cd_mesh_destroy(mesh);
}

TEST(open_fans_that_meet_in_a_vertex_are_not_manifold)
{
    struct cd_mesh *mesh = MAKE(0, 1, 2, 0, 3, 4);
    assert_int_equal(mesh->component_count, 1);
    assert_false(mesh->manifold);
    assert_true(mesh->oriented);
    cd_mesh_destroy(mesh);
}

TEST(the_same_triangle_twice_is_not_oriented)
{
    struct cd_mesh *mesh = MAKE(0, 1, 2, 0, 1, 2);
    assert_true(mesh->closed);
    assert_false(mesh->oriented || mesh->solid);
    cd_mesh_destroy(mesh);
}

TEST(a_triangle_with_a_repeated_vertex_counts_no_edges)
{
    struct cd_mesh *mesh = MAKE(TETRAHEDRON, 0, 1, 1, 2, 2, 2);
    assert_int_equal(mesh->degenerate_count, 2);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->closed && mesh->oriented && mesh->solid);
    assert_false(mesh->manifold);
    assert_int_equal(mesh->boundary_edges + mesh->crowded_edges, 0);
    cd_mesh_destroy(mesh);
    mesh = MAKE(5, 5, 5);
    assert_int_equal(mesh->component_count, 1);
    assert_false(mesh->manifold);
    cd_mesh_destroy(mesh);
}

TEST(collinear_vertices_are_degenerate_and_nearly_collinear_are_not)
{
    struct cd_mesh *mesh = MAKE(0, 1, 5, 1, 5, 6, 0, 1, 2);
    assert_int_equal(mesh->degenerate_count, 2);
    cd_mesh_destroy(mesh);
    struct cd_vec3 *vertices = cd_allocate(3, sizeof *vertices);
    vertices[1] = cd_vec(1, 1, 1);
    vertices[2] = cd_vec(3, 3, 3 + 0x1p-51);
    struct cd_triangle *triangle = cd_allocate(1, sizeof *triangle);
    *triangle = (struct cd_triangle){{0, 1, 2}};
    assert_int_equal(cd_mesh_create("thin", vertices, 3, triangle, 1, &mesh, NULL), CD_OK);
    assert_int_equal(mesh->degenerate_count, 0);
    assert_int_equal(mesh->sliver_count, 1);
    cd_mesh_destroy(mesh);
}

TEST(slivers_are_more_than_a_hundred_times_as_long_as_high)
{
    for (int is_sliver = 0; is_sliver < 2; is_sliver++) {
        struct cd_mesh *mesh;
        struct cd_vec3 *vertices = cd_allocate(3, sizeof *vertices);
        vertices[1] = cd_vec(1, 0, 0);
        vertices[2] = cd_vec(0.5, is_sliver ? 0.0099 : 0.0101, 0);
        struct cd_triangle *triangle = cd_allocate(1, sizeof *triangle);
        *triangle = (struct cd_triangle){{0, 1, 2}};
        assert_int_equal(cd_mesh_create("thin", vertices, 3, triangle, 1, &mesh, NULL), CD_OK);
        assert_int_equal(mesh->sliver_count, is_sliver);
        cd_mesh_destroy(mesh);
    }
    struct cd_mesh *collinear = MAKE(0, 1, 5);
    assert_int_equal(collinear->sliver_count, 0);
    cd_mesh_destroy(collinear);
}

static uint64_t test_seed(void)
{
    const char *given = getenv("CDBENCH_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
    print_message("CDBENCH_TEST_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

/// Counts the uses of the directed edge from a to b.
static int uses(const struct cd_mesh *mesh, uint32_t a, uint32_t b)
{
    int count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            count += mesh->triangles[t].v[k] == a && mesh->triangles[t].v[(k + 1) % 3] == b;
    return count;
}

TEST(random_soups_agree_with_counting_edge_by_edge)
{
    struct cd_random random = cd_random_seed(test_seed());
    for (int round = 0; round < 2000; round++) {
        uint32_t indices[3 * 12], count = 1 + (uint32_t)cd_random_below(&random, 12);
        for (uint32_t t = 0; t < count; t++)
            for (uint32_t k = 0; k < 3; k++) {
                bool again;
                do {
                    indices[3 * t + k] = (uint32_t)cd_random_below(&random, 6);
                    again = (k > 0 && indices[3 * t + k] == indices[3 * t]) ||
                            (k > 1 && indices[3 * t + k] == indices[3 * t + 1]);
                } while (again);
            }
        struct cd_mesh *mesh = make(indices, count);
        uint32_t boundary = 0, crowded = 0;
        bool oriented = true, solid = true;
        for (uint32_t a = 0; a < POINTS; a++)
            for (uint32_t b = a + 1; b < POINTS; b++) {
                int forth = uses(mesh, a, b), back = uses(mesh, b, a);
                boundary += forth + back == 1;
                crowded += forth + back > 2;
                oriented &= forth <= 1 && back <= 1;
                solid &= forth == back;
            }
        assert_int_equal(mesh->boundary_edges, boundary);
        assert_int_equal(mesh->crowded_edges, crowded);
        assert_int_equal(mesh->closed, boundary == 0);
        assert_int_equal(mesh->oriented, oriented);
        assert_int_equal(mesh->solid, solid);
        cd_mesh_destroy(mesh);
    }
}

TEST(the_hash_sees_vertices_and_triangles_but_not_the_name)
{
    struct cd_mesh *a = MAKE(TETRAHEDRON), *b = MAKE(TETRAHEDRON),
                   *c = MAKE(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2);
    assert_true(cd_hash_equal(a->hash, b->hash));
    assert_false(cd_hash_equal(a->hash, c->hash));
    struct cd_mesh *moved = cd_mesh_centred(a, 1);
    assert_false(cd_hash_equal(a->hash, moved->hash));
    cd_mesh_destroy(a);
    cd_mesh_destroy(b);
    cd_mesh_destroy(c);
    cd_mesh_destroy(moved);
}

TEST(a_centred_copy_has_its_box_about_the_origin)
{
    struct cd_mesh *mesh = MAKE(SECOND_TETRAHEDRON);
    struct cd_mesh *copy = cd_mesh_centred(mesh, 2);
    assert_true(copy->box.low.x == -1 && copy->box.low.y == -1 && copy->box.low.z == -1);
    assert_true(copy->box.high.x == 1 && copy->box.high.y == 1 && copy->box.high.z == 1);
    assert_string_equal(copy->name, mesh->name);
    assert_int_equal(copy->triangle_count, mesh->triangle_count);
    assert_true(copy->solid);
    cd_mesh_destroy(mesh);
    cd_mesh_destroy(copy);
}

static void assert_not_created(struct cd_vec3 first, uint32_t index, uint32_t triangle_count,
                               const char *wanted)
{
    struct cd_vec3 *vertices = cd_allocate(3, sizeof *vertices);
    vertices[0] = first;
    vertices[1].x = vertices[2].y = 1;
    struct cd_triangle *triangle = cd_allocate(1, sizeof *triangle);
    *triangle = (struct cd_triangle){{0, 1, index}};
    struct cd_mesh *mesh = NULL;
    struct cd_status status = {0};
    assert_int_equal(cd_mesh_create("bad", vertices, 3, triangle, triangle_count, &mesh, &status), CD_DATA);
    assert_null(mesh);
    if (!strstr(status.text, wanted) || strncmp(status.text, "bad: ", 5) != 0)
        fail_msg("\"%s\" does not say \"%s\"", status.text, wanted);
}

TEST(unusable_arrays_are_refused)
{
    assert_not_created(cd_vec(NAN, 0, 0), 2, 1, "vertex 1 (counted from 1)");
    assert_not_created(cd_vec(0, -INFINITY, 0), 2, 1, "must be finite");
    assert_not_created(cd_vec(0, 0, 1.1e15), 2, 1, "at most 1e+15");
    assert_not_created(cd_vec(0, 0, 0), 3, 1, "names vertex 4, but there are 3");
    assert_not_created(cd_vec(0, 0, 0), 2, 0, "no triangles");
}

// ---- places, and what decides answers ----

/// A cube of side 2 about `at`, with three corners of its own for every triangle; turned inwards if `inwards`.
static void add_cube(struct cd_builder *builder, struct cd_vec3 at, double side, bool inwards)
{
    static const char corners[] = "032021 456467 015054 126165 237276 304347";
    for (const char *c = corners; *c; c++) {
        if (*c == ' ')
            continue;
        static const double x[] = {0, 1, 1, 0, 0, 1, 1, 0}, y[] = {0, 0, 1, 1, 0, 0, 1, 1};
        int i = *c - '0';
        cd_build_vertex(builder, cd_vec(at.x + side * (x[i] - .5), at.y + side * (y[i] - .5),
                                        at.z + side * ((i > 3) - .5)));
        uint32_t n = builder->vertex_count;
        if (n % 3 == 0)
            cd_build_triangle(builder, n - 3, inwards ? n - 1 : n - 2, inwards ? n - 2 : n - 1);
    }
}

static struct cd_mesh *finish(struct cd_builder *builder)
{
    struct cd_mesh *mesh = NULL;
    assert_int_equal(cd_mesh_create("cubes", builder->vertices, builder->vertex_count, builder->triangles,
                                    builder->triangle_count, &mesh, NULL),
                     CD_OK);
    *builder = (struct cd_builder){0};
    return mesh;
}

TEST(corners_at_one_place_are_one)
{
    struct cd_builder builder = {0};
    add_cube(&builder, cd_vec(5, 5, 5), 2, false);
    struct cd_mesh *mesh = finish(&builder);
    assert_int_equal(mesh->vertex_count, 36);
    assert_int_equal(mesh->place_count, 8);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->closed && mesh->manifold && mesh->oriented && mesh->solid);
    assert_true(mesh->components[0].volume == 8);
    for (uint32_t v = 0; v < 36; v++) {
        assert_true(mesh->place[v] <= v && mesh->place[mesh->place[v]] == mesh->place[v]);
        assert_memory_equal(&mesh->vertices[v], &mesh->vertices[mesh->place[v]], sizeof *mesh->vertices);
    }
    cd_mesh_part_places(mesh);
    assert_int_equal(mesh->component_count, 12);
    assert_int_equal(mesh->boundary_edges, 36);
    assert_true(!mesh->closed && !mesh->solid && !mesh->place);
    cd_mesh_destroy(mesh);
}

TEST(negative_zero_is_at_the_place_of_zero)
{
    static const struct cd_vec3 corners[] = {{0, 0, 0}, {-0.0, 0, -0.0}, {0, 0x1p-1074, 0}};
    uint32_t place[3];
    assert_int_equal(cd_find_places(corners, 3, place), 2);
    assert_memory_equal(place, ((uint32_t[]){0, 0, 2}), sizeof place);
}

TEST(what_faces_inwards_is_inside_out_unless_it_is_a_cavity)
{
    static const struct {
        bool outer_inwards, inner_inwards;
        double inner_at;
        uint32_t inside_out;
    } cases[] = {
        {false, true, 0, 0},                                            // a cube with a cavity
        {false, false, 0, 0},                                           // a cube within a cube
        {true, true, 0, 2},   {true, false, 0, 1}, {false, true, 9, 1}, // beside each other
        {false, false, 9, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cd_builder builder = {0};
        add_cube(&builder, cd_vec(0, 0, 0), 4, cases[i].outer_inwards);
        add_cube(&builder, cd_vec(cases[i].inner_at + 0.25, 0.125, 0), 2, cases[i].inner_inwards);
        struct cd_mesh *mesh = finish(&builder);
        assert_int_equal(mesh->component_count, 2);
        assert_true(fabs(mesh->components[0].volume - (cases[i].outer_inwards ? -64 : 64)) < 1e-12);
        assert_int_equal(cd_mesh_facing(mesh).inside_out, cases[i].inside_out);
        assert_int_equal(cd_mesh_facing(mesh).closed, 2);
        assert_false(cd_mesh_is_flat(mesh));
        cd_mesh_destroy(mesh);
    }
}
