/// What a mesh knows about itself: components, edges, fans, box, hash and triangles without area.
#include "scenes/builder.h"
#include "tests/handmade.h"
#include "tests/random_numbers.h"

static const struct cd_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},
                                        {3, 0, 0}, {4, 0, 0}, {3, 1, 0}, {3, 0, 1}};

enum { POINTS = sizeof points / sizeof *points };

static const struct cd_triangle first_two[] = {{{0, 1, 2}}, {{1, 3, 2}}};

/// A mesh of some of the points above, from words of three digits, the points of a triangle.
static struct cd_mesh *make(const char *words)
{
    struct cd_triangle triangles[20] = {{{0}}};
    uint32_t count = 0;
    for (const char *c = words; *c; c++)
        if (*c != ' ') {
            triangles[count / 3].v[count % 3] = (uint32_t)(*c - '0');
            count++;
        }
    return handmade_mesh(points, POINTS, triangles, count / 3);
}

#define TETRAHEDRON "021 013 123 203"
#define SECOND      "576 568 678 758"

TEST(edges_fans_and_components_are_counted)
{
    static const struct {
        const char *triangles, *is; ///< some of closed, manifold, oriented and solid
        uint32_t components, boundary, crowded, degenerate;
    } cases[] = {
        {TETRAHEDRON, "cmos", 1, 0, 0, 0},
        {"021 013 123", "-mo-", 1, 3, 0, 0},
        {"012 013 123 203", "cm--", 1, 0, 0, 0}, // one triangle is turned round
        {TETRAHEDRON " " SECOND, "cmos", 2, 0, 0, 0},
        {TETRAHEDRON " 075 058 578 708", "c-os", 1, 0, 0, 0}, // two that share a vertex,
        {TETRAHEDRON " 071 018 178 708", "c--s", 1, 0, 1, 0}, // or an edge
        {"012 103 014", "----", 1, 6, 1, 0},
        {"012 034", "--o-", 1, 6, 0, 0},              // open fans that share a vertex
        {"012 012", "cm--", 1, 0, 0, 0},              // the same triangle twice
        {TETRAHEDRON " 011 222", "c-os", 1, 0, 0, 2}, // a repeated vertex: such a triangle has no edges
        {"555", "c-os", 1, 0, 0, 1},
        {"015 156 012", "-m--", 1, 5, 0, 2}, // collinear vertices
        {"576 021 568 013 123 678 203", "-mo-", 2, 3, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].triangles);
        struct cd_mesh *mesh = make(cases[i].triangles);
        const char is[] = {mesh->closed ? 'c' : '-', mesh->manifold ? 'm' : '-', mesh->oriented ? 'o' : '-',
                           mesh->solid ? 's' : '-', 0};
        assert_string_equal(is, cases[i].is);
        assert_int_equal(mesh->component_count, cases[i].components);
        assert_int_equal(mesh->boundary_edges, cases[i].boundary);
        assert_int_equal(mesh->crowded_edges, cases[i].crowded);
        assert_int_equal(mesh->degenerate_count, cases[i].degenerate);
        cd_mesh_destroy(mesh);
    }
}

TEST(components_are_numbered_by_their_first_triangle)
{
    // The second tetrahedron comes first and its last triangle is missing.
    struct cd_mesh *mesh = make("576 021 568 013 123 678 203");
    assert_memory_equal(mesh->component, ((uint32_t[]){0, 1, 0, 1, 1, 0, 1}), 7 * sizeof(uint32_t));
    assert_int_equal(mesh->components[0].triangle_count, 3);
    assert_int_equal(mesh->components[0].first_triangle, 0);
    assert_int_equal(mesh->components[1].triangle_count, 4);
    assert_int_equal(mesh->components[1].first_triangle, 1);
    assert_false(mesh->components[0].closed || mesh->components[0].solid);
    assert_true(mesh->components[1].closed && mesh->components[1].solid);
    cd_mesh_destroy(mesh);
}

TEST(the_box_leaves_out_vertices_that_no_triangle_uses_and_a_copy_may_be_centred)
{
    struct cd_mesh *mesh = make(TETRAHEDRON), *aside = make(SECOND), *copy = cd_mesh_centred(aside, 2);
    assert_memory_equal(&mesh->box, (&(struct cd_aabb){{0, 0, 0}, {1, 1, 1}}), sizeof mesh->box);
    assert_memory_equal(&copy->box, (&(struct cd_aabb){{-1, -1, -1}, {1, 1, 1}}), sizeof copy->box);
    assert_string_equal(copy->name, aside->name);
    assert_int_equal(copy->triangle_count, aside->triangle_count);
    assert_true(copy->solid);
    cd_mesh_destroy(mesh);
    cd_mesh_destroy(aside);
    cd_mesh_destroy(copy);
}

TEST(slivers_are_more_than_a_hundred_times_as_long_as_high)
{
    static const struct {
        struct cd_vec3 b, c; ///< corners; the third is 0, 0, 0
        uint32_t slivers, degenerate;
    } cases[] = {
        {{1, 0, 0}, {0.5, 0.0099, 0}, 1, 0},
        {{1, 0, 0}, {0.5, 0.0101, 0}, 0, 0},
        {{1, 1, 1}, {3, 3, 3 + 0x1p-51}, 1, 0}, // nearly collinear
        {{1, 1, 1}, {3, 3, 3}, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%g %g %.17g", cases[i].c.x, cases[i].c.y, cases[i].c.z);
        const struct cd_vec3 corners[] = {{0, 0, 0}, cases[i].b, cases[i].c};
        struct cd_mesh *mesh = handmade_mesh(corners, 3, first_two, 1);
        assert_int_equal(mesh->sliver_count, cases[i].slivers);
        assert_int_equal(mesh->degenerate_count, cases[i].degenerate);
        cd_mesh_destroy(mesh);
    }
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
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int round = 0; round < 2000; round++) {
        struct cd_triangle triangles[12];
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, 12);
        for (uint32_t t = 0; t < count; t++) { // three different ones
            uint32_t first = (uint32_t)cd_random_below(&random, 6),
                     step = 1 + (uint32_t)cd_random_below(&random, 5);
            uint32_t other = 1 + (uint32_t)cd_random_below(&random, 4);
            triangles[t] =
                (struct cd_triangle){{first, (first + step) % 6, (first + other + (other >= step)) % 6}};
        }
        struct cd_mesh *mesh = handmade_mesh(points, POINTS, triangles, count);
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
    struct cd_mesh *meshes[] = {make(TETRAHEDRON), make(TETRAHEDRON), make("021 013 123 032"), NULL};
    meshes[3] = cd_mesh_centred(meshes[0], 1);
    for (int i = 1; i < 4; i++)
        assert_int_equal(cd_hash_equal(meshes[0]->hash, meshes[i]->hash), i == 1);
    for (int i = 0; i < 4; i++)
        cd_mesh_destroy(meshes[i]);
}

TEST(unusable_arrays_are_refused)
{
    static const struct {
        struct cd_vec3 first;
        uint32_t index, triangles;
        const char *wanted;
    } cases[] = {
        {{NAN, 0, 0}, 2, 1, "bad: vertex 1 (counted from 1)"},
        {{0, -INFINITY, 0}, 2, 1, "must be finite"},
        {{0, 0, 1.1e15}, 2, 1, "at most 1e+15"},
        {{0, 0, 0}, 3, 1, "names vertex 4, but there are 3"},
        {{0, 0, 0}, 2, 0, "no triangles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].wanted);
        struct cd_vec3 *vertices = cd_allocate(3, sizeof *vertices);
        vertices[0] = cases[i].first;
        struct cd_triangle *triangle = cd_allocate(1, sizeof *triangle);
        *triangle = (struct cd_triangle){{0, 1, cases[i].index}};
        struct cd_mesh *mesh = NULL;
        struct cd_status status = {0};
        assert_int_equal(cd_mesh_create("bad", vertices, 3, triangle, cases[i].triangles, &mesh, &status),
                         CD_DATA);
        assert_null(mesh);
        if (!strstr(status.text, cases[i].wanted))
            fail_msg("\"%s\" does not say \"%s\"", status.text, cases[i].wanted);
    }
}

// ---- places, and what decides answers ----

/// The same triangles with three corners of their own for each. Frees the mesh.
static struct cd_mesh *loosened(struct cd_mesh *mesh)
{
    struct cd_vec3 corners[100];
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        corners[i] = mesh->vertices[mesh->triangles[i / 3].v[i % 3]];
    struct cd_mesh *loose = handmade_loose(corners, mesh->triangle_count);
    cd_mesh_destroy(mesh);
    return loose;
}

TEST(corners_at_one_place_are_one)
{
    struct cd_mesh *mesh = loosened(handmade_block(cd_vec(4, 4, 4), cd_vec(6, 6, 6), false));
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

TEST(what_is_thinner_than_a_millionth_of_its_longest_side_is_flat)
{
    static const struct {
        struct cd_vec3 normal; ///< of the plane
        double at, thickness;  ///< its place along the normal, and how far one corner is off
        bool flat;
    } cases[] = {
        {{0, 0, 1}, 7, 0, true},
        {{0, 0, 1}, -7, 2e-6, true},
        {{0, 0, 1}, 7, 8e-6, false},
        {{0.48, 0.6, 0.64}, 7, 0, true},
        {{0.48, 0.6, 0.64}, -7, 2e-6, true},
        {{0.48, 0.6, 0.64}, -7, 8e-6, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %g thick at %g", i, cases[i].thickness, cases[i].at);
        struct cd_vec3 n = cases[i].normal, x = {n.z, 0, -n.x}, y = cd_cross(n, x), corners[4];
        x = cd_scale(x, 1 / cd_length(x));
        y = cd_scale(y, 1 / cd_length(y));
        for (int k = 0; k < 4; k++)
            corners[k] = cd_add(cd_scale(n, cases[i].at + (k == 3 ? cases[i].thickness : 0)),
                                cd_add(cd_scale(x, k & 1 ? 2 : 0), cd_scale(y, k & 2 ? 1 : 0)));
        struct cd_mesh *mesh = handmade_mesh(corners, 4, first_two, 2);
        assert_int_equal(cd_mesh_is_flat(mesh), cases[i].flat);
        cd_mesh_destroy(mesh);
    }
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
        test_row("%d %d %g", cases[i].outer_inwards, cases[i].inner_inwards, cases[i].inner_at);
        struct cd_mesh *outer = handmade_box(2, cases[i].outer_inwards);
        struct cd_mesh *inner = handmade_box(1, cases[i].inner_inwards);
        struct cd_mesh *mesh =
            loosened(handmade_join(outer, inner, cd_vec(cases[i].inner_at + 0.25, 0.125, 0)));
        assert_int_equal(mesh->component_count, 2);
        assert_true(fabs(mesh->components[0].volume - (cases[i].outer_inwards ? -64 : 64)) < 1e-12);
        assert_int_equal(cd_mesh_facing(mesh).inside_out, cases[i].inside_out);
        assert_int_equal(cd_mesh_facing(mesh).closed, 2);
        assert_false(cd_mesh_is_flat(mesh));
        cd_mesh_destroy(mesh);
    }
}
