/// Image_CD, and ours that draws less. For every erratum of the paper, a row of a table shows its effect. All forms are
/// compared with exact answers on random tori.
#include "algos/mesh/image_cd_culled/image_cd_culled.h"
#include "tests/opened.h"
#include "tests/test.h"

#include <math.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_BODIES 4

// ---- meshes -----------------------------------------------------------------------------------------------

/// A solid of nx * ny * nz boxes from corner to corner. `cells` has a character for each, x fastest, with '#' for a box.
struct solid {
    int nx, ny, nz;
    const char *cells;
    struct cd_vec3 low, high;
};

static bool solid_has(const struct solid *solid, const int p[3])
{
    const int count[3] = {solid->nx, solid->ny, solid->nz};
    for (int k = 0; k < 3; k++)
        if (p[k] < 0 || p[k] >= count[k])
            return false;
    return solid->cells[(p[2] * solid->ny + p[1]) * solid->nx + p[0]] == '#';
}

/// The two triangles of the face of box p towards axis k, side 0 or 1.
static void add_face(const struct solid *solid, const int p[3], int k, int side,
                     struct cd_triangle *triangles)
{
    uint32_t corner[4];
    for (int c = 0; c < 4; c++) { // counterclockwise seen from outside
        int u = (c == 1 || c == 2), v = c >= 2, q[3];
        q[k] = p[k] + side;
        q[(k + 1) % 3] = p[(k + 1) % 3] + (side ? u : v);
        q[(k + 2) % 3] = p[(k + 2) % 3] + (side ? v : u);
        corner[c] = (uint32_t)((q[2] * (solid->ny + 1) + q[1]) * (solid->nx + 1) + q[0]);
    }
    triangles[0] = (struct cd_triangle){{corner[0], corner[1], corner[2]}};
    triangles[1] = (struct cd_triangle){{corner[0], corner[2], corner[3]}};
}

static struct cd_mesh *make_solid(const struct solid *solid)
{
    int nx = solid->nx, ny = solid->ny, nz = solid->nz, cells = nx * ny * nz;
    uint32_t vertex_count = (uint32_t)((nx + 1) * (ny + 1) * (nz + 1)), triangle_count = 0;
    struct cd_vec3 *vertices = cd_allocate(vertex_count, sizeof *vertices), size;
    struct cd_triangle *triangles = cd_allocate((size_t)cells * 12, sizeof *triangles);
    size = cd_sub(solid->high, solid->low);
    for (uint32_t i = 0; i < vertex_count; i++) {
        int x = (int)i % (nx + 1), y = (int)i / (nx + 1) % (ny + 1), z = (int)i / ((nx + 1) * (ny + 1));
        vertices[i] = cd_add(solid->low, cd_vec(size.x * x / nx, size.y * y / ny, size.z * z / nz));
    }
    for (int i = 0; i < cells; i++)
        for (int k = 0; k < 6; k++) {
            int p[3] = {i % nx, i / nx % ny, i / (nx * ny)}, q[3] = {p[0], p[1], p[2]};
            q[k / 2] += k & 1 ? 1 : -1;
            if (!solid_has(solid, p) || solid_has(solid, q))
                continue;
            add_face(solid, p, k / 2, k & 1, triangles + triangle_count);
            triangle_count += 2;
        }
    struct cd_mesh *mesh = handmade_mesh(vertices, vertex_count, triangles, triangle_count);
    cd_free(vertices);
    cd_free(triangles);
    return mesh;
}

static struct cd_mesh *make_box(struct cd_vec3 low, struct cd_vec3 high)
{
    return make_solid(&(struct solid){1, 1, 1, "#", low, high});
}

// ---- scenes and instances ---------------------------------------------------------------------------------

/// A scene of up to MAX_BODIES bodies. Body i has mesh i. The tests set up its frame by hand.
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

static void set_pair(struct stage *stage, const struct solid *first, const struct solid *second)
{
    set_stage(stage, 2, (struct cd_mesh *[]){make_solid(first), make_solid(second)});
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

/// The number of records in an instance's answer for a frame. The records stay in the sink of its first worker.
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

static void move(struct cd_pose *pose, struct cd_vec3 by)
{
    pose->t[0] += by.x;
    pose->t[1] += by.y;
    pose->t[2] += by.z;
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
        struct cd_context context = {.threads = 1};
        struct cd_instance *instance;
        struct cd_status status = {0};
        bool told = cd_instance_open("image_cd_culled", &stage.scene, CD_QUERY_PAIRS, &context, &instance,
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

// ---- the errata of the paper, what its text leaves open, and what else settings find or overlook -------------------------------------

/// A column at the left with two arms to the right, one above the other in z, and room below them. Seen from above, a
/// ray enters and leaves the solid twice before it reaches that room.
static const struct solid arms = {4,
                                  3,
                                  5,
                                  "#...#...#..." // z = 0
                                  "############" // z = 1: the lower arm
                                  "#...#...#..."
                                  "############" // z = 3: the upper arm
                                  "#...#...#...",
                                  {0, 0, 0},
                                  {4, 3, 5}};
static const struct solid in_lower_arm = {1, 1, 1, "#", {2.1, 1.1, 1.2}, {2.9, 1.9, 1.8}};
static const struct solid below_arms = {1, 1, 1, "#", {2.1, 1.1, 0.2}, {2.9, 1.9, 0.8}};
static const struct solid above_arms = {1, 1, 1, "#", {2.1, 1.1, 4.2}, {2.9, 1.9, 4.8}};
static const struct solid cube = {1, 1, 1, "#", {0, 0, 0}, {2, 2, 2}};
static const struct solid into_cube = {1, 1, 1, "#", {-1, -1, -1}, {1.1, 1.2, 1.3}};
static const struct solid large = {1, 1, 1, "#", {-5, -5, -5}, {5, 5, 5}};
static const struct solid inside_out = {1, 1, 1, "#", {5, -5, -5}, {-5, 5, 5}};
static const struct solid middle = {1, 1, 1, "#", {-1, -1, -1}, {1, 1, 1}};
static const struct solid aside = {1, 1, 1, "#", {1, 1, 1}, {2, 2, 2}};
static const struct solid needle = {1,   1,           1,
                                    "#", {1, 2.5, 4}, {1.1, 2.6, 6}}; // misses diagonals of faces of `large`
// Thin plates, one above the other, as one body. In every pixel, one plate's edge hides the edge of another.
static const struct solid lower_in_arm = {1, 1, 11, "#.........#", {2.1, 1.1, 1.7}, {2.9, 1.9, 2.8}};
static const struct solid upper_in_arm = {1, 1, 11, "#.........#", {2.1, 1.1, 2.45}, {2.9, 1.9, 3.55}};
static const struct solid middle_in_arm = {
    1, 1, 21, "#.........#.........#", {2.1, 1.1, 0.45}, {2.9, 1.9, 2.55}};
static const struct solid around_arms = {
    1, 1, 41, "#...................#...................#", {2.1, 1.1, 0.45}, {2.9, 1.9, 4.55}};

// Four arms, and two plates: one within the third arm, one in the room above it. Seen from above, where fewer faces are in
// front, the second hides the first.
static const struct solid four_arms = {4,
                                       3,
                                       9,
                                       "#...#...#..."
                                       "############"
                                       "#...#...#..."
                                       "############"
                                       "#...#...#..."
                                       "############"
                                       "#...#...#..."
                                       "############"
                                       "#...#...#...",
                                       {0, 0, 0},
                                       {4, 3, 9}};
static const struct solid in_third_arm = {1, 1, 11, "#.........#", {2.1, 1.1, 5.45}, {2.9, 1.9, 6.55}};

/// Two solids, and the settings with which they collide or do not, separated by spaces.
static const struct row {
    const char *title;
    const struct solid *first, *second;
    const char *hits, *misses;
} rows[] = {
    {"e1_faces_at_exactly_an_edges_depth_are_next_to_none", &cube, &into_cube,
     "image_cd:variant=repaired image_cd image_cd_culled", "image_cd:variant=printed image_cd:variant=E1"},
    {"e2_a_second_entry_counts", &in_lower_arm, &arms, "image_cd:axis=z image_cd_culled:axis=z",
     "image_cd:axis=z:variant=E2 image_cd:axis=z:variant=repaired"},
    {"e3_exits_are_counted_at_any_count_above_one", &below_arms, &arms, "image_cd:axis=z:variant=E3",
     "image_cd:axis=z image_cd_culled:axis=z"},
    {"e3_samples_of_unmarked_pixels_hide_a_hit", &into_cube, &cube,
     "image_cd:variant=E3+E6:roles=one:axis=z:readback=pixels "
     "image_cd:variant=E6:roles=one:axis=z:readback=faces",
     "image_cd:variant=E3+E6:roles=one:axis=z:readback=faces"},
    {"the_near_plane_of_the_common_box_cuts_off_entries", &middle, &large,
     "image_cd:variant=repaired image_cd image_cd_culled",
     "image_cd:near=box image_cd:variant=repaired:near=box"},
    {"edges_that_add_count_where_they_cross_in_the_picture_and_samples_do_not_see_them", &below_arms, &arms,
     "image_cd:marks=add", "image_cd_culled image_cd image_cd:marks=add:readback=faces"},
    {"e6_an_edge_above_another_is_seen", &lower_in_arm, &arms, "image_cd:axis=z image_cd_culled:axis=z",
     "image_cd:axis=z:variant=E6"},
    {"e6_an_edge_below_another_is_seen", &upper_in_arm, &arms,
     "image_cd_culled:axis=z image_cd:axis=z:variant=E6", ""},
    {"e6_an_edge_between_others_is_hidden", &middle_in_arm, &arms,
     "image_cd_culled:axis=z:layers=nearfar image_cd_culled:axis=z:layers=peel", // without edges that hide it
     "image_cd:axis=z image_cd:axis=z:variant=E6"},
    {"the_farthest_edge_is_tested_after_the_nearest", &in_third_arm, &four_arms,
     "image_cd:axis=z image_cd_culled:axis=z", ""},
    {"e6_edges_around_solids_are_no_entries", &around_arms, &arms, "", "image_cd_culled:axis=z:layers=peel"},
    {"a_face_pierced_by_the_other_bodys_edges_is_a_collision_of_both_roles", &large, &needle,
     "image_cd_culled image_cd:variant=repaired", "image_cd:roles=one image_cd:variant=repaired:roles=one"},
    {"the_first_formulation_counts_every_entry_whatever_figure_7_has", &in_lower_arm, &arms,
     "image_cd:axis=z:criterion=count image_cd:axis=z:criterion=count:variant=printed "
     "image_cd:axis=z:criterion=count:readback=faces",
     ""},
    {"the_first_formulation_counts_every_exit_behind_two_lobes", &below_arms, &arms, "",
     "image_cd:axis=z:criterion=count image_cd:axis=z:criterion=count:variant=printed "
     "image_cd:axis=z:criterion=count:readback=faces"},
    {"a_ray_without_an_end_leaves_what_it_enters_behind_the_view", &above_arms, &arms, "",
     "image_cd:axis=z:criterion=count image_cd:axis=z:criterion=count:variant=printed image_cd:axis=z"},
    {"a_body_inside_another_collides_whichever_comes_first", &large, &aside,
     "image_cd_culled:axis=x image_cd_culled:axis=y image_cd_culled:axis=z", ""},
    {"a_solid_turned_inside_out_is_still_a_solid", &aside, &inside_out, "image_cd_culled", ""},
};

static void test_settings_find_and_overlook(void **state)
{
    const struct row *row = *state;
    struct stage stage;
    set_pair(&stage, row->first, row->second);
    for (int hit = 0; hit < 2; hit++) {
        char words[300], *rest = words;
        snprintf(words, sizeof words, "%s", hit ? row->hits : row->misses);
        for (char *word; (word = strsep(&rest, " "));)
            if (*word && collides(&stage, word) != hit)
                fail_msg("%s %s", word, hit ? "overlooks it" : "finds something");
    }
    clear_stage(&stage);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        test_add(rows[i].title, test_settings_find_and_overlook, &rows[i]);
}

// Figure 6: whatever is behind an open surface has been entered and never left.
TEST(an_open_surface_gives_a_false_positive_and_a_closed_one_does_not)
{
    struct cd_mesh *probe = make_box(cd_vec(0.1, -0.1, -0.25), cd_vec(0.2, 0.1, -0.15));
    struct cd_mesh *slab = make_box(cd_vec(-0.5, -0.5, -0.01), cd_vec(0.5, 0.5, 0.01));
    struct cd_mesh *second[2] = {generated("sheet:triangles=200:amplitude=0"), slab};
    for (int closed = 0; closed < 2; closed++) {
        struct stage stage; // the surface rises with x, so that the probe lies below it but within its box
        set_stage(&stage, 2, (struct cd_mesh *[]){probe, second[closed]});
        cd_rotation_about(cd_vec(0, 1, 0), -M_PI / 4, stage.bodies[1].pose.r);
        assert_false(collides(&stage, "brute"));
        assert_int_equal(collides(&stage, "image_cd_culled:axis=z"), !closed);
        assert_int_equal(collides(&stage, "image_cd:axis=z"), !closed);
        stage.bodies[0].pose.t[2] = 0.35; // through the surface
        assert_true(collides(&stage, "brute"));
        assert_true(collides(&stage, "image_cd_culled:axis=z"));
        cd_mesh_destroy(second[closed]);
    }
    cd_mesh_destroy(probe);
}

// The counter stops at 255, so that the exits after the 254th find nothing to take back: by samples, entries win though
// every one was left again. The stencil buffer ends at 1 there, and also where the 255th plate was not left.
TEST(more_plates_than_the_counter_holds_lose_a_hit_and_give_samples_a_false_positive)
{
    enum { PLATES = 260 };
    char cells[4 * PLATES]; // a column at the left with room below the lowest plate
    for (int i = 0; i < 2 * PLATES; i++) {
        cells[2 * i] = '#';
        cells[2 * i + 1] = i % 2 ? '#' : '.';
    }
    const struct solid column = {2, 1, 2 * PLATES, cells, {0, 0, 0}, {2, 1, 2 * PLATES}};
    for (int entered = 253; entered <= PLATES + 1; entered++) { // the last one: below all plates
        bool inside = entered <= PLATES;
        double z = inside ? 2 * (PLATES - entered) + 1.25 : 0.25;
        struct stage stage;
        set_pair(&stage, &(struct solid){1, 1, 1, "#", {1.25, 0.25, z}, {1.75, 0.75, z + 0.5}}, &column);
        test_row("%d", entered);
        assert_int_equal(collides(&stage, "image_cd:axis=z"), entered <= 254);
        assert_int_equal(collides(&stage, "image_cd_culled:axis=z"), inside);
        assert_true(collides(&stage, "image_cd:axis=z:readback=faces"));
        clear_stage(&stage);
    }
}

/// Triangles that share no vertex, across the x axis: two edges of one pass through the middle, of the next one the
/// third, and so on, so that no two edges in a row do, but for those of a triangle's first corner.
TEST(every_second_edge_of_a_mesh_may_be_chosen)
{
    enum { COUNT = 64 };
    static const double corners[2][3][2] = {{{0, 0}, {3, -1}, {0, -2}}, {{3, -3}, {-3, -3}, {3, 3}}};
    struct cd_vec3 vertices[3 * COUNT];
    struct cd_triangle triangles[COUNT];
    for (uint32_t i = 0; i < 3 * COUNT; i++) {
        const double *corner = corners[i / 3 % 2][i % 3];
        vertices[i] = cd_vec(0.9 * (2.0 * (i / 3) / (COUNT - 1) - 1), corner[0], corner[1]);
        triangles[i / 3].v[i % 3] = i;
    }
    struct stage stage;
    set_stage(&stage, 2,
              (struct cd_mesh *[]){handmade_mesh(vertices, 3 * COUNT, triangles, COUNT),
                                   make_box(cd_vec(-1, -0.5, -0.5), cd_vec(1, 0.5, 0.5))});
    assert_true(collides(&stage, "image_cd_culled:axis=x"));
    clear_stage(&stage);
}

// ---- what the default promises ----------------------------------------------------------------------------

TEST(bodies_interlocked_with_room_between_them_do_not_collide)
{
    struct cd_random random = handmade_random();
    struct stage stage;
    set_pair(&stage, &(struct solid){1, 1, 1, "#", {1.2, -1, 2.2}, {9, 4, 2.8}}, &arms);
    for (int i = 0; i < 20; i++) {
        struct cd_pose turn = handmade_random_pose(&random, 0);
        stage.bodies[0].pose = stage.bodies[1].pose = turn;
        assert_false(collides(&stage, "image_cd_culled:resolution=256"));
        move(&stage.bodies[0].pose, cd_scale(cd_vec(turn.r[2], turn.r[5], turn.r[8]), 0.4)); // into an arm
        assert_true(collides(&stage, "image_cd_culled:resolution=256"));
    }
    clear_stage(&stage);
}

TEST(coincident_bodies_collide)
{
    struct cd_random random = handmade_random();
    struct cd_mesh *torus = generated("torus:triangles=600:minor=0.4");
    struct stage stage;
    set_stage(&stage, 2, (struct cd_mesh *[]){torus, torus});
    for (int i = 0; i < 10; i++) {
        stage.bodies[0].pose = stage.bodies[1].pose = handmade_random_pose(&random, 0);
        assert_true(collides(&stage, "image_cd_culled"));
        assert_true(collides(&stage, "image_cd"));
    }
    clear_stage(&stage);
}

TEST(flat_and_touching_boxes_still_get_a_view)
{
    struct stage stage; // the boxes share a face, so that their common part has no thickness
    set_pair(&stage, &(struct solid){1, 1, 1, "#", {0, 0, 0}, {1, 1, 1}},
             &(struct solid){1, 1, 1, "#", {0.2, 0.3, 1}, {0.7, 0.9, 2}});
    for (int axis = 0; axis < 3; axis++) { // along which they lie one behind the other
        struct cd_pose turned = {.t = {0, 0, 0}};
        for (int k = 0; k < 3; k++)
            turned.r[3 * ((k + 1 + axis) % 3) + k] = 1;
        stage.bodies[0].pose = stage.bodies[1].pose = turned;
        collides(&stage, "image_cd_culled"); // either answer is in tolerance
        stage.bodies[1].pose.t[axis] = -0.01;
        assert_true(collides(&stage, "image_cd_culled"));
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

// ---- random placements ------------------------------------------------------------------------------------

/// Random placements of two tori, about half of which collide.
#define PLACEMENTS    120
#define MAX_INSTANCES 7

struct placements {
    struct stage stage;
    struct cd_pose poses[PLACEMENTS][2];
};

static struct placements *place_tori(void)
{
    struct cd_random random = handmade_random();
    struct placements *placements = cd_allocate(1, sizeof *placements);
    struct cd_mesh *torus = generated("torus:triangles=600:minor=0.4");
    set_stage(&placements->stage, 2, (struct cd_mesh *[]){torus, torus});
    for (int i = 0; i < PLACEMENTS; i++)
        for (int k = 0; k < 2; k++)
            placements->poses[i][k] = handmade_random_pose(&random, 1.5);
    return placements;
}

static void release(struct placements *placements)
{
    clear_stage(&placements->stage);
    cd_free(placements);
}

/// Asks up to MAX_INSTANCES instances in turn about one placement after the other.
static void ask_all(struct placements *placements, const char *const *names, int count,
                    bool answers[][PLACEMENTS])
{
    struct stage *stage = &placements->stage;
    struct cd_instance *instances[MAX_INSTANCES];
    for (int k = 0; k < count; k++)
        instances[k] = open_instance(&stage->scene, names[k], CD_QUERY_PAIRS);
    for (int i = 0; i < PLACEMENTS; i++)
        for (int k = 0; k < count; k++) {
            memcpy(&stage->bodies[0].pose, &placements->poses[i][0], sizeof stage->bodies[0].pose);
            memcpy(&stage->bodies[1].pose, &placements->poses[i][1], sizeof stage->bodies[1].pose);
            stage->bodies[1].version = (uint64_t)(i % 2); // its own copy of the vertices
            stage->frame.index = (uint64_t)i;
            answers[k][i] = ask(instances[k], &stage->frame, CD_QUERY_PAIRS) > 0;
        }
    for (int k = 0; k < count; k++)
        cd_instance_destroy(instances[k]);
}

TEST(two_instances_do_not_disturb_each_other)
{
    struct placements *placements = place_tori();
    const char *const names[] = {"image_cd:resolution=64:marks=add",
                                 "image_cd_culled:resolution=48:layers=peel"};
    bool alone[2][PLACEMENTS], both[2][PLACEMENTS];
    for (int k = 0; k < 2; k++)
        ask_all(placements, &names[k], 1, &alone[k]);
    ask_all(placements, names, 2, both);
    assert_memory_equal(both, alone, sizeof both);
    release(placements);
}

struct job {
    struct placements *placements;
    bool answers[1][PLACEMENTS];
};

static void *run_job(void *argument)
{
    struct job *job = argument;
    ask_all(job->placements, (const char *[]){"image_cd_culled:resolution=64"}, 1, job->answers);
    return NULL;
}

TEST(instances_of_different_threads_take_turns)
{
    struct job jobs[3];
    pthread_t threads[2];
    for (int i = 0; i < 3; i++)
        jobs[i].placements = place_tori();
    run_job(&jobs[2]);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(jobs[i].answers, jobs[2].answers, sizeof jobs[i].answers);
        release(jobs[i].placements);
    }
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

TEST(error_rates_on_random_tori_are_as_the_errata_say)
{
    static const struct {
        const char *name;
        /// The most misses, and the most false hits, below 256 pixels and from there on.
        int coarse, fine;
        bool overlooks_nearly_all;
    } forms[] = {
        {"image_cd:variant=printed", .overlooks_nearly_all = true},
        {"image_cd:variant=repaired", .coarse = 4, .fine = 4},
        {"image_cd", .coarse = 4, .fine = 2},
        {"image_cd_culled", .coarse = 4, .fine = 2},
    };
    struct placements *placements = place_tori();
    bool truth[1][PLACEMENTS], answers[1][PLACEMENTS];
    ask_all(placements, (const char *[]){"rapid"}, 1, truth); // neither torus can contain the other
    for (size_t k = 0; k < 3 * sizeof forms / sizeof *forms; k++) {
        int resolution = 64 << 2 * (k % 3), colliding = 0, misses = 0, false_hits = 0;
        int most = resolution < 256 ? forms[k / 3].coarse : forms[k / 3].fine;
        char name[64];
        snprintf(name, sizeof name, "%s:resolution=%d", forms[k / 3].name, resolution);
        test_row("%s", name);
        ask_all(placements, (const char *[]){name}, 1, answers);
        for (int i = 0; i < PLACEMENTS; i++) {
            colliding += truth[0][i];
            misses += truth[0][i] && !answers[0][i];
            false_hits += answers[0][i] && !truth[0][i];
        }
        print_message("%s: %d of %d overlooked, %d false\n", name, misses, colliding, false_hits);
        assert_in_range(colliding, PLACEMENTS / 4, PLACEMENTS - 10);
        if (forms[k / 3].overlooks_nearly_all) {
            assert_in_range(misses, colliding * 9 / 10, colliding);
        } else {
            assert_in_range(misses, 0, most);
            assert_in_range(false_hits, 0, most);
        }
    }
    release(placements);
}

// ---- what answers alike -----------------------------------------------------------------------------------

TEST(samples_and_all_rendering_paths_answer_as_the_stencil_buffer_does)
{
    struct placements *placements = place_tori();
    /// All of a row answer as the first one does.
    static const char *const names[][MAX_INSTANCES] = {
        {
            "image_cd:resolution=64",
            "image_cd:resolution=64:path=array",
            "image_cd:resolution=64:path=displaylist",
            "image_cd:resolution=64:path=immediate",
            "image_cd:resolution=64:readback=faces",
            "image_cd:resolution=64:criterion=count",
        },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool answers[MAX_INSTANCES][PLACEMENTS];
        int count = 0;
        while (count < MAX_INSTANCES && names[i][count])
            count++;
        ask_all(placements, names[i], count, answers);
        for (int k = 1; k < count; k++) {
            test_row("%s", names[i][k]);
            assert_memory_equal(answers[k], answers[0], sizeof answers[k]);
        }
    }
    release(placements);
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

// ---- buffers ----------------------------------------------------------------------------------------------

/// Whether side k of a triangle joins these two vertices, in either direction.
static bool joins(const uint32_t *corners, int k, const uint32_t *ends)
{
    uint32_t a = corners[k], b = corners[(k + 1) % 3];
    return (a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0]);
}

TEST(each_edge_is_listed_once_in_the_cluster_that_has_it_first)
{
    struct cd_mesh *torus = generated("torus:triangles=600:minor=0.4");
    struct stage stage;
    struct cd_gl_bodies bodies = {.stamp = 0};
    struct culled_edges edges;
    struct cd_status status;
    set_stage(&stage, 1, &torus);
    assert_int_equal(cd_gl_enter(CD_OPENGL_AUTO, 1, &status), CD_OK);
    cd_gl_bodies_open(&bodies, &stage.scene, (struct cd_gl_store){culled_fill, culled_release});
    assert_true(culled_edges_open(&edges, &bodies.meshes[0]) > 0);
    uint32_t clusters = culled_clusters(&bodies.meshes[0]);
    assert_int_equal(edges.count, torus->triangle_count * 3 / 2);
    assert_int_equal(edges.first[clusters], edges.count);
    int64_t before = -1;
    for (uint32_t c = 0; c < clusters; c++)
        for (uint32_t i = edges.first[c]; i < edges.first[c + 1]; i++) {
            uint32_t side = 0;
            while (side < 3 * torus->triangle_count &&
                   !joins(&bodies.meshes[0].corners[side / 3 * 3], (int)side % 3, &edges.ends[2 * i]))
                side++;
            assert_int_equal(side / (3 * CULLED_CLUSTER), c);
            assert_true(side > before); // and so no edge is listed twice
            before = side;
        }
    culled_edges_close(&edges);
    cd_gl_bodies_close(&bodies);
    cd_gl_leave();
    clear_stage(&stage);
}
