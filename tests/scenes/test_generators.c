/// Generated meshes: the promises about their shape, and how their specifications are read.
#include "base/memory.h"
#include "geom/predicates.h"
#include "geom/triangle.h"
#include "scenes/generators/generator.h"
#include "tests/handmade.h"
#include "tests/read_meshes.h"
#include "tests/touching.h"

static void corners(const struct cd_mesh *mesh, uint32_t t, struct cd_vec3 p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = mesh->vertices[mesh->triangles[t].v[k]];
}

static void assert_sound(const struct cd_mesh *mesh, bool open)
{
    assert_int_equal(mesh->component_count, 1);
    assert_int_equal(mesh->degenerate_count, 0);
    assert_int_equal(mesh->crowded_edges, 0);
    assert_true(mesh->manifold);
    assert_true(mesh->oriented);
    assert_int_equal(mesh->closed, !open);
    assert_int_equal(mesh->solid, !open);
    if (!open)
        assert_true(mesh_volume(mesh) > 0);
}

TEST(every_generator_makes_a_sound_surface_of_about_the_size_that_was_asked_for)
{
    static const unsigned sizes[] = {12, 100, 5000, 20000, 123456};
    const struct cd_recipe *g;
    for (size_t k = 0; (g = cd_recipe_at(CD_RECIPE_GENERATOR, k)); k++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            char specification[100];
            snprintf(specification, sizeof specification, "%s:triangles=%u", g->name, sizes[i]);
            test_row("%s", specification);
            struct cd_mesh *mesh = generated(specification);
            assert_string_equal(mesh->name, specification);
            assert_sound(mesh, !strcmp(g->name, "sheet") || !strcmp(g->name, "fan"));
            if (sizes[i] >= 5000)
                assert_in_range(mesh->triangle_count, 0.9 * sizes[i], 1.1 * sizes[i]);
            cd_mesh_destroy(mesh);
        }
}

/// Whether two triangles meet anywhere except in the vertices that they share.
static bool meet(const struct cd_mesh *mesh, uint32_t s, uint32_t t)
{
    struct cd_vec3 a[3], b[3];
    int shared = 0, in_a = 0, in_b = 0;
    corners(mesh, s, a);
    corners(mesh, t, b);
    for (int i = 0; i < 9; i++)
        if (mesh->triangles[s].v[i / 3] == mesh->triangles[t].v[i % 3]) {
            shared++;
            in_a = i / 3;
            in_b = i % 3;
        }
    if (!shared)
        return cd_triangles_touch(a, b);
    // The sides opposite to a shared vertex, as triangles without area; neighbours could only fold onto each other.
    const struct cd_vec3 *p = &a[(in_a + 1) % 3], *q = &a[(in_a + 2) % 3];
    const struct cd_vec3 *u = &b[(in_b + 1) % 3], *v = &b[(in_b + 2) % 3];
    return shared == 1 && (cd_triangles_touch((struct cd_vec3[]){*p, *q, *q}, b) ||
                           cd_triangles_touch((struct cd_vec3[]){*u, *v, *v}, a));
}

static void assert_no_self_contact(const char *specification)
{
    struct cd_mesh *mesh = generated(specification);
    struct cd_aabb *boxes = cd_allocate(mesh->triangle_count, sizeof *boxes);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        struct cd_vec3 p[3];
        corners(mesh, t, p);
        boxes[t] = box_around(p);
    }
    for (uint32_t s = 0; s < mesh->triangle_count; s++)
        for (uint32_t t = s + 1; t < mesh->triangle_count; t++)
            if (cd_aabb_overlap(&boxes[s], &boxes[t]) && meet(mesh, s, t))
                fail_msg("%s: triangles %u and %u meet", specification, s, t);
    cd_free(boxes);
    cd_mesh_destroy(mesh);
}

TEST(no_default_surface_meets_itself)
{
    const struct cd_recipe *g;
    for (size_t k = 0; (g = cd_recipe_at(CD_RECIPE_GENERATOR, k)); k++)
        assert_no_self_contact(g->name);
    assert_no_self_contact("bumpy:triangles=3000:seed=7:amplitude=0.6:bumps=200");
    assert_no_self_contact("gear:triangles=3000:teeth=3:bore=0.7");
    assert_no_self_contact("comb:triangles=1000:fins=2");
}

TEST(convex_polytopes_have_no_vertex_above_any_side)
{
    const char *const specifications[] = {
        "convex:triangles=4", "convex:triangles=5:seed=2", "convex:triangles=6:seed=3:stretch=1",
        "convex:triangles=300:seed=4", "convex:triangles=2000:seed=5:stretch=1000"};
    const uint32_t counts[] = {4, 4, 6, 300, 2000};
    for (size_t i = 0; i < sizeof specifications / sizeof *specifications; i++) {
        test_row("%s", specifications[i]);
        struct cd_mesh *mesh = generated(specifications[i]);
        assert_sound(mesh, false);
        assert_int_equal(mesh->triangle_count, counts[i]);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            struct cd_vec3 p[3];
            corners(mesh, t, p);
            for (uint32_t v = 0; v < mesh->vertex_count; v++)
                assert_true(cd_orient3d(&p[0], &p[1], &p[2], &mesh->vertices[v]) >= 0);
        }
        cd_mesh_destroy(mesh);
    }
}

TEST(meshes_are_the_same_on_every_machine)
{
    static const struct {
        const char *specification, *hash;
    } golden[] = {
        {"bar", "fc6d3a4e23be3ef8f045499803608d36"},
        {"box", "3cefc7b25dec05748909bba516c8a51d"},
        {"box:scale=1", "3cefc7b25dec05748909bba516c8a51d"},
        {"bumpy", "efaf13079d71ed44549a7e780fe4aee7"},
        {"cloth", "c256644f0e7ce037f8b528f78bfbd196"},
        {"comb", "27688bb212d150e5bc67a9571aef23c7"},
        {"convex", "15314440ac7a11bd4334ebd8b66650a8"},
        {"fan", "5cb2a8ab5ce354a9a49fd6abdab668fc"},
        {"gear", "46b98005189415071266784d70b4788a"},
        {"sheet", "97f58c6425e7ee28b9a05edc6f6b308f"},
        {"sphere", "438d7162e3f5aed8e91ed510409ae690"},
        {"torus", "63d6207d3d49f0b1adb8e390fa3d4d1c"},
        {"torus:grid=50:layout=rapid", "91a2b9ef7999f41fe3a9e7f6d47f6e15"},
        {"torusknot", "7b89798b58b0e36ef5b67e9202dda69b"},
        // with keys that differ from their defaults, since a factor of 1 hides much
        {"bar:triangles=3000:length=3:thickness=0.2", "08432240afa2591308583e1fff1ba685"},
        {"box:triangles=700:x=2:y=3:z=0.5", "46cf38701cca83b1d97e7581206947d8"},
        {"bumpy:triangles=900:seed=7:amplitude=0.6:bumps=20", "f2af989c76629043319394a4ee836284"},
        {"cloth:triangles=900:x=2:y=3:thickness=0.125", "a97f95ea8f7ebd336d74c361f82e5b44"},
        {"comb:triangles=700:fins=7", "ed97499351ca4d86df48b0fb26e0b947"},
        {"comb:triangles=30000:fins=7", "80ead341717ae8d7bab7748ef67a80ae"},
        {"convex:triangles=60:seed=4:stretch=5", "87dd58b5d13708e122bda5eb3f1aac4e"},
        {"gear:triangles=3000:teeth=5:bore=0.3", "97372734b79d2b3c17b35d75d4e25faf"},
        {"sheet:triangles=900:amplitude=0.3", "da6e491365eb63e7313f63e54366e41f"},
        {"torus:triangles=3000:minor=0.7", "77baae38954ff79ecbb60cc33a8fbbbc"},
        {"torusknot:triangles=9000:p=3:q=5", "e3e0e3984d6ac756673469c7ed5dd6d6"},
    };
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct cd_mesh *mesh = generated(golden[i].specification);
        char text[CD_HASH_TEXT];
        test_row("%s", golden[i].specification);
        assert_string_equal(cd_hash_text(mesh->hash, text), golden[i].hash);
        cd_mesh_destroy(mesh);
    }
}

TEST(the_torus_in_the_layout_of_rapid_is_its_sample)
{
    struct cd_mesh *mesh = generated("torus:grid=50:layout=rapid");
    assert_int_equal(mesh->vertex_count, 2500);
    assert_int_equal(mesh->triangle_count, 5000);
    const uint32_t first[2][3] = {{0, 50, 1}, {51, 50, 1}};
    assert_memory_equal(mesh->triangles, first, sizeof first);
    for (uint32_t i = 0; i < 50; i++)
        for (uint32_t j = 0; j < 50; j++) {
            double u = 2 * M_PI * i / 50, v = 2 * M_PI * j / 50;
            const struct cd_vec3 *p = &mesh->vertices[50 * i + j];
            assert_true(fabs(p->x - (1 - 0.2 * cos(v)) * cos(u)) < 3e-9);
            assert_true(fabs(p->y - (1 - 0.2 * cos(v)) * sin(u)) < 3e-9);
            assert_true(fabs(p->z - 0.2 * sin(v)) < 3e-9);
        }
    assert_true(mesh->closed && mesh->manifold);
    assert_false(mesh->oriented || mesh->solid);
    cd_mesh_destroy(mesh);
}

TEST(the_triangles_of_a_fan_meet_in_the_middle_of_its_box)
{
    static const char *const fans[] = {"fan:triangles=4", "fan:triangles=5", "fan:triangles=4097"};
    static const uint32_t counts[] = {4, 6, 4098};
    for (int i = 0; i < 3; i++) {
        test_row("%s", fans[i]);
        struct cd_mesh *mesh = generated(fans[i]);
        struct cd_vec3 middle = cd_aabb_centre(&mesh->box);
        assert_int_equal(mesh->triangle_count, counts[i]);
        assert_true(middle.x == 0 && middle.y == 0 && middle.z == 0);
        assert_sound(mesh, true);
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            assert_int_equal(mesh->triangles[t].v[0], 0);
        assert_true(cd_length(mesh->vertices[0]) == 0);
        cd_mesh_destroy(mesh);
    }
}

TEST(sizes_and_shapes_follow_their_keys)
{
    static const struct {
        const char *specification;
        uint32_t triangles;  ///< 0 if it does not matter
        struct cd_vec3 high; ///< of the box
        double volume, near; ///< the volume, and how far that and the box may be off
    } cases[] = {
        {"box:triangles=300:x=2:y=3:z=0.5", 300, {1, 1.5, 0.25}, 3, 1e-12},
        {"box:scale=0.25:triangles=300:x=8:y=12:z=2", 300, {1, 1.5, 0.25}, 3, 1e-12},
        {"box:triangles=300:x=8:y=12:z=2:scale=0.25", 300, {1, 1.5, 0.25}, 3, 1e-12},
        {"torus:minor=0.5:grid=40", 3200, {1.5, 1.5, 0.5}, 4.89434837, 1e-6}, // 200 sin^2(pi / 20)
        {"bar:triangles=100000:length=3:thickness=0.2", 0, {1.5, 0.1, 0.1}, 3 * M_PI * 0.01, 1e-3},
        {"cloth:triangles=3000:x=2:y=3:thickness=0.125", 0, {1, 1.5, 0.0625}, 0.75, 1e-12},
        {"sheet:amplitude=0:triangles=200", 200, {0.5, 0.5, 0}, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cd_mesh *mesh = generated(cases[i].specification);
        struct cd_vec3 high = mesh->box.high;
        double volume = mesh_volume(mesh);
        test_row("%s: up to %g %g %g, volume %.9g", mesh->name, high.x, high.y, high.z, volume);
        assert_string_equal(mesh->name, cases[i].specification);
        assert_true(!cases[i].triangles || mesh->triangle_count == cases[i].triangles);
        assert_true(cd_length(cd_add(mesh->box.low, high)) <= cases[i].near);
        assert_true(cd_length(cd_sub(high, cases[i].high)) <= cases[i].near);
        assert_true(fabs(volume - cases[i].volume) <= cases[i].near);
        cd_mesh_destroy(mesh);
    }
}

TEST(wrong_words_are_answered_with_the_right_ones)
{
    static const char *const cases[][2] = {
        {"spere", "\"spere\" is no generator; did you mean sphere?"},
        {"zzzzzzzz",
         "; valid: bar, box, bumpy, cloth, comb, convex, fan, gear, sheet, sphere, torus, torusknot"},
        {"", "no generator"},
        {"torus:gird=50",
         "torus: there is no setting 'gird'; did you mean grid? valid: triangles, minor, grid, "},
        {"sphere:seed=1", "valid: triangles"},
        {"sphere:size=2", "valid: triangles, scale"},
        {"sphere:triangles=11", "from 12 to 4000000"},
        {"sphere:triangles=4000001", "from 12 to 4000000"},
        {"sphere:triangles", "write key=value"},
        {"fan:triangles=3", "4"},
        {"torus:layout=odd", "oriented|rapid"},
        {"torus:minor=nan", "from 0.001 to 0.99"},
        {"torusknot:p=4:q=6", "coprime"},
        {"box:scale=3", "power of two"},
        {"box:scale=2147483648", "a number from 9.31322574615479e-10 to 1073741824"},
        {"box:scale=2:scale=2", "scale"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cd_mesh *mesh = NULL;
        struct cd_status status = {0};
        test_row("%s", cases[i][0]);
        assert_int_equal(cd_mesh_generate(cases[i][0], &mesh, &status), CD_USAGE);
        assert_null(mesh);
        if (!strstr(status.text, cases[i][1]))
            fail_msg("\"%s\" does not say \"%s\"", status.text, cases[i][1]);
        assert_int_equal(cd_mesh_check(cases[i][0], &status), CD_USAGE);
    }
}
