// Image_CD. For every erratum of the paper, a scene shows its effect. The default is compared with exact answers where
// bodies are clearly apart or clearly overlap.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "algos/mesh/image_cd/image_cd.h"
#include "base/memory.h"
#include "base/random.h"
#include "geom/triangle.h"
#include "tests/opened.h"
#include "tests/test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_BODIES 4

// ---- meshes -----------------------------------------------------------------------------------------------

// A solid of unit cubes. `cells` has nx*ny*nz characters, x fastest, with '#' for a cube. The solid is scaled to `size`
// per cube and moved so that the grid's corner is at `corner`.
struct cubes {
    int nx, ny, nz;
    const char *cells;
};

static bool cube_at(const struct cubes *cubes, int x, int y, int z)
{
    return x >= 0 && y >= 0 && z >= 0 && x < cubes->nx && y < cubes->ny && z < cubes->nz &&
           cubes->cells[(z * cubes->ny + y) * cubes->nx + x] == '#';
}

static uint32_t grid_vertex(const struct cubes *cubes, int x, int y, int z)
{
    return (uint32_t)((z * (cubes->ny + 1) + y) * (cubes->nx + 1) + x);
}

// The two triangles of the face of cube p towards axis k, side 0 or 1.
static void add_face(const struct cubes *cubes, const int p[3], int k, int side,
                     struct cd_triangle *triangles, uint32_t *count)
{
    uint32_t corner[4];
    for (int c = 0; c < 4; c++) { // counterclockwise seen from outside
        int u = (c == 1 || c == 2), v = c >= 2, q[3];
        q[k] = p[k] + side;
        q[(k + 1) % 3] = p[(k + 1) % 3] + (side ? u : v);
        q[(k + 2) % 3] = p[(k + 2) % 3] + (side ? v : u);
        corner[c] = grid_vertex(cubes, q[0], q[1], q[2]);
    }
    triangles[(*count)++] = (struct cd_triangle){{corner[0], corner[1], corner[2]}};
    triangles[(*count)++] = (struct cd_triangle){{corner[0], corner[2], corner[3]}};
}

static struct cd_mesh *make_cubes(struct cubes cubes, struct cd_vec3 corner, struct cd_vec3 size)
{
    int nx = cubes.nx, ny = cubes.ny, nz = cubes.nz;
    uint32_t vertex_count = (uint32_t)((nx + 1) * (ny + 1) * (nz + 1)), triangle_count = 0;
    struct cd_vec3 *vertices = cd_allocate(vertex_count, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate((size_t)(nx * ny * nz * 12), sizeof *triangles);
    for (int z = 0; z <= nz; z++)
        for (int y = 0; y <= ny; y++)
            for (int x = 0; x <= nx; x++)
                vertices[grid_vertex(&cubes, x, y, z)] =
                    cd_vec(corner.x + x * size.x, corner.y + y * size.y, corner.z + z * size.z);
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                for (int k = 0; k < 6; k++) {
                    int p[3] = {x, y, z}, q[3] = {x, y, z}, side = k & 1;
                    q[k / 2] += side ? 1 : -1;
                    if (cube_at(&cubes, x, y, z) && !cube_at(&cubes, q[0], q[1], q[2]))
                        add_face(&cubes, p, k / 2, side, triangles, &triangle_count);
                }
    struct cd_mesh *mesh = NULL;
    struct cd_status status;
    if (cd_mesh_create("cubes", vertices, vertex_count, triangles, triangle_count, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

static struct cd_mesh *make_box(struct cd_vec3 low, struct cd_vec3 high)
{
    return make_cubes((struct cubes){1, 1, 1, "#"}, low, cd_sub(high, low));
}

// A column at the left with two arms to the right, one above the other in z, and room below them. Seen from above, a
// ray enters and leaves the solid twice before it reaches that room. Cubes of side 1 from the origin.
static struct cd_mesh *make_two_arms(void)
{
    return make_cubes((struct cubes){4, 3, 5,
                                     "#..." // z = 0
                                     "#..."
                                     "#..."
                                     "####" // z = 1: the lower arm
                                     "####"
                                     "####"
                                     "#..." // z = 2
                                     "#..."
                                     "#..."
                                     "####" // z = 3: the upper arm
                                     "####"
                                     "####"
                                     "#..." // z = 4
                                     "#..."
                                     "#..."},
                      cd_vec(0, 0, 0), cd_vec(1, 1, 1));
}

static struct cd_mesh *generate(const char *specification)
{
    struct cd_mesh *mesh = NULL;
    struct cd_status status;
    if (cd_mesh_generate(specification, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

// Triangles that share no vertex, across the x axis: two edges of one pass through the middle, of the next one the
// third, and so on, so that no two edges in a row do, but for those of a triangle's first corner.
static struct cd_mesh *make_loose_triangles(void)
{
    enum { COUNT = 64 };
    static const double corners[2][3][2] = {{{0, 0}, {3, -1}, {0, -2}}, {{3, -3}, {-3, -3}, {3, 3}}};
    struct cd_vec3 *vertices = cd_allocate((size_t)3 * COUNT, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(COUNT, sizeof *triangles);
    for (uint32_t i = 0; i < 3 * COUNT; i++) {
        const double *corner = corners[i / 3 % 2][i % 3];
        vertices[i] = cd_vec(0.9 * (2.0 * (i / 3) / (COUNT - 1) - 1), corner[0], corner[1]);
        triangles[i / 3].v[i % 3] = i;
    }
    struct cd_mesh *mesh = NULL;
    struct cd_status status;
    if (cd_mesh_create("loose triangles", vertices, 3 * COUNT, triangles, COUNT, &mesh, &status))
        fail_msg("%s", status.text);
    return mesh;
}

// ---- scenes and instances ---------------------------------------------------------------------------------

// A scene of up to MAX_BODIES bodies. Body i has mesh i. The tests set up its frame by hand.
struct stage {
    struct cd_scene scene;
    struct cd_mesh *meshes[MAX_BODIES];
    struct cd_body bodies[MAX_BODIES];
    struct cd_frame frame;
};

static void set_stage(struct stage *stage, uint32_t count, struct cd_mesh *const *meshes)
{
    *stage = (struct stage){.frame = {.body_count = count}};
    stage->frame.bodies = stage->bodies;
    for (uint32_t i = 0; i < count; i++) {
        stage->meshes[i] = meshes[i];
        stage->bodies[i] = (struct cd_body){i, i, 0, meshes[i]->vertices, cd_pose_identity()};
    }
    stage->scene = (struct cd_scene){.mesh_count = count,
                                     .meshes = stage->meshes,
                                     .frame_count = 1,
                                     .body_limit = count,
                                     .max_bodies = count,
                                     .deforms = true};
}

static void clear_stage(struct stage *stage)
{
    for (uint32_t i = 0; i < stage->scene.mesh_count; i++) {
        bool shared = false;
        for (uint32_t j = 0; j < i; j++)
            shared |= stage->meshes[j] == stage->meshes[i];
        if (!shared)
            cd_mesh_destroy(stage->meshes[i]);
    }
}

static struct cd_context one_thread = {.threads = 1};

// The number of records in an instance's answer for a frame. The records stay in the sink of its first worker.
static uint64_t ask(struct cd_instance *instance, const struct cd_frame *frame, enum cd_query query)
{
    struct cd_worker *worker = cd_instance_workers(instance);
    struct cd_status status = {0};
    cd_sink_begin(worker->sink, query, CD_SINK_STORE, frame->index);
    if (cd_instance_update(instance, frame, &status) || cd_instance_query(instance, &status))
        fail_msg("%s", status.text);
    return cd_sinks_merge(worker->sink, 1).count;
}

static bool collides(const struct stage *stage, const char *specification)
{
    struct cd_instance *instance = open_instance(&stage->scene, specification, CD_QUERY_PAIRS);
    uint64_t count = ask(instance, &stage->frame, CD_QUERY_PAIRS);
    cd_instance_destroy(instance);
    return count > 0;
}

static uint64_t seed(void)
{
    const char *text = getenv("CDBENCH_TEST_SEED");
    uint64_t value = text ? strtoull(text, NULL, 10) : 20110944;
    print_message("CDBENCH_TEST_SEED=%llu\n", (unsigned long long)value);
    return value;
}

static struct cd_vec3 random_direction(struct cd_random *random)
{
    struct cd_vec3 p;
    do
        p = cd_vec(cd_random_between(random, -1, 1), cd_random_between(random, -1, 1),
                   cd_random_between(random, -1, 1));
    while (cd_dot(p, p) > 1 || cd_dot(p, p) < 0.01);
    return cd_scale(p, 1 / cd_length(p));
}

static struct cd_pose random_rotation(struct cd_random *random)
{
    struct cd_pose pose = cd_pose_identity();
    struct cd_vec3 axis = random_direction(random);
    cd_rotation_about(axis, cd_random_between(random, 0, 2 * M_PI), pose.r);
    return pose;
}

static void move(struct cd_pose *pose, struct cd_vec3 by)
{
    pose->t[0] += by.x;
    pose->t[1] += by.y;
    pose->t[2] += by.z;
}

// Turns the whole stage about the origin.
static void turn_stage(struct stage *stage, const struct cd_pose *by)
{
    for (uint32_t i = 0; i < stage->frame.body_count; i++) {
        struct cd_pose *pose = &stage->bodies[i].pose, old = *pose;
        struct cd_vec3 t = cd_canonical_vertex(by, cd_vec(old.t[0], old.t[1], old.t[2]));
        cd_matrix_multiply(by->r, old.r, pose->r);
        pose->t[0] = t.x;
        pose->t[1] = t.y;
        pose->t[2] = t.z;
    }
}

static void set_row_of_boxes(struct stage *stage) // 0 and 1 overlap, 1 and 2 overlap, 3 is alone
{
    struct cd_mesh *meshes[4];
    const double left[] = {0, 0.9, 1.8, 7};
    for (int i = 0; i < 4; i++)
        meshes[i] = make_box(cd_vec(left[i], 0.1 * i, 0.2 * i), cd_vec(left[i] + 1, 1 + 0.1 * i, 1));
    set_stage(stage, 4, meshes);
}

// In a child process, because a process that has found a driver keeps it, and first, before a driver is loaded.
TEST(a_machine_without_opengl_is_told_what_to_install)
{
    struct stage stage;
    set_row_of_boxes(&stage);
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1);
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_instance *instance;
        struct cd_status status = {0};
        bool told = !cd_algo_select("image_cd_culled", &algo, &settings, &status) &&
                    cd_instance_create(algo, settings, &stage.scene, CD_QUERY_PAIRS, &one_thread, &instance,
                                       &status) == CD_ENVIRONMENT &&
                    strstr(status.text, "libgl1-mesa-dri") && !strchr(status.text, '\n');
        if (!told)
            fprintf(stderr, "told: %s\n", status.text);
        _exit(!told);
    }
    int result = -1;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    clear_stage(&stage);
}

// ---- the errata of the paper ------------------------------------------------------------------------------

TEST(e1_faces_at_exactly_an_edges_depth_are_next_to_none)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(2, 2, 2)),
                                   make_box(cd_vec(-1, -1, -1), cd_vec(1.1, 1.2, 1.3))});
    assert_false(collides(&stage, "image_cd:variant=printed"));
    assert_true(collides(&stage, "image_cd:variant=mended"));
    assert_false(collides(&stage, "image_cd:erratum=e1"));
    assert_true(collides(&stage, "image_cd"));
    assert_true(collides(&stage, "image_cd_culled"));
    clear_stage(&stage);
}

TEST(e2_a_second_entry_counts)
{
    struct stage stage; // the small box lies inside the lower of two arms
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(2.1, 1.1, 1.2), cd_vec(2.9, 1.9, 1.8)), make_two_arms()});
    assert_false(collides(&stage, "image_cd:axis=z:erratum=e2"));
    assert_false(collides(&stage, "image_cd:axis=z:variant=mended"));
    assert_true(collides(&stage, "image_cd:axis=z"));
    assert_true(collides(&stage, "image_cd_culled:axis=z"));
    clear_stage(&stage);
}

TEST(e3_exits_are_counted_at_any_count_above_one)
{
    struct stage stage; // the small box lies in the room below both arms
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(2.1, 1.1, 0.2), cd_vec(2.9, 1.9, 0.8)), make_two_arms()});
    assert_true(collides(&stage, "image_cd:axis=z:erratum=e3"));
    assert_false(collides(&stage, "image_cd:axis=z"));
    assert_false(collides(&stage, "image_cd_culled:axis=z"));
    clear_stage(&stage);
}

TEST(e4_faces_in_front_of_the_view_are_entries)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(-1, -1, -1), cd_vec(1, 1, 1)),
                                   make_box(cd_vec(-5, -5, -5), cd_vec(5, 5, 5))});
    assert_false(collides(&stage, "image_cd:erratum=e4"));
    assert_false(collides(&stage, "image_cd:variant=mended"));
    assert_true(collides(&stage, "image_cd:variant=mended:near=before"));
    assert_true(collides(&stage, "image_cd"));
    assert_true(collides(&stage, "image_cd_culled"));
    clear_stage(&stage);
}

TEST(e5_edges_that_cross_in_the_picture_are_no_entries)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(2.1, 1.1, 0.2), cd_vec(2.9, 1.9, 0.8)), make_two_arms()});
    assert_true(collides(&stage, "image_cd:erratum=e5"));
    assert_false(collides(&stage, "image_cd_culled"));
    clear_stage(&stage);
}

// Two plates, one above the other, as one body. In every pixel, one plate's edge hides the edge of the other.
static struct cd_mesh *make_plates(void)
{
    return make_cubes((struct cubes){1, 1, 11, "#.........#"}, cd_vec(2.1, 1.1, 2.05), cd_vec(0.8, 0.8, 0.1));
}

TEST(e6_an_edge_behind_another_is_seen)
{
    bool last_found_both = true;
    for (int lower = 0; lower < 2; lower++) {
        struct stage stage; // one plate lies inside an arm, the other one outside: above, then below it
        set_stage(&stage, 2, (struct cd_mesh *[]){make_plates(), make_two_arms()});
        move(&stage.bodies[0].pose, cd_vec(0, 0, lower ? -0.35 : 0.4));
        last_found_both &= collides(&stage, "image_cd_culled:axis=z:layers=last");
        assert_true(collides(&stage, "image_cd_culled:axis=z"));
        clear_stage(&stage);
    }
    assert_false(last_found_both);
}

// Three plates a tenth thick, `step` tenths apart.
static struct cd_mesh *make_three_plates(int step, double lowest)
{
    char cells[64] = {0};
    memset(cells, '.', (size_t)step * 2);
    cells[0] = cells[step] = cells[2 * step] = '#';
    return make_cubes((struct cubes){1, 1, 2 * step + 1, cells}, cd_vec(2.1, 1.1, lowest),
                      cd_vec(0.8, 0.8, 0.1));
}

// Three plates of which only the middle one lies inside an arm: neither the nearest nor the farthest edge of
// a pixel shows it.
TEST(e6_an_edge_between_others_is_seen_by_peeling)
{
    struct stage stage;
    set_stage(&stage, 2, (struct cd_mesh *[]){make_three_plates(10, 0.45), make_two_arms()});
    assert_false(collides(&stage, "image_cd:axis=z:layers=nearfar"));
    assert_false(collides(&stage, "image_cd:axis=z:layers=last"));
    assert_true(collides(&stage, "image_cd_culled:axis=z:layers=nearfar")); // without edges that hide it
    assert_true(collides(&stage, "image_cd_culled:axis=z:layers=peel"));
    assert_true(collides(&stage, "image_cd:axis=z:layers=peel:readback=query"));
    assert_true(collides(&stage, "image_cd_culled:axis=z:layers=peel:readback=faces"));
    clear_stage(&stage);
    set_stage(&stage, 2, (struct cd_mesh *[]){make_three_plates(20, 0.45), make_two_arms()});
    assert_false(collides(&stage, "image_cd_culled:axis=z:layers=peel")); // below, between and above the arms
    clear_stage(&stage);
}

TEST(e7_a_face_pierced_by_the_other_bodys_edges_is_a_collision)
{
    struct stage stage; // the needle misses the diagonals of the box's faces
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(-5, -5, -5), cd_vec(5, 5, 5)),
                                   make_box(cd_vec(1, 2.5, 4), cd_vec(1.1, 2.6, 6))});
    assert_false(collides(&stage, "image_cd_culled:roles=single"));
    assert_false(collides(&stage, "image_cd:variant=mended"));
    assert_true(collides(&stage, "image_cd_culled"));
    clear_stage(&stage);
}

// Figure 6: whatever is behind an open surface has been entered and never left.
TEST(an_open_surface_gives_a_false_positive_and_a_closed_one_does_not)
{
    struct cd_mesh *probe = make_box(cd_vec(0.1, -0.1, -0.25), cd_vec(0.2, 0.1, -0.15));
    struct cd_mesh *slab = make_box(cd_vec(-0.5, -0.5, -0.01), cd_vec(0.5, 0.5, 0.01));
    struct cd_mesh *second[2] = {generate("sheet:triangles=200:amplitude=0"), slab};
    for (int closed = 0; closed < 2; closed++) {
        struct stage stage; // the surface rises with x, so that the probe lies below it but within its box
        set_stage(&stage, 2, (struct cd_mesh *[]){probe, second[closed]});
        cd_rotation_about(cd_vec(0, 1, 0), -M_PI / 4, stage.bodies[1].pose.r);
        assert_false(collides(&stage, "brute"));
        assert_int_equal(collides(&stage, "image_cd_culled:axis=z"), !closed);
        assert_int_equal(collides(&stage, "image_cd:axis=z:faces=twice:culling=none"), !closed);
        stage.bodies[0].pose.t[2] = 0.35; // through the surface
        assert_true(collides(&stage, "brute"));
        assert_true(collides(&stage, "image_cd_culled:axis=z"));
        cd_mesh_destroy(second[closed]);
    }
    cd_mesh_destroy(probe);
}

// ---- what the default promises ----------------------------------------------------------------------------

TEST(spheres_clearly_apart_do_not_collide_and_clearly_overlapping_do)
{
    struct cd_random random = cd_random_seed(seed());
    struct cd_mesh *ball = generate("sphere:triangles=1000");
    struct stage stage;
    set_stage(&stage, 2, (struct cd_mesh *[]){ball, ball});
    struct cd_instance *instance =
        open_instance(&stage.scene, "image_cd_culled:resolution=256", CD_QUERY_PAIRS);
    for (int i = 0; i < 100; i++) {
        bool apart = i & 1; // the ball's facets lie at most 2 % inside the unit sphere
        double distance = apart ? cd_random_between(&random, 2.02, 2.3) : cd_random_between(&random, 0, 1.9);
        for (int k = 0; k < 2; k++)
            stage.bodies[k].pose = random_rotation(&random);
        move(&stage.bodies[1].pose, cd_scale(random_direction(&random), distance));
        stage.frame.index = (uint64_t)i;
        if (ask(instance, &stage.frame, CD_QUERY_PAIRS) != !apart)
            fail_msg("placement %d: centres %.17g apart", i, distance);
    }
    cd_instance_destroy(instance);
    clear_stage(&stage);
}

TEST(bodies_interlocked_with_room_between_them_do_not_collide)
{
    struct cd_random random = cd_random_seed(seed());
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(1.2, -1, 2.2), cd_vec(9, 4, 2.8)), make_two_arms()});
    const struct cd_pose upright = cd_pose_identity();
    for (int i = 0; i < 30; i++) {
        stage.bodies[0].pose = stage.bodies[1].pose = upright;
        struct cd_pose turn = random_rotation(&random);
        turn_stage(&stage, &turn);
        assert_false(collides(&stage, "image_cd_culled:resolution=256"));
        move(&stage.bodies[0].pose, cd_scale(cd_vec(turn.r[2], turn.r[5], turn.r[8]), 0.4)); // into an arm
        assert_true(collides(&stage, "image_cd_culled:resolution=256"));
    }
    clear_stage(&stage);
}

TEST(a_body_inside_another_collides_whichever_comes_first)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(-5, -5, -5), cd_vec(5, 5, 5)),
                                   make_box(cd_vec(1, 1, 1), cd_vec(2, 2, 2))});
    for (int axis = 0; axis < 3; axis++) {
        char specification[32];
        snprintf(specification, sizeof specification, "image_cd_culled:axis=%c", "xyz"[axis]);
        assert_true(collides(&stage, specification));
    }
    clear_stage(&stage);
}

TEST(a_solid_turned_inside_out_is_still_a_solid)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(1, 1, 1), cd_vec(2, 2, 2)),
                                   make_cubes((struct cubes){1, 1, 1, "#"}, cd_vec(5, -5, -5),
                                              cd_vec(-10, 10, 10))}); // mirrored
    assert_true(collides(&stage, "image_cd_culled"));
    clear_stage(&stage);
}

TEST(triangles_that_disagree_about_the_outside_count_by_parity)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(0.78, -0.02, -0.02), cd_vec(0.82, 0.02, 0.02)),
                                   generate("torus:grid=50:minor=0.2:layout=rapid")});
    const struct {
        double x;
        bool inside;
    } places[] = {{0, true}, {0.1, true}, {-0.3, false}, {-2, true}};
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 4; i++) {
            char specification[32];
            snprintf(specification, sizeof specification, "image_cd_culled:axis=%c", "xyz"[axis]);
            stage.bodies[0].pose.t[0] = 0.2 + places[i].x;
            assert_int_equal(collides(&stage, specification), places[i].inside);
        }
    clear_stage(&stage);
}

TEST(coincident_bodies_collide)
{
    struct cd_random random = cd_random_seed(seed());
    struct cd_mesh *torus = generate("torus:triangles=600:minor=0.4");
    struct stage stage;
    set_stage(&stage, 2, (struct cd_mesh *[]){torus, torus});
    for (int i = 0; i < 10; i++) {
        stage.bodies[0].pose = stage.bodies[1].pose = random_rotation(&random);
        assert_true(collides(&stage, "image_cd_culled"));
        assert_true(collides(&stage, "image_cd:readback=query"));
    }
    clear_stage(&stage);
}

TEST(flat_and_touching_boxes_still_get_a_view)
{
    struct stage stage; // the boxes share a face, so that their common part has no thickness
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(1, 1, 1)),
                                   make_box(cd_vec(0.2, 0.3, 1), cd_vec(0.7, 0.9, 2))});
    for (int axis = 0; axis < 3; axis++) {
        stage.bodies[1].pose = cd_pose_identity();
        collides(&stage, "image_cd_culled"); // either answer is in tolerance
        move(&stage.bodies[1].pose, cd_vec(0, 0, -0.01));
        assert_true(collides(&stage, "image_cd_culled"));
        struct cd_pose turn = {{0, 0, 1, 1, 0, 0, 0, 1, 0}, {0, 0, 0}};
        turn_stage(&stage, &turn);
    }
    clear_stage(&stage);
}

TEST(extreme_sizes_and_places_give_the_same_answers)
{
    const double sizes[] = {1e-60, 1e-6, 1, 1e6, 1e14};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double s = sizes[i];
        struct stage stage;
        set_stage(&stage, 2,
                  (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(2 * s, 2 * s, 2 * s)),
                                       make_box(cd_vec(-s, -s, -s), cd_vec(s, 1.1 * s, 1.2 * s))});
        assert_true(collides(&stage, "image_cd_culled"));
        move(&stage.bodies[0].pose, cd_vec(1.01 * s, 0, 0));
        assert_false(collides(&stage, "image_cd_culled"));
        move(&stage.bodies[0].pose, cd_vec(1e5 * s, 0, 0));
        move(&stage.bodies[1].pose, cd_vec(1e5 * s + 1.1 * s, 0, 0));
        assert_true(collides(&stage, "image_cd_culled"));
        clear_stage(&stage);
    }
}

// ---- frames and queries -----------------------------------------------------------------------------------

TEST(pairs_bodies_and_any_agree_on_several_bodies)
{
    struct stage stage;
    set_row_of_boxes(&stage);
    struct cd_instance *instance = open_instance(&stage.scene, "image_cd_culled", CD_QUERY_PAIRS);
    assert_int_equal(ask(instance, &stage.frame, CD_QUERY_PAIRS), 2);
    const struct cd_record *stored = cd_instance_workers(instance)->sink->stored;
    for (int i = 0; i < 2; i++)
        assert_int_equal(stored[i].b, stored[i].a + 1);
    assert_int_not_equal(stored[0].a, stored[1].a);
    assert_true(cd_instance_workers(instance)->counters.draws > 0);
    assert_int_equal(cd_instance_workers(instance)->counters.pair_tests, 2);
    cd_instance_destroy(instance);

    instance = open_instance(&stage.scene, "image_cd_culled", CD_QUERY_BODIES);
    assert_int_equal(ask(instance, &stage.frame, CD_QUERY_BODIES), 3);
    assert_int_equal(ask(instance, &stage.frame, CD_QUERY_BODIES), 3);
    unsigned seen = 0;
    for (int i = 0; i < 3; i++)
        seen |= 1U << cd_instance_workers(instance)->sink->stored[i].a;
    assert_int_equal(seen, 7);
    cd_instance_destroy(instance);

    instance = open_instance(&stage.scene, "image_cd_culled", CD_QUERY_ANY);
    assert_int_equal(ask(instance, &stage.frame, CD_QUERY_ANY), 1);
    cd_instance_destroy(instance);
    clear_stage(&stage);
}

TEST(bodies_vanish_and_come_back)
{
    struct stage stage;
    set_row_of_boxes(&stage);
    struct cd_instance *instance = open_instance(&stage.scene, "image_cd_culled", CD_QUERY_PAIRS);
    struct cd_body all[4];
    memcpy(all, stage.bodies, sizeof all);
    const struct cd_frame whole = {.body_count = 4, .bodies = all}, none = {.body_count = 0};
    const struct cd_frame one = {.body_count = 1, .bodies = &all[1]};
    const struct cd_frame without_first = {.body_count = 3, .bodies = &all[1]};
    const struct cd_frame ends = {.body_count = 2, .bodies = stage.bodies};
    stage.bodies[1] = all[2];
    assert_int_equal(ask(instance, &none, CD_QUERY_PAIRS), 0);
    assert_int_equal(ask(instance, &one, CD_QUERY_PAIRS), 0);
    assert_int_equal(ask(instance, &whole, CD_QUERY_PAIRS), 2);
    assert_int_equal(ask(instance, &without_first, CD_QUERY_PAIRS), 1);
    assert_int_equal(ask(instance, &ends, CD_QUERY_PAIRS), 0);
    assert_int_equal(ask(instance, &whole, CD_QUERY_PAIRS), 2);
    cd_instance_reset(instance);
    assert_int_equal(ask(instance, &whole, CD_QUERY_PAIRS), 2);
    cd_instance_destroy(instance);
    clear_stage(&stage);
}

TEST(a_deforming_body_is_drawn_as_it_is_now)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(1, 1, 1)),
                                   make_box(cd_vec(2, 0.1, 0.1), cd_vec(3, 0.9, 0.9))});
    struct cd_vec3 moved[8];
    struct cd_instance *instance = open_instance(&stage.scene, "image_cd_culled", CD_QUERY_PAIRS);
    stage.bodies[0].vertices = moved;
    for (int pass = 0; pass < 2; pass++) {
        cd_instance_reset(instance);
        for (uint64_t version = 1; version <= 5; version++) {
            double stretch = version % 2 ? 1.5 : 2.5;
            for (int i = 0; i < 8; i++) {
                moved[i] = stage.meshes[0]->vertices[i];
                moved[i].x *= stretch;
            }
            stage.bodies[0].version = version;
            assert_int_equal(ask(instance, &stage.frame, CD_QUERY_PAIRS), stretch > 2);
            assert_int_equal(ask(instance, &stage.frame, CD_QUERY_PAIRS), stretch > 2);
        }
    }
    cd_instance_destroy(instance);
    clear_stage(&stage);
}

TEST(contacts_are_refused)
{
    struct stage stage;
    set_row_of_boxes(&stage);
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_instance *instance;
    struct cd_status status;
    assert_int_equal(cd_algo_select("image_cd_culled", &algo, &settings, &status), CD_OK);
    assert_int_equal(
        cd_instance_create(algo, settings, &stage.scene, CD_QUERY_CONTACTS, &one_thread, &instance, &status),
        CD_USAGE);
    cd_settings_destroy(settings);
    clear_stage(&stage);
}

TEST(describes_itself)
{
    const char *const names[] = {"image_cd_culled", "image_cd:variant=mended", "image_cd:variant=printed",
                                 "image_cd:erratum=e3"};
    for (int i = 0; i < 4; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_status status;
        struct cd_description description;
        assert_int_equal(cd_algo_select(names[i], &algo, &settings, &status), CD_OK);
        cd_describe(algo, settings, &description);
        assert_int_equal(description.meaning, CD_MEANING_SOLID);
        assert_int_equal(description.quality, i ? CD_QUALITY_PRINTED : CD_QUALITY_APPROXIMATE);
        assert_int_equal(algo->needs, CD_NEED_OPENGL);
        cd_settings_destroy(settings);
    }
}

// ---- instances --------------------------------------------------------------------------------------------

// Random placements of two tori, about half of which collide.
#define PLACEMENTS 120

struct placements {
    struct stage stage;
    struct cd_pose poses[PLACEMENTS][2];
};

static void place_tori(struct placements *placements, uint64_t from_seed)
{
    struct cd_random random = cd_random_seed(from_seed);
    struct cd_mesh *torus = generate("torus:triangles=600:minor=0.4");
    set_stage(&placements->stage, 2, (struct cd_mesh *[]){torus, torus});
    for (int i = 0; i < PLACEMENTS; i++)
        for (int k = 0; k < 2; k++) {
            placements->poses[i][k] = random_rotation(&random);
            move(&placements->poses[i][k],
                 cd_vec(cd_random_between(&random, -1.5, 1.5), cd_random_between(&random, -1.5, 1.5),
                        cd_random_between(&random, -1.5, 1.5)));
        }
}

static bool ask_placement(struct cd_instance *instance, struct placements *placements, int i)
{
    struct stage *stage = &placements->stage;
    for (int k = 0; k < 2; k++)
        stage->bodies[k].pose = placements->poses[i][k];
    stage->frame.index = (uint64_t)i;
    return ask(instance, &stage->frame, CD_QUERY_PAIRS) > 0;
}

TEST(two_instances_do_not_disturb_each_other)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    const char *const names[] = {"image_cd:resolution=64:erratum=e5:edges=outlines",
                                 "image_cd_culled:resolution=48:readback=query"};
    bool alone[2][PLACEMENTS];
    for (int k = 0; k < 2; k++) {
        struct cd_instance *instance = open_instance(&placements->stage.scene, names[k], CD_QUERY_PAIRS);
        for (int i = 0; i < PLACEMENTS; i++)
            alone[k][i] = ask_placement(instance, placements, i);
        cd_instance_destroy(instance);
    }
    struct cd_instance *both[2];
    for (int k = 0; k < 2; k++)
        both[k] = open_instance(&placements->stage.scene, names[k], CD_QUERY_PAIRS);
    for (int i = 0; i < PLACEMENTS; i++)
        for (int k = 0; k < 2; k++)
            assert_int_equal(ask_placement(both[k], placements, i), alone[k][i]);
    for (int k = 0; k < 2; k++)
        cd_instance_destroy(both[k]);
    clear_stage(&placements->stage);
    cd_free(placements);
}

struct job {
    struct placements placements;
    uint64_t digest_low;
};

static void *run_job(void *argument)
{
    struct job *job = argument;
    struct cd_instance *instance =
        open_instance(&job->placements.stage.scene, "image_cd_culled:resolution=64", CD_QUERY_PAIRS);
    uint64_t bits = 0;
    for (int i = 0; i < PLACEMENTS; i++)
        bits = bits * 31 + ask_placement(instance, &job->placements, i);
    job->digest_low = bits;
    cd_instance_destroy(instance);
    return NULL;
}

TEST(instances_of_different_threads_take_turns)
{
    struct job *jobs = cd_allocate(3, sizeof *jobs);
    uint64_t from_seed = seed();
    for (int i = 0; i < 3; i++)
        place_tori(&jobs[i].placements, from_seed);
    run_job(&jobs[2]);
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_job, &jobs[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(jobs[i].digest_low, jobs[2].digest_low);
        clear_stage(&jobs[i].placements.stage);
    }
    cd_free(jobs);
}

TEST(a_warm_instance_allocates_nothing)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    struct cd_instance *instance = open_instance(&placements->stage.scene, "image_cd_culled", CD_QUERY_PAIRS);
    uint64_t before = 0;
    for (int pass = 0; pass < 2; pass++) {
        cd_instance_reset(instance);
        before = cd_allocation_count();
        for (int i = 0; i < 20; i++)
            ask_placement(instance, placements, i);
    }
    assert_int_equal(cd_allocation_count(), before);
    cd_instance_destroy(instance);
    clear_stage(&placements->stage);
    cd_free(placements);
}

TEST(names_its_renderer_and_counts_its_bytes)
{
    struct stage stage;
    set_row_of_boxes(&stage);
    struct cd_instance *instance =
        open_instance(&stage.scene, "image_cd_culled:resolution=1024", CD_QUERY_PAIRS);
    const char *environment = cd_instance_environment(instance);
    print_message("%s\n", environment);
    assert_non_null(strstr(environment, "OpenGL"));
    assert_non_null(strstr(environment, "LP_NUM_THREADS="));
    assert_null(strchr(environment, '\n'));
    assert_true(cd_instance_bytes(instance) > 1024 * 1024 * 5);
    cd_instance_destroy(instance);
    clear_stage(&stage);
}

// ---- error rates ------------------------------------------------------------------------------------------

static struct cd_aabb box_of(const struct cd_vec3 triangle[3])
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, triangle[k]);
    return box;
}

// Whether two tori of equal size touch, by every pair of triangles. Neither torus can contain the other.
static bool tori_touch(const struct cd_mesh *mesh, const struct cd_pose poses[2])
{
    static struct cd_vec3 corners[2][1000][3];
    static struct cd_aabb boxes[2][1000];
    assert_true(mesh->triangle_count <= 1000);
    struct cd_aabb whole[2] = {cd_aabb_empty(), cd_aabb_empty()};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            for (int k = 0; k < 3; k++)
                corners[side][i][k] =
                    cd_canonical_vertex(&poses[side], mesh->vertices[mesh->triangles[i].v[k]]);
            boxes[side][i] = box_of(corners[side][i]);
            cd_aabb_join(&whole[side], &boxes[side][i]);
        }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (!cd_aabb_overlap(&boxes[0][i], &whole[1]))
            continue;
        for (uint32_t j = 0; j < mesh->triangle_count; j++)
            if (cd_aabb_overlap(&boxes[0][i], &boxes[1][j]) &&
                cd_triangles_touch(corners[0][i], corners[1][j]))
                return true;
    }
    return false;
}

struct errors {
    int misses, false_hits;
};

static struct errors errors_of(struct placements *placements, const bool *truth, const char *variant,
                               int resolution)
{
    char specification[64];
    snprintf(specification, sizeof specification, "image_cd:variant=%s:resolution=%d", variant, resolution);
    struct cd_instance *instance = open_instance(&placements->stage.scene, specification, CD_QUERY_PAIRS);
    struct errors errors = {0, 0};
    for (int i = 0; i < PLACEMENTS; i++) {
        bool hit = ask_placement(instance, placements, i);
        errors.misses += truth[i] && !hit;
        errors.false_hits += hit && !truth[i];
    }
    cd_instance_destroy(instance);
    print_message("%-9s at %4d pixels: %3d false negatives, %d false positives\n", variant, resolution,
                  errors.misses, errors.false_hits);
    return errors;
}

TEST(error_rates_on_random_tori_are_as_the_errata_say)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    bool truth[PLACEMENTS];
    int colliding = 0;
    for (int i = 0; i < PLACEMENTS; i++)
        colliding += truth[i] = tori_touch(placements->stage.meshes[0], placements->poses[i]);
    print_message("%d of %d placements collide\n", colliding, PLACEMENTS);
    assert_true(colliding > PLACEMENTS / 4);
    const int resolutions[] = {64, 256, 1024};
    for (int i = 0; i < 3; i++) {
        struct errors printed = errors_of(placements, truth, "printed", resolutions[i]);
        assert_true(printed.misses >= colliding * 9 / 10);
        struct errors mended = errors_of(placements, truth, "mended", resolutions[i]);
        assert_true(mended.misses <= 4 && mended.false_hits <= 4);
        struct errors corrected = errors_of(placements, truth, "corrected", resolutions[i]);
        assert_true(corrected.misses <= (resolutions[i] < 256 ? 4 : 2));
        assert_true(corrected.false_hits <= (resolutions[i] < 256 ? 4 : 2));
    }
    clear_stage(&placements->stage);
    cd_free(placements);
}

// Three dense plates, one behind the other, of which the middle one lies in an arm, turned and tilted a
// little.
TEST(peeling_finds_everything_where_other_layers_do_not)
{
    enum { TRIES = 30, SIDE = 24, INNER = 6, HIGH = 21 };
    static char cells[SIDE * SIDE * HIGH];
    for (int i = 0; i < SIDE * SIDE * HIGH; i++) {
        int x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);
        bool inner = x >= INNER && y >= INNER && x < SIDE - INNER && y < SIDE - INNER;
        cells[i] = z % 20 == 0 || (z == 10 && inner) ? '#' : '.';
    }
    struct cd_random random = cd_random_seed(seed());
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_cubes((struct cubes){SIDE, SIDE, HIGH, cells},
                                              cd_vec(-0.4, -0.4, -1.05), cd_vec(0.8 / SIDE, 0.8 / SIDE, 0.1)),
                                   make_two_arms()});
    static const char *const names[] = {"image_cd:axis=z:resolution=16:culling=none:layers=last",
                                        "image_cd:axis=z:resolution=16:culling=none:layers=nearfar",
                                        "image_cd:axis=z:resolution=16:culling=none:layers=peel",
                                        "image_cd_culled:axis=z:resolution=16:layers=peel"};
    struct cd_instance *instances[4];
    for (int k = 0; k < 4; k++)
        instances[k] = open_instance(&stage.scene, names[k], CD_QUERY_PAIRS);
    int misses[4] = {0};
    for (int i = 0; i < TRIES; i++) {
        // One after the other, because compilers differ in the order in which they evaluate arguments.
        double turn = cd_random_between(&random, 0, 2 * M_PI);
        double tilt_y = cd_random_between(&random, -0.03, 0.03);
        double tilt_x = cd_random_between(&random, -0.03, 0.03);
        cd_rotation_about(cd_vec(tilt_x, tilt_y, 1), turn, stage.bodies[0].pose.r);
        stage.bodies[0].pose.t[0] = 2.5;
        stage.bodies[0].pose.t[1] = 1.5;
        stage.bodies[0].pose.t[2] = 1.5 + cd_random_between(&random, -0.2, 0.2);
        stage.frame.index = (uint64_t)i;
        for (int k = 0; k < 4; k++)
            misses[k] += !ask(instances[k], &stage.frame, CD_QUERY_PAIRS);
    }
    print_message("of %d not found: last %d, nearfar %d, peel %d\n", TRIES, misses[0], misses[1], misses[2]);
    assert_true(misses[1] > TRIES / 6);
    assert_true(misses[0] > TRIES / 6);
    assert_int_equal(misses[2], 0);
    assert_int_equal(misses[3], 0);
    for (int k = 0; k < 4; k++)
        cd_instance_destroy(instances[k]);
    clear_stage(&stage);
}

// ---- read-back by samples ---------------------------------------------------------------------------------

TEST(samples_of_entries_and_exits_answer_as_the_stencil_buffer_does)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    static const char *const names[] = {"image_cd_culled:resolution=64:faces=twice",
                                        "image_cd_culled:resolution=64:readback=faces",
                                        "image_cd_culled:resolution=64:readback=query"};
    struct cd_instance *instances[3];
    for (int k = 0; k < 3; k++)
        instances[k] = open_instance(&placements->stage.scene, names[k], CD_QUERY_PAIRS);
    for (int i = 0; i < PLACEMENTS; i++) {
        bool hit = ask_placement(instances[0], placements, i);
        for (int k = 1; k < 3; k++)
            assert_int_equal(ask_placement(instances[k], placements, i), hit);
    }
    for (int k = 0; k < 3; k++)
        cd_instance_destroy(instances[k]);
    clear_stage(&placements->stage);
    cd_free(placements);
}

// E5 counts crossing edges in the stencil buffer, where no face adds to either side of the comparison.
TEST(samples_do_not_see_edges_that_are_counted)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(2.1, 1.1, 0.2), cd_vec(2.9, 1.9, 0.8)), make_two_arms()});
    assert_true(collides(&stage, "image_cd:erratum=e5:readback=pixels"));
    assert_false(collides(&stage, "image_cd:erratum=e5:readback=faces"));
    clear_stage(&stage);
}

// E3 lets exits pass where there is no edge at all. Summed over the pixels, they outnumber the entries.
TEST(samples_of_unmarked_pixels_hide_a_hit_where_e3_is_kept)
{
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){make_box(cd_vec(-1, -1, -1), cd_vec(1.1, 1.2, 1.3)),
                                   make_box(cd_vec(0, 0, 0), cd_vec(2, 2, 2))});
    assert_true(collides(&stage, "image_cd:roles=single:layers=last:axis=z:erratum=e3:readback=pixels"));
    assert_false(collides(&stage, "image_cd:roles=single:layers=last:axis=z:erratum=e3:readback=faces"));
    assert_true(collides(&stage, "image_cd_culled:roles=single:layers=last:axis=z:readback=faces"));
    clear_stage(&stage);
}

// The counter stops at 255, so that the exits after the 254th find nothing to take back: entries win though
// every one was left again. In the stencil buffer the count is right in the end.
TEST(samples_give_a_false_positive_behind_more_plates_than_the_counter_holds)
{
    enum { PLATES = 260 };
    char cells[4 * PLATES]; // a column at the left with room below the lowest plate
    for (int i = 0; i < 2 * PLATES; i++) {
        cells[2 * i] = '#';
        cells[2 * i + 1] = i % 2 ? '#' : '.';
    }
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){
                  make_box(cd_vec(1.25, 0.25, 0.25), cd_vec(1.75, 0.75, 0.75)),
                  make_cubes((struct cubes){2, 1, 2 * PLATES, cells}, cd_vec(0, 0, 0), cd_vec(1, 1, 1))});
    assert_false(collides(&stage, "image_cd:axis=z"));
    assert_false(collides(&stage, "image_cd_culled:axis=z"));
    assert_true(collides(&stage, "image_cd:axis=z:culling=clusters:readback=faces"));
    clear_stage(&stage);
}

TEST(every_second_edge_of_a_mesh_may_be_chosen)
{
    struct stage stage;
    set_stage(
        &stage, 2,
        (struct cd_mesh *[]){make_loose_triangles(), make_box(cd_vec(-1, -0.5, -0.5), cd_vec(1, 0.5, 0.5))});
    assert_true(collides(&stage, "image_cd:axis=x:culling=columns:edges=once"));
    clear_stage(&stage);
}

// ---- rendering paths and views ----------------------------------------------------------------------------

#define SMALL 128

// Draws one role of a placement by a path. `pixels` gets the stencil buffer.
static void draw_by_path(const struct placements *placements, enum image_cd_path path, bool outlines,
                         uint8_t *pixels)
{
    struct cd_status status;
    struct image_cd_target target = {0};
    struct image_cd_bodies bodies = {0};
    struct image_cd_lists lists;
    struct image_cd_side sides[2];
    struct image_cd_rules rules = {.outlines = outlines, .one_face_pass = true, .skip_clusters = true};
    assert_int_equal(image_cd_context_enter(CD_OPENGL_AUTO, 1, &status), CD_OK);
    assert_int_equal(image_cd_target_open(&target, SMALL, 1, 1, &status), CD_OK);
    image_cd_bodies_open(&bodies, &placements->stage.scene, path);
    image_cd_lists_open(&lists, bodies.max_clusters, false);
    image_cd_bodies_upload(&bodies, &placements->stage.frame);
    image_cd_bodies_place(&bodies, &placements->stage.frame);
    const struct image_cd_body *body = bodies.bodies;
    struct cd_aabb common = cd_aabb_common(&body[0].box, &body[1].box);
    struct image_cd_view view = image_cd_view_of(&common, 2, 0, 0.01);
    for (int k = 0; k < 2; k++)
        sides[k] = image_cd_side_of(&body[k], &view);
    struct cd_worker worker = {0};
    image_cd_target_bind(&target);
    image_cd_test(&target, &rules, sides, &lists, &worker);
    memcpy(pixels, target.pixels, (size_t)SMALL * SMALL);
    image_cd_lists_close(&lists);
    image_cd_bodies_close(&bodies);
    image_cd_target_close(&target);
    assert_int_equal(cd_opengl_check("", &status), CD_OK);
    image_cd_context_leave();
}

TEST(rendering_paths_give_the_same_pixels)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    static uint8_t wanted[SMALL * SMALL], found[SMALL * SMALL];
    for (int i = 0; i < 20; i++) {
        struct stage *stage = &placements->stage;
        for (int k = 0; k < 2; k++)
            stage->bodies[k].pose = placements->poses[i][k];
        stage->bodies[1].version = (uint64_t)(i % 2); // its own copy of the vertices
        draw_by_path(placements, IMAGE_CD_PATH_VBO, i % 3 == 0, wanted);
        for (enum image_cd_path path = IMAGE_CD_PATH_ARRAY; path <= IMAGE_CD_PATH_IMMEDIATE; path++) {
            memset(found, 0xaa, sizeof found);
            draw_by_path(placements, path, i % 3 == 0, found);
            assert_memory_equal(found, wanted, sizeof wanted);
        }
    }
    clear_stage(&placements->stage);
    cd_free(placements);
}

TEST(rendering_paths_give_the_same_answers)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    static const char *const paths[] = {"vbo", "array", "displaylist", "immediate"};
    bool wanted[PLACEMENTS];
    for (int path = 0; path < 4; path++) {
        char specification[64];
        snprintf(specification, sizeof specification, "image_cd_culled:resolution=64:path=%s", paths[path]);
        struct cd_instance *instance = open_instance(&placements->stage.scene, specification, CD_QUERY_PAIRS);
        for (int i = 0; i < PLACEMENTS; i++) {
            bool hit = ask_placement(instance, placements, i);
            if (!path)
                wanted[i] = hit;
            assert_int_equal(hit, wanted[i]);
        }
        assert_true(cd_instance_bytes(instance) > 64 * 64 * 5);
        cd_instance_destroy(instance);
    }
    clear_stage(&placements->stage);
    cd_free(placements);
}

TEST(a_view_of_all_bodies_is_coarser_than_a_fitted_one)
{
    struct stage stage; // two boxes overlap by a thousandth of what a third, far away, makes the view
    set_stage(&stage, 3,
              (struct cd_mesh *[]){make_box(cd_vec(0, 0, 0), cd_vec(1, 1, 1)),
                                   make_box(cd_vec(0.9, 0.2, 0.3), cd_vec(2, 0.6, 0.7)),
                                   make_box(cd_vec(100, 100, 100), cd_vec(101, 101, 101))});
    assert_true(collides(&stage, "image_cd_culled:view=fitted:resolution=16"));
    assert_false(collides(&stage, "image_cd_culled:view=whole:resolution=16:axis=x"));
    assert_true(collides(&stage, "image_cd_culled:view=whole:resolution=4096:axis=x"));
    clear_stage(&stage);
}

TEST(a_view_of_all_bodies_gives_the_same_answers_where_pixels_are_fine)
{
    struct placements *placements = cd_allocate(1, sizeof *placements);
    place_tori(placements, seed());
    static const char *const names[] = {"image_cd_culled:resolution=512",
                                        "image_cd_culled:resolution=512:view=whole",
                                        "image_cd_culled:resolution=512:view=whole:axis=y"};
    struct cd_instance *instances[3];
    for (int k = 0; k < 3; k++)
        instances[k] = open_instance(&placements->stage.scene, names[k], CD_QUERY_PAIRS);
    int different = 0;
    for (int i = 0; i < 40; i++) {
        bool hit = ask_placement(instances[0], placements, i);
        for (int k = 1; k < 3; k++)
            different += ask_placement(instances[k], placements, i) != hit;
    }
    assert_true(different <= 1);
    for (int k = 0; k < 3; k++)
        cd_instance_destroy(instances[k]);
    clear_stage(&placements->stage);
    cd_free(placements);
}

// ---- buffers ----------------------------------------------------------------------------------------------

// Whether side k of a triangle joins these two vertices, in either direction.
static bool joins(const uint32_t *corners, int k, const uint32_t *ends)
{
    uint32_t a = corners[k], b = corners[(k + 1) % 3];
    return (a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0]);
}

TEST(triangles_are_ordered_and_edges_listed_once)
{
    struct cd_mesh *torus = generate("torus:triangles=600:minor=0.4");
    uint32_t count = torus->triangle_count, *uses = cd_allocate(torus->vertex_count, sizeof *uses);
    struct image_cd_model model;
    struct cd_status status;
    assert_int_equal(image_cd_context_enter(CD_OPENGL_AUTO, 1, &status), CD_OK);
    image_cd_model_open(&model, torus, IMAGE_CD_PATH_ARRAY);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            uses[torus->triangles[i].v[k]]++;
            uses[model.source[model.corners[3 * i + (uint32_t)k]]]--;
        }
    for (uint32_t i = 0; i < torus->vertex_count; i++)
        assert_int_equal(uses[i], 0);
    assert_int_equal(model.edge_count, count * 3 / 2);
    assert_int_equal(model.first_edge[model.cluster_count], model.edge_count);
    for (uint32_t c = 0; c < model.cluster_count; c++) // each edge belongs to the cluster that has it first
        for (uint32_t i = model.first_edge[c]; i < model.first_edge[c + 1]; i++) {
            uint32_t first = count;
            for (uint32_t t = 0; t < count && first == count; t++)
                for (int k = 0; k < 3; k++)
                    if (joins(&model.corners[3 * t], k, &model.ends[2 * i]))
                        first = t;
            assert_int_equal(first / IMAGE_CD_CLUSTER, c);
        }
    image_cd_model_close(&model);
    image_cd_context_leave();
    cd_free(uses);
    cd_mesh_destroy(torus);
}
